"""The screens about oneself with keys: each leads on, and back to where one was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gipf_meta.base.clock import moment_of
from gipf_meta.desk.desk import Desk
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.models import Record, Seat
from gipf_meta.tui.app import GipfApp
from tests.desk.people_of_host import DAY_MS, NUMBERED, SECRET, FakeIdentity
from tests.desk.test_open_tables import TablesInMemory
from tests.tui.conftest import Driver, place, shown, until

BARE = Installed(())


def words_on(app: GipfApp) -> str:
    """All that is read on the screen, on one line."""
    return " ".join(" ".join(shown(app)).split())


def field_here(app: GipfApp) -> str:
    """The name of the field with the focus; ``""``: none has it."""
    return (app.focused.name or "") if isinstance(app.focused, Input) else ""


async def send(app: GipfApp, pilot: Pilot[None], words: str) -> None:
    """Types *words* into the only field of a form, and sends it by enter."""
    await pilot.press(*words, "enter")
    await pilot.pause()


async def choose(app: GipfApp, pilot: Pilot[None], words: str) -> None:
    """Moves the cursor down to the line that begins with *words*, and chooses it."""
    for _key in range(30):
        line = app.screen.line  # type: ignore[attr-defined]
        if line is not None and " ".join(line.cells).startswith(words):
            await pilot.press("enter")
            await pilot.pause()
            return
        await pilot.press("down")
    raise AssertionError((words, shown(app)))


async def test_who_plays_alone_saves_and_deletes_everything_by_keys(
    driven: Driver, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add(Record(game="die", players=(0, 1), people=(Seat(name="Ann"),) * 2, options={}))
    async with driven((80, 24), settings=Settings(name="Ann", motion=False)) as (app, pilot):
        app.action_preferences()
        await pilot.pause()
        await choose(app, pilot, "Who I am")
        assert place(app) == "me"
        await choose(app, pilot, "Everything as a file")
        app.screen.query_one("#file", Input).value = str(tmp_path / "mine.json")
        await pilot.press("enter")
        await pilot.pause()
        assert json.loads((tmp_path / "mine.json").read_text("utf-8"))["matches"]
        await choose(app, pilot, "Delete everything here")
        assert place(app) == "delete_me"
        await until(pilot, lambda: field_here(app) == "confirmed")
        await send(app, pilot, "delete")
        assert library.entries() == []
        assert app.settings.name == ""
        assert "Everything here is deleted." in words_on(app)


async def test_a_person_of_a_host_uses_the_screens_about_himself_by_keys(
    driven: Driver, tmp_path: Path
) -> None:
    people = FakeIdentity(purpose="add")
    async with driven((80, 30), installed=BARE) as (app, pilot):
        line = app.home_line
        assert isinstance(line, LocalLine)
        desk = line.desk
        assert isinstance(desk, Desk)
        desk.context.identity, desk.context.tables = people, TablesInMemory()
        desk.context.now = lambda: moment_of(3 * DAY_MS)
        app.open_desk("me")
        await pilot.pause()
        await choose(app, pilot, "Twelve words")
        await choose(app, pilot, "Show twelve words")
        assert " ".join(NUMBERED.split()) in words_on(app)
        await choose(app, pilot, "I have written them down")
        assert place(app) == "me"
        await choose(app, pilot, "a terminal on thinkpad")
        assert place(app) == "take_away"
        await choose(app, pilot, "Take it away")
        assert place(app) == "me"
        assert [each.id for each in people.devices_listed] == ["d1"]
        await choose(app, pilot, "A mail address")
        await until(pilot, lambda: field_here(app) == "address")
        await send(app, pilot, "a@b.cz")
        await until(pilot, lambda: field_here(app) == "code")
        assert place(app) == "mail_address"
        await send(app, pilot, "123456")
        await until(pilot, lambda: place(app) == "me")
        await choose(app, pilot, "Let another device in")
        await until(pilot, lambda: field_here(app) == "code")
        await send(app, pilot, "bcdf")
        await choose(app, pilot, "It is mine")
        assert place(app) == "me"
        assert [name for name, *_about in people.done] == [
            *("make_words", "remove_device", "send_mail", "use_mail", "pairing_of"),
            "confirm_pairing",
        ]
        assert people.done[2] == ("send_mail", "a@b.cz", "add")


async def test_who_is_not_the_person_leaves_him_no_device_and_is_not_welcomed(
    driven: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = FakeIdentity()
    monkeypatch.setattr(LocalLine, "name", "Bob", raising=False)
    async with driven((80, 30), installed=BARE) as (app, pilot):
        line = app.home_line
        assert isinstance(line, LocalLine)
        desk = line.desk
        assert isinstance(desk, Desk)
        desk.context.identity, desk.context.tables = people, TablesInMemory()
        app.open_desk("by_words")
        await until(pilot, lambda: field_here(app) == "words")
        await pilot.press(*"abandon", "enter")
        await pilot.pause()
        assert "Is that you?" in words_on(app)
        assert "yours now" not in words_on(app)
        await pilot.press("escape")
        await pilot.pause()
        assert people.done[-1] == ("decline", SECRET)
        assert "Nothing has changed" in words_on(app)
