"""Tic-tac-toe for gipf_meta: the smallest game worth playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_meta import SQUARE_PITCH, Choice, Game, Over, Piece, Point, Status, View, hookimpl, turn

PROTOCOL = "1.0"
CELLS = tuple(f"{column}{row}" for row in "321" for column in "abc")
ROWS = "a1a2a3 b1b2b3 c1c2c3 a1b1c1 a2b2c2 a3b3c3 a1b2c3 a3b2c1"
LINES = [{line[:2], line[2:4], line[4:]} for line in ROWS.split()]

State = tuple[str, ...]
"""The cells that were taken, in the order they were taken."""


class TicTacToe(Game[State, str]):
    """Three in a row, on a board of nine cells."""

    id: ClassVar[str] = "tictactoe"
    title: ClassVar[str] = "Tic-tac-toe"
    tagline: ClassVar[str] = "Get three of your marks in a row."
    seat_names: ClassVar[tuple[str, ...]] = ("X", "O")
    rules_text: ClassVar[str] = "Take turns to mark a free cell. Three marks in a row win."

    def start(self, seats: int) -> State:
        """No cell is taken."""
        return ()

    def status(self, state: State) -> Status[str]:
        """The seat that marks a cell next, or the end."""
        last = (len(state) - 1) % 2
        if any(line <= set(state[last::2]) for line in LINES):
            return Over((last,), "three in a row")
        if len(state) == len(CELLS):
            return Over((), "board full")
        return turn(seat=len(state) % 2, number=len(state) + 1)

    def legal_moves(self, state: State, seat: int) -> Sequence[str]:
        """The free cells, if it is the turn of *seat*."""
        if self.status(state) != turn(seat, len(state) + 1):
            return ()
        return [cell for cell in CELLS if cell not in state]

    def apply(self, state: State, move: str) -> State:
        """The cells after *move*."""
        return (*state, move)

    def format(self, state: State, move: str) -> str:
        """The move itself is its text."""
        return move

    def view(self, state: State, seat: int | None) -> View:
        """The board; the seat whose turn it is has choices, and so has ``None``."""
        return View(
            points=tuple(Point(cell, n % 3, n // 3, "cell") for n, cell in enumerate(CELLS)),
            pieces=tuple(
                Piece(cell, "disc", f"p{n % 2 + 1}", "XO"[n % 2]) for n, cell in enumerate(state)
            ),
            choices=tuple(
                Choice(cell, (cell,), f"mark {cell}")
                for cell in self.legal_moves(state, len(state) % 2 if seat is None else seat)
            ),
            prompt="" if isinstance(self.status(state), Over) else "Mark a free cell.",
            pitch=SQUARE_PITCH,
            tile="square",
        )


@hookimpl
def games() -> list[type[TicTacToe]]:
    """The game that this plugin brings."""
    return [TicTacToe]
