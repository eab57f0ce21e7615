"""The entries of the practice of a host's people, to which several processes may add at once."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.texts import _
from gipf_meta.host.database import Database
from gipf_meta.host.people import PeopleError
from gipf_meta.host.tables import PERSON, PRACTICE
from gipf_meta.practice.entries import Entry
from gipf_meta.practice.entry_rows import STAMPED, KnownEntries, number_of_entry, text_of_entry
from gipf_meta.practice.keeping import require_room


class DatabasePractice:
    """The practice of *person* in *database*: a ``PracticeKeeper``."""

    def __init__(self, database: Database, person: str) -> None:
        self._database, self._person = database, person
        self._known = KnownEntries()

    def entries(self) -> Sequence[Entry]:
        """Returns all entries, the earliest first. Raises ``DatabaseError``."""
        return self._database.read(self._read)

    def _read(self, db: Connection) -> Sequence[Entry]:
        parts = sa.func.count(), sa.func.sum(PRACTICE.c.id % STAMPED)
        stamp = db.execute(sa.select(*parts).where(PRACTICE.c.person == self._person)).one()
        return self._known.latest(str(stamp), lambda: _rows(db, self._person))

    def add(self, entry: Entry) -> None:
        """Adds *entry*. Raises ``DatabaseError``, ``PeopleError`` if the person was deleted, and
        ``NotKept`` where there are too many."""
        text, person = text_of_entry(entry), self._person
        count = sa.select(sa.func.count()).select_from(PRACTICE).where(PRACTICE.c.person == person)
        row = self._database.insert(PRACTICE)
        row = row.values(person=person, id=number_of_entry(text), told=text)
        held = sa.select(PERSON.c.id).where(PERSON.c.id == person).with_for_update()

        def write(db: Connection) -> None:
            if db.execute(held).first() is None:  # nothing stays of who is deleted meanwhile
                raise PeopleError(_("Nobody here has the id {person}.").format(person=person))
            require_room(int(db.execute(count).scalar_one()))
            db.execute(row.on_conflict_do_nothing())

        self._database.write(write)


def read_practice(db: Connection, person: str) -> list[Entry]:
    """Returns all entries of *person*, the earliest first."""
    return KnownEntries().read(_rows(db, person))


def _rows(db: Connection, person: str) -> list[tuple[int, str]]:
    """Returns the numbers and texts of the entries of *person*."""
    query = sa.select(PRACTICE.c.id, PRACTICE.c.told).where(PRACTICE.c.person == person)
    return [(row.id, row.told) for row in db.execute(query)]
