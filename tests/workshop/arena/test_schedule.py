"""The games of a tournament: who meets whom, who sits where, from which seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gipf_meta.workshop.arena.schedule import ArenaError, Sprt, Tournament


def tournament(*bots: str, **others: Any) -> Tournament:
    fields = {"game": "zertz", "rules_version": 1, "options": {}, "players": 2, "games": 4}
    return Tournament(bots=bots, **{**fields, **others})


def test_the_games_of_a_pair_swap_the_seats_and_keep_the_seed() -> None:
    first, second, third, _fourth = map(tournament("a", "b").task, range(4))
    assert first.bots == ("a", "b")
    assert second.bots == ("b", "a")
    assert first.seed == second.seed != third.seed
    assert first.opening == second.opening == 2


def test_each_of_three_bots_meets_each() -> None:
    played = tournament("a", "b", "c")
    assert played.total == 12
    met = Counter(played.task(number).bots for number in range(played.total))
    assert met == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 2
    )


@pytest.mark.parametrize(("bots", "players"), [("ab", 4), ("abc", 3), ("abc", 4), ("abcde", 4)])
def test_every_bot_of_a_match_up_has_every_seat_equally_often(bots: str, players: int) -> None:
    played = tournament(*bots, players=players, games=min(len(bots), players))
    for seat in range(players):
        sat = Counter(played.task(number).bots[seat] for number in range(played.total))
        assert set(sat) == set(bots)
        assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("bots", "players"), [("ab", 2), ("abc", 2), ("abc", 4), ("abcde", 4)])
def test_rounds_and_numbers_are_inverse(bots: str, players: int) -> None:
    played = tournament(*bots, players=players, games=2 * min(len(bots), players))
    numbers = [number for _match_up, numbers in played.rounds() for number in numbers]
    assert numbers == list(range(played.total))
    for number in numbers:
        assert number in played.numbers(*played.round_of(number))


def test_another_seed_is_another_tournament() -> None:
    assert tournament("a", "b").task(0).seed != tournament("a", "b", seed=2).task(0).seed


@pytest.mark.parametrize(
    ("bots", "others", "sentence"),
    [
        ("a", {}, "two bots"),
        ("ab", {"games": 3}, "multiple of 2"),
        ("ab", {"games": 0}, "multiple of 2"),
        ("abc", {"games": 4, "players": 3}, "multiple of 3"),
        ("ab", {"opening": -1}, "0 turns or more"),
        ("ab", {"limit_ms": 0}, "more than 0 seconds"),
        ("abc", {"sprt": Sprt(0, 10)}, "two bots"),
        ("ab", {"sprt": Sprt(0, 10), "players": 4}, "a game for two"),
        ("ab", {"sprt": Sprt(10, 10)}, "ELO0 is less than ELO1"),
        ("ab", {"sprt": Sprt(0, float("nan"))}, "ELO0 is less than ELO1"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: str, others: Any, sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        tournament(*bots, **others).check()
