# mypyc: compile
"""The evaluation of a position; inside a turn it is that of the best turn that can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_meta_punct.board import DOT, SPACES
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIE, LIFT, PLACEMENT_MASK, State
from gipf_meta_punct.strength.judging import Worths, judge_position, worth_of
from gipf_meta_punct.strength.turns import CHOICE_BITS, CHOICE_MASK, Turns, find_turns


def evaluate(rules: Rules, state: State, seat: int, worths: Worths) -> float:
    """Evaluates *state* for *seat*, from -1 (lost) to 1 (won), with the learned *worths*."""
    if state.ending is not None:
        return worth_of(state.ending, seat)
    if state.kind < 0:
        worth = judge_position(rules, worths, state.pieces, state.white, state.black, state.seat)
    else:
        worth = _turns_of(rules, worths, state).worth(_choice(state), state.target)
    return worth if seat == state.seat else -worth


def evaluate_moves(
    rules: Rules, state: State, seat: int, moves: Sequence[int], worths: Worths
) -> list[float]:
    """Evaluates *state* for *seat* after each of *moves*."""
    turns = _turns_of(rules, worths, state)
    sign = 1.0 if seat == state.seat else -1.0
    if state.kind < 0:
        return [sign * turns.worth(move, -1) for move in moves]
    choice = _choice(state)
    # each time a piece lies the turn is over
    may_end = rules.may_end_otherwise(state)
    if state.target >= 0:
        return [
            sign * _judge_lying(rules, turns, state, choice, move - LIE, may_end) for move in moves
        ]
    # nearly all are worth the same, which is one object for all
    by_target: list[Any] = [sign * turns.least] * SPACES
    for code, worth in turns.by_target.items():
        if code & CHOICE_MASK == choice:
            by_target[code >> CHOICE_BITS] = sign * worth
    ways = rules.ways(state, 2)
    last = -1
    for index, placement in enumerate(ways):
        target = DOT[placement]
        if target != last and (index + 1 == len(ways) or DOT[ways[index + 1]] != target):
            # it can lie in one way, so the turn is over
            by_target[target] = sign * _judge_lying(rules, turns, state, choice, placement, may_end)
        last = target
    return [by_target[move - GO] for move in moves]


def _judge_lying(
    rules: Rules, turns: Turns, state: State, choice: int, placement: int, may_end: bool
) -> float:
    """The worth of laying the piece as *placement*, for the seat on turn.

    *may_end*: the turn may end the game for a reason that does not depend on the board alone.
    """
    if may_end:
        ending = rules.lay(state, placement).ending
        if ending is not None:
            return worth_of(ending, state.seat)
    return turns.judge_turn(choice, placement)


def _turns_of(rules: Rules, worths: Worths, state: State) -> Turns:
    return find_turns(rules, worths, state.pieces, state.white, state.black, state.seat)


def _choice(state: State) -> int:
    """The decision that began the turn."""
    if state.lifted < 0:
        return state.kind
    return LIFT + DOT[state.lifted >> 1 & PLACEMENT_MASK]
