"""Finds the largest layout of a board that fits into a rectangle of cells, and what it needs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Final, NamedTuple

from gipf_meta.paint.layout import (
    CELLS,
    Layout,
    PlacedWord,
    SideLabel,
    Spot,
    Technique,
    side_labels,
)
from gipf_meta.protocol.view import Point, View

TALLEST: Final = 10
"""Rows between two places of the largest board that is drawn."""
LONGEST_WORD: Final = 9
"""Columns of the longest word on a place: a piece's letters, brackets, two signs on each side."""
LEAST_ROOM: Final = 3
"""Columns of a place in which a letter has a sign on each side."""
SMALLEST_UNIT: Final = 3.4
"""The least columns between two places that can be drawn in shapes."""
UNCUT_UNIT: Final = 7.0
"""Columns between two places from which on the edge of a board is never cut off."""
WIDEST_STEP: Final = 8
"""Columns of the widest step that is tried for boards of letters, whatever the proportions ask."""


def fit_layout(
    view: View, width: int, height: int, technique: Technique = "sextant"
) -> Layout | None:
    """The largest layout of the board of *view* on *width* x *height* cells.

    A board that does not fit is turned by a quarter: its columns become rows, which need less room
    where cells are taller than wide. Where *technique* does not fit either way, letters are used
    (``glyphs``). Words beside the board move next to their points where rows are scarce, and are
    left out where they do not fit at all. ``None`` if not even the points fit.
    """
    cramped = None
    for way in dict.fromkeys((technique, "glyphs")):
        for turned in (False, True):
            layout = _fit_as(turn_view(view) if turned else view, width, height, way)
            if layout is not None and turned:
                layout = replace(layout, turned=True)
            if layout is not None and not is_cramped(layout):
                return layout
            cramped = cramped or layout
    return cramped


def _fit_as(view: View, width: int, height: int, technique: Technique) -> Layout | None:
    """The largest layout in that *technique*; ``None`` if there is none."""
    words = side_labels(view)
    cramped = None
    for labels, close in dict.fromkeys(((words, False), (words, True), ((), False))):
        layouts = _layouts(view, width, height, technique, labels, close)
        best = max(layouts, key=lambda layout: _quality(layout, view.pitch), default=None)
        if best is not None and not is_cramped(best):
            return best
        cramped = cramped or best
    return cramped


def is_cramped(layout: Layout) -> bool:
    """Whether places have no room for signs beside a letter."""
    return layout.technique == "glyphs" and not layout.square and layout.room < LEAST_ROOM


def turn_view(view: View) -> View:
    """*view* with its points and labels turned clockwise by a quarter."""
    points = tuple(replace(point, x=-point.y, y=point.x) for point in view.points)
    labels = tuple(replace(label, x=-label.y, y=label.x) for label in view.labels)
    return replace(view, points=points, labels=labels, pitch=(view.pitch[1], view.pitch[0]))


def fits(view: View, width: int, height: int, *, turned: bool = True) -> bool:
    """Whether ``fit_layout`` finds a layout: whether the points fit, without words beside them.

    *turned*: or fit when the board is turned.
    """
    ways = (view, turn_view(view)) if turned else (view,)
    return any(any(_layouts(way, width, height, "glyphs", (), False)) for way in ways)


def _layouts(
    view: View,
    width: int,
    height: int,
    technique: Technique,
    labels: tuple[SideLabel, ...],
    close: bool,
) -> Iterator[Layout]:
    """Every layout of that *technique* with *labels* beside the board; *close* as in ``_place``."""
    square = (
        bool(view.points)
        and view.tile == "square"
        and all(point.kind in CELLS for point in view.points)
    )
    wide, tall = _span(point.x for point in view.points), _span(point.y for point in view.points)
    for step in _steps(view, square, technique, height):
        if wide * step.columns >= width or tall * step.rows >= height:
            continue  # whatever stands beside it
        layout = _place(view, width, height, technique, step, labels, close)
        if layout is not None:
            yield layout


def _quality(layout: Layout, pitch: tuple[float, float]) -> tuple[float, ...]:
    """The key by which layouts are compared: their size, less for distortion, a little more for
    whole rows.

    Words are centred on whole rows.
    """
    wide, tall = layout.columns / pitch[0], 2 * layout.rows / pitch[1]
    if layout.square:
        return (tall, wide)
    distortion = max(wide, tall) / min(wide, tall)
    if layout.technique == "glyphs":
        return (min(layout.room, LONGEST_WORD), layout.unit / distortion**0.5)
    whole = layout.rows == int(layout.rows)
    return (layout.unit * (1.04 if whole else 1) / distortion**0.5, -distortion)


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the lattice in *columns* and *rows*, *unit* as in ``Layout``.

    *wide* and *tall* say how far a place reaches from its centre, in columns and rows.
    """

    columns: int
    rows: float
    unit: float
    square: bool
    wide: float
    tall: float


def _steps(view: View, square: bool, technique: Technique, height: int) -> Iterator[_Step]:
    """Every step that can be drawn on *height* rows and has about the right proportions."""
    px, py = view.pitch
    most = min(TALLEST * py, height / max(_span(point.y for point in view.points), 1))
    letters = technique == "glyphs"
    half = 2 if square or letters else 1
    for n in range(half, int(2 * max(most, 1)) + 1, half):
        rows = n / 2
        if square and rows > 3 and rows % 2 == 0:
            continue  # words need a middle row
        ideal = 2 * rows * px / py
        if square:
            choices = {int(2 * rows) + 1} | ({2} if rows == 1 else set[int]())
        else:
            choices = {floor(ideal), ceil(ideal)}
        if letters:
            choices |= set(range(2, WIDEST_STEP + 1))
        for columns in choices:
            unit = min(columns / px, 2 * rows / py)
            if columns < 1 or (unit < SMALLEST_UNIT and not (letters or square)):
                continue
            if square:
                yield _Step(columns, rows, unit, True, columns / 2, rows / 2)
            elif letters:
                yield _Step(columns, rows, unit, False, min(columns, 5) / 2, 0.5)
            else:
                reach = max(unit * 0.47, 1.0)
                yield _Step(columns, rows, unit, False, reach, reach / 2)


def _span(numbers: Iterable[int]) -> int:
    """The distance between the least and the greatest of *numbers*."""
    every = list(numbers)
    return max(every, default=0) - min(every, default=0)


class _PlacedWord(NamedTuple):
    """A word beside the board, with its centre in columns and rows."""

    text: str
    column: float
    row: float


def _place(
    view: View,
    width: int,
    height: int,
    technique: Technique,
    step: _Step,
    labels: tuple[SideLabel, ...],
    close: bool,
) -> Layout | None:
    """The layout with *step*, in the middle of the cells; ``None`` if it does not fit.

    *close*: words above and below the board move into the rows of its points.
    """
    spots = {p.id: Spot(p.x * step.columns, p.y * step.rows) for p in view.points}
    reach = {p.id: _reach(p, step) for p in view.points}
    down = [(spot.row - reach[at][1], spot.row + reach[at][1]) for at, spot in spots.items()]
    words = [_place_word(label, spots, step, reach) for label in labels]
    if close:
        low, high = min(begin for begin, _ in down), max(end for _, end in down)
        spare = (height - (high - low)) / 2
        words = [
            word
            if low - spare <= word.row - 0.5 and word.row + 0.5 <= high + spare
            else _move_beside(word, label, spots)
            for word, label in zip(words, labels, strict=True)
        ]
    across = [
        *((s.column - reach[at][0], s.column + reach[at][0]) for at, s in spots.items()),
        *((word.column - len(word.text) / 2, word.column + len(word.text) / 2) for word in words),
    ]
    down += [(word.row - 0.5, word.row + 0.5) for word in words]
    # where rows are scarce, half of one may be cut off to draw a larger board
    uncut = step.unit >= UNCUT_UNIT and technique != "glyphs" and not step.square
    # the middle of a place is the middle of a cell, unless it is an even number of cells
    phase_x = step.columns / 2 % 1 if step.square else 0.5
    phase_y = step.rows / 2 % 1 if step.square else 0.5
    left = _centre_origin(across, width, phase_x, uncut)
    top = _centre_origin(down, height, phase_y, uncut)
    if left is None or top is None:
        return None
    centres = {name: Spot(c + left, r + top) for name, (c, r) in spots.items()}
    cells = {(floor(c), floor(r)) for c, r in centres.values()}
    inside = all(0 <= x < width and 0 <= y < height for x, y in cells)
    if len(cells) < len(centres) or not inside:
        return None
    is_drawn_square = step.square and technique != "glyphs"
    (px, py), room = view.pitch, step.columns if step.square else _free_columns(centres, width)
    return Layout(
        width,
        height,
        technique,
        step.columns,
        step.rows,
        step.unit,
        room,
        step.square,
        centres,
        {point.id: (point.x * px, point.y * py) for point in view.points},
        tuple(
            PlacedWord(
                word.text,
                floor(word.column + left - len(word.text) / 2 + 0.5),
                # between two rows a word stands in the upper one, as the words on drawn tiles do
                ceil(word.row + top) - 1 if is_drawn_square else floor(word.row + top),
            )
            for word in words
        ),
    )


def _reach(point: Point, step: _Step) -> tuple[float, float]:
    """The reach of a place from its centre, in columns and rows: a dot bears no piece."""
    if point.kind == "dot" and not step.square:
        return min(step.wide, 1.0), min(step.tall, 0.5)
    return step.wide, step.tall


def _move_beside(word: _PlacedWord, label: SideLabel, spots: Mapping[str, Spot]) -> _PlacedWord:
    """Moves a word into the row of its point, on the outer side of the point."""
    if label.beside is None:
        return word
    at = spots[label.beside]
    middle = (min(c for c, _ in spots.values()) + max(c for c, _ in spots.values())) / 2
    way = -1 if (word.column - at.column or at.column - middle) <= 0 else 1
    return _PlacedWord(word.text, at.column + way * (1.5 + len(word.text) / 2), at.row)


def _centre_origin(
    parts: list[tuple[float, float]], size: int, phase: float, uncut: bool
) -> float | None:
    """The cell on which 0 lies when *parts*, pairs of begin and end, are centred on *size* cells.

    *phase* is the part of a cell at which 0 must lie. ``None`` if *parts* are too long; unless they
    must be *uncut*, up to half a cell of them may lie outside.
    """
    low = min((begin for begin, _ in parts), default=0.0)
    high = max((end for _, end in parts), default=0.0)
    if high - low > size + 0.01:
        return None
    middle = floor((size - high - low) / 2 - phase + 0.5) + phase
    latest = floor(size - high - phase + 0.01) + phase
    earliest = ceil(-low - phase - (0.01 if uncut else 0.51)) + phase
    if uncut and earliest > latest:
        return None
    return max(min(middle, latest), earliest)


def _free_columns(centres: Mapping[str, Spot], width: int) -> int:
    """The columns that a place has for itself: the least distance of two in a row, less a gap."""
    lines: dict[int, list[float]] = {}
    for column, row in centres.values():
        lines.setdefault(floor(row), []).append(column)
    gaps = (b - a for line in lines.values() for a, b in pairwise(sorted(line)))
    return int(min(gaps, default=width + 1)) - 1


def _place_word(
    label: SideLabel,
    spots: Mapping[str, Spot],
    step: _Step,
    reach: Mapping[str, tuple[float, float]],
) -> _PlacedWord:
    """Puts a word where *label* says, but close to the board."""
    column: float = label.x * step.columns
    row: float = label.y * step.rows
    if step.square:
        away = step.wide + 0.5 + len(label.text) / 2
        columns, rows = [c for c, _ in spots.values()], [r for _, r in spots.values()]
        column = _move_outside(column, min(columns), max(columns), away)
        row = _move_outside(row, min(rows), max(rows), step.tall + 0.5)
    elif label.beside is not None:
        at = spots[label.beside]
        dx, dy = column - at.column, (row - at.row) * 2
        gap = 1.2 if abs(dy) > abs(dx) else 1.6
        close = min(1.0, (reach[label.beside][0] + gap) / (hypot(dx, dy) or 1.0))
        column, row = at.column + dx * close, at.row + dy * close / 2
    return _PlacedWord(label.text, column, row)


def _move_outside(at: float, low: float, high: float, away: float) -> float:
    """*at* if it lies within *low* to *high*, else a point *away* from the nearer of the two."""
    return low - away if at < low else high + away if at > high else at


SMALL_WINDOW: Final = (80, 24)
"""The columns and rows of the smallest common terminal."""
SMALL_BOARD: Final = (50, 19)
"""The columns and rows that a board has in it, with the row that the question can give it."""
WIDEST = 400
"""The most columns, and the most rows, that are tried."""
MOST_POINTS = 1_000
"""Boards with more points are not tried: that would take seconds."""


def least_size(view: View, width: int, height: int) -> tuple[int, int] | None:
    """The columns and rows from which on the board of *view* fits, *width* x *height* at least.

    ``None`` for a board that fits nowhere.
    """
    if len(view.points) > MOST_POINTS or not _fits(view, WIDEST, WIDEST):
        return None
    sizes = range(WIDEST)
    rows = max(height, bisect_left(sizes, True, key=lambda rows: _fits(view, WIDEST, rows)))
    columns = bisect_left(sizes, True, key=lambda columns: _fits(view, columns, rows))
    return max(width, columns), rows


def _fits(view: View, width: int, height: int) -> bool:
    return bool(width and height) and fits(view, width, height)


def spare_columns(view: View, width: int, height: int, technique: Technique, most: int) -> int:
    """The number of *width* columns that the board of *view* does not need to be as large as now.

    At most *most*; 0 if it does not fit.
    """
    whole, spare = None, 0
    if len(view.points) <= MOST_POINTS:
        whole = fit_layout(view, width, height, technique)
    if whole is None:
        return 0
    while spare < most:
        less = fit_layout(view, width - spare - 1, height, technique)
        if less is None or _looks(less) != _looks(whole):
            break
        spare += 1
    return spare


def lacking_columns(view: View, width: int, height: int, technique: Technique, most: int) -> int:
    """The number of columns beyond *width* that the board of *view* needs not to be cramped.

    With the words beside it if *most* columns are enough for that, else without; 0 if they are not
    enough, and where the board is not cramped, or has too many points to be tried.
    """
    if len(view.points) > MOST_POINTS:
        return 0

    def comfort(more: int) -> tuple[bool, bool]:
        layout = fit_layout(view, width + more, height, technique)
        if layout is None or is_cramped(layout):
            return False, False
        return True, bool(layout.words)

    best = comfort(most)
    if not best[0] or comfort(0)[0]:
        return 0
    return bisect_left(range(most), best, key=comfort)


def _looks(layout: Layout) -> tuple[object, ...]:
    """The size at which *layout* draws a board, and the number of words beside it."""
    return layout.technique, layout.unit, layout.rows, layout.columns, len(layout.words)
