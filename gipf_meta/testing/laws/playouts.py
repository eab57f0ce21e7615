"""The law on playouts: a game's own short cut to the end of a random game."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt
from random import Random
from typing import Any, TypeAlias

from gipf_meta.protocol.capabilities import Fast
from gipf_meta.protocol.game import Over
from gipf_meta.search.playout import play_at_random, utilities
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import need
from gipf_meta.testing.trial.guarded import guard
from gipf_meta.testing.trial.walks import Walk

STATES = 2
"""States of each count of seats from which games are played out, besides the start."""
LATE_STATES = 4
"""States shortly before the end: games from there are short, so a fault shows."""
LATE = 12
"""How many of the last states are late."""
DECISIONS = 2000
"""Decisions of all games over the protocol from one state, more or less."""
MOST_GAMES = 300
"""The most games over the protocol from one state."""
OWN_GAMES = 2
"""The game's own playouts for each game over the protocol."""
SIGMAS = 4.5
"""Standard errors by which two means may differ: chance exceeds them once in 150 000."""

Games: TypeAlias = list[tuple[float, ...]]
"""The utilities of many games, each for each seat."""


def playouts_are_random_games(case: Case) -> None:
    """A game's own ``playout`` gives every seat a utility from -1 to 1, and the same mean as random
    games over the protocol."""
    if not isinstance(case.game, Fast):
        return
    for seats in case.seat_counts:
        walks = [walk for walk in case.walks if walk.seats == seats and not walk.stopped]
        _check_ends(case, walks)
        every_default: Games = []
        every_own: Games = []
        for walk, index in _places(case, seats, walks):
            case.here = (walk, index)
            state = walk.moments[index].state
            default = _protocol_games(case, state, seats)
            own = _own_games(case, state, seats, OWN_GAMES * len(default))
            _check_means(default, own)
            every_default += default
            every_own += own
        case.here = None
        _check_means(every_default, every_own)


def _places(case: Case, seats: int, walks: Sequence[Walk]) -> list[tuple[Walk, int]]:
    """A start, and a sample of the unfinished states."""
    rng = case.rng("playouts", seats)
    later = [(walk, index) for walk in walks for index in range(1, len(walk.moments) - 1)]
    late = [(walk, index) for walk, index in later if index > len(walk.moments) - 2 - LATE]
    return [
        *((walk, 0) for walk in walks[:1]),
        *rng.sample(later, min(STATES, len(later))),
        *rng.sample(late, min(LATE_STATES, len(late))),
    ]


def _check_ends(case: Case, walks: Sequence[Walk]) -> None:
    """Raises ``Broken`` unless ``playout`` answers a finished game with its result."""
    for walk in walks:
        case.here = (walk, len(walk.moments) - 1)
        state, end = walk.moments[-1].state, walk.moments[-1].now
        if isinstance(end, Over):
            answer = case.ask.playout(state, case.rng("over"))
            need(
                tuple(answer) == utilities(end, walk.seats),
                f"playout answers {answer!r} in a game won by {end.winners or 'nobody'}.",
                "Let playout answer 1 for every winner and -1 for the others, all 0 in a draw.",
            )


def _protocol_games(case: Case, state: Any, seats: int) -> Games:
    """Random games from *state*; none if one of them is too long, for its end would be a guess."""
    rng = case.rng("default")
    games: Games = []
    decisions = 0
    while decisions < DECISIONS and len(games) < MOST_GAMES:
        with guard("a random game", "See to it that random games end.", 10 * case.ask.ms):
            end = play_at_random(case.game, state, rng)
        if not isinstance(end.status, Over):
            return []
        decisions += end.decisions + 1
        games.append(utilities(end.status, seats))
    return games


def _own_games(case: Case, state: Any, seats: int, count: int) -> Games:
    """*count* of the game's own playouts from *state*."""
    games = [_sound_playout(case, state, case.rng("own", n), seats) for n in range(count)]
    need(
        games[:9]
        == [_sound_playout(case, state, case.rng("own", n), seats) for n in range(min(9, count))],
        "playout answers otherwise with the same generator.",
        "Let playout draw from its rng and from nothing else, and leave the state as it is.",
    )
    return games


def _check_means(default: Games, own: Games) -> None:
    """Raises ``Broken`` if the mean utility of a seat differs between *default* and *own*."""
    for seat in range(len(default[0]) if default else 0):
        one, other = ([game[seat] for game in games] for games in (default, own))
        mean, own_mean = sum(one) / len(one), sum(other) / len(other)
        error = SIGMAS * _standard_error(one, other)
        need(
            abs(own_mean - mean) <= error,
            f"playout gives seat {seat} {own_mean:.2f} on the average, and random games"
            f" {mean:.2f} (±{error:.2f}).",
            "Let playout choose among turn_moves, each as likely as the other, draw luck by its"
            " weights, and decide duels by lot; where time acts, a decision takes a second.",
        )


def _sound_playout(case: Case, state: Any, rng: Random, seats: int) -> tuple[float, ...]:
    """The answer of the game's own ``playout``. Raises ``Broken`` if it cannot be true."""
    answer: tuple[float, ...] = case.ask.playout(state, rng)
    need(
        isinstance(answer, tuple)
        and len(answer) == seats
        and all(isinstance(u, int | float) and isfinite(u) and -1 <= u <= 1 for u in answer),
        f"playout answers {answer!r:.80}.",
        "Let playout answer a tuple with a number from -1 to 1 for each seat that plays.",
    )
    sure = {*answer} <= {-1.0, 0.0, 1.0}
    need(
        not sure or not any(answer) or (1.0 in answer and 0.0 not in answer),
        f"playout answers {answer!r}, which no end is worth.",
        "Let playout answer 1 for every winner and -1 for the others, all 0 in a draw.",
    )
    for seat in range(seats):
        need(
            all(answer[ally] == answer[seat] for ally in case.ask.allies(state, seat)),
            f"playout answers {answer!r}, but {[*case.ask.allies(state, seat)]} are allies.",
            "Let playout answer the same for all who win and lose together.",
        )
    return answer


def _standard_error(one: list[float], other: list[float]) -> float:
    """The standard error of the difference of two means; never 0, for few games prove little."""
    every = one + other
    mean = sum(every) / len(every)
    variance = sum((value - mean) ** 2 for value in every) / len(every)
    return sqrt((variance + 1 / len(one)) * (1 / len(one) + 1 / len(other)))
