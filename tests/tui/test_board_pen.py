"""Rings and arrows of one's own in the terminal: by keys, by the right button; in a study, too."""

from __future__ import annotations

from math import floor

import pytest

from gipf_meta.library.store import Library
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import DARK
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_pen import HEADS, with_own_marks
from gipf_meta.tui.parts.board_widget import Board
from tests.tui.conftest import Driver, playing, shown, table_of, typed, until
from tests.tui.test_study_keys import node, study_of

SIZE = (110, 36)


def board_of(app: GipfApp) -> Board:
    """The board on the screen."""
    return app.screen.query_one(Board)


def glyphs(board: Board) -> str:
    """All that is painted, row by row."""
    assert board._painting is not None
    return "\n".join("".join(cell.glyph for cell in row) for row in board._painting.rows)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("technique", ["sextant", "quadrant", "glyphs"])
def test_an_arrow_is_dots_and_a_head_a_ring_two_brackets(technique: str) -> None:
    game = installed_plugins().find("zertz")()
    view = game.view(game.start(2), None)
    layout = fit_layout(view, 60, 24, technique)
    assert layout is not None
    bare = Painter(DARK).paint(view, layout)

    def changed(*places: str) -> set[str]:
        painted = with_own_marks(bare, layout, [places], DARK)
        assert [len(row) for row in painted.rows] == [len(row) for row in bare.rows]
        rows = zip(bare.rows, painted.rows, strict=True)
        return {b.glyph for old, new in rows for a, b in zip(old, new, strict=True) if a != b}

    assert changed("d4") == {"(", ")"}
    head = ">" if technique == "glyphs" else HEADS[0]
    assert changed("d4", "g7") == set(), "no such place"
    assert "•" in changed("a1", "g4")
    right = changed("b2", "f2")
    assert right & {head, "→", ">"}


@pytest.mark.fast
@pytest.mark.needs("zertz")
async def test_in_play_they_are_gone_with_the_next_decision(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(SIZE, table) as (app, pilot):
        board = board_of(app)
        board.cursor = "d4"
        before = len(playing(app).played.room.acts)
        await pilot.press("plus")
        await until(pilot, lambda: "A ring is on d4." in "\n".join(shown(app)))
        assert board.pen.marks == (("d4",),)
        await pilot.press("minus", "up", "minus")
        assert len(board.pen.marks) == 2
        assert board.pen.marks[1][0] == "d4"
        await pilot.press("minus", "minus")
        assert len(board.pen.marks) == 2, "it was begun, and left"
        board.cursor = "d4"
        await pilot.press("plus")
        assert len(board.pen.marks) == 1
        assert len(playing(app).played.room.acts) == before
        await typed(pilot, "Wd4,d1")
        await until(pilot, lambda: board.pen.marks == ())


@pytest.mark.fast
@pytest.mark.needs("zertz")
async def test_the_right_button_draws_and_chooses_nothing(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(SIZE, table) as (app, pilot):
        board = board_of(app)
        layout = board._layout_now
        assert layout is not None

        async def press(begin: str, end: str) -> None:
            down, up = (
                (floor(layout.centres[place].column), floor(layout.centres[place].row))
                for place in (begin, end)
            )
            await pilot.mouse_down(board, down, button=3)
            await pilot.mouse_up(board, up)
            await pilot.pause()

        await press("d4", "d4")
        await press("a1", "g4")
        assert board.pen.marks == (("d4",), ("a1", "g4"))
        assert playing(app).decision.path == ()
        await press("d4", "d4")
        assert board.pen.marks == (("a1", "g4"),)


@pytest.mark.needs("zertz")
async def test_in_a_study_they_are_kept_and_told(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(SIZE, table) as (app, pilot):
        await typed(pilot, "Wd4,d1", "Bd7,a4")
        await pilot.press("W", "y")
        await until(pilot, lambda: study_of(app) is not None)
        board = board_of(app)
        await typed(pilot, "mark d4 g3")
        await until(pilot, lambda: board_of(app).pen.marks == (("d4", "g3"),))
        await until(pilot, lambda: "Marked: d4 → g3." in "\n".join(shown(app)))
        board = board_of(app)
        board.focus()
        board.cursor = "e3"
        await pilot.press("plus")
        await until(pilot, lambda: board_of(app).pen.marks == (("e3",), ("d4", "g3")))
        assert "•" in glyphs(board_of(app))
        study = study_of(app)
        assert study is not None
        assert study.turns[1].comment == "[%csl Ge3][%cal Gd4g3]"
        await pilot.press("comma")
        await until(pilot, lambda: node(app) == (0,) and board_of(app).pen.marks == ())
        await pilot.press("full_stop")
        await until(pilot, lambda: len(board_of(app).pen.marks) == 2)
        await typed(pilot, "mark d9 d4")
        await until(pilot, lambda: "There is no place d9 to mark." in "\n".join(shown(app)))
        await typed(pilot, "mark")
        await until(pilot, lambda: board_of(app).pen.marks == ())
