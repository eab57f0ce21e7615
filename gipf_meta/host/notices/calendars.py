"""A calendar (RFC 5545) of a person's matches: hours of duels, and when his time for a turn ends.

It names nobody. An entry of a match keeps its UID, and gets a greater SEQUENCE by each event of the
room, so that a program moves it instead of showing two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta  # noqa: TID251 - reads no clock
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from gipf_meta.base.texts import _
from gipf_meta.desk.context import ListedRoom

if TYPE_CHECKING:
    from icalendar import Event

DUEL: Final = timedelta(minutes=30)
"""The time for which a calendar shows a duel that is played live."""
REFRESH: Final = timedelta(hours=1)
"""The time after which a program is asked to look again."""


def write_calendar(
    rooms: Iterable[ListedRoom],
    person: str,
    origin: str,
    title: Callable[[str], str],
    link_of: Callable[[str], str],
) -> bytes:
    """Returns the calendar of *person* with those of *rooms* that have a day and an hour, in the
    language that is spoken.

    *origin* is the address of the host, *title* returns how a game is called, *link_of* the address
    of a room.
    """
    from icalendar import Calendar, vDuration  # loaded now: a host begins sooner

    site = urlsplit(origin).hostname or "localhost"
    calendar = Calendar()
    calendar.add("prodid", "-//gipf_meta//notices//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    name = _("Your matches at {site}").format(site=urlsplit(origin).netloc)
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))  # which icalendar would write as 1:00:00
    for room in sorted(rooms, key=lambda room: room.room):
        if not any(seat.person == person for seat in room.seats) or room.is_over:
            continue
        link, game = link_of(room.room), title(room.game)
        if room.hour_ms is not None:
            duel = _entry(room, f"hour-{room.room}@{site}", room.hour_ms, link)
            duel.add("duration", DUEL)
            duel.add("summary", _("Live duel: {game}").format(game=game))
            calendar.add_component(duel)
        is_own_turn = any(seat.waits and seat.person == person for seat in room.seats)
        if room.flag_ms is not None and room.is_slow and is_own_turn:
            end = _entry(room, f"turn-{room.room}@{site}", room.flag_ms, link)
            end.add("summary", _("Your time ends: {game}").format(game=game))
            end.add("transp", "TRANSPARENT")  # nobody is busy then
            calendar.add_component(end)
    return bytes(calendar.to_ical())


def _entry(room: ListedRoom, uid: str, at_ms: int, link: str) -> Event:
    """Returns an entry of *room* at the moment *at_ms*."""
    from icalendar import Event

    entry = Event()
    entry.add("uid", uid)
    entry.add("dtstart", _moment(at_ms))
    entry.add("dtstamp", _moment(room.changed_ms))
    entry.add("last-modified", _moment(room.changed_ms))
    entry.add("sequence", room.number)
    entry.add("url", link)
    return entry


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms // 1000, UTC)
