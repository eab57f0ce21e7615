"""LYNGK decides a duel of GIPF, as any game can (docs/reference/gipf.md §10)."""

from __future__ import annotations

from tests.lucky_duels import check_lucky_duel


def test_a_challenge_is_decided_by_a_game_that_luck_sets_up() -> None:
    check_lucky_duel("lyngk", pieces=43)
