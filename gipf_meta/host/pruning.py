"""Removing what is old: rooms that nobody has changed for long, and people whom nobody has seen.

It works in batches, so that a host goes on meanwhile. Each batch is a transaction that asks once
more whether its rooms are still old: a command that is faster keeps its room, one that is slower
finds no room any more.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.host.company import is_invited
from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.process import ALIVE_MS
from gipf_meta.host.stale_rooms import remove_rows
from gipf_meta.host.tables import BEAT, GUEST, HELD, PERSON, PRESENCE, PRUNING, ROOM, SEAT
from gipf_meta.match.match import GameFinder
from gipf_meta.match.timecontrol import DAY_MS

RoomKind: TypeAlias = Literal["finished", "unfinished", "studies", "all", "none"]
"""The rooms that may be removed: matches that are over, those that are not, studies."""

UNITS: Final = {"d": 1, "m": 30, "y": 365}
"""The days of each unit of an age."""
LEAST_DAYS: Final = 30
"""The least age of what can be removed, in days: who is away for a month comes back."""
MOST_DAYS: Final = 36_500
"""The greatest age that can be named, in days."""
AT_ONCE: Final = 50
"""The number of rooms that a batch removes."""
EXAMPLES: Final = 5
"""The number of rooms that are named as examples."""
LIVELY_MS: Final = 30 * DAY_MS
"""A host removes nothing by itself unless somebody came or played in so many milliseconds, and not
only today: where nobody did, the clock may have leapt, and whoever comes then comes too late."""


class BadAge(GipfMetaError, ValueError):
    """The text is no age; one sentence."""


class OldRoom(NamedTuple):
    """A room as an example: its id, its game, and when it was changed last, in milliseconds."""

    id: str
    game: str
    changed_ms: int


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of what is removed: rooms of the kind *rooms* that nobody has changed for *older_ms*
    milliseconds; with *people* also those who were not seen for so long, and are in no room that
    stays."""

    older_ms: int
    rooms: RoomKind = "finished"
    people: bool = False


@dataclass(frozen=True, slots=True)
class Pruned:
    """The numbers of *rooms* and *people* that are or would be removed, and the oldest rooms."""

    rooms: int = 0
    people: int = 0
    examples: tuple[OldRoom, ...] = ()


class PastPruning(NamedTuple):
    """A pruning that was done at *at_ms*: its age in milliseconds, and what it has removed."""

    at_ms: int
    older_ms: int
    rooms: int
    people: int


def read_age(words: str) -> int:
    """Returns the age *words*, as ``90d``, ``18m`` or ``2y``, in milliseconds; a month has 30 days,
    a year 365. Raises ``BadAge``."""
    found = re.fullmatch(r"([0-9]{1,5})([dmy])", words)
    count = None if found is None else read_whole(found[1])
    if found is None or count is None:
        raise BadAge(_("{words!r} is no age, as 90d, 18m or 2y.").format(words=words))
    days = count * UNITS[found[2]]
    if not LEAST_DAYS <= days <= MOST_DAYS:
        raise BadAge(_("An age is between 30d and 100y; this is {words}.").format(words=words))
    return days * DAY_MS


class Pruning:
    """Removes what is old from *database*; *finder* finds the games of rooms.

    Every method raises ``DatabaseError``.
    """

    def __init__(self, database: Database, finder: GameFinder) -> None:
        self._database, self._finder = database, finder

    def find(self, rule: Rule) -> Pruned:
        """Returns what *rule* would remove now; nothing is removed."""
        before_ms = self._database.now_ms() - rule.older_ms
        is_old = _is_old(rule, before_ms)
        count = sa.select(sa.func.count()).select_from(ROOM).where(is_old)
        columns = ROOM.c.id, ROOM.c.game, ROOM.c.changed_ms
        oldest = sa.select(*columns).where(is_old).order_by(ROOM.c.changed_ms, ROOM.c.id)
        going = sa.select(ROOM.c.id).where(is_old)
        people = sa.select(sa.func.count()).select_from(PERSON)
        people = people.where(_is_unseen(before_ms, going))

        with self._database.snapshot() as db:  # without the timeouts of what people wait for
            rooms = [OldRoom(*row) for row in db.execute(oldest.limit(EXAMPLES))]
            unseen = int(db.execute(people).scalar_one()) if rule.people else 0
            return Pruned(int(db.execute(count).scalar_one()), unseen, tuple(rooms))

    def prune(self, rule: Rule) -> Pruned:
        """Removes what *rule* says, batch by batch; returns how much that was."""
        id = f"p{secrets.token_hex(8)}"
        self._database.write(lambda db: self._begin(db, id, rule))
        return self._go_on(id, rule)

    def prune_today(self, rule: Rule) -> Pruned | None:
        """Does the same as ``prune``, once a day in one process; ``None``: it was done already, or
        nobody was here in the days before."""
        now_ms = self._database.now_ms()
        id = f"day {now_ms // DAY_MS}"
        newest, seen = (
            sa.select(sa.func.max(column)).where(column <= now_ms - DAY_MS).scalar_subquery()
            for column in (ROOM.c.changed_ms, PERSON.c.seen_ms)
        )
        known = sa.select(PRUNING.c.id).where(PRUNING.c.id == id).exists()
        row = self._database.read(lambda db: db.execute(sa.select(newest, seen, known)).one())
        if row[2] or now_ms - max(row[0] or 0, row[1] or 0) > LIVELY_MS:
            return None
        if not self._database.write(lambda db: self._begin(db, id, rule)):
            return None  # another process was first
        return self._go_on(id, rule)

    def _begin(self, db: Connection, id: str, rule: Rule) -> bool:
        """Notes that a pruning begins; returns whether its *id* is new."""
        now = self._database.now
        row = self._database.insert(PRUNING).values(
            id=id, at_ms=now, older_ms=rule.older_ms, rooms=0, people=0
        )
        added = row.on_conflict_do_nothing(index_elements=["id"]).returning(PRUNING.c.id)
        db.execute(sa.delete(HELD).where(HELD.c.until_ms < now))
        return db.execute(added).first() is not None

    def _go_on(self, id: str, rule: Rule) -> Pruned:
        before_ms = self._database.now_ms() - rule.older_ms
        done = Pruned()
        for rooms in self._old_rooms(rule, before_ms):
            count = self._database.write(lambda db: self._remove(db, id, rule, before_ms, rooms))  # noqa: B023
            done = replace(done, rooms=done.rooms + count)
        if rule.people:
            deletions = Deletions(self._database, self._finder)
            for person in self._unseen_people(before_ms):
                if deletions.delete_unseen(person, before_ms):
                    done = replace(done, people=done.people + 1)
                    more = sa.update(PRUNING).where(PRUNING.c.id == id)
                    more = more.values(people=PRUNING.c.people + 1)
                    self._database.write(lambda db: db.execute(more))  # noqa: B023
            deletions.finish()
        return done

    def _old_rooms(self, rule: Rule, before_ms: int) -> Iterator[list[str]]:
        """Yields the ids of old rooms, the oldest first, ``AT_ONCE`` in each list; each once."""
        key = sa.tuple_(ROOM.c.changed_ms, ROOM.c.id)
        query = sa.select(ROOM.c.changed_ms, ROOM.c.id).where(_is_old(rule, before_ms))
        query = query.order_by(ROOM.c.changed_ms, ROOM.c.id).limit(AT_ONCE)
        page = query
        while rows := self._database.read(lambda db: db.execute(page).all()):  # noqa: B023
            yield [row.id for row in rows]
            page = query.where(key > sa.tuple_(*map(sa.literal, rows[-1])))

    def _remove(self, db: Connection, id: str, rule: Rule, before_ms: int, rooms: list[str]) -> int:
        """Removes those of *rooms* that are still old and that nobody watches; returns how many.

        PostgreSQL waits for whoever writes into one of them, and then looks at it once more.
        """
        is_watched = ROOM.c.id.in_(self._watched())
        gone = sa.delete(ROOM).where(ROOM.c.id.in_(rooms), _is_old(rule, before_ms), ~is_watched)
        removed = list(db.execute(gone.returning(ROOM.c.id)).scalars())
        remove_rows(db, removed)
        more = sa.update(PRUNING).where(PRUNING.c.id == id)
        db.execute(more.values(rooms=PRUNING.c.rooms + len(removed)))
        return len(removed)

    def _watched(self) -> sa.Select[str]:
        """Returns the query of the rooms that somebody watches at a process that is alive."""
        watches = PRESENCE.c.people != "[]", PRESENCE.c.process.in_(self._alive())
        return sa.select(PRESENCE.c.room).where(*watches)

    def _alive(self) -> sa.Select[str]:
        """Returns the query of the processes that are alive."""
        return sa.select(BEAT.c.process).where(BEAT.c.told_ms > self._database.now - ALIVE_MS)

    def _unseen_people(self, before_ms: int) -> list[str]:
        """Returns the people who were not seen since *before_ms*, are in no room, and not here."""
        query = sa.select(PERSON.c.id).where(_is_unseen(before_ms))
        here = sa.select(PRESENCE.c.people).where(PRESENCE.c.process.in_(self._alive()))

        def ask(db: Connection) -> list[str]:
            present = {each for people in db.execute(here).scalars() for each in json.loads(people)}
            return [each for each in db.execute(query).scalars() if each not in present]

        return self._database.read(ask)

    def past(self) -> list[PastPruning]:
        """Returns the prunings that have removed something, the first one first."""
        columns = PRUNING.c.at_ms, PRUNING.c.older_ms, PRUNING.c.rooms, PRUNING.c.people
        query = sa.select(*columns).where(PRUNING.c.rooms + PRUNING.c.people > 0)
        ordered = query.order_by(PRUNING.c.at_ms)
        return self._database.read(lambda db: [PastPruning(*row) for row in db.execute(ordered)])


def _is_old(rule: Rule, before_ms: int) -> sa.ColumnElement[bool]:
    """Returns the condition that a room is of the kind of *rule*, and was not changed since
    *before_ms*."""
    kinds: dict[RoomKind, sa.ColumnElement[bool]] = {
        "finished": sa.and_(ROOM.c.is_over, ~ROOM.c.is_study),
        "unfinished": sa.and_(~ROOM.c.is_over, ~ROOM.c.is_study),
        "studies": ROOM.c.is_study,
        "all": sa.true(),
        "none": sa.false(),
    }
    return sa.and_(ROOM.c.changed_ms < before_ms, kinds[rule.rooms], ~_goes_on_by_itself(before_ms))


def _goes_on_by_itself(before_ms: int) -> sa.ColumnElement[bool]:
    """Returns the condition that a match is not old though nobody has changed it for long: somebody
    thinks for weeks, and his clock runs, a duel is played at an hour, or a person who is invited by
    name may still answer."""
    invited = sa.select(SEAT.c.room).where(
        SEAT.c.invited != sa.literal_column("''"), SEAT.c.invited_until_ms >= before_ms
    )
    is_ahead = sa.or_(ROOM.c.flag_ms >= before_ms, ROOM.c.hour_ms >= before_ms)
    thinks = sa.and_(ROOM.c.is_slow, is_ahead)
    return sa.and_(~ROOM.c.is_over, ~ROOM.c.is_study, sa.or_(thinks, ROOM.c.id.in_(invited)))


def _is_unseen(before_ms: int, going: sa.Select[str] | None = None) -> sa.ColumnElement[bool]:
    """Returns the condition that a person was not seen since *before_ms*, is not banned, and is in
    no room, but for the rooms *going*."""

    def stays(room: sa.Column[str]) -> sa.ColumnElement[bool]:
        return sa.true() if going is None else room.not_in(going)

    own = sa.alias(ROOM, "own")
    seated = sa.select(SEAT.c.person).where(SEAT.c.person == PERSON.c.id, stays(SEAT.c.room))
    studying = sa.select(GUEST.c.person).where(GUEST.c.person == PERSON.c.id, stays(GUEST.c.room))
    opened = sa.select(own.c.id).where(own.c.by == PERSON.c.id, stays(own.c.id))
    seat = sa.alias(SEAT, "free_seat")
    invited = sa.select(seat.c.room).where(is_invited(PERSON.c.id, seat), stays(seat.c.room))
    return sa.and_(
        PERSON.c.seen_ms < before_ms,
        PERSON.c.created_ms < before_ms,
        ~PERSON.c.is_banned,
        ~seated.exists(),
        ~studying.exists(),
        ~opened.exists(),
        ~invited.exists(),
    )
