"""The bot of ``examples/room_bot`` at a real host."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.host.conftest import make_tables
from tests.host.hosting import Hosted, Visitor, hosted, visitor

BOT = Path(__file__).parents[2] / "examples" / "room_bot" / "room_bot.py"
BOT_OF_BEFORE = Path(__file__).parent / "room_bot_of_before.txt"
"""The same example as commit 2a62716 had it: what speaks the wire of then plays for ever."""
KEYS = ("p6KaVn2ZC0uT4yxGqWf8Rw", "AAAAVn2ZC0uT4yxGqWf8Rw")


async def open_and_invite(host: Hosted, who: Visitor, keys: tuple[str, ...], **about: Any) -> str:
    """Opens a match with free seats, and invites to each of them by one of the *keys*."""
    players = tuple(Seat(name=f"{n}", player="human") for n, _ in enumerate(keys))
    opening = Opening(players=players, seed=1, is_private=True, **about)
    free = {player: "" for player, _ in enumerate(keys)}
    host.served.hub.open_room("r", opening, who.person, 0, free)
    for player, key in enumerate(keys):
        sent = {"do": "invite", "room": "r", "player": player, "key": key}
        assert "done" in (await who.page.ask(sent))[-1]
    return "r"


async def test_two_bots_play_each_other_by_invitation_to_the_end(url: str) -> None:
    play = runpy.run_path(str(BOT))["play"]

    async with hosted(url) as host, visitor(host) as ann, asyncio.timeout(200):
        room = await open_and_invite(host, ann, KEYS, game="wager")
        invitations = [f"{host.url}#enter/{room}/{key}" for key in KEYS]
        ends = await asyncio.gather(*map(play, invitations))
        assert sorted("You" in end for end in ends) == [False, True]
        assert any("Robin" in end for end in ends)
        events = await ann.page.watch(room)
        assert "over" in [each.get("event") for each in events]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "control"), [("gipf", None), ("tamsk", "5m")])
async def test_bots_of_before_play_to_the_end(
    tmp_path: Path, game: str, control: str | None
) -> None:
    play = runpy.run_path(str(BOT_OF_BEFORE))["play"]
    url = make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")

    async with (
        hosted(url, installed=installed_plugins()) as host,
        visitor(host) as ann,
        asyncio.timeout(200),
    ):
        room = await open_and_invite(host, ann, KEYS, game=game, control=control)
        ends = await asyncio.gather(*(play(f"{host.url}#enter/{room}/{key}") for key in KEYS))
        assert sum(end.startswith("You won") for end in ends) == 1  # each reads his own end
        events = [each.get("event") for each in await ann.page.watch(room)]
        assert events.count("over") == 1
        assert not {"resigned", "closed", "bot_failed"}.intersection(events)


async def test_the_bot_says_that_it_is_ready_where_a_clock_runs(url: str) -> None:
    play = runpy.run_path(str(BOT))["play"]

    async with hosted(url) as host, visitor(host) as ann, asyncio.timeout(200):
        room = await open_and_invite(host, ann, KEYS, game="wager", control="5m")
        await asyncio.gather(*(play(f"{host.url}#enter/{room}/{key}") for key in KEYS))
