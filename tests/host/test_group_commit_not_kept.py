"""A database that fails: no event is sent that is not durable, and it can be played again later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.host import group_commit
from gipf_meta.host.group_commit import Group
from gipf_meta.rooms.ledger import LedgerError
from tests.host.hosting import hosted, visitor


@pytest.fixture
def lose(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Lets the next commit of a group fail, and what it holds be lost."""
    is_armed: list[bool] = []
    commit = Group.commit

    def fail(group: Group) -> None:
        if group.rooms and is_armed:
            is_armed.clear()
            group.lost |= group.rooms
            group.error = LedgerError("The disk is full.")
            group._pending = []
        commit(group)

    monkeypatch.setattr(Group, "commit", fail)
    return lambda: is_armed.append(True)


@pytest.mark.parametrize("want", ["scene", "view"])
async def test_what_was_lost_is_done_again_and_shown_only_then(
    want: str, url: str, lose: Callable[[], None]
) -> None:
    async with hosted(url) as host, visitor(host) as ann, visitor(host) as bob:
        room = host.open_room("r", ann.person, bob.person)
        *_, done = await ann.page.watch(room)
        number = done["number"]
        await bob.page.watch(room, want=want)
        lose()
        message = {"do": "play", "room": room, "text": "claim", "seen": number, "id": "claim"}
        await ann.page.socket.send_json(message)
        # Bob is shown the board anew, and then with what was played
        pictures = [await bob.page.next() for _ in range(2)]
        assert [each[want]["number"] for each in pictures] == [number, number + 1]
        async with visitor(host, secret=ann.hello["secret"]) as again:
            *events, _done = await again.page.watch(room)
            assert [each.get("text") for each in events].count("claim") == 1


async def test_who_reads_events_begins_anew_and_finds_them(
    url: str, lose: Callable[[], None]
) -> None:
    async with hosted(url) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        *_, done = await ann.page.watch(room)
        lose()
        message = {"do": "play", "room": room, "text": "claim", "id": "claim"}
        await ann.page.socket.send_json({**message, "seen": done["number"]})
        async with asyncio.timeout(200):
            while (await ann.page.socket.receive()).data is not None:
                pass
        async with visitor(host, secret=ann.hello["secret"]) as again:
            told = await again.page.ask({**message, "seen": done["number"]})
            assert told[-1].get("done") == "claim"
            *events, _done = await again.page.watch(room)
            assert [each.get("text") for each in events].count("claim") == 1


async def test_a_disk_that_is_full_is_one_sentence_and_the_move_is_played_later(
    url: str, lose: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(url) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        *_, done = await ann.page.watch(room, want="scene")
        number = done["number"]

        def refuse(*_about: Any) -> None:
            raise LedgerError("The disk is full.")

        with monkeypatch.context() as patched:
            patched.setattr("gipf_meta.host.database_ledger.append_alone", refuse)
            patched.setattr(group_commit, "append_alone", refuse)
            lose()
            told = await ann.page.play(room, "claim", number)
            assert told[-1]["why"] == "The disk is full."
        told = await ann.page.play(room, "claim", number)
        assert told[-1]["number"] == number + 1
