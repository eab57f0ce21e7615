"""A database that fails: no event is sent that is not durable, and it can be played again later."""

from __future__ import annotations

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
        assert (await bob.page.next())[want]["number"] in (
            number,
            number + 1,
        )  # as it is read again
        async with visitor(host, secret=ann.hello["secret"]) as again:
            *events, _done = await again.page.watch(room)
            assert [each.get("text") for each in events].count("claim") == 1


async def test_who_reads_events_stays_and_gets_each_once(
    url: str, lose: Callable[[], None]
) -> None:
    async with hosted(url) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        *_, done = await ann.page.watch(room)
        lose()
        message = {"do": "play", "room": room, "text": "claim", "id": "claim"}
        told = await ann.page.ask({**message, "seen": done["number"]})
        assert told[-1].get("done") == "claim"
        assert [each.get("text") for each in told].count("claim") == 1
        numbers = [each["number"] for each in told if "event" in each]
        assert numbers == [*range(done["number"] + 1, told[-1]["number"] + 1)]
        told = await ann.page.ask({**message, "seen": done["number"]})
        assert [next(iter(each)) for each in told] == ["done"]
        async with visitor(host, secret=ann.hello["secret"]) as again:
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
