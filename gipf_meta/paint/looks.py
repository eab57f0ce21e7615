"""How the places of a board look: shapes and words around the centre of a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gipf_meta.paint import shapes
from gipf_meta.paint.glyphs import BRAILLE
from gipf_meta.paint.layout import CELLS, Layout
from gipf_meta.paint.marks import Marks, is_tiny
from gipf_meta.paint.palette import Palette, mixed, rgb
from gipf_meta.paint.pieces import LAYER_PIECE, Said, drawn
from gipf_meta.paint.shapes import Outline, Shape
from gipf_meta.paint.state import State
from gipf_meta.render.theme import ink_on

LAYER_LINE: Final = 0
LAYER_PLACE: Final = 1
MOST_SEGMENTS: Final = 12
"""So many things a place may hold are drawn one by one; more are only counted."""


MOST: Final = 5_000
"""So many looks are kept."""


class Look(NamedTuple):
    """Shapes, words, and dots of thin lines by cell (counted from that of the centre)."""

    shapes: tuple[Shape, ...]
    words: tuple[Said, ...]
    dots: Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Brush:
    """Draws the places of one layout in one palette."""

    palette: Palette
    layout: Layout
    hexagons: bool
    pointed: bool
    _looks: dict[State, Look] = field(default_factory=dict, init=False, compare=False)

    def look(self, state: State) -> Look:
        """The look of a place, drawn once."""
        found = self._looks.get(state)
        if found is None:
            if len(self._looks) >= MOST:
                self._looks.clear()  # a running clock makes new ones for ever
            found = self._looks[state] = self._drawn(state)
        return found

    def _drawn(self, state: State) -> Look:
        layout = self.layout
        tiny = is_tiny(layout)
        words: list[Said] = []
        parts: list[Shape] = []
        dots: dict[tuple[int, int], int] = {}
        if state.stubs and layout.rows <= 1:
            dots = braille_lines(state)
        else:
            parts += self._lines(state)
        if state.piece is None or not tiny:
            parts += self._place(state)
        if state.piece is None:
            words += self._empty(state)
        elif tiny:
            colour = self.palette.piece(state.piece.role)
            shade = mixed(colour, ink_on(colour), 0.14 if state.odd else 0)
            parts.append(Shape(self._cell(), rgb(shade), LAYER_PIECE))
            words.append(Said(state.piece.label[: layout.columns], 0, 0, ink_on(colour)))
        else:
            unit = min(layout.columns, 2 * layout.rows) if layout.square else layout.unit
            shapes_, said = drawn(state.piece, self.palette, unit, self._tile())
            parts += shapes_
            words += [word._replace(row=word.row + self.middle) for word in said]
        marks = Marks(self.palette, layout, self._cell(), self.radius)
        parts += marks.shapes(state)
        words += marks.words(state)
        return Look(tuple(parts), tuple(words), dots)

    # ---- places ----------------------------------------------------------------------------------

    def _lines(self, state: State) -> Iterator[Shape]:
        colour = rgb(self.palette.theme.line)
        width = 0.25 + 0.05 * self.layout.unit
        for dx, dy in state.stubs:
            yield Shape(shapes.line((0, 0), (dx * 1.05, dy * 1.05), width), colour, LAYER_LINE)

    def _cell(self) -> Outline:
        """The whole cell of a board of cells."""
        half, tall = self.layout.columns / 2, self.layout.rows
        if self.layout.square:
            return shapes.rectangle(-half, -tall, half, tall)
        if self.hexagons:
            return shapes.polygon(shapes.hexagon(self.layout.unit * 0.48, self.pointed))
        half = self.layout.unit * 0.48
        return shapes.rectangle(-half, -half, half, half)

    def _tile(self) -> Outline:
        """A tile, a little smaller than its cell."""
        half, tall = self.layout.columns / 2, self.layout.rows
        if self.layout.square:
            # cells of two rows have no row in the middle: the word stands in the upper one
            low = 0.75 if self.layout.rows % 2 == 0 and self.layout.rows < 4 else 0.34
            return shapes.rectangle(-half + 0.25, -tall + 0.34, half - 0.25, tall - low, 0.3)
        if self.hexagons:
            return shapes.polygon(shapes.hexagon(self.layout.unit * 0.41, self.pointed))
        half = self.layout.unit * 0.41
        return shapes.rectangle(-half, -half, half, half, 0.3)

    def _place(self, state: State) -> Iterator[Shape]:
        theme, unit = self.palette.theme, self.layout.unit
        radius = self.radius

        def at(outline: Outline, colour: str) -> Shape:
            return Shape(outline, rgb(colour), LAYER_PLACE)

        if state.kind in CELLS:
            base = mixed(theme.ground, theme.ink, 0.13 if state.odd else 0.08)
            if state.kind == "special":
                base = mixed(theme.ground, theme.special, 0.75)
            cell = self._cell()
            yield at(cell, base)
            if self.layout.rows >= 2:
                yield at(shapes.framed(cell, 0.34), mixed(theme.ground, base, 0.25))
            if state.kind == "special" and self.layout.rows >= 2:
                far = min(self.layout.columns / 2, self.layout.rows) * 0.5
                for way in (-far, far):
                    cross = shapes.line((-far, way), (far, -way), 0.2 + 0.05 * unit)
                    yield at(cross, mixed(base, theme.ink, 0.3))
        elif state.kind == "ring":
            yield at(shapes.disc(radius * 0.8), mixed(theme.ground, theme.place, 0.22))
            yield at(
                shapes.ring(
                    radius * 0.64,
                    radius,
                ),
                theme.place,
            )
            if unit >= 7:
                light = mixed(theme.place, ink_on(theme.ground), 0.4)
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
            yield at(shapes.disc(radius), mixed(theme.ground, theme.line, 0.45 if edge else 0))
            yield at(shapes.disc(radius - edge), mixed(theme.ground, theme.ink, 0.09))
            yield from self._holding(state)
        elif state.kind == "gone":
            yield at(shapes.disc(max(0.05 * unit, 0.35)), mixed(theme.ground, theme.line, 0.4))

    @property
    def radius(self) -> float:
        """Of a round place, in columns."""
        if self.layout.square:
            return min(self.layout.columns, 2 * self.layout.rows) / 2
        return self.layout.unit * (0.5 if self.layout.unit < 6 else 0.47)

    @property
    def middle(self) -> float:
        """The row of words: the upper one of the two in the middle of a cell."""
        return -0.5 if self.layout.square and self.layout.rows % 2 == 0 else 0.0

    def _holding(self, state: State) -> Iterator[Shape]:
        """A ring of as many segments as the place can hold; those in use are in colour."""
        level, radius, unit = state.level, self.radius, self.layout.unit
        if not 0 < level <= MOST_SEGMENTS or unit < 5:
            return
        theme, gap = self.palette.theme, min(0.5 / radius, 0.12)
        for n in range(level):
            begin, end = (n + gap / 2) / level, (n + 1 - gap / 2) / level
            used = n < state.load
            inner = radius * (0.8 if used else 0.88)
            colour = theme.held if used else mixed(theme.ground, theme.line, 0.6)
            outline = (
                shapes.arc(inner, radius, begin, end) if level > 1 else shapes.ring(inner, radius)
            )
            yield Shape(outline, rgb(colour), LAYER_PLACE)

    def _empty(self, state: State) -> Iterator[Said]:
        """What is written on an empty place."""
        theme = self.palette.theme
        if state.level:
            held = f"{state.load}/{state.level}"
            colour = theme.held if state.load else theme.muted
            if state.name:
                yield Said(state.name, 0, -1, theme.muted)
                yield Said(held, 0, 1, colour)
            else:
                yield Said(held, 0, self.middle, colour)
        elif state.name:
            yield Said(state.name, 0, self.middle, theme.muted)


def braille_lines(state: State) -> dict[tuple[int, int], int]:
    """The edges of a point as dots."""
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
