"""The signs on places: what is legal, selected, last, in danger, captured, or under the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from gipf_meta.paint import shapes
from gipf_meta.paint.cells import LAYER_CURSOR, LAYER_SIGN
from gipf_meta.paint.glyphs import BLOCKS
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.palette import Palette, Sign, rgb
from gipf_meta.paint.pieces import RADIUS, PlaceWord
from gipf_meta.paint.point_state import SIGNS, PointState, visible_signs
from gipf_meta.paint.shapes import Outline, Shape, Spot

HINTS: Final[dict[Sign, str]] = {"lit": "o", "legal": "*"}
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

    def _outlines(self, sign: Sign, free: bool, phase: Spot) -> Iterator[Outline]:
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

    def _brackets(self, radius: float, phase: Spot) -> list[Outline]:
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
