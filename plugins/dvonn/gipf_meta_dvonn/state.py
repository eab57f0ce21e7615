# mypyc: compile
"""The values of DVONN: a position, and the decisions and draws that lead from one to the next.

Sections are those of docs/reference/dvonn.md. Sets of spaces are masks, one bit a space as in
``board``. In a stack (``gipf_meta.height`` and what follows it) 1 is a white piece, 2 a black one,
3 a DVONN piece.

A move is one decision or one draw, and one integer, as ``gipf_meta.move_of`` makes it,
``kind << 12 | a << 6 | b``:

    kind 0    place(space)              the next piece on a vacant space (§3)
    kind 1    stack_onto(from, to)      a stack onto another (§4)
    kind 2    PASS                      where there is no legal move (§4)
    kind 3    draw(piece, space)        luck puts a piece onto a space (§9)
"""

from __future__ import annotations

from typing import Final

from gipf_meta import StackState
from gipf_meta_dvonn.board import FULL

WHITE: Final = 1
BLACK: Final = 2
RED: Final = 3
PIECES: Final = (0, 23, 23, 3)
"""The number of pieces of each colour, by colour (§2)."""

DRAWING: Final = 0
PLACING: Final = 1
STACKING: Final = 2
OVER: Final = 3

PLACE: Final = 0
STACK: Final = 1
DRAW: Final = 3
PASS: Final = 2 << 12


def place(space: int) -> int:
    """The decision to place the next piece on *space*, a bit number."""
    return space


def stack_onto(origin: int, target: int) -> int:
    """The decision to move the stack on *origin* onto the stack on *target*."""
    return STACK << 12 | origin << 6 | target


def draw(piece: int, space: int) -> int:
    """The draw that puts *piece* onto *space*."""
    return DRAW << 12 | piece << 6 | space


def is_draw(move: int) -> bool:
    """Whether *move* is a draw, which luck plays."""
    return move >> 12 == DRAW


def piece_of(move: int) -> int:
    """The piece of a draw."""
    return move >> 6 & 63


class State(StackState):
    """A position. Frozen: every attribute is set once.

    *stacks* has the stack on each bit number. *white* and *black* are the sets of the stacks
    that White and Black own, *dvonn* of those with a DVONN piece. *phase* is ``DRAWING``,
    ``PLACING``, ``STACKING`` or ``OVER``; *seat* (0 White, 1 Black) decides in turn *number*,
    from 1, or would have been next.
    """

    __slots__ = ("black", "dvonn", "white")

    def __init__(
        self,
        stacks: tuple[int, ...],
        white: int,
        black: int,
        dvonn: int,
        phase: int,
        seat: int,
        number: int,
    ) -> None:
        super().__init__(stacks, phase, seat, number)
        self.white: Final = white
        self.black: Final = black
        self.dvonn: Final = dvonn

    @property
    def occupied(self) -> int:
        """The spaces with a stack."""
        return self.white | self.black | self.dvonn

    @property
    def vacant(self) -> int:
        """The spaces without a stack."""
        return FULL & ~(self.white | self.black | self.dvonn)

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.stacks, self.white, self.black, self.dvonn, self.phase, self.seat, self.number,
        )  # fmt: skip
