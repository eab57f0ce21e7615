"""Walks of newcomers: keys pressed from the launcher to the end of a match."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.screens.desk_screens import DeskScreen as Launcher
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.keys_list import HelpPage
from gipf_meta.tui.screens.pages import TextPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.specimens import bundled_games
from tests.tiers import slow, soak
from tests.tui.conftest import Driver, playing, ready, table_of, turn_to_call, typed, until, words

COMBINED: dict[str, Any] = {
    "variant": "basic",
    "zertz_potentials": "2",
    "challenges_enabled": "on",
}
TO_THE_DUEL = ("Za1-b2", "i5-h5", "Zb2^", "challenge")


async def test_a_challenge_its_duel_and_the_way_back(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", COMBINED, ["human", "human"])
    async with driven((120, 40), table) as (app, pilot):
        await typed(pilot, *TO_THE_DUEL)
        assert isinstance(app.screen, QuestionDialog)
        assert "challenges White's jump from b2" in app.screen.words
        before = table.match.sessions[0].state
        await pilot.press("enter")
        await pilot.pause()
        duel = playing(app)
        assert (duel.depth, duel.has_class("duel")) == (1, True)
        assert words(app, "heading").startswith("GIPF ▸ ZÈRTZ")
        await typed(pilot, "Wd4,d1")
        assert table.match.sessions[0].state == before
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        await pilot.press("tab", "enter")
        await pilot.pause()
        back = playing(app)
        assert app.screen is back  # nothing is to be answered
        assert "wins the duel." in words(app, "verdict")
        assert "won the duel in " in " ".join(words(app, "status").split())
        assert back.depth == 0
        assert len(table.match.sessions) == 1
        assert words(app, "heading").startswith("GIPF ")
        assert library.record(1) == table.record()


@pytest.mark.fast
async def test_a_match_is_gone_on_with_from_the_list_in_the_middle_of_its_duel(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", COMBINED, ["human", "human"])
    for move in (*TO_THE_DUEL, "Wd4,d1"):
        table.play(move)
    table.close()
    async with driven() as (app, pilot):
        app.talk.go_to("1")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).depth == 1
        assert app.played is not None
        assert app.played.match.top.steps[-1].text == table.match.top.steps[-1].text


async def test_two_bots_play_to_the_end_and_again(driven: Driver, library: Library) -> None:
    table = table_of(library, "die", {}, ["random", "random"])
    async with driven(table=table) as (app, pilot):
        await turn_to_call(pilot)
        assert isinstance(app.screen, ListDialog)
        assert "won" in app.screen.heading
        await pilot.press("end", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Launcher)
        assert library.entries()[0].over


async def test_wrong_notation_is_a_sentence_and_nothing_changes(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        before = table.match
        await typed(pilot, "Wz9,a1")
        assert "z9" in words(app, "status")
        assert table.match is before
        await pilot.press("colon", "escape")
        await pilot.pause()
        assert app.screen.query_one(Board).has_focus


async def test_taking_back_and_playing_again(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await pilot.press("U")
        assert words(app, "status") == "Nothing was taken back."
        await typed(pilot, "Wd4,d1")
        played = table.match
        await pilot.press("u")
        await pilot.pause()
        assert len(table.match.top.steps) == 1
        await pilot.press("U")
        await pilot.pause()
        assert table.match == played
        await pilot.press("u", "u", "u")
        assert words(app, "status") == "There is nothing to take back."


async def test_a_duel_whose_game_fails_is_played_in_another(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", COMBINED, ["human", "human"])
    for move in TO_THE_DUEL[:-1]:
        table.play(move)
    table.match = _with_finder_without(table.match, "zertz")
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "challenge")
        assert isinstance(app.screen, ListDialog)
        assert "no game 'zertz'" in app.screen.words
        await pilot.press("down", "enter")
        await pilot.pause()
        assert len(table.match.sessions) == 2


def _with_finder_without(match: Any, missing: str) -> Any:
    from dataclasses import replace

    def find(game: str) -> Any:
        if game == missing:
            raise LookupError(f"There is no game {missing!r} here.")
        return match.finder(game)

    return replace(match, finder=find)


@pytest.mark.parametrize("key", ["f1", *soak("question_mark")])
async def test_pages_to_read_open_and_close(driven: Driver, library: Library, key: str) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, TextPage | HelpPage)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)


OTHERS = [game for game in bundled_games() if game not in ("zertz", "tamsk")]


@pytest.mark.parametrize(
    "game",
    ["zertz", *slow("die", "tamsk"), *soak(*OTHERS)],
)
async def test_every_game_is_set_up_and_shown_at_every_size(driven: Driver, game: str) -> None:
    async with driven() as (app, pilot):
        app.open_desk("setup", {"game": game})
        await until(pilot, lambda: bool(app.screen.query("#submit")))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: not isinstance(app.screen, Launcher))
        await ready(pilot)
        screen = playing(app)
        assert screen.played.match.sessions[0].game.id == game
        for size in ((60, 20), (120, 40), (200, 60), (30, 9), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        board = screen.query_one(Board)
        is_empty = screen.has_class("boardless")
        await until(pilot, lambda: is_empty or board._painting is not None)


async def test_the_menu_does_what_keys_do(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "Wd4,d1")
        played = table.match.top.steps
        await from_the_menu(pilot, "Undo")
        assert len(table.match.top.steps) < len(played)
        await from_the_menu(pilot, "Redo")
        assert table.match.top.steps == played
        await from_the_menu(pilot, "Resign")
        assert isinstance(app.screen, QuestionDialog)
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert table.over is not None


async def from_the_menu(pilot: Pilot[None], line: str) -> None:
    """Opens the menu of the play screen and chooses a line."""
    await pilot.press("m")
    await pilot.pause()
    things = pilot.app.screen.query_one(OptionList)
    while not str(things.get_option_at_index(things.highlighted or 0).prompt).startswith(line):
        await pilot.press("down")
    await pilot.press("enter")
    await pilot.pause()


async def test_what_is_said_stays_while_sand_runs(driven: Driver, library: Library) -> None:
    table = table_of(library, "tamsk", {}, ["human", "human"])
    async with driven((120, 40), table) as (app, pilot):
        await typed(pilot, "a1-b2/")
        await typed(pilot, "z9")
        said = words(app, "status")
        assert "z9" in said
        table.clock.ms += 300  # type: ignore[attr-defined]
        playing(app).read_clock()
        await pilot.pause()
        assert words(app, "status") == said


@pytest.mark.fast
async def test_a_game_that_fails_leads_back_to_the_launcher(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(library, "die", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        monkeypatch.setattr(type(table.match.top.game), "view", lambda *_: 1 / 0)
        monkeypatch.setattr(table.match.top.views, "_made", {})  # none is kept
        monkeypatch.setattr(table.match.top.views, "_last", None)
        playing(app).refresh_table()
        await pilot.pause()
        assert isinstance(app.screen, Launcher)
        assert app.played is None


async def test_a_draw_is_put_to_the_other_at_the_keyboard_by_name_and_a_rematch_follows(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "Wd4,d1")
        await pilot.press("D")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        assert "Player 2 offers a draw" in app.screen.words
        assert "Player 1" in app.screen.words.replace("Player 2 offers", "")
        await pilot.press("n")
        await pilot.pause()
        assert table.over is None
        await typed(pilot, "Wd3,d7")
        await pilot.press("D")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        assert "Rematch" in str(app.screen.query_one(OptionList).options[0].prompt)
        await pilot.press("home", "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_current)
        assert app.played is not None
        assert not app.played.match.top.steps
        assert app.played.room.id != "match"
        await typed(pilot, "Wd4,d1")
        assert [entry.over for entry in library.entries()] == [False, True]
