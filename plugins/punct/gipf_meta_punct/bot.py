# mypyc: compile
"""What a position is worth, also inside a turn: there it is the best that the turn can become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta_punct.board import DOT, SPACES
from gipf_meta_punct.judging import Worths, judge_position, worth_of
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIFT, PLACEMENT_MASK, State
from gipf_meta_punct.turns import Turns, find_turns

NO_WAY: Final = -1
MANY_WAYS: Final = -2


def evaluate(rules: Rules, state: State, seat: int, worths: Worths) -> float:
    """What *state* is worth to *seat*, from -1 (lost) to 1 (won); *worths* are those learned."""
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
    """What *state* is worth to *seat* after each of *moves*."""
    if state.target >= 0:
        return [evaluate(rules, rules.apply(state, move), seat, worths) for move in moves]
    turns = _turns_of(rules, worths, state)
    sign = 1.0 if seat == state.seat else -1.0
    if state.kind < 0:
        return [sign * turns.worth(move, -1) for move in moves]
    choice = _choice(state)
    #: the one way in which the piece can lie with its PÜNCT on a space
    only_way = [NO_WAY] * SPACES
    for placement in rules.ways(state, 2):
        space = DOT[placement]
        only_way[space] = placement if only_way[space] == NO_WAY else MANY_WAYS
    worths_by_target = turns.worths_by_target(choice)
    # nearly all are not worth looking at
    found = [sign * turns.least] * len(moves)
    for index, move in enumerate(moves):
        space = move - GO
        way = only_way[space]
        if way != MANY_WAYS:
            # it lies, and the turn is over
            ending = rules.apply(state, move).ending
            worth = (
                turns.judge_turn(choice, way) if ending is None else worth_of(ending, state.seat)
            )
            found[index] = sign * worth
        elif space in worths_by_target:
            found[index] = sign * worths_by_target[space]
    return found


def _turns_of(rules: Rules, worths: Worths, state: State) -> Turns:
    return find_turns(rules, worths, state.pieces, state.white, state.black, state.seat)


def _choice(state: State) -> int:
    """The decision that has begun the turn."""
    if state.lifted < 0:
        return state.kind
    return LIFT + DOT[state.lifted >> 1 & PLACEMENT_MASK]
