"""Games whose states and moves are no values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from gipf_meta import (
    Choice,
    Game,
    Over,
    Status,
    View,
    turn,
)
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, Nim


@dataclass(unsafe_hash=True)
class Loose:
    """A state that can be changed."""

    left: int = 7
    seat: int = 0
    number: int = 1
    log: list[int] = field(default_factory=list, compare=False)


class Counting(Game[Any, Any]):
    """Take 1 or 2 of seven, the last one wins; its states are to be spoilt."""

    id: ClassVar[str] = "counting"
    title: ClassVar[str] = "Counting"
    tagline: ClassVar[str] = "Take one or two."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    def start(self, seats: int) -> Any:
        return Loose()

    def status(self, state: Any) -> Status[Any]:
        if state.left <= 0:
            return Over((1 - state.seat,), "counted")
        return turn(state.seat, state.number)

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        return (1, 2) if self.status(state) == turn(seat, state.number) else ()

    def apply(self, state: Any, move: Any) -> Any:
        return Loose(state.left - move, 1 - state.seat, state.number + 1)

    def format(self, state: Any, move: Any) -> str:
        return str(move)

    def view(self, state: Any, seat: int | None) -> View:
        seats = (0, 1) if seat is None else (seat,)
        moves = [str(move) for one in seats for move in self.legal_moves(state, one)]
        choices = tuple(Choice(move, (move,), f"take {move}") for move in moves)
        return View(points=(), choices=choices, caption=f"{state.left}.", prompt="Take.")


@found_by("states_and_moves_are_frozen", "frozen dataclasses")
class CanBeChanged(Counting):
    pass


class HoldsAList(NamedTuple):
    """A state with a list in it."""

    left: int = 7
    seat: int = 0
    number: int = 1
    log: Any = ()


@found_by("states_and_moves_are_frozen", "tuples")
@found_by("states_and_moves_are_told_apart_by_value", "hash")
class ListInside(Counting):
    def start(self, seats: int) -> Any:
        return HoldsAList(log=[])

    def apply(self, state: Any, move: Any) -> Any:
        return HoldsAList(state.left - move, 1 - state.seat, state.number + 1, [*state.log, move])


@found_by("states_and_moves_are_told_apart_by_value", "hash")
class UnhashableMoves(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[Any]:
        return [[move] for move in super().legal_moves(state, seat)]

    def apply(self, state: Heaps, move: Any) -> Heaps:
        return super().apply(state, move[0])

    def format(self, state: Heaps, move: Any) -> str:
        return str(move[0])


@dataclass(frozen=True, eq=False)
class ById:
    """A state that equals itself alone."""

    left: int = 7
    seat: int = 0
    number: int = 1


@found_by("states_and_moves_are_told_apart_by_value", "equal")
class EqualByIdentity(Counting):
    def start(self, seats: int) -> Any:
        return ById()

    def apply(self, state: Any, move: Any) -> Any:
        return ById(state.left - move, 1 - state.seat, state.number + 1)


@dataclass(frozen=True)
class Lax:
    """A state that leaves out of comparison what counts."""

    left: int = 7
    seat: int = field(default=0, compare=False)
    number: int = field(default=1, compare=False)


@found_by("states_and_moves_are_told_apart_by_value", "__eq__")
class EqualTooSoon(Counting):
    def start(self, seats: int) -> Any:
        return Lax()

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        return ("wait", 1, 2) if super().legal_moves(state, seat) else ()

    def apply(self, state: Any, move: Any) -> Any:
        left = state.left - (0 if move == "wait" else move)
        return Lax(left, 1 - state.seat, state.number + 1)


@found_by("old_states_stay_as_they_were", "apply")
class AppliesInPlace(Counting):
    def apply(self, state: Any, move: Any) -> Any:
        state.log.append(move)
        return Loose(state.left - move, 1 - state.seat, state.number + 1)


@found_by("old_states_stay_as_they_were", "apply")
class SharesAList(Counting):
    def apply(self, state: Any, move: Any) -> Any:
        log = state.log
        after = Loose(state.left - move, 1 - state.seat, state.number + 1, log)
        if after.number == 4:
            log.append(move)
        return after


@found_by("old_states_stay_as_they_were", "view")
class LooksAndChanges(Counting):
    def view(self, state: Any, seat: int | None) -> View:
        state.log.append(1)
        return super().view(state, seat)


@found_by("matches_are_taken_back", "old states")
class ChangesWhatWasPlayed(Counting):
    past: ClassVar[list[Any]] = []

    def start(self, seats: int) -> Any:
        first = Loose()
        self.past[:] = [first]
        return first

    def apply(self, state: Any, move: Any) -> Any:
        self.past[0].log.append(move)
        return super().apply(state, move)
