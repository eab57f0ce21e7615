"""Feeds and calendars of real rooms: what is true now, and nothing of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal
from xml.etree import ElementTree

import pytest
import sqlalchemy as sa
from icalendar import Calendar

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notices.fetched import NOTED_MS, SHOWN_MS, FetchedNotices
from gipf_meta.host.notices.sending import NoticeWay
from gipf_meta.host.tables import PERSON, ROOM, SEAT
from gipf_meta.hub.hub import Hub
from tests.host.notices.feeds_read import entries_of
from tests.host.notices.post import NOW_MS, add_way, hub_of_host, rows_of, ways_of
from tests.hub.test_hub import opening, play

ORIGIN = "https://games.example"
GRACE_MS = 3_000


class Fetching:
    """The feed and the calendar of eve, who plays with ann."""

    def __init__(self, database: Database) -> None:
        self.database, self.now_ms = database, NOW_MS
        self.ways = {
            kind: NoticeWay(add_way(database, "eve", kind), "eve", kind, kind, {"language": "en"})
            for kind in ("feed", "calendar")
        }
        for person in ("ann", "eve"):
            row = sa.insert(PERSON).values(
                id=person, name=person, settings="{}", created_ms=0, seen_ms=0, is_banned=False,
                network="",
            )  # fmt: skip
            database.write(partial(sa.Connection.execute, statement=row))
        self.fetched = FetchedNotices(database, self.find, ORIGIN, str.upper, lambda: self.now_ms)
        self.hub: Hub = hub_of_host(DatabaseLedger(database))

    def find(self, kind: Literal["feed", "calendar"], key: str) -> NoticeWay | None:
        return self.ways[kind] if key == "key" else None

    def open(self, room: str) -> None:
        table = opening("wager", "human", "human")
        self.hub.open_room(room, table, "ann", NOW_MS, others={1: "eve"})

    def told(self, later_ms: int = GRACE_MS) -> list[str]:
        self.now_ms += later_ms
        body = self.fetched.feed("key")
        assert body is not None
        return [title for _id, title in entries_of(body)]

    def change(self, table: sa.Table, **values: object) -> None:
        self.database.write(lambda db: db.execute(sa.update(table).values(**values)))


@pytest.fixture
def fetching(database: Database) -> Fetching:
    return Fetching(database)


def test_feed_has_what_waits_after_some_seconds_to_answer(fetching: Fetching) -> None:
    fetching.open("r")
    play(fetching.hub, "claim", "ann", NOW_MS)
    assert fetching.told(0) == []
    assert fetching.told() == ["The others wait for your answer: WAGER."]
    assert fetching.told(NOTED_MS) == ["The others wait for your answer: WAGER."]


def test_feed_has_nothing_that_was_answered_though_its_row_stays(fetching: Fetching) -> None:
    fetching.open("r")
    play(fetching.hub, "claim", "ann", NOW_MS)
    play(fetching.hub, "allow", "eve", NOW_MS + 1)
    assert fetching.told() == []
    assert rows_of(fetching.database, "kind", "result") == [("answer", "kept")]


def test_ids_of_entries_follow_from_the_event_that_they_tell(fetching: Fetching) -> None:
    fetching.open("r")
    play(fetching.hub, "claim", "ann", NOW_MS)
    fetching.told()
    body = fetching.fetched.feed("key")
    assert body is not None
    assert entries_of(body)[0][0] == "tag:games.example,2026:notice/r/4/answer"


def test_old_notices_leave_the_feed(fetching: Fetching) -> None:
    fetching.open("r")
    play(fetching.hub, "claim", "ann", NOW_MS)
    assert len(fetching.told(SHOWN_MS - 1)) == 1
    assert fetching.told(1) == []


def test_feed_is_the_same_until_something_happens(fetching: Fetching) -> None:
    fetching.open("r")
    play(fetching.hub, "claim", "ann", NOW_MS)
    fetching.told()
    before = fetching.fetched.feed("key")
    fetching.now_ms += 100_000
    assert fetching.fetched.feed("key") == before


def test_who_was_banned_has_no_feed_and_no_calendar(fetching: Fetching) -> None:
    fetching.change(PERSON, is_banned=True)
    assert fetching.fetched.feed("key") is None
    assert fetching.fetched.calendar("key") is None


def test_language_is_that_which_the_person_has_chosen(fetching: Fetching) -> None:
    def lang() -> str | None:
        body = fetching.fetched.feed("key")
        assert body is not None
        return ElementTree.fromstring(body).get("{http://www.w3.org/XML/1998/namespace}lang")

    assert lang() == "en"
    fetching.change(PERSON, settings='{"language": "cs"}')
    assert lang() == "cs"


def test_visits_are_noted_for_the_owner_now_and_then(fetching: Fetching) -> None:
    fetching.fetched.feed("key")
    assert ways_of(fetching.database, "id", "used_ms") == [
        ("calendar-eve", 0), ("feed-eve", NOW_MS),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["feed", "calendar"])
def test_another_key_has_nothing(fetching: Fetching, kind: str) -> None:
    fetch: Callable[[str], bytes | None] = getattr(fetching.fetched, kind)
    assert fetch("key") is not None
    assert fetch("another") is None


def calendar_of(fetching: Fetching) -> list[str]:
    body = fetching.fetched.calendar("key")
    assert body is not None
    return [str(entry["uid"]) for entry in Calendar.from_ical(body).walk("VEVENT")]


def test_calendar_has_hours_and_ends_of_the_persons_own_rooms(fetching: Fetching) -> None:
    fetching.open("r")
    fetching.open("s")
    assert calendar_of(fetching) == []
    fetching.change(ROOM, hour_ms=NOW_MS + 3_600_000)
    assert calendar_of(fetching) == ["hour-r@games.example", "hour-s@games.example"]
    fetching.change(ROOM, hour_ms=None, flag_ms=NOW_MS + 86_400_000, is_slow=True)
    fetching.change(ROOM, waits_for=" 1 ")
    assert calendar_of(fetching) == ["turn-r@games.example", "turn-s@games.example"]
    fetching.change(ROOM, waits_for=" 0 ")
    assert calendar_of(fetching) == []
    fetching.change(ROOM, waits_for=" 1 ")
    fetching.change(SEAT, person="ann")
    assert calendar_of(fetching) == []
