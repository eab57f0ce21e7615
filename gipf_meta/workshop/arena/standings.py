"""The standings of a tournament: places, points, pairs, Elo, and whether its test has decided."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Tournament

Outcomes = Mapping[int, GameOutcome]
"""Finished games by their number."""


def shares(outcome: GameOutcome, players: int) -> list[float]:
    """The share of the one point for each seat: winners share it; in a draw all seats do."""
    winners = outcome.winners or tuple(range(players))
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def placements(outcome: GameOutcome, players: int) -> list[float]:
    """The place of each seat, 1 the best: winners, then the others by score.

    Seats that are level share the mean of their places: two winners of three have 1.5.
    """
    ranks: list[tuple[bool, int]] = []
    scores = outcome.scores if outcome.scores and len(outcome.scores) == players else None
    for seat in range(players):
        lost = bool(outcome.winners) and seat not in outcome.winners
        ranks.append((lost, -scores[seat] if scores and lost else 0))
    return [sum(other < own for other in ranks) + (ranks.count(own) + 1) / 2 for own in ranks]


def pair_points(tournament: Tournament, outcomes: Outcomes, numbers: range) -> float | None:
    """The points of a match-up's first bot in the pair *numbers*; ``None`` if it cannot count."""
    points = 0.0
    for number in numbers:
        outcome = outcomes.get(number)
        if outcome is None or not outcome.counts:
            return None
        seats = tournament.seats(number)
        points += shares(outcome, 2)[seats.index(min(seats))]
    return points


class SequentialTest:
    """The sequential test of a tournament. Pairs count in the order of the schedule.

    So the result does not depend on which games end first. *accepted* is the Elo that the test
    accepts, ``None`` before it decides; *rounds* is the number of pairs that it needed.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.counts = [0] * 5
        self.rounds = 0
        self.accepted: float | None = None

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the pairs so far."""
        sprt = self.tournament.sprt
        return log_likelihood_ratio(self.counts, sprt.elo0, sprt.elo1) if sprt else 0.0

    def update(self, outcomes: Outcomes) -> bool:
        """Counts the pairs that *outcomes* complete; returns whether the test has decided."""
        sprt = self.tournament.sprt
        while sprt and self.accepted is None:
            numbers = self.tournament.numbers(self.rounds, 0)
            if numbers.stop > self.tournament.total or any(n not in outcomes for n in numbers):
                break
            self.rounds += 1
            points = pair_points(self.tournament, outcomes, numbers)
            if points is not None:
                self.counts[int(2 * points)] += 1
            if abs(self.ratio) >= ACCEPTED:
                self.accepted = sprt.elo1 if self.ratio > 0 else sprt.elo0
        return self.accepted is not None


@dataclass(frozen=True)
class BotStanding:
    """A bot over all its games: *wins* is the share that it won, *place* the mean of its places.

    Both are ``None`` before its first game. *faults* counts the games that it lost by a fault.
    """

    bot: str
    games: int
    wins: float | None
    place: float | None
    faults: int


@dataclass(frozen=True)
class PairStanding:
    """Two bots against each other, from the side of the first one.

    *pairs* counts its pairs of 0, 1/2, 1, 3/2 and 2 points; *elo* follows from them.
    """

    bots: tuple[str, str]
    won: int
    drawn: int
    lost: int
    pairs: tuple[int, ...]
    elo: Elo | None


@dataclass(frozen=True)
class Standings:
    """The whole result. *pairs* is empty unless two play; *test* is ``None`` without a test.

    *faults* are the games that a bot lost by a fault, *failed* those that do not count.
    """

    games: int
    bots: list[BotStanding]
    pairs: list[PairStanding]
    faults: list[GameOutcome]
    failed: list[GameOutcome]
    test: SequentialTest | None


def standings(tournament: Tournament, outcomes: Outcomes) -> Standings:
    """The standings after *outcomes*, without the games that a sequential test did not need."""
    test = SequentialTest(tournament) if tournament.sprt else None
    if test and test.update(outcomes):
        needed = test.rounds * tournament.round_size
        outcomes = {number: end for number, end in outcomes.items() if number < needed}
    finished = [outcomes[number] for number in sorted(outcomes)]
    counted = [outcome for outcome in finished if outcome.counts]
    match_ups = range(len(tournament.match_ups)) if tournament.is_paired else ()
    return Standings(
        len(counted),
        [_bot_standing(tournament, counted, bot) for bot in range(len(tournament.bots))],
        [_pair_standing(tournament, outcomes, match_up) for match_up in match_ups],
        [outcome for outcome in counted if outcome.at_fault is not None],
        [outcome for outcome in finished if not outcome.counts],
        test,
    )


def _bot_standing(tournament: Tournament, counted: list[GameOutcome], bot: int) -> BotStanding:
    games = faults = 0
    points, places = 0.0, []
    for outcome in counted:
        shared = shares(outcome, tournament.players)
        placed = placements(outcome, tournament.players)
        own = [s for s, sitting in enumerate(tournament.seats(outcome.number)) if sitting == bot]
        games += bool(own)
        faults += outcome.at_fault in own
        points += sum(shared[seat] for seat in own)
        places += [placed[seat] for seat in own]
    return BotStanding(
        tournament.bots[bot],
        games,
        points / games if games else None,
        sum(places) / len(places) if places else None,
        faults,
    )


def _pair_standing(tournament: Tournament, outcomes: Outcomes, match_up: int) -> PairStanding:
    counts = [0] * 5
    won = drawn = lost = 0
    first, second = tournament.match_ups[match_up]
    for meeting, numbers in tournament.rounds():
        if meeting != match_up:
            continue
        points = pair_points(tournament, outcomes, numbers)
        if points is not None:
            counts[int(2 * points)] += 1
        for number in numbers:
            if number in outcomes and outcomes[number].counts:
                own = shares(outcomes[number], 2)[tournament.seats(number).index(first)]
                won, drawn, lost = won + (own == 1), drawn + (own == 0.5), lost + (own == 0)
    bots = (tournament.bots[first], tournament.bots[second])
    return PairStanding(bots, won, drawn, lost, tuple(counts), elo(counts) if any(counts) else None)


PairCounts: TypeAlias = Sequence[int]
"""The numbers of pairs that brought 0, 1/2, 1, 3/2 and 2 points."""

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean points of a game in such a pair."""

Z95: Final = 1.959964
"""Standard errors to either side of the mean that hold 95 %."""

ACCEPTED: Final = math.log(19)
"""The log-likelihood ratio that decides, either way: both errors are 5 %."""

DOUBT: Final = 2
EVEN_VARIANCE: Final = 1 / 8
"""The variance is measured as if there were ``DOUBT`` more pairs, of two even bots that never draw.
Else a few pairs that end alike would give an exact strength."""


class Elo(NamedTuple):
    """A difference in strength, and the ends of its 95 % interval; they can be infinite."""

    elo: float
    low: float
    high: float


def score_at(elo: float) -> float:
    """The expected share of points of a player who is *elo* stronger, from 0 to 1."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_at(score: float) -> float:
    """The strength that gives the share *score*: the inverse of ``score_at``."""
    if not 0 < score < 1:
        return math.inf if score > 0 else -math.inf
    return -400 * math.log10(1 / score - 1)


def elo_words(elo: float) -> str:
    """A difference in strength as text; it can be infinite."""
    return f"{round(elo) + 0:+}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"


def bounded_elo_words(found: Elo) -> str:
    """A difference in strength with its interval, as text."""
    elo, low, high = map(elo_words, found)
    return _("{elo} ({low} to {high})").format(elo=elo, low=low, high=high)


def mean(counts: PairCounts) -> float:
    """The mean share of points, from 0 to 1. *counts* has at least one pair."""
    return sum(score * count for score, count in zip(SCORES, counts, strict=True)) / sum(counts)


def variance(counts: PairCounts) -> float:
    """The variance of a pair's share of points, with the doubt of ``EVEN_VARIANCE``."""
    middle = mean(counts)
    squares = sum(
        count * (score - middle) ** 2 for score, count in zip(SCORES, counts, strict=True)
    )
    return (squares + DOUBT * EVEN_VARIANCE) / (sum(counts) + DOUBT)


def elo(counts: PairCounts) -> Elo:
    """The strength of the player whose points *counts* are. *counts* has at least one pair."""
    middle = mean(counts)
    error = Z95 * math.sqrt(variance(counts) / sum(counts))
    return Elo(elo_at(middle), elo_at(middle - error), elo_at(middle + error))


def log_likelihood_ratio(counts: PairCounts, elo0: float, elo1: float) -> float:
    """The logarithm of how much likelier *elo1* is than *elo0*; assumes normal means of pairs."""
    pairs = sum(counts)
    if not pairs:
        return 0.0
    score0, score1 = score_at(elo0), score_at(elo1)
    distance = (score1 - score0) * (2 * mean(counts) - score0 - score1)
    return pairs * distance / (2 * variance(counts))
