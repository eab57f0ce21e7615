"""Boards as painted cells."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Literal

import pytest

from gipf_meta import SQUARE_PITCH, Label, Mark, Piece, Point, View
from gipf_meta.paint.cells import Cell
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.layout import Layout, Technique
from gipf_meta.paint.painter import Painter, Painting
from gipf_meta.paint.palette import DARK, GREYS, HIGH_CONTRAST, PALETTES, READABLE, Palette
from gipf_meta.render.theme import contrast
from tests.paint.boards import MARKS, SIZES, views
from tests.tiers import slow, soak, spread

TECHNIQUES = ["sextant", "glyphs", *slow("quadrant")]
BOARD = pytest.mark.parametrize("board", views())
SMALL = SIZES[0]


def fitted(view: View, size: tuple[int, int] = SMALL, technique: Technique = "sextant") -> Layout:
    layout = fit_layout(view, *size, technique)
    assert layout is not None
    return layout


def painted(
    view: View,
    size: tuple[int, int] = SMALL,
    technique: Technique = "sextant",
    palette: Palette = DARK,
    cursor: str | None = None,
    lit: tuple[str, ...] = (),
) -> Painting:
    return Painter(palette).paint(view, fitted(view, size, technique), cursor, lit)


def glyphs(painting: Painting) -> str:
    return "\n".join("".join(cell.glyph for cell in row) for row in painting.rows)


def words(painting: Painting) -> str:
    """The rows without blocks and dots."""
    return "\n".join(
        "".join(cell.glyph if cell.glyph < "─" else " " for cell in row) for row in painting.rows
    )


@pytest.mark.parametrize("size", [(60, 20), (18, 3), (12, 2), (9, 1)])
@pytest.mark.parametrize("technique", ["sextant", "glyphs", *slow("quadrant")])
@pytest.mark.parametrize("tile", ["hex", "square"])
def test_the_number_of_a_stack_is_never_hidden(
    size: tuple[int, int], technique: Technique, tile: Literal["hex", "square"]
) -> None:
    points = tuple(Point(f"a{n}", n, 0, "cell") for n in range(3))
    stacks = tuple(Piece(f"a{n}", "disc", "p1", "WD", stack=3 + n) for n in range(3))
    view = View(points, stacks, pitch=SQUARE_PITCH, tile=tile)
    seen = glyphs(painted(view, size, technique))
    assert [f"×{n}" in seen for n in (3, 4, 5)] == [True] * 3, seen


def test_a_glyph_is_drawn_on_its_piece_and_a_board_of_letters_has_the_label() -> None:
    points = tuple(Point(f"a{n}", 2 * n, 0) for n in range(3))
    view = View(points, (Piece("a0", "disc", "p1", "W", glyph="♖"),))
    for palette in (DARK, HIGH_CONTRAST):
        assert "♖" in glyphs(painted(view, palette=palette))
    assert "♖" in glyphs(painted(view, technique="quadrant"))
    assert "♖" not in glyphs(painted(view, technique="glyphs"))
    assert "(W)" in glyphs(painted(view, technique="glyphs"))


@BOARD
@pytest.mark.parametrize("technique", ["sextant", *soak("quadrant", "glyphs")])
@pytest.mark.sample(4)
def test_a_painting_is_as_large_as_its_layout(board: str, technique: Technique) -> None:
    for size in ((50, 20), *SIZES[:2]):
        rows = painted(views()[board], size, technique).rows
        assert [len(row) for row in rows] == [size[0]] * size[1]
        assert all(isinstance(cell, Cell) and len(cell.glyph) == 1 for row in rows for cell in row)


@BOARD
@pytest.mark.parametrize("technique", ["sextant", *soak("quadrant", "glyphs")])
@pytest.mark.sample(4)
def test_what_is_repainted_equals_what_is_painted_from_the_start(
    board: str, technique: Technique
) -> None:
    view = views()[board]
    layout, painter = fitted(view, SMALL, technique), Painter(DARK)
    names = [point.id for point in view.points][::30]
    empty = replace(view, pieces=(), marks=())
    for now, cursor, lit in (
        *((view, name, ()) for name in names),
        (empty, None, tuple(names)),
        (view, names[0] if names else None, tuple(names[:1])),
        (view, None, ()),
    ):
        assert painter.paint(now, layout, cursor, lit) == Painter(DARK).paint(
            now, layout, cursor, lit
        )


def test_an_unchanged_view_keeps_every_row() -> None:
    view = views()["tamsk"]
    layout, painter = fitted(view), Painter(DARK)
    before, after = painter.paint(view, layout, "c3"), painter.paint(replace(view), layout, "c3")
    assert before == after
    assert all(old is new for old, new in zip(before.rows, after.rows, strict=True))


def test_a_cursor_move_leaves_rows_far_away_alone() -> None:
    view = views()["gipf"]
    layout, painter = fitted(view, SIZES[1]), Painter(DARK)
    before, after = painter.paint(view, layout, "e2"), painter.paint(view, layout, "e3")
    kept = [old is new for old, new in zip(before.rows, after.rows, strict=True)]
    assert kept.count(False) <= 14


@pytest.mark.parametrize("board", ["gipf", *slow("tictactoe", "zertz", "tamsk", "zatre")])
@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("occupied", [False, True])
def test_signs_differ_in_shape_without_their_colours(
    board: str, technique: Technique, occupied: bool
) -> None:
    whole = views()[board]
    at = next(p.id for p in whole.points if (p.id in {q.at for q in whole.pieces}) == occupied)
    view = replace(whole, marks=())
    looks = {"nothing": painted(view, SMALL, technique, GREYS)}
    looks["cursor"] = painted(view, SMALL, technique, GREYS, cursor=at)
    looks["lit"] = painted(view, SMALL, technique, GREYS, lit=(at,))
    for kind in MARKS:
        marked = replace(view, marks=(Mark(at, kind),))
        looks[kind] = painted(marked, SMALL, technique, GREYS)
    removed = replace(view, marks=(Mark(at, "legal", takes=True),))
    looks["what would be removed"] = painted(removed, SMALL, technique, GREYS)
    for (one, first), (other, second) in combinations(looks.items(), 2):
        assert glyphs(first) != glyphs(second), f"{one} looks like {other}"


def test_something_on_none_of_the_points_is_refused() -> None:
    view = views()["gipf"]
    layout = fitted(view)
    for wrong in (
        replace(view, pieces=(Piece("zz", "disc", "p1", "W"),)),
        replace(view, marks=(Mark("zz", "legal"),)),
    ):
        with pytest.raises(ValueError, match="'zz', which is none of its points"):
            Painter(DARK).paint(wrong, layout)
    with pytest.raises(ValueError, match="'zz'"):
        Painter(DARK).paint(view, layout, cursor="zz")


@BOARD
@pytest.mark.parametrize("palette", spread(PALETTES.values(), 2), ids=PALETTES)
@pytest.mark.sample(12)
def test_every_word_can_be_read(board: str, palette: Palette) -> None:
    for row in painted(views()[board], palette=palette).rows:
        for cell in row:
            if cell.glyph.isalnum():
                assert contrast(cell.ink, cell.ground) >= READABLE, cell


@pytest.mark.parametrize("size", SIZES)
def test_an_hourglass_says_how_long_it_runs_and_a_place_how_much_it_holds(
    size: tuple[int, int],
) -> None:
    shown = words(painted(views()["tamsk"], size))
    assert "1:00" in shown
    assert "0/4" in shown


def test_sand_runs_down() -> None:
    view = views()["tamsk"]
    layout, painter = fitted(view, SIZES[1]), Painter(DARK)
    looks = [
        painter.paint(replace(view, pieces=(replace(view.pieces[0], sand=sand),)), layout)
        for sand in (1.0, 0.5, 0.0, None)
    ]
    assert len({look.rows for look in looks}) == 4


def test_sand_that_hardly_moved_looks_the_same() -> None:
    view = views()["tamsk"]
    layout, painter = fitted(view, SIZES[2]), Painter(DARK)
    one, other = (
        painter.paint(replace(view, pieces=(replace(view.pieces[0], sand=sand),)), layout)
        for sand in (0.5, 0.515)
    )
    assert one == other


@pytest.mark.parametrize("size", SIZES)
def test_a_tile_shows_its_digit_in_the_middle(size: tuple[int, int]) -> None:
    view = views()["zatre"]
    layout = fitted(view, size)
    rows = Painter(DARK).paint(view, layout).rows
    for piece in view.pieces:
        column, row = layout.centres[piece.at]
        above = 0.5 if layout.rows == 2 else 0
        assert rows[int(row - above)][int(column)].glyph == piece.label


def test_badges_stand_on_pieces_and_letters_where_they_are_asked_for() -> None:
    view = views()["gipf"]
    assert words(painted(view)).count("Z") == 4
    assert "WZ" not in words(painted(view))
    assert words(painted(view, palette=HIGH_CONTRAST)).count("WZ") == 2


def test_a_stack_looks_different_from_one_piece() -> None:
    view = views()["gipf"]
    flat = replace(view, pieces=tuple(replace(piece, stack=1) for piece in view.pieces))
    assert painted(view) != painted(flat)


def test_labels_of_a_view_stand_beside_the_board() -> None:
    view = views()["one-point"]
    assert "Home" in words(painted(replace(view, labels=(Label("Home", 9, -3),))))


def test_a_place_that_is_gone_is_no_ring() -> None:
    view = views()["zertz"]
    whole = replace(view, points=tuple(replace(point, kind="ring") for point in view.points))
    assert painted(view) != painted(whole)


def test_lines_between_points_are_dots_where_a_step_is_one_row() -> None:
    view = views()["gipf"]
    dots = [glyph for glyph in glyphs(painted(view)) if "⠀" < glyph < "⣿"]
    assert len(dots) > 100
    assert not [g for g in glyphs(painted(view, SIZES[1])) if "⠀" < g < "⣿"]


@pytest.mark.parametrize("board", ["gipf", "zertz", "tamsk"])
def test_plain_glyphs_name_every_empty_place_and_show_every_piece(board: str) -> None:
    view = views()[board]
    shown = glyphs(painted(view, technique="glyphs", palette=GREYS))
    standing = {piece.at for piece in view.pieces}
    for point in view.points:
        if point.id not in standing and point.kind != "gone":
            assert point.id in shown, point.id
    for piece in view.pieces:
        assert f"({piece.label})" in shown
    assert shown.isascii() or "×" in shown


def test_unknown_roles_have_colours_of_their_own() -> None:
    view = views()["hexagons"]
    one, other = (
        painted(replace(view, pieces=(Piece("h11", "disc", role, "X"),)))
        for role in ("tribe", "clan")
    )
    assert one != other


def test_without_points_everything_is_ground() -> None:
    cells = {cell for row in painted(views()["elsewhere"]).rows for cell in row}
    assert cells == {Cell(" ", DARK.theme.ground, DARK.theme.ground)} or len(cells) == 1


@pytest.mark.parametrize("technique", ["sextant", "quadrant"])
def test_a_second_of_sand_paints_its_time_alone(
    technique: Technique, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as no grain falls, nothing of the glass is drawn: neither its shapes, nor anything
    for a deadline that comes nearer."""
    points = tuple(Point(f"a{n}", n, 0, "ring") for n in range(3))
    glass = Piece("a1", "hourglass", "red", "R", sand=0.5, clock="1:30", ends_in_ms=90_000)
    view = View(points, pieces=(glass,), edges=())
    layout, painter = fitted(view, (60, 20), technique), Painter(DARK)
    before = painter.paint(view, layout)

    def draw(*_cell: object) -> None:
        raise AssertionError("a cell is drawn anew")

    monkeypatch.setattr("gipf_meta.paint.painter._Canvas._draw_cell", draw)
    nearer = replace(view, pieces=(replace(glass, sand=0.499, ends_in_ms=89_900),))
    now = painter.paint(nearer, layout)
    assert all(a is b for a, b in zip(before.rows, now.rows, strict=True))
    later = replace(view, pieces=(replace(glass, sand=0.495, clock="1:29", ends_in_ms=89_000),))
    now = painter.paint(later, layout)
    changed = [
        n for n, rows in enumerate(zip(before.rows, now.rows, strict=True)) if len({*rows}) > 1
    ]
    assert len(changed) == 1
    assert "1:29" in glyphs(now)
    with pytest.raises(AssertionError, match="a cell is drawn"):
        painter.paint(replace(view, pieces=(replace(glass, sand=0.4),)), layout)
