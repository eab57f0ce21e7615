"""During a match the board keeps its style and its place, whatever is asked and said below it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.geometry import Size

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.protocol.game import Turn
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.side_panel import Trays
from gipf_meta.tui.parts.word_choices import Words
from tests.tiers import slow, soak
from tests.tui.conftest import Driver, playing, shown, table_of

STILL = Settings(motion=False, graphics="sextant")
COMBINED = {
    "variant": "tournament",
    "zertz_potentials": "3",
    "tamsk_potentials": "3",
    "challenges_enabled": "on",
}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "combined": ("gipf", COMBINED),
    "zertz": ("zertz", {}),
    "zertz-61": ("zertz", {"board": "61"}),
    "tamsk": ("tamsk", {"level": "1"}),
    "zatre": ("zatre", {}),
    "zatre_pad": ("zatre_pad", {}),
}
SIZES = [(80, 24), *soak((45, 40), (120, 40), (60, 24))]


def play_on(table: Table, rng: Random, most: int = 5) -> bool:
    """Plays up to *most* decisions at random; whether the match goes on without a duel."""
    for _ in range(most):
        top, now = table.match.top, table.match.top.status
        if not isinstance(now, Turn) or len(table.match.sessions) > 1 or table.over is not None:
            return False
        moves = top.game.turn_moves(top.state, now.seat)
        texts = [top.game.format(top.state, move) for move in moves]
        table.play(rng.choice([text for text in texts if text != "challenge"]))
    return table.over is None and len(table.match.sessions) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "name", ["combined", *slow("zatre"), *soak("zertz", "zertz-61", "tamsk", "zatre_pad")]
)
async def test_the_board_never_changes_its_style_during_a_match(
    driven: Driver, library: Library, name: str, size: tuple[int, int]
) -> None:
    game, options = GAMES[name]
    seats = ["human"] * 2
    table = table_of(library, game, options, seats)
    rng, seen = Random(3), set[tuple[object, ...]]()
    async with driven(size, table=table, settings=STILL) as (app, pilot):
        await pilot.pause()
        for _round in range(12):
            screen = playing(app)
            board, words = screen.query_one(Board), screen.query_one(Words)
            for said in ("", "A word.", "Many words are said. " * 8):
                screen.say(said)
                await pilot.pause()
                layout = board._layout_now
                technique = layout and (layout.technique, layout.unit, layout.rows)
                seen.add((board.region, technique, bool(layout and layout.words)))
                assert words.region.bottom == size[1] - 1
            if not play_on(table, rng):
                break
            screen.refresh_table()
            await pilot.pause()
    assert len(seen) == 1
    ((_, technique, has_words),) = seen
    if technique is not None and game != "zatre" and size != (60, 24):
        assert technique[0] == "sextant"
        assert has_words or game == "zatre_pad"


async def test_a_line_to_type_in_takes_no_row_from_the_board(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", COMBINED, ["human", "human"])
    async with driven((80, 24), table=table, settings=STILL) as (app, pilot):
        board = app.screen.query_one(Board)
        before, layout = board.region, board._layout_now
        await pilot.press("colon", "G")
        await pilot.pause()
        prompt = app.screen.query_one(Prompt)
        assert prompt.size == Size(78, 2)
        assert prompt.region.bottom == 23
        assert (board.region, board._layout_now) == (before, layout)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one(Words).display


@pytest.mark.parametrize("size", [(80, 24), (45, 40)])
async def test_a_marble_of_the_pool_can_be_clicked_where_it_is_drawn(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(size, table=table, settings=STILL) as (app, pilot):
        trays = app.screen.query_one(Trays)
        assert trays._rows is not None
        row, columns = next(
            (y, columns)
            for y, row in enumerate(trays._rows)
            for columns, heap in row.heaps
            if heap == "pool:G"
        )
        assert await pilot.click(trays, offset=(columns.start + 4, row))
        await pilot.pause()
        assert playing(app).decision.path == ("pool:G",)
        seen = "\n".join(shown(app))
        assert "0/4" in seen
        assert "0/6" in seen
