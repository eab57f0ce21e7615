"""A small game that asks for duels: each turn a player claims a number, the other allows it or
challenges, a duel decides, and only then the number is named. Three points win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from gipf_meta import BadNotation, Choice, Duel, Game, IllegalMove, Over, Status, Turn, View, turn


class Wagered(NamedTuple):
    """Points, whose turn it is, its number, and how far the claim has come."""

    points: tuple[int, int] = (0, 0)
    seat: int = 0
    number: int = 1
    phase: str = "claim"
    attempts: int = 0


class Wager(Game[Wagered, Any]):
    id: ClassVar[str] = "wager"
    title: ClassVar[str] = "Wager"
    tagline: ClassVar[str] = "Claim a number, and defend it in a duel if you must."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    duel: str = "die"
    duel_options: dict[str, Any] = {}
    goal: int = 3

    def start(self, seats: int) -> Wagered:
        return Wagered()

    def status(self, state: Wagered) -> Status[Any]:
        for seat in (0, 1):
            if state.points[seat] >= self.goal:
                return Over((seat,), "goal")
        other = 1 - state.seat
        if state.phase == "answer":
            return turn(other, state.number)
        if state.phase == "duel":
            return Duel(self.duel, (other, state.seat), state.seat, self.duel_options)
        return turn(state.seat, state.number)

    def legal_moves(self, state: Wagered, seat: int) -> Sequence[Any]:
        now = self.status(state)
        if not isinstance(now, Turn) or now.seat != seat:
            return ()
        return {
            "claim": ("claim",),
            "answer": ("allow", "challenge"),
            "name": ("one", "two"),
        }[state.phase]

    def apply(self, state: Wagered, move: Any) -> Wagered:
        if isinstance(move, tuple):
            if move[1] is None:
                return state._replace(attempts=state.attempts + 1)
            if move[1] == state.seat:
                return state._replace(phase="name")
            return self._passed(state, 0)
        if move in ("one", "two"):
            return self._passed(state, 1 if move == "one" else 2)
        return state._replace(phase={"claim": "answer", "allow": "name", "challenge": "duel"}[move])

    def _passed(self, state: Wagered, gain: int) -> Wagered:
        points = list(state.points)
        points[state.seat] += gain
        return Wagered((points[0], points[1]), 1 - state.seat, state.number + 1)

    def settle(self, state: Wagered, winner: int | None, game: str) -> Any:
        return (game, winner)

    def format(self, state: Wagered, move: Any) -> str:
        return move if isinstance(move, str) else f"{move[0]}:{move[1]}"

    def parse(self, state: Wagered, seat: int, text: str) -> Any:
        if text not in ("claim", "allow", "challenge", "one", "two"):
            raise BadNotation(f"{text!r} is no word of this game.")
        if text not in self.legal_moves(state, seat):
            raise IllegalMove(f"{text!r} is not asked now.")
        return text

    def parse_turn(self, state: Wagered, text: str) -> tuple[Any, ...]:
        words = text.split("+")
        if words[0] != "claim" or words[-1] not in ("one", "two"):
            raise BadNotation(f"{text!r} is no turn of this game.")
        return ("claim", "allow", words[-1])

    def evaluate(self, state: Wagered, seat: int) -> float:
        return (state.points[seat] - state.points[1 - seat]) / 6

    def to_text(self, state: Wagered, ended: Over | None = None) -> str:
        side = "-" if ended else str(state.seat)
        return f"{state.points[0]}:{state.points[1]} {side} {state.phase}"

    def from_text(self, text: str) -> Wagered:
        raise BadNotation(f"{text!r} is no position.")

    def view(self, state: Wagered, seat: int | None) -> View:
        now = self.status(state)
        decides = isinstance(now, Turn) and seat in (None, now.seat)
        legal = self.legal_moves(state, now.seat) if decides else ()
        return View(
            points=(),
            choices=tuple(Choice(move, (move,), f"say {move}") for move in legal),
            caption=f"{state.points[0]} to {state.points[1]}.",
            prompt="Say one of the words.",
            stakes=self._stakes(state),
        )

    def _stakes(self, state: Wagered) -> tuple[str, ...]:
        if state.phase != "duel":
            return ()
        name, other = self.seat_names[state.seat], self.seat_names[1 - state.seat]
        return (
            f"{other} doubts the claim of {name}.",
            f"If {name} wins the duel, {name} names the number; else nothing is named.",
        )
