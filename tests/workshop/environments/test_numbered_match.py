"""Matches in which decisions are numbers: small games need none of their own; luck is drawn by the
seed; what is not possible is refused."""

from __future__ import annotations

import pickle
from typing import ClassVar

import pytest

from gipf_meta.duels import Die
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Finder
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.workshop.environments import exploration
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from gipf_meta.workshop.environments.small_games import NotNumbered, small_game


def dice() -> NumberedMatch:
    return NumberedMatch(Die(), 2, Finder())


def test_a_small_game_is_numbered_by_playing_through_it() -> None:
    match = dice()
    assert (match.decision_count, match.legal_numbers(match.begin())) == (1, 1)


@pytest.mark.parametrize("seed", range(3))
def test_luck_draws_what_it_draws_in_a_match_of_that_seed(seed: int) -> None:
    match = dice()
    state, draws = match.begin(), 0
    told = Match.begin(Die(), 2, Finder(), seed)
    while not state.is_over:
        state, draws = match.after_draws(match.after(state, 0), seed, draws)
        told = told.play("roll")
    assert told.result == state.now


def test_what_a_seat_sees_is_told_by_what_its_view_shows() -> None:
    match = dice()
    before = match.begin()
    after, _draws = match.after_draws(match.after(before, 0), 1, 0)
    assert match.observe(before, 0) == match.observe(before, 1) != match.observe(after, 0)


@pytest.mark.parametrize("number", [-1, 1, 10**30])
def test_a_number_that_is_no_decision_is_refused(number: int) -> None:
    match = dice()
    with pytest.raises(IllegalMove, match=f"has the number {number}"):
        match.after(match.begin(), number)


def test_luck_has_as_many_outcomes_as_a_die_has_sides() -> None:
    assert NumberedMatch(Die(sides=20), 2, Finder()).outcome_count == 20


def test_what_was_found_of_a_small_game_is_not_carried_along_but_found_again() -> None:
    numbers = small_game(Die(), 2)
    assert pickle.loads(pickle.dumps(numbers)) is numbers


def test_a_game_with_too_many_ways_through_it_is_not_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "MOST_STEPS", 20)
    with pytest.raises(NotNumbered, match="too large to be played through"):
        small_game(Die(sides=21), 2)


class HalfNumbered(Die):
    """It lacks seven of the nine members."""

    decision_count: ClassVar[int] = 1
    outcome_count: ClassVar[int] = 20


def test_a_game_with_some_of_the_members_is_told_the_missing_ones() -> None:
    with pytest.raises(NotNumbered, match=r"it lacks number_of, .*, observe\."):
        small_game(HalfNumbered(), 2)
