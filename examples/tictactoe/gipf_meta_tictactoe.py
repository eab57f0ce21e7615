"""Tic-tac-toe for gipf_meta: the smallest game worth playing."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import SQUARE_PITCH, Choice, Over, Piece, Point, RulesGame, Turn, View, hookimpl

PROTOCOL = "1.0"
CELLS = tuple(f"{column}{row}" for row in "321" for column in "abc")
ROWS = "a1a2a3 b1b2b3 c1c2c3 a1b1c1 a2b2c2 a3b3c3 a1b2c3 a3b2c1"
LINES = [{line[:2], line[2:4], line[4:]} for line in ROWS.split()]

State = tuple[str, ...]
"""The cells that were taken, in the order they were taken."""


class TicTacToe(RulesGame[State, str]):
    """Three in a row, on a board of nine cells. A move is the name of a cell."""

    id = "tictactoe"
    title = "Tic-tac-toe"
    tagline = "Get three of your marks in a row."
    seat_names = ("X", "O")
    rules_text = "Take turns to mark a free cell. Three marks in a row win."

    def start(self, seats: int) -> State:
        """The start: no cell is taken."""
        return ()

    def turn_of(self, state: State) -> Turn:
        """The seat on turn: both take turns."""
        return Turn(seat=len(state) % 2, number=len(state) + 1)

    def ending(self, state: State) -> Over | None:
        """The end if the last cell makes three in a row, or the board is full: a draw."""
        last = (len(state) - 1) % 2
        if any(line <= set(state[last::2]) for line in LINES):
            return Over((last,), "three in a row")
        return Over((), "board full") if len(state) == len(CELLS) else None

    def moves(self, state: State) -> Sequence[str]:
        """The free cells."""
        return [cell for cell in CELLS if cell not in state]

    def apply(self, state: State, move: str) -> State:
        """The cells after *move*."""
        return (*state, move)

    def picture(self, state: State, moves: Sequence[str]) -> View:
        """The board, with a choice for each of *moves*."""
        return View(
            points=tuple(Point(cell, n % 3, n // 3, "cell") for n, cell in enumerate(CELLS)),
            pieces=tuple(
                Piece(cell, "disc", f"p{n % 2 + 1}", "XO"[n % 2]) for n, cell in enumerate(state)
            ),
            choices=tuple(Choice(cell, (cell,), f"mark {cell}") for cell in moves),
            prompt="" if self.ending(state) else "Mark a free cell.",
            pitch=SQUARE_PITCH,
            tile="square",
        )


@hookimpl
def games() -> list[type[TicTacToe]]:
    """The game that this plugin brings."""
    return [TicTacToe]
