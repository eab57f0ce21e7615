"""The terminal's own cursor: it stands where the person is, for magnifiers and Braille."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.cursor_cell import cursor_cell
from gipf_meta.tui.parts.forms import Menu
from gipf_meta.tui.parts.word_choices import Words
from tests.specimens import bundled_games
from tests.tiers import slow, soak
from tests.tui.conftest import Driver, playing, shown, table_of
from tests.tui.terminal import Terminal, terminal

GAMES = [game for game in bundled_games() if game not in ("zertz", "zatre_pad")]
SIZES = ((80, 24), (120, 40))


def _each_at_one_size() -> Iterator[object]:
    """ZÈRTZ at both sizes, each other game at one; ``make soak`` takes all at both."""
    yield pytest.param("zertz", SIZES[0])
    yield from slow(pytest.param("zertz", SIZES[1]))
    for number, game in enumerate(GAMES):
        yield from slow(pytest.param(game, SIZES[number % 2]))
        yield from soak(pytest.param(game, SIZES[1 - number % 2]))


def last_cell(there: Terminal) -> Offset:
    """Where the program has put the terminal's cursor last."""
    row, column = re.findall(rb"\x1b\[(\d+);(\d+)H", there.written)[-1]
    return Offset(int(column) - 1, int(row) - 1)


@pytest.mark.fast
@pytest.mark.parametrize(("game", "size"), [*_each_at_one_size()])
async def test_it_stands_on_the_point_with_the_cursor_of_the_board(
    driven: Driver, library: Library, game: str, size: tuple[int, int]
) -> None:
    table = table_of(library, game, {}, ["human"] * 2)
    async with driven(size, table) as (app, pilot):
        board = playing(app).query_one(Board)
        cells = set()
        for key in ("n", "right", "down", "n", "up"):
            await pilot.press(key)
            await pilot.pause()
            x, y = app.cursor_position - board.content_region.offset
            assert board._layout_now is not None
            assert board._layout_now.hit(x, y) == board.cursor
            cells.add(app.cursor_position)
        assert len(cells) > 2


@pytest.mark.fast
async def test_it_stands_on_the_word_with_the_cursor_and_in_the_line_that_is_typed(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, pilot):
        await pilot.press("tab")
        await pilot.pause()
        beside = playing(app).query_one(Words)
        for word in (*beside.words[1:], beside.words[0]):
            x, y = app.cursor_position
            assert shown(app)[y][x] == "▸"
            await pilot.press("right")
            await pilot.pause()
            assert beside.words[beside.cursor] == word
        await pilot.press("colon", *"Wd")
        await pilot.pause()
        line = app.screen.query_one(Input)
        assert app.cursor_position == line.content_region.offset + Offset(2, 0)
        await pilot.press("left")
        await pilot.pause()
        assert app.cursor_position == line.content_region.offset + Offset(1, 0)


async def test_it_stands_on_the_line_of_a_list(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        for _line in range(20):
            x, y = app.cursor_position
            menu = app.focused
            assert isinstance(menu, Menu)
            assert menu.highlighted_option is not None
            assert shown(app)[y][x:].startswith(str(menu.highlighted_option.prompt))
            await pilot.press("down")
            await pilot.pause()
        await pilot.press("question_mark", *"quit")
        await pilot.pause()
        x, y = app.cursor_position
        assert "quit; matches" in shown(app)[y]  # a list that has no focus
        assert cursor_cell(Screen()) == Offset(0, 0)


@pytest.mark.slow
def test_a_terminal_has_its_cursor_there(tmp_path: Path) -> None:
    with terminal((80, 24), "play", "zertz", home=tmp_path) as there:
        there.until("Choose a marble")
        there.settle_for(1)
        there.send(b"n")
        there.settle_for(0.5)
        begun = last_cell(there)
        there.send(b"\x1b[C")
        there.settle_for(0.5)
        beside = last_cell(there)
        assert beside.x > begun.x
        assert beside.y == begun.y
        there.send(b"\x1b[B\x1b[B")  # two keys at once
        there.settle_for(0.5)
        assert last_cell(there).y > beside.y
        there.send(b"\t")
        there.settle_for(0.5)
        assert last_cell(there).y > 19
        assert not there.modes[25]  # it is where it should be, though it is not seen


@pytest.mark.slow
def test_the_setting_lets_it_be_seen_until_the_program_is_left(tmp_path: Path) -> None:
    settings = tmp_path / "CONFIG" / "gipf-meta" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"cursor": true}')
    with terminal((80, 24), "play", "zertz", home=tmp_path) as there:
        there.until("Choose a marble")
        there.settle_for(0.5)
        assert there.modes[25]
        there.send(b"\x11")
        assert there.ended() == 0
        assert there.is_left
