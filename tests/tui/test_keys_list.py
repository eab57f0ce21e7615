"""The page of keys: one a line, made from what is bound, filtered by typing; Enter does a line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widgets import Input, OptionList

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.base_screens import AllCommands, InterfaceScreen
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import ListDialog
from gipf_meta.tui.screens.keys_list import (
    WITHOUT_LINE,
    HelpPage,
    ListedKey,
    first_fitting,
    listed_keys,
)
from gipf_meta.tui.screens.replay import Replay
from tests.tiers import slow, soak
from tests.tui.bursts import burst
from tests.tui.conftest import Driver, place, playing, rest, shown, table_of
from tests.tui.soak import Walk, alone, played, screens

OURS = (Board, Words, InterfaceScreen)
"""The widgets and screens whose keys are ours; what others bind is said in our own words."""


def _kinds(base: type) -> Iterator[type]:
    yield base
    for kind in base.__subclasses__():
        yield from _kinds(kind)


def test_every_key_that_is_bound_has_words() -> None:
    bound = [
        (kind.__name__, each)
        for base in OURS
        for kind in _kinds(base)
        if kind.__module__.startswith("gipf_meta.")
        for each in vars(kind).get("BINDINGS", ())
    ]
    assert len(bound) > 60
    assert [
        (kind, each.key)
        for kind, each in bound
        if isinstance(each, Binding) and not (each.tooltip or each.action.startswith(WITHOUT_LINE))
    ] == []


def _each() -> Iterator[object]:
    kinds = set[str]()
    for name in screens():
        kind = name.partition(" ")[0]
        marked = soak if kind in kinds else slow
        yield from [name] if kind in ("launcher", "play") and kind not in kinds else marked(name)
        kinds.add(kind)


@pytest.mark.parametrize("name", [*_each()])
def test_every_key_of_a_screen_is_on_its_page(library: Library, tmp_path: Path, name: str) -> None:
    """Those of its widgets, too; but for keys that have no meaning there, of which the page says
    so by name."""
    played(library)
    walk = Walk(library, tmp_path, seed=1)

    async def look() -> list[str]:
        app = walk.app(Settings(motion=False, graphics="quadrant"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            walk.begin(name, app)
            await pilot.pause()
            screen, missing = app.screen, list[str]()
            if isinstance(screen, InterfaceScreen) and not isinstance(screen, AllCommands):
                every = [key for line in listed_keys(screen) for key in line.names]
                assert len(every) == len({*every}), "a key has two lines"
                on_page = {*every}
                for key, (node, binding, *_rest) in screen.active_bindings.items():
                    is_ours = isinstance(node, OURS) and (
                        binding.tooltip or type(node).__module__.startswith("gipf_meta.")
                    )
                    is_apart = binding.action.startswith(WITHOUT_LINE)
                    is_of_textual = not binding.tooltip and binding.description[:1].isupper()
                    if not is_ours or is_apart or is_of_textual:
                        continue
                    if binding.action not in screen.own_keys.hidden and key not in on_page:
                        missing.append(f"{key}: {binding.action}")
                assert {"ctrl+q", "ctrl+p", "ctrl+z"} <= on_page
        app.own_line.close()
        return missing

    with alone(walk, waits=rest):
        assert asyncio.run(look()) == []


LINES = [
    ListedKey(("u",), "u", "undo the last decision"),
    ListedKey(("U",), "U", "redo what was undone"),
    ListedKey(("ctrl+l",), "^l", "odejít; partie je uchována"),
    ListedKey(("enter", "space"), "⏎ space", "choose"),
]


@pytest.mark.parametrize(
    ("typed", "signs"),
    [
        ("", ["u", "U", "^l", "⏎ space"]),
        ("u", ["u", "U", "^l"]),
        ("U", ["U", "u", "^l"]),
        ("ENTER", ["⏎ space"]),
        ("ctrl", ["^l"]),
        ("^l", ["^l"]),
        ("odejit uchovana", ["^l"]),
        ("undo last", ["u"]),
        ("xyz", []),
    ],
)
def test_words_and_keys_find_lines_without_accents_the_key_itself_first(
    typed: str, signs: list[str]
) -> None:
    assert [line.sign for line in first_fitting(LINES, typed)] == signs


@pytest.mark.fast
async def test_letters_filter_the_lines_and_escape_widens_them_again(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, pilot):
        board = app.screen
        await pilot.press("question_mark")
        await pilot.pause()
        page, found = app.screen, app.screen.query_one("#keys", OptionList)
        assert isinstance(page, HelpPage)
        whole = len(page.fitting)
        assert whole > 40
        assert max(len(line.rstrip()) for line in shown(app)) <= 80
        await pilot.press(*"copy")
        await pilot.pause()
        assert [line.sign for line in page.fitting] == ["C"]
        assert found.option_count == 1
        assert "C" in shown(app)[3]
        await pilot.press("backspace", "backspace")
        assert 1 < len(page.fitting) < whole
        await pilot.press("escape")
        assert len(page.fitting) == whole
        assert app.screen is page
        for key in ("end", "pagedown", "down"):
            await pilot.press(key)
            await pilot.pause()
            assert found.highlighted_option is not None
        assert "Every match is kept" in "\n".join(shown(app))
        await pilot.press("home", "pagedown", "pageup", "up")
        assert found.highlighted == 0
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is board


async def test_enter_and_a_click_do_what_the_line_says(driven: Driver, library: Library) -> None:
    async with driven((80, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, pilot):
        await pilot.press("question_mark", *"replay", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Replay)
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        await pilot.press(*"a menu")
        await pilot.pause()
        await pilot.click("#keys", offset=(12, 0))
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        await pilot.press("escape", "question_mark", *"nearest place right", "enter")
        await pilot.pause()
        assert playing(app).query_one(Board).cursor is not None


async def test_keys_in_one_burst_reach_the_page_in_their_order(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24), table_of(library, "gipf", {}, ["human"] * 2)) as (app, pilot):
        await burst(pilot, "?", "u")
        page = app.screen
        assert isinstance(page, HelpPage)
        assert page.typed == "u"
        await burst(pilot, "escape", "V", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Replay)


async def test_the_key_is_a_letter_where_something_is_typed(
    library: Library, driven: Driver
) -> None:
    played(library)  # in an empty list nothing can be sought
    async with driven((80, 24)) as (app, pilot):
        await pilot.press("h")
        await pilot.pause()
        assert place(app) == "library"
        await pilot.press("slash", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, DeskScreen)
        assert isinstance(app.focused, Input)
        assert app.focused.value.endswith("?")
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpPage)
        assert app.screen.heading == "Keys of the list of matches"
        await pilot.press("question_mark")
        await pilot.pause()
        assert place(app) == "library"
