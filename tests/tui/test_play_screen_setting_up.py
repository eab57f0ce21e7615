"""A board that is set up in the terminal: by keys, by clicks on what is to be put, and typed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from gipf_meta.library.store import Library
from gipf_meta.protocol.drafts import Draft
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.keys_list import HelpPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, words


class Hands:
    """A person who sets a board up by keys."""

    def __init__(self, app: GipfApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Presses *keys* one after the other."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def type(self, *edits: str) -> None:
        """Types *edits*."""
        for edit in edits:
            await self.press("colon", *edit, "enter")

    @property
    def draft(self) -> Draft:
        """The board as it stands."""
        assert self.app.played is not None
        draft: Draft = self.app.played.match.top.state.draft
        return draft

    @property
    def hand(self) -> str:
        """The piece in hand."""
        assert self.app.played is not None
        hand: str = self.app.played.match.top.state.hand
        return hand

    @property
    def board(self) -> Board:
        """The board on the screen."""
        return self.app.screen.query_one(Board)

    @property
    def palette(self) -> Words:
        """The palette: the pieces and settings to choose from."""
        return self.app.screen.query_one(Words)

    @property
    def shown(self) -> str:
        """The words below the board, as they are drawn."""
        return str(self.palette.content)


@asynccontextmanager
async def setting_up(
    driven: Driver, game: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Hands]:
    """Opens the board of *game*."""
    async with driven(size) as (app, pilot):
        about = {"game": game}
        app.talk.tell({"do": "submit", "screen": "board_setup", "about": about, "values": {}})
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        yield Hands(app, pilot)


@pytest.mark.needs("zertz")
async def test_a_board_is_set_up_by_words_and_leads_to_the_form(
    driven: Driver, library: Library
) -> None:
    async with setting_up(driven, "zertz", (120, 40)) as hands:
        await hands.type("d4=W", "turn=2")
        assert hands.draft.at("d4") == "W"
        assert hands.app.played is not None
        assert "Player 2 is on turn" in hands.app.played.view().prompt
        await hands.press("M")
        assert isinstance(hands.app.screen, DeskScreen)
        assert library.entries() == []
    async with setting_up(driven, "zertz", (120, 40)) as hands:
        assert hands.draft.at("d4") == "W"
        assert words(hands.app, "status").startswith("The board is as you left it")


@pytest.mark.needs("zertz")
async def test_what_is_in_hand_is_marked_and_laid_back_and_the_cursor_stays(driven: Driver) -> None:
    async with setting_up(driven, "zertz") as hands:
        assert hands.board.cursor is not None
        await hands.press("2", "n", "enter")
        at = hands.board.cursor
        assert (hands.draft.at(at), hands.hand) == ("W", "W")
        assert "•2 a white marble" in hands.shown
        await hands.press("u")
        assert "In hand: a white marble." in words(hands.app, "prompt-words")
        await hands.press("escape")
        assert hands.hand == "hand"
        assert "•5 move pieces" in hands.shown
        assert "Nothing is in hand" in words(hands.app, "status")
        await hands.type("a1=W", "g3=W")
        await hands.press("6")
        await hands.press(*["n"] * 3, "enter")
        at = hands.board.cursor
        await hands.press("enter")
        assert hands.board.cursor == at


@pytest.mark.needs("zertz")
async def test_a_palette_is_paged_by_keys_and_numbers_are_typed(driven: Driver) -> None:
    async with setting_up(driven, "zertz") as hands:
        black, first = "pool.B", hands.palette.page
        await hands.press("tab", "pagedown")
        assert hands.palette.cursor == len(first)
        await hands.press("up", "home", "end", "pagedown")
        assert hands.palette.page == first
        await hands.press("escape")
        assert hands.app.focused is hands.board
        key = hands.palette._keys[hands.palette.words.index(black)]
        assert black not in first
        await hands.press(key, "1")
        assert hands.draft.field(black) == "10"  # it may go on: 10
        await hands.press("enter")
        assert (hands.draft.field(black), hands.app.focused) == ("1", hands.board)
        await hands.press(key, "1", "0")
        assert hands.draft.field(black) == "10"


async def test_a_position_that_grows_is_shown_in_whole(driven: Driver) -> None:
    async with setting_up(driven, "gipf") as hands:
        before = hands.app.screen.query_one("#caption").size.height
        places = [p.id for p in hands.board.view.points if p.kind != "dot"][:12]
        piece = hands.palette.words[0].removeprefix("put:")
        await hands.type(f"{','.join(places)}={piece}")
        caption = hands.app.screen.query_one("#caption")
        assert caption.size.height > before
        assert hands.board.view.caption == words(hands.app, "caption")


async def test_the_cursor_is_seen_on_an_empty_board(driven: Driver) -> None:
    async with setting_up(driven, "gipf") as hands:
        kinds = {point.id: point.kind for point in hands.board.view.points}
        assert kinds[str(hands.board.cursor)] != "dot"
        dot = next(id for id, kind in kinds.items() if kind == "dot")
        hands.board.cursor = dot
        await hands.press("enter")
        assert words(hands.app, "status") == f"Nothing can stand on {dot}."


async def test_setting_up_has_a_help_of_its_own(driven: Driver) -> None:
    async with setting_up(driven, "zertz") as hands:
        await hands.press("question_mark")
        assert isinstance(hands.app.screen, HelpPage)
        lines = {line.words: line.sign for line in hands.app.screen.lines}
        assert lines["lay back what is in hand"] == "esc"
        assert not any("resign" in words for words in lines)


@pytest.mark.needs("zertz")
async def test_at_the_edge_the_cursor_says_that_it_stays(driven: Driver) -> None:
    async with setting_up(driven, "zertz") as hands:
        await hands.press(*["d"] * 12)
        stayed = words(hands.app, "status")
        assert stayed == f"Nothing lies that way: still on {hands.board.cursor}."
