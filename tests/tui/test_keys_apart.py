"""Each key means one thing: of what a screen offers no two things have the same one."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App
from textual.screen import Screen
from textual.widgets import Input

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import ListDialog
from tests.specimens import bundled_games
from tests.tiers import slow, soak
from tests.tui.conftest import rest, table_of
from tests.tui.soak import Walk, alone, played, screens

FEW = ("launcher", "replay")
ALIKE = ("form", "rules", "lessons", "lesson", "duel", "result")
"""Screens that have the same keys whatever the game is: that of the first game is looked at. The
words of a duel's game, which have keys, too, are those of a match of that game."""
SCROLLS = ("scroll_", "cursor_", "page_", "show_overlay", "first", "last")
"""The actions that move in a list or a page, whatever widget has the focus."""


def offered(app: GipfApp) -> dict[str, set[str]]:
    """The actions of each key of the screen in front, of the screen and of the widget with the
    focus."""
    things: dict[str, set[str]] = defaultdict(set)
    screen = app.screen
    for node, bindings in screen._modal_binding_chain:
        if isinstance(node, App | Input):
            continue  # who types in a line has its keys; those of the app are everywhere
        is_board = isinstance(node, Screen)
        for key, each in bindings.key_to_bindings.items():
            for binding in each:
                action = binding.action.removeprefix("screen.")
                _target, name, parameters = app._parse_action(action, node)
                may = screen.check_action(name, parameters) if is_board else True
                # words answer to these keys where they have them
                if may and not action.startswith(("word(", *SCROLLS)):
                    things[key].add(action)
    for words in screen.query(Words):
        for key, word in zip(words.keys, words.page, strict=False):
            if key:
                things[key].add(f"the word {word}")
    if isinstance(screen, ListDialog):
        for name, key in screen.keys.items():
            things[key].add("none" if name == "look" else f"the line {name}")
    if isinstance(screen, DeskScreen):
        for key, line in screen.parts.keys.items():
            things[key].add(f"the line {line}")
    return things


def collisions(app: GipfApp) -> list[str]:
    """The keys that mean two things on the screen in front; in lists also as capitals."""
    things = offered(app)
    found = [f"{key}: {sorted(does)}" for key, does in things.items() if len(does) > 1]
    if isinstance(app.screen, DeskScreen):
        for key in app.screen.parts.keys:
            found += [f"{key} and {key.swapcase()}"] if key.swapcase() in {*things} - {key} else []
        for each in app.screen.parts.lines.values():
            first = each.cells[0].split()[:1]
            found += [f"{first} looks like a key" for word in first if word in things]
    return found


def _each() -> Iterator[object]:
    """Every screen; those that differ in words alone are left to ``make soak``."""
    yield from FEW
    seen = {*FEW}
    for name in screens():
        kind = name.partition(" ")[0]
        if name not in FEW:
            yield from soak(name) if kind in seen & {*ALIKE} else slow(name)
        seen.add(kind)


@pytest.mark.parametrize("name", [*_each()])
def test_no_two_things_that_a_screen_offers_share_a_key(
    library: Library, tmp_path: Path, name: str
) -> None:
    played(library)
    for game in bundled_games():
        table = table_of(library, game, {}, ["human"] * 2)
        table.keep()
        table.close()
    walk = Walk(library, tmp_path, seed=1)

    async def look() -> list[str]:
        app = walk.app(Settings(motion=False, graphics="quadrant"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            walk.begin(name, app)
            await pilot.pause()
            found = collisions(app)
            if "m" in app.screen.active_bindings:
                await pilot.press("m")
                await pilot.pause()
                found += collisions(app)
        app.own_line.close()
        return found

    with alone(walk, waits=rest):
        assert asyncio.run(look()) == []
