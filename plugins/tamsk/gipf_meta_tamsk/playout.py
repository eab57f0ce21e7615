# mypyc: compile
"""A game of TAMSK finished at random, on one course from here to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gipf_meta_tamsk.rules import Course, Rules, turn_move
from gipf_meta_tamsk.state import NONE, PASS, Ending, Move, State

A_DECISION_MS: Final = 1000
"""The time of each decision after the first in real time, in ms."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for the winner, -1 for the loser, 0 for a draw.

    With the metronome ``Rules`` makes the steps, because a beat comes before every move.
    """
    random = rng.random
    ending = (
        _play_by_rules(rules, state, random)
        if rules.beat_ms
        else _play_on_course(rules, state, random)
    )
    if ending.winner == NONE:
        return (0.0, 0.0)
    return (-1.0, 1.0) if ending.winner else (1.0, -1.0)


def _play_by_rules(rules: Rules, state: State, random: Callable[[], float]) -> Ending:
    """Finishes the game with a new state for every decision."""
    while state.ending is None:
        moves = rules.turn_moves(state, rules.mover(state))
        state = rules.apply(state, moves[int(random() * len(moves))])
    return state.ending


def _play_on_course(rules: Rules, state: State, random: Callable[[], float]) -> Ending:
    """Finishes the game on one course."""
    course = Course(rules, state)
    while course.ending is None:
        course.play(_choose_move(rules, course, random))
        _pass_time(rules, course)
    return course.ending


def _pass_time(rules: Rules, course: Course) -> None:
    """Lets the time of a decision pass, if the game goes on."""
    if rules.real_time and course.ending is None:
        course.advance(course.t + A_DECISION_MS)


def _choose_move(rules: Rules, course: Course, random: Callable[[], float]) -> Move:
    """One of the decisions that make up a turn, each as likely as the other."""
    seat, held = course.to_move, course.lifted
    reach = rules.reachable(course, seat)
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
