"""A painted board as PNG: ``python -m tests.paint.picture BOARD 88x38 sextant dark out.png``."""

from __future__ import annotations

import sys
from pathlib import Path

from docs.cells import svg
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import PALETTES
from gipf_meta.render.svg import png
from tests.paint.boards import views


def main(board: str, size: str, technique: str, palette: str, out: str, *points: str) -> None:
    """*points*: the cursor, then the points that can be clicked next."""
    width, height = map(int, size.split("x"))
    view = views()[board]
    layout = fit_layout(view, width, height, technique)  # type: ignore[arg-type]
    if layout is None:
        sys.exit(f"{board} does not fit into {size}.")
    cursor, lit = (points[0], points[1:]) if points else (None, ())
    painting = Painter(PALETTES[palette]).paint(view, layout, cursor, lit)
    Path(out).write_bytes(png(svg(painting.rows)))


if __name__ == "__main__":
    main(*sys.argv[1:])
