"""A game as plugins were written before there were ``RulesGame`` and ``Option``.

Nothing in it may change: it stands for the plugins of others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from gipf_meta import SQUARE_PITCH, Choice, Game, Over, Piece, Point, Status, View, turn

RULES = """\
Take one, two or three stones from the heap in turn. Whoever takes the last stone wins.
"""


@dataclass(frozen=True, slots=True)
class State:
    """The number of stones left, and the number of the turn, from 1 on."""

    stones: int
    number: int = 1

    @property
    def seat(self) -> int:
        return (self.number - 1) % 2


Move = int
"""The number of stones that are taken: one decision, a frozen value."""


class Stones(Game[State, Move]):
    """The game with its options, which are its fields."""

    id: ClassVar[str] = "stones"
    title: ClassVar[str] = "Stones"
    tagline: ClassVar[str] = "Take the last stone."
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")
    rules_text: ClassVar[str] = RULES
    option_words: ClassVar[Mapping[str, str]] = {
        "stones": "stones in the heap",
        "last": "the last stone",
        "last=wins": "wins",
        "last=loses": "loses",
    }

    stones: int = Field(12, ge=1, le=30, description="how many stones lie in the heap")
    last: Literal["wins", "loses"] = Field("wins", description="what taking the last stone does")

    def start(self, seats: int) -> State:
        return State(self.stones)

    def status(self, state: State) -> Status[Move]:
        if state.stones == 0:
            winner = state.seat if self.last == "loses" else 1 - state.seat
            return Over((winner,), "last stone taken")
        return turn(state.seat, state.number)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        if self.status(state) != turn(seat, state.number):
            return ()
        return range(1, min(3, state.stones) + 1)

    def apply(self, state: State, move: Move) -> State:
        return State(state.stones - move, state.number + 1)

    def format(self, state: State, move: Move) -> str:
        return str(move)

    def view(self, state: State, seat: int | None) -> View:
        places = [f"s{n}" for n in range(1, self.stones + 1)]
        moves = self.legal_moves(state, state.seat if seat is None else seat)
        return View(
            points=tuple(Point(place, x, 0, "dot") for x, place in enumerate(places)),
            pieces=tuple(Piece(place, "disc", "p1", "o") for place in places[: state.stones]),
            # to take two, click the second stone from the end
            choices=tuple(Choice(str(n), (places[state.stones - n],), f"take {n}") for n in moves),
            caption=f"{state.stones} left.",
            prompt="Take one, two or three stones." if moves else "",
            pitch=SQUARE_PITCH,
            tile="square",
        )
