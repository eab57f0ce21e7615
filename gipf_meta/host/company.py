"""The company at a table: who sits down with whom, and who invites whom by name.

People of whom one has blocked the other do not sit down together. That, and the limits of
invitations, are asked of the database in the transaction that writes them, under a lock that all
processes share: a person who is blocked, or the eleventh invitation, does not slip through between
two of them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database_engines import on_postgresql
from gipf_meta.host.tables import PERSON, RELATION, ROOM, SEAT
from gipf_meta.rooms.events import Opened, SeatGiven
from gipf_meta.rooms.ledger import Batch, Conflict
from gipf_meta.rooms.people_events import Invited

MOST_OPEN: Final = 10
"""The most invitations by name of one person that wait for an answer."""
MOST_TO_ONE: Final = 2
"""The most of these to the same person."""
MOST_WAITING: Final = 20
"""The most invitations that wait for one person, from people who are not his favourites."""
MOST_OF_STRANGERS: Final = 10
"""The number of these up to which people whom he has never played may add to them: the rest is for
those whom he has."""
COMPANY_LOCK: Final = 0x636F6D70
"""The number of the lock of PostgreSQL under which people sit down together, invite, and block."""


class Company(NamedTuple):
    """The *people* at the seats of a room, those of them who have just sat down, the person who has
    opened it with this command, ``""`` for none, and those whom he has *invited* by name."""

    people: frozenset[str]
    newcomers: frozenset[str]
    opener: str
    invited: tuple[str, ...]

    @classmethod
    def of(cls, batch: Batch) -> Company | None:
        """Returns the company after the events of *batch*; ``None``: nobody joins anybody."""
        holders = frozenset(batch.summary.holders.values())
        people = holders | ({batch.summary.by} - {""})
        newcomers = {each.person for each in batch.events if isinstance(each, SeatGiven)} & holders
        opener = next((each.by for each in batch.events if isinstance(each, Opened)), "")
        invited = [each.person for each in batch.events if isinstance(each, Invited)]
        named = tuple(person for person in invited if person is not None)
        joins = len(people) > 1 and newcomers
        if not (joins or named):
            return None
        return cls(people, frozenset(newcomers), opener, named)


class OtherPerson(NamedTuple):
    """A person as he stands to somebody who asks about him; *id* is empty where there is none.

    *played*: both have decided in the same match. *meets*: both hold seats of a match, or he has
    invited the one who asks: the name is read there. *waiting* counts the invitations to him that
    are not from favourites of his, nor from banned people, *own_open* those of the one who asks,
    *own_to_him* those to him.
    """

    id: str
    name: str
    created_ms: int
    is_banned: bool
    is_hidden: bool
    open_to: str
    likes_asker: bool
    blocks_asker: bool
    is_favourite: bool
    is_blocked: bool
    played: bool
    meets: bool
    waiting: int
    own_open: int
    own_to_him: int

    @property
    def is_visible(self) -> bool:
        """Whether the one who asks may see the profile: to others nobody is there."""
        return bool(self.id) and not (self.is_hidden or self.is_banned or self.blocks_asker)

    @property
    def is_known(self) -> bool:
        """Whether the one who asks may at least know the name."""
        return bool(self.id) and (self.is_visible or self.played or self.meets)

    @property
    def plays(self) -> bool:
        """Whether the person, who is at the same table, plays another match with the one who
        asks."""
        is_open = self.open_to != "nobody" and (self.open_to != "favourites" or self.likes_asker)
        return is_open and not (self.blocks_asker or self.is_blocked)

    def takes(self, more: int = 1) -> bool:
        """Whether the person takes so many *more* invitations of the one who asks, as far as that
        depends on him."""
        if not self.id or self.is_banned or self.blocks_asker:
            return False
        if self.is_hidden and not (self.played or self.likes_asker):
            return False
        most = MOST_WAITING if self.played else MOST_OF_STRANGERS
        if not self.likes_asker and self.waiting + more > most:
            return False
        return {
            "anybody": True,
            "met": self.played or self.likes_asker,
            "favourites": self.likes_asker,
        }.get(self.open_to, False)


def join_company(db: Connection, company: Company, *, waits: bool = True) -> bool:
    """Takes the lock of companies in the transaction of *db*, and checks that all of *company* may
    sit together and are invited by their leave; returns whether it did.

    It may not, where *waits* is false, if another process has the lock. Raises ``Conflict`` if
    somebody may not: whoever asks again is refused with a reason.
    """
    if not lock_companies(db, waits=waits):
        return False
    if are_apart(db, company.people, company.newcomers):
        raise Conflict
    for person in company.invited:
        standing = find_standing(db, company.opener, person)
        to_him = company.invited.count(person)
        is_within = (
            standing.own_open + len(company.invited) <= MOST_OPEN
            and standing.own_to_him + to_him <= MOST_TO_ONE
        )
        if not (is_within and standing.takes(to_him)) or standing.is_blocked:
            raise Conflict
    return True


def lock_companies(db: Connection, *, waits: bool = True) -> bool:
    """Takes the lock of companies until the end of the transaction; returns whether it did. SQLite
    has one writer at a time anyway."""
    if not on_postgresql(db):
        return True
    if waits:
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(COMPANY_LOCK)))
        return True
    return bool(db.execute(sa.select(sa.func.pg_try_advisory_xact_lock(COMPANY_LOCK))).scalar())


def are_apart(db: Connection, people: Collection[str], newcomers: Collection[str]) -> bool:
    """Whether one of *newcomers* has blocked another one of *people*, or the other way round."""
    some, new = sorted({*people}), sorted({*newcomers})
    if len({*some, *new}) < 2 or not new:
        return False
    return bool(db.execute(_APART, {"people": [*some, *new], "newcomers": new}).scalar())


_APART: Final = sa.select(
    sa.exists().where(
        RELATION.c.is_blocked,
        sa.or_(
            sa.and_(
                RELATION.c.person.in_(sa.bindparam("newcomers", expanding=True)),
                RELATION.c.other.in_(sa.bindparam("people", expanding=True)),
            ),
            sa.and_(
                RELATION.c.person.in_(sa.bindparam("people", expanding=True)),
                RELATION.c.other.in_(sa.bindparam("newcomers", expanding=True)),
            ),
        ),
    )
)
"""The query whether some people are apart; built once, as the one below."""


def find_standing(db: Connection, asker: str, person: str) -> OtherPerson:
    """Returns what *person* is to *asker*: one statement, whoever that is."""
    row = db.execute(_STANDING, {"asker": asker, "of_person": person}).one()
    return OtherPerson(*row)


def has_played(one: Any, other: Any) -> sa.Exists:
    """Returns the condition that *one* and *other* hold seats of a match in which both have
    decided."""
    mine, theirs = sa.alias(SEAT, "mine"), sa.alias(SEAT, "theirs")
    return sa.exists().where(
        mine.c.person == one,
        mine.c.has_decided,
        theirs.c.room == mine.c.room,
        theirs.c.person == other,
        theirs.c.has_decided,
    )


def _sits_with(one: Any, other: Any) -> sa.Exists:
    """Returns the condition that *one* and *other* hold seats of the same match."""
    mine, theirs = sa.alias(SEAT, "own_seat"), sa.alias(SEAT, "other_seat")
    is_same = mine.c.person == one, theirs.c.room == mine.c.room, theirs.c.person == other
    return sa.exists().where(*is_same)


def is_invited(person: Any, seat: Any = SEAT) -> sa.ColumnElement[bool]:
    """Returns the condition that *person* is invited to a *seat* by name, as its index has it."""
    return sa.and_(seat.c.invited == person, seat.c.invited != sa.literal_column("''"))


def apart_from(person: str) -> sa.CompoundSelect[Any]:
    """Returns the query of the people who are apart from *person*: blocked by him, or he by
    them."""
    own = sa.select(RELATION.c.other).where(RELATION.c.person == person, RELATION.c.is_blocked)
    others = sa.select(RELATION.c.person).where(RELATION.c.other == person, RELATION.c.is_blocked)
    return sa.union(own, others)


def _standing() -> sa.Select[Any]:
    """Returns the query of ``find_standing``."""
    asker: sa.BindParameter[str] = sa.bindparam("asker", type_=sa.String)
    person: sa.BindParameter[str] = sa.bindparam("of_person", type_=sa.String)
    theirs, own, liked = (sa.alias(RELATION, name) for name in ("theirs", "own", "liked"))
    invitations = sa.join(SEAT, ROOM, ROOM.c.id == SEAT.c.room)
    is_liked = sa.exists().where(
        liked.c.person == person, liked.c.other == ROOM.c.opened_by, liked.c.is_favourite
    )
    count = sa.select(sa.func.count()).select_from(invitations)
    has_invited = count.where(is_invited(asker), ROOM.c.by == person).scalar_subquery() > 0
    sender = sa.alias(PERSON, "sender")
    is_banned = sa.exists().where(sender.c.id == ROOM.c.opened_by, sender.c.is_banned)
    waiting = count.where(is_invited(person), sa.not_(is_liked), sa.not_(is_banned))
    is_own = ROOM.c.opened_by == asker, sa.not_(ROOM.c.is_over), SEAT.c.invited != ""
    one = sa.select(sa.literal(1).label("one")).subquery()
    found = (
        one.outerjoin(PERSON, PERSON.c.id == person)
        .outerjoin(theirs, sa.and_(theirs.c.person == person, theirs.c.other == asker))
        .outerjoin(own, sa.and_(own.c.person == asker, own.c.other == person))
    )

    def found_or(column: sa.Column[Any], otherwise: Any) -> sa.ColumnElement[Any]:
        return sa.func.coalesce(column, otherwise)

    return sa.select(
        found_or(PERSON.c.id, ""),
        found_or(PERSON.c.name, ""),
        found_or(PERSON.c.created_ms, 0),
        found_or(PERSON.c.is_banned, sa.false()),
        found_or(PERSON.c.is_hidden, sa.false()),
        found_or(PERSON.c.open_to, ""),
        found_or(theirs.c.is_favourite, sa.false()),
        found_or(theirs.c.is_blocked, sa.false()),
        found_or(own.c.is_favourite, sa.false()),
        found_or(own.c.is_blocked, sa.false()),
        has_played(asker, person),
        sa.or_(_sits_with(asker, person), has_invited),
        waiting.scalar_subquery(),
        count.where(*is_own).scalar_subquery(),
        count.where(*is_own, SEAT.c.invited == person).scalar_subquery(),
    ).select_from(found)


_STANDING: Final = _standing()
