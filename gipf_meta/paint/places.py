"""The look of the places of a board: shapes and words around the centre of a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Final, NamedTuple

from gipf_meta.paint import shapes
from gipf_meta.paint.cells import LAYER_CURSOR, LAYER_LINE, LAYER_PIECE, LAYER_PLACE, LAYER_SIGN
from gipf_meta.paint.layout import CELLS, Layout
from gipf_meta.paint.palette import BLOCKS, BRAILLE, Palette, Sign, mix, rgb
from gipf_meta.paint.pieces import RADIUS, PlaceWord, count_text, draw_piece
from gipf_meta.paint.point_state import SIGNS, PointState, visible_signs
from gipf_meta.paint.shapes import Outline, Shape, ShapePoint
from gipf_meta.render.theme import ink_on

MOST_SEGMENTS: Final = 12
"""A place that may hold more things than this has no segments: its number alone is shown."""
MOST_LOOKS: Final = 5_000
"""The most looks that a brush remembers."""


class PlaceLook(NamedTuple):
    """The look of a place: shapes, words, and the braille dots of thin lines.

    *dots* has the bits of each cell (column, row), counted from the cell of the centre.
    """

    shapes: tuple[Shape, ...]
    words: tuple[PlaceWord, ...]
    dots: Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class CellBrush:
    """Draws the places of one layout in one palette.

    *hexagons* says that cells and tiles are hexagons, *pointed* that those have a corner at the
    top.
    """

    palette: Palette
    layout: Layout
    hexagons: bool
    pointed: bool
    _looks: dict[PointState, PlaceLook] = field(default_factory=dict, init=False, compare=False)

    def look(self, state: PointState) -> PlaceLook:
        """The look of a place in *state*; it is drawn once and remembered."""
        look = self._looks.get(state)
        if look is None:
            if len(self._looks) >= MOST_LOOKS:
                self._looks.clear()  # a running clock makes new ones for ever
            look = self._looks[state] = self._draw(state)
        return look

    def _draw(self, state: PointState) -> PlaceLook:
        layout = self.layout
        tiny = is_tiny(layout)
        words: list[PlaceWord] = []
        parts: list[Shape] = []
        dots: dict[tuple[int, int], int] = {}
        if state.stubs and layout.rows <= 1:
            dots = braille_lines(state)
        else:
            parts += self._edge_lines(state)
        if state.piece is None or not tiny:
            parts += self._place(state)
        if state.piece is None:
            words += self._words_on_empty(state)
        elif tiny:
            colour = self.palette.piece(state.piece.role)
            shade = mix(colour, ink_on(colour), 0.14 if state.odd else 0)
            half, tall = layout.columns / 2 + 1, layout.rows + 1  # no edge is blurred
            tile = shapes.rectangle(-half, -tall, half, tall)
            parts.append(Shape(tile, rgb(shade), LAYER_PIECE))
            piece, room = state.piece, layout.columns
            label = count_text(piece, True, room)
            words.append(PlaceWord(label, 0, 0, ink_on(colour)))
        else:
            unit = min(layout.columns, 2 * layout.rows) if layout.square else layout.unit
            shapes_, on_piece = draw_piece(state.piece, self.palette, unit, self._tile())
            parts += shapes_
            words += [word._replace(row=word.row + self.middle) for word in on_piece]
        marks = Marks(self.palette, layout, self._cell(), self.radius)
        parts += marks.shapes(state)
        words += marks.words(state)
        return PlaceLook(tuple(parts), tuple(words), dots)

    # ---- places ----------------------------------------------------------------------------------

    def _edge_lines(self, state: PointState) -> Iterator[Shape]:
        colour = rgb(self.palette.theme.line)
        width = 0.25 + 0.05 * self.layout.unit
        for dx, dy in state.stubs:
            yield Shape(shapes.line((0, 0), (dx * 1.05, dy * 1.05), width), colour, LAYER_LINE)

    def _cell(self) -> Outline:
        """The outline of a whole cell, on boards of cells."""
        half, tall = self.layout.columns / 2, self.layout.rows
        if self.layout.square:
            return shapes.rectangle(-half, -tall, half, tall)
        if self.hexagons:
            return shapes.polygon(shapes.hexagon(self.layout.unit * 0.48, self.pointed))
        half = self.layout.unit * 0.48
        return shapes.rectangle(-half, -half, half, half)

    def _tile(self) -> Outline:
        """The outline of a tile, a little smaller than its cell."""
        half, tall = self.layout.columns / 2, self.layout.rows
        if self.layout.square:
            # cells of two rows have no row in the middle: the word stands in the upper one
            low = 0.75 if self.layout.rows % 2 == 0 and self.layout.rows < 4 else 0.34
            return shapes.rectangle(-half + 0.25, -tall + 0.34, half - 0.25, tall - low, 0.3)
        if self.hexagons:
            return shapes.polygon(shapes.hexagon(self.layout.unit * 0.41, self.pointed))
        half = self.layout.unit * 0.41
        return shapes.rectangle(-half, -half, half, half, 0.3)

    def _place(self, state: PointState) -> Iterator[Shape]:
        theme, unit = self.palette.theme, self.layout.unit
        radius = self.radius

        def at(outline: Outline, colour: str) -> Shape:
            return Shape(outline, rgb(colour), LAYER_PLACE)

        if state.kind in CELLS:
            base = mix(theme.ground, theme.ink, 0.13 if state.odd else 0.08)
            if state.kind == "special":
                base = mix(theme.ground, theme.special, 0.75)
            cell = self._cell()
            yield at(cell, base)
            if self.layout.rows >= 2:
                yield at(shapes.frame(cell, 0.34), mix(theme.ground, base, 0.25))
            if state.kind == "special" and self.layout.rows >= 2:
                far = min(self.layout.columns / 2, self.layout.rows) * 0.5
                for way in (-far, far):
                    cross = shapes.line((-far, way), (far, -way), 0.2 + 0.05 * unit)
                    yield at(cross, mix(base, theme.ink, 0.3))
        elif state.kind == "ring":
            yield at(shapes.disc(radius * 0.8), mix(theme.ground, theme.place, 0.22))
            yield at(shapes.ring(radius * 0.64, radius), theme.place)
            if unit >= 7:
                light = mix(theme.place, ink_on(theme.ground), 0.4)
                yield at(shapes.ring(radius * 0.78, radius * 0.88), light)
        elif state.kind == "spot":
            if self.layout.rows > 1:
                yield at(shapes.disc(max(0.09 * unit, 0.45)), theme.line)
        elif state.kind == "dot":
            size = max(0.19 * unit, 0.8)
            yield at(shapes.disc(size), theme.line)
            yield at(shapes.disc(size - 0.4), theme.plate)
        elif state.kind == "space":
            edge = 0.0 if state.level else max(0.3, unit * 0.035)
            yield at(shapes.disc(radius), mix(theme.ground, theme.line, 0.45 if edge else 0))
            yield at(shapes.disc(radius - edge), mix(theme.ground, theme.ink, 0.09))
            yield from self._segments(state)
        elif state.kind == "gone":
            yield at(shapes.disc(max(0.05 * unit, 0.35)), mix(theme.ground, theme.line, 0.4))

    @property
    def radius(self) -> float:
        """The radius of a round place, in columns."""
        if self.layout.square:
            return min(self.layout.columns, 2 * self.layout.rows) / 2
        return self.layout.unit * (0.5 if self.layout.unit < 6 else 0.47)

    @property
    def middle(self) -> float:
        """The row of words, counted from the centre; of two middle rows it is the upper one."""
        return -0.5 if self.layout.square and self.layout.rows % 2 == 0 else 0.0

    def _segments(self, state: PointState) -> Iterator[Shape]:
        """A ring of one segment for each thing that the place can hold; used ones are coloured."""
        level, radius, unit = state.level, self.radius, self.layout.unit
        if not 0 < level <= MOST_SEGMENTS or unit < 5:
            return
        theme, gap = self.palette.theme, min(0.5 / radius, 0.12)
        for n in range(level):
            begin, end = (n + gap / 2) / level, (n + 1 - gap / 2) / level
            used = n < state.load
            inner = radius * (0.8 if used else 0.88)
            colour = theme.held if used else mix(theme.ground, theme.line, 0.6)
            outline = (
                shapes.arc(inner, radius, begin, end) if level > 1 else shapes.ring(inner, radius)
            )
            yield Shape(outline, rgb(colour), LAYER_PLACE)

    def _words_on_empty(self, state: PointState) -> Iterator[PlaceWord]:
        """The words on a place without a piece: its name, and how much it holds."""
        theme = self.palette.theme
        if state.level:
            held = f"{state.load}/{state.level}"
            colour = theme.held if state.load else theme.muted
            if state.name:
                yield PlaceWord(state.name, 0, -1, theme.muted)
                yield PlaceWord(held, 0, 1, colour)
            else:
                yield PlaceWord(held, 0, self.middle, colour)
        elif state.name:
            yield PlaceWord(state.name, 0, self.middle, theme.muted)


def braille_lines(state: PointState) -> dict[tuple[int, int], int]:
    """The halves of the edges at a point as braille dots: bits by cell, as in ``PlaceLook``."""
    dots: dict[tuple[int, int], int] = {}
    x, y = state.phase
    for dx, dy in state.stubs:
        count = max(int(abs(dx) * 4), int(abs(dy) * 4), 1)
        for n in range(count + 1):
            column, row = x + dx * n / count, y + dy / 2 * n / count
            cell = (int(column // 1), int(row // 1))
            dot = BRAILLE[min(int(row % 1 * 4), 3)][min(int(column % 1 * 2), 1)]
            dots[cell] = dots.get(cell, 0) | dot
    return dots


HINTS: Final[dict[Sign, str]] = {"cut": "x", "lit": "o", "legal": "*"}
COARSE: Final = 7
"""With fewer columns between two places, quarters of cells are too coarse for the signs' shapes."""


def is_tiny(layout: Layout) -> bool:
    """Whether places are cells of one row, which have room for letters alone."""
    return layout.square and layout.rows < 2


@dataclass(frozen=True, slots=True)
class Marks:
    """Draws signs on a place: *cell* is the outline of a cell, *radius* that of a round place.

    *radius* is in columns.
    """

    palette: Palette
    layout: Layout
    cell: Outline
    radius: float

    def shapes(self, state: PointState) -> Iterator[Shape]:
        """The signs as shapes; each differs in shape, not only in colour."""
        free = state.piece is None and not state.level
        for sign in () if is_tiny(self.layout) else visible_signs(state):
            colour = rgb(self.palette.sign(sign))
            for outline in self._outlines(sign, free, state.phase):
                yield Shape(outline, colour, LAYER_CURSOR if sign == "cursor" else LAYER_SIGN)

    def words(self, state: PointState) -> Iterator[PlaceWord]:
        """The signs as letters, where shapes are too coarse for them."""
        layout = self.layout
        quarters = layout.technique == "quadrant" and not layout.square
        apart = layout.columns - 2 * RADIUS * layout.unit  # columns between two pieces
        coarse = quarters and layout.unit < COARSE and apart > 0.5
        if coarse or is_tiny(self.layout):
            yield from self._letters(state)

    def _letters(self, state: PointState) -> Iterator[PlaceWord]:
        """The most urgent sign on both sides, and a hint in the middle of a free place."""
        signs = list(visible_signs(state))
        free = state.piece is None and not state.level
        hint = next((sign for sign in signs if sign in HINTS), None)
        if free and hint is not None:
            signs.remove(hint)
            yield PlaceWord(HINTS[hint], 0, 0, self.palette.sign(hint))
        if signs and self.layout.columns >= 3:
            away = 1 if self.layout.square else max(1, ceil(self.layout.unit * RADIUS + 0.25))
            if state.piece is not None and not self.layout.square:
                away = max(away, len(state.piece.clock) // 2 + 1)
            for side, letter in zip((-away, away), SIGNS[signs[0]], strict=True):
                yield PlaceWord(letter, side, 0, self.palette.sign(signs[0]))
        elif signs and free and hint is None:
            yield PlaceWord(SIGNS[signs[0]][0], 0, 0, self.palette.sign(signs[0]))

    def _outlines(self, sign: Sign, free: bool, phase: ShapePoint) -> Iterator[Outline]:
        """The outlines of a sign on a place that is *free* or not; *phase* as in ``PointState``."""
        layout = self.layout
        unit = min(layout.columns, 2 * layout.rows) if layout.square else layout.unit
        width = max(0.7, unit * 0.09)
        inner = unit * RADIUS if not layout.square else self.radius - width
        outer = inner + width
        if sign == "cursor":
            yield from self._brackets(max(self.radius * 1.04, outer), phase)
        elif sign == "selected":
            yield shapes.frame(self.cell, width) if layout.square else shapes.ring(inner, outer)
        elif sign == "cut":
            far = max(unit * 0.3, 1.5) if free else outer
            near = far - max(0.8, width)
            yield shapes.arc(near, far, -0.19, 0.19)
            yield shapes.arc(near, far, 0.31, 0.69)
        elif sign in ("legal", "lit") and free:
            size = max(unit * 0.16, 0.95)
            far = max(unit * 0.27, 1.3)
            if sign == "legal":
                yield shapes.disc(size)
            else:
                yield shapes.polygon(((0, -far), (far, 0), (0, far), (-far, 0)))
        elif sign in ("legal", "lit"):
            parts = 6 if sign == "legal" else 4
            for n in range(parts):
                middle = n / parts
                size = 0.25 / parts if sign == "legal" else 0.32 / parts
                yield shapes.arc(inner, outer, middle - size, middle + size)
        elif sign == "last":
            for middle in (0.25, 0.75):
                yield shapes.arc(inner, outer, middle - 0.11, middle + 0.11)
        elif sign == "danger":
            # a roof over the place, as of a warning sign
            top = (0.0, -outer * 1.3)
            for way in (-outer, outer):
                yield shapes.line(top, (way, -outer * 0.35), width)
        else:
            # the middle of the cross lies below the piece
            far = outer * 0.85
            for way in (-far, far):
                yield shapes.line((-far, way), (far, -way), width)

    def _brackets(self, radius: float, phase: ShapePoint) -> list[Outline]:
        """A frame of corners whose edges fall between two samples, so that they are sharp."""
        blocks = BLOCKS[self.layout.technique]
        wide, high = 1 / blocks.columns, 2 / blocks.rows
        if self.layout.square:
            half, tall = self.layout.columns / 2, self.layout.rows
        else:
            half, tall = (
                part + round((radius - part) / pixel) * pixel
                for part, pixel in ((phase[0] % wide, wide), (2 * phase[1] % high, high))
            )
        return shapes.brackets(half, tall, max(radius * 0.6, 1.0), (wide, high))
