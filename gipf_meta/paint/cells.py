"""One character cell: what is seen of the shapes that touch it, and its colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.paint.glyphs import RGB, Blocks, Fit, fitted
from gipf_meta.paint.palette import READABLE
from gipf_meta.paint.shapes import Shape
from gipf_meta.render.theme import contrast, ink_on

FAR: Final = 1.6
"""Farther than the corners of a cell are from its middle, with the blur of an edge."""


class Cell(NamedTuple):
    """A character with its two colours, as ``#rrggbb``."""

    glyph: str
    ink: str
    ground: str


Part: TypeAlias = tuple[int, float, float, Shape]
"""A shape with its layer, and where the corner of the cell lies from its origin."""


def seen(parts: list[Part]) -> list[Part]:
    """Those of the shapes that are to be seen in a cell, from the lowest to the highest."""
    found: list[Part] = []
    for part in reversed(parts):
        _, x, y, shape = part
        blur = 0.5 + shape.soft / 2
        left, top, right, bottom = shape.outline.box
        if not (left - blur - 1 < x < right + blur and top - blur - 2 < y < bottom + blur):
            continue
        margin = FAR + shape.soft / 2
        inside = shape.outline.distance(x + 0.5, y + 1)
        if inside > -margin:
            found.append(part)
            if inside > margin and shape.opacity == 1:
                break
    return found[::-1]


def rendered(parts: list[Part], ground: RGB, blocks: Blocks) -> Fit:
    """A cell of shapes above *ground*."""
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
    return fitted(samples, blocks.glyphs)


@lru_cache(maxsize=4096)
def readable(ink: str, ground: str) -> str:
    """*ink* where it can be read on *ground*, or else the ink that can."""
    return ink if contrast(ink, ground) >= READABLE else ink_on(ground)
