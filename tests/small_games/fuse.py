"""A small game in which time acts: the player on turn when the fuse has burnt down has lost.

The player who waits may trim the fuse once a turn. It names everything a host must get right:
deadlines, decisions out of turn, things that happen by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from gipf_meta import Choice, Game, IllegalMove, Lesson, Over, Page, Turn, View, turn


class Burning(NamedTuple):
    """The turn, how long the fuse still burns, whether it was trimmed, and who has lost."""

    number: int
    left_ms: int
    trimmed: bool = False
    lost: int | None = None


class Fuse(Game[Burning, str]):
    id: ClassVar[str] = "fuse"
    title: ClassVar[str] = "Fuse"
    tagline: ClassVar[str] = "Hand it on before it is burnt down."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    fuse_ms: int = 1000
    lit: bool = True
    turns: int = 50

    @property
    def real_time(self) -> bool:
        return self.lit

    def start(self, seats: int) -> Burning:
        return Burning(1, self.fuse_ms)

    def status(self, state: Burning) -> Turn | Over:
        if state.lost is not None:
            return Over((1 - state.lost,), "burnt")
        if state.number > self.turns:
            return Over((), "boredom")
        return turn((state.number - 1) % 2, state.number)

    def legal_moves(self, state: Burning, seat: int) -> Sequence[str]:
        now = self.status(state)
        if isinstance(now, Over):
            return ()
        if seat == now.seat:
            return ("pass",)
        return () if state.trimmed else ("trim",)

    def turn_moves(self, state: Burning, seat: int) -> Sequence[str]:
        return [move for move in self.legal_moves(state, seat) if move == "pass"]

    def apply(self, state: Burning, move: str) -> Burning:
        if move == "trim":
            return state._replace(left_ms=state.left_ms // 2, trimmed=True)
        return Burning(state.number + 1, self.fuse_ms)

    def format(self, state: Burning, move: str) -> str:
        return move

    def parse(self, state: Burning, seat: int, text: str) -> str:
        if text not in self.legal_moves(state, seat):
            raise IllegalMove(f"{self.seat_names[seat]} cannot {text} now.")
        return text

    def evaluate(self, state: Burning, seat: int) -> float:
        """A short fuse is good for the player who is not on turn."""
        now = self.status(state)
        if isinstance(now, Over):
            return 0.0 if not now.winners else 1.0 if seat in now.winners else -1.0
        worth = state.left_ms / self.fuse_ms / 2
        return worth if seat == now.seat else -worth

    def advance(self, state: Burning, ms: int) -> Burning:
        if isinstance(self.status(state), Over):
            return state
        if ms < state.left_ms:
            return state._replace(left_ms=state.left_ms - ms)
        return state._replace(left_ms=0, lost=(state.number - 1) % 2)

    def deadline(self, state: Burning) -> int | None:
        return None if isinstance(self.status(state), Over) else state.left_ms

    def happenings(self, state: Burning, move: str | None = None, ms: int = 0) -> Sequence[str]:
        if move is None and state.lost is None and self.advance(state, ms).lost is not None:
            return ("The fuse is burnt down.",)
        return ()

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        pages = (
            Page("The fuse burns for a second. Hand it on.", asked=("pass",)),
            Page("Trim it while Right has it: half of it goes.", asked=("trim",), ms=400),
            Page("Right hands it on in time.", answer=("pass",)),
            Page("Too late! Left has lost.", ms=1000),
        )
        return (Lesson("first", "A first fuse", "Hand it on, trim it, burn.", pages),)

    def view(self, state: Burning, seat: int | None) -> View:
        seats = [one for one in (0, 1) if seat in (None, one)]
        moves: list[Any] = [move for one in seats for move in self.legal_moves(state, one)]
        return View(
            points=(),
            choices=tuple(Choice(move, (move,), move) for move in moves),
            caption=f"The fuse burns {state.left_ms} ms.",
            prompt="Pass it on." if moves else "",
        )
