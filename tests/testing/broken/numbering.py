"""Games whose numbers are wrong, or that show as bits what they hide."""

from __future__ import annotations

from typing import ClassVar

from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, NumberedNim


@found_by("numbers_are_decisions", "turn_moves, and no other")
class NumbersTooMany(NumberedNim):
    def legal_numbers(self, state: Heaps, seat: int) -> int:
        return super().legal_numbers(state, seat) | 1


@found_by("numbers_are_decisions", "apart")
class NumbersAlike(NumberedNim):
    def number_of(self, state: Heaps, move: str) -> int:
        return min(super().number_of(state, move), 3)


@found_by("numbers_are_decisions", "one less")
class NumbersBeyond(NumberedNim):
    decision_count: ClassVar[int] = 4


@found_by("numbers_are_decisions", "inverse")
class NumbersOneWay(NumberedNim):
    def decision_of(self, state: Heaps, number: int) -> str:
        return super().decision_of(state, number ^ 1 if number < 2 else number)


@found_by("luck_has_no_more_outcomes", "the most outcomes", coin=True)
class LuckierThanItSays(NumberedNim):
    outcome_count: ClassVar[int] = 1


@found_by("observations_are_bits", "as many bits")
class SeesTooMuch(NumberedNim):
    observation_shape: ClassVar[tuple[int, ...]] = (2, 4)


@found_by("observations_hide_what_views_hide", "hides", coin=True)
class SeesTheCoin(NumberedNim):
    def observe(self, state: Heaps, seat: int) -> int:
        return int(state.coin == "heads")
