# mypyc: compile
"""The values of TZAAR: a position, and the decisions and draws that lead from one to the next.

Sections are those of docs/reference/tzaar.md. Sets of spaces are masks, one bit a space as in
``board``. In a stack (``gipf_meta.height`` and what follows it) 1 is a Tzaar, 2 a Tzarra, 3 a
Tott; the masks tell its owner.

A move is one decision or one draw, and one integer, as ``gipf_meta.move_of`` makes it,
``kind << 12 | a << 6 | b``:

    kind 0    place(piece, space)            a piece of one's own on a vacant space (§3)
    kind 1    capture(origin, target)        a stack onto one of the other player (§4)
    kind 2    strengthen(origin, target)     a stack onto another of one's own (§4)
    kind 3    PASS                           no second move (§4)
    kind 4    draw(seat, piece, space)       luck puts a piece onto a space (§3)
"""

from __future__ import annotations

from typing import Final

from gipf_meta import Over, StackState, height, top
from gipf_meta_tzaar.board import FULL

WHITE: Final = 0
BLACK: Final = 1

TZAAR: Final = 1
TZARRA: Final = 2
TOTT: Final = 3
KINDS: Final = (TZAAR, TZARRA, TOTT)
PIECES: Final = (0, 6, 9, 15)
"""The number of pieces of each kind that a player has, by kind (§2)."""

HEIGHTS: Final = 8
"""The number of sets of stacks by height: one each for 1 to 7, and one for all higher ones."""

DRAWING: Final = 0
PLACING: Final = 1
FIRST: Final = 2
"""The phase in which the capture that begins a turn comes next."""
SECOND: Final = 3
"""The phase in which the second move of a turn comes next."""
OVER: Final = 4

PLACE: Final = 0
CAPTURE: Final = 1
STRENGTHEN: Final = 2
PASS: Final = 3 << 12
DRAW: Final = 4


def place(piece: int, space: int) -> int:
    """The decision to place a *piece* of one's own onto *space*."""
    return PLACE << 12 | piece << 6 | space


def capture(origin: int, target: int) -> int:
    """The decision to capture the other player's stack on *target* with the stack on *origin*."""
    return CAPTURE << 12 | origin << 6 | target


def strengthen(origin: int, target: int) -> int:
    """The decision to move the stack on *origin* onto one's own stack on *target*."""
    return STRENGTHEN << 12 | origin << 6 | target


def draw(seat: int, piece: int, space: int) -> int:
    """The draw that puts a *piece* of *seat* onto *space*."""
    return DRAW << 12 | (seat << 2 | piece) << 6 | space


def is_draw(move: int) -> bool:
    """Whether *move* is a draw, which luck plays."""
    return move >> 12 == DRAW


def piece_of(move: int) -> int:
    """The piece that is placed or drawn."""
    return move >> 6 & 3


def owner_of(move: int) -> int:
    """The owner of the piece that luck draws."""
    return move >> 8 & 1


class Sets:
    """The sets of stacks that follow from a position: *kinds*, by the kind on top, with none at 0;
    and *levels*, by height, the lowest first."""

    __slots__ = ("kinds", "levels")

    def __init__(self, kinds: tuple[int, ...], levels: tuple[int, ...]) -> None:
        self.kinds: Final = kinds
        self.levels: Final = levels

    def with_stack(self, stack: int, space: int, vacated: int) -> Sets:
        """The sets when *stack* stands on a *space*, and on the spaces *vacated* there is none."""
        bit = 1 << space
        clear = ~(vacated | bit)
        kinds = [spaces & clear for spaces in self.kinds]
        levels = [spaces & clear for spaces in self.levels]
        kind, level = top(stack), min(height(stack), HEIGHTS) - 1
        kinds[kind] = kinds[kind] | bit  # `|=` would stay interpreted
        levels[level] = levels[level] | bit
        return Sets(tuple(kinds), tuple(levels))


def sets_of(stacks: tuple[int, ...]) -> Sets:
    """The sets of all *stacks*."""
    kinds, levels = [0] * (len(KINDS) + 1), [0] * HEIGHTS
    for space, stack in enumerate(stacks):
        if stack:
            kind, level = top(stack), min(height(stack), HEIGHTS) - 1
            kinds[kind] = kinds[kind] | 1 << space  # `|=` would stay interpreted
            levels[level] = levels[level] | 1 << space
    return Sets(tuple(kinds), tuple(levels))


class State(StackState):
    """A position, also inside a turn. Frozen: every attribute is set once.

    *stacks* has the stack on each space; *white* and *black* are the spaces with stacks of each;
    *sets* follow from the stacks, and whoever has found them already gives them.
    *phase* is ``DRAWING``, ``PLACING``, ``FIRST``, ``SECOND`` or ``OVER``; *seat* decides in
    turn *number*, from 1. After the end *ending* has the winner and the reason, and *seat* has
    lost.
    """

    __slots__ = ("black", "ending", "sets", "white")

    def __init__(
        self,
        stacks: tuple[int, ...],
        white: int,
        black: int,
        phase: int,
        seat: int,
        number: int,
        ending: Over | None = None,
        sets: Sets | None = None,
    ) -> None:
        super().__init__(stacks, phase, seat, number)
        self.white: Final = white
        self.black: Final = black
        self.ending: Final = ending
        self.sets: Final = sets_of(stacks) if sets is None else sets

    @property
    def occupied(self) -> int:
        """The spaces with a stack."""
        return self.white | self.black

    @property
    def vacant(self) -> int:
        """The spaces without a stack."""
        return FULL & ~(self.white | self.black)

    def owned(self, seat: int) -> int:
        """The spaces with stacks of *seat*."""
        return self.black if seat else self.white

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.stacks, self.white, self.black, self.phase, self.seat, self.number, self.ending,
        )  # fmt: skip
