"""Foreign texts are shown on the screen, and none of their characters acts on the terminal."""

from __future__ import annotations

import json
import sys
from importlib.metadata import EntryPoint, entry_points

import pytest
from textual.pilot import Pilot

from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.hookspecs import PROJECT
from gipf_meta.records.record_files import loads
from gipf_meta.tui.app import GipfApp
from tests.base.test_sentences import DUELS, acts
from tests.small_games.hostile_game import HOSTILE, IN_LESSONS, IN_VIEWS, SHOWN, Plugin
from tests.tui.conftest import Driver, shown, table_of

SEEN = r"\x1b[31m"
"""The beginning of a hostile text, which fits the narrowest part of the screen."""
SET_ASIDE = {"Lesson.id", "Lesson.options", "Page.asked", "Page.position", "Page.answer"}
"""The fields that keep a lesson from beginning if they are hostile."""


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Installed:
    """A game whose views and lessons are hostile everywhere."""
    places = {*IN_VIEWS, *IN_LESSONS, "Option.description", "Game.reason", "Game.rules"} - SET_ASIDE
    monkeypatch.setitem(sys.modules, "hostile_odd", Plugin(*places))
    return load_plugins([*entry_points(group=PROJECT), EntryPoint("odd", "hostile_odd", PROJECT)])


async def is_clean(app: GipfApp, pilot: Pilot[None]) -> bool:
    """Whether the screen shows a hostile text, with nothing in it that acts."""
    await pilot.pause()
    lines = shown(app)
    assert not acts("".join(lines)), lines
    assert {len(line.encode("utf-16-le")) // 2 for line in lines} == {app.size.width}
    return SEEN in "".join(lines)


async def test_no_text_of_a_game_reaches_the_screen_raw(
    driven: Driver, library: Library, hostile: Installed
) -> None:
    async with driven((120, 40), installed=hostile) as (app, pilot):
        app.open_desk("setup", {"game": "odd"})
        await pilot.pause()
        for collapsible in app.screen.query("Collapsible"):
            collapsible.collapsed = False  # type: ignore[attr-defined]
        assert await is_clean(app, pilot)
        app.pop_screen()
        app.show_lessons(hostile.find("odd"))
        assert await is_clean(app, pilot)
        await pilot.press("enter")
        assert await is_clean(app, pilot)
        await pilot.press("escape", "escape")
        app.show_rules(hostile.find("odd")())
        assert await is_clean(app, pilot)


@pytest.mark.parametrize("size", [pytest.param((120, 40), marks=pytest.mark.fast), (70, 24)])
async def test_no_text_of_a_match_reaches_the_screen_raw(
    driven: Driver, library: Library, hostile: Installed, size: tuple[int, int]
) -> None:
    table = table_of(library, "die", {}, ("human", "human"))
    table = type(table).begin(
        hostile.find("odd")(), table.players, hostile.find, table.clock, library=library
    )

    async with driven(size, table, installed=hostile) as (app, pilot):
        assert await is_clean(app, pilot)
        app.show_error(f"a {HOSTILE}")
        assert await is_clean(app, pilot)
        await pilot.press("colon", "o")
        assert await is_clean(app, pilot)


async def test_no_text_of_the_library_reaches_the_screen_raw(
    driven: Driver, library: Library
) -> None:
    data = json.loads(DUELS.read_text())
    data["turns"] = data["turns"][:3]
    data["people"] = [{"name": "\u202eAnna"}, {"name": "\u200bBob"}]
    data["result"] = {"winners": [0], "reason": HOSTILE, "by_rules": False}
    library.add(loads(json.dumps(data)))
    data["game"] = HOSTILE
    library.add(loads(json.dumps(data)))

    async with driven((120, 40)) as (app, pilot):
        app.open_desk("library")
        assert await is_clean(app, pilot)
        assert any(r"\u202eAnna" in line for line in shown(app))
        app.replay_match(2)
        assert await is_clean(app, pilot)
        app.pop_screen()
        app.replay_match(1)
        await pilot.press("end")
        assert await is_clean(app, pilot)
        assert any(SHOWN in line for line in shown(app))
