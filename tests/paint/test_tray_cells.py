"""Trays are pictures: the pieces of the board, side by side, and the places still free."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gipf_meta import Tray, TrayItem
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.palette import PALETTES, Palette
from gipf_meta.paint.tray_cells import TrayRow, paint_trays
from gipf_meta.protocol.view import PieceKind
from gipf_meta.render.theme import contrast

POOL = Tray("Pool", (TrayItem("w", "W", 5, "marble", "white"),))
CAUGHT = Tray("Caught", (TrayItem("b", "B", 2, "marble", "black", goals=(3, 6)),), 0)
TECHNIQUES: tuple[Technique, ...] = ("sextant", "quadrant", "glyphs")
EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


def painted(
    *trays: Tray,
    width: int = 28,
    technique: Technique = "sextant",
    palette: str = "dark",
    most: int | None = None,
) -> list[TrayRow]:
    return paint_trays(trays, PALETTES[palette], technique, width, most)


def told(rows: list[TrayRow]) -> str:
    return "\n".join("".join(cell.glyph for cell in row.cells) for row in rows)


@EVERY
@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("width", [20, 28, 34, 43])
def test_every_row_is_as_wide_as_the_panel(
    width: int, technique: Technique, palette: Palette
) -> None:
    many = Tray("Reserve", (TrayItem("r", "reserve", 999, "disc", "p1"),), 1)
    for row in painted(POOL, CAUGHT, many, width=width, technique=technique, palette=palette.name):
        assert len(row.cells) == width
        assert all(len(cell.glyph) == 1 for cell in row.cells)


def test_pieces_have_the_colour_that_they_have_on_the_board() -> None:
    row = painted(POOL)[1]
    white = PALETTES["dark"].piece("white")
    near = [c for cell in row.cells for c in (cell.ink, cell.ground) if contrast(c, white) < 1.1]
    assert len(near) >= 5


def test_each_piece_more_is_another_picture() -> None:
    looks = {
        told(painted(Tray("Pool", (TrayItem("w", "x", n, "marble", "white", goals=(9,)),))))
        for n in range(10)
    }
    assert len(looks) == 10


@pytest.mark.parametrize(
    ("labels", "briefs", "kind", "rows"),
    [
        ("TCE", ("", "", ""), "disc", ["Reserve", "6T 2C 4E"]),
        (("triangle T", "straight C", "straight E"), "TCE", "disc", ["Reserve", "6T 2C 4E"]),
        ("123", ("", "", ""), "disc", ["Reserve", "6 1 2 2 4 3"]),
        ("123", ("", "", ""), "tile", ["Reserve", "  1 ×6", "  2 ×2", "  3 ×4"]),
    ],
)
def test_heaps_of_pieces_that_look_alike_are_told_by_number_and_name_on_few_rows(
    labels: Sequence[str], briefs: Sequence[str], kind: PieceKind, rows: list[str]
) -> None:
    heaps = zip(labels, (6, 2, 4), briefs, strict=True)
    items = (
        TrayItem(label, label, count, kind, "white", brief=brief) for label, count, brief in heaps
    )
    few = told(painted(Tray("Reserve", tuple(items), 0), width=11, most=2))
    assert [line.rstrip() for line in few.splitlines()] == rows


def test_the_way_to_the_goal_is_seen() -> None:
    assert "2/6" in told(painted(CAUGHT))
    assert "(B)(B)( )( )( )( )" in told(painted(CAUGHT, technique="glyphs"))
    reached = Tray("Caught", (TrayItem("b", "B", 6, "marble", "black", goals=(3, 6)),), 0)
    assert painted(CAUGHT)[1] != painted(reached)[1]


@EVERY
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_empty_goals_show_which_pieces_they_are_for(technique: Technique, palette: Palette) -> None:
    empty = [TrayItem(role, "", 0, "marble", role, goals=(4,)) for role in ("white", "black")]
    light, dark = painted(Tray("", tuple(empty)), technique=technique, palette=palette.name)[1:]
    assert light.cells != dark.cells
    if technique == "glyphs":
        assert "(W)( )( )( )" in told([light])


def test_where_letters_do_not_fit_one_piece_stands_for_all() -> None:
    heap = Tray("Reserve", (TrayItem("r", "reserve", 18, "disc", "p1"),))
    assert told(painted(heap, technique="glyphs")).split() == ["Reserve", "18", "reserve", "(W)"]


def test_tiles_lie_side_by_side_and_many_are_counted() -> None:
    tiles = Tray("Hand", tuple(TrayItem(f"t{n}", str(n), 1, "tile", f"v{n}") for n in (2, 5)))
    assert told(painted(tiles)).split() == ["Hand", "2", "5"]
    heap = Tray("Bag", (TrayItem("t", "4", 1000, "tile", "v4"),))
    assert told(painted(heap)).split() == ["Bag", "4", "×1000"]


def test_an_empty_tray_says_so_and_nothing_is_drawn_for_no_trays() -> None:
    assert told(painted(Tray("Bag", ()))).split() == ["Bag", "nothing"]
    assert painted() == []


def test_trays_stand_beside_each_other_on_a_wide_ground() -> None:
    rows = painted(POOL, CAUGHT, width=43)
    assert len(rows) == 2
    assert [heap for _, heap in rows[1].heaps] == ["w", "b"]


@EVERY
def test_words_and_letters_can_be_read(palette: Palette) -> None:
    potential = TrayItem("t", "TAMSK supply", 2, "disc", "p2", badge="T", brief="supply")
    for row in painted(POOL, CAUGHT, Tray("Black", (potential,)), palette=palette.name):
        for cell in row.cells:
            if cell.glyph.isalnum():
                assert contrast(cell.ink, cell.ground) >= 3


def test_a_title_that_is_too_long_takes_another_row() -> None:
    rows = told(painted(Tray("Reserve of White", POOL.items), width=11)).splitlines()
    assert [row.rstrip() for row in rows[:2]] == ["Reserve of", "White"]
