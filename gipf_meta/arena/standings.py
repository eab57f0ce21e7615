"""The standings of a tournament: places, points, pairs, and whether its test has decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gipf_meta.arena.rating import ACCEPTED, Elo, elo, log_likelihood_ratio
from gipf_meta.arena.referee import Outcome
from gipf_meta.arena.schedule import Tournament

Outcomes = Mapping[int, Outcome]
"""Finished games by their number."""


def shares(outcome: Outcome, players: int) -> list[float]:
    """The share of the one point for each seat: winners share it; in a draw all seats do."""
    winners = outcome.winners or tuple(range(players))
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def placements(outcome: Outcome, players: int) -> list[float]:
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
    """Two bots against each other, as the first one sees it.

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
    faults: list[Outcome]
    failed: list[Outcome]
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


def _bot_standing(tournament: Tournament, counted: list[Outcome], bot: int) -> BotStanding:
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
