# mypyc: compile
"""The pieces on the spots besides basic pieces: GIPF-pieces, potentials, and stacks.

A piece is named by its *code*: 0 basic, 1 a GIPF-piece; with *n* kinds of potentials in the game
``LOADED + kind`` is a loaded piece and ``LOADED + n + kind`` a used potential. Kinds are counted
from 0 in the order of the game's table (``gipf_meta_gipf.kind.Table``).

A spot has the colour, the kind and the power of its top alone. Under a used potential there may be
a stack: more covers, and a basic or loaded piece at its bottom. Colours change from each cover to
what lies under it, so the codes alone tell a stack.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from gipf_meta import FrozenState

BASIC: Final = 0
GIPF: Final = 1
LOADED: Final = 2

Covers: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The covered spots: of each its bit, and the codes of the pieces under its top, the upper first;
sorted by bit. A potential that makes a GIPF-piece of its spot lies under that piece."""


class Kinds(FrozenState):
    """The tops that are not basic pieces, of both colours: a set of spots for each code.

    *masks* are the loaded pieces of each kind, then the used potentials of each kind. *due* has a
    bit for each kind whose power must be decided at once.
    """

    __slots__ = (
        "acting",
        "any",
        "covers",
        "due",
        "gipf",
        "masks",
        "optional",
        "spent",
        "waiting",
    )

    def __init__(self, gipf: int, masks: tuple[int, ...], covers: Covers, due: int) -> None:
        self.gipf: Final = gipf
        self.masks: Final = masks
        self.covers: Final = covers
        self.due: Final = due
        acting = waiting = spent = 0
        n = len(masks) >> 1
        for kind in range(n):
            if due >> kind & 1:
                waiting |= masks[kind]
            else:
                acting |= masks[kind]
            spent |= masks[n + kind]
        #: loaded pieces whose power is a main action
        self.acting: Final = acting
        #: loaded pieces whose power must be decided at once, when it is due
        self.waiting: Final = waiting
        #: used potentials
        self.spent: Final = spent
        #: pieces a row need not take (§6.1)
        self.optional: Final = gipf | acting | waiting
        self.any: Final = gipf | acting | waiting | spent

    def without(self, mask: int) -> Kinds:
        """The kinds after all that stands on *mask* has left the board."""
        if not self.any & mask:
            return self
        left = ~mask
        covers = self.covers
        if covers:
            covers = tuple([cover for cover in covers if not mask >> cover[0] & 1])
        return Kinds(
            self.gipf & left, tuple([each & left for each in self.masks]), covers, self.due
        )

    def plus(self, code: int, mask: int) -> Kinds:
        """The kinds with pieces of *code* added on *mask*, where basic pieces or none stood."""
        if code == BASIC:
            return self
        if code == GIPF:
            return Kinds(self.gipf | mask, self.masks, self.covers, self.due)
        masks = list(self.masks)
        masks[code - LOADED] |= mask
        return Kinds(self.gipf, tuple(masks), self.covers, self.due)

    def shift(self, run: int, step: int) -> Kinds:
        """The kinds after the pieces on *run* have moved by *step* bits; negative is down."""
        if not self.any & run:
            return self
        gipf, masks, covers = self.gipf, self.masks, self.covers
        if gipf & run:
            gipf = shift_part(gipf, run, step)
        if (self.acting | self.waiting | self.spent) & run:
            moved = list(masks)
            for at in range(len(masks)):
                if masks[at] & run:
                    moved[at] = shift_part(masks[at], run, step)
            masks = tuple(moved)
            if covers:
                covers = _moved(covers, run, step)
        elif covers:
            covers = _moved(covers, run, step)
        return Kinds(gipf, masks, covers, self.due)

    def of(self, bit: int) -> int:
        """The code of the piece on top of the spot of *bit*."""
        if not self.any >> bit & 1:
            return BASIC
        if self.gipf >> bit & 1:
            return GIPF
        for at, mask in enumerate(self.masks):
            if mask >> bit & 1:
                return LOADED + at
        return BASIC

    def under(self, bit: int) -> tuple[int, ...]:
        """The codes of what lies under the top of the spot of *bit*, the upper first."""
        for at, below in self.covers:
            if at == bit:
                return below
        return ()

    def stack(self, bit: int) -> tuple[int, ...]:
        """The codes of all that lies on the occupied spot of *bit*, the top first."""
        return (self.of(bit), *self.under(bit))

    def with_stack(self, bit: int, codes: tuple[int, ...]) -> Kinds:
        """The kinds with *codes*, the top first, on the spot of *bit* instead of what is there.

        No codes leave it vacant.
        """
        cleared = self.without(1 << bit)
        if not codes:
            return cleared
        topped = cleared.plus(codes[0], 1 << bit)
        if len(codes) == 1:
            return topped
        covers = tuple(sorted([*topped.covers, (bit, codes[1:])]))
        return Kinds(topped.gipf, topped.masks, covers, self.due)

    def fields(self) -> tuple[int, tuple[int, ...], Covers, int]:
        """All values, in the order of the constructor."""
        return (self.gipf, self.masks, self.covers, self.due)


def shift_part(mask: int, run: int, step: int) -> int:
    """*mask* with its part inside *run* shifted by *step* bits; a negative step is down."""
    inside = mask & run
    return mask & ~run | (inside << step if step > 0 else inside >> -step)


def _moved(covers: Covers, run: int, step: int) -> Covers:
    """*covers* after the stacks on *run* have moved by *step* bits."""
    return tuple(sorted([(at + step if run >> at & 1 else at, below) for at, below in covers]))


def owners(top: int, codes: tuple[int, ...]) -> list[int]:
    """The players of all *codes* of a stack, the top first, which belongs to the player *top*.

    A potential that makes a GIPF-piece of its spot belongs to the player of that piece.
    """
    found = [top]
    for at in range(1, len(codes)):
        is_made = at == 1 and codes[0] == GIPF
        found.append(found[-1] if is_made else 1 - found[-1])
    return found


def spots_of(mask: int) -> list[int]:
    """The bits of the spots in *mask*, the lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found
