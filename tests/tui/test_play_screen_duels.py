"""A challenge explains itself before its duel, during it, after a draw, and on the way back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from gipf_meta.base.clock import StillClock
from gipf_meta.base.texts import spoken
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration import story
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.side_panel import StillBoard
from gipf_meta.tui.parts.verdict_line import VerdictLine
from gipf_meta.tui.screens.dialogs import QuestionDialog
from tests.small_games.wager import Wager
from tests.tiers import soak
from tests.tui.conftest import (
    Driver,
    Hands,
    Keys,
    Mouse,
    playing,
    shown,
    table_of,
    typed,
    until,
    words,
)  # fmt: skip

TOURNAMENT: dict[str, Any] = {
    "variant": "tournament",
    "tamsk_potentials": 3,
    "zertz_potentials": 3,
    "challenges_enabled": "on",
    "duel_first_player": "owner",
}
SIZES = ((80, 24), (120, 40))
CLAIM = "Black challenges White's jump from b2."
LOST = "the jump is lost, and with it the ZÈRTZ-potential on b2; the piece below stays"


def everything(app: GipfApp) -> str:
    """The text on the screen, without the notation of a duel's end and without rulers."""
    page = "\n".join(shown(app))
    assert "===" not in page
    assert "zertz:" not in page
    return page


async def to_the_challenge(hands: Hands, table: Table) -> None:
    """Tournament GIPF, played by clicks or keys, up to the challenge of White's jump."""
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5"):
        await hands.play(move)
    await hands.play("Zb2^")
    assert table.match.player == 1
    await hands.play("challenge")


async def end_duel(pilot: Pilot[None], key: str) -> None:
    """Resigns (``R``) or offers a draw (``D``), and confirms it."""
    await pilot.press(key)
    await pilot.pause()
    await pilot.press("tab", "enter")
    await pilot.pause()


@pytest.mark.parametrize(
    ("size", "works"),
    [
        (SIZES[0], True),
        pytest.param(SIZES[0], False, marks=pytest.mark.soak),
        pytest.param(SIZES[1], True, marks=pytest.mark.soak),
        pytest.param(SIZES[1], False, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("hand", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_from_the_challenge_through_a_drawn_duel_back_to_gipf(
    driven: Driver, library: Library, size: tuple[int, int], hand: type[Hands], works: bool
) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    async with driven(size, table) as (app, pilot):
        hands = hand(app, pilot)
        await to_the_challenge(hands, table)
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.heading == "A duel in ZÈRTZ decides"
        assert f"{CLAIM}\n" in app.screen.words
        everything(app)
        await hands.button("Begin the duel")
        assert CLAIM in words(app, "heading")
        said = " ".join(everything(app).split())
        assert "If White wins the duel" in said
        picture = playing(app).query_one(StillBoard)
        await until(pilot, lambda: picture.display == (size == (120, 40)))
        if picture.display:
            side = app.screen.query_one("#side")
            await until(pilot, lambda: picture.region.bottom <= side.region.bottom)
            assert not side.show_vertical_scrollbar
            assert picture.view.points == table.match.sessions[0].view(None).points
        await typed(pilot, "Wd4,d1")
        assert CLAIM in words(app, "heading")
        await end_duel(pilot, "D")
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.heading == "Another duel follows"
        again = "Black begins duel 2 of 3."
        assert again in app.screen.words
        everything(app)
        await hands.button("Begin the duel")
        assert words(app, "heading").startswith("GIPF ▸ ZÈRTZ")
        assert not table.match.top.steps
        if works:  # whoever resigns is asked: Black
            assert table.match.player == 1
        else:
            await typed(pilot, "Wd4,d1")
            assert table.match.player == 0
        await end_duel(pilot, "R")
        assert playing(app).depth == 0, "nothing is to be answered"
        line = app.screen.query_one(VerdictLine)
        assert line.display
        assert not app.screen.query_one("#heading").display
        assert line.region.bottom <= app.screen.query_one(Board).region.y
        head = f"{'White' if works else 'Black'} wins the duel."
        assert words(app, "verdict") == head
        news = "The jump from b2 is saved."
        assert (news if works else f"T{LOST[1:]}.") in " ".join(words(app, "status").split())
        everything(app)
        line.end()
        assert not line.display
        assert words(app, "heading").startswith("GIPF  ")
        assert "White won ZÈRTZ" in words(app, "turns") or not works
        await hands.play("d4" if works else "a1-b2")
        assert table.match.sessions[0].steps[-1].text == ("d4" if works else "a1-b2")


def whole(app: GipfApp, within: Widget) -> str:
    """The text of a part of the screen, line by line, without its scroll bar."""
    region = within.region.intersection(app.screen.region)
    rows = shown(app)[region.y : region.bottom]
    return " ".join(
        " ".join(row[region.x : region.right].strip("│ ▁▂▃▄▅▆▇") for row in rows).split()
    )


@pytest.mark.needs("gipf", "zertz", "tamsk")
@pytest.mark.parametrize("language", ["en", pytest.param("cs", marks=pytest.mark.fast)])
def test_what_winning_and_losing_mean_is_read_in_full_before_it_is_decided(
    driven: Driver, library: Library, language: str
) -> None:
    async def walk() -> None:
        table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
        for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^"):
            table.play(move)
        async with driven((80, 24), table) as (app, pilot):
            await pilot.pause()
            stakes = table.match.top.view(None).stakes
            assert len(stakes) > 3
            panel = app.screen.query_one("#side")
            await until(pilot, lambda: " ".join(stakes) in whole(app, panel))
            await typed(pilot, "challenge")
            dialog = app.screen.query_one(".dialog")
            decided = story.stakes(table.match.sessions)
            assert " ".join(decided) in whole(app, dialog)
            await pilot.press("enter")
            await pilot.pause()
            assert playing(app).depth == 1

    with spoken(language):
        asyncio.run(walk())


@pytest.mark.needs("gipf", "zertz", "tamsk")
async def test_the_clocks_are_read_above_what_a_challenge_would_decide_in_a_small_terminal(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    table.match = replace(table.match, control=TimeControl.read("60m"))
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^"):
        table.play(move)
    async with driven((80, 24), table) as (app, pilot):
        panel = app.screen.query_one("#side")
        await until(pilot, lambda: "At stake" in whole(app, panel))
        assert whole(app, panel).startswith("White 60:00 Black 60:00 At stake")


@pytest.mark.parametrize("hand", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_the_winner_may_decline_by_a_button_where_that_is_agreed(
    driven: Driver, library: Library, hand: type[Hands]
) -> None:
    options = {**TOURNAMENT, "duel_winner_may_decline": "on"}
    table = table_of(library, "gipf", options, ["human", "human"])
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge"):
        table.play(move)
    table.resign(1)
    async with driven((80, 24), table) as (app, pilot):
        hands = hand(app, pilot)
        assert "or decline" in words(app, "prompt-words")
        await hands.play("-")
        assert "White must enter a piece or jump." in words(app, "prompt-words")
        await hands.play("Zb2^")
        assert table.match.player == 0
        assert "must jump" in words(app, "prompt-words")  # no challenge is left


@pytest.mark.soak
async def test_the_small_board_is_to_look_at(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    async with driven((120, 40), table) as (app, pilot):
        await typed(pilot, "Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge")
        await pilot.press("enter")
        await pilot.pause()
        screen = playing(app)
        picture, steps = screen.query_one(StillBoard), table.match.top.steps
        middle = (picture.size.width // 2, picture.size.height // 2)
        assert await pilot.click(picture, offset=middle)
        await pilot.pause()
        assert app.focused is screen.query_one(Board)
        assert (picture.cursor, screen.decision.path) == (None, ())
        assert table.match.top.steps == steps


async def test_one_person_against_a_bot_is_called_you(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["random", "human"])
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^"):
        player = table.match.player
        table.go_to(table.match.play(move, player))
    async with driven((80, 24), table) as (app, pilot):
        await typed(pilot, "challenge")
        await until(pilot, lambda: isinstance(app.screen, QuestionDialog))
        assert isinstance(app.screen, QuestionDialog)
        assert "You challenge Lola's jump from b2.\n" in app.screen.words


async def test_the_list_of_moments_tells_who_won_a_duel(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge"):
        table.play(move)
    table.resign(1)
    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("V")
        await pilot.pause()
        assert "White won ZÈRTZ" in everything(app)


@pytest.mark.parametrize("size", [SIZES[0], *soak(SIZES[1])])
async def test_a_game_from_outside_says_what_its_duel_is_about(
    driven: Driver, size: tuple[int, int]
) -> None:
    people = [Player.of_kind("human", name) for name in ("A", "B")]
    match = Match.begin(Wager(), 2, load_plugins().find, seed=1)
    table = Table(match, people, StillClock())

    async with driven(size, table) as (app, pilot):
        await typed(pilot, "claim", "challenge")
        assert isinstance(app.screen, QuestionDialog)
        assert "Right doubts the claim of Left." in app.screen.words
        await pilot.press("enter")
        await pilot.pause()
        assert "Right doubts the claim of Left." in words(app, "heading")
        await typed(pilot, "roll", "roll")
        assert playing(app).depth == 0
        assert "Wager goes on." in words(app, "status")
        assert words(app, "verdict").endswith("wins the duel.")
        assert "die:" not in words(app, "status")
