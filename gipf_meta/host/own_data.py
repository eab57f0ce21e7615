"""Everything that a host stores about one person, as JSON, for himself.

It has facts, never what lets anybody in: no key, no hash, no token. Of others it has what he sees
anyway: their names at his tables. A match that others still play tells nothing but his own
decisions, so that neither luck nor what others hide shows.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import moment_of
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.host.company import is_invited
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import PeopleError
from gipf_meta.host.practice_rows import read_practice
from gipf_meta.host.redaction import texts_in
from gipf_meta.host.room_lists import is_room_of
from gipf_meta.host.tables import (
    DEVICE,
    ENTRY,
    NOTICE_WAY,
    OUTBOX,
    PERSON,
    PLAN,
    RELATION,
    ROOM,
    SEAT,
    TICKET,
    VACATION,
    WAY_BACK,
)
from gipf_meta.match.match import GameFinder
from gipf_meta.records.record_files import to_data
from gipf_meta.rooms.events import Played
from gipf_meta.rooms.ledger import LedgerEntry
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState

FORMAT: Final = 1
"""The format of the text."""
LETTERS: Final = 1_000_000
"""The letters of a part, about; the last room of it may have more."""
MOST_TOLD: Final = 500
"""The most rooms whose records are in one text; of others it has the rest, and ``parts`` all."""
MOST_LETTERS: Final = 20_000_000
"""The most letters of records in one text, likewise."""
KEYS_OF_PUSHES: Final = ("p256dh", "auth", "host_key")
"""Parts of what is noted of a push that are keys."""
MOST_PREPARED: Final = 8
"""The most texts in memory, made or being made."""
AT_ONCE_S: Final = 0.04
"""Seconds for which the loop waits for a text."""


class NotReady(GipfMetaError, RuntimeError):
    """The data of a person is not put together yet; one sentence."""


class OwnData:
    """Everything that *database* stores about people; *finder* finds the games of their matches.

    Every method raises ``PeopleError`` for an unknown person, and ``DatabaseError``.
    """

    def __init__(self, database: Database, finder: GameFinder) -> None:
        self._database, self._finder = database, finder

    def text(self, person: str) -> str:
        """Returns all about *person* as one JSON text, with the records of his newest rooms."""
        facts, rooms, letters = self._facts(person), list[dict[str, Any]](), 0
        for row in self._rooms(person):
            is_told = len(rooms) < MOST_TOLD and letters < MOST_LETTERS
            rooms.append(self._room(row, person) if is_told else _listed(row))
            letters += len(json.dumps(rooms[-1])) if is_told else 0
        comments = self._comments(person)
        self._facts(person)  # he may have been deleted meanwhile
        return _dumped({**facts, "rooms": rooms, "comments": comments})

    def parts(self, person: str) -> Iterator[str]:
        """Yields all about *person*, in JSON texts of about ``LETTERS`` letters: whatever their
        number, they are never in memory together."""
        facts, rooms, letters = self._facts(person), list[dict[str, Any]](), 0
        facts["comments"] = self._comments(person)
        for row in self._rooms(person):
            rooms.append(self._room(row, person))
            letters += len(json.dumps(rooms[-1]))
            if letters > LETTERS:
                yield _dumped({**facts, "rooms": rooms, "goes_on": True})
                facts, rooms, letters = {"format": FORMAT}, [], 0
        yield _dumped({**facts, "rooms": rooms, "goes_on": False})

    def _facts(self, person: str) -> dict[str, Any]:
        """Returns what the tables of people have about *person*."""

        def ask(db: Connection) -> dict[str, Any]:
            row = db.execute(sa.select(PERSON).where(PERSON.c.id == person)).one_or_none()
            if row is None:
                raise PeopleError(_("Nobody here has the id {person}.").format(person=person))
            return {
                "format": FORMAT,
                "person": {
                    "id": row.id,
                    "name": row.name,
                    "first_seen": moment_of(row.created_ms),
                    "last_seen": moment_of(row.seen_ms),
                    "last_address": row.network,
                    "is_banned": row.is_banned,
                    "is_hidden": row.is_hidden,
                    "may_be_invited_by": row.open_to,
                },
                "settings": read_object(row.settings) or {},
                "devices": _rows(db, DEVICE, person, "label", "created_ms", "seen_ms"),
                "ways_back": _ways(db, person),
                "people": _people(db, person),
                "invitations": _invitations(db, person),
                "requests": _rows(db, TICKET, person, "kind", "created_ms", "expires_ms"),
                "notice_ways": _notice_ways(db, person),
                "notices": _rows(db, OUTBOX, person, "room", "kind", "created_ms", "result"),
                "plans": _plans(db, person),
                "vacations": _rows(db, VACATION, person, "created_ms", "from_ms", "until_ms"),
                "practice": [each.model_dump(mode="json") for each in read_practice(db, person)],
            }

        return self._database.read(ask)

    def _rooms(self, person: str) -> Sequence[sa.Row[Any]]:
        """Returns the rows of the rooms where *person* holds a seat, that he has opened, or to
        which he was admitted, the last changed first."""
        is_his = sa.or_(is_room_of(person), ROOM.c.opened_by == person)
        query = sa.select(ROOM).where(is_his).order_by(ROOM.c.changed_ms.desc(), ROOM.c.id)
        return self._database.read(lambda db: db.execute(query).all())

    def _room(self, row: sa.Row[Any], person: str) -> dict[str, Any]:
        """Returns all about the room of *row* that *person* may know."""
        about = _listed(row)
        try:
            entries = DatabaseLedger(self._database).read(row.id)
            room = rebuild(row.id, [each.event for each in entries], self._finder).state
        except GipfMetaError as error:  # of a game that is not installed here, say
            return {**about, "why_no_record": str(error)}
        held = room.seats.held_by(person)
        about["players"] = [
            {"name": seat.name, "player": seat.player, "is_you": player in held}
            for player, seat in enumerate(room.table.seats)
        ]
        if _knows_all(room, person):
            return {**about, "record": to_data(room.record())}
        if held:
            about["own_decisions"] = _own_decisions(entries, held)
        return {**about, "why_no_record": _("Others play this match: its record comes later.")}

    def _comments(self, person: str) -> list[dict[str, Any]]:
        """Returns the comments that *person* wrote in studies, the first one first."""
        query = sa.select(ENTRY.c.room, ENTRY.c.told).join(ROOM, ROOM.c.id == ENTRY.c.room)
        query = query.where(ROOM.c.is_study, ENTRY.c.sender == person)
        query = query.order_by(ENTRY.c.room, ENTRY.c.number)
        return [
            {"room": row.room, "comment": comment}
            for row in self._database.read(lambda db: db.execute(query).all())
            for comment in texts_in(row.told, "comment")
        ]


class PreparedData:
    """The texts of *own* data that people have asked for, each made in a thread beside the loop.

    A small one is there at once; who has played much asks twice.
    """

    def __init__(self, own: OwnData) -> None:
        self._own = own
        self._texts: OrderedDict[str, Future[str]] = OrderedDict()
        self._makers = ThreadPoolExecutor(1, "own data")

    def take(self, person: str) -> str:
        """Returns all about *person* as one JSON text.

        Raises ``NotReady`` while it is made, and what ``OwnData.text`` raises.
        """
        wait_s = 0.0
        if person not in self._texts:
            waiting = sum(not each.done() for each in self._texts.values())
            if waiting >= MOST_PREPARED:
                raise NotReady(_("Others get their data just now: try again in a minute."))
            text = partial(copy_context().run, self._own.text, person)
            self._texts[person] = self._makers.submit(text)
            wait_s = 0.0 if waiting else AT_ONCE_S  # behind others it is not there at once
            while len(self._texts) > MOST_PREPARED:  # one that nobody has taken
                self._texts.popitem(last=False)
        try:
            text_now = self._texts[person].result(timeout=wait_s)
        except TimeoutError:
            words = _("Your data is being put together: ask for it once more in a few seconds.")
            raise NotReady(words) from None
        except BaseException:
            self._texts.pop(person, None)
            raise
        del self._texts[person]
        return text_now

    def forget(self, people: Collection[str]) -> None:
        """Forgets the texts about *people*, who were deleted."""
        for person in people:
            self._texts.pop(person, None)

    def close(self) -> None:
        """Ends the thread; what it has not begun is not made."""
        self._makers.shutdown(wait=False, cancel_futures=True)


def _knows_all(room: RoomState, person: str) -> bool:
    """Whether *person* may have the whole record of *room*: it is over, or a study that he may
    watch, or nobody else plays."""
    if room.study is not None:
        return room.may_watch(person)
    is_alone = bool(room.seats.held_by(person)) and room.is_played_by(person)
    return is_alone or (room.table.over is not None and room.may_watch(person))


def _own_decisions(entries: list[LedgerEntry], held: tuple[int, ...]) -> list[str]:
    """Returns the decisions of the players *held*, in order."""
    events = (each.event for each in entries)
    return [each.text for each in events if isinstance(each, Played) and each.player in held]


def _listed(row: sa.Row[Any]) -> dict[str, Any]:
    """Returns what lists have about the room of *row*."""
    return {
        "room": row.id,
        "game": row.game,
        "is_study": row.is_study,
        "is_over": row.is_over,
        "is_private": row.is_private,
        "turns": row.turns,
        "opened": moment_of(row.opened_ms),
        "changed": moment_of(row.changed_ms),
    }


def _rows(db: Connection, table: sa.Table, person: str, *columns: str) -> list[dict[str, Any]]:
    """Returns these *columns* of the rows of *person*, the first one first."""
    query = sa.select(*(table.c[each] for each in columns)).where(table.c.person == person)
    rows = db.execute(query.order_by(table.c.created_ms)).mappings()
    return [{_name(key): _value(key, value) for key, value in row.items()} for row in rows]


def _ways(db: Connection, person: str) -> list[dict[str, Any]]:
    """Returns the ways back of *person*; of a mail address the address, of others no secret."""
    found = _rows(db, WAY_BACK, person, "kind", "label", "created_ms", "used_ms", "key")
    return [
        {name: each for name, each in way.items() if name != "key" or way["kind"] == "mail"}
        for way in found
    ]


def _notice_ways(db: Connection, person: str) -> list[dict[str, Any]]:
    """Returns the ways by which *person* is told what waits for him, without any key."""
    columns = "kind", "label", "created_ms", "used_ms", "trouble", "about"
    ways = _rows(db, NOTICE_WAY, person, *columns)
    for way in ways:
        about = read_object(way["about"]) or {}
        way["about"] = {name: each for name, each in about.items() if name not in KEYS_OF_PUSHES}
    return ways


def _plans(db: Connection, person: str) -> list[dict[str, Any]]:
    """Returns the moves that *person* has made in advance, which nobody else sees."""
    query = sa.select(PLAN.c.room, PLAN.c.player, PLAN.c.text, PLAN.c.changed_ms)
    rows = db.execute(query.where(PLAN.c.person == person).order_by(PLAN.c.changed_ms)).mappings()
    return [{_name(key): _value(key, value) for key, value in row.items()} for row in rows]


def _people(db: Connection, person: str) -> list[dict[str, Any]]:
    """Returns the favourites of *person* and those whom he has blocked; never who has marked
    him."""
    columns = RELATION.c.other, RELATION.c.is_favourite, RELATION.c.is_blocked
    query = sa.select(*columns, RELATION.c.changed_ms).where(RELATION.c.person == person)
    rows = db.execute(query.order_by(RELATION.c.changed_ms)).all()
    return [
        {
            "id": row.other,
            "is_favourite": row.is_favourite,
            "is_blocked": row.is_blocked,
            "changed": moment_of(row.changed_ms),
        }
        for row in rows
    ]


def _invitations(db: Connection, person: str) -> list[dict[str, Any]]:
    """Returns the invitations by name that wait for *person*."""
    columns = SEAT.c.room, ROOM.c.game, SEAT.c.player, SEAT.c.invited_until_ms
    query = sa.select(*columns).join(ROOM, ROOM.c.id == SEAT.c.room)
    rows = db.execute(query.where(is_invited(person)).order_by(SEAT.c.invited_until_ms))
    return [
        {
            "room": row.room,
            "game": row.game,
            "player": row.player,
            "until": _value("until_ms", row.invited_until_ms),
        }
        for row in rows
    ]


def _name(column: str) -> str:
    return column.removesuffix("_ms")


def _value(column: str, value: Any) -> Any:
    """Returns the *value* of a column as people read it; a time of 0 is none."""
    if not column.endswith("_ms"):
        return value
    return moment_of(value) if value else None


def _dumped(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
