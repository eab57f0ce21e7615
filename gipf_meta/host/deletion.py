"""The deletion of a person: he is gone at once, and his name is taken out of what stays.

First one transaction ends his keys, his ways back and his name, and leaves a tombstone: his id, the
time, and what is still to be done. Then his seats in matches that go on are left, his open tables
and the studies of his own end, and the words that name him, or that he has written, are taken out
of studies. What a process did not finish another one does. Matches stay without the name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.json_text import read_object
from gipf_meta.base.names import fold
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.deeds.agreements import act_if_all_agree
from gipf_meta.desk.context import new_room_id
from gipf_meta.host.backups import change_room
from gipf_meta.host.chores import SWEEP, add_chore, do_chores
from gipf_meta.host.company import is_invited
from gipf_meta.host.database import Database
from gipf_meta.host.database_clock import DatabaseClock
from gipf_meta.host.people import PeopleError
from gipf_meta.host.process import SILENT_MS
from gipf_meta.host.redaction import Redaction
from gipf_meta.host.rewritings import REDACTED, note, rewrite
from gipf_meta.host.room_lists import is_room_of
from gipf_meta.host.stale_rooms import note_stale, remove_rows
from gipf_meta.host.stored_names import forget_names
from gipf_meta.host.tables import (
    DELETION,
    ENTRY,
    GUEST,
    HELD,
    METADATA,
    NAME,
    PERSON,
    RELATION,
    ROOM,
    SEAT,
    DatabaseError,
)
from gipf_meta.match.match import GameFinder
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.rooms import events
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.people_events import Uninvited
from gipf_meta.rooms.room import Room
from gipf_meta.table.seats import Refused

STAY: Final = ("deletion", "seat", "name")
"""The tables with a column ``person`` whose rows a deletion does not remove."""
STUDIES: Final = 500
"""The number of studies that are searched for words of somebody at once."""
CHOSEN: Final = ("options", "seats")
"""The fields of a form in which nobody types a name."""
TOGETHER: Final = 200
"""The most rows of settings that one transaction changes."""
CLAIMED_MS: Final = 120_000
"""Milliseconds after which another process does what one has begun."""
AGAIN_MS: Final = 10_000
"""Milliseconds after a deletion by which every process has heard of it: then names that one of them
still wrote are taken out, too."""


class Tombstone(NamedTuple):
    """A deleted person: his id, and when he was deleted, in milliseconds."""

    person: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class DeletionTask:
    """The rest of a deletion: the *names* that the person had, and the *rooms* where he was.

    *is_last*: it was done once, and is done again when every process has heard of it.
    """

    names: tuple[str, ...]
    rooms: tuple[str, ...]
    is_last: bool = False

    @classmethod
    def read(cls, text: str) -> DeletionTask:
        """Returns the task that *text* says; an empty one says that nothing is left."""
        said = read_object(text) or {}
        names, rooms = tuple(said.get("names", ())), tuple(said.get("rooms", ()))
        return cls(names, rooms, bool(said.get("is_last")))

    def write(self) -> str:
        """Returns the task as a text."""
        return json.dumps({"names": self.names, "rooms": self.rooms, "is_last": self.is_last})


class Deletions:
    """Deletes people from *database*; *finder* finds the games of their rooms.

    Every method raises ``DatabaseError``.
    """

    def __init__(self, database: Database, finder: GameFinder) -> None:
        self._database, self._finder = database, finder

    # ---- at once --------------------------------------------------------------------------------

    def begin(self, person: str) -> None:
        """Ends all that lets *person* in, and his name; the rest is for ``finish``.

        Raises ``PeopleError`` for an unknown id.
        """
        if not self._database.write(lambda db: self._end_person(db, person)):
            raise PeopleError(_("Nobody here has the id {person}.").format(person=person))

    def delete(self, person: str) -> None:
        """Deletes *person*; where processes serve, they do the last of it. Raises ``PeopleError``
        for an unknown id."""
        self.begin(person)
        self.finish()

    def delete_again(self, gone: Collection[Tombstone]) -> int:
        """Deletes the people of *gone* whom a backup has brought back, and returns how many those
        are; the tombstones of the others are kept, too."""
        query, again = sa.select(PERSON.c.id), 0
        here = self._database.read(lambda db: frozenset(db.execute(query).scalars()))
        for person in sorted({each.person for each in gone} & here):
            again += self._database.write(lambda db: self._end_person(db, person))  # noqa: B023

        def bury(db: Connection) -> None:
            for each in gone:
                self._bury(db, each.person, each.at_ms)

        self._database.write(bury)
        self.finish()
        return again

    def delete_unseen(self, person: str, before_ms: int) -> bool:
        """Begins to delete *person* if he was not seen since *before_ms*; returns whether he
        was."""
        return self._database.write(lambda db: self._end_person(db, person, before_ms))

    def hold_of(self, person: str) -> int | None:
        """Returns until when nobody new comes in from the address of *person*, in milliseconds;
        ``None``: it is not held off. A deletion leaves that as it is."""
        query = sa.select(HELD.c.until_ms).join(PERSON, PERSON.c.network == HELD.c.network)
        query = query.where(PERSON.c.id == person, HELD.c.until_ms > self._database.now)
        return self._database.read(lambda db: db.execute(query).scalar())

    def _end_person(self, db: Connection, person: str, before_ms: int | None = None) -> bool:
        """Removes the rows of *person*, and notes what is to be done; returns whether he was there,
        and not seen since *before_ms*."""
        query = sa.select(PERSON.c.name).where(PERSON.c.id == person).with_for_update()
        if before_ms is not None:
            query = query.where(PERSON.c.seen_ms < before_ms)
        found = db.execute(query).first()
        if found is None:
            return False
        is_named = NAME.c.person == person, NAME.c.text != ""
        names = {found.name, *db.execute(sa.select(NAME.c.text).where(*is_named)).scalars()}
        rooms = _rooms_of(db, person)
        self._bury(db, person, self._database.now)
        rooms |= forget_names(db, person)
        for table in METADATA.sorted_tables:
            if "person" in table.c and table.name not in STAY:
                db.execute(sa.delete(table).where(table.c.person == person))
        db.execute(sa.delete(RELATION).where(RELATION.c.other == person))
        db.execute(sa.delete(PERSON).where(PERSON.c.id == person))
        task = DeletionTask(tuple(sorted(names - {""})), tuple(sorted(rooms)))
        own = sa.update(DELETION).where(DELETION.c.person == person)
        db.execute(own.values(todo=task.write()))
        note_stale(db, rooms)
        return True

    def _bury(self, db: Connection, person: str, at_ms: int | sa.ColumnElement[int]) -> None:
        """Leaves a tombstone of *person*, who was deleted at *at_ms*, unless there is one."""
        row = self._database.insert(DELETION).values(
            person=person, at_ms=at_ms, todo="", claimed_ms=0
        )
        db.execute(row.on_conflict_do_nothing(index_elements=["person"]))

    # ---- afterwards -----------------------------------------------------------------------------

    def lately(self, within_ms: int, before_ms: int | None = None) -> list[Tombstone]:
        """Returns the people who were deleted in the last *within_ms* milliseconds, or in those
        before *before_ms* and since."""
        since = DELETION.c.at_ms > self._database.now - within_ms
        if before_ms is not None:
            since |= DELETION.c.at_ms > before_ms - within_ms
        return self._tombstones(since)

    def unfinished(self) -> list[str]:
        """Returns the deleted people for whom something is still to be done."""
        query = sa.select(DELETION.c.person).where(DELETION.c.todo != "")
        return self._database.read(lambda db: list(db.execute(query).scalars()))

    def all(self) -> list[Tombstone]:
        """Returns all people who were deleted, the first one first."""
        return self._tombstones(sa.true())

    def _tombstones(self, condition: sa.ColumnElement[bool]) -> list[Tombstone]:
        query = sa.select(DELETION.c.person, DELETION.c.at_ms).where(condition)
        ordered = query.order_by(DELETION.c.at_ms, DELETION.c.person)
        return self._database.read(lambda db: [Tombstone(*row) for row in db.execute(ordered)])

    def finish(self) -> int:
        """Does what is due for deleted people, and no other process has begun; returns for how many
        that was.

        Everything is done at once, and a second time when all processes have heard of it: until
        then one of them may still write a name that it knows. Where none serves, that is at once.
        """
        count = 0
        while (found := self._claim()) is not None:
            person, task = found
            self._clear(person, task)
            rest = "" if task.is_last else replace(task, is_last=True).write()
            change = sa.update(DELETION).where(DELETION.c.person == person)
            free = change.values(todo=rest, claimed_ms=0)
            self._database.write(lambda db: db.execute(free))  # noqa: B023
            count += 1
        do_chores(self._database.engine)
        return count

    def _claim(self) -> tuple[str, DeletionTask] | None:
        """Returns a deleted person for whom something is due, with his task; this process does it,
        or another one later if it fails. ``None``: nothing is due."""
        now = self._database.now
        is_heard = DELETION.c.at_ms < now - AGAIN_MS
        query = sa.select(DELETION.c.person, DELETION.c.todo, is_heard.label("is_heard"))
        query = query.where(DELETION.c.todo != "", DELETION.c.claimed_ms < now - CLAIMED_MS)
        rows = self._database.read(lambda db: db.execute(query.order_by(DELETION.c.at_ms)).all())
        is_alone = bool(rows) and self._database.shift_ms(SILENT_MS) is None
        for row in rows:
            task = DeletionTask.read(row.todo)
            if not task.is_last or row.is_heard or is_alone:
                is_free = DELETION.c.person == row.person, DELETION.c.todo == row.todo
                change = sa.update(DELETION).where(
                    *is_free, DELETION.c.claimed_ms < now - CLAIMED_MS
                )
                claim = change.values(claimed_ms=now)
                if self._database.write(lambda db: db.execute(claim).rowcount):  # noqa: B023
                    return row.person, task
        return None

    def _clear(self, person: str, task: DeletionTask) -> None:
        """Takes what is left of *person* out of rooms, settings and comments."""
        for room in self._own_studies(person):
            self._database.write(lambda db: _remove_room(db, room))  # noqa: B023
        for room in self._rooms_to_leave(person):
            self._leave(room, person)
        with self._database.snapshot() as db:  # without the timeouts of what people wait for
            rooms = {*task.rooms, *_rooms_of(db, person), *_studies_with_words_of(db, person)}
        self._redact_settings(self._mates(person, rooms), task.names)
        for room in sorted(rooms):
            self._redact_room(room, person, task.names)
        self._database.write(lambda db: add_chore(db, SWEEP))

    def _own_studies(self, person: str) -> list[str]:
        """Returns the studies and set-up boards of *person* in which nobody else is."""
        is_study = sa.or_(ROOM.c.is_study, ROOM.c.game == SettingUp.id)
        guests = sa.select(GUEST.c.room).where(GUEST.c.person != person)
        query = sa.select(ROOM.c.id).where(ROOM.c.by == person, is_study)
        query = query.where(ROOM.c.id.not_in(guests))
        return self._database.read(lambda db: list(db.execute(query).scalars()))

    def _rooms_to_leave(self, person: str) -> list[str]:
        """Returns the rooms that go on in which *person* holds a seat, that he has opened, to
        which he is invited, or that he may watch."""
        goes_on = sa.not_(ROOM.c.is_over)
        invited = ROOM.c.id.in_(sa.select(SEAT.c.room).where(is_invited(person)))
        is_his = sa.or_(is_room_of(person), invited)
        query = sa.select(ROOM.c.id).where(is_his, goes_on).order_by(ROOM.c.id)
        return self._database.read(lambda db: list(db.execute(query).scalars()))

    def _leave(self, room: str, person: str) -> None:
        """Leaves *room* for *person*; a match in which nobody is left ends."""
        at_ms = DatabaseClock(self._database).now_ms()

        def act(open_room: Room) -> None:
            _leave_for_good(open_room, person, at_ms)

        with suppress(Refused, LedgerError):  # what cannot be opened here shows nobody a name
            change_room(self._database, self._finder, room, act)

    def _mates(self, person: str, rooms: Collection[str]) -> list[str]:
        """Returns the people who were in one of *rooms*, too."""
        seated = sa.select(SEAT.c.person).where(SEAT.c.room.in_(rooms))
        studying = sa.select(GUEST.c.person).where(GUEST.c.room.in_(rooms))
        opened = sa.select(ROOM.c.opened_by).where(ROOM.c.id.in_(rooms))
        query = sa.union(seated, studying, opened)
        found = self._database.read(lambda db: list(db.execute(query).scalars()))
        return [each for each in found if each not in ("", person)]

    # ---- words ----------------------------------------------------------------------------------

    def _redact_settings(self, people: Sequence[str], names: Collection[str]) -> None:
        """Takes *names* out of the settings of *people*, where they were typed at a seat."""
        for start in range(0, len(people), TOGETHER):
            some = people[start : start + TOGETHER]
            self._database.write(lambda db: _redact_settings(db, some, names))  # noqa: B023

    def _redact_room(self, room: str, person: str, names: Collection[str]) -> None:
        """Takes the comments of *person* in *room* out of its ledger, and *names* out of those of
        others, unless somebody else there has that name. Nobody appends meanwhile."""
        others = {fold(each) for each in self._names_of_others(room, person)}
        own = [each for each in names if fold(each) not in others]

        def redact(db: Connection) -> None:
            db.execute(sa.select(ROOM.c.id).where(ROOM.c.id == room).with_for_update()).first()
            if (changed := rewrite(db, room, Redaction(person, own).change, REDACTED)) is not None:
                note(db, [changed])
                note_stale(db, [room])

        self._database.write_long(redact)

    def _names_of_others(self, room: str, person: str) -> list[str]:
        is_others = NAME.c.person.not_in(("", person))
        query = sa.select(NAME.c.text).where(NAME.c.room == room, is_others)
        return self._database.read(lambda db: list(db.execute(query).scalars()))


class DeletionFile:
    """The file *path* apart from the database that names all who were deleted: should the database
    be lost, a backup of before is restored without them.

    Several processes of a machine may share it: then a line may come twice.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = {each.person for each in read_deletions(path)} if path.exists() else set()

    def note(self, gone: Iterable[Tombstone]) -> None:
        """Adds those of *gone* that are not in the file yet. Raises ``DatabaseError``."""
        new = [each for each in gone if each.person not in self._known]
        if not new:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(f"{each.person} {each.at_ms}\n" for each in new)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            why = system_reason(error)
            words = _("The file {path} cannot be written: {why}.").format(path=self._path, why=why)
            raise DatabaseError(words) from error
        self._known |= {each.person for each in new}


def read_deletions(path: Path) -> list[Tombstone]:
    """Returns the tombstones in the file *path*: a line has an id and a time, as ``forgotten``
    prints it. Raises ``DatabaseError``."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        why = system_reason(error)
        words = _("The file {path} cannot be read: {why}.").format(path=path, why=why)
        raise DatabaseError(words) from error
    found = list[Tombstone]()
    for number, line in enumerate(lines, 1):
        person, _space, time = line.partition(" ")
        at_ms = read_whole(time)
        if not re.fullmatch(r"[0-9A-Za-z]{1,40}", person) or at_ms is None:
            words = _("Line {number} of {path} is no id and time, as `forgotten` prints them.")
            raise DatabaseError(words.format(number=number, path=path))
        found.append(Tombstone(person, at_ms))
    return found


def _leave_for_good(room: Room, person: str, at_ms: int) -> None:
    """Gives up the seats of *person* in *room*, as ``leave`` does; a match that nobody else plays
    ends undecided."""
    room.go_back()
    room.pass_time(at_ms)
    state = room.state
    if state.is_ended:
        return
    held, admission = state.seats.held_by(person), state.admission
    for player in admission.seats_for(person):
        room.emit(Uninvited, player=player, how="declined")
    if held or person in (admission.by, *admission.admitted):
        room.new_room = new_room_id
        room.emit(events.Left, person=person, players=held)
        act_if_all_agree(room)
    if state.study is None and not state.seats.holders and not state.is_ended:
        room.emit(events.Closed)


def _remove_room(db: Connection, room: str) -> None:
    db.execute(sa.delete(ROOM).where(ROOM.c.id == room))
    remove_rows(db, [room])


def _rooms_of(db: Connection, person: str) -> set[str]:
    """Returns the rooms that have *person* at a seat, as a guest, or by a name, those to which he
    is invited, and those that he has opened."""
    found = set[str]()
    for table in METADATA.sorted_tables:
        if {"room", "person"} <= {*table.c.keys()}:
            found |= {
                *db.execute(sa.select(table.c.room).where(table.c.person == person)).scalars()
            }
    invited = sa.select(SEAT.c.room).where(is_invited(person))
    found |= {*db.execute(invited).scalars()}
    is_his = sa.or_(ROOM.c.by == person, ROOM.c.opened_by == person)
    found |= {*db.execute(sa.select(ROOM.c.id).where(is_his)).scalars()}
    return found


def _studies_with_words_of(db: Connection, person: str) -> set[str]:
    """Returns the studies in which *person* has done something, as a guest of all, too. That takes
    a look at every study, at some of them at once."""
    found, last = set[str](), ""
    while True:
        some = sa.select(ROOM.c.id).where(ROOM.c.is_study, ROOM.c.id > last)
        some = some.order_by(ROOM.c.id).limit(STUDIES)
        page = list(db.execute(some).scalars())
        if not page:
            return found
        wrote = sa.select(ENTRY.c.room).where(ENTRY.c.room.in_(page), ENTRY.c.sender == person)
        found |= {*db.execute(wrote.distinct()).scalars()}
        last = page[-1]


def _redact_settings(db: Connection, people: Sequence[str], names: Collection[str]) -> None:
    folded = {fold(each) for each in names}
    query = sa.select(PERSON.c.id, PERSON.c.settings).where(PERSON.c.id.in_(people))
    for row in db.execute(query.with_for_update()).all():
        settings = read_object(row.settings)
        if settings is None:
            continue
        forms = settings.get("set_ups")
        if not isinstance(forms, dict):
            continue
        cleaned = {key: _without(form, folded) for key, form in forms.items()}
        if cleaned != forms:
            text = json.dumps({**settings, "set_ups": cleaned})
            db.execute(sa.update(PERSON).where(PERSON.c.id == row.id).values(settings=text))


def _without(value: Any, folded: Collection[str]) -> Any:
    """Returns *value* of a form with empty texts instead of the names that are *folded*; what is
    chosen from a list stays, whoever was called like it."""
    if isinstance(value, dict):
        return {
            key: each if key in CHOSEN else _without(each, folded) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_without(each, folded) for each in value]
    return "" if isinstance(value, str) and fold(value) in folded else value
