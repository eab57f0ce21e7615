"""Lists of rooms: whose they are, how they stand, and where a seat is free."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.online.database import Database
from gipf_meta.online.tables import PERSON, ROOM, SEAT

MOST_LISTED: Final = 200
"""The most rooms of a list."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat: *kind* is ``human`` or a bot's name; *person* holds it, empty for nobody.

    Somebody is invited to one that *is_reserved*.
    """

    player: int
    name: str
    kind: str
    person: str
    is_reserved: bool = False

    @property
    def is_free(self) -> bool:
        """Whether somebody may still take it."""
        return self.kind == "human" and not self.person


@dataclass(frozen=True, slots=True)
class Listed:
    """A *room* in a list. *player* decides next, ``None``: nobody does; *by* opened it.

    *number* is that of its last event. Times are milliseconds of the database.
    """

    room: str
    number: int
    game: str
    seats: tuple[Seated, ...]
    player: int | None
    turns: int
    is_over: bool
    is_open: bool
    is_private: bool
    by: str
    opened_ms: int
    changed_ms: int


class Lists:
    """The lists of *database*, what has changed last at first. They raise ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables_of(self, person: str, most: int = MOST_LISTED) -> list[Listed]:
        """The rooms in which *person* holds a seat, and those that he has opened."""
        held = sa.select(SEAT.c.room).where(SEAT.c.person == person)
        return self._list(sa.or_(ROOM.c.id.in_(held), ROOM.c.by == person), most)

    def open_tables(self, most: int = MOST_LISTED) -> list[Listed]:
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
        """Those whose lists have one of *rooms*: who sits there, and who has opened it."""
        seated = sa.select(SEAT.c.person).where(SEAT.c.room.in_(rooms))
        asked = sa.union(seated, sa.select(ROOM.c.by).where(ROOM.c.id.in_(rooms)))
        return self._database.read(lambda db: frozenset(db.execute(asked).scalars()))

    def count_unfinished(self, people: Collection[str]) -> int:
        """How many matches that one of *people* has opened are not over."""
        is_his = ROOM.c.opened_by.in_(people)
        asked = sa.select(sa.func.count()).where(is_his, sa.not_(ROOM.c.is_over))
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(asked).scalar_one()))

    def count_open(self, people: Collection[str]) -> int:
        """How many open tables that one of *people* has opened wait for somebody."""
        asked = sa.select(sa.func.count()).where(ROOM.c.opened_by.in_(people), _waits())
        self._database.commit_unfinished()
        return self._database.read(lambda db: int(db.execute(asked).scalar_one()))

    def count_all_unfinished(self) -> int:
        """How many matches are not over, whoever has opened them."""
        asked = sa.select(sa.func.count()).select_from(ROOM).where(sa.not_(ROOM.c.is_over))
        return self._database.read(lambda db: int(db.execute(asked).scalar_one()))

    def all_rooms(self, most: int = MOST_LISTED) -> list[Listed]:
        """All rooms."""
        return self._list(sa.true(), most)

    def _list(
        self, is_listed: sa.ColumnElement[bool], most: int, *first: sa.ColumnElement[int]
    ) -> list[Listed]:
        rooms = sa.select(ROOM).where(is_listed)
        rooms = rooms.order_by(*first, ROOM.c.changed_ms.desc(), ROOM.c.id).limit(most)

        def ask(db: Connection) -> list[Listed]:
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
    return sa.and_(ROOM.c.is_open, sa.not_(ROOM.c.is_over), ROOM.c.id.in_(free))


def _seats(db: Connection, rooms: list[str]) -> dict[str, list[Seated]]:
    """Who sits in *rooms*."""
    columns = SEAT.c.player, SEAT.c.name, SEAT.c.kind, SEAT.c.person, SEAT.c.is_reserved
    asked = sa.select(SEAT.c.room, *columns).where(SEAT.c.room.in_(rooms)).order_by(SEAT.c.player)
    seats: dict[str, list[Seated]] = defaultdict(list)
    for room, *seat in db.execute(asked):
        seats[room].append(Seated(*seat))
    return seats


def _listed(row: sa.Row[tuple[object, ...]], seats: list[Seated]) -> Listed:
    return Listed(
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
    )
