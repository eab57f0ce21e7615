"""The law on playouts: a game's own short cut to the end of a random game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, sqrt
from random import Random
from typing import Any, TypeAlias

from gipf_meta.protocol.capabilities import Fast, Timed, timed
from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn
from gipf_meta.search.playout import A_DECISION_MS, play_at_random, utilities
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import guard, need
from gipf_meta.testing.trial.walks import Walk

STATES = 2
"""States of each count of seats from which games are played out, besides the start."""
LATE_STATES = 4
"""States shortly before the end: games from there are short, so a fault shows."""
LATE = 12
"""The number of last states of a game that count as late."""
DECISIONS = 2000
"""Decisions of all games over the protocol from one state, more or less."""
MOST_GAMES = 300
"""The most games over the protocol from one state."""
OWN_GAMES = 2
"""The game's own playouts for each game over the protocol."""
SIGMAS = 4.5
"""Standard errors by which two means may differ: chance exceeds them once in 150 000."""

NO_PLAYOUT = "the game has no playout of its own."
ENDINGS = 12
"""The random games of each count of seats of which the last states are examined."""
MOST_STATES = 250
"""The most states after one of them whose ends are counted."""
PLAYOUTS = 60
"""The game's own playouts from such a state."""
RARE = 0.08
"""The least probability of an end that so few playouts can measure."""
SIGMAS_OF_ENDINGS = 6.0
"""Standard errors by which the ends may differ: their squares have a longer tail."""
AS_RANDOM = (
    "Let playout choose among turn_moves, each as likely as the other, draw luck by its weights,"
    " and decide duels by lot; where time acts, a decision takes a second."
)
SUSPECT = 2.0
"""The difference in standard errors from which many more games are played, to rule out chance."""
MORE = 8
"""The factor by which the number of games is multiplied beyond ``SUSPECT``."""

PlayedUtilities: TypeAlias = list[tuple[float, ...]]
"""The utilities of many games, each for each seat."""


@asked_of(Fast, why_not=NO_PLAYOUT)
def playouts_are_random_games(case: Case) -> None:
    """A game's own ``playout`` gives every seat a utility from -1 to 1, and the same mean as random
    games over the protocol."""
    for seats in case.seat_counts:
        walks = [walk for walk in case.walks if walk.seats == seats and not walk.stopped]
        _check_ends(case, walks)
        every_default: PlayedUtilities = []
        every_own: PlayedUtilities = []
        for walk, index in _places(case, seats, walks):
            case.here = (walk, index)
            state = walk.moments[index].state
            default, own = _both_games(case, state, seats, 1)
            if _greatest_difference(default, own) > SUSPECT:
                default, own = _both_games(case, state, seats, MORE)
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


def _both_games(
    case: Case, state: Any, seats: int, times: int
) -> tuple[PlayedUtilities, PlayedUtilities]:
    """The utilities of games from *state*, by protocol and the game's own, *times* as many."""
    default = _protocol_games(case, state, seats, times)
    return default, _own_games(case, state, seats, OWN_GAMES * len(default))


def _protocol_games(case: Case, state: Any, seats: int, times: int) -> PlayedUtilities:
    """Random games from *state*; none if one of them is too long, for its end would be a guess."""
    rng = case.rng("default", times)
    games: PlayedUtilities = []
    decisions = 0
    while decisions < DECISIONS * times and len(games) < MOST_GAMES * times:
        with guard("a random game", "See to it that random games end.", 10 * case.ask.ms):
            end = play_at_random(case.game, state, rng)
        if not isinstance(end.status, Over):
            return []
        decisions += end.decisions + 1
        games.append(utilities(end.status, seats))
    return games


def _own_games(case: Case, state: Any, seats: int, count: int) -> PlayedUtilities:
    """*count* of the game's own playouts from *state*."""
    games = [_sound_playout(case, state, case.rng("own", n), seats) for n in range(count)]
    need(
        games[:9]
        == [_sound_playout(case, state, case.rng("own", n), seats) for n in range(min(9, count))],
        "playout answers otherwise with the same generator.",
        "Let playout draw from its rng and from nothing else, and leave the state as it is.",
    )
    return games


def _means(
    default: PlayedUtilities, own: PlayedUtilities
) -> Iterator[tuple[int, float, float, float]]:
    """Each seat, its mean utility in *default* and in *own*, and the standard error of their
    difference."""
    for seat in range(len(default[0]) if default else 0):
        one, other = ([game[seat] for game in games] for games in (default, own))
        yield seat, sum(one) / len(one), sum(other) / len(other), _standard_error(one, other)


def _greatest_difference(default: PlayedUtilities, own: PlayedUtilities) -> float:
    """The greatest difference between mean utilities of a seat, in standard errors."""
    differences = (
        abs(own_mean - mean) / error for _seat, mean, own_mean, error in _means(default, own)
    )
    return max(differences, default=0.0)


def _check_means(default: PlayedUtilities, own: PlayedUtilities) -> None:
    """Raises ``Broken`` if the mean utility of a seat differs between *default* and *own*."""
    for seat, mean, own_mean, standard_error in _means(default, own):
        error = SIGMAS * standard_error
        need(
            abs(own_mean - mean) <= error,
            f"playout gives seat {seat} {own_mean:.2f} on the average, and random games"
            f" {mean:.2f} (±{error:.2f}).",
            AS_RANDOM,
        )


@asked_of(Fast, why_not=NO_PLAYOUT)
def playouts_end_as_games_end(case: Case) -> None:
    """Where so few decisions are left that all ends can be counted, a game's own ``playout`` has
    each of them as often as random games, whoever is on turn."""
    spread: dict[int, list[float]] = {}
    for walk in case.first_walks(ENDINGS):
        if walk.stopped:
            continue
        for index in range(len(walk.moments) - 2, max(-1, len(walk.moments) - 2 - LATE), -1):
            moment = walk.moments[index]
            ends = count_ends(case.game, moment.state, walk.seats, MOST_STATES)
            if ends is None:
                break
            case.here = (walk, index)
            utilities = [
                _sound_playout(case, moment.state, case.rng("end", n), walk.seats)
                for n in range(PLAYOUTS)
            ]
            strange = next((utility for utility in utilities if utility not in ends), None)
            need(
                strange is None,
                f"playout answers {strange!r}, and no game can end so from here.",
                AS_RANDOM,
            )
            if isinstance(moment.now, Turn):
                squares = _squares_of_differences(ends, utilities)
                spread.setdefault(moment.now.seat, []).extend(squares)
    case.here = None
    for seat, found in spread.items():
        far = (sum(found) - len(found)) / sqrt(2 * len(found)) if found else 0.0
        need(
            far <= SIGMAS_OF_ENDINGS,
            f"Where seat {seat} is on turn shortly before the end, playout ends otherwise than"
            f" random games (by {far:.0f} standard errors in {len(found)} counts).",
            AS_RANDOM,
        )


def _squares_of_differences(
    ends: Mapping[tuple[float, ...], float], utilities: Sequence[tuple[float, ...]]
) -> list[float]:
    """For each end that is neither rare nor sure, the square of the standard errors by which the
    share of it in *utilities* differs from its probability: 1 on the average."""
    return [
        (utilities.count(end) / len(utilities) - chance) ** 2
        * len(utilities)
        / (chance * (1 - chance))
        for end, chance in ends.items()
        if RARE <= chance <= 1 - RARE
    ]


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


Ends: TypeAlias = dict[tuple[float, ...], float]
"""The utilities of each seat in an end, and how likely that end is."""


def count_ends(game: AnyGame, state: Any, seats: int, most: int) -> Ends | None:
    """The ends of random games from *state*; ``None`` if more than *most* states follow.

    Random is what ``play_at_random`` means: all ``turn_moves`` are equally likely, luck draws by
    weight, lots decide duels, and every decision after the first takes a second.
    """
    try:
        return _Counter(game, seats, most).ends(state, first=True)
    except _TooMany:
        return None


class _TooMany(Exception):
    """More states follow than may be counted."""


class _Counter:
    def __init__(self, game: AnyGame, seats: int, most: int) -> None:
        self.game, self.seats, self.left = game, seats, most
        self.clock: Timed | None = timed(game)

    def ends(self, state: Any, *, first: bool) -> Ends:
        """The ends from *state*; the *first* decision takes no time. Raises ``_TooMany``."""
        self.left -= 1
        if self.left < 0:
            raise _TooMany
        now = self.game.status(state)
        if self.clock and not first and isinstance(now, Turn):
            state = self.clock.advance(state, A_DECISION_MS)
            now = self.game.status(state)
        if isinstance(now, Over):
            return {utilities(now, self.seats): 1.0}
        if isinstance(now, Turn):
            moves = [(move, 1) for move in self.game.turn_moves(state, now.seat)]
        elif isinstance(now, Chance):
            moves = [*now.outcomes]
        else:
            moves = [(self.game.settle(state, seat, now.game), 1) for seat in now.seats]
        if len(moves) > self.left:
            raise _TooMany
        still_first = first and not isinstance(now, Turn)
        whole = sum(weight for _, weight in moves)
        found: Ends = {}
        for move, weight in moves:
            after = self.ends(self.game.apply(state, move), first=still_first)
            for end, chance in after.items():
                found[end] = found.get(end, 0.0) + chance * weight / whole
        return found
