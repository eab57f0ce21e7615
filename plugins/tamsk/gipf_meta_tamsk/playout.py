# mypyc: compile
"""A game of TAMSK finished at random, on one course from here to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gipf_meta_tamsk.rules import Course, Rules, turn_move
from gipf_meta_tamsk.state import NONE, PASS, Ending, Move, State

A_DECISION_MS: Final = 1000
"""What a decision after the first takes where sand runs by itself."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Plays on at random; 1 for the winner and -1 for the loser, or 0 for both.

    With the metronome by the rules' own steps, for there a beat comes before every move.
    """
    random = rng.random
    ending = _by_steps(rules, state, random) if rules.beat_ms else _hurried(rules, state, random)
    if ending.winner == NONE:
        return (0.0, 0.0)
    return (-1.0, 1.0) if ending.winner else (1.0, -1.0)


def _by_steps(rules: Rules, state: State, random: Callable[[], float]) -> Ending:
    while state.ending is None:
        moves = rules.moves(state, rules.mover(state))
        state = rules.apply(state, moves[int(random() * len(moves))])
    return state.ending


def _hurried(rules: Rules, state: State, random: Callable[[], float]) -> Ending:
    course = Course(rules, state)
    while course.ending is None:
        course.play(_move(rules, course, random))
        _let_pass(rules, course)
    return course.ending


def _let_pass(rules: Rules, course: Course) -> None:
    """The time that the decision took, if the game goes on."""
    if rules.real_time and course.ending is None:
        course.advance(course.t + A_DECISION_MS)


def _move(rules: Rules, course: Course, random: Callable[[], float]) -> Move:
    """One of the decisions that make up a turn, each as likely as the other."""
    seat, held = course.to_move, course.lifted
    reach = rules.reach(course, seat)
    ways = 0
    for glass, open_to in reach:
        if held in (NONE, glass):
            ways += open_to.bit_count()
    rings = 2 if course.left[seat] else 1
    may_pass = rules.voluntary_pass != "forbidden" and held == NONE
    number = int(random() * (ways * rings + may_pass))
    way, ring = divmod(number, rings)
    for glass, open_to in reach:
        if held in (NONE, glass):
            count = open_to.bit_count()
            if way < count:
                for _ in range(way):
                    open_to &= open_to - 1
                to = (open_to & -open_to).bit_length() - 1
                return turn_move(course, seat, glass, to, ring == 1)
            way -= count
    return Move(PASS, seat)
