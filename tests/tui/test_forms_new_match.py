"""The form for a new match: who plays first, a name asked for once, options behind one line."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from textual.widgets import Button, Input, Select

from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.below_board import StatusLine
from gipf_meta.tui.parts.forms import FoldedFields
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import (
    STILL,
    Driver,
    Keys,
    Mouse,
    place,
    playing,
    set_up_for_people,
    shown,
    typed,
    words,
)

NAMED = replace(STILL, name="Anna", name_asked=True)


def name_at(app: GipfApp, seat: int) -> Input:
    return app.screen.query_one(f"#field-name_{seat}", Input)


def own_name(app: GipfApp) -> Input:
    return app.screen.query_one("#field-name", Input)


def test_the_name_is_asked_for_once_and_lists_titles_and_statistics_say_it(
    driven: Driver, library: Library
) -> None:
    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            keys = Keys(app, pilot)
            await keys.set_up("ZÈRTZ")
            assert app.focused is own_name(app)
            await pilot.press(*"Anna", "enter")
            await pilot.pause()
            assert load_settings().name == "Anna"
            assert words(app, "heading") == "ZÈRTZ   You against Mia"
            await typed(pilot, "Wd4,d1")
            await keys.footer("leave")
            assert any("ZÈRTZ: Anna against Mia" in line for line in shown(app))
            await keys.line("Statistics")
            assert place(app) == "statistics"
            for name in ("Anna", "beginner"):
                assert any(line.split()[:2] == [name, "1"] for line in shown(app))
            await pilot.press("escape")
            await pilot.press("h")
            await pilot.pause()
            assert any("Anna against Mia" in line for line in shown(app))
            await pilot.press("escape")
            await keys.set_up("TAMSK")
            assert isinstance(app.focused, Button)
            assert not app.screen.query("#field-name"), "it is known"

    asyncio.run(walk())
    assert library.record(1).people[0].name == "Anna"


@pytest.mark.soak
def test_without_a_name_it_is_you_against_adela(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            keys = Keys(app, pilot)
            await keys.set_up("ZÈRTZ")
            await keys.field("opponent", "expert")
            await keys.button("Play")
            assert words(app, "heading") == "ZÈRTZ   You against Adela"
            await typed(pilot, "Wd4,d1")
            await keys.footer("leave")
            assert any("You against Adela" in line for line in shown(app))
            # nobody is asked a second time
            await keys.set_up("ZÈRTZ")
            assert isinstance(app.focused, Button)

    asyncio.run(walk())
    # records say as before who sat where
    assert [seat.name for seat in library.record(1).people] == ["Player 1", "Player 2"]


@pytest.mark.soak
async def test_the_name_is_edited_in_the_settings(driven: Driver) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        await pilot.press("p")
        await pilot.pause()
        field = app.screen.query_one("#field-name", Input)
        assert field.value == "Anna"
        field.value = "Ben"
        await pilot.pause()
        assert load_settings().name == "Ben"
        await pilot.press("escape")
        keys = Keys(app, pilot)
        await keys.set_up("ZÈRTZ")
        await keys.field("opponent", "human")
        assert own_name(app).value == "Ben"


@pytest.mark.soak
async def test_the_name_goes_where_the_person_sits(driven: Driver) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        keys = await set_up_for_people(app, pilot, "ZÈRTZ")
        await keys.field("Player 1", "easy")
        await keys.field("Player 2", "human")
        assert [name_at(app, seat).value for seat in range(2)] == ["", "Anna"]
        await keys.button("Play")
        assert words(app, "heading") == "ZÈRTZ   You against Oskar"


@pytest.mark.parametrize("hands", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_options_are_one_line_that_opens_and_says_what_was_changed(
    driven: Driver, hands: type[Keys | Mouse]
) -> None:
    async with driven((80, 24)) as (app, pilot):
        hand = hands(app, pilot)
        await hand.set_up("ZÈRTZ")
        assert place(app) == "setup"
        lines = shown(app)
        seats = next(n for n, line in enumerate(lines) if "Mia · beginner" in line)
        options = next(n for n, line in enumerate(lines) if "Options: as usual" in line)
        assert seats < options
        assert not any("isolation" in line or "regions" in line for line in lines)
        await hand.field("variant", "blitz")
        fold = app.screen.query(FoldedFields).first()
        assert str(fold.title) == "Options: variant: blitz"
        await hand.field("full regions", "spare_largest")
        # what a choice means stands beside it, and values have words
        screen = " ".join(" ".join(shown(app)).split())
        assert "the largest stays" in screen
        assert "Whether the largest" in screen
        await hand.button("Play")
        assert app.played is not None
        assert app.played.match.top.game.model_dump()["isolation_scope"] == "spare_largest"


@pytest.mark.parametrize("hands", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_the_lot_says_who_begins(driven: Driver, hands: type[Keys | Mouse]) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        hand = hands(app, pilot)
        await hand.set_up("ZÈRTZ")
        assert place(app) == "setup"
        await hand.field("you play", "lot")
        await hand.button("Play")
        assert isinstance(app.screen, PlayScreen)
        said = [note.message for note in app._notifications if "The lot" in note.message]
        first = playing(app).played.seats[0]
        name = first.name if first.player == "human" else "beginner"
        assert said == [f"The lot has drawn who sits first: {name}."]


@pytest.mark.soak
def test_both_players_are_drawn_by_some_seed(
    driven: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = set()

    async def walk() -> None:
        for seed in (0, 1):
            async with driven((80, 24), settings=NAMED) as (app, pilot):
                monkeypatch.setattr(
                    "gipf_meta.hub.kept_rooms.secrets.randbelow", lambda _below, seed=seed: seed
                )
                await Keys(app, pilot).set_up("ZÈRTZ")
                app.screen.query_one("#field-side", Select).value = "lot"
                await pilot.pause()
                await pilot.press("ctrl+s")
                await pilot.pause()
                played = playing(app).played
                first.add(played.seats[0].player)
                assert played.match.seed == seed

    asyncio.run(walk())
    assert first == {"human", "beginner"}


async def test_a_name_that_is_none_is_refused_in_a_sentence(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        await Keys(app, pilot).set_up("ZÈRTZ")
        own_name(app).value = "a\x1b[31mb"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert place(app) == "setup"
        told = str(app.screen.query_one(StatusLine).content)
        assert told == "A name has 1 to 60 letters, and none that cannot be printed."


async def test_what_was_chosen_before_this_version_fills_the_form(driven: Driver) -> None:
    before = {"seats": ["easy", "human"], "names": ["Player 1", "Eva"], "options": {"board": "48"}}
    settings = replace(NAMED, set_ups={"zertz": before})

    async with driven((80, 24), settings=settings) as (app, pilot):
        await Keys(app, pilot).set_up("ZÈRTZ")
        assert app.screen.query_one("#field-opponent", Select).value == "easy"
        assert app.screen.query_one("#field-side", Select).value == "1"
        assert str(app.screen.query(FoldedFields).first().title) == "Options: board: 48 rings"
        await pilot.press("escape")
        await pilot.pause()
        assert place(app) == "launcher"
