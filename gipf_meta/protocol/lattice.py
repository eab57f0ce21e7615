# mypyc: compile
"""Hexagonal boards: geometry that several games share.

``HexLattice`` is for boards of columns, ``HexPlaces`` for those with holes or any other outline.

Columns are lettered from the left, places in a column numbered from the bottom. A place (column
c, number r) has the axial coordinates ``q = c`` and ``v = r + max(0, c - centre)``; in these the
six steps are the same everywhere. Every place is one bit, ``v * stride + q``, so a step of a whole
set of places is a shift of an integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from gipf_meta.protocol.planes import numbers_of_set

Ray: TypeAlias = tuple[int, ...]
"""The places that follow one another in a direction, the nearest first."""

#: up, up-right, down-right, down, down-left, up-left: a circle, as (dq, dv)
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
DIRECTION_NAMES: Final = ("up", "up right", "down right", "down", "down left", "up left")
"""The names of ``DIRECTIONS``, on boards whose columns stand upright."""


class HexLattice:
    """A board of columns with the given *heights*; *centre* is the index of the middle column.

    *first* names the lowest place of the left column; every column is numbered from there.
    ``cells`` lists the names by column, then number. ``bit_of`` and ``name_of`` are inverse.
    ``full`` is the mask of all cells, ``shifts`` the change of bit number for each direction.
    """

    def __init__(self, heights: Sequence[int], centre: int, first: str = "a1") -> None:
        self.heights: Final[tuple[int, ...]] = tuple(heights)
        self.centre: Final[int] = centre
        self.stride: Final[int] = len(heights) + 1
        self.shifts: Final[tuple[int, ...]] = tuple(dv * self.stride + dq for dq, dv in DIRECTIONS)
        places = [(c, r) for c, height in enumerate(heights) for r in range(1, height + 1)]
        letter, number = ord(first[0]), int(first[1:]) - 1
        self.cells: Final[tuple[str, ...]] = tuple(
            f"{chr(letter + c)}{number + r}" for c, r in places
        )
        self.bit_of: Final[dict[str, int]] = {
            name: self._bit(c, r) for name, (c, r) in zip(self.cells, places, strict=True)
        }
        self.name_of: Final[dict[int, str]] = {bit: name for name, bit in self.bit_of.items()}
        self.full: Final[int] = self.mask(self.cells)
        #: screen coordinates: one step of y is half a place within a column, downwards
        self.xy: Final[dict[str, tuple[int, int]]] = {
            name: (c, c - 2 * (r + max(0, c - centre)))
            for name, (c, r) in zip(self.cells, places, strict=True)
        }

    def _bit(self, c: int, r: int) -> int:
        """The bit number of row *r* in column *c*."""
        return (r - 1 + max(0, c - self.centre)) * self.stride + c

    def mask(self, names: Sequence[str]) -> int:
        """The set of the cells called *names*."""
        result = 0
        for name in names:
            result |= 1 << self.bit_of[name]
        return result

    def names(self, mask: int) -> list[str]:
        """The names of the cells in *mask*, by column, then number; inverse of ``mask``."""
        return [name for name in self.cells if mask >> self.bit_of[name] & 1] if mask else []

    def neighbour(self, name: str, direction: int) -> str | None:
        """The next cell in a direction (an index of ``DIRECTIONS``), or ``None`` off the board."""
        return self.name_of.get(self.bit_of[name] + self.shifts[direction])

    def line(self, name: str, direction: int) -> Iterator[str]:
        """The cells from *name* (included) to the edge."""
        at: str | None = name
        while at is not None:
            yield at
            at = self.neighbour(at, direction)


class HexPlaces:
    """A board of *places*, each its axial coordinates (q, v), numbered from 0 in that order.

    *names* are theirs. ``place_of`` finds a place by its name. ``rays`` has for each place, and for
    each of ``DIRECTIONS``, the places that follow up to the edge or a gap. ``xy`` has the x and y
    of each as a ``Point`` has them; ``from_behind`` lists the places from the row that is farthest
    from the viewer: a high stack covers what is behind it.
    """

    def __init__(self, places: Sequence[tuple[int, int]], names: Sequence[str]) -> None:
        self.names: Final[tuple[str, ...]] = tuple(names)
        self.place_of: Final[dict[str, int]] = {name: n for n, name in enumerate(names)}
        at = {place: n for n, place in enumerate(places)}
        self.rays: Final[tuple[tuple[Ray, ...], ...]] = tuple(
            tuple(_ray(at, place, step) for step in DIRECTIONS) for place in places
        )
        self.xy: Final[tuple[tuple[int, int], ...]] = tuple((q, q - 2 * v) for q, v in places)
        self.from_behind: Final[list[int]] = sorted(
            range(len(places)), key=lambda place: self.xy[place][1]
        )

    def names_of(self, mask: int) -> list[str]:
        """Returns the names of the places in *mask*, in the order of their numbers."""
        return [self.names[place] for place in numbers_of_set(mask)]

    def between(self, origin: int, target: int) -> Ray:
        """Returns the places between two of one line, from *origin* on; none if on no line."""
        for ray in self.rays[origin]:
            if target in ray:
                return ray[: ray.index(target)]
        return ()

    def is_line(self, origin: int, target: int) -> bool:
        """Returns whether two places lie on one line, without a gap between them."""
        return any(target in ray for ray in self.rays[origin])


def _ray(at: dict[tuple[int, int], int], place: tuple[int, int], step: tuple[int, int]) -> Ray:
    """The places that follow *place* by *step*."""
    found: list[int] = []
    (q, v), (dq, dv) = place, step
    while (q + dq, v + dv) in at:
        q, v = q + dq, v + dv
        found.append(at[q, v])
    return tuple(found)


def first_on(ray: Ray, occupied: int) -> int:
    """Returns the first place of *ray* that is *occupied*, a set of places; -1 without one."""
    for place in ray:
        if occupied >> place & 1:
            return place
    return -1
