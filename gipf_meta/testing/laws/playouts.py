"""Playouts: a game's own short cut to the end of a random game."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt
from random import Random
from typing import Any, TypeAlias

from gipf_meta.protocol.capabilities import Fast
from gipf_meta.protocol.game import Over
from gipf_meta.search.playout import played_at_random, utilities
from gipf_meta.testing.asking import asking
from gipf_meta.testing.case import Case
from gipf_meta.testing.findings import need
from gipf_meta.testing.walks import Walk

STATES = 2
"""States of each count of seats from which games are played out, beside the start."""
LATE_STATES = 4
"""The same, of states shortly before the end: there a game is short, and a fault tells."""
LATE = 12
"""How many states before the end are late."""
DECISIONS = 2000
"""Decisions of the games over the protocol that are played from one state, a game more or less."""
MOST_GAMES = 300
OWN_GAMES = 2
"""The game's own playouts for each game over the protocol."""
SIGMAS = 4.5
"""How many standard errors the means may be apart: chance alone goes so far once in 150 000."""

Games: TypeAlias = list[tuple[float, ...]]
"""What each of many games was worth to each seat."""


def playouts_are_random_games(case: Case) -> None:
    """A game's own ``playout`` gives every seat a utility from -1 to 1, and as often the same as a
    random game over the protocol."""
    if not isinstance(case.game, Fast):
        return
    for seats in case.seat_counts:
        walks = [walk for walk in case.walks if walk.seats == seats and not walk.stopped]
        _ends_are_told(case, walks)
        every_default: Games = []
        every_own: Games = []
        for walk, index in _places(case, seats, walks):
            case.here = (walk, index)
            state = walk.moments[index].state
            default = _over_the_protocol(case, state, seats)
            own = _own(case, state, seats, OWN_GAMES * len(default))
            _agree(default, own)
            every_default += default
            every_own += own
        case.here = None
        _agree(every_default, every_own)


def _places(case: Case, seats: int, walks: Sequence[Walk]) -> list[tuple[Walk, int]]:
    """A start, and some of the unfinished states."""
    rng = case.rng("playouts", seats)
    later = [(walk, index) for walk in walks for index in range(1, len(walk.moments) - 1)]
    late = [(walk, index) for walk, index in later if index > len(walk.moments) - 2 - LATE]
    return [
        *((walk, 0) for walk in walks[:1]),
        *rng.sample(later, min(STATES, len(later))),
        *rng.sample(late, min(LATE_STATES, len(late))),
    ]


def _ends_are_told(case: Case, walks: Sequence[Walk]) -> None:
    """In a state that is over nothing is left to be played."""
    for walk in walks:
        case.here = (walk, len(walk.moments) - 1)
        state, end = walk.moments[-1].state, walk.moments[-1].now
        if isinstance(end, Over):
            told = case.ask.playout(state, case.rng("over"))
            need(
                tuple(told) == utilities(end, walk.seats),
                f"playout answers {told!r} in a game won by {end.winners or 'nobody'}.",
                "Let playout answer 1 for every winner and -1 for the others, all 0 in a draw.",
            )


def _over_the_protocol(case: Case, state: Any, seats: int) -> Games:
    """Random games from *state*; none if one of them has no end, for that is judged, not played."""
    rng = case.rng("default")
    games: Games = []
    decisions = 0
    while decisions < DECISIONS and len(games) < MOST_GAMES:
        with asking("a random game", "See to it that random games end.", 10 * case.ask.ms):
            end = played_at_random(case.game, state, rng)
        if not isinstance(end.status, Over):
            return []
        decisions += end.decisions + 1
        games.append(utilities(end.status, seats))
    return games


def _own(case: Case, state: Any, seats: int, count: int) -> Games:
    """So many playouts of the game's own from *state*."""
    games = [_told(case, state, case.rng("own", n), seats) for n in range(count)]
    need(
        games[:9] == [_told(case, state, case.rng("own", n), seats) for n in range(min(9, count))],
        "playout answers otherwise with the same generator.",
        "Let playout draw from its rng and from nothing else, and leave the state as it is.",
    )
    return games


def _agree(default: Games, own: Games) -> None:
    """The mean utilities of every seat are the same both ways."""
    for seat in range(len(default[0]) if default else 0):
        one, other = ([game[seat] for game in games] for games in (default, own))
        mean, told = sum(one) / len(one), sum(other) / len(other)
        error = SIGMAS * _standard_error(one, other)
        need(
            abs(told - mean) <= error,
            f"playout gives seat {seat} {told:.2f} on the average, and random games"
            f" {mean:.2f} (±{error:.2f}).",
            "Let playout choose among turn_moves, each as likely as the other, draw luck by its"
            " weights, and decide duels by lot; where time acts, a decision takes a second.",
        )


def _told(case: Case, state: Any, rng: Random, seats: int) -> tuple[float, ...]:
    """The game's own playout, if it can be true."""
    told: tuple[float, ...] = case.ask.playout(state, rng)
    need(
        isinstance(told, tuple)
        and len(told) == seats
        and all(isinstance(u, int | float) and isfinite(u) and -1 <= u <= 1 for u in told),
        f"playout answers {told!r:.80}.",
        "Let playout answer a tuple with a number from -1 to 1 for each seat that plays.",
    )
    sure = {*told} <= {-1.0, 0.0, 1.0}
    need(
        not sure or not any(told) or (1.0 in told and 0.0 not in told),
        f"playout answers {told!r}, which no end is worth.",
        "Let playout answer 1 for every winner and -1 for the others, all 0 in a draw.",
    )
    for seat in range(seats):
        need(
            all(told[ally] == told[seat] for ally in case.ask.allies(state, seat)),
            f"playout answers {told!r}, but {[*case.ask.allies(state, seat)]} are allies.",
            "Let playout answer the same for all who win and lose together.",
        )
    return told


def _standard_error(one: list[float], other: list[float]) -> float:
    """Of the difference of two means, from all values; never 0, for few games prove little."""
    every = one + other
    mean = sum(every) / len(every)
    variance = sum((value - mean) ** 2 for value in every) / len(every)
    return sqrt((variance + 1 / len(one)) * (1 / len(one) + 1 / len(other)))
