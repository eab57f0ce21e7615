# mypyc: compile
"""The values of YINSH: a position, and the decisions that lead from one to the next.

Sections are those of docs/reference/yinsh.md. Sets of rings and of markers are masks, see
``board``. A move is one decision and one integer, ``kind << 16 | first << 8 | last``:

    kind 0    place_ring(point)             a ring of one's own on a vacant point (§3)
    kind 1    move_ring(origin, target)     a marker into the ring, and the ring moves (§4)
    kind 2    remove_row(first, last)       five markers, named by their ends (§5)
    kind 3    remove_ring(point)            the ring that goes with a row (§5)
    kind 4    PASS                          no ring can move (§6)

A turn is a placed ring; or rows that the other player made, each with a ring, then a move or a
pass, then one's own rows, each with a ring. The *step* of a state is the next one of these.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import FrozenState, Over
from gipf_meta_yinsh.board import POINT_BITS

WHITE: Final = 0
BLACK: Final = 1

RINGS: Final = 5
"""The number of rings of each player (§2)."""

# the steps of a turn: a ring to place; a row and its ring before the move; the move; both after it
PLACE: Final = 0
ROW_BEFORE: Final = 1
RING_BEFORE: Final = 2
MOVE: Final = 3
ROW_AFTER: Final = 4
RING_AFTER: Final = 5

KIND_BITS: Final = 2 * POINT_BITS
POINT_MASK: Final = (1 << POINT_BITS) - 1
PLACING: Final = 0
MOVING: Final = 1
TAKING_ROW: Final = 2
TAKING_RING: Final = 3
PASSING: Final = 4
PASS: Final = PASSING << KIND_BITS


def place_ring(point: int) -> int:
    """The decision to place a ring on *point*, a bit number."""
    return point


def move_ring(origin: int, target: int) -> int:
    """The decision to put a marker into the ring on *origin* and move that ring to *target*."""
    return MOVING << KIND_BITS | origin << POINT_BITS | target


def remove_row(first: int, last: int) -> int:
    """The decision to remove the markers from *first* to *last*; *first* is the lower bit."""
    return TAKING_ROW << KIND_BITS | first << POINT_BITS | last


def remove_ring(point: int) -> int:
    """The decision to remove the ring on *point*."""
    return TAKING_RING << KIND_BITS | point


def kind_of(move: int) -> int:
    """The kind of a move, as listed at the top."""
    return move >> KIND_BITS


def first_of(move: int) -> int:
    """The point where a ring's move begins, or the lower end of a row: a bit number."""
    return move >> POINT_BITS & POINT_MASK


def last_of(move: int) -> int:
    """The point of a placed or removed ring, the end of a move, or the upper end of a row."""
    return move & POINT_MASK


class State(FrozenState):
    """A position, also inside a turn. Frozen: every attribute is set once.

    Pairs are White's and Black's. *rings* and *markers* are masks, *pool* is the number of
    markers that are left, *removed* the numbers of rings that each has removed. *seat* decides
    in turn *number* (from 1), at *step* of it. After the end *ending* has the result and the
    reason.
    """

    __slots__ = ("ending", "markers", "number", "pool", "removed", "rings", "seat", "step")

    def __init__(
        self,
        rings: tuple[int, int],
        markers: tuple[int, int],
        pool: int,
        removed: tuple[int, int],
        seat: int,
        number: int,
        step: int,
        ending: Over | None = None,
    ) -> None:
        self.rings: Final = rings
        self.markers: Final = markers
        self.pool: Final = pool
        self.removed: Final = removed
        self.seat: Final = seat
        self.number: Final = number
        self.step: Final = step
        self.ending: Final = ending

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.rings, self.markers, self.pool, self.removed, self.seat, self.number, self.step,
            self.ending,
        )  # fmt: skip

    def __repr__(self) -> str:
        return (
            f"State(turn {self.number} of seat {self.seat}, step {self.step}, {self.pool} markers"
            f" left, removed {self.removed}, ending={self.ending})"
        )


def with_pair(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """Returns *pair* with *value* in the place of *seat*."""
    return (pair[0], value) if seat else (value, pair[1])
