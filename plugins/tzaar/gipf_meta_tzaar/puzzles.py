"""Themes of puzzles of TZAAR (docs/reference/tzaar.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from gipf_meta import (
    N_,
    PlayedSolution,
    SolutionTurn,
    Theme,
    height,
    kind_of,
    numbers_of_set,
    target_of,
    top,
)
from gipf_meta_tzaar.reasons import winning_turn
from gipf_meta_tzaar.rules import CAPTURED, NO_CAPTURE, Rules, count_kind
from gipf_meta_tzaar.state import CAPTURE, FIRST, KINDS, PASS, SECOND, STRENGTHEN, TZAAR, State

Turns: TypeAlias = PlayedSolution[State, int]
OneTurn: TypeAlias = SolutionTurn[State, int]

HIGH: Final = 3
"""The height from which a stack is a high one."""
FIVE: Final = 5

THEMES: Final = {
    # a stack of five pieces or more is built
    "stack_of_five": Theme(N_("a stack of five"), N_("builds a stack of five")),
    # a high stack of the other side is captured
    "stack_taken": Theme(N_("a high stack captured"), N_("captures a high stack")),
    # the other side has but one stack of two kinds or all
    "two_kinds": Theme(N_("two kinds in danger"), N_("leaves two kinds with one stack")),
    # the other side could have won by its next turn, and cannot any more
    "saved": Theme(N_("a last stack saved"), N_("saves the last of a kind")),
    # a stack is built that is higher than all of the other side
    "out_of_reach": Theme(N_("a stack out of reach"), N_("builds a stack out of reach")),
    # the other side has no capture left
    "no_capture": Theme(N_("no capture left"), N_("leaves no capture")),
    # a Tzaar is captured, of which there are fewest
    "tzaar_taken": Theme(N_("a Tzaar captured"), N_("captures a Tzaar")),
    # a turn passes instead of its second move
    "pass": Theme(N_("a second move passed"), N_("passes")),
    # a turn captures twice
    "double_capture": Theme(N_("a double capture"), N_("captures twice")),
    # the last stack of a kind is captured
    "last_of_kind": Theme(N_("the last of a kind"), N_("captures the last of a kind")),
    # the other side has but one stack of a kind
    "one_left": Theme(N_("one of a kind left"), N_("leaves one of a kind")),
    # a turn strengthens a stack
    "strengthened": Theme(N_("a stack strengthened"), N_("strengthens a stack")),
}


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    built = [height for turn in solution.own for height in _built(turn)]
    taken = [height for turn in solution.own for height in _captured(turn)]
    return solution.themes(
        {
            "stack_of_five": lambda turns: any(each >= FIVE for each in built),
            "stack_taken": lambda turns: any(each >= HIGH for each in taken),
            "two_kinds": lambda turns: any(_endangered(turn) > 1 for turn in turns.own),
            "saved": lambda turns: any(_saves(rules, turn) for turn in turns.own),
            "out_of_reach": lambda turns: any(map(_is_out_of_reach, turns.own)),
            "no_capture": lambda turns: _has_won(turns, NO_CAPTURE),
            "tzaar_taken": lambda turns: any(map(_takes_tzaar, turns.own)),
            "pass": lambda turns: any(PASS in turn.moves for turn in turns.own),
            "double_capture": lambda turns: any(len([*_captured(turn)]) > 1 for turn in turns.own),
            "last_of_kind": lambda turns: _has_won(turns, CAPTURED),
            "one_left": lambda turns: any(map(_endangered, turns.own)),
            "strengthened": lambda turns: bool(built),
        }
    )


def _captured(turn: OneTurn) -> Iterator[int]:
    """The heights of the stacks that *turn* captures (§4)."""
    for state, move in zip(turn.states, turn.moves, strict=False):
        if kind_of(move) == CAPTURE:
            yield height(state.stacks[target_of(move)])


def _takes_tzaar(turn: OneTurn) -> bool:
    """Whether *turn* captures a Tzaar."""
    return any(
        kind_of(move) == CAPTURE and top(state.stacks[target_of(move)]) == TZAAR
        for state, move in zip(turn.states, turn.moves, strict=False)
    )


def _built(turn: OneTurn) -> Iterator[int]:
    """The height of the stack that *turn* strengthens, if it does (§4)."""
    for after, move in zip(turn.states[1:], turn.moves, strict=True):
        if kind_of(move) == STRENGTHEN:
            yield height(after.stacks[target_of(move)])


def _is_out_of_reach(turn: OneTurn) -> bool:
    """Whether *turn* builds a high stack, higher than all of the other side."""
    theirs = numbers_of_set(turn.after.owned(1 - turn.seat))
    highest = max((height(turn.after.stacks[space]) for space in theirs), default=0)
    return any(high >= HIGH and high > highest for high in _built(turn))


def _endangered(turn: OneTurn) -> int:
    """The number of kinds of which the other side has one stack left, if *turn* has reduced one of
    them to that."""
    other = 1 - turn.seat
    before, after = (
        [count_kind(state.stacks, state.owned(other), kind) for kind in KINDS]
        for state in (turn.before, turn.after)
    )
    reduced = any(now == 1 < had for had, now in zip(before, after, strict=True))
    return after.count(1) if reduced and turn.after.ending is None else 0


def _saves(rules: Rules, turn: OneTurn) -> bool:
    """Whether the other side could have won by a turn, and cannot by its next one."""
    if turn.before.phase not in (FIRST, SECOND) or turn.after.ending is not None:
        return False
    feared, left = (
        winning_turn(rules, state, 1 - turn.seat) for state in (turn.before, turn.after)
    )
    return bool(feared) and not left


def _has_won(turns: Turns, reason: str) -> bool:
    """Whether the solver has won for that *reason* (§5)."""
    end = turns.after.ending
    return end is not None and end.reason == reason and turns.solver in end.winners
