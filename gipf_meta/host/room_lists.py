"""Lists of rooms from the database: a person's tables, and the open ones; and live lists, which
send the changes of any process to open pages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, cast

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.pending import Noted
from gipf_meta.desk.context import ListedRoom, SeatInList
from gipf_meta.desk.known_pictures import keys_in, with_keys
from gipf_meta.desk.responses import LiveMessage, PageMessages, WrittenPart, WrittenScreen
from gipf_meta.host.database import Database
from gipf_meta.host.tables import GUEST, PERSON, ROOM, SEAT
from gipf_meta.plugins.setting_up import SettingUp

MOST_LISTED: Final = 200
"""The most rooms of a list."""


_IS_MATCH: Final = ROOM.c.game != SettingUp.id
_GOES_ON: Final = sa.not_(sa.or_(ROOM.c.is_over, ROOM.c.is_study))


class Lists:
    """The lists of the rooms of *database*, the last changed first. All raise ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables_of(self, person: str, most: int = MOST_LISTED) -> list[ListedRoom]:
        """Returns the rooms in which *person* holds a seat, those that he has opened, and the
        studies to which he was admitted; boards that are being set up are left out."""
        held = sa.select(SEAT.c.room).where(SEAT.c.person == person)
        studied = sa.select(GUEST.c.room).where(GUEST.c.person == person)
        is_his = sa.or_(ROOM.c.id.in_(held), ROOM.c.id.in_(studied), ROOM.c.by == person)
        return self._list(sa.and_(is_his, _IS_MATCH), most)

    def open_tables(self, most: int = MOST_LISTED) -> list[ListedRoom]:
        """Returns the rooms with a seat that any person may take, without those of banned people.

        The newest table of each person comes first, then the second of each, and so on, so that
        nobody's tables bury those of others.
        """
        banned = sa.select(PERSON.c.id).where(PERSON.c.is_banned)
        nth = sa.func.row_number().over(
            partition_by=ROOM.c.opened_by, order_by=(ROOM.c.changed_ms.desc(), ROOM.c.id)
        )
        return self._list(sa.and_(_waits(), ROOM.c.opened_by.not_in(banned)), most, nth)

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        """Returns the people whose lists have one of *rooms*: holders of seats, openers, and the
        people who were admitted to a study."""
        seated = sa.select(SEAT.c.person).where(SEAT.c.room.in_(rooms))
        studying = sa.select(GUEST.c.person).where(GUEST.c.room.in_(rooms))
        query = sa.union(seated, studying, sa.select(ROOM.c.by).where(ROOM.c.id.in_(rooms)))
        return self._database.read(lambda db: frozenset(db.execute(query).scalars()))

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
        self, is_listed: sa.ColumnElement[bool], most: int, *first: sa.ColumnElement[int]
    ) -> list[ListedRoom]:
        rooms = sa.select(ROOM).where(is_listed)
        rooms = rooms.order_by(*first, ROOM.c.changed_ms.desc(), ROOM.c.id).limit(most)

        def ask(db: Connection) -> list[ListedRoom]:
            found = db.execute(rooms).all()
            seats = _seats(db, [row.id for row in found])
            return [_listed(row, seats[row.id]) for row in found]

        self._database.commit_unfinished()
        return self._database.read(ask)


def _waits() -> sa.ColumnElement[bool]:
    """Returns the condition that a room is open and has a free seat that is not reserved."""
    free = sa.select(SEAT.c.room).where(
        SEAT.c.person == "", SEAT.c.kind == "human", sa.not_(SEAT.c.is_reserved)
    )
    return sa.and_(ROOM.c.is_open, _GOES_ON, ROOM.c.id.in_(free))


def _seats(db: Connection, rooms: list[str]) -> dict[str, list[SeatInList]]:
    """Returns the seats of each of *rooms*, in the order of players."""
    columns = SEAT.c.player, SEAT.c.name, SEAT.c.person, SEAT.c.kind, SEAT.c.is_reserved
    query = sa.select(SEAT.c.room, *columns).where(SEAT.c.room.in_(rooms)).order_by(SEAT.c.player)
    seats: dict[str, list[SeatInList]] = defaultdict(list)
    for room, *seat in db.execute(query):
        seats[room].append(SeatInList(*seat))
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
    )


MOST_ROOMS: Final = 500
"""If more rooms have changed since the last update, all pages get their lists anew."""
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
    """The *parts* of a *screen* that the page of *person* shows; of pictures they have the keys
    only."""

    person: str
    screen: str
    parts: list[WrittenPart]


class LiveLists:
    """Sends open pages the changes of the lists on their screens."""

    def __init__(self, lists: Lists, desks: ListMaker) -> None:
        self._lists, self._desks = lists, desks
        self._shown: dict[str, _Shown] = {}
        self._changed, self._waiting = Noted[str](), Noted[str]()
        self._open: list[ListedRoom] | None = None

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

    def forget(self, link: str) -> None:
        """Notes that the page at *link* shows no list any more."""
        self._shown.pop(link, None)
        self._waiting.forget(link)

    async def tell(self, tell: TellPage) -> None:
        """Calls *tell* for at most ``MOST_AT_ONCE`` pages whose lists may have changed.

        A page without its message comes again in the next call. Raises ``DatabaseError``.
        """
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
        is_for_all = self._open != now or len(changed) > MOST_ROOMS
        people = frozenset[str]() if is_for_all else self._lists.people_of(changed)
        self._open = now
        shown = [*self._shown.items()]
        return [link for link, page in shown if is_for_all or page.person in people]

    def _message_for(self, link: str) -> LiveMessage | None:
        """Returns the new lists for the page at *link*; ``None`` if they are as it shows them."""
        shown = self._shown.get(link)
        if shown is None or link not in self._waiting:
            return None
        parts, known = self._desks.live_parts(shown.person, shown.screen), {*keys_in(shown.parts)}
        fresh, bare = with_keys(parts, known.__contains__), with_keys(parts, _every)
        self._waiting.forget(link)
        if bare == shown.parts:
            return None
        shown.parts = bare
        return {"live": {"name": shown.screen, "live": len(fresh), "parts": fresh}}


def _every(key: str) -> bool:
    return True
