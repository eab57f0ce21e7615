"""Several processes serve one database: the pages of each see the events of the other."""

from __future__ import annotations

import asyncio

from aiohttp import WSMsgType

from gipf_meta.host.backups import close_match
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import Devices
from gipf_meta.host.people import DatabasePeople
from tests.host.hosting import hosted, visitor
from tests.small_games.finding import find
from tests.web.pages import LIMIT_S


async def test_two_people_at_two_processes_play_one_match(url: str) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, name="Bob") as bob,
    ):
        room = one.open_room("r", ann.person, bob.person)
        *_, done = await ann.page.watch(room)
        *_, same = await bob.page.watch(room)
        assert done["number"] == same["number"]
        *events, _done = await ann.page.play(room, "claim", done["number"])
        assert [await bob.page.next() for _ in events] == events
        *events, _done = await bob.page.play(room, "allow", events[-1]["number"])
        assert [await ann.page.next() for _ in events] == events


async def test_a_person_is_the_same_at_every_process(url: str) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, secret=ann.hello["secret"]) as again,
    ):
        assert (again.person, again.hello["name"]) == (ann.person, "Ann")


async def test_what_is_due_where_nobody_has_the_room_open_any_more_happens_all_the_same(
    url: str,
) -> None:
    """The process with the fuse is gone; the other one lets it burn down."""

    async with hosted(url) as other:
        async with hosted(url) as one, visitor(one) as ann:
            room = one.open_room("r", ann.person, ann.person, game="fuse", fuse_ms=5)
            await ann.page.watch(room)
            await ann.page.ask({"do": "go_on", "room": room})
        other.clock.ms += 10_000
        async with visitor(other, secret=ann.hello["secret"]) as ann:
            told = await ann.page.watch(room)
            while "over" not in [each.get("event") for each in told]:
                told.append(await ann.page.next())


async def test_a_match_that_is_closed_beside_the_hosts_is_closed_at_every_process(url: str) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one) as ann,
        visitor(other) as bob,
    ):
        room = one.open_room("r", ann.person, bob.person)
        for each in (ann, bob):
            await each.page.watch(room)
        database = Database.open(url)
        close_match(database, find, room)
        database.close()
        for each in (ann, bob):
            assert (await each.page.next())["event"] == "closed"
            told = await each.page.play(room, "claim", 4)
            assert told[-1]["why"].startswith("Whoever runs this host has ended the match.")


async def test_a_ban_ends_open_pages_at_every_process_and_takes_no_seat_away(url: str) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one) as ann,
        visitor(one) as bob,
        visitor(other, secret=ann.hello["secret"]) as again,
    ):
        room = one.open_room("r", ann.person, bob.person)
        database = Database.open(url)
        DatabasePeople(database).ban(ann.person)
        database.close()
        async with asyncio.timeout(LIMIT_S):
            for each in (ann, again):
                assert (await each.page.socket.receive()).type is not WSMsgType.TEXT
        socket = await one.connect()
        secret = {"secret": ann.hello["secret"]}
        await socket.send_json({"do": "hello", "version": 1, "language": "en", **secret})
        assert (await socket.receive_json())["why"] == "You may not come in here any more."
        assert "done" in (await bob.page.watch(room))[-1]
        assert one.served.hub.room(room).seats.holders == {0: ann.person, 1: bob.person}


async def test_a_stolen_device_is_out_at_every_process_and_the_person_stays(url: str) -> None:
    """Its pages close, and no other page of the person does."""
    database = Database.open(url)
    devices = Devices(database)
    async with hosted(url) as one, hosted(url) as other, visitor(one) as ann:
        room = one.open_room("r", ann.person, ann.person)
        stolen = devices.add(ann.person, "a stolen telephone")
        async with visitor(one, secret=stolen) as thief, visitor(other, secret=stolen) as again:
            assert thief.person == ann.person == again.person
            (id,) = [each.id for each in devices.list(ann.person) if each.label]
            devices.remove(ann.person, id)
            async with asyncio.timeout(5):
                for each in (thief, again):
                    assert (await each.page.socket.receive()).type is not WSMsgType.TEXT
        async with visitor(other, secret=stolen) as thief:
            assert thief.person != ann.person
        assert "done" in (await ann.page.watch(room))[-1], "its own page goes on"
    database.close()
