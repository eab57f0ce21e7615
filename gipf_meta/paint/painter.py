"""Paints views: every cell once, and again only when a point that touches it changes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final, TypeAlias

from gipf_meta.paint import plain, shapes
from gipf_meta.paint.cells import Cell, Part, readable, rendered, seen
from gipf_meta.paint.glyphs import BLOCKS, Fit, braille
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.looks import Brush, Look
from gipf_meta.paint.palette import Palette, rgb, text_of
from gipf_meta.paint.pieces import Said
from gipf_meta.paint.reach import At, plate, touching
from gipf_meta.paint.shapes import Shape
from gipf_meta.paint.state import State, states, stubs
from gipf_meta.protocol.view import View

MOST: Final = 20_000
"""So many looks are kept."""
Key: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Painting:
    """A grid of cells, row by row."""

    rows: tuple[tuple[Cell, ...], ...]


class Painter:
    """Paints in one palette. It keeps what it has painted last, and the looks of cells."""

    def __init__(self, palette: Palette) -> None:
        self.palette: Final = palette
        self._canvas: _Canvas | None = None

    def paint(
        self, view: View, layout: Layout, cursor: str | None = None, lit: Collection[str] = ()
    ) -> Painting:
        """The board of *view* on the cells of *layout*, which was made for its points.

        *cursor* is the point under the cursor; *lit* are points that can be clicked next. Raises
        ``ValueError`` if something is on none of the points.
        """
        canvas = self._canvas
        if canvas is None or not canvas.serves(view, layout):
            canvas = self._canvas = _Canvas(view, layout, self.palette)
        return canvas.painted(list(states(view, layout, canvas.stubs, cursor, lit)))


def _bones(view: View) -> Key:
    """What of a view is the same through a whole game."""
    has_plate = any(point.kind in ("spot", "dot") for point in view.points)
    return (tuple(p.id for p in view.points), view.edges, view.pitch, view.tile, has_plate)


class _Canvas:
    """The cells of one layout: which points touch each, and how it looks now."""

    def __init__(self, view: View, layout: Layout, palette: Palette) -> None:
        self.layout, self.palette, self.bones = layout, palette, _bones(view)
        self.stubs = stubs(view.edges, layout)
        self.brush = Brush(palette, layout, view.tile == "hex", view.pitch[0] < view.pitch[1])
        self.plain = layout.technique == "glyphs"
        ground = rgb(palette.theme.ground)
        self.ground = Fit(" ", ground, ground, ground)
        self.centres = [layout.centres[point.id] for point in view.points]
        self.plate = plate(layout) if self.bones[-1] and not self.plain else {}
        self.reach = touching(layout, [self.stubs.get(p.id, ()) for p in view.points])
        self.base = [[self.ground] * layout.width for _ in range(layout.height)]
        if self.plain:
            line = rgb(palette.theme.line)
            for (x, y), glyph in plain.lines(view.edges, layout).items():
                self.base[y][x] = Fit(glyph, line, ground, ground)
        self.rows: list[tuple[Cell, ...]] = [()] * layout.height
        self.states: list[State | None] = [None] * len(view.points)
        self.looks = [Look((), (), {})] * len(view.points)
        self.numbers: list[int] = [-1] * len(view.points)
        self.numbered: dict[Key, int] = {}
        self.cells: dict[Key, Fit] = {}
        self.drawn: dict[Key, Fit] = {}

    def serves(self, view: View, layout: Layout) -> bool:
        """Whether this canvas can show the view."""
        return self.layout is layout and self.bones == _bones(view)

    def painted(self, now: Sequence[State]) -> Painting:
        """The painting of these states, for which only what has changed is painted."""
        first = not all(self.rows)
        cells = set[At]()
        rows = set(range(self.layout.height)) if first else set[int]()
        for i, state in enumerate(now):
            if state != self.states[i]:
                rows |= self._word_rows(i)
                self._become(i, state, cells)
                rows |= self._word_rows(i)
        if not self.plain:
            for x, y in {*self.reach.points, *self.plate} if first else cells:
                self.base[y][x] = self._cell((x, y))
        for row in rows | {y for _, y in cells}:
            self.rows[row] = self._row(row)
        return Painting(tuple(self.rows))

    def _become(self, i: int, state: State, cells: set[At]) -> None:
        """Gives a point its new look; adds to *cells* those that look different now."""
        look = self._looked(state)
        self.states[i], self.looks[i] = state, look
        key = (look.shapes, (state.stubs, state.phase) if look.dots else ())
        number = self.numbered.setdefault(key, len(self.numbered))
        if number != self.numbers[i]:
            self.numbers[i] = number
            cells.update(self.reach.cells[i])

    def _looked(self, state: State) -> Look:
        if self.plain:
            return plain.look(state, self.palette, self.layout)
        return self.brush.look(state)

    def _word_rows(self, i: int) -> set[int]:
        """The rows that the words of a point are in."""
        rows = (floor(self.centres[i].row + said.row) for said in self.looks[i].words)
        return {row for row in rows if 0 <= row < self.layout.height}

    # ---- cells -----------------------------------------------------------------------------------

    def _cell(self, at: At) -> Fit:
        points, offsets = self.reach.points.get(at, ()), self.reach.offsets.get(at, ())
        under = self.plate.get(at)
        # no two cells on the rim of the plate are alike
        ground = at if callable(under) else under
        key = (ground, offsets, *(self.numbers[i] for i in points))
        found = self.cells.get(key)
        if found is None:
            if len(self.cells) > MOST:
                self.cells.clear()
                self.drawn.clear()
            found = self.cells[key] = self._look_of(at, points, offsets)
        return found

    def _look_of(self, at: At, points: Sequence[int], offsets: Iterable[shapes.Spot]) -> Fit:
        """A cell out of the shapes that touch it."""
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
        parts = seen(parts)
        key = (ground, *((x, y, shape) for _, x, y, shape in parts))
        fit = self.drawn.get(key)
        if fit is None:
            fit = self.drawn[key] = rendered(parts, ground, BLOCKS[self.layout.technique])
        if bits and not parts:
            ink = readable(self.palette.theme.line, text_of(fit.ground))
            return fit._replace(glyph=braille(bits), ink=rgb(ink))
        return fit

    # ---- words -----------------------------------------------------------------------------------

    def _row(self, row: int) -> tuple[Cell, ...]:
        """A row of cells with the words in it."""
        base = self.base[row]
        cells = [Cell(fit.glyph, text_of(fit.ink), text_of(fit.ground)) for fit in base]

        def write(start: float, said: Said) -> None:
            for column, letter in enumerate(said.text, floor(start)):
                if 0 <= column < len(cells):
                    ground = said.ground or text_of(base[column].main)
                    cells[column] = Cell(letter, readable(said.ink, ground), ground)

        for word in self.layout.words:
            if word.row == row:
                write(word.column, Said(word.text, 0, 0, self.palette.theme.muted))
        for look, centre in zip(self.looks, self.centres, strict=True):
            for said in look.words:
                if floor(centre.row + said.row) == row:
                    write(centre.column + said.column - len(said.text) / 2 + 0.5, said)
        return tuple(cells)
