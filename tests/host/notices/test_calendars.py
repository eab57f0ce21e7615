"""Calendars have the hours of duels and the ends of one's time, in UTC, and name nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta  # noqa: TID251 - reads no clock
from typing import Any

from icalendar import Calendar

from gipf_meta.desk.context import ListedRoom, SeatInList
from gipf_meta.host.notices.calendars import write_calendar

ORIGIN = "https://games.example"
AT_MS = 1_796_324_400_000
AT = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
SEATS = SeatInList(0, "Ana", "p1", waits=True), SeatInList(1, "Bo", "p2")
ROOM = ListedRoom("r1", "gipf", SEATS, 0, 5, 17, AT_MS - 3_600_000, is_slow=True)
DUEL = replace(ROOM, hour_ms=AT_MS)
TURN = replace(ROOM, flag_ms=AT_MS)


def write(*rooms: ListedRoom, person: str = "p1") -> bytes:
    link_of = f"{ORIGIN}/#room/{{}}".format
    return write_calendar(rooms, person, ORIGIN, str.upper, link_of)


def entries(*rooms: ListedRoom, person: str = "p1") -> list[Any]:
    """The entries of a calendar, as another program reads it."""
    calendar = Calendar.from_ical(write(*rooms, person=person))
    assert calendar["version"] == "2.0"
    assert calendar["prodid"]
    return [*calendar.walk("VEVENT")]


def test_agreed_hour_of_a_duel_stands_in_the_calendar_of_both() -> None:
    for person in ("p1", "p2"):
        (entry,) = entries(DUEL, person=person)
        assert entry["uid"] == "hour-r1@games.example"
        assert entry.decoded("dtstart") == AT
        assert entry.decoded("duration") == timedelta(minutes=30)
        assert entry.decoded("dtstamp") == AT - timedelta(hours=1)
        assert entry["sequence"] == 17
        assert entry["summary"] == "Live duel: GIPF"
        assert entry["url"] == f"{ORIGIN}/#room/r1"


def test_end_of_time_stands_in_the_calendar_of_who_is_waited_for() -> None:
    (entry,) = entries(TURN)
    assert entry["uid"] == "turn-r1@games.example"
    assert entry.decoded("dtstart") == AT
    assert entry["summary"] == "Your time ends: GIPF"
    assert entry["transp"] == "TRANSPARENT"
    assert entries(TURN, person="p2") == []


def test_what_has_no_day_stands_in_no_calendar() -> None:
    live = replace(TURN, is_slow=False)
    over = replace(DUEL, is_over=True)
    assert entries(ROOM, live, over) == []
    assert entries(DUEL, TURN, person="p3") == []


def test_moved_entry_keeps_its_uid_and_gets_a_greater_sequence() -> None:
    (before,) = entries(DUEL)
    (after,) = entries(replace(DUEL, hour_ms=AT_MS + 60_000, number=19))
    assert before["uid"] == after["uid"]
    assert int(after["sequence"]) > int(before["sequence"])


def test_calendar_is_in_utc_and_the_same_for_the_same_rooms_in_any_order() -> None:
    other = replace(TURN, room="r2")
    body = write(DUEL, other)
    assert body == write(other, DUEL)
    assert b"DTSTART:20261203T190000Z\r\n" in body
    assert b"TZID" not in body
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))


def test_calendar_asks_to_be_read_again_in_an_hour() -> None:
    written = write()
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in written
    assert b"X-PUBLISHED-TTL:PT1H\r\n" in written


def test_no_calendar_names_anybody() -> None:
    body = write(DUEL, TURN, replace(DUEL, room="r3", is_private=True))
    assert b"Ana" not in body
    assert b"Bo" not in body
