"""The capability ``Symmetric``: turned or mirrored, a board has the same game on it.

A program that learns sees each position once for each symmetry, as if it had played that often. So
a symmetry is said in index arrays: entry *n* of the new array is entry ``array[n]`` of the old one.
A game finds them by the places of its board, whose geometry ``hexagonal_maps`` and ``square_maps``
know, and by the order of its planes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from gipf_meta.protocol.capability_kind import CapabilityKind
from gipf_meta.protocol.lattice import DIRECTIONS
from gipf_meta.protocol.number_groups import Plane
from gipf_meta.protocol.planes import numbers_of_set, set_of_numbers

Coordinates: TypeAlias = tuple[int, int]
"""Coordinates on a lattice."""
UNCHANGED: Final = "unchanged"
"""The name of the symmetry that changes nothing."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn or to mirror the board, by *name*.

    *places* has the id of the point to which each goes; a point that stays may be left out. Bit
    *n* of an observation after it is bit ``observation[n]`` before it, and *n* is in a set of
    numbers after it if ``decisions[n]`` was in the set before it. *letters* has those of pieces
    that become others, as positions write them.
    """

    name: str
    places: Mapping[str, str] = field(hash=False)
    observation: tuple[int, ...]
    decisions: tuple[int, ...]
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)


@runtime_checkable
class Symmetric(Protocol, metaclass=CapabilityKind):
    """Games that are the same when the board is turned or mirrored; they are ``Numbered``."""

    def symmetries(self) -> Sequence[Symmetry]:
        """All symmetries under these options, the one that changes nothing first.

        One after the other, two of them are a third one. They need not keep the start.
        """
        ...


@runtime_checkable
class OrderedQuestions(Protocol, metaclass=CapabilityKind):
    """Games that ask about several things in an order of their own, which no symmetry keeps."""

    def asks_in_order(self, state: Any) -> bool:
        """Whether the decision in *state* is about the first of several things, so that the game
        on the mirrored board asks about another one."""
        ...


def after_symmetry(bits: int, array: Sequence[int]) -> int:
    """An observation, or a set of numbers, after the symmetry with that index *array*."""
    there = inverse_of(array)
    return set_of_numbers([there[bit] for bit in numbers_of_set(bits)], len(array))


def inverse_of(array: Sequence[int]) -> tuple[int, ...]:
    """The inverse of an index *array*: of ``decisions`` it has the new number of each old one."""
    found = [0] * len(array)
    for new, old in enumerate(array):
        found[old] = new
    return tuple(found)


def index_array(planes: Iterable[tuple[int, Sequence[int]]]) -> tuple[int, ...]:
    """The index array of planes one behind the other, each said by its old plane: the index of its
    first entry, and which of its entries comes to each place."""
    return tuple([first + entry for first, entries in planes for entry in entries])


def index_array_of_planes(planes: Sequence[Plane], plane: Sequence[int]) -> tuple[int, ...]:
    """The index array of *planes* that keep their order: those of places by the entries that come
    to each place of a *plane*; counts and flags stay."""
    size = len(plane)
    still = range(size)
    return index_array(
        (at * size, plane if each.kind == "places" else still) for at, each in enumerate(planes)
    )


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A symmetry of a board's places, by *name*.

    *place_after* has the number of the place to which each goes, *way_after* likewise for the six
    directions of a hexagonal board, as in ``DIRECTIONS``.
    """

    name: str
    place_after: tuple[int, ...]
    way_after: tuple[int, ...] = ()

    @property
    def way_before(self) -> tuple[int, ...]:
        """The direction that comes to each."""
        return inverse_of(self.way_after)

    def names(self, names: Sequence[str]) -> dict[str, str]:
        """The place to which each goes, by the *names* of the places."""
        return {name: names[after] for name, after in zip(names, self.place_after, strict=True)}

    def plane(self, bits: Sequence[int], size: int) -> tuple[int, ...]:
        """The entry that comes to each place of a plane with *size* entries, where *bits* has that
        of each place of the board; the others stay."""
        entries = [*range(size)]
        for bit, after in zip(bits, self.place_after, strict=True):
            entries[bits[after]] = bit
        return tuple(entries)


def hexagonal_maps(
    places: Sequence[Coordinates], *, up: int = 0, is_clockwise: bool = True
) -> tuple[BoardMap, ...]:
    """The symmetries of a board of *places* in axial coordinates, at most twelve.

    Their names are as the board is drawn: the first of ``DIRECTIONS`` leads so many degrees
    clockwise from *up*, the next ones clockwise from it or not.
    """
    turn = 60 if is_clockwise else -60
    found = []
    for step in range(6):
        ways = tuple((way + step) % 6 for way in range(6))
        found.append((_name_of_turn(turn * step % 360), ways))
    for step in range(6):
        ways = tuple((step - way) % 6 for way in range(6))
        found.append((_name_of_mirror((up + turn * step // 2) % 180), ways))
    return _maps_of(places, [(name, _linear(ways), ways) for name, ways in found])


def square_maps(places: Sequence[Coordinates]) -> tuple[BoardMap, ...]:
    """The symmetries of a board of *places*, each its column and its row upwards, at most eight."""
    images: list[tuple[str, Callable[[Coordinates], Coordinates]]] = [
        (_name_of_turn(0), lambda at: at),
        (_name_of_turn(90), lambda at: (at[1], -at[0])),
        (_name_of_turn(180), lambda at: (-at[0], -at[1])),
        (_name_of_turn(270), lambda at: (-at[1], at[0])),
        (_name_of_mirror(0), lambda at: (-at[0], at[1])),
        (_name_of_mirror(45), lambda at: (at[1], at[0])),
        (_name_of_mirror(90), lambda at: (at[0], -at[1])),
        (_name_of_mirror(135), lambda at: (-at[1], -at[0])),
    ]
    return _maps_of(places, [(name, image, ()) for name, image in images])


def _name_of_turn(degrees: int) -> str:
    return f"turned by {degrees} degrees" if degrees else UNCHANGED


def _name_of_mirror(degrees: int) -> str:
    """The name of the mirror whose axis is so many *degrees* clockwise from the vertical."""
    axis = {0: "the vertical axis", 90: "the horizontal axis"}
    return f"mirrored at {axis.get(degrees, f'the axis at {degrees} degrees')}"


def _linear(ways: Sequence[int]) -> Callable[[Coordinates], Coordinates]:
    """The linear map that takes each direction to that one of *ways*."""
    (q_right, v_right), (q_up, v_up) = DIRECTIONS[ways[2]], DIRECTIONS[ways[0]]
    return lambda at: (at[0] * q_right + at[1] * q_up, at[0] * v_right + at[1] * v_up)


def _maps_of(
    places: Sequence[Coordinates],
    images: Iterable[tuple[str, Callable[[Coordinates], Coordinates], tuple[int, ...]]],
) -> tuple[BoardMap, ...]:
    """Those of *images* that, after a shift, take *places* to themselves."""
    number = {place: at for at, place in enumerate(places)}
    corner = _corner(places)
    found = []
    for name, image, ways in images:
        moved = [image(place) for place in places]
        low = _corner(moved)
        shift = corner[0] - low[0], corner[1] - low[1]
        after = [number.get((q + shift[0], v + shift[1]), -1) for q, v in moved]
        if -1 not in after:
            found.append(BoardMap(name, tuple(after), ways))
    return tuple(found)


def _corner(places: Iterable[Coordinates]) -> Coordinates:
    """The lowest coordinates of *places*."""
    columns, rows = zip(*places, strict=True)
    return min(columns), min(rows)
