"""Games whose numbers are wrong, or that show as bits what they hide."""

from __future__ import annotations

from typing import ClassVar

from gipf_meta import Axis, DecisionGroup, Plane, PlaneGroup, groups_in_order, listed_places
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import PILES, Heaps, NumberedNim


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


@found_by("observations_hide_what_views_hide", "hides", coin=True)
class SeesTheCoinLater(NumberedNim):
    """The coin is not seen where it falls, but once a pile is pointed at."""

    def observe(self, state: Heaps, seat: int) -> int:
        return int(state.coin == "heads" and bool(state.pile))


@found_by("numbers_have_names", "a label on each axis")
class NumbersWithoutNames(NumberedNim):
    decisions: ClassVar[tuple[DecisionGroup, ...]] = NumberedNim.decisions[:1]


@found_by("numbers_have_names", "share no number")
class NumbersInTwoGroups(NumberedNim):
    decisions: ClassVar[tuple[DecisionGroup, ...]] = (
        DecisionGroup("point at a pile", (Axis("pile", PILES),)),
        DecisionGroup("take", (Axis("pieces", ("1", "2", "3")),), first=1),
    )


@found_by("numbers_have_names", "a name of its own")
class GroupsOfOneName(NumberedNim):
    decisions: ClassVar[tuple[DecisionGroup, ...]] = groups_in_order(
        [DecisionGroup("take", group.axes) for group in NumberedNim.decisions]
    )


@found_by("planes_have_names", "a name of its own")
class PlanesOfOneName(NumberedNim):
    planes: ClassVar[PlaneGroup] = PlaneGroup(
        tuple([Plane("pile", "count")] * 3), NumberedNim.planes.places
    )


@found_by("planes_have_names", "PlaneGroup of observation_shape")
class PlanesTooFew(NumberedNim):
    planes: ClassVar[PlaneGroup] = PlaneGroup(
        NumberedNim.planes.planes[:2], NumberedNim.planes.places
    )


@found_by("planes_have_names", "its first bits")
class CountsFromBehind(NumberedNim):
    def observe(self, state: Heaps, seat: int) -> int:
        return 2 if state.seat == seat else 0


@found_by("planes_have_names", "the ids of the points")
class PlacesElsewhere(NumberedNim):
    planes: ClassVar[PlaneGroup] = PlaneGroup(
        NumberedNim.planes.planes,
        listed_places("piece", "0123456789", [(0, at) for at in range(10)], "square"),
    )


@found_by("seats_see_alike", "a seat's own")
class SeesTheOtherPile(NumberedNim):
    def observe(self, state: Heaps, seat: int) -> int:
        return super().observe(state._replace(piles=(state.piles[seat], 0)), seat)


@found_by("seats_see_alike", "begins with other")
class OwnWithoutOther(NumberedNim):
    planes: ClassVar[PlaneGroup] = PlaneGroup(
        (Plane("own pile"), *NumberedNim.planes.planes[1:]), NumberedNim.planes.places
    )


@found_by("numbers_have_names", "the decision is about")
class LabelsExchanged(NumberedNim):
    decisions: ClassVar[tuple[DecisionGroup, ...]] = groups_in_order(
        [
            DecisionGroup("point at a pile", (Axis("pile", PILES[::-1]),)),
            *NumberedNim.decisions[1:],
        ]
    )


@found_by("planes_have_names", "empty for others")
class TurnOfTheOther(NumberedNim):
    def observe(self, state: Heaps, seat: int) -> int:
        return super().observe(state, seat) ^ (1023 << 20)
