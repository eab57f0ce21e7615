"""Lists of rooms: whose they are, how they stand, where a seat is free; and those on open pages, to
which what changes, at whatever process, is sent by itself."""

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
    """The lists of *database*, what has changed last at first. They raise ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables_of(self, person: str, most: int = MOST_LISTED) -> list[ListedRoom]:
        """The rooms in which *person* holds a seat, those that he has opened, and the studies into
        which he was let; a board that is set up is no table."""
        held = sa.select(SEAT.c.room).where(SEAT.c.person == person)
        studied = sa.select(GUEST.c.room).where(GUEST.c.person == person)
        is_his = sa.or_(ROOM.c.id.in_(held), ROOM.c.id.in_(studied), ROOM.c.by == person)
        return self._list(sa.and_(is_his, _IS_MATCH), most)

    def open_tables(self, most: int = MOST_LISTED) -> list[ListedRoom]:
        """The rooms in which anybody may take a seat that is free, but for those of banned people.

        The newest table of each person comes first, then the second of each, and so on: nobody's
        tables bury those of others.
        """
        banned = sa.select(PERSON.c.id).where(PERSON.c.is_banned)
        nth = sa.func.row_number().over(
            partition_by=ROOM.c.opened_by, order_by=(ROOM.c.changed_ms.desc(), ROOM.c.id)
        )
        return self._list(sa.and_(_waits(), ROOM.c.opened_by.not_in(banned)), most, nth)

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        """Those whose lists have one of *rooms*: who sits there, who has opened it, and who was let
        into it if it is a study."""
        seated = sa.select(SEAT.c.person).where(SEAT.c.room.in_(rooms))
        studying = sa.select(GUEST.c.person).where(GUEST.c.room.in_(rooms))
        query = sa.union(seated, studying, sa.select(ROOM.c.by).where(ROOM.c.id.in_(rooms)))
        return self._database.read(lambda db: frozenset(db.execute(query).scalars()))

    def count_unfinished(self, people: Collection[str]) -> int:
        """How many matches that one of *people* has opened are not over; a study never is."""
        is_his = ROOM.c.opened_by.in_(people)
        query = sa.select(sa.func.count()).where(is_his, _IS_MATCH, _GOES_ON)
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def count_open(self, people: Collection[str]) -> int:
        """How many open tables that one of *people* has opened wait for somebody."""
        query = sa.select(sa.func.count()).where(ROOM.c.opened_by.in_(people), _waits())
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def count_all_unfinished(self) -> int:
        """How many matches are not over, whoever has opened them; a study never is."""
        query = sa.select(sa.func.count()).where(_IS_MATCH, _GOES_ON)
        return self._database.read(lambda db: int(db.execute(query).scalar_one()))

    def all_rooms(self, most: int = MOST_LISTED) -> list[ListedRoom]:
        """All rooms."""
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
    """Whether a room is open, and a seat of it is free to which nobody is invited."""
    free = sa.select(SEAT.c.room).where(
        SEAT.c.person == "", SEAT.c.kind == "human", sa.not_(SEAT.c.is_reserved)
    )
    return sa.and_(ROOM.c.is_open, _GOES_ON, ROOM.c.id.in_(free))


def _seats(db: Connection, rooms: list[str]) -> dict[str, list[SeatInList]]:
    """Who sits in *rooms*."""
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
"""If more rooms have changed at once, all lists are looked at again."""
MOST_AT_ONCE: Final = 100
"""How many pages are told at once; the others are told the next time."""


class ListMaker(Protocol):
    """Makes the parts of screens that are lists of tables."""

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        """Those that *person* is shown on *screen*."""
        ...


TellPage = Callable[[str, Callable[[], LiveMessage | None]], bool]
"""Tells a page what is made in its language; whether the page is there."""


@dataclass
class _Shown:
    """*person* looks at a *screen*, of which the page has these *parts*; here they have the keys of
    their pictures alone."""

    person: str
    screen: str
    parts: list[WrittenPart]


class LiveLists:
    """Tells pages what changes on the *screens* that they show."""

    def __init__(self, lists: Lists, desks: ListMaker) -> None:
        self._lists, self._desks = lists, desks
        self._shown: dict[str, _Shown] = {}
        self._changed, self._waiting = Noted[str](), Noted[str]()
        self._open: list[ListedRoom] | None = None

    def note_answers(self, link: str, person: str, answers: PageMessages) -> None:
        """Notes which screen the page of *person* at *link* shows, if *answers* have another."""
        for answer in answers:
            if (screen := cast("WrittenScreen | None", answer.get("screen"))) is not None:
                self.forget(link)
                if (live := screen.get("live")) is not None:
                    parts = with_keys(screen["parts"][:live], _every)
                    self._shown[link] = _Shown(person, screen["name"], parts)

    def note(self, room: str) -> None:
        """Notes that a list that has *room* may be another now."""
        if self._shown:
            self._changed.note(room)

    def forget(self, link: str) -> None:
        """The page at *link* shows no list any more."""
        self._shown.pop(link, None)
        self._waiting.forget(link)

    async def tell(self, tell: TellPage) -> None:
        """Tells the pages what has changed since the last call; those to which that could not be
        told are told the next time. Raises ``DatabaseError``."""
        if self._changed:
            with self._changed.dealt_with() as changed:
                if self._shown:
                    self._waiting.note(*await asyncio.to_thread(self._find_pages, changed))
        for link in self._waiting.first(MOST_AT_ONCE):
            self._waiting.note(link)  # it comes last until it was told
            if not tell(link, partial(self._message_for, link)):
                self.forget(link)

    def _find_pages(self, changed: Collection[str]) -> list[str]:
        """The pages that must be told of the rooms that have *changed*."""
        now = self._lists.open_tables()
        is_for_all = self._open != now or len(changed) > MOST_ROOMS
        people = frozenset[str]() if is_for_all else self._lists.people_of(changed)
        self._open = now
        shown = [*self._shown.items()]
        return [link for link, page in shown if is_for_all or page.person in people]

    def _message_for(self, link: str) -> LiveMessage | None:
        """What the page at *link* is told; ``None`` if it shows that already."""
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
