"""One character cell: which of the shapes that touch it are visible, and its glyph and colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.paint.glyphs import RGB, Blocks, ColouredGlyph, fit_glyph
from gipf_meta.paint.palette import READABLE
from gipf_meta.paint.shapes import Shape
from gipf_meta.render.theme import contrast, ink_on

FAR: Final = 1.6
"""Columns: more than the distance of a cell's corners from its middle, with the blur of an edge."""


class Cell(NamedTuple):
    """A character with its two colours, as ``#rrggbb``."""

    glyph: str
    ink: str
    ground: str


Part: TypeAlias = tuple[int, float, float, Shape]
"""(layer, x, y, shape): (x, y) is the upper left corner of the cell from the shape's origin, in
columns."""


def visible_parts(parts: list[Part]) -> list[Part]:
    """The *parts* that can be seen in a cell. Both lists go from the lowest part to the highest."""
    visible: list[Part] = []
    for part in reversed(parts):
        _, x, y, shape = part
        blur = 0.5 + shape.soft / 2
        left, top, right, bottom = shape.outline.box
        if not (left - blur - 1 < x < right + blur and top - blur - 2 < y < bottom + blur):
            continue
        margin = FAR + shape.soft / 2
        inside = shape.outline.distance(x + 0.5, y + 1)
        if inside > -margin:
            visible.append(part)
            if inside > margin and shape.opacity == 1:
                break
    return visible[::-1]


def render_cell(parts: list[Part], ground: RGB, blocks: Blocks) -> ColouredGlyph:
    """Draws the visible *parts* of a cell above *ground* as one of the glyphs of *blocks*."""
    wide, tall = 1 / blocks.columns, 2 / blocks.rows
    blur = max(wide, tall) * 0.95
    samples = []
    for j in range(blocks.rows):
        for i in range(blocks.columns):
            r, g, b = map(float, ground)
            dx, dy = (i + 0.5) * wide, (j + 0.5) * tall
            for _, x, y, shape in parts:
                inside = shape.outline.distance(x + dx, y + dy)
                share = 0.5 + inside / (shape.soft or blur)
                if share <= 0:
                    continue
                share = min(share, 1) * shape.opacity
                red, green, blue = shape.colour
                r += (red - r) * share
                g += (green - g) * share
                b += (blue - b) * share
            samples.append((int(r), int(g), int(b)))
    return fit_glyph(samples, blocks.glyphs)


@lru_cache(maxsize=4096)
def readable_ink(ink: str, ground: str) -> str:
    """*ink* if it can be read on *ground*, else the ink that can. All are ``#rrggbb``."""
    return ink if contrast(ink, ground) >= READABLE else ink_on(ground)
