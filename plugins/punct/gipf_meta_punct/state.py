# mypyc: compile
"""The values of PÜNCT: a position, and the decisions that lead from one to the next.

A piece on the board is one integer, ``level << 14 | placement << 1 | seat``, so sorted pieces stand
in the order in which positions are written (docs/reference/punct.md §8). A reserve is one integer,
four bits for each kind.

A turn is two or three decisions: which piece, where its PÜNCT goes, and, unless only one way
is legal there, how the piece is turned. A decision is one integer:

    0 … 5          take_kind(kind)         a new piece of that kind, from the reserve
    256 + space    lift(space)             the own piece whose PÜNCT is on the space
    512 + space    go_to(space)            its PÜNCT goes to the space
    1024 + number  lie_as(placement)       it lies as that placement
"""

from __future__ import annotations

from typing import Final

from gipf_meta import FrozenState, Over
from gipf_meta_punct.board import DOT, MINOR, OTHER, SET, SPACES

LIFT: Final = 256
GO: Final = 512
LIE: Final = 1024

LEVEL_BITS: Final = 14
PLACEMENT_MASK: Final = 8191
COUNT_BITS: Final = 4
COUNT_MASK: Final = 15


def take_kind(kind: int) -> int:
    """The decision to take a piece of *kind* from the reserve."""
    return kind


def lift(space: int) -> int:
    """The decision to lift one's own piece whose PÜNCT is on *space*."""
    return LIFT + space


def go_to(space: int) -> int:
    """The decision that the PÜNCT goes to *space*."""
    return GO + space


def lie_as(placement: int) -> int:
    """The decision that the piece lies as *placement*."""
    return LIE + placement


def piece(placement: int, seat: int, level: int) -> int:
    """A piece of *seat* on the board."""
    return level << LEVEL_BITS | placement << 1 | seat


def placement_of(one: int) -> int:
    """The placement of a piece on the board."""
    return one >> 1 & PLACEMENT_MASK


def level_of(one: int) -> int:
    """The level of a piece on the board; of no piece (-1) it is -1."""
    return one >> LEVEL_BITS


def seat_of(one: int) -> int:
    """The seat that owns a piece on the board."""
    return one & 1


def pack(counts: tuple[int, ...]) -> int:
    """The numbers of pieces of each kind as one integer."""
    packed = 0
    for kind in range(6):
        packed |= counts[kind] << COUNT_BITS * kind
    return packed


def unpack(reserve: int) -> tuple[int, ...]:
    """The numbers of pieces of each kind: the inverse of ``pack``."""
    return tuple([reserve >> COUNT_BITS * kind & COUNT_MASK for kind in range(6)])


def count_pieces(reserve: int) -> int:
    """The number of all pieces in *reserve*."""
    pairs = (reserve & _EVEN_COUNTS) + (reserve >> COUNT_BITS & _EVEN_COUNTS)
    return (pairs + (pairs >> 2 * COUNT_BITS) + (pairs >> 4 * COUNT_BITS)) & 255


_EVEN_COUNTS: Final = 0x0F0F0F
FULL: Final = pack(SET)
"""The reserve before the first turn."""


def lay_out(pieces: tuple[int, ...], without: int = -1) -> list[int]:
    """The highest piece on every space, or -1; *without* one of the *pieces*.

    A piece that is laid later lies higher on every space that it shares.
    """
    tops = [-1] * SPACES
    for one in pieces:
        if one != without:
            placement = one >> 1 & PLACEMENT_MASK
            tops[DOT[placement]] = one
            tops[MINOR[placement]] = one
            tops[OTHER[placement]] = one
    return tops


class State(FrozenState):
    """A position, also inside a turn. Frozen: every attribute is set once.

    *pieces* are sorted. *white* and *black* are the reserves of seats 0 and 1. *seat* moves in
    turn *number* (from 1). *kind* is that of the piece that is chosen (else -1), *lifted* that
    piece if it is on the board (else -1), and *target* the space that its PÜNCT goes to (else
    -1). *seen* are the positions since the last new piece, with the seat on turn: they may be
    repeated (§5). After the end *ending* has the result and the reason, and *seat* would have
    been next. ``tops`` is the highest piece on every space, without the lifted one.
    """

    __slots__ = (
        "black",
        "ending",
        "kind",
        "lifted",
        "number",
        "pieces",
        "seat",
        "seen",
        "target",
        "tops",
        "white",
    )

    def __init__(
        self,
        pieces: tuple[int, ...],
        white: int,
        black: int,
        seat: int,
        number: int,
        kind: int = -1,
        lifted: int = -1,
        target: int = -1,
        seen: tuple[tuple[tuple[int, ...], int], ...] = (),
        ending: Over | None = None,
        tops: list[int] | None = None,
    ) -> None:
        self.pieces: Final = pieces
        self.white: Final = white
        self.black: Final = black
        self.seat: Final = seat
        self.number: Final = number
        self.kind: Final = kind
        self.lifted: Final = lifted
        self.target: Final = target
        self.seen: Final = seen
        self.ending: Final = ending
        self.tops: Final[list[int]] = lay_out(pieces, lifted) if tops is None else tops

    @property
    def reserve(self) -> int:
        """The reserve of the seat that moves."""
        return self.black if self.seat else self.white

    def fields(self) -> tuple[object, ...]:
        """The values that make the position, in the order of the constructor."""
        return (
            self.pieces, self.white, self.black, self.seat, self.number, self.kind, self.lifted,
            self.target, self.seen, self.ending,
        )  # fmt: skip

    def __hash__(self) -> int:
        # without what was seen: that would take longer than all else
        return hash((self.pieces, self.seat, self.number, self.kind, self.lifted, self.target))

    def __repr__(self) -> str:
        return (
            f"State(turn {self.number} of seat {self.seat}, {len(self.pieces)} pieces,"
            f" kind={self.kind}, lifted={self.lifted}, target={self.target},"
            f" ending={self.ending})"
        )
