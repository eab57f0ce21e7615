"""Boards as zertz.app writes them in ZIP: their shape itself, column by column.

``oooo/ooWoo/…/1oooooo``: columns from the left, each from the bottom; ``o`` is a vacant ring, a
letter a marble, a number so many places without a ring. The grid is sheared, so the columns right
of the middle begin higher. A shape names no board: it lies where zertz.app lays it, which is the
first place where it fits. That app has 37, 48 and 61 rings, and its 48 are ours in a mirror.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Final, TypeAlias

from gipf_meta import BadNotation
from gipf_meta_zertz.board import SIZES, board
from gipf_meta_zertz.texts import _

Place: TypeAlias = tuple[int, int]
"""A column, and how high it is in it: neighbours differ by a direction of ``HexLattice``."""

BARE: Final = "o"
APP_BOARDS: Final = (37, 48, 61)
"""The boards of zertz.app, in the order in which it tries them."""
MIRRORED: Final = 48

_LAYOUT: Final = re.compile(r"(?=.*[oWGB])[0-9oWGB/]+")
_MARKS: Final = "oWGB"
_PART: Final = re.compile(r"[0-9]+|[oWGB]")
_MOST_MISSING: Final = 99


def is_layout(field: str) -> bool:
    """Whether a *field* of a position is a board in ZIP; ours has small letters of columns."""
    return _LAYOUT.fullmatch(field) is not None


def board_field(rings: int, layout: str) -> str:
    """The board of a *layout* as the first field of our positions, on so many *rings*.

    Raises ``BadNotation`` if it does not fit.
    """
    marks = read_layout(layout)
    names = names_of(rings, tuple(marks))
    if names is None:
        raise BadNotation(_why_it_fits_not(rings, tuple(marks)))
    return ",".join(mark.strip(BARE) + names[place] for place, mark in marks.items())


def _why_it_fits_not(rings: int, places: Sequence[Place]) -> str:
    """Why not: the sentence that *places* are no part of the board with so many *rings*."""
    others = [str(size) for size in SIZES if names_of(size, places) is not None]
    if not others:
        return _("No board of ZÈRTZ here has the shape of this ZIP position.")
    return _(
        "The board with {rings} rings has not the shape of this ZIP position; one with {others}"
        " has it."
    ).format(rings=rings, others=_(" or ").join(others))


def board_of(layout: str) -> int:
    """The number of rings of a *layout*'s board: of the board with that shape, else of the first
    on which zertz.app lays it. Raises ``BadNotation`` for a shape that no board has."""
    places = tuple(read_layout(layout))
    sizes = sorted({*APP_BOARDS, *SIZES}, key=lambda size: (size not in APP_BOARDS, size))
    whole = [size for size in sizes if size == len(places)]
    for size in (*whole, *sizes):
        if names_of(size, places) is not None:
            return size
    raise BadNotation(_why_it_fits_not(0, places))


def read_layout(layout: str) -> dict[Place, str]:
    """The mark of each place of a *layout* that has a ring. Raises ``BadNotation``."""
    marks: dict[Place, str] = {}
    for column, words in enumerate(layout.split("/")):
        height = 0
        for part in _PART.findall(words):
            if part in _MARKS:
                marks[column, height] = part
                height += 1
            else:
                height += int(part[:4])
            if max(column, height) > _MOST_MISSING:
                raise BadNotation(_("No board of ZÈRTZ here has the shape of this ZIP position."))
    return marks


def layout_text(rings: int, marks: Mapping[str, str]) -> str:
    """The layout of a board with so many *rings*, of which those in *marks* are left, each with
    the letter of its marble, or ``o``."""
    there = {place: marks[name] for place, name in laid(rings, marks).items()}
    columns = max(column for column, _height in there) + 1
    return "/".join(_column_text(column, there) for column in range(columns)).rstrip("/")


def _column_text(column: int, marks: Mapping[Place, str]) -> str:
    heights = sorted(height for at, height in marks if at == column)
    text, above = "", 0
    for height in heights:
        missing = str(height - above) if height > above else ""
        text, above = f"{text}{missing}{marks[column, height]}", height + 1
    return text


def laid(rings: int, names: Collection[str]) -> dict[Place, str]:
    """The rings *names* of a board with so many *rings*, by their places in a layout, in order."""
    there = [(place, name) for place, name in _frame(rings).items() if name in names]
    left = min((column for (column, _height), _name in there), default=0)
    low = min((height for (_column, height), _name in there), default=0)
    return dict(sorted(((at - left, height - low), name) for (at, height), name in there))


def names_of(rings: int, places: Sequence[Place]) -> dict[Place, str] | None:
    """Our names of the *places* of a layout on a board with so many *rings*; ``None``: they do not
    fit, however they are turned."""
    frame = _frame(rings)
    for turned in _turned(places):
        if (shift := _fit(turned, frame)) is not None:
            return {
                place: frame[shifted]
                for place, shifted in zip(places, _shifted(turned, shift), strict=True)
            }
    return None


def labels_of(places: Sequence[Place]) -> dict[Place, str]:
    """The names at zertz.app of the *places* of a game that begins with these rings."""
    for rings in APP_BOARDS:
        frame = _frame(rings)
        if (shift := _fit(places, frame)) is not None:
            labels = _labels(frame)
            return {
                place: labels[shifted]
                for place, shifted in zip(places, _shifted(places, shift), strict=True)
            }
    return _labels(places)


def _labels(places: Iterable[Place]) -> dict[Place, str]:
    """*places* called by columns from ``a``, each numbered from its lowest."""
    ordered = sorted(places)
    columns = groupby(ordered, key=lambda place: place[0])
    left = ordered[0][0] if ordered else 0
    labels: dict[Place, str] = {}
    for column, own in columns:
        heights = [height for _column, height in own]
        letter = chr(ord("a") + column - left)
        labels |= {(column, each): f"{letter}{each - heights[0] + 1}" for each in heights}
    return labels


@cache
def _frame(rings: int) -> dict[Place, str]:
    """The rings of a board by their places at zertz.app, in the order in which it has them: rows
    from the top. Boards that it has not lie as here."""
    lattice = board(rings).lattice
    places = {}
    for name, bit in lattice.bit_of.items():
        height, column = divmod(bit, lattice.stride)
        places[_mirrored((column, height)) if rings == MIRRORED else (column, height)] = name
    return dict(sorted(places.items(), key=lambda item: (-item[0][1], item[0][0])))


def _fit(places: Sequence[Place], frame: Collection[Place]) -> Place | None:
    """The shift of *places* to where they first lie in *frame*; ``None``: nowhere."""
    if len(places) > len(frame):
        return None
    for column, height in frame if places else ():
        shift = column - places[0][0], height - places[0][1]
        if all(place in frame for place in _shifted(places, shift)):
            return shift
    return None


def _shifted(places: Iterable[Place], shift: Place) -> Iterator[Place]:
    return ((column + shift[0], height + shift[1]) for column, height in places)


def _turned(places: Sequence[Place]) -> Iterator[Sequence[Place]]:
    """*places* as they are, turned by sixths of a circle, and all of that in a mirror."""
    for _side in range(2):
        for _sixth in range(6):
            yield places
            places = [(height, height - column) for column, height in places]
        places = [*map(_mirrored, places)]


def _mirrored(place: Place) -> Place:
    """*place* with left and right exchanged."""
    return -place[0], place[1] - place[0]
