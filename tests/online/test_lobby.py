"""Somebody opens a table on the page of a host, and others find it there."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.desk.conftest import buttons, values_of
from tests.online.hosting import Hosted, Visitor, hosted, visitor

GAME = {"game": "wager"}


async def open_screen(who: Visitor, screen: str, **about: str) -> dict[str, Any]:
    """The screen that somebody is shown."""
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
    """What the first screen offers to sit down."""
    screen = await open_screen(who, "launcher")
    return [button["do"] for button in buttons(screen) if button["do"]["do"] == "sit"]


async def cells(who: Visitor) -> list[str]:
    """The first words of every row of the first screen."""
    screen = await open_screen(who, "launcher")
    rows = [row for part in screen["parts"] for row in part.get("rows", [])]
    return [row["cells"][0] for row in rows]


def test_an_open_table_is_listed_until_its_seat_is_taken(url: str) -> None:
    async def visit(host: Hosted) -> None:
        async with visitor(host, name="Ann") as ann, visitor(host, name="Bob") as bob:
            room = await open_table(ann, **{"seat-1": "anybody"})
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


async def run(url: str, visit: Any) -> None:
    """Calls *visit* with a host."""
    async with hosted(url) as host:
        await visit(host)
