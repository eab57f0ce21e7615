"""The golden files: ``python -m tests.paint.golden`` writes them anew.

A file has one board in one technique at all sizes: the glyphs of each row, and a number for the
row's colours, with the colours that fill most cells listed below.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final
from zlib import crc32

from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.painter import Painter, Painting
from gipf_meta.paint.palette import DARK, GREYS, Palette
from tests.paint.boards import GAMES, SIZES, views

FOLDER: Final = Path(__file__).parent / "golden"
RENEW: Final = "look at the boards (tests.paint.picture), then run: python -m tests.paint.golden"
KINDS: Final[tuple[tuple[Technique, Palette], ...]] = (("sextant", DARK), ("glyphs", GREYS))
FREQUENT: Final = 8


FILES: Final = {
    f"{game}-{technique}.txt": (game, technique, palette)
    for game in GAMES
    for technique, palette in KINDS
}
"""The contents of each file: game, technique and palette."""


def golden(name: str) -> str:
    """Today's content of the file called *name*."""
    game, technique, palette = FILES[name]
    return "\n".join(_board(game, size, technique, palette) for size in SIZES)


def _board(game: str, size: tuple[int, int], technique: Technique, palette: Palette) -> str:
    view = views()[game]
    layout = fit_layout(view, *size, technique)
    assert layout is not None, f"{game} does not fit into {size}"
    points = [point.id for point in view.points]
    painting = Painter(palette).paint(view, layout, points[len(points) // 3], points[5:7])
    return f"# {game} {size[0]}x{size[1]} {layout.technique} {palette.name}\n{told(painting)}"


def told(painting: Painting) -> str:
    """The grid as text."""
    lines = []
    colours: Counter[str] = Counter()
    for row in painting.rows:
        looks = [f"{cell.ink if cell.glyph != ' ' else ''} on {cell.ground}" for cell in row]
        colours.update(looks)
        glyphs = "".join(cell.glyph for cell in row)
        lines.append(f"{crc32(' '.join(looks).encode()):08x} {glyphs.rstrip()}".rstrip())
    most = sorted(colours.items(), key=lambda item: (-item[1], item[0]))[:FREQUENT]
    return "\n".join([*lines, *(f"{count:5} {look.strip()}" for look, count in most), ""])


def main() -> None:
    """Writes all files anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in FILES:
        (FOLDER / name).write_text(golden(name), encoding="utf-8")


if __name__ == "__main__":
    main()
