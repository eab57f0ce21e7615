"""Somebody opens a table on the page of a host, and others find it there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gipf_meta.host.serving import host_server
from tests.desk.conftest import buttons, values_of
from tests.host.hosting import Hosted, Visitor, hosted, visitor

GAME = {"game": "wager"}


async def open_screen(who: Visitor, screen: str, **about: str) -> dict[str, Any]:
    """Returns the screen that the page of *who* gets."""
    told = await who.page.ask({"do": "open", "screen": screen, "about": about})
    shown: dict[str, Any] = told[-2]["screen"]
    return shown


async def open_table(who: Visitor, **changes: str) -> str:
    """Sends the form for a match, as it is but for *changes*; the room."""
    form = await open_screen(who, "setup", **GAME)
    values = {**values_of(form), **changes}
    sent = {"do": "submit", "screen": "setup", "about": GAME, "values": values}
    told = await who.page.ask(sent)
    (hash,) = [each["go"] for each in told if "go" in each]
    return str(hash.removeprefix("room/"))


async def seats_to_take(who: Visitor) -> list[dict[str, Any]]:
    """Returns the requests of the buttons on the first screen that take a seat."""
    screen = await open_screen(who, "launcher")
    return [button["do"] for button in buttons(screen) if button["do"]["do"] == "sit"]


async def cells(who: Visitor) -> list[str]:
    """Returns the first cell of each row of the first screen."""
    screen = await open_screen(who, "launcher")
    rows = [row for part in screen["parts"] for row in part.get("rows", [])]
    return [row["cells"][0] for row in rows]


def test_an_open_table_is_listed_until_its_seat_is_taken(url: str) -> None:
    async def visit(host: Hosted) -> None:
        async with visitor(host, name="Ann") as ann, visitor(host, name="Bob") as bob:
            room = await open_table(ann, opponent="anybody")
            assert await seats_to_take(ann) == []
            (sit,) = await seats_to_take(bob)
            assert sit == {"do": "sit", "room": room, "player": 1}
            assert "done" in (await bob.page.ask({**sit}))[-1]
            assert await seats_to_take(bob) == []
            assert "wager: You against Ann" in await cells(bob)
            assert "wager: You against Bob" in await cells(ann)

    asyncio.run(run(url, visit))


def test_a_private_table_is_listed_by_nobody_but_who_sits_there(url: str) -> None:
    async def visit(host: Hosted) -> None:
        async with visitor(host, name="Ann") as ann, visitor(host, name="Bob") as bob:
            await open_table(ann)
            assert "wager: You against a free seat" in await cells(ann)
            assert [words for words in await cells(bob) if words.startswith("wager:")] == []
            assert await seats_to_take(bob) == []

    asyncio.run(run(url, visit))


async def test_lists_on_open_pages_follow_what_happens_at_any_process(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_server, "LISTS_S", 0.01)

    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, name="Bob") as bob,
        visitor(other, name="Cyd") as cyd,
    ):
        await open_screen(bob, "launcher")
        await open_screen(cyd, "settings")
        room = await open_table(ann, opponent="anybody")
        live = (await bob.page.next())["live"]
        assert (live["name"], live["live"]) == ("launcher", 2)
        (sit,) = [each["do"] for each in buttons(live) if each["do"]["do"] == "sit"]
        assert sit == {"do": "sit", "room": room, "player": 1}

        tables = await open_screen(ann, "tables")
        assert tables["live"] == 1
        assert (await cyd.page.ask({**sit}))[-1]["number"]
        while (await bob.page.next())["live"]["parts"]:
            pass  # what was agreed about the table may come later than the table
        (rows,) = (await ann.page.next())["live"]["parts"]
        assert rows["rows"][0]["cells"][0] == "wager: You against Cyd"

        await ann.page.watch(room)
        await cyd.page.watch(room)
        number = one.served.hub.room(room).number
        await ann.page.play(room, "claim", number)
        (event,) = [await cyd.page.next()]
        assert event["event"] == "played", "who is in a room is told of no list"


async def run(url: str, visit: Any) -> None:
    """Calls *visit* with a host."""
    async with hosted(url) as host:
        await visit(host)
