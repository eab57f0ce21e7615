# mypyc: compile
"""A game of Zatre finished at random: by a ``Course``, and by the rules where it cannot follow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from gipf_meta import Dice
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.state import VALUES, State
from gipf_meta_zatre.strength.course import Course, can_follow

_IDLE: Final[list[Course]] = []
"""Courses that nobody uses: to make one takes longer than to play on it."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for all players of the best sides, -1 for the others."""
    dice = Dice(rng)
    while state.ending is None:
        if can_follow(rules, state):
            scores = play_on(rules, state, dice)
            best = max(scores)
            return _worth(rules, state, [n for n, score in enumerate(scores) if score == best])
        moves = rules.legal_moves(state)
        if moves:
            state = rules.apply(state, moves[dice.below(len(moves))])
        else:
            state = draw_by_luck(rules, state, dice)
    return _worth(rules, state, state.ending.sides)


def play_on(rules: Rules, state: State, dice: Dice) -> list[int]:
    """The scores of a game that a ``Course`` has played on from *state*."""
    try:
        course = _IDLE.pop()
    except IndexError:
        # to ask first whether one is there would let another thread take it in between
        course = Course()
    course.begin(rules, state)
    scores = course.play_on(dice)
    _IDLE.append(course)
    return scores


def draw_by_luck(rules: Rules, state: State, dice: Dice) -> State:
    """The state after luck has drawn one of its outcomes."""
    if state.lots:
        value = 0
        number = dice.below(state.left)
        while number >= state.bag[value]:
            number -= state.bag[value]
            value += 1
        return rules.draw_lot(state, VALUES[value])
    outcomes = rules.draws(state)
    left = dice.below(sum([weight for _, weight in outcomes]))
    for move, weight in outcomes:
        if left < weight:
            return rules.apply(state, move)
        left -= weight
    raise AssertionError("the weights are whole numbers")


def _worth(rules: Rules, state: State, sides: Sequence[int]) -> tuple[float, ...]:
    """The utilities of all seats in a game that *sides* have won."""
    worth = [-1.0] * len(state.seats)
    for player, seat in enumerate(state.seats):
        if rules.side(player) in sides:
            worth[seat] = 1.0
    return tuple(worth)
