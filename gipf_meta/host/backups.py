"""Backups of a database, and what else an operator does: export, verify, close and free a seat.

A backup is one file that holds a database of SQLite, whatever kind it was made of: consistent as of
one moment, made while matches go on. It can be copied to any machine and restored into an empty
database of either kind, or be served as it is.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.engine import URL

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.deeds.seat_deeds import reseat
from gipf_meta.host.database import Database, database_errors
from gipf_meta.host.database_clock import DatabaseClock
from gipf_meta.host.database_engines import read_url
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.old_backups import mark_backup, remove_old
from gipf_meta.host.rewritings import is_sound
from gipf_meta.host.stored_names import RoomNames
from gipf_meta.host.tables import (
    CHARGE,
    CHORE,
    ENTRY,
    HELD,
    HOST_KEY,
    METADATA,
    PERSON,
    PRESENCE,
    REREAD,
    ROOM,
    SEAT,
    TICKET,
    DatabaseError,
)
from gipf_meta.host.written_rows import SeatRow, row_of_room, rows_of_seats, seat_row
from gipf_meta.hub.kept_rooms import TRIES, KeptRooms
from gipf_meta.hub.open_rooms import OpenRooms
from gipf_meta.match.match import GameFinder
from gipf_meta.records.models import Record
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.room import Room
from gipf_meta.table.seats import hash_of

AT_ONCE: Final = 500
"""The number of rows that are copied at once."""

NOT_COPIED: Final = (PRESENCE, HELD, TICKET, CHARGE, CHORE, REREAD)
"""The tables whose rows concern the running host alone."""

LISTED: Final = ("game", "is_over", "is_study", "turns", "player")
"""The columns of a room that follow from its events alone; ``due_ms`` depends on bots, too."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The numbers of copied rows: of rooms, of entries of their ledgers, and of people."""

    rooms: int
    entries: int
    people: int


def backup(database: Database, path: Path) -> Copied:
    """Writes *database*, as of this moment, into a new file *path*, whole or not at all.

    Raises ``DatabaseError``, also if there is a file already.
    """
    if path.exists():
        raise DatabaseError(_("There is a file {path} already.").format(path=path))
    with _files(path), TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as folder:
        part = Path(folder) / "backup.sqlite"
        with _opened(_url(part)) as copy, database.snapshot() as source:
            made_ms = int(source.execute(sa.select(database.now)).scalar_one())
            copied = copy.write(lambda db: _copy(source, db))
        _close_log(part, made_ms)
        part.replace(path)
    return copied


def restore(database: Database, path: Path) -> Copied:
    """Writes the backup *path* into *database*, which must be empty; all of it or nothing.

    The backup is left as it is, also one of older tables. Raises ``DatabaseError``.
    """
    with _files(path), TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.sqlite"
        copyfile(path, copy)
        with _opened(_url(copy)) as source, source.snapshot() as rows:

            def change(db: Connection) -> Copied:
                if any(_has_rows(db, table) for table in (ROOM, PERSON)):
                    raise DatabaseError(
                        _("A backup is restored into an empty database; this one has rooms.")
                    )
                # a host that was begun before has made keys of its own, which no browser knows
                db.execute(sa.delete(HOST_KEY))
                return _copy(rows, db)

            return database.write_long(change)


def remove_old_backups(newest: Path, older_ms: int) -> list[Path]:
    """Removes the backups beside *newest* that are so much older, and returns them. Raises
    ``DatabaseError``."""
    with _files(newest):
        return remove_old(newest, older_ms)


@contextmanager
def removed_if_it_fails(address: str) -> Iterator[None]:
    """Removes the file of SQLite at *address* if the block fails and the file was not there before.

    Raises ``DatabaseError`` if *address* is no address of a database.
    """
    url = read_url(address)
    file = Path(url.database) if url.drivername == "sqlite" and url.database else None
    if file is None or file.exists():
        yield
        return
    with undone_by(partial(_remove, file)):
        yield


def _remove(file: Path) -> None:
    """Removes *file* of SQLite and its ``-wal`` and ``-shm``; ignores errors."""
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + end).unlink()


def export(database: Database, finder: GameFinder, room: str) -> Record:
    """Returns the match of *room*, or its whole study, as a record.

    Raises ``LedgerError``, also for an unknown room.
    """
    return _rebuild(database, finder, room).state.record()


def verify(database: Database, finder: GameFinder) -> Iterator[tuple[str, str]]:
    """Yields each room of *database* with its fault, a sentence; ``""`` where the room is sound.

    The hashes of the room are computed, it is rebuilt from its events, its clocks are counted
    again, its rows in lists are compared, and the notes of its rewritings. Raises
    ``DatabaseError``.
    """
    for room in _all_rooms(database):
        yield room, _find_fault(database, finder, room)


def _find_fault(database: Database, finder: GameFinder, room: str) -> str:
    try:
        for _attempt in range(2):
            before = _listed(database, room)
            rebuilt = _rebuild(database, finder, room)
            if before == _listed(database, room):  # no command was appended in between
                break
        recount(room, _read_events(database, room), finder)
    except DatabaseError:
        raise
    except GipfMetaError as error:
        return str(error)
    summary = rebuilt.summary()
    values = row_of_room(summary)
    row = {"number": rebuilt.state.number, **{name: values[name] for name in LISTED}}
    names = {player: seat.name for player, seat in enumerate(summary.people)}
    if before != (row, _without_play(rows_of_seats(summary)), names):
        return _("Lists show this match otherwise than it was played.")
    if not database.read(lambda db: is_sound(db, room, RoomNames.read(db, room).cleared)):
        return _("What was changed in this match is not what was noted of it.")
    return ""


def _without_play(seats: Iterable[SeatRow]) -> frozenset[SeatRow]:
    """Returns *seats* without the marks of who has decided, and with what result: rooms that were
    written before there were any have them from less, or not."""
    return frozenset((*seat[:8], False, "") for seat in seats)


def _rebuild(database: Database, finder: GameFinder, room: str) -> Room:
    """Returns the room, rebuilt from its events. Raises ``LedgerError``."""
    return rebuild(room, _read_events(database, room), finder)


def _read_events(database: Database, room: str) -> list[Event]:
    """Returns the events of *room*, the first one first. Raises ``LedgerError``."""
    return [entry.event for entry in DatabaseLedger(database).read(room)]


def _all_rooms(database: Database) -> list[str]:
    """Returns the ids of rooms with a row in any table: the row in ``room`` may be lost."""
    columns = (ROOM.c.id, ENTRY.c.room, SEAT.c.room)
    query = sa.union(*(sa.select(column.label("room")) for column in columns)).order_by("room")
    return database.read(lambda db: list(db.execute(query).scalars()))


def _listed(
    database: Database, room: str
) -> tuple[dict[str, Any], frozenset[SeatRow], dict[int, str]]:
    """Returns the columns (``{}`` if there is no row), the seats and their names that lists show of
    *room*."""
    names = ("number", *LISTED)

    def ask(db: Connection) -> tuple[dict[str, Any], frozenset[SeatRow], dict[int, str]]:
        row = db.execute(sa.select(*(ROOM.c[name] for name in names)).where(ROOM.c.id == room))
        found = row.mappings().first()
        rows = db.execute(sa.select(SEAT).where(SEAT.c.room == room)).all()
        seats = _without_play(map(seat_row, rows))
        of_room = RoomNames.read(db, room)
        called = {row.player: row.word or of_room.name(row.named) for row in rows}
        return dict(found or {}), seats, called

    return database.read(ask)


# ---- copying ------------------------------------------------------------------------------------


def _copy(source: Connection, target: Connection) -> Copied:
    """Copies the rows of all tables from *source* to *target*."""
    counts = {
        table.name: _copy_table(source, target, table)
        for table in METADATA.sorted_tables
        if table not in NOT_COPIED
    }
    return Copied(counts[ROOM.name], counts[ENTRY.name], counts[PERSON.name])


def _copy_table(source: Connection, target: Connection, table: sa.Table) -> int:
    count = 0
    stream = source.execution_options(yield_per=AT_ONCE).execute(sa.select(table))
    for rows in stream.mappings().partitions():
        target.execute(sa.insert(table), [_without_addresses(row) for row in rows])
        count += len(rows)
    return count


def _without_addresses(row: sa.RowMapping) -> dict[str, Any]:
    """Returns *row* with an empty ``network``: addresses of people do not travel with backups."""
    return {name: "" if name == PERSON.c.network.name else value for name, value in row.items()}


def _has_rows(db: Connection, table: sa.Table) -> bool:
    return db.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None


# ---- files --------------------------------------------------------------------------------------


def _url(file: Path) -> str:
    return URL.create("sqlite", database=str(file)).render_as_string()


@contextmanager
def _opened(url: str) -> Iterator[Database]:
    """Opens the database at *url*, and closes it at the end. Raises ``DatabaseError``."""
    database = Database.open(url)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def _files(path: Path) -> Iterator[None]:
    """Raises ``OSError`` within the block as ``DatabaseError`` about the backup *path*."""
    try:
        yield
    except OSError as error:
        why = system_reason(error)
        raise DatabaseError(
            _("The backup {path} cannot be used: {why}.").format(path=path, why=why)
        ) from error


def _close_log(file: Path, made_ms: int) -> None:
    """Merges the write-ahead log into *file*, marks it as a backup of *made_ms*, and syncs it to
    the disk."""
    database = Database.open(_url(file))
    try:
        with database_errors(), database.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.cursor().execute("PRAGMA journal_mode = DELETE")
            mark_backup(raw.cursor(), made_ms)
    finally:
        database.close()
    with suppress(OSError), file.open("rb") as written:
        os.fsync(written.fileno())


def close_match(database: Database, finder: GameFinder, room: str) -> None:
    """Ends the match of *room*, undecided. The hosts of *database* tell all who are in the room.

    Raises ``Refused`` if there is no such room, or if its match has ended; ``Conflict`` and
    ``LedgerError``.
    """
    at_ms = DatabaseClock(database).now_ms()
    change_room(database, finder, room, lambda open_room: open_room.close(at_ms))


def free_seat(database: Database, finder: GameFinder, room: str, player: int) -> str:
    """Frees the seat of *player* in *room*, and returns a new key that lets a person take it.

    The hosts tell all who are in the room. Raises ``Refused``, also if that seat is for no person;
    ``Conflict`` and ``LedgerError``.
    """
    key, at_ms = secrets.token_urlsafe(18), DatabaseClock(database).now_ms()
    hash = hash_of(key)
    change_room(database, finder, room, lambda open_room: reseat(open_room, player, hash, at_ms))
    return key


def change_room(
    database: Database, finder: GameFinder, room: str, act: Callable[[Room], object]
) -> None:
    """Calls *act* with *room*, and appends its events; tries again after a ``Conflict``.

    Raises ``Refused``, ``Conflict`` and ``LedgerError``.
    """
    ledger = DatabaseLedger(database)
    rooms = KeptRooms(ledger, finder, OpenRooms(ledger.release, 1, pauses_alone=False))
    rooms.people_at = lambda room: ()  # who sits there is seen when notices are delivered
    for _attempt in range(TRIES):
        entry = rooms.find(room)
        try:
            act(entry.room)
            rooms.append(entry)
        except Conflict:
            rooms.close(room)
        else:
            return
    raise Conflict
