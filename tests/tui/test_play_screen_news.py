"""News stay beside the board until they were answered, and F2 tells all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.containers import VerticalScroll

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import SearchingBot
from gipf_meta.library.store import Library
from gipf_meta.table.table import Table
from gipf_meta.tui.screens.pages import NewsPage
from tests.tui.conftest import (
    Driver,
    is_thinking,
    playing,
    shown,
    table_of,
    typed,
    until,
    words,
)

POTENTIALS: dict[str, Any] = {
    "variant": "tournament",
    "tamsk_potentials": 3,
    "zertz_potentials": 3,
    "challenges_enabled": "on",
    "duel_first_player": "owner",
}
JUMPS = ("Ga1-b2", "Za1-b2", "Zb2^", "We5", "a4", "d4")
"""The decisions of White, who announces a jump, and makes it after the duel."""


class Scripted(SearchingBot):
    """Decides what it was told, one after the other."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(nodes=1)
        self._texts = iter(texts)

    def choose(self, request: Request) -> Any:
        game, state, seat = request.game, request.state, request.seat
        text = next(self._texts)
        return next(m for m in game.turn_moves(state, seat) if game.format(state, m) == text)


def against_a_jump(library: Library) -> Table:
    """GIPF as Black, up to the challenge of White's jump."""
    table = table_of(library, "gipf", POTENTIALS, ["greedy", "human"])
    table.seat(0, replace(table.players[0], bot=Scripted(JUMPS)))
    return table


@pytest.mark.needs("gipf", "zertz", "tamsk")
async def test_a_duels_end_is_still_there_after_the_bots_next_turn(
    driven: Driver, library: Library
) -> None:
    table = against_a_jump(library)
    async with driven((80, 24), table) as (app, pilot):

        async def my_turn() -> None:
            await until(pilot, lambda: not is_thinking(app) and table.match.player == 1)

        for text in ("Gi5-h5", "Zi5-h5", "challenge"):
            await my_turn()
            await typed(pilot, text)
        await pilot.press("enter")  # begin the duel
        await my_turn()
        assert len(table.match.sessions) == 2
        await pilot.press("R")
        await pilot.pause()
        await pilot.press("tab", "enter")
        await until(pilot, lambda: table.match.sessions[0].steps[-1].text == "d4")
        assert app.screen is playing(app)  # nothing is to be answered
        await my_turn()
        end = "The jump from b2 is saved."
        await until(pilot, lambda: "d4" in words(app, "status"))
        assert end in " ".join(words(app, "status").split())
        # the duel's beginning and aim give way to what came last
        assert words(app, "status").startswith("F2 tells more …")
        await pilot.press("left")  # what is on a place is said below it
        assert "d4" in words(app, "status").partition("\n")[0]
        await pilot.press("escape")
        assert end in " ".join(words(app, "status").split())
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, NewsPage))
        await until(pilot, lambda: any(end in line for line in shown(app)))
        page = app.screen.query_one(VerticalScroll)
        assert page.max_scroll_y == page.scroll_offset.y  # the newest is seen
        await pilot.press("home")
        await until(pilot, lambda: any("1. Bruno enters" in line for line in shown(app)))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is playing(app))
        await typed(pilot, "i5-h5")  # what was read is gone with the next decision
        await until(pilot, lambda: end not in words(app, "status"))
