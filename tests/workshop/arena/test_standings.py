"""The results of games: points, places, pairs, and when a sequential test is over."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Sprt
from gipf_meta.workshop.arena.standings import SequentialTest, placements, shares, standings
from tests.workshop.arena.test_schedule import tournament


def won(number: int, *winners: int, **others: Any) -> GameOutcome:
    return GameOutcome(number=number, winners=winners, reason="test", **others)


@pytest.mark.parametrize(
    ("outcome", "points", "places"),
    [
        (won(0, 1), [0, 1, 0, 0], [3, 1, 3, 3]),
        (won(0), [0.25, 0.25, 0.25, 0.25], [2.5, 2.5, 2.5, 2.5]),
        (won(0, 0, 2), [0.5, 0, 0.5, 0], [1.5, 3.5, 1.5, 3.5]),
        (won(0, 3, scores=(10, 30, 20, 40)), [0, 0, 0, 1], [4, 2, 3, 1]),
        (won(0, 3, scores=(20, 30, 20, 40)), [0, 0, 0, 1], [3.5, 2, 3.5, 1]),
        (won(0, 0, 1, scores=(50, 40)), [0.5, 0.5, 0, 0], [1.5, 1.5, 3.5, 3.5]),
    ],
)
def test_points_and_places(outcome: GameOutcome, points: list[float], places: list[float]) -> None:
    assert shares(outcome, 4) == points
    assert placements(outcome, 4) == places


def test_two_bots_seen_from_the_first() -> None:
    # a has seats 0, 1, 0, 1, 0, 1
    ends = [won(0, 0), won(1, 1), won(2, 0), won(3, 0), won(4, 1), won(5)]
    result = standings(tournament("a", "b", games=6), dict(enumerate(ends)))
    (pair,) = result.pairs
    assert (pair.won, pair.drawn, pair.lost) == (3, 1, 2)
    assert pair.pairs == (0, 1, 1, 0, 1)
    assert pair.elo is not None
    assert pair.elo.elo > 0
    assert [(bot.games, bot.wins) for bot in result.bots] == [(6, 3.5 / 6), (6, 2.5 / 6)]
    assert [bot.place for bot in result.bots] == [8.5 / 6, 9.5 / 6]


def test_a_bot_with_several_seats_has_the_points_of_all_of_them() -> None:
    # a b a b, then b a b a
    result = standings(tournament("a", "b", players=4, games=2), {0: won(0, 0, 2), 1: won(1, 0)})
    assert [(bot.bot, bot.games, bot.wins) for bot in result.bots] == [("a", 2, 0.5), ("b", 2, 0.5)]
    assert result.bots[0].place == pytest.approx((1.5 + 1.5 + 3 + 3) / 4)
    assert result.pairs == []


def test_a_game_that_failed_counts_for_nobody_and_nor_does_its_pair() -> None:
    failed = GameOutcome(number=1, reason="broken", counts=False)
    result = standings(
        tournament("a", "b"), {0: won(0, 0), 1: failed, 2: won(2, 0), 3: won(3, 1, at_fault=0)}
    )
    assert result.games == 3
    assert result.failed == [failed]
    assert [bot.faults for bot in result.bots] == [0, 1]
    assert result.pairs[0].won == 3
    assert result.pairs[0].pairs == (0, 0, 0, 0, 1)


def test_nothing_played_is_nothing_known() -> None:
    result = standings(tournament("a", "b"), {})
    assert result.pairs[0].elo is None
    assert result.bots[0].wins is None


class TestTheSequentialTest:
    PLAYED = tournament("a", "b", games=200, sprt=Sprt(0, 100))

    def pairs(self, *firsts: int) -> dict[int, GameOutcome]:
        """Pairs in which a wins so many of two games."""
        ends = {}
        for pair, wins in enumerate(firsts):
            ends[2 * pair] = won(2 * pair, 0 if wins else 1)
            ends[2 * pair + 1] = won(2 * pair + 1, 1 if wins == 2 else 0)
        return ends

    def test_it_stops_for_the_stronger(self) -> None:
        test = SequentialTest(self.PLAYED)
        assert test.update(self.pairs(*[2] * 50))
        assert test.accepted == 100
        assert 1 < test.rounds < 10

    def test_and_for_the_weaker(self) -> None:
        test = SequentialTest(self.PLAYED)
        assert test.update(self.pairs(*[0] * 50))
        assert test.accepted == 0

    def test_it_goes_on_while_nothing_is_clear(self) -> None:
        test = SequentialTest(self.PLAYED)
        assert not test.update(self.pairs(2, 0, 2, 1))
        assert test.rounds == 4
        assert test.accepted is None

    def test_pairs_count_in_their_order_however_they_come_in(self) -> None:
        ends = self.pairs(*[1, 2, 0, 2] * 3, *[2] * 30)
        at_once, one_by_one = SequentialTest(self.PLAYED), SequentialTest(self.PLAYED)
        at_once.update(ends)
        known: dict[int, GameOutcome] = {}
        for number in sorted(ends, reverse=True):
            known[number] = ends[number]
            one_by_one.update(known)
        assert at_once.accepted == 100
        assert (one_by_one.rounds, one_by_one.ratio) == (at_once.rounds, at_once.ratio)

    def test_games_it_did_not_need_are_left_out_of_the_result(self) -> None:
        result = standings(self.PLAYED, self.pairs(*[2] * 10, *[0] * 50))
        assert result.test is not None
        assert result.games == 2 * result.test.rounds
        assert result.pairs[0].lost == 0

    def test_a_pair_that_failed_decides_nothing(self) -> None:
        ends = self.pairs(*[2] * 3)
        ends[0] = GameOutcome(number=0, reason="broken", counts=False)
        test = SequentialTest(self.PLAYED)
        test.update(ends)
        assert (test.rounds, sum(test.counts)) == (3, 2)
