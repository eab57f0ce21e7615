"""Looking at a match again, and playing on from anywhere in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from gipf_meta.library.store import Library
from gipf_meta.match.playback import moment_at
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import load
from gipf_meta.records.writer import to_record
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.desk_screens import DeskScreen as Launcher
from gipf_meta.tui.screens.dialogs import ListDialog, SaveDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from tests.tiers import soak
from tests.tui.conftest import Driver, table_of, words
from tests.tui.replaying import replaying
from tests.tui.test_app_walks import COMBINED, TO_THE_DUEL

DUEL = ("Wd4,d1", "Bd7,a1")


def played(library: Library) -> Table:
    """A match with a duel that White has lost, and a turn after it."""
    table = table_of(library, "gipf", COMBINED, ["human", "human"])
    for move in (*TO_THE_DUEL, *DUEL):
        table.play(move)
    table.resign(0)
    table.play("a1-b2")
    return table


def shown(app: GipfApp) -> Replay:
    assert isinstance(app.screen, Replay)
    return app.screen


async def choose(pilot: Pilot[None], wanted: str) -> None:
    """Chooses the line of a list that begins so."""
    for _ in range(100):
        things = pilot.app.focused
        assert isinstance(things, OptionList)
        if str(things.get_option_at_index(things.highlighted or 0).prompt).startswith(wanted):
            break
        await pilot.press("down")
    await pilot.press("enter")
    await pilot.pause()


@asynccontextmanager
async def first_replayed(driven: Driver) -> AsyncIterator[tuple[GipfApp, Pilot[None]]]:
    """The first match of the library, seen again."""
    async with driven((120, 40)) as (app, pilot):
        app.replay_match(1)
        await pilot.pause()
        yield app, pilot


async def test_a_match_of_the_library_is_seen_again_in_and_out_of_its_duel(
    driven: Driver, library: Library
) -> None:
    table = played(library)
    table.close()

    async with first_replayed(driven) as (app, pilot):
        screen = shown(app)
        assert (screen.at, words(app, "caption")) == (0, "Turn 1, White. Reserves 12 and 12.")
        await pilot.press("right")
        assert screen.moment.text == table.match.sessions[0].steps[0].text
        assert "White enters a ZÈRTZ-loaded piece from a1 onto b2." in words(app, "status")
        await pilot.press("i")
        assert (screen.moment.depth, screen.moment.text) == (1, "")
        assert words(app, "heading").startswith("GIPF ▸ ZÈRTZ")
        await pilot.press("right", "right")
        assert screen.moment.text == "d1"
        await pilot.press("o")
        assert (screen.moment.depth, words(app, "heading")[:5]) == (0, "GIPF ")
        await pilot.press("end")
        assert screen.moment.sessions == table.match.sessions
        await pilot.press("home", "left")
        assert screen.at == 0
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Launcher)


async def test_whole_turns_are_stepped_over_with_their_duels(
    driven: Driver, library: Library
) -> None:
    table = played(library)

    async with replaying(driven, table, (120, 40)) as (app, pilot):
        screen = shown(app)
        turns, depths = [], set()
        while screen.at < len(screen.moments) - 1:
            await pilot.press("down")
            turns.append(screen.moment.turn)
            depths.add(screen.moment.depth)
        assert set(turns) <= {0, 1, 2, 3}
        assert depths == {0}
        await pilot.press("up", "up")
        assert screen.moment.turn < 3


async def test_a_moment_is_jumped_to_by_a_click_on_its_line(
    driven: Driver, library: Library
) -> None:
    table = played(library)

    async with replaying(driven, table, (120, 40)) as (app, pilot):
        await pilot.click("#moments", offset=(6, 4))
        await pilot.pause()
        assert shown(app).at == 4


async def test_autoplay_goes_on_by_itself_and_stops_at_the_end(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(library)

    async with replaying(driven, table, (120, 40)) as (app, pilot):
        screen = shown(app)
        # the test says when the next moment comes, not the clock
        monkeypatch.setattr(screen, "set_interval", lambda *_: screen.set_timer(3600))
        await pilot.press("left_square_bracket", "right_square_bracket", "space")
        assert "every 1 s" in words(app, "status")
        for _ in screen.moments:
            screen.show_next()
        assert screen.at == len(screen.moments) - 1
        assert "every" not in words(app, "status")
        await pilot.press("space")
        assert screen.at == 0
        await pilot.press("right")
        assert "every" not in words(app, "status")


@pytest.mark.parametrize("where", ["in the match", *soak("in the duel")])
async def test_a_new_match_branches_off_and_the_old_one_stays(
    driven: Driver, library: Library, where: str
) -> None:
    table = played(library)
    table.close()
    before = library.record(1)

    async with first_replayed(driven) as (app, pilot):
        keys = ["i", "right", "right"] if where == "in the duel" else ["right"]
        await pilot.press(*keys, "b")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        await choose(pilot, "People at all seats")
        if where == "in the duel":
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.played is not None
        assert app.played.match.top.steps[-1].text == ("d1" if "duel" in where else "Za1-b2")
        assert library.record(1) == before
        kept = [turn.text for turn in library.record(2).turns]
        assert kept == [turn.text for turn in app.played.record().turns]


async def test_a_form_for_a_match_from_the_moment_is_opened(
    driven: Driver, library: Library
) -> None:
    table = played(library)
    table.close()

    async with first_replayed(driven) as (app, pilot):
        await pilot.press("right", "M")
        await pilot.pause()
        assert isinstance(app.screen, Launcher)
        shown_position = moment_at(table.match, 1).sessions[0].position()
        assert app.screen.query_one("#field-position", Input).value == shown_position


async def test_nothing_is_played_on_from_where_the_match_is_over(
    driven: Driver, library: Library
) -> None:
    table = played(library)
    table.resign(0)

    async with replaying(driven, table, (120, 40), at_end=True) as (app, pilot):
        for key in ("b", "M"):
            await pilot.press(key)
            assert "over here" in words(app, "status")


async def test_what_was_played_so_far_is_seen_while_the_clock_waits(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "tamsk", {}, ["human", "human"])

    async with driven((120, 40), table) as (app, pilot):
        table.play("a1-b2/")
        await pilot.press("V")
        await pilot.pause()
        assert shown(app).moment.sessions == table.match.sessions
        assert shown(app).line(shown(app).moment) == "  1. 0:00.0 R:a1-b2/"
        assert table.paused
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert not table.paused


@pytest.mark.fast
async def test_a_finished_match_leads_to_its_replay_a_file_and_a_rematch(
    driven: Driver, library: Library, tmp_path: Path
) -> None:
    table = table_of(library, "zertz", {}, ["human", "greedy"])
    table.play("Wd4,d1")
    table.resign(0)

    async with driven((120, 40), table) as (app, pilot):
        assert isinstance(app.screen, ListDialog)
        await choose(pilot, "Save")
        assert isinstance(app.screen, SaveDialog)
        field = app.screen.query_one(Input)
        field.value = str(tmp_path / "match.txt")
        await pilot.press("enter")
        await pilot.pause()
        assert "End the name" in words(app, "why")
        field.value = str(tmp_path / "match.json")
        await pilot.press("enter")
        await pilot.pause()
        match = replay(load(tmp_path / "match.json"), load_plugins().find)
        assert to_record(match, table.seats) == table.record()
        assert isinstance(app.screen, PlayScreen)


async def test_a_picture_is_saved_and_no_file_is_overwritten(
    driven: Driver, library: Library, tmp_path: Path
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])

    async with driven((120, 40), table) as (app, pilot):
        picture = tmp_path / "board.svg"
        for _ in range(2):
            await pilot.press("S")
            await pilot.pause()
            app.screen.query_one(Input).value = str(picture)
            await pilot.press("enter")
            await pilot.pause()
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        assert "exists already" in words(app, "why")
        app.screen.query_one(Input).value = "/proc/board.svg"
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in words(app, "why")


async def test_no_name_of_a_file_ends_the_terminal(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])

    async with driven((120, 40), table) as (app, pilot):
        await pilot.press("S")
        await pilot.pause()
        for key, name in (("save", "~nosuch/x.json"), ("save", "a\0b.json"), ("picture", "/")):
            app.screen.query_one("#why", Static).update("")
            app.screen.query_one(Input).value = name
            app.screen.query_one(f"#{key}", Button).press()
            await pilot.pause()
            assert isinstance(app.screen, SaveDialog), name
            assert words(app, "why").endswith("."), name
