"""Paints views. A cell is painted again only when a point that touches it has changed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, hypot, pi
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.paint import letters, shapes
from gipf_meta.paint.cells import Cell, Part, readable_ink, render_cell, visible_parts
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.palette import BLOCKS, ColouredGlyph, Palette, braille, hex_text, rgb
from gipf_meta.paint.pieces import RADIUS, PlaceWord
from gipf_meta.paint.places import CellBrush, PlaceLook
from gipf_meta.paint.point_state import PointState, point_states, stubs
from gipf_meta.paint.shapes import Distance, Shape, ShapePoint
from gipf_meta.protocol.view import View
from gipf_meta.render.board import convex_hull

MOST_CELLS: Final = 20_000
"""The most cells that a canvas remembers."""
LookKey: TypeAlias = tuple[Hashable, ...]
"""The values on which a look depends."""


@dataclass(frozen=True, slots=True)
class Painting:
    """A grid of cells, row by row."""

    rows: tuple[tuple[Cell, ...], ...]


class Painter:
    """Paints in one palette, and remembers its last painting and the looks of cells. Boards have
    the hue of their material unless they *are_plain*."""

    def __init__(self, palette: Palette, *, are_plain: bool = False) -> None:
        self.palette: Final = palette
        self._are_plain: Final = are_plain
        self._canvas: _Canvas | None = None

    def paint(
        self, view: View, layout: Layout, cursor: str | None = None, lit: Collection[str] = ()
    ) -> Painting:
        """The board of *view* on the cells of *layout*, which was made for its points.

        *cursor* is the point under the cursor; *lit* are the points that can be clicked next.
        Raises ``ValueError`` if a piece or a mark is on none of the points.
        """
        canvas = self._canvas
        if canvas is None or not canvas.can_show(view, layout):
            palette = self.palette if self._are_plain else self.palette.of(view.board)
            canvas = self._canvas = _Canvas(view, layout, palette)
        return canvas.paint(list(point_states(view, layout, canvas.stubs, cursor, lit)))


def _fixed_parts(view: View) -> LookKey:
    """The parts that are the same in all views of a game, and whether it has a plate."""
    has_plate = any(point.kind in ("spot", "dot") for point in view.points)
    names = tuple(p.id for p in view.points)
    return (names, view.edges, view.pitch, view.tile, view.board, has_plate)


class _Canvas:
    """The cells of one layout: which points touch each cell, and how the cell looks now."""

    def __init__(self, view: View, layout: Layout, palette: Palette) -> None:
        self.layout, self.palette, self.fixed_parts = layout, palette, _fixed_parts(view)
        self.stubs = stubs(view.edges, layout)
        is_pointed = (view.pitch[0] < view.pitch[1]) != layout.turned
        self.brush = CellBrush(palette, layout, view.tile == "hex", is_pointed)
        self.in_letters = layout.technique == "glyphs"
        ground = rgb(palette.theme.ground)
        self.ground = ColouredGlyph(" ", ground, ground, ground)
        self.centres = [layout.centres[point.id] for point in view.points]
        self.plate = plate(layout) if self.fixed_parts[-1] and not self.in_letters else {}
        self.footprints = footprints(layout, [self.stubs.get(p.id, ()) for p in view.points])
        self.base = [[self.ground] * layout.width for _ in range(layout.height)]
        if self.in_letters:
            line = rgb(palette.theme.line)
            for (x, y), glyph in letters.lines(view.edges, layout).items():
                self.base[y][x] = ColouredGlyph(glyph, line, ground, ground)
        self.rows: list[tuple[Cell, ...]] = [()] * layout.height
        self.states: list[PointState | None] = [None] * len(view.points)
        self.looks = [PlaceLook((), (), {})] * len(view.points)
        self.names = [point.id for point in view.points]
        self.pointer: tuple[int, int, str] | None = None
        self.numbers: list[int] = [-1] * len(view.points)
        self.look_numbers: dict[LookKey, int] = {}
        self.cells: dict[LookKey, ColouredGlyph] = {}
        self.drawn_cells: dict[LookKey, ColouredGlyph] = {}

    def can_show(self, view: View, layout: Layout) -> bool:
        """Whether *view* belongs on this canvas: its layout and the fixed parts are the same."""
        return self.layout is layout and self.fixed_parts == _fixed_parts(view)

    def paint(self, now: Sequence[PointState]) -> Painting:
        """The painting of the states *now*, one for each point; paints only what has changed."""
        first = not all(self.rows)
        cells = set[At]()
        rows = set(range(self.layout.height)) if first else set[int]()
        for i, state in enumerate(now):
            if state != self.states[i]:
                rows |= self._word_rows(i)
                self._set_state(i, state, cells)
                rows |= self._word_rows(i)
        before, self.pointer = self.pointer, self._find_pointer(now)
        rows |= self._pointer_rows(before, self.pointer)
        if not self.in_letters:
            for x, y in {*self.footprints.points, *self.plate} if first else cells:
                self.base[y][x] = self._cell_at((x, y))
        for row in rows | {y for _, y in cells}:
            self.rows[row] = self._row(row)
        return Painting(tuple(self.rows))

    def _set_state(self, i: int, state: PointState, cells: set[At]) -> None:
        """Gives point *i* the look of *state*, and adds the cells whose look changes to *cells*."""
        look = self._look(state)
        self.states[i], self.looks[i] = state, look
        key = (look.shapes, (state.stubs, state.phase) if look.dots else ())
        number = self.look_numbers.setdefault(key, len(self.look_numbers))
        if number != self.numbers[i]:
            self.numbers[i] = number
            cells.update(self.footprints.cells[i])

    def _look(self, state: PointState) -> PlaceLook:
        if self.in_letters:
            return letters.look(state, self.palette, self.layout)
        return self.brush.look(state)

    def _word_rows(self, i: int) -> set[int]:
        """The rows that the words of point *i* are in."""
        rows = (floor(self.centres[i].row + word.row) for word in self.looks[i].words)
        return {row for row in rows if 0 <= row < self.layout.height}

    # ---- the name beside the cursor --------------------------------------------------------------

    def _find_pointer(self, now: Sequence[PointState]) -> tuple[int, int, str] | None:
        """Column, row and text of the name beside the cursor; ``None`` where no cell is free."""
        at = next((i for i, state in enumerate(now) if "cursor" in state.signs), None)
        if at is None or self.in_letters or self.layout.square or now[at].name:
            return None
        name, (column, row) = self.names[at], self.centres[at]
        away = self.layout.unit * 0.5 + 0.5
        places = (floor(column + away) + 1, floor(column - away) - len(name))
        for x, y in ((x, floor(row) + down) for down in (0, -1, 1) for x in places):
            cells = [(x + n, y) for n in range(len(name))]
            inside = x >= 0 and x + len(name) <= self.layout.width and 0 <= y < self.layout.height
            if inside and not any(self._is_taken(cell, now) for cell in cells):
                return x, y, name
        return None

    def _is_taken(self, at: At, now: Sequence[PointState]) -> bool:
        """Whether a piece or a word of a place may be seen in the cell *at*."""
        points, offsets = self.footprints.points.get(at, ()), self.footprints.offsets.get(at, ())
        reach = RADIUS * self.layout.unit
        for beside in self.layout.words:
            if beside.row == at[1] and beside.column <= at[0] < beside.column + len(beside.text):
                return True
        for i, (dx, dy) in zip(points, offsets, strict=True):
            if now[i].piece is not None and reaches_cell(dx, dy, reach):
                return True
            for word in self.looks[i].words:
                far = len(word.text) / 2 + 0.5
                if abs(dy + 0.5 - word.row) < 1 and abs(dx + 0.5 - word.column) < far:
                    return True
        return False

    def _pointer_rows(self, *pointers: tuple[int, int, str] | None) -> set[int]:
        """The rows of the name beside the cursor, before and now, if it has changed."""
        shown = [pointer for pointer in pointers if pointer is not None]
        if pointers[0] == pointers[1]:
            return set()
        return {y for _, y, _ in shown}

    # ---- cells -----------------------------------------------------------------------------------

    def _cell_at(self, at: At) -> ColouredGlyph:
        points, offsets = self.footprints.points.get(at, ()), self.footprints.offsets.get(at, ())
        under = self.plate.get(at)
        # every cell on the rim of the plate differs from the others
        ground = at if callable(under) else under
        key = (ground, offsets, *(self.numbers[i] for i in points))
        cell = self.cells.get(key)
        if cell is None:
            if len(self.cells) > MOST_CELLS:
                self.cells.clear()
                self.drawn_cells.clear()
            cell = self.cells[key] = self._draw_cell(at, points, offsets)
        return cell

    def _draw_cell(
        self, at: At, points: Sequence[int], offsets: Iterable[shapes.ShapePoint]
    ) -> ColouredGlyph:
        """Draws the cell *at* from the shapes of the *points* that touch it."""
        under = self.plate.get(at)
        ground = rgb(self.palette.theme.plate) if under is True else self.ground.ground
        parts: list[Part] = []
        bits = 0
        for i, (dx, dy) in zip(points, offsets, strict=True):
            look = self.looks[i]
            if look.dots:
                centre = self.centres[i]
                bits |= look.dots.get((at[0] - floor(centre.column), at[1] - floor(centre.row)), 0)
            parts += [(shape.layer, dx, 2 * dy, shape) for shape in look.shapes]
        parts.sort(key=lambda part: part[0])
        if callable(under):
            outline = shapes.Outline(under, (at[0], 2 * at[1], at[0] + 1, 2 * at[1] + 2))
            rim = Shape(outline, rgb(self.palette.theme.plate), -1)
            parts.insert(0, (-1, at[0], 2 * at[1], rim))
        parts = visible_parts(parts)
        key = (ground, *((x, y, shape) for _, x, y, shape in parts))
        fit = self.drawn_cells.get(key)
        if fit is None:
            fit = self.drawn_cells[key] = render_cell(parts, ground, BLOCKS[self.layout.technique])
        if bits and not parts:
            # lines need not be read like words: they must not outshine the pieces
            return fit._replace(glyph=braille(bits), ink=rgb(self.palette.theme.line))
        return fit

    # ---- words -----------------------------------------------------------------------------------

    def _row(self, row: int) -> tuple[Cell, ...]:
        """A row of cells with the words in it."""
        base = self.base[row]
        cells = [Cell(fit.glyph, hex_text(fit.ink), hex_text(fit.ground)) for fit in base]

        def write(start: float, word: PlaceWord) -> None:
            for column, letter in enumerate(show_unprintable(word.text), floor(start)):
                if 0 <= column < len(cells):
                    ground = word.ground or hex_text(base[column].main)
                    cells[column] = Cell(letter, readable_ink(word.ink, ground), ground)

        for beside in self.layout.words:
            if beside.row == row:
                write(beside.column, PlaceWord(beside.text, 0, 0, self.palette.theme.muted))
        if self.pointer is not None and self.pointer[1] == row:
            write(self.pointer[0], PlaceWord(self.pointer[2], 0, 0, self.palette.theme.cursor))
        for look, centre in zip(self.looks, self.centres, strict=True):
            for word in look.words:
                if floor(centre.row + word.row) == row:
                    write(centre.column + word.column - len(word.text) / 2 + 0.5, word)
        return tuple(cells)


REACH: Final = 0.75
"""The reach of the shapes of a place, in parts of the distance to the next place."""
RIM: Final = 1.6
"""Columns: a cell whose middle lies farther than this inside the plate is all plate."""

At: TypeAlias = tuple[int, int]
"""A cell: its column and its row."""


class Footprints(NamedTuple):
    """The cells that each point may touch, and the points that may touch each cell.

    *points* has the numbers of the points that may touch a cell, *offsets* how far its corner is
    off the centre of each of them, in columns and rows. *cells* has the cells of each point.
    """

    points: dict[At, tuple[int, ...]]
    offsets: dict[At, tuple[ShapePoint, ...]]
    cells: list[list[At]]


def footprints(layout: Layout, halves: Sequence[tuple[ShapePoint, ...]]) -> Footprints:
    """The footprints of a layout's places; *halves* has the halves of the edges at each place."""
    points: dict[At, list[int]] = {}
    offsets: dict[At, list[ShapePoint]] = {}
    cells: list[list[At]] = []
    for i, ((column, row), edges) in enumerate(zip(layout.centres.values(), halves, strict=True)):
        wide = layout.columns / 2 if layout.square else layout.unit * REACH
        tall = layout.rows / 2 if layout.square else wide / 2
        far_x = max([wide, *(abs(dx) + 0.5 for dx, _ in edges)])
        far_y = max([tall, *(abs(dy) / 2 + 0.5 for _, dy in edges)])
        mine = [
            (x, y)
            for y in range(max(floor(row - far_y), 0), min(ceil(row + far_y), layout.height))
            for x in range(max(floor(column - far_x), 0), min(ceil(column + far_x), layout.width))
            if layout.square or edges or reaches_cell(x - column, y - row, wide)
        ]
        for x, y in mine:
            points.setdefault((x, y), []).append(i)
            offset = (round(x - column, 3), round(y - row, 3))
            offsets.setdefault((x, y), []).append(offset)
        cells.append(mine)
    return Footprints(
        {at: tuple(numbers) for at, numbers in points.items()},
        {at: tuple(spots) for at, spots in offsets.items()},
        cells,
    )


def reaches_cell(x: float, y: float, far: float) -> bool:
    """Whether something *far* columns around the origin touches a cell; its corner is (x, y)."""
    return hypot(max(abs(x + 0.5) - 0.5, 0), max(2 * abs(y + 0.5) - 1, 0)) <= far


def plate(layout: Layout) -> dict[At, Distance | Literal[True]]:
    """The cells of the plate under the points: ``True``, or on the rim the plate's ``Distance``.

    Where the board comes close to the edge of the screen, the plate's margin is narrower.
    """
    corners = convex_hull((column, 2 * row) for column, row in layout.centres.values())
    if not corners:
        return {}
    room = [min(x, layout.width - x, y, 2 * layout.height - y) for x, y in corners]
    # a corner of the plate is farther from its point than a side
    margin = min(layout.unit * 0.36 + 0.4, max(min(room) * cos(pi / 6) - 0.4, 0.5))
    outline = (
        shapes.polygon(tuple(corners), margin)
        if len(corners) > 2
        else shapes.line(corners[0], corners[-1], 2 * margin)
    )
    cells: dict[At, Distance | Literal[True]] = {}
    for y in range(layout.height):
        for x in range(layout.width):
            depth = outline.distance(x + 0.5, 2 * y + 1)
            if depth > -RIM:
                cells[x, y] = True if depth > RIM else outline.distance
    return cells
