"""A person at a host loses his browser's storage, and comes back; a thief is out."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import Any

import pytest
from aiohttp import WSMsgType

from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import Devices, hash_secret
from gipf_meta.host.identity.words import read_words
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.host.hosting import Hosted, Visitor, hosted, visitor
from tests.web.pages import LIMIT_S

OUT_S = 5
"""Seconds within which a device that was taken away is out, at every process."""


async def submit(page: Visitor, screen: str, step: str, **values: str) -> list[dict[str, Any]]:
    """Submits a step of a screen of the desk; what is answered, which no refusal is."""
    about = {"device": values.pop("device")} if "device" in values else {}
    sent = {"do": "submit", "screen": screen, "about": about, "values": {"step": step, **values}}
    told = await page.page.ask(sent)
    assert "done" in told[-1], told
    return told


def words_in(told: list[dict[str, Any]]) -> str:
    """The twelve words that a screen shows, as it shows them."""
    (screen,) = [each["screen"] for each in told if "screen" in each]
    (words,) = [
        text for part in screen["parts"] if (text := str(part.get("text"))).startswith("1.\u00a0")
    ]
    assert len(read_words(words)) == 1
    return words


def open_on_clocks(host: Hosted, *holders: str) -> str:
    """Opens a match of a minute each; the room."""
    players = tuple(Seat(name=f"{n}", player="human") for n, _holder in enumerate(holders))
    opening = Opening(game="wager", players=players, seed=1, control="60s")
    host.served.hub.open_room("r", opening, holders[0], 0, dict(enumerate(holders)))
    return "r"


async def test_twelve_words_bring_the_seat_back_in_the_middle_of_a_match_and_its_clock_went_on(
    url: str,
) -> None:
    async with (
        hosted(url) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
    ):
        words = words_in(await submit(ann, "words", "make_words"))
        room = open_on_clocks(host, ann.person, bob.person)
        for each in (ann, bob):
            await each.page.watch(room)
            assert "done" in (await each.page.ask({"do": "go_on", "room": room}))[-1]
        number = host.served.hub.room(room).number
        await ann.page.socket.close()  # her browser empties its storage
        host.clock.ms += 20_000
        async with visitor(host) as somebody:
            assert somebody.person != ann.person
            refused = await somebody.page.play(room, "claim", number)
            assert "refused" in refused[-1]
            told = await submit(somebody, "sign_in", "words", words=words.upper())
            (signed_in,) = [each["signed_in"] for each in told if "signed_in" in each]
        assert signed_in["name"] == "Ann"
        assert signed_in["secret"] not in (ann.hello["secret"], somebody.hello["secret"])
        async with visitor(host, secret=signed_in["secret"]) as again:
            assert again.person == ann.person
            await again.page.watch(room)
            host.clock.ms += 5_000
            assert "done" in (await again.page.play(room, "claim", number))[-1]
            seen = (await again.page.watch(room, want="scene"))[0]["scene"]["set"]["player:0"]
            assert seen["you"]
            assert 35_000 <= seen["clock_ms"] <= 40_000, "25 s, less what the network took"


async def test_a_device_that_was_added_is_told_to_the_others_and_is_out_as_soon_as_they_say_so(
    url: str,
) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(one, name="Bob") as bob,
    ):
        words = words_in(await submit(ann, "words", "make_words"))
        async with visitor(other) as thief:
            told = await submit(thief, "sign_in", "words", words=words)
        stolen = next(each["signed_in"]["secret"] for each in told if "signed_in" in each)
        notice = (await ann.page.next())["notice"]
        assert notice.startswith("Another device has come in as you")
        async with visitor(one, secret=stolen) as here, visitor(other, secret=stolen) as there:
            assert here.person == there.person == ann.person
            shown = await ann.page.ask({"do": "open", "screen": "me"})
            with closing(Database.open(url)) as database:
                device = Devices(database).find(hash_secret(stolen))
            assert device is not None
            assert device.id in str(shown)
            assert "were added" not in str(shown), "she made the words herself"
            await submit(ann, "take_away", "take_away", device=device.id)
            async with asyncio.timeout(OUT_S):
                for each in (here, there):
                    while (await each.page.socket.receive()).type is WSMsgType.TEXT:
                        pass
        async with visitor(other, secret=stolen) as thief:
            assert thief.person not in (ann.person, bob.person)
        async with asyncio.timeout(LIMIT_S):
            assert "done" in (await ann.page.ask({"do": "open", "screen": "launcher"}))[-1]


@pytest.mark.slow
async def test_a_way_back_that_a_thief_adds_is_told_to_the_owner_s_pages(url: str) -> None:
    async with hosted(url) as one, hosted(url) as other, visitor(one, name="Ann") as ann:
        with closing(Database.open(url)) as database:
            stolen = Devices(database).add(ann.person, "a telephone")
        async with visitor(other, secret=stolen) as thief:
            assert "a telephone" in (await ann.page.next())["notice"]
            await submit(thief, "words", "make_words")
            notice = (await ann.page.next())["notice"]
        assert notice.startswith("Twelve words were added to your ways back. Was it not you?")
