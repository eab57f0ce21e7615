# mypyc: compile
"""The board of PÜNCT, and all placements: the ways in which a piece can lie on it.

Sections are those of docs/reference/punct.md: §1 has the board, §2 the pieces.

A space is a number from 0 to 210, by column, then number. A *placement* is a number, too: a kind
of piece, the space of its PÜNCT and the spaces of its two minor dots. Placements are numbered by
the space of the PÜNCT, then by kind, then by the minor dots, so a list sorted by placement is in
the order in which positions are written.
"""

from __future__ import annotations

from typing import Final

#: the kinds of pieces, by the letters of the notation: triangle, straight with the PÜNCT in the
#: centre and at an end, angular with the PÜNCT in the middle and at an end, turning right and left
KINDS: Final = "TCEMRL"
#: how many pieces of each kind a player has
SET: Final = (6, 2, 4, 2, 2, 2)
PIECES: Final = 18

#: up, up-right, down-right, down, down-left, up-left: a circle, as (column, number)
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
_CORNERS: Final = ((1, 1), (1, 9), (9, 1), (9, 17), (17, 9), (17, 17))


def _find_places() -> list[tuple[int, int]]:
    """Column and number of every space, both from 1."""
    return [
        (c, r)
        for c in range(1, 18)
        for r in range(1, 18)
        if max(abs(c - 9), abs(r - 9), abs(c - r)) <= 8 and (c, r) not in _CORNERS
    ]


PLACES: Final[list[tuple[int, int]]] = _find_places()
SPACES: Final = len(PLACES)
SPACE_AT: Final[dict[tuple[int, int], int]] = {place: n for n, place in enumerate(PLACES)}
NAMES: Final[list[str]] = [f"{chr(96 + c)}{r}" for c, r in PLACES]
SPACE_OF: Final[dict[str, int]] = {name: n for n, name in enumerate(NAMES)}


def _find_neighbours() -> list[list[int]]:
    """The neighbours of each space."""
    return [
        [SPACE_AT[c + dc, r + dr] for dc, dr in DIRECTIONS if (c + dc, r + dr) in SPACE_AT]
        for c, r in PLACES
    ]


def _find_rays() -> list[list[int]]:
    """The spaces to which the PÜNCT on each space can go: that space, then all others on its
    lines."""
    rays = []
    for c, r in PLACES:
        ray = [SPACE_AT[c, r]]
        for dc, dr in DIRECTIONS:
            at = (c + dc, r + dr)
            while at in SPACE_AT:
                ray.append(SPACE_AT[at])
                at = (at[0] + dc, at[1] + dr)
        rays.append(ray)
    return rays


def _find_sides() -> list[int]:
    """The sides of each space as bits: 1 and 2 are opposite, 4 and 8, 16 and 32 (§1)."""
    inner = range(2, 9)
    sides = [0] * SPACES
    for n in inner:
        for bit, place in (
            (1, (1, n)),
            (2, (17, 18 - n)),
            (4, (n, 1)),
            (8, (18 - n, 17)),
            (16, (n, n + 8)),
            (32, (n + 8, n)),
        ):
            sides[SPACE_AT[place]] |= bit
    return sides


NEIGHBOURS: Final[list[list[int]]] = _find_neighbours()
RAYS: Final[list[list[int]]] = _find_rays()
SIDES: Final[list[int]] = _find_sides()
EVEN_SIDES: Final = 21
"""The first side of each pair, as bits: ``sides & sides >> 1`` has one where both of a pair are."""
#: the central hexagon: the 19 spaces at distance 2 at most from i9
IS_CENTRAL: Final[list[bool]] = [max(abs(c - 9), abs(r - 9), abs(c - r)) <= 2 for c, r in PLACES]
CENTRE: Final[list[int]] = [n for n in range(SPACES) if IS_CENTRAL[n]]


def _find_shapes(kind: int) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """The ways in which a piece of *kind* can be turned.

    Each has the places of the minor dots relative to the PÜNCT, and the number of the middle
    dot: 0 the PÜNCT, 1 and 2 the minor dots, -1 for a triangle, which has none.
    """
    shapes = []
    for d in range(6):
        a = DIRECTIONS[d]
        right, left = DIRECTIONS[(d + 1) % 6], DIRECTIONS[(d + 5) % 6]
        two_on, opposite = DIRECTIONS[(d + 2) % 6], DIRECTIONS[(d + 3) % 6]
        letter = KINDS[kind]
        if letter == "T":
            shapes.append((a, right, -1))
        elif letter == "C":
            if d < 3:
                shapes.append((a, opposite, 0))
        elif letter == "E":
            shapes.append((a, (2 * a[0], 2 * a[1]), 1))
        elif letter == "M":
            shapes.append((a, two_on, 0))
        elif letter == "R":
            shapes.append((a, (a[0] + right[0], a[1] + right[1]), 1))
        else:
            shapes.append((a, (a[0] + left[0], a[1] + left[1]), 1))
    return shapes


#: the placements of a kind with the PÜNCT on a space, at ``6 * space + kind``
PLACEMENTS: Final[list[list[int]]] = []
#: the placement of a kind on three spaces: the PÜNCT's, then those of the minor dots
PLACEMENT_OF: Final[dict[tuple[int, int, int, int], int]] = {}


def _number_placements() -> list[tuple[int, ...]]:
    """Fills the tables of placements; returns for each its entries of ``KIND`` … ``MIDDLE``."""
    numbered: list[tuple[int, ...]] = []
    shapes = [_find_shapes(kind) for kind in range(6)]
    for space, (c, r) in enumerate(PLACES):
        for kind in range(6):
            found = []
            for one, two, middle in shapes[kind]:
                first, second = (c + one[0], r + one[1]), (c + two[0], r + two[1])
                if first not in SPACE_AT or second not in SPACE_AT:
                    continue
                dots = (space, SPACE_AT[first], SPACE_AT[second])
                ends = [dot for n, dot in enumerate(dots) if n != middle]
                low, high = min(dots[1:]), max(dots[1:])
                found.append((low, high, ends[0], ends[1], dots[middle]))
            here = []
            for low, high, end, far_end, between in sorted(found):
                number = len(numbered)
                here.append(number)
                numbered.append((kind, space, low, high, end, far_end, between))
                PLACEMENT_OF[kind, space, low, high] = number
            PLACEMENTS.append(here)
    return numbered


_NUMBERED: Final = _number_placements()
#: by placement: the kind, the space of the PÜNCT and of the minor dots (by column, then number)
KIND: Final = bytes([numbers[0] for numbers in _NUMBERED])
DOT: Final = bytes([numbers[1] for numbers in _NUMBERED])
MINOR: Final = bytes([numbers[2] for numbers in _NUMBERED])
OTHER: Final = bytes([numbers[3] for numbers in _NUMBERED])
#: by placement: the spaces of the two ends and of the middle dot. A triangle, which has none, has
#: three ends; its third stands for the middle.
END: Final = bytes([numbers[4] for numbers in _NUMBERED])
FAR_END: Final = bytes([numbers[5] for numbers in _NUMBERED])
MIDDLE: Final = bytes([numbers[6] for numbers in _NUMBERED])
