"""Keys and clicks that come in one burst: all have come before the program handles the first."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ne
from typing import Final

from textual import events
from textual.app import App
from textual.keys import REPLACED_KEYS, _character_to_key
from textual.pilot import Pilot
from textual.widgets import Button, OptionList

from gipf_meta.library.settings import Settings
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.forms import Menu
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.soak import Walk

CHARACTERS: Final = {"space": " ", "colon": ":", "slash": "/", "comma": ",", "full_stop": "."}
"""The characters of keys with other names."""


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Presses *keys*, and waits only then."""
    for key in keys:
        _send(pilot.app, key_event(key))
    await pilot.pause()


async def burst_of_clicks(pilot: Pilot[None], x: int, y: int, times: int = 2) -> None:
    """Clicks so many *times* at one place, and waits only then."""
    for _time in range(times):
        for kind in (events.MouseDown, events.MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
            _send(pilot.app, event)
    await pilot.pause()


def key_event(key: str) -> events.Key:
    """The event of a *key* as a terminal sends it."""
    name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
    character = key if len(key) == 1 else CHARACTERS.get(REPLACED_KEYS.get(name, name))
    return events.Key(name, character)


def _send(app: App[None], event: events.Event) -> None:
    event.set_sender(app)
    assert app._driver is not None
    app._driver.send_message(event)


def told_apart(app: GipfApp) -> Sequence[object]:
    """The values that distinguish the open screens."""
    return [
        (type(each), getattr(each, "place", ""), getattr(each, "depth", 0),
         getattr(each, "heading", ""))
        for each in app.screen_stack
    ]  # fmt: skip


def check_screens(app: GipfApp) -> None:
    """Checks that the launcher is below all others, filled if it is visible; that an open match has
    its screen; and that no screen is in front of an equal one."""
    if app._exception is not None:
        raise app._exception
    stack = app.screen_stack
    launcher = stack[1]
    assert isinstance(launcher, DeskScreen)
    assert launcher.place == "launcher"
    if app.screen is launcher:
        assert [menu for menu in launcher.query(Menu) if menu.option_count], "it has no games"
    boards = [each for each in stack if isinstance(each, PlayScreen)]
    assert bool(boards) == (app.played is not None), stack
    assert all(each.played is app.played for each in boards)
    assert [each.depth for each in boards] == [*range(len(boards))]
    open_now = told_apart(app)
    assert all(map(ne, open_now, open_now[1:])), f"one is open twice: {stack}"


LEFT_OUT: Final = {"ctrl+q", "ctrl+z", "ctrl+c"}
"""Keys that end or stop the program."""


class Bursts:
    """Opens the screen *name* of *walk* again and again, and sends a key or a click of it, or of
    what one key opens, twice in one burst."""

    def __init__(self, walk: Walk, name: str, app: GipfApp, pilot: Pilot[None]) -> None:
        self.walk, self.name, self.app, self.pilot = walk, name, app, pilot

    async def send(self, times: int) -> None:
        """Sends so many bursts. Raises ``AssertionError`` with the inputs that break the law."""
        for _time in range(times):
            await self._home()
            self.walk.begin(self.name, self.app)
            await self.pilot.pause()
            before = (
                [self.walk.rng.choice(keys_of(self.app))] if self.walk.rng.random() < 0.7 else []
            )
            await self.pilot.press(*before)
            await self.pilot.pause()
            each = self.walk.rng.choice(inputs_of(self.app))
            try:
                if isinstance(each, str):
                    await burst(self.pilot, each, each)
                else:
                    await burst_of_clicks(self.pilot, *each)
                check_screens(self.app)
            except BaseException as error:
                error.add_note(f"{self.name}: {' '.join(before)} and twice {each}")
                raise

    async def _home(self) -> None:
        """Goes back to the launcher."""
        self.app.talk.leave()
        while len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        await self.pilot.pause()


def keys_of(app: GipfApp) -> list[str]:
    """The keys of the screen in front."""
    bound = [*app.screen.active_bindings]
    if isinstance(app.screen, DeskScreen):
        bound += [*app.screen.parts.keys]
    if isinstance(app.screen, ListDialog):
        bound += app.screen.keys.values()
    if isinstance(app.screen, QuestionDialog):
        bound += ["y", "n"]
    return [key for key in dict.fromkeys([*bound, "enter"]) if key not in LEFT_OUT]


def inputs_of(app: GipfApp) -> list[str | tuple[int, int]]:
    """The keys of the screen in front, and the middle of each line and button."""
    lines = [
        (each.region.x + 3, y)
        for each in app.screen.query(OptionList)
        for y in range(each.content_region.y, each.content_region.bottom)
    ]
    buttons = [(each.region.x + 3, each.region.y + 1) for each in app.screen.query(Button)]
    return [*keys_of(app), *lines, *buttons]


async def send_bursts(walk: Walk, name: str, times: int) -> None:
    """Sends so many bursts to the screen *name* of *walk*."""
    app = walk.app(Settings(motion=False, graphics="quadrant"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        await Bursts(walk, name, app, pilot).send(times)
    app.own_line.close()
