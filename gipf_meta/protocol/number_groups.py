"""Names for the numbers of a game that is ``Numbered``: planes, places, and groups of decisions.

They say where a network finds its input and its output, and are the same compiled or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Literal, TypeAlias

PlaneKind: TypeAlias = Literal["places", "count", "rows", "flag"]
"""The meaning of the bits of a plane. ``places``: each tells about its place of the board;
``count``: the first ones, so many as are counted; ``rows``: a number in each row; ``flag``: all of
them, or none."""
Lattice: TypeAlias = Literal["hex", "square", "none"]
"""The neighbours of a cell: six on ``hex``, in axial coordinates, where rows and columns both grow
or both shrink along the third line; four on ``square``; on ``none`` there are no neighbours."""
GridCell: TypeAlias = tuple[int, int]
"""The row and the column of a place, from 0."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane of an observation, by its *name*.

    A plane ``own …`` has a counterpart ``other …``, which the next seat sees as its own. A plane
    ``seat …`` tells about the seat that looks. Every other one is the same for all seats.
    """

    name: str
    kind: PlaneKind = "places"


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a plane, in the order of its bits.

    *name* is the rules' word for one. *labels* are their names on the board, ``None`` where it has
    no place. *shape* is (rows, columns) of a picture, or their number. *cells* are row and column
    of each on the *lattice*.
    """

    name: str
    labels: tuple[str | None, ...]
    shape: tuple[int, ...]
    cells: tuple[GridCell, ...]
    lattice: Lattice = "hex"

    @property
    def picture(self) -> tuple[int, int]:
        """The rows and the columns of the smallest picture that has room for all cells."""
        return 1 + max(row for row, _ in self.cells), 1 + max(column for _, column in self.cells)


@dataclass(frozen=True, slots=True)
class Axis:
    """A dimension of a group of decisions: its *name*, such as ``direction``, and the *labels* of
    its indices, ``None`` where no decision is."""

    name: str
    labels: tuple[str | None, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of its indices."""
        return (len(self.labels),)


@dataclass(frozen=True, slots=True)
class PlaneGroup:
    """The planes of a *game*, from the *first* bit of an observation on.

    Without *places* each plane is a single bit.
    """

    planes: tuple[Plane, ...]
    places: Places | None = None
    first: int = 0
    game: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the planes in order."""
        return tuple(plane.name for plane in self.planes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of planes, then the shape of their places."""
        return (len(self.planes), *(() if self.places is None else self.places.shape))

    @property
    def size(self) -> int:
        """The number of its bits."""
        return prod(self.shape)

    @property
    def behind(self) -> int:
        """The bit after its last one."""
        return self.first + self.size

    def within(self, game: str, first: int) -> PlaneGroup:
        """The same planes as a part of a match: of that *game*, from the bit *first* on."""
        return replace(self, game=game, first=first)


@dataclass(frozen=True, slots=True)
class DecisionGroup:
    """Decisions of one *name* in a *game*, from the number *first* on: a number for each index of
    its *axes*, the last index running fastest; a single one without axes."""

    name: str
    axes: tuple[Axis | Places, ...] = ()
    first: int = 0
    game: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shapes of its axes, one behind the other."""
        return tuple(size for axis in self.axes for size in axis.shape)

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)

    @property
    def behind(self) -> int:
        """The number after its last one."""
        return self.first + self.size

    def labels_of(self, number: int) -> tuple[str | None, ...]:
        """The label on each axis of a *number* of the group. Raises ``ValueError`` for another."""
        if not self.first <= number < self.behind:
            raise ValueError(f"{number} is no number of {self.name}")
        rest, found = number - self.first, list[str | None]()
        for axis in reversed(self.axes):
            rest, index = divmod(rest, len(axis.labels))
            found.append(axis.labels[index])
        return tuple(reversed(found))

    def within(self, game: str, first: int) -> DecisionGroup:
        """The same group in a match, whose numbers of that *game* begin with *first*."""
        return replace(self, game=game, first=self.first + first)


def groups_in_order(groups: Iterable[DecisionGroup], first: int = 0) -> tuple[DecisionGroup, ...]:
    """The *groups*, each of which begins behind the one before it, from *first* on."""
    found: list[DecisionGroup] = []
    for group in groups:
        found.append(replace(group, first=first))
        first = found[-1].behind
    return tuple(found)


def grid_places(
    name: str, labels: Mapping[int, str], shape: GridCell, lattice: Lattice = "hex"
) -> Places:
    """The places of planes that are pictures of *shape*, row by row; *labels* by bit number."""
    rows, columns = shape
    bits = range(rows * columns)
    cells = tuple(divmod(bit, columns) for bit in bits)
    return Places(name, tuple(labels.get(bit) for bit in bits), shape, cells, lattice)


def listed_places(
    name: str, labels: Sequence[str], cells: Iterable[GridCell], lattice: Lattice = "hex"
) -> Places:
    """Places that stand one after the other in a plane, each with its cell."""
    return Places(name, tuple(labels), (len(labels),), tuple(cells), lattice)
