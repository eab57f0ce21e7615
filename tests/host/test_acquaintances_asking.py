"""Asking somebody by name at a host of two processes: from the list of people to the first move."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from tests.desk.conftest import buttons
from tests.host.evening import Evening, HostPage, begun
from tests.host.leaping import run_leaping
from tests.small_games.finding import find

GAME = {"game": "wager"}


async def two_people(
    stack: AsyncExitStack, url: str
) -> tuple[Evening, Evening, HostPage, HostPage]:
    """Two processes on one database, with Ann at the first and Bob at the second."""
    first = await stack.enter_async_context(begun(url))
    second = await stack.enter_async_context(begun(url))
    ann, bob = HostPage(first, "Ann"), HostPage(second, "Bob")
    first.pages.append(ann)
    second.pages.append(bob)
    for page in (ann, bob):
        await page.come()
    return first, second, ann, bob


async def play_once(ann: HostPage, bob: HostPage) -> str:
    """Lets both decide in a match at an open table of Ann's; its room."""
    room = await ann.submit("setup", GAME, opponent="anybody")
    await ann.watch(room)
    bob.room = room
    await bob.ask_in_room("sit", player=1)
    await bob.watch(room)
    for _decision in range(4):
        await ann.until(lambda: ann.is_due or bob.is_due)
        await (ann if ann.is_due else bob).play()
    await ann.until(lambda: ann.is_due or bob.is_due)
    return room


def cells(screen: dict[str, Any]) -> list[str]:
    """The first cell of each row of *screen*."""
    return [
        row["cells"][0]
        for part in screen["parts"]
        if part["part"] == "rows"
        for row in part["rows"]
    ]


def texts(screen: dict[str, Any]) -> list[str]:
    """The texts of the buttons of *screen*."""
    return [each["text"] for each in buttons(screen)]


def leads(screen: dict[str, Any], text: str) -> dict[str, Any]:
    """The message of the button with that *text*."""
    return next(each["do"] for each in buttons(screen) if each["text"] == text)


async def press(page: HostPage, text: str) -> None:
    """Presses the button with that *text* on the page's screen."""
    await page.ask(leads(page.screen, text))


def test_somebody_is_asked_by_name_and_accepts_at_another_process(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    async def spend() -> None:
        async with AsyncExitStack() as stack:
            _first, _second, ann, bob = await two_people(stack, url)
            await play_once(ann, bob)
            await ann.open("people")
            assert cells(ann.screen) == ["Bob"]
            await press(ann, "Ask for a match")
            assert ann.screen["title"] == "A match with Bob"
            await ann.ask({"do": "open", "screen": "setup", "about": {**GAME, "guest": bob.person}})
            await bob.open("launcher")
            room = await ann.submit("setup", {**GAME, "guest": bob.person})
            await ann.watch(room)
            await bob.until(lambda: "Accept" in texts(bob.screen))
            (asks,) = [each for each in cells(bob.screen) if "asks you" in each]
            assert asks == "Ann asks you for a match: wager"
            await press(bob, "Decline")
            await ann.until(lambda: "whoever was asked does not come." in json.dumps(ann._told))
            room = await ann.submit("setup", {**GAME, "guest": bob.person})
            await ann.watch(room)
            await bob.until(lambda: "Accept" in texts(bob.screen))
            bob.room = room
            await press(bob, "Accept")
            await bob.watch(room)
            await ann.until(lambda: ann.is_due)
            await ann.play()
            await bob.until(lambda: bob.is_due)

        assert [fault for _room, fault in verify(Database.open(url), find) if fault] == []

    run_leaping(spend(), monkeypatch)
