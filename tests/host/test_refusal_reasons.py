"""Refusals are counted by a few reasons, which come from the classes of errors alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.identity.sign_ins import NotProved
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.limits import Limits
from gipf_meta.host.people import PeopleError
from gipf_meta.host.refusal_reasons import REASONS, reason_of
from gipf_meta.host.tables import DatabaseError
from gipf_meta.protocol.game import BadNotation, IllegalMove
from gipf_meta.rooms.ledger import Conflict
from tests.host.hosting import Hosted, hosted, visitor


async def refusals(host: Hosted) -> dict[str, int]:
    """How often each reason was counted, without those that were never."""
    _status, text = await host.get("metrics")
    found = re.findall(r'^gipf_meta_refusals_total\{reason="(\w+)"\} (\d+)', text, re.MULTILINE)
    assert {reason for reason, _count in found} == {*REASONS}
    return {reason: int(count) for reason, count in found if int(count)}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"do": "play", "room": "r", "text": "two", "seen": 3}, "illegal"),
        ({"do": "play", "room": "r", "text": "nothing", "seen": 3}, "not_understood"),
        ({"do": "play", "room": "r"}, "not_understood"),
        ({"do": "play", "room": "s", "text": "claim", "seen": 3}, "not_allowed"),
        ({"do": "watch", "room": "nowhere"}, "not_allowed"),
        ({"do": "submit", "screen": "settings", "about": {}, "values": {"theme": "?"}}, "form"),
        ({"do": "open", "screen": "nowhere", "about": {}}, "form"),
        ({"do": "hello", "version": 1, "secret": "?"}, "person"),
    ],
)
async def test_a_refusal_is_counted_by_its_reason(
    message: dict[str, Any], reason: str, file_url: str
) -> None:
    async with hosted(file_url) as host, visitor(host) as ann, visitor(host) as bob:
        host.open_room("r", ann.person, ann.person)
        host.open_room("s", bob.person, bob.person)
        assert await refusals(host) == {}
        await ann.page.socket.send_json({"id": "c", **message})
        assert "refused" in (await ann.page.until("why"))[-1]
        assert await refusals(host) == {reason: 1}


async def test_what_is_no_message_and_what_comes_too_fast_are_counted(file_url: str) -> None:
    limits = Limits(frames_at_once=3, frames_per_second=0)
    async with hosted(file_url, limits=limits) as host, visitor(host) as ann:
        await ann.page.socket.send_str("{")
        assert "refused" in await ann.page.next()
        assert await refusals(host) == {"not_understood": 1}
        for _ in range(2):
            await ann.page.socket.send_json({"do": "open", "screen": "nowhere", "about": {}})
            await ann.page.until("why")
        await ann.page.socket.send_json({"do": "open", "screen": "nowhere", "about": {}})
        await ann.page.until("why")
        assert await refusals(host) == {"not_understood": 1, "form": 2, "too_much": 1}


async def test_limits_are_counted_and_pages_that_find_no_place(file_url: str) -> None:
    limits = Limits(rooms_per_hour=1, sockets_each=1)
    async with hosted(file_url, limits=limits) as host, visitor(host) as ann:
        host.open_room("r", ann.person, ann.person)
        await ann.page.ask({"do": "branch", "room": "r", "at": 0})
        assert await refusals(host) == {"limit": 1}
        async with await host.connect() as second:
            assert "refused" in await second.receive_json()
        assert await refusals(host) == {"limit": 1, "full": 1}


async def test_a_database_that_is_away_and_a_defect_are_counted(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(file_url) as host, visitor(host) as ann:
        host.open_room("r", ann.person, ann.person)
        for error, count in ((DatabaseError("It is away."), "database"), (KeyError(1), "failed")):

            def fail(*_about: object, error: Exception = error, **_more: object) -> None:
                raise error

            before = await refusals(host)
            with monkeypatch.context() as patched:
                patched.setattr("gipf_meta.host.database_ledger.DatabaseLedger.append", fail)
                await ann.page.ask({"do": "play", "room": "r", "text": "claim", "seen": 3})
            assert (await refusals(host))[count] > before.get(count, 0)


def test_every_error_has_one_of_the_reasons_and_its_text_has_no_part_in_that() -> None:
    for error, reason in (
        (PeopleError, "person"),
        (NotProved, "person"),
        (TooOften, "limit"),
        (DatabaseError, "database"),
        (Conflict, "conflict"),
        (BadNotation, "not_understood"),
        (IllegalMove, "illegal"),
        (GipfMetaError, "other"),
        (ZeroDivisionError, "failed"),
    ):
        assert {reason_of(error.__new__(error, text)) for text in ("", "conflict")} == {reason}
    family = [GipfMetaError]
    for each in family:
        family += each.__subclasses__()
        assert reason_of(each.__new__(each)) in REASONS
    assert len(family) > 30
    assert len(REASONS) <= 15
