"""Games that ask something outside, or remember."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pydantic import Field

from gipf_meta import (
    OnOff,
    Status,
    View,
)
from gipf_meta.base.clock import RealClock
from tests.small_games.fuse import Burning
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, Nim, SoundFuse, changed
from tests.testing.broken.values import Counting, HoldsAList

_calls: Iterator[int] = iter(range(10**9))


@found_by("equal_questions_have_equal_answers", "legal_moves")
class TurnsMovesAround(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state, seat)[:: 1 if next(_calls) % 2 else -1]


@found_by("equal_questions_have_equal_answers", "view")
class CountsItsViews(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return View(view.points, choices=view.choices, caption=f"{next(_calls)}.", prompt="Say.")


@found_by("answers_depend_on_the_state_alone", "keep nothing")
class RemembersTheLast(Nim):
    last: ClassVar[list[Heaps]] = []

    def apply(self, state: Heaps, move: str) -> Heaps:
        self.last[:] = [super().apply(state, move)]
        return self.last[0]

    def start(self, seats: int) -> Heaps:
        self.last[:] = [super().start(seats)]
        return self.last[0]

    def status(self, state: Heaps) -> Status[str]:
        return super().status(self.last[0])


@found_by("answers_depend_on_the_state_alone", "apply")
class ApplyCounts(Counting):
    made: ClassVar[list[int]] = []

    def start(self, seats: int) -> Any:
        return HoldsAList()

    def apply(self, state: Any, move: Any) -> Any:
        self.made.append(move)
        log = len(self.made) // 10
        return HoldsAList(state.left - move, 1 - state.seat, state.number + 1, log)


@found_by("nothing_comes_from_outside", "advance")
class ReadsTheClock(SoundFuse):
    def advance(self, state: Burning, ms: int) -> Burning:
        passed = RealClock().now_ms() * 0
        return super().advance(state, ms + passed)


@found_by("nothing_comes_from_outside", "Chance")
class DrawsItself(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        return super().apply(state, random.choice((move, move)))


@found_by("nothing_comes_from_outside", "happenings")
class Prints(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        print("played", move)
        return super().apply(state, move)


@found_by("nothing_comes_from_outside", "import")
class ReadsAFile(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        with open(__file__) as file:
            file.readline()
        return super().view(state, seat)


@found_by("answers_depend_on_the_state_alone", "keep nothing")
class KeepsALog(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        self.__dict__.setdefault("log", []).append(move)
        return super().apply(state, move)

    def view(self, state: Heaps, seat: int | None) -> View:
        log = self.__dict__.get("log", ())
        return changed(super().view(state, seat), caption=f"{len(log)} moves were made.")


@found_by("every_process_plays_alike", "sort", size=9)
class SetOrder(Nim):
    # With the state in what is hashed, two processes do not list all states alike by accident.
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        listed = {(state, move) for move in super().legal_moves(state, seat)}
        return tuple(move for _, move in listed)


@found_by("every_process_plays_alike", "view")
class ShowsAnAddress(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), caption=f"{object()!r}.")


_known: dict[tuple[Heaps, int], Sequence[str]] = {}


@found_by("every_process_plays_alike", "keep nothing")
class RemembersForAllOptions(Nim):
    """The legal moves of one game are remembered for another game with other options."""

    last_first: OnOff = Field(default=False, description="Piles are listed backwards.")

    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        if (state, seat) not in _known:
            _known[state, seat] = super().legal_moves(state, seat)[:: -1 if self.last_first else 1]
        return _known[state, seat]


@found_by("every_process_plays_alike", "what ran before")
class DiesElsewhere(Nim):
    def start(self, seats: int) -> Heaps:
        if os.environ.get("PYTHONHASHSEED") == "20011":
            os._exit(9)
        return super().start(seats)
