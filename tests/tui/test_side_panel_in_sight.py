"""On 80 columns and 24 rows the panel shows what is anybody's, without being scrolled."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Turn
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.side_panel import SidePanel, Trays, sheet_lines
from tests.gipf.specimens import with_every_kind
from tests.specimens import bundled_games
from tests.tui.conftest import Driver, playing, table_of

COMBINED: dict[str, Any] = {
    "variant": "tournament",
    "challenges_enabled": True,
    **with_every_kind("2/2"),
}
OF_TWO = [id for id, game in bundled_games().items() if tuple(game.seat_counts) == (2,)]
LOOKS = 3
"""The number of times that a match is looked at."""


def play_on(table: Table, rng: Random, decisions: int) -> bool:
    """Plays random decisions, of which none begins a duel; returns whether the game goes on."""
    for _n in range(decisions):
        top = table.match.top
        if table.over is not None or not isinstance(top.status, Turn):
            return False
        moves = top.game.legal_moves(top.state, top.status.seat)
        texts = [top.game.format(top.state, move) for move in moves]
        table.play(rng.choice([text for text in texts if "?" not in text] or texts))
    return table.over is None


def own_sheet(match: Match, columns: int) -> list[str]:
    """The lines of the sheet of the seat that decides, as they stand alone."""
    assert isinstance(match.top.status, Turn)
    view, seat = match.top.view(None), match.top.status.seat
    mine = tuple(sheet for sheet in view.sheets if sheet.seat == seat)
    return sheet_lines(replace(view, sheets=mine), columns)[1:]


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [
        ("gipf", COMBINED, 2),
        *(
            pytest.param(game, options, players, marks=pytest.mark.soak)
            for game, options, players in (
                *(("zatre", {}, players) for players in (2, 3, 4, 5, 6)),
                *((game, {}, 2) for game in OF_TWO),
                ("tamsk", {"level": 3}, 2),
            )
        ),
    ],
)
async def test_what_is_anybodys_is_seen_beside_the_board_without_scrolling(
    driven: Driver, library: Library, game: str, options: dict[str, Any], players: int
) -> None:
    table, rng = table_of(library, game, options, ["human"] * players), Random(7)

    async with driven((80, 24), table) as (app, pilot):
        panel = app.screen.query_one(SidePanel)
        trays, sheets = panel.query_one(Trays), panel.query_one("#sheets", Static)
        for _look in range(LOOKS):
            if not play_on(table, rng, 4 * players):
                return
            playing(app).refresh_table()
            await pilot.pause()
            room, view = panel.scrollable_content_region, table.match.top.view(None)
            wanted = own_sheet(table.match, room.width)
            if wanted:
                shown = str(sheets.content).splitlines()
                first = shown.index(wanted[0]) + sheets.virtual_region.y
                assert shown[shown.index(wanted[0]) :][: len(wanted)] == wanted
                assert first + len(wanted) <= room.height
                continue
            assert trays.virtual_region.bottom <= room.height
            lying = {heap for row in trays._rows or () for _at, heap in row.heaps}
            for item in (item for tray in view.trays for item in tray.items if item.count):
                assert item.id in lying
