"""Rewritings: what is changed in a ledger otherwise than by appending to it, and is noted.

A chain of hashes shows that nobody changed what it tells. Whoever takes something out of it has to
make the chain anew, and notes that here: when, why, up to which event, and the hash of that event's
entry before and after. The notes of a room are a chain themselves, and ``find_fault`` compares the
last one with the entries. As the chain of entries they show faults and careless changes; who can
write into the database and computes all hashes anew is shown by neither.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database_engines import now_of, on_postgresql
from gipf_meta.host.tables import DELETION, ENTRY, REWRITING, ROOM, EntryRow
from gipf_meta.match.timecontrol import DAY_MS

MOVED: Final = "moved"
"""The names of players were moved out of the events of a room."""
FORGOTTEN: Final = "forgotten"
"""The name with the number of the note was taken out of the table of names."""
REDACTED: Final = "redacted"
"""Texts with the name of a person who was deleted were changed in the events of a room."""
AT_ONCE: Final = 500
"""The number of rows that are read at once."""


class Rewriting(NamedTuple):
    """A change of *room*, and *why*: ``MOVED`` and ``REDACTED`` have changed its entries up to
    event *number*, whose entry had the hash *before* and has the hash *after*; ``FORGOTTEN`` has
    taken out the name with that *number*."""

    room: str
    why: str
    number: int
    before: str = ""
    after: str = ""

    def seal(self, nth: int, at_ms: int, seal_before: str) -> str:
        """Returns the hash over this note, the *nth* of its room, and the one before it."""
        words = "\n".join((seal_before, str(nth), str(at_ms), *map(str, self)))
        return hashlib.sha256(words.encode()).hexdigest()


class Rewritings(NamedTuple):
    """The number of *rooms* that were changed on a day, of which *at_ms* is the last moment of a
    change (milliseconds), and *why*; of forgotten names, too, how many rooms had some."""

    at_ms: int
    why: str
    rooms: int


def note(db: Connection, changes: Iterable[Rewriting]) -> None:
    """Notes *changes* in the transaction of *db*, those of a room in their order."""
    by_room = defaultdict[str, list[Rewriting]](list)
    for change in changes:
        by_room[change.room].append(change)
    now_ms = int(db.execute(sa.select(now_of(on_postgresql(db)))).scalar_one()) if by_room else 0
    rooms = sorted(by_room)
    for at in range(0, len(rooms), AT_ONCE):
        some = rooms[at : at + AT_ONCE]
        last = _last_of(db, some)
        rows = []
        for room in some:
            nth, seal = last.get(room, (0, ""))
            for change in by_room[room]:
                nth += 1
                seal = change.seal(nth, now_ms, seal)
                row = {**change._asdict(), "nth": nth, "at_ms": now_ms, "seal": seal}
                rows.append(row)
        db.execute(sa.insert(REWRITING), rows)


def _last_of(db: Connection, rooms: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Returns the number and seal of the last note of each of *rooms* that has some."""
    newest = sa.select(REWRITING.c.room, sa.func.max(REWRITING.c.nth).label("nth"))
    newest_nth = newest.where(REWRITING.c.room.in_(rooms)).group_by(REWRITING.c.room).subquery()
    is_newest = sa.and_(REWRITING.c.room == newest_nth.c.room, REWRITING.c.nth == newest_nth.c.nth)
    query = sa.select(REWRITING.c.room, REWRITING.c.nth, REWRITING.c.seal)
    query = query.join(newest_nth, is_newest)
    return {row.room: (row.nth, row.seal) for row in db.execute(query)}


def of_days(db: Connection) -> list[Rewritings]:
    """Returns the changes of all rooms, day by day, the first one first."""
    day = REWRITING.c.at_ms / DAY_MS
    whole = sa.cast(sa.func.floor(day), sa.BigInteger)
    columns = (
        sa.func.max(REWRITING.c.at_ms),
        REWRITING.c.why,
        sa.func.count(sa.distinct(REWRITING.c.room)),
    )
    query = sa.select(*columns).group_by(whole, REWRITING.c.why).order_by(sa.literal_column("1"))
    return [Rewritings(*row) for row in db.execute(query)]


def is_sound(db: Connection, room: str, cleared: Mapping[int, str]) -> bool:
    """Returns whether the notes of *room* are whole, fit its entries, and tell once of each name
    there that was *cleared* (its person by its number), and of no other; and whether these people
    were deleted."""
    query = sa.select(REWRITING).where(REWRITING.c.room == room).order_by(REWRITING.c.nth)
    seal, last, forgotten = "", None, list[int]()
    for nth, row in enumerate(db.execute(query), 1):
        change = Rewriting(room, row.why, row.number, row.before, row.after)
        seal = change.seal(nth, row.at_ms, seal)
        if (row.nth, row.seal) != (nth, seal):
            return False
        if row.why == FORGOTTEN:
            forgotten.append(row.number)
        else:
            last = change
    if last is not None and last.number:
        entry = sa.select(ENTRY.c.hash).where(ENTRY.c.room == room, ENTRY.c.last == last.number)
        if db.execute(entry).scalar() != last.after:
            return False
    people = {*cleared.values()} - {""}
    gone = sa.select(DELETION.c.person).where(DELETION.c.person.in_(sorted(people)))
    deleted = set(db.execute(gone).scalars()) if people else people
    return sorted(forgotten) == sorted(cleared) and deleted == people


def rewrite(
    db: Connection, room: str, change: Callable[[EntryRow], str], why: str
) -> Rewriting | None:
    """Changes what the entries of *room* tell, and makes their chain anew; returns the note that
    ``note`` must write, ``None`` if nothing has changed.

    *change* gets each entry, in order, and returns its events as JSON. A fault of the chain stays a
    fault, at the same place.
    """
    before, after, number, has_changed = "", "", 0, False
    statement = sa.update(ENTRY).where(
        ENTRY.c.room == sa.bindparam("in_room"), ENTRY.c.number == sa.bindparam("of_number")
    )
    for rows in _pages(db, room):
        changed: list[dict[str, object]] = []
        for row, hashed in rows:
            text = change(row)
            is_whole = row.hash_after(before) == hashed
            new_hash = row._replace(told=text).hash_after(after) if is_whole else hashed
            if text != row.told or new_hash != hashed:
                has_changed = True
                keys = {"in_room": room, "of_number": row.number}
                changed.append({**keys, "told": text, "hash": new_hash})
            before, after, number = hashed, new_hash, row.last
        if changed:
            db.execute(statement, changed)
    if not has_changed:
        return None
    seal = sa.update(ROOM).where(ROOM.c.id == room, ROOM.c.hash == before)
    db.execute(seal.values(hash=after))
    return Rewriting(room, why, number, before, after)


def _pages(db: Connection, room: str) -> Iterator[list[tuple[EntryRow, str]]]:
    """Yields the rows of *room* with their hashes in order, ``AT_ONCE`` at most in each list."""
    columns = *(ENTRY.c[name] for name in EntryRow._fields), ENTRY.c.hash
    query = sa.select(*columns).where(ENTRY.c.room == room).order_by(ENTRY.c.number)
    page = query.limit(AT_ONCE)
    while rows := db.execute(page).all():
        yield [(EntryRow(*row[:5]), str(row[5])) for row in rows]
        page = query.where(ENTRY.c.number > rows[-1][0]).limit(AT_ONCE)
