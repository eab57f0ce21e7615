"""Three in a row, with options, a playout and a reference; and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from pydantic import Field

from gipf_meta import (
    SQUARE_PITCH,
    Chance,
    Choice,
    Game,
    OnOff,
    Over,
    Piece,
    Point,
    Status,
    Turn,
    View,
    turn,
)
from tests.testing.broken.defect import found_by

CELLS = tuple(f"{column}{row}" for row in "321" for column in "abc")
ROWS = "a1a2a3 b1b2b3 c1c2c3 a1b1c1 a2b2c2 a3b3c3 a1b2c3 a3b2c1"
LINES = [{line[:2], line[2:4], line[4:]} for line in ROWS.split()]

Cells = tuple[str, ...]
"""The cells in the order in which they were taken; first who begins, where luck draws it."""


class Lines(Game[Cells, str]):
    """Three in a row wins, or loses; luck may draw who begins."""

    id: ClassVar[str] = "lines"
    title: ClassVar[str] = "Lines"
    tagline: ClassVar[str] = "Three in a row."
    seat_names: ClassVar[tuple[str, ...]] = ("X", "O")
    rules_text: ClassVar[str] = "Take turns to mark a free cell. Three marks in a row end it."

    misere: OnOff = Field(default=False, description="Three in a row lose.")
    lots: OnOff = Field(default=False, description="Luck draws who begins.")

    def start(self, seats: int) -> Cells:
        return () if self.lots else ("X",)

    def mover(self, state: Cells) -> int:
        """The seat that marks the next cell."""
        return ("XO".index(state[0]) + len(state) - 1) % 2

    def status(self, state: Cells) -> Status[str]:
        if not state:
            return Chance((("X", 1), ("O", 1)))
        last = 1 - self.mover(state)
        if any(line <= {*state[-1:0:-2]} for line in LINES):
            return Over((1 - last if self.misere else last,), "three in a row")
        if len(state) > len(CELLS):
            return Over((), "board full")
        return turn(self.mover(state), len(state))

    def legal_moves(self, state: Cells, seat: int) -> Sequence[str]:
        if not isinstance(self.status(state), Turn) or seat != self.mover(state):
            return ()
        return tuple(cell for cell in CELLS if cell not in state)

    def apply(self, state: Cells, move: str) -> Cells:
        return (*state, move)

    def format(self, state: Cells, move: str) -> str:
        return move

    def view(self, state: Cells, seat: int | None) -> View:
        now = self.status(state)
        due = now.seat if isinstance(now, Turn) else 0
        first = "XO".index(state[0]) if state else 0
        return View(
            points=tuple(Point(cell, n % 3, n // 3, "cell") for n, cell in enumerate(CELLS)),
            pieces=tuple(
                Piece(cell, "disc", f"p{(first + n) % 2 + 1}", "XO"[(first + n) % 2])
                for n, cell in enumerate(state[1:])
            ),
            choices=tuple(
                Choice(cell, (cell,), f"mark {cell}")
                for cell in self.legal_moves(state, due if seat is None else seat)
            ),
            caption="" if state else "Luck draws who begins.",
            prompt="Mark a free cell." if isinstance(now, Turn) else "",
            pitch=SQUARE_PITCH,
            tile="square",
        )


class FastLines(Lines):
    """The same, with a short cut to the end and the rules written a second time."""

    id: ClassVar[str] = "fast_lines"

    def playout(self, state: Cells, rng: Random) -> tuple[float, ...]:
        while not isinstance(now := self.status(state), Over):
            outcomes = "XO" if isinstance(now, Chance) else self.legal_moves(state, now.seat)  # type: ignore[union-attr]
            state = self.apply(state, rng.choice(outcomes))
        if not now.winners:
            return (0.0, 0.0)
        return (1.0, -1.0) if now.winners == (0,) else (-1.0, 1.0)

    def reference_moves(self, state: Cells, seat: int) -> Sequence[str]:
        now = self.status(state)
        mine = isinstance(now, Turn) and now.seat == seat
        return [cell for cell in CELLS if mine and state.count(cell) == 0]


@found_by("playouts_end_as_games_end", "each as likely as the other")
class PlayoutGivesDrawsToOneSeat(FastLines):
    def playout(self, state: Cells, rng: Random) -> tuple[float, ...]:
        told = super().playout(state, rng)
        over = isinstance(self.status(state), Over)
        return told if over or any(told) else (1.0, -1.0)


@found_by("playouts_end_as_games_end", "each as likely as the other")
class PlayoutUsesHalfOfASeatsMoves(FastLines):
    def playout(self, state: Cells, rng: Random) -> tuple[float, ...]:
        while isinstance(now := self.status(state), Turn):
            moves = self.legal_moves(state, now.seat)
            half = moves[: (len(moves) + 1) // 2] if now.seat else moves
            state = self.apply(state, rng.choice(half))
        return super().playout(state, rng)


@found_by("legal_moves_are_those_of_the_reference", "one of the two")
class ForgetsAMove(FastLines):
    def legal_moves(self, state: Cells, seat: int) -> Sequence[str]:
        moves = super().legal_moves(state, seat)
        return tuple(move for move in moves if len(moves) == 1 or move != "c1" or len(state) < 4)


@found_by("laws_hold_with_other_options", "whole number")
class HalfWeightsUnderAnOption(Lines):
    def status(self, state: Cells) -> Any:
        return super().status(state) if state else Chance((("X", 0.5), ("O", 0.5)))  # type: ignore[arg-type]


@found_by("laws_hold_with_other_options", "The law: ")
class LosesTheWinnerUnderAnOption(Lines):
    def status(self, state: Cells) -> Status[str]:
        now = super().status(state)
        return Over((2,), now.reason) if isinstance(now, Over) and self.misere else now
