"""Every screen of the interface in Czech: ``python -m tests.czech.screens``.

Begins at each place of ``tests.tui.soak``, presses every key that a screen binds, looks at every
screen that opens, and there again presses every key. Prints a JSON object: ``texts``, the texts of
each screen; ``unseen``, the screens of the program that were never shown. ``--without TEXT`` leaves
a text untranslated, as if it had been forgotten.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gipf_meta.base import texts
from gipf_meta.base.texts import Catalogue, speak

if __name__ == "__main__":
    speak("cs")  # before the screens are imported, whose keys are written in it

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import (
    Button,
    Collapsible,
    DataTable,
    Input,
    Markdown,
    OptionList,
    Select,
    Static,
)

import gipf_meta.tui.screens
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.keys import ShownKey
from gipf_meta.tui.parts.thought_panels import ReviewPanel
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from gipf_meta.tui.screens.pages import ReviewPage
from tests.tui.conftest import until
from tests.tui.soak import Walk, alone, played, screens

SIZE: Final = (80, 24)
LEAVING: Final = {"ctrl+q", "ctrl+z", "ctrl+c"}
"""Keys that end the program, or belong to Textual."""
ELSEWHERE: Final = {"m", "M", "W", "ctrl+l"}
"""Keys that lead from a match to another one, not to return, or out: they are pressed
last."""
SEED: Final = 1
TAKING: Final = {"colon", "slash", "f3", "apostrophe"}
"""Keys after which others are letters of a line or of labels, until escape."""
ON_THE_DESK: Final = {"form", "rules", "lessons", "lesson"}
"""The screens that are seen of the first game alone: ``tests/desk`` and
``tests/base/test_texts.py`` read the words of every game there."""
SHOWING_NOTHING: Final = {"PuzzleDoor"}
"""The screens that close as they open."""
QUICK: Final = ("settings", "history")
"""The screens of a quick walk."""


class Seen:
    """The texts of each screen, and the keys that were pressed there."""

    def __init__(self) -> None:
        self.texts: dict[str, set[str]] = defaultdict(set)
        self.explored: set[str] = set()

    def look(self, app: GipfApp) -> None:
        """Stores all texts that are shown now."""
        screen = app.screen
        own = self.texts[type(screen).__name__]
        for widget in screen.walk_children(Widget):
            own.update(texts_of(widget))
        own.update(note.message for note in app._notifications)
        own.update(note.title for note in app._notifications)


def texts_of(widget: Widget) -> Iterator[str]:
    """The texts of a *widget*, also those that are scrolled out of sight."""
    yield str(widget.tooltip or "")
    yield str(widget.border_title or "")
    yield str(widget.border_subtitle or "")
    if isinstance(widget, Button):
        yield str(widget.label)
    elif isinstance(widget, ShownKey):
        yield widget.description
    elif isinstance(widget, Input):
        yield widget.placeholder
    elif isinstance(widget, Collapsible):
        yield str(widget.title)
    elif isinstance(widget, Markdown):
        yield widget.source
    elif isinstance(widget, Select):
        yield from (str(label) for label, _value in widget._options)
    elif isinstance(widget, OptionList):
        yield from (str(option.prompt) for option in widget.options)
    elif isinstance(widget, DataTable):
        yield from (str(column.label) for column in widget.columns.values())
        for row in widget.rows:
            yield from map(str, widget.get_row(row))
    elif isinstance(widget, Static):
        yield str(widget.content)


class CzechWalk(Walk):
    """A walk that presses every key of every screen, once, and collects the texts."""

    def __init__(self, library: Library, folder: Path) -> None:
        super().__init__(library, folder, SEED)
        self.seen = Seen()

    async def visit(self, name: str, deep: bool) -> None:
        """Looks at the screen called *name* and, if *deep*, at all that its keys lead to."""
        app = self.app(Settings(language="cs", motion=False))
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await self.rest(pilot)
            self.seen.look(app)
            self.begin(name, app)
            await self.rest(pilot)
            self.seen.look(app)
            if deep:
                await self.press_all(app, pilot, 0)
            if deep and isinstance(app.screen, DecisionScreen):
                await self.ask_wrong(app, pilot)
        app.own_line.close()

    async def review(self) -> None:
        """Looks at a finished review."""
        app = self.app(Settings(language="cs", motion=False))
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            table = self.table("die", {}, ["random"])
            while table.over is None:
                table.play_bot() if table.bot_is_due else table.play("roll")
            app.open_replay(table.match, table.seats)
            await self.rest(pilot)
            for _ in range(1000):
                await pilot.press("r")
                await self.rest(pilot)
                self.seen.look(app)
                if isinstance(app.screen, ReviewPage):
                    return
                await until(pilot, lambda: app.screen.query_one(ReviewPanel).is_done)

    async def press_all(self, app: GipfApp, pilot: Pilot[None], depth: int) -> None:
        """Presses every key of the screen in front, and those of the screens they open."""
        base = app.screen
        name = type(base).__name__
        if depth and name in self.seen.explored and name not in ("Ask", "Pick"):
            return
        self.seen.explored.add(name)
        keys = [key for key in base.active_bindings if key not in LEAVING]
        for key in sorted(keys, key=ELSEWHERE.__contains__):
            if app.return_code is not None or base not in app.screen_stack:
                return
            await pilot.press(key)
            await self.rest(pilot)
            self.seen.look(app)
            if app.screen is not base and base in app.screen_stack and depth < 2:
                await self.press_all(app, pilot, depth + 1)
            await self.back(app, pilot, base)
            if key in TAKING and app.screen is base:
                await pilot.press("escape")

    async def back(self, app: GipfApp, pilot: Pilot[None], base: Screen[Any]) -> None:
        """Leaves the screens in front of *base*."""
        for _ in range(6):
            if app.screen is base or base not in app.screen_stack:
                return
            await pilot.press("escape")
            await self.rest(pilot)
        while base in app.screen_stack and app.screen is not base:
            app.pop_screen()
            await self.rest(pilot)

    async def ask_wrong(self, app: GipfApp, pilot: Pilot[None]) -> None:
        """Types a text that cannot be played."""
        for words in ("z9", "x", "save", "help", "co je?"):
            await pilot.press("colon", *words, "enter")
            await self.rest(pilot)
            self.seen.look(app)
            await pilot.press("escape")

    async def rest(self, pilot: Pilot[None]) -> None:
        await pilot.pause()
        while any(worker.is_running for worker in pilot.app.workers):  # a form is laid out
            await pilot.pause()
        await pilot.pause()


def all_screens() -> set[str]:
    """The names of all screens that the program brings and shows."""
    package = gipf_meta.tui.screens
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(found.name)
    return {
        each.__name__
        for each in below(Screen)
        if each.__module__.startswith("gipf_meta.") and not any(below(each))
    }


def below(kind: type) -> Iterator[type]:
    """All subclasses of *kind*."""
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


def forget(text: str) -> None:
    """Removes the translation of *text*, so that it stays English."""
    translate = Catalogue.__call__

    def call(self: Catalogue, wanted: str) -> str:
        return wanted if wanted == text else translate(self, wanted)

    Catalogue.__call__ = call  # type: ignore[method-assign]


def walk(*, quick: bool) -> CzechWalk:
    """The walk, when it is done; a *quick* one looks at a few screens as they open."""
    with TemporaryDirectory() as folder, Library(Path(folder) / "library.sqlite") as library:
        played(library)
        done = CzechWalk(library, Path(folder))
        deep: set[str] = set()
        with alone(done):
            speak("cs")
            for name in QUICK if quick else screens():
                kind = name.partition(" ")[0]
                if not quick and kind in deep & ON_THE_DESK:
                    continue
                asyncio.run(done.visit(name, deep=not quick and kind not in deep))
                deep.add(kind)
            if not quick:
                asyncio.run(done.review())
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", metavar="TEXT")
    parser.add_argument("--quick", action="store_true", help="a few screens, as they open")
    asked = parser.parse_args()
    if asked.without:
        forget(asked.without)
    assert texts.language() == "cs"
    done = walk(quick=asked.quick)
    shown = {name: sorted(filter(None, own)) for name, own in done.seen.texts.items()}
    unseen = sorted(all_screens() - set(shown) - SHOWING_NOTHING)
    print(json.dumps({"texts": shown, "unseen": unseen}, ensure_ascii=False))


if __name__ == "__main__":
    main()
