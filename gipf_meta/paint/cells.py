"""One character cell: which of the shapes that touch it are visible, and its glyph and colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.paint.palette import READABLE, RGB, Blocks, ColouredGlyph, fit_glyph, round_colour
from gipf_meta.paint.shapes import Shape
from gipf_meta.render.theme import contrast, ink_on

LAYER_LINE: Final = 0
LAYER_PLACE: Final = 1
LAYER_SIGN: Final = 2
LAYER_CURSOR: Final = 3
LAYER_PIECE: Final = 4
"""The layers of a board: signs lie below pieces, so that they go around them."""
SIGN_LAYERS: Final = (LAYER_SIGN, LAYER_CURSOR)
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
    """Draws the visible *parts* of a cell above *ground* as one of the glyphs of *blocks*.

    Signs go around pieces: they change no sample that a piece covers.
    """
    signs = [part for part in parts if part[0] in SIGN_LAYERS]
    bare = [part for part in parts if part[0] not in SIGN_LAYERS]
    pieces = [part for part in bare if part[0] >= LAYER_PIECE]
    covered = _covered(pieces, blocks) if signs else 0
    if not covered:
        return fit_glyph(_samples(parts, ground, blocks), blocks.glyphs)
    without = fit_glyph(_samples(bare, ground, blocks), blocks.glyphs)
    every = (1 << blocks.columns * blocks.rows) - 1
    signed = _covered(signs, blocks) & ~covered
    if signed.bit_count() * 3 < (every & ~covered).bit_count() or not signed:
        return without
    inked = blocks.glyphs.index(without.glyph)
    if covered & inked and covered & ~inked:
        return without  # the piece itself needs both colours
    colour = without.ink if covered & inked else without.ground
    sign = round_colour(signs[-1][3].colour)
    return ColouredGlyph(blocks.glyphs[covered], colour, sign, without.main)


def _samples(parts: list[Part], ground: RGB, blocks: Blocks) -> list[RGB]:
    """The colours of a cell's samples, row by row."""
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
    return samples


def _covered(parts: list[Part], blocks: Blocks) -> int:
    """The bits of the samples whose middle lies inside one of *parts*."""
    wide, tall = 1 / blocks.columns, 2 / blocks.rows
    bits = 0
    for n in range(blocks.columns * blocks.rows):
        dx, dy = (n % blocks.columns + 0.5) * wide, (n // blocks.columns + 0.5) * tall
        if any(shape.outline.distance(x + dx, y + dy) > 0 for _, x, y, shape in parts):
            bits |= 1 << n
    return bits


@lru_cache(maxsize=4096)
def readable_ink(ink: str, ground: str) -> str:
    """*ink* if it can be read on *ground*, else the ink that can. All are ``#rrggbb``."""
    return ink if contrast(ink, ground) >= READABLE else ink_on(ground)
