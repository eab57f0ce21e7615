"""From a match to the next one that waits, here and at another host, line by line."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.base.texts import _
from gipf_meta.line.host_inquiry import report_of
from gipf_meta.line.host_round import HostRound
from gipf_meta.line.joining import Address, Joining
from gipf_meta.narration.typed_answers import NO_SEAT
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal as Lines
from tests.host.conftest import make_tables
from tests.host.hosting import Hosted, visited
from tests.host.serving.test_host_server_join import INSTALLED, Terminal
from tests.line.test_host_inquiry import ROW, SECRET, AskedHost, asked
from tests.small_games.finding import find

pytestmark = pytest.mark.slow


def tables_in(folder: Path) -> str:
    """The address of an empty database with its tables."""
    return make_tables(f"sqlite:///{folder / 'rooms.sqlite'}")


async def join_at(ann: Terminal, host: Hosted, others: HostRound, fragment: str) -> None:
    """Joins as ``gipf-meta join`` does, with other hosts."""
    address = Address.parse(str(host.url.with_fragment(fragment)))
    joining = Joining(ann.known, find, StillClock(), ann.name, others=others)

    def play() -> None:
        with joining.open_line(address) as line:
            PlainDesk(line, ann.lines, INSTALLED).run(address.room)

    await asyncio.to_thread(play)


async def test_line_by_line_the_word_leads_from_match_to_match(tmp_path: Path) -> None:
    async with visited(tables_in(tmp_path)) as host:
        ann = Terminal(host, tmp_path, "Ann", "waiting", "score", "next", "waiting", "quit")
        here = await ann.person()
        host.open_room("r", here, "bob")
        host.open_room("s", here, "bob")
        shown = await ann.join("room/r")
        assert shown.count("> waiting") == 2
        assert not ann.lines.stdin.readline()
        found = await report_of(host.url.origin(), ann.secret, "en")
        assert {each.room for each in found.matches} == {"r", "s"}
        assert {each.what for each in found.matches} == {"your move"}
        assert found.count == 2


async def test_line_by_line_the_word_leads_to_the_next_host(tmp_path: Path) -> None:
    other = AskedHost({"waits": [{**ROW, "room": "far"}]})
    async with (
        asyncio.timeout(200),
        visited(tables_in(tmp_path)) as host,
        asked(other) as elsewhere,
    ):
        ann = Terminal(host, tmp_path, "Ann", "waiting", "and-never-this")
        host.open_room("r", await ann.person(), "bob")
        ann.known.keep(elsewhere, SECRET)
        others = HostRound(ann.known, StillClock())
        await join_at(ann, host, others, "room/r")
        chosen = others.take_chosen()
        assert chosen is not None
        assert (chosen.site, chosen.room) == (elsewhere, "far")
        assert f"Next, at {elsewhere}: WAGER: You against Bob" in " ".join(
            ann.out.getvalue().split()
        )
        assert ann.lines.stdin.readline() == "and-never-this\n"

        ann.lines = Lines(StringIO("waiting\nquit\n"), ann.out)
        await join_at(ann, host, others, "")  # from Home the match here comes first
        assert others.take_chosen() is None


async def test_line_by_line_nothing_waits(tmp_path: Path) -> None:
    async with visited(tables_in(tmp_path)) as host:
        ann = Terminal(host, tmp_path, "Ann", "waiting", "quit")
        host.open_room("r", await ann.person(), "bob")
        assert "Nothing else waits for you now." in await ann.join("room/r")


async def test_line_by_line_a_word_tells_who_sits_there(tmp_path: Path) -> None:
    async with visited(tables_in(tmp_path)) as host:
        ann = Terminal(host, tmp_path, "Ann", "profile", "profile 9", "quit")
        bob = Terminal(host, tmp_path, "Bob")
        host.open_room("r", await ann.person(), await bob.person())
        shown = await ann.join("room/r")
        assert "\nBob\n" in shown
        assert "here since" in shown
        assert "under People." in shown
        assert " ".join(_(NO_SEAT).split()) in " ".join(shown.split())
