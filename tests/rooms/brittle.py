"""Two games that break: one when it is shown, played or left alone, the other when time passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from gipf_meta import Choice, Game, Over, Status, View, turn
from tests.small_games.fuse import Burning, Fuse


class Brittle(Game[int, str]):
    """Four nods, and the second player has won; but the game *breaks* after the second."""

    id: ClassVar[str] = "brittle"
    title: ClassVar[str] = "Brittle"
    tagline: ClassVar[str] = "Handle with care."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    breaks: Literal["never", "view", "apply", "status"] = "never"

    def start(self, seats: int) -> int:
        return 0

    def status(self, state: int) -> Status[str]:
        if self.breaks == "status" and state == 2:
            raise ZeroDivisionError("status")
        return Over((1,), "nodded") if state == 4 else turn(state % 2, state + 1)

    def legal_moves(self, state: int, seat: int) -> Sequence[str]:
        return ("nod",) if state < 4 and seat == state % 2 else ()

    def apply(self, state: int, move: str) -> int:
        if self.breaks == "apply" and state == 1:
            raise ZeroDivisionError("apply")
        return state + 1

    def format(self, state: int, move: Any) -> str:
        return str(move)

    def view(self, state: int, seat: int | None) -> View:
        if self.breaks == "view" and state == 2:
            raise ZeroDivisionError("view")
        seat = state % 2 if seat is None else seat
        moves = self.legal_moves(state, seat)
        return View(points=(), choices=tuple(Choice(move, (move,), move) for move in moves))


class Blast(Fuse):
    """A fuse that nobody can watch burning to its end: half of it breaks the game."""

    id: ClassVar[str] = "blast"
    title: ClassVar[str] = "Blast"

    def advance(self, state: Burning, ms: int) -> Burning:
        later = super().advance(state, ms)
        if later.left_ms < self.fuse_ms // 2:
            raise ZeroDivisionError("advance")
        return later
