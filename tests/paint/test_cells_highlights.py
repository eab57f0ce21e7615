"""Signs go around pieces: no highlight changes a colour of a piece, and every piece is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor

import pytest

from gipf_meta import Mark, Piece, View
from gipf_meta.paint.cells import LAYER_PIECE, Cell
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import BLOCKS, PALETTES, Palette
from gipf_meta.render.theme import contrast
from tests.paint.boards import MARKS, views
from tests.tiers import slow, soak, spread

TECHNIQUES: list[Technique] = ["sextant", "glyphs", "quadrant"]
SIZES = [(50, 18), (82, 33), (43, 21)]
FIRST = [(SIZES[0], how, name) for how in TECHNIQUES[:2] for name in ("dark", "greys")]
# what covers what does not depend on colours, nor do colours on sizes
OTHERS = [
    *[(SIZES[0], TECHNIQUES[0], name) for name in ("light", "high-contrast", "colour-blind")],
    *[
        look
        for size in SIZES
        for technique in TECHNIQUES
        if (look := (size, technique, "dark")) not in FIRST
    ],
]
LOOKS = [
    FIRST[0],
    *slow(*(pytest.param(*look) for look in FIRST[1:])),
    *soak(*(pytest.param(*look) for look in OTHERS)),
]
BOARDS = ["gipf", "gipf-row", "zertz", "tamsk", "zatre", "tictactoe", "every-kind"]
FEW_BOARDS = ["gipf-row", "zertz", "every-kind"]


def colours_of_pieces(
    view: View,
    size: tuple[int, int],
    technique: Technique,
    palette: Palette,
    cursor: str | None = None,
    lit: tuple[str, ...] = (),
) -> dict[tuple[int, int, int], str]:
    """The colour of each sample of a cell that a piece covers; of a letter, its ground."""
    layout = fit_layout(view, *size, technique)
    assert layout is not None
    painter = Painter(palette)
    rows = painter.paint(view, layout, cursor, lit).rows
    assert painter._canvas is not None
    if layout.technique == "glyphs":
        standing = [layout.centres[piece.at] for piece in view.pieces]
        return {
            (floor(at.column), floor(at.row), 0): rows[floor(at.row)][floor(at.column)].ground
            for at in standing
        }
    blocks = BLOCKS[layout.technique]
    found = {}
    wide = int(layout.columns if layout.square else layout.unit) // 2 + 1
    for look, centre in zip(painter._canvas.looks, painter._canvas.centres, strict=True):
        pieces = [shape for shape in look.shapes if shape.layer >= LAYER_PIECE]
        if not pieces:
            continue
        for y in range(floor(centre.row) - wide, floor(centre.row) + wide + 1):
            for x in range(floor(centre.column) - wide, floor(centre.column) + wide + 1):
                for n in range(blocks.columns * blocks.rows):
                    dx = x + (n % blocks.columns + 0.5) / blocks.columns - centre.column
                    dy = y + (n // blocks.columns + 0.5) / blocks.rows - centre.row
                    if any(shape.outline.distance(dx, 2 * dy) > 0.01 for shape in pieces):
                        found[x, y, n] = _shown(rows[y][x], n, blocks.glyphs)
    return found


def _shown(cell: Cell, n: int, glyphs: str) -> str:
    bits = glyphs.find(cell.glyph)
    return cell.ink if bits >= 0 and bits >> n & 1 else cell.ground


@pytest.mark.parametrize("boards", [FEW_BOARDS, *slow(BOARDS)], ids=len)
@pytest.mark.parametrize(("size", "technique", "name"), LOOKS)
def test_a_piece_has_the_same_colours_with_and_without_each_highlight(
    size: tuple[int, int], technique: Technique, name: str, boards: Sequence[str]
) -> None:
    palette = PALETTES[name]
    for board in boards:
        view = replace(views()[board], marks=())
        # of every look of a piece one is enough
        standing = {(p.kind, p.role, p.stack, p.badge): p.at for p in view.pieces}
        every = tuple(standing.values())
        view = replace(view, pieces=tuple(p for p in view.pieces if p.at in every))
        bare = colours_of_pieces(view, size, technique, palette)
        assert bare
        for kind in MARKS:
            marked = replace(view, marks=tuple(Mark(at, kind) for at in every))
            assert colours_of_pieces(marked, size, technique, palette) == bare, (board, kind)
        assert colours_of_pieces(view, size, technique, palette, None, every) == bare, board
        for at in every:
            assert colours_of_pieces(view, size, technique, palette, at) == bare, (board, at)


@pytest.mark.parametrize("palette", spread(PALETTES.values(), 2), ids=PALETTES)
@pytest.mark.parametrize("role", ["black", "white", "grey", "p1", "p2", "red"])
@pytest.mark.parametrize("board", ["zertz", "gipf"])
@pytest.mark.sample(8)
def test_every_piece_is_seen_on_the_board(board: str, role: str, palette: Palette) -> None:
    kind = "marble" if board == "zertz" else "disc"
    empty = replace(views()[board], pieces=(), marks=())
    at = "d4" if board == "zertz" else "e4"
    view = replace(empty, pieces=(Piece(at, kind, role, role[0].upper()),))
    for size in ((50, 18), (82, 33)):
        layout = fit_layout(view, *size, "sextant")
        assert layout is not None
        centre = layout.centres[at]
        rows = Painter(palette).paint(view, layout).rows
        grounds = {palette.theme.ground, palette.theme.plate}
        wide = round(layout.unit * 0.42)
        near = [
            colour
            for y in range(floor(centre.row) - wide // 2, floor(centre.row) + wide // 2 + 1)
            for x in range(floor(centre.column) - wide, floor(centre.column) + wide + 1)
            for colour in (rows[y][x].ink, rows[y][x].ground)
        ]
        assert max(min(contrast(c, ground) for ground in grounds) for c in near) > 1.8


@pytest.mark.parametrize("size", [(50, 18), (50, 17), (43, 21), (82, 33)])
def test_the_name_of_a_point_stands_beside_the_cursor(size: tuple[int, int]) -> None:
    view = replace(views()["gipf"], pieces=())
    layout = fit_layout(view, *size)
    assert layout is not None
    assert layout.technique == "sextant"
    painter = Painter(PALETTES["dark"])
    for at in ("d5", "a5", "i1", "e9", "e1", "h3"):
        rows = painter.paint(view, layout, at).rows
        here = floor(layout.centres[at].row)
        near = ["".join(cell.glyph for cell in row) for row in rows[max(0, here - 1) : here + 2]]
        assert any(at in row for row in near)
    assert painter.paint(view, layout) == Painter(PALETTES["dark"]).paint(view, layout)


@pytest.mark.parametrize("size", [(50, 18), (43, 21), (82, 33)])
def test_the_name_beside_the_cursor_covers_no_letter_of_the_board(size: tuple[int, int]) -> None:
    view = replace(views()["gipf"], pieces=())
    layout = fit_layout(view, *size)
    assert layout is not None
    painter = Painter(PALETTES["dark"])
    for point in view.points:
        rows = painter.paint(view, layout, point.id).rows
        for word in layout.words:
            cells = rows[word.row][word.column : word.column + len(word.text)]
            assert "".join(cell.glyph for cell in cells) == word.text, point.id
