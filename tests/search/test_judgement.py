"""Judging with errors: the same for each position, small, and never about the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean, stdev
from typing import Any, ClassVar

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import SearchingBot
from gipf_meta.protocol.game import (
    Game,
    Over,
    Turn,
    turn,
)
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta.search.judgement import UNSURE, judgement
from tests.testing.broken.sound import Heaps, Nim


class Stairs(Game[int, int]):
    """One decision, for a state that is worth so many hundredths to the seat that decides."""

    id: ClassVar[str] = "stairs"
    title: ClassVar[str] = "Stairs"
    tagline: ClassVar[str] = "Choose a stair."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")
    stairs: tuple[int, ...] = (0, 50)

    def start(self, seats: int) -> int:
        return 100

    def status(self, state: int) -> Turn | Over:
        return Over((0,), "high enough") if state == 1000 else turn(int(state != 100), 1)

    def legal_moves(self, state: int, seat: int) -> tuple[int, ...]:
        return self.stairs if state == 100 else (1000,)

    def apply(self, state: int, move: int) -> int:
        return move

    def evaluate(self, state: int, seat: int) -> float:
        if state == 1000:
            return 1.0 if seat == 0 else -1.0
        return (state if seat == 0 else -state) / 100


def chosen(blur: float, *stairs: int) -> list[int]:
    """The choices of 200 bots."""
    game = Stairs(stairs=stairs)
    bots = (SearchingBot(nodes=1, blur=blur) for _ in range(200))
    return [bot.choose(Request(game, 100, 0, 2, Random(seed))) for seed, bot in enumerate(bots)]


def test_errors_are_as_large_as_they_are_said_to_be() -> None:
    judge = judgement(Stairs(), 0.04, Random(1))
    assert judge is not None
    errors = [judge(-state, 0) + state / 100 for state in range(80)]
    assert 0.03 < stdev(errors) < 0.05
    assert abs(mean(errors)) < 0.02


def test_a_position_is_judged_alike_whenever_it_is_seen_again() -> None:
    judge = judgement(Stairs(), 0.1, Random(1))
    assert judge is not None
    first = [judge(state, seat) for state in range(9) for seat in range(2)]
    assert first == [judge(state, seat) for state in range(9) for seat in range(2)]
    assert len({*first}) == 18


def test_the_end_of_a_game_is_never_misjudged_and_nothing_else_looks_like_it() -> None:
    judge = judgement(Stairs(), 2.0, Random(1))
    assert judge is not None
    assert (judge(1000, 0), judge(1000, 1)) == (1.0, -1.0)
    assert {judge(state, 0) for state in range(50)} >= {-UNSURE, UNSURE}


def test_without_errors_the_game_itself_is_asked() -> None:
    assert judgement(Stairs(), 0.0, Random(1)) is None


@pytest.mark.parametrize("searched_by", ["tree", "alpha-beta"])
@pytest.mark.parametrize("blur", [0.0, 0.05])
def test_a_game_is_asked_for_all_decisions_at_once_and_who_errs_not_for_what_is_sure(
    searched_by: str, blur: float
) -> None:
    asked = set()

    class Telling(Stairs):
        def legal_moves(self, state: int, seat: int) -> tuple[int, ...]:
            return (*super().legal_moves(state, seat), 10)

        def evaluate_moves(self, state: int, seat: int, moves: Sequence[int]) -> list[float]:
            asked.add("evaluate_moves")
            return [self.evaluate(move, seat) for move in moves]

        def solve(self, state: int) -> float | None:
            asked.add("solve")
            return None

    Telling.searched_by = searched_by
    search_moves(Telling(), 100, 2, Budget(nodes=200), Random(1), blur=blur)
    solves = searched_by == "tree" and not blur
    assert asked == {"evaluate_moves"} | ({"solve"} if solves else set())


def test_a_game_that_judges_nothing_has_no_errors() -> None:
    class Silent(Game[Heaps, str]):
        """No positions are judged."""

        id: ClassVar[str] = "silent"

    assert not hasattr(Silent, "evaluate")
    silent: Any = Silent.model_construct()
    assert judgement(silent, 0.1, Random(1)) is None
    assert judgement(Nim(), 0.1, Random(1)) is not None


def test_who_misjudges_errs_between_what_is_nearly_as_good_and_not_otherwise() -> None:
    assert {*chosen(0.05, 0, 50)} == {50}
    wrong = chosen(0.05, 0, 3).count(0)
    assert 40 < wrong < 90
    assert {*chosen(0.0, 0, 3)} == {3}
