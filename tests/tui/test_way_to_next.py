"""From a match to the next one that waits, here and at another host, in a terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.line.host_round import HostRound
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.host.conftest import make_tables
from tests.host.hosting import visited
from tests.host.serving.test_host_server_join import Terminal
from tests.host.serving.test_host_server_terminal import person, seated
from tests.line.test_host_inquiry import ROW, SECRET, AskedHost, asked
from tests.tui.bursts import burst

pytestmark = pytest.mark.slow


def tables_in(folder: Path) -> str:
    """The address of an empty database with its tables."""
    return make_tables(f"sqlite:///{folder / 'rooms.sqlite'}")


async def test_in_the_terminal_a_key_leads_from_match_to_match(tmp_path: Path) -> None:
    async with visited(tables_in(tmp_path)) as host:
        ann = await person(host, "Ann")
        host.open_room("r", ann, "bob")
        host.open_room("s", ann, "bob")
        async with seated(host, "Ann", "r") as seat:
            board = await seat.at_board()
            assert board.played.room.id == "r"
            await burst(seat.pilot, "ctrl+n", "ctrl+n", "1", "enter", "1")

            def is_at(room: str) -> bool:
                screen = seat.app.screen
                return isinstance(screen, PlayScreen) and screen.played.room.id == room

            await seat.until(lambda: is_at("s"))
            await seat.until(lambda: not seat.app.habit.is_held)
            for room in ("r", "s"):  # what was pressed on the way was played nowhere
                assert not host.served.hub.room(room).table.match.top.steps
            await seat.press("ctrl+n")
            await seat.until(lambda: is_at("r"))


async def test_in_the_terminal_a_key_leads_from_home_and_to_the_next_host(tmp_path: Path) -> None:
    other = AskedHost({"waits": [{**ROW, "room": "far"}]})
    async with (
        asyncio.timeout(200),
        visited(tables_in(tmp_path)) as host,
        asked(other) as elsewhere,
    ):
        await person(host, "Ann")
        ann = Terminal(host, tmp_path, "Ann")
        ann.known.keep(elsewhere, SECRET)
        async with seated(host, "Ann") as seat:
            others = HostRound(ann.known, StillClock())
            seat.app.talk.line.others = others  # type: ignore[attr-defined]
            await seat.until("All your tables")
            await seat.press("ctrl+n")
            await seat.until(lambda: others.chosen is not None and seat.app._exit)
        assert others.chosen is not None
        assert others.chosen.room == "far"
