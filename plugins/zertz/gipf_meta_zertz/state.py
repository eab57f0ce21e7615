# mypyc: compile
"""The values of ZÈRTZ: a position, and the decisions that lead from one to the next.

Sections are those of docs/reference/zertz.md. Sets of rings and of marbles are masks, one bit a
ring as in ``HexLattice``. Three counts (white, grey, black) are one integer: see ``pack``.

A move is one decision and one integer, ``kind << 7 | cell``:

    kind 0, 1, 2    place(colour, cell)         a white, grey or black marble (§4)
    kind 3          remove(cell)                a free ring, after placing (§4)
    kind 4 … 9      jump(direction, cell)       of the marble on the cell, 4 + direction (§5)
    kind 10         PASS                        only where ``no_marbles`` is ``pass`` (§7)
    kind 11         TAKEBACK                    only where captures are enforced on demand (§9)
    kind 12, 13     leave(cell), claim(cell)    a newly full region, named by its first ring,
                                                where claims are optional (§11)

``kind_of``, ``cell_of`` and ``direction_of`` read them. One turn is a placement and, where a ring
is free, a removal, and, where claims are optional, one decision for each newly full region; or a
chain of jumps; or a pass; or a takeback.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gipf_meta import FrozenParts, FrozenState, Over
from gipf_meta_zertz.board import CELL_BITS

WHITE: Final = 0
GREY: Final = 1
BLACK: Final = 2

REMOVE: Final = 3
JUMP: Final = 4
#: the kind behind the six directions of jumps
AFTER_JUMPS: Final = JUMP + 6
LEAVE: Final = 12
CLAIM: Final = 13
PASS: Final = 10 << CELL_BITS
TAKEBACK: Final = 11 << CELL_BITS

#: counts: ten bits a colour, and no count comes near the half of that
COUNT_BITS: Final = 10
COUNT_MASK: Final = 1023
MOST: Final = 99
ONE: Final = (1, 1 << COUNT_BITS, 1 << 2 * COUNT_BITS)
GUARDS: Final = 512 * (ONE[0] + ONE[1] + ONE[2])


def place(colour: int, cell: int) -> int:
    """Place a marble of *colour* (0 white, 1 grey, 2 black) on *cell*, a bit number."""
    return colour << CELL_BITS | cell


def remove(cell: int) -> int:
    """Remove the ring *cell*."""
    return REMOVE << CELL_BITS | cell


def jump(direction: int, cell: int) -> int:
    """Jump with the marble on *cell* in a direction, an index of ``DIRECTIONS``."""
    return (JUMP + direction) << CELL_BITS | cell


def leave(cell: int) -> int:
    """Leave the region whose first ring is *cell* unclaimed, for ever."""
    return LEAVE << CELL_BITS | cell


def claim(cell: int) -> int:
    """Claim the region whose first ring is *cell*."""
    return CLAIM << CELL_BITS | cell


def kind_of(move: int) -> int:
    """The kind of a move, as listed at the top."""
    return move >> CELL_BITS


def cell_of(move: int) -> int:
    """The cell of a move, a bit number."""
    return move & 127


def direction_of(move: int) -> int:
    """The direction of a jump, an index of ``DIRECTIONS``."""
    return (move >> CELL_BITS) - JUMP


def pack(white: int, grey: int, black: int) -> int:
    """Three counts as one integer."""
    return white | grey << COUNT_BITS | black << 2 * COUNT_BITS


def unpack(counts: int) -> tuple[int, int, int]:
    """White, grey, black: the inverse of ``pack``."""
    return (counts & COUNT_MASK, counts >> COUNT_BITS & COUNT_MASK, counts >> 2 * COUNT_BITS)


@dataclass(frozen=True, slots=True)
class Special(FrozenParts):
    """The part of a position that only options need.

    *frozen*: full regions that were left unclaimed. *pending*: full regions that the mover still
    has to claim or to leave. *took*: he claimed a region in this turn. *must_capture*: a turn was
    taken back. *before*: the position before the last turn, if that turn missed a capture.
    """

    frozen: int = 0
    pending: int = 0
    took: bool = False
    must_capture: bool = False
    before: State | None = None


class State(FrozenState):
    """A position, also inside a turn. Frozen: every attribute is set once.

    *rings*: all rings still present. *white*, *grey*, *black*: marbles. *pool*, *first*,
    *second*: packed counts, *first* and *second* captured by seats 0 and 1. *seat* moves in turn
    *number* (from 1). *free*: the rings of which one must be removed now (else 0). *jumper*: the
    marble that must go on jumping (else 0). *seen*: the positions at the end of turns that may
    come back (§8). After the end *ending* says how, and *seat* would have been next. *captured*:
    whether a player has captured a marble before.
    """

    __slots__ = (
        "black",
        "captured",
        "ending",
        "first",
        "free",
        "grey",
        "jumper",
        "number",
        "pool",
        "rings",
        "seat",
        "second",
        "seen",
        "special",
        "white",
    )

    def __init__(
        self,
        rings: int,
        white: int,
        grey: int,
        black: int,
        pool: int,
        first: int,
        second: int,
        seat: int,
        number: int,
        free: int = 0,
        jumper: int = 0,
        seen: tuple[tuple[int, ...], ...] = (),
        special: Special | None = None,
        ending: Over | None = None,
        captured: bool = False,
    ) -> None:
        self.rings: Final = rings
        self.white: Final = white
        self.grey: Final = grey
        self.black: Final = black
        self.pool: Final = pool
        self.first: Final = first
        self.second: Final = second
        self.seat: Final = seat
        self.number: Final = number
        self.free: Final = free
        self.jumper: Final = jumper
        self.seen: Final = seen
        self.special: Final = special
        self.ending: Final = ending
        self.captured: Final = captured

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.rings, self.white, self.grey, self.black, self.pool, self.first, self.second,
            self.seat, self.number, self.free, self.jumper, self.seen, self.special, self.ending,
            self.captured,
        )  # fmt: skip

    def __repr__(self) -> str:
        marbles = (self.white | self.grey | self.black).bit_count()
        return (
            f"State(turn {self.number} of seat {self.seat}, {self.rings.bit_count()} rings,"
            f" {marbles} marbles, ending={self.ending})"
        )
