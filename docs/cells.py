"""Draws character cells as SVG: block glyphs and braille become shapes, as terminals draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from gipf_meta.paint.cells import Cell
from gipf_meta.paint.palette import BRAILLE, QUADRANTS, SEXTANTS

WIDE, TALL = 9, 18
"""The size of a cell in pixels."""


def svg(rows: Sequence[Sequence[Cell]]) -> str:
    """Returns the grid of cells as SVG."""
    width, height = len(rows[0]) * WIDE, len(rows) * TALL
    body = "".join(
        part
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        for part in _cell(cell, x * WIDE, y * TALL)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' shape-rendering="crispEdges">{body}</svg>'
    )


def _cell(cell: Cell, x: int, y: int) -> Iterator[str]:
    yield _rect(x, y, WIDE, TALL, cell.ground)
    glyph = cell.glyph
    if glyph == " ":
        return
    if 0x2800 <= ord(glyph) < 0x2900:
        for row, bits in enumerate(BRAILLE):
            for column, bit in enumerate(bits):
                if (ord(glyph) - 0x2800) & bit:
                    yield _rect(x + 1 + 5 * column, y + 1 + 4.5 * row, 2, 2, cell.ink)
    elif glyph in SEXTANTS or glyph in QUADRANTS:
        table, rows = (SEXTANTS, 3) if glyph in SEXTANTS else (QUADRANTS, 2)
        for n in range(2 * rows):
            if table.index(glyph) >> n & 1:
                tall = TALL / rows
                yield _rect(x + n % 2 * 4.5, y + n // 2 * tall, 4.5, tall, cell.ink)
    else:
        yield (
            f'<text x="{x + WIDE / 2}" y="{y + TALL * 0.76}" fill="{cell.ink}" font-size="14"'
            ' font-weight="bold" font-family="DejaVu Sans Mono" text-anchor="middle">'
            f"{escape(glyph)}</text>"
        )


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'
