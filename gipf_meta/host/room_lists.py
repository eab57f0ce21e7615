"""Lists of rooms from the database: a person's tables, and the open ones; and live lists, which
send the changes of any process to open pages."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, cast

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.dates import zone_name
from gipf_meta.base.names import other_name
from gipf_meta.base.pending import Noted
from gipf_meta.base.texts import language
from gipf_meta.desk.context import ListedRoom, SeatInList, WaitingRooms
from gipf_meta.desk.known_pictures import keys_in, with_keys
from gipf_meta.desk.responses import LiveMessage, PageMessages, WrittenPart, WrittenScreen
from gipf_meta.host.company import apart_from, is_invited
from gipf_meta.host.database import Database
from gipf_meta.host.tables import GUEST, NAME, PERSON, ROOM, SEAT
from gipf_meta.host.written_rows import is_among, players_in
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.records.player_names import SOMEBODY

MOST_LISTED: Final = 200
"""The most rooms of a list."""


_OF_SEATS: Final = (
    "person", "kind", "is_reserved", "invited", "invited_until_ms", "rest_from_ms",
    "rest_until_ms",
)  # fmt: skip
"""The columns of a seat beside its player and its name: fields of ``SeatInList``."""
_IS_MATCH: Final = ROOM.c.game != SettingUp.id
_GOES_ON: Final = sa.not_(sa.or_(ROOM.c.is_over, ROOM.c.is_study))


class Lists:
    """The lists of the rooms of *database*, the last changed first. All raise ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables_of(self, person: str, most: int = MOST_LISTED) -> list[ListedRoom]:
        """Returns the rooms in which *person* holds a seat, those that he has opened, and the
        studies to which he was admitted; boards that are being set up are left out."""
        return self._list(sa.and_(is_room_of(person), _IS_MATCH), most)

    def waiting_for(self, person: str, at_ms: int, most: int = MOST_LISTED) -> WaitingRooms:
        """Returns the rooms that wait for *person* at *at_ms*, the most urgent first: for what he
        has to do, and behind those the ones to which he is invited by name; boards that are being
        set up are left out."""
        waiting = _waiting_for(person)
        of_person = waiting.join(ROOM, ROOM.c.id == waiting.c.room)
        until = sa.func.coalesce(ROOM.c.hour_ms, ROOM.c.flag_ms, waiting.c.until_ms)
        urgency = waiting.c.is_invited, until.is_(None), until, ROOM.c.changed_ms, ROOM.c.id
        goes_on = sa.and_(sa.not_(ROOM.c.is_over), _IS_MATCH)
        rooms = sa.select(ROOM).select_from(of_person).where(goes_on).order_by(*urgency).limit(most)
        count = sa.select(sa.func.count()).select_from(of_person).where(goes_on)

        def ask(db: Connection) -> WaitingRooms:
            found = read_rooms(db, rooms)
            every = db.execute(count).scalar_one() if len(found) == most else len(found)
            return WaitingRooms(found, int(every), at_ms)

        self._database.commit_unfinished()
        return self._database.read(ask)

    def hours_between(self, from_ms: int, to_ms: int) -> list[ListedRoom]:
        """Returns the rooms in which a duel is played live at an hour after *from_ms*, and not
        after *to_ms*."""
        is_soon = sa.and_(ROOM.c.hour_ms > from_ms, ROOM.c.hour_ms <= to_ms, _GOES_ON)
        rooms = sa.select(ROOM).where(is_soon).order_by(ROOM.c.hour_ms, ROOM.c.id)
        return self._database.read(lambda db: read_rooms(db, rooms))

    def open_tables(self, person: str = "", most: int = MOST_LISTED) -> list[ListedRoom]:
        """Returns the rooms with a seat that any person may take, without those of banned people,
        and those of people who are apart from *person*, ``""`` for nobody.

        The newest table of each person comes first, then the second of each, and so on, so that
        nobody's tables bury those of others.
        """
        banned = sa.select(PERSON.c.id).where(PERSON.c.is_banned)
        nth = sa.func.row_number().over(
            partition_by=ROOM.c.opened_by, order_by=(ROOM.c.changed_ms.desc(), ROOM.c.id)
        )
        is_listed = sa.and_(_waits(), ROOM.c.opened_by.not_in(banned))
        if person:
            apart = apart_from(person)
            beside = sa.select(SEAT.c.room).where(SEAT.c.person.in_(apart))
            is_listed = sa.and_(is_listed, ROOM.c.by.not_in(apart), ROOM.c.id.not_in(beside))
        return self._list(is_listed, most, nth)

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        """Returns the people whose lists have one of *rooms*: holders of seats, openers, people who
        are invited by name, and those who were admitted to a study."""
        seated = sa.select(SEAT.c.person).where(SEAT.c.room.in_(rooms))
        studying = sa.select(GUEST.c.person).where(GUEST.c.room.in_(rooms))
        invited = sa.select(SEAT.c.invited).where(SEAT.c.room.in_(rooms), SEAT.c.invited != "")
        opened = sa.select(ROOM.c.by).where(ROOM.c.id.in_(rooms))
        query = sa.union(seated, studying, opened, invited)
        return self._database.read(lambda db: frozenset(db.execute(query).scalars()))

    def rooms_by_person(self, rooms: Collection[str]) -> Mapping[str, Collection[str]]:
        """Returns those of *rooms* in which somebody holds a seat or is invited by name, by the
        people."""
        seats = sa.select(SEAT.c.room, SEAT.c.person, SEAT.c.invited)
        query = seats.where(SEAT.c.room.in_(rooms))
        found = defaultdict[str, set[str]](set)
        for room, *people in self._database.read(lambda db: db.execute(query).all()):
            for person in filter(None, people):
                found[person].add(room)
        return dict(found)

    def count_unfinished(self, people: Collection[str]) -> int:
        """Returns the number of unfinished matches opened by *people*; studies do not count."""
        is_his = ROOM.c.opened_by.in_(people)
        query = sa.select(sa.func.count()).where(is_his, _IS_MATCH, _GOES_ON)
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def count_open(self, people: Collection[str]) -> int:
        """Returns the number of open tables of *people* that wait for a player."""
        query = sa.select(sa.func.count()).where(ROOM.c.opened_by.in_(people), _waits())
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def count_all_unfinished(self) -> int:
        """Returns the number of all unfinished matches; studies do not count."""
        query = sa.select(sa.func.count()).where(_IS_MATCH, _GOES_ON)
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def all_rooms(self, most: int = MOST_LISTED) -> list[ListedRoom]:
        """Returns all rooms, at most *most*."""
        return self._list(sa.true(), most)

    def _list(
        self, is_listed: sa.ColumnElement[bool], most: int, *first: sa.ColumnElement[Any]
    ) -> list[ListedRoom]:
        rooms = sa.select(ROOM).where(is_listed)
        rooms = rooms.order_by(*first, ROOM.c.changed_ms.desc(), ROOM.c.id).limit(most)

        self._database.commit_unfinished()
        return self._database.read(lambda db: read_rooms(db, rooms))


def is_room_of(person: str) -> sa.ColumnElement[bool]:
    """Returns the condition that *person* holds a seat in a room, has opened it and not left, or
    was admitted to it."""
    held = sa.select(SEAT.c.room).where(SEAT.c.person == person)
    studied = sa.select(GUEST.c.room).where(GUEST.c.person == person)
    return sa.or_(ROOM.c.id.in_(held), ROOM.c.id.in_(studied), ROOM.c.by == person)


def _waiting_for(person: str) -> sa.Subquery:
    """Returns the rooms that wait for *person*, each once: whether they do so only because he
    *is_invited* by name, and the end of the invitation. Each part finds its rows by an index."""
    waits = (
        sa.select(SEAT.c.room, _NO, _NEVER)
        .join(ROOM, ROOM.c.id == SEAT.c.room)
        .where(SEAT.c.person == person, is_among(SEAT.c.player, ROOM.c.waits_for))
    )
    at_hours = sa.select(ROOM.c.id).where(ROOM.c.hour_ms.is_not(None))
    is_live = sa.and_(SEAT.c.person == person, SEAT.c.room.in_(at_hours))
    hours = sa.select(SEAT.c.room, _NO, _NEVER).where(is_live)
    invited = (
        sa.select(
            SEAT.c.room,
            sa.literal(1).label("is_invited"),
            SEAT.c.invited_until_ms.label("until_ms"),
        )
        .join(ROOM, ROOM.c.id == SEAT.c.room)
        .where(is_invited(person), *_may_invite(person))
    )
    every = sa.union_all(waits, hours, invited).subquery()
    return (
        sa.select(
            every.c.room,
            sa.func.min(every.c.is_invited).label("is_invited"),
            sa.func.min(every.c.until_ms).label("until_ms"),
        )
        .group_by(every.c.room)
        .subquery()
    )


def _may_invite(person: str) -> tuple[sa.ColumnElement[bool], ...]:
    """Returns the conditions that a room is not of somebody who is banned, or apart from
    *person*."""
    is_banned = sa.exists().where(PERSON.c.id == ROOM.c.by, PERSON.c.is_banned)
    return sa.not_(is_banned), ROOM.c.by.not_in(apart_from(person))


_NO: Final = sa.literal(0).label("is_invited")
_NEVER: Final = sa.cast(sa.null(), sa.BigInteger).label("until_ms")


def read_rooms(db: Connection, rooms: sa.Select[Any]) -> list[ListedRoom]:
    """Returns the rooms that the query *rooms* finds, with their seats."""
    found = db.execute(rooms).all()
    seats = _seats(db, {row.id: players_in(row.waits_for) for row in found})
    return [_listed(row, seats[row.id]) for row in found]


def _waits() -> sa.ColumnElement[bool]:
    """Returns the condition that a room is open and has a free seat that is not reserved."""
    free = sa.select(SEAT.c.room).where(
        SEAT.c.person == "", SEAT.c.kind == "human", sa.not_(SEAT.c.is_reserved)
    )
    return sa.and_(ROOM.c.is_open, _GOES_ON, ROOM.c.id.in_(free))


def _seats(db: Connection, rooms: Mapping[str, Collection[int]]) -> dict[str, list[SeatInList]]:
    """Returns the seats of each of *rooms*, in the order of players; the rooms wait for the players
    in their values."""
    if not rooms:
        return {}
    columns = SEAT.c.player, SEAT.c.word, *(SEAT.c[name] for name in _OF_SEATS)
    is_its_name = sa.and_(NAME.c.room == SEAT.c.room, NAME.c.number == SEAT.c.named)
    query = sa.select(SEAT.c.room, NAME.c.text, *columns).where(SEAT.c.room.in_([*rooms]))
    query = query.join_from(SEAT, NAME, is_its_name, isouter=True).order_by(SEAT.c.player)
    seats: dict[str, list[SeatInList]] = defaultdict(list)
    for room, text, player, word, *seat in db.execute(query):
        name = word or text or other_name(SOMEBODY, (each.name for each in seats[room]))
        values = dict(zip(_OF_SEATS, seat, strict=True))
        seats[room].append(SeatInList(player, name, waits=player in rooms[room], **values))
    return seats


def _listed(row: sa.Row[tuple[object, ...]], seats: list[SeatInList]) -> ListedRoom:
    return ListedRoom(
        room=row.id,
        number=row.number,
        game=row.game,
        seats=tuple(seats),
        player=row.player,
        turns=row.turns,
        is_over=row.is_over,
        is_open=row.is_open,
        is_private=row.is_private,
        by=row.by,
        opened_ms=row.opened_ms,
        changed_ms=row.changed_ms,
        is_from_position=row.is_from_position,
        is_study=row.is_study,
        is_slow=row.is_slow,
        flag_ms=row.flag_ms,
        hour_ms=row.hour_ms,
    )


MOST_ROOMS: Final = 500
"""If more rooms have changed since the last update, all pages get their lists anew."""
_ROOM_IN: Final = re.compile(r"'room': '([A-Za-z0-9_-]+)'")
"""A room in the parts of a screen, as Python writes them."""
MOST_AT_ONCE: Final = 100
"""The most pages that one update tells; the others are told by the next one."""


class ListMaker(Protocol):
    """The source of the parts of screens that are lists of tables."""

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        """Returns the lists on *screen* for *person*."""
        ...


TellPage = Callable[[str, Callable[[], LiveMessage | None]], bool]
"""Sends the page of a link the message that the callback makes in its language; returns whether the
page is there."""


@dataclass
class _Shown:
    """The *parts* of a *screen* that the page of *person* shows, with their *rooms*; of pictures
    they have the keys only."""

    person: str
    screen: str
    parts: list[WrittenPart]
    rooms: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.take(self.parts)

    def take(self, parts: list[WrittenPart]) -> None:
        """Notes that the page shows *parts* now."""
        self.parts, self.rooms = parts, frozenset(_ROOM_IN.findall(str(parts)))


class LiveLists:
    """Sends open pages the changes of the lists on their screens."""

    def __init__(self, lists: Lists, desks: ListMaker) -> None:
        self._lists, self._desks = lists, desks
        self._shown: dict[str, _Shown] = {}
        self._changed, self._waiting = Noted[str](), Noted[str]()
        self._open: list[ListedRoom] | None = None
        self._made: dict[tuple[str, str, str, str | None], list[WrittenPart]] = {}

    def note_answers(self, link: str, person: str, answers: PageMessages) -> None:
        """Notes the screen that the page of *person* at *link* shows, if *answers* have one."""
        for answer in answers:
            if (screen := cast("WrittenScreen | None", answer.get("screen"))) is not None:
                self.forget(link)
                if (live := screen.get("live")) is not None:
                    parts = with_keys(screen["parts"][:live], _every)
                    self._shown[link] = _Shown(person, screen["name"], parts)

    def note(self, room: str) -> None:
        """Notes that lists with *room* may have changed."""
        if self._shown:
            self._changed.note(room)

    def forget_room(self, room: str) -> None:
        """Notes that *room* was removed, or written anew: it may stand in any list."""
        self._open = None
        self.note(room)

    def forget(self, link: str) -> None:
        """Notes that the page at *link* shows no list any more."""
        self._shown.pop(link, None)
        self._waiting.forget(link)

    async def tell(self, tell: TellPage) -> None:
        """Calls *tell* for at most ``MOST_AT_ONCE`` pages whose lists may have changed.

        A page without its message comes again in the next call. Pages of one person that show the
        same screen get lists that are made once. Raises ``DatabaseError``.
        """
        self._made.clear()
        if self._changed:
            with self._changed.dealt_with() as changed:
                if self._shown:
                    self._waiting.note(*await asyncio.to_thread(self._find_pages, changed))
        for link in self._waiting.first(MOST_AT_ONCE):
            self._waiting.note(link)  # it comes last until it has its message
            if not tell(link, partial(self._message_for, link)):
                self.forget(link)

    def _find_pages(self, changed: Collection[str]) -> list[str]:
        """Returns the links of the pages whose lists may have one of the rooms *changed*."""
        now = self._lists.open_tables()
        # what is said of an open table may come later than the table: its room is rebuilt first
        is_open = any(table.room in changed for table in now)
        is_for_all = is_open or self._open != now or len(changed) > MOST_ROOMS
        people = frozenset[str]() if is_for_all else self._lists.people_of(changed)
        self._open = now
        shown = [*self._shown.items()]
        # who has lost a seat or an invitation is in no list of its room any more, but shows it
        return [
            link
            for link, page in shown
            if is_for_all or page.person in people or not page.rooms.isdisjoint(changed)
        ]

    def _message_for(self, link: str) -> LiveMessage | None:
        """Returns the new lists for the page at *link*; ``None`` if they are as it shows them."""
        shown = self._shown.get(link)
        if shown is None or link not in self._waiting:
            return None
        parts, known = self._make(shown.person, shown.screen), {*keys_in(shown.parts)}
        fresh, bare = with_keys(parts, known.__contains__), with_keys(parts, _every)
        self._waiting.forget(link)
        if bare == shown.parts:
            return None
        shown.take(bare)
        return {"live": {"name": shown.screen, "live": len(fresh), "parts": fresh}}

    def _make(self, person: str, screen: str) -> list[WrittenPart]:
        """Returns the lists on *screen* for *person* in the language that is spoken now, with the
        days of his zone."""
        key = person, screen, language(), zone_name()
        if key not in self._made:
            self._made[key] = self._desks.live_parts(person, screen)
        return self._made[key]


def _every(key: str) -> bool:
    return True
