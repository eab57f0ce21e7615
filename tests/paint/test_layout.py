"""The cells of a terminal at which the points of a board are."""

from __future__ import annotations

from math import ceil, floor

import pytest

from gipf_meta import Point, View
from gipf_meta.paint.fitting import UNCUT_UNIT, fit_layout, fits
from gipf_meta.paint.layout import WAYS, Direction, Technique
from gipf_meta.paint.painter import plate
from tests.paint.boards import GAMES, SIZES, fitted, views
from tests.tiers import soak

ARROWS: tuple[Direction, ...] = ("left", "right", "up", "down")
TECHNIQUES: tuple[Technique, ...] = ("sextant", "quadrant", "glyphs")
BOARD = pytest.mark.parametrize("board", views())


@BOARD
@pytest.mark.parametrize("technique", ["sextant", "glyphs", *soak("quadrant")])
@pytest.mark.parametrize("size", [SIZES[0], *soak(*SIZES[1:])])
def test_the_cell_at_a_point_s_centre_hits_it(
    board: str, size: tuple[int, int], technique: Technique
) -> None:
    layout = fitted(board, size, technique)
    assert (layout.width, layout.height) == size
    assert set(layout.centres) == {point.id for point in views()[board].points}
    for name, (column, row) in layout.centres.items():
        assert layout.hit(floor(column), floor(row)) == name


@pytest.mark.parametrize("board", GAMES)
def test_a_board_fits_where_it_has_a_layout(board: str) -> None:
    view = views()[board]
    sizes = [(8, 5), (14, 40), (24, 9), (30, 15), (46, 20), (90, 10)]
    found = [fit_layout(view, *size, "glyphs") is not None for size in sizes]
    assert [fits(view, *size) for size in sizes] == found
    assert {*found} == {True, False}


@pytest.mark.parametrize("board", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_games_are_drawn_with_their_coordinates_at_every_size(
    board: str, size: tuple[int, int]
) -> None:
    layout = fitted(board, size)
    assert layout.technique == "sextant"
    words = [word.text.lower() for word in layout.words]
    names = [point.id for point in views()[board].points]
    assert {name[0] for name in names} <= {*words}
    for word in layout.words:
        assert 0 <= word.column <= layout.width - len(word.text)
        assert 0 <= word.row < layout.height


@pytest.mark.parametrize("board", GAMES)
@pytest.mark.parametrize("size", [(104, 36), (104, 37), (112, 37), (112, 38), (88, 38), (130, 44)])
def test_the_edge_of_a_large_board_is_not_cut_off(board: str, size: tuple[int, int]) -> None:
    layout = fitted(board, size)
    if not layout.square and layout.unit >= UNCUT_UNIT:
        for point in views()[board].points:
            column, row = layout.centres[point.id]
            far = 1.0 if point.kind == "dot" else layout.unit * 0.47
            assert far - 0.1 <= column <= size[0] - far + 0.1
            assert far - 0.1 <= 2 * row <= 2 * size[1] - far + 0.1
    inside = {cell for cell, rim in plate(layout).items() if rim is True}
    assert not [(x, y) for x, y in inside if x in (0, size[0] - 1) or y in (0, size[1] - 1)]


@pytest.mark.parametrize("board", GAMES)
def test_more_room_makes_a_larger_board(board: str) -> None:
    units = [fitted(board, size).unit for size in SIZES]
    assert units == sorted(set(units))


@pytest.mark.parametrize("board", GAMES)
def test_a_board_is_not_distorted(board: str) -> None:
    px, py = views()[board].pitch
    for size in SIZES[1:]:
        layout = fitted(board, size)
        assert 0.79 <= (layout.columns / px) / (2 * layout.rows / py) <= 1.26


def test_where_shapes_have_no_room_there_are_plain_glyphs() -> None:
    assert fitted("gipf", (52, 22)).technique == "sextant"
    assert fitted("gipf", (24, 17)).technique == "glyphs"


def test_without_room_for_every_point_there_is_no_layout() -> None:
    assert fit_layout(views()["gipf"], 20, 8) is None
    assert fit_layout(views()["gipf"], 0, 0) is None
    assert fit_layout(View((Point("a", 0, 0), Point("b", 0, 0))), 80, 24) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_number_of_a_line_of_squares_is_in_the_row_of_its_tiles(size: tuple[int, int]) -> None:
    layout = fitted("zatre", size)
    rows = {word.text: word.row for word in layout.words}
    assert rows["8"] == ceil(layout.centres["h8"].row) - 1


def test_words_beside_the_board_give_way_to_the_points() -> None:
    layout = fitted("zatre", (46, 15))
    assert layout.words == ()
    assert layout.square


@BOARD
@pytest.mark.sample(8)
def test_arrows_alone_reach_every_point(board: str) -> None:
    layout = fitted(board, SIZES[0])
    names = list(layout.places)
    for start in names[:: max(len(names) // 3, 1)]:
        seen, rim = {start}, [start]
        while rim:
            at = rim.pop()
            for arrow in ARROWS:
                to = layout.nearest(at, arrow)
                if to is not None and to not in seen:
                    seen.add(to)
                    rim.append(to)
        assert seen == set(names), f"not from {start}"


@pytest.mark.parametrize("board", GAMES)
def test_a_step_never_goes_back(board: str) -> None:
    layout = fitted(board, SIZES[0])
    for name, (x, y) in layout.places.items():
        for direction, (way_x, way_y) in WAYS.items():
            to = layout.nearest(name, direction)
            if to is not None:
                to_x, to_y = layout.places[to]
                assert (to_x - x) * way_x + (to_y - y) * way_y > 0


def test_hexagonal_steps_go_to_the_six_neighbours() -> None:
    columns, rows = fitted("zertz-61", SIZES[0]), fitted("tamsk", SIZES[0])
    steps: dict[Direction, str] = {"up": "e6", "up-right": "f5", "down-right": "f4", "down": "e4"}
    for direction, name in steps.items():
        assert columns.nearest("e5", direction) == name
    assert columns.nearest("e5", "down-left") == "d4"
    around = {rows.nearest("d4", way) for way in ("left", "right", "up-left", "up-right")}
    assert len(around) == 4
    assert None not in around


def test_at_the_edge_there_is_no_next_point() -> None:
    layout = fitted("tictactoe", SIZES[0])
    assert layout.nearest("a1", "left") is None
    assert layout.nearest("a1", "right") == "b1"
    assert layout.nearest("a1", "up-right") == "b2"


def test_a_line_that_begins_beside_another_point_has_no_word() -> None:
    points = tuple(Point(name, x, 0) for x, name in enumerate(("a1", "a2", "b1", "b2")))
    layout = fit_layout(View(points, pitch=(1, 1)), *SIZES[0])
    assert layout is not None
    assert {word.text for word in layout.words} == {"a", "1", "2"}


def test_beside_the_board_nothing_is_hit() -> None:
    layout = fitted("zertz", SIZES[0])
    assert layout.hit(0, 0) is None
    assert layout.hit(-1, 5) is None
    assert layout.hit(200, 5) is None
