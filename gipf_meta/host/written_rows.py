"""The rows that one command writes: its entry, the state of the room, its seats and its guests.

The number in the row of the room decides between processes that write at the same time: PostgreSQL
locks that row, SQLite the whole file, and the second process finds another number. The unique keys
of the entries are a second guard. ``Tails`` remembers how each room ended here, so that the usual
command compares and writes in one statement.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.company import Company, join_company
from gipf_meta.host.database import Database
from gipf_meta.host.database_engines import insert_into, now_of
from gipf_meta.host.outbox_rows import words_of_demands, write_notices
from gipf_meta.host.plan_rows import has_plan
from gipf_meta.host.stored_names import Named, move_out, write_names
from gipf_meta.host.tables import ENTRY, GUEST, ROOM, SEAT, EntryRow
from gipf_meta.match.plans import Plan
from gipf_meta.rooms.events import Event, Opened
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerError, RoomSummary, write_events
from gipf_meta.rooms.notices import Notice

CHANNEL: Final = "gipf_meta"
"""The channel of ``NOTIFY``; the payload is the room and the number of its last event."""
MOST_TAILS: Final = 10_000
"""The number of rooms whose end is remembered; the end of another one is read before a write."""

SeatRow: TypeAlias = tuple[int, str, str, bool, str, int | None, int | None, int | None, bool, str]
"""The columns ``_SEAT_COLUMNS`` of a seat."""


class Tail(NamedTuple):
    """The end of a room in the database: the number of its last event, the hash of its last entry,
    and the rows of its *seats* and *guests* beside it."""

    number: int
    hash: str
    seats: frozenset[SeatRow]
    guests: frozenset[str] | None


class Tails:
    """The ends of rooms as this process wrote them last, in any of its threads.

    They need not be true any more, for other processes write, too: each write compares number and
    hash with the row of its room, and whoever writes seats or guests changes both.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = MOST_TAILS if most is None else most
        self._tails = OrderedDict[str, Tail]()
        self._lock = Lock()

    def get(self, room: str, number: int) -> Tail | None:
        """Returns the end of *room* if it is known, and event *number* is its last."""
        tail = self._tails.get(room)
        return None if tail is None or tail.number != number else tail

    def note(self, room: str, tail: Tail) -> None:
        """Notes the end of *room*; the room that was written longest ago may be forgotten."""
        with self._lock:
            self._tails[room] = tail
            self._tails.move_to_end(room)
            if len(self._tails) > self._most:
                self._tails.popitem(last=False)

    def forget(self, room: str) -> None:
        """Forgets the end of *room*: it is read before the next write."""
        with self._lock:
            self._tails.pop(room, None)


@dataclass
class Writing:
    """The rows and columns that a command writes into *room* after event *after*.

    *row* is its entry, *seats* the rows of its seats, *guests* the people admitted to a study;
    ``None``: the room is no study. *values* are the columns of the room that follow from the
    command, *opening* those that it gets when it is opened. *named* has its names; the room
    *source*, ``""`` for none, knows whose they are. *company* are people who sit down together;
    ``None``: nobody joins others. *notices* are for people who are not there, at *at_ms*.
    *plan* is the one by which a decision of it was made, ``None``: none. *hash* is
    that of the entry, *before* that of the entry before it, ``""`` until they are known.
    """

    room: str
    after: int
    row: EntryRow
    values: dict[str, Any]
    opening: dict[str, Any]
    seats: frozenset[SeatRow]
    guests: frozenset[str] | None
    named: Named
    source: str = ""
    company: Company | None = None
    notices: tuple[Notice, ...] = ()
    at_ms: int = 0
    plan: Plan | None = None
    hash: str = field(default="", compare=False)
    before: str = field(default="", compare=False)

    @classmethod
    def of(cls, batch: Batch) -> Writing:
        """Returns the rows and columns of a *batch* for the ledger."""
        after, events, summary = batch.after, batch.events, batch.summary
        named = move_out(batch)
        text = write_events(named.events)
        row = EntryRow(after + 1, after + len(events), batch.sender, batch.id, text)
        values, seats, guests = row_of_room(summary), rows_of_seats(summary), guests_of(summary)
        at_ms = max(event.at_ms for event in events)
        about = named, batch.source, Company.of(batch), batch.notices, at_ms, batch.plan
        return cls(batch.room, after, row, values, _opening(events), seats, guests, *about)

    def is_copy(self, other: Writing) -> bool:
        """Returns whether *other* is of the same command."""
        command = self.room, self.row.sender, self.row.id
        return bool(self.row.id) and command == (other.room, other.row.sender, other.row.id)

    def is_one_statement(self, database: Database, tails: Tails) -> bool:
        """Returns whether ``write`` needs one statement, which can commit itself: only PostgreSQL
        has it, for a room whose end is known, and whose seats, names and guests stay, where nobody
        gets a notice."""
        tail = tails.get(self.room, self.after)
        return database.is_postgresql and tail is not None and self._changes_nothing_of(tail)

    def write(
        self, db: Connection, database: Database, tails: Tails, *, waits: bool = True
    ) -> bool:
        """Writes all rows in the transaction of *db*, and notes the end in *tails*; returns whether
        it did.

        It may not, where *waits* is false, if another process is or was writing into the room.
        Raises ``Conflict``; then nothing was written.
        """
        if self.company is not None and not join_company(db, self.company, waits=waits):
            return False
        if self.plan is not None and not has_plan(db, self.room, self.plan):
            raise Conflict
        statements = _statements(database.is_postgresql)
        tail = tails.get(self.room, self.after)
        tails.forget(self.room)
        if self.after == 0:
            tail = Tail(0, "", frozenset(), None)
            self._open(db, statements)
        elif tail is None or (tail.guests is None) != (self.guests is None):
            tail = self._find_tail(db, statements)
        self._follow(tail)
        values = self.parameters()
        if (
            db.execute(statements.append if waits else statements.try_to_append, values).first()
            is None
        ):
            if waits:
                raise Conflict
            return False
        if statements.change_room is not None:
            db.execute(statements.change_room, values)
        if self.named.names:
            write_names(db, self.room, self.named, self.source)
        if self.seats != tail.seats or self.named.seats:
            self._seat(db, tail.seats)
        if self.guests is not None and self.guests != tail.guests:
            self._admit(db, tail.guests or frozenset(), self.guests)
        if self.notices:
            write_notices(db, [(self.room, each) for each in self.notices], self.at_ms)
        tails.note(self.room, Tail(self.row.last, self.hash, self.seats, self.guests))
        return True

    def _follow(self, tail: Tail) -> None:
        """Computes the hashes for a room with that *tail*."""
        self.before = tail.hash
        self.hash = self.row.hash_after(self.before)

    def tail_after(self, tail: Tail) -> Tail | None:
        """Computes the hashes for a room with that *tail*, and returns its tail after the command;
        ``None``: this is no usual command."""
        if tail.number != self.after or not self._changes_nothing_of(tail):
            return None
        self._follow(tail)
        return tail._replace(number=self.row.last, hash=self.hash)

    def _changes_nothing_of(self, tail: Tail) -> bool:
        """Returns whether seats, names and guests stay as they were at that *tail*, and nobody gets
        a notice."""
        has_more = self.named.seats or self.named.names or self.notices or self.plan
        return tail[2:] == (self.seats, self.guests) and not has_more

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters of the statements that write the entry, and change the room."""
        return {
            "in_room": self.room,
            "after": self.after,
            "before": self.before,
            "new_hash": self.hash,
            **{f"entry_{name}": value for name, value in self.row._asdict().items()},
            **{f"room_{name}": value for name, value in self.values.items()},
        }

    def is_committed(self, db: Connection) -> bool:
        """Returns whether the entry of an earlier ``write`` has been committed after all."""
        if not self.hash:
            return False
        found = sa.select(ENTRY.c.hash).where(
            ENTRY.c.room == self.room, ENTRY.c.number == self.row.number
        )
        return db.execute(found).scalar() == self.hash

    def _open(self, db: Connection, statements: _Statements) -> None:
        """Writes the row of a new room, as it is before the first entry. Raises ``Conflict``."""
        usual = {"by": "", "opened_by": "", "is_open": False, "is_private": False}
        values = {**usual, **self.values, **self.opening}
        row = {"id": self.room, "number": 0, "hash": "", **values}
        if db.execute(statements.insert_room, row).first() is None:
            raise Conflict

    def _find_tail(self, db: Connection, statements: _Statements) -> Tail:
        """Returns the end of the room, with its seats and guests. Raises ``Conflict``.

        Other processes may go on meanwhile: then the number and hash are old when they count.
        """
        rows = db.execute(statements.find_tail, {"in_room": self.room}).all()
        if not rows or rows[0].number != self.after or self.before not in ("", rows[0].hash):
            raise Conflict
        seats = frozenset(seat_row(row) for row in rows if row.player is not None)
        guests = None
        if self.guests is not None:
            query = sa.select(GUEST.c.person).where(GUEST.c.room == self.room)
            guests = frozenset(db.execute(query).scalars())
        return Tail(self.after, rows[0].hash, seats, guests)

    def _seat(self, db: Connection, before: frozenset[SeatRow]) -> None:
        """Writes the seats that differ from *before*, and the names of those that were named."""
        known, now = {seat[0] for seat in before}, {seat[0] for seat in self.seats}
        named = self.named.seats
        if gone := known - now:
            db.execute(sa.delete(SEAT).where(SEAT.c.room == self.room, SEAT.c.player.in_(gone)))
        changed = [seat for seat in sorted(self.seats) if seat not in before or seat[0] in named]
        new = list[dict[str, Any]]()
        for seat in changed:
            values: dict[str, Any] = dict(zip(_SEAT_COLUMNS, seat, strict=True))
            if seat[0] in named or seat[0] not in known:
                values["word"], values["named"] = named.get(seat[0], ("", None))
            if seat[0] in known:
                of_player = SEAT.c.room == self.room, SEAT.c.player == seat[0]
                db.execute(sa.update(SEAT).where(*of_player).values(values))
            else:
                new.append({**values, "room": self.room})
        if new:
            db.execute(sa.insert(SEAT), new)

    def _admit(self, db: Connection, before: frozenset[str], guests: frozenset[str]) -> None:
        """Adds the *guests* of a study who are not among those *before*, and removes the others."""
        if gone := before - guests:
            is_gone = GUEST.c.person.in_(gone)
            db.execute(sa.delete(GUEST).where(GUEST.c.room == self.room, is_gone))
        if new := sorted(guests - before):
            db.execute(sa.insert(GUEST), [{"room": self.room, "person": each} for each in new])


def row_of_room(summary: RoomSummary) -> dict[str, Any]:
    """Returns the columns of a room that follow from its *summary*."""
    match, bottom = summary.match, summary.match.sessions[0]
    return {
        "due_ms": summary.due_ms,
        "game": bottom.game.id,
        "is_over": summary.is_over,
        "is_from_position": bool(bottom.begun_from),
        "is_study": summary.study is not None,
        "turns": len(bottom.turns()),
        "player": match.player,
        "by": summary.by,
        "is_slow": summary.is_slow,
        "flag_ms": summary.flag_ms,
        "hour_ms": summary.hour_ms,
        "waits_for": words_of_players(summary.waiting_for),
        "demands": words_of_demands(summary.known.demands),
    }


def words_of_players(players: Iterable[int]) -> str:
    """Returns the column of a room that names *players*: each between blanks, so that a statement
    finds whom the room waits for. It changes with every move, and so does the room: a seat that
    changed would cost more statements."""
    numbers = " ".join(map(str, sorted(players)))
    return numbers and f" {numbers} "


def players_in(words: str) -> frozenset[int]:
    """Returns the players that a column names; inverse of ``words_of_players``."""
    return frozenset(map(int, words.split()))


def is_among(player: sa.ColumnElement[int], words: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Returns the condition that the column *words* names *player*."""
    return words.like("% " + sa.cast(player, sa.Text) + " %")


def guests_of(summary: RoomSummary) -> frozenset[str] | None:
    """Returns the people admitted to a study, who have it among their tables; ``None``: the room is
    no study."""
    return None if summary.study is None else frozenset(summary.admitted)


def rows_of_seats(summary: RoomSummary) -> frozenset[SeatRow]:
    """Returns the rows of a room's seats without names."""
    return frozenset(
        (
            player,
            summary.holders.get(player, ""),
            seat.player,
            player in summary.reserved,
            *summary.invited.get(player, ("", None)),
            *summary.rests.get(player, (None, None)),
            player in summary.deciders,
            _result_of(summary, player),
        )
        for player, seat in enumerate(summary.people)
    )


def _result_of(summary: RoomSummary, player: int) -> str:
    """Returns the result of *player* in a match; ``""``: there is none, or nobody sits there."""
    winners = summary.winners
    if winners is None or player not in summary.holders:
        return ""
    if len(winners) in (0, len(summary.people)):
        return "drawn"
    return "won" if player in winners else "lost"


def correct_rows(db: Connection, room: str, number: int, summary: RoomSummary) -> None:
    """Writes the rows of *room* anew as its *summary* after event *number* says; those of older
    versions have less. Does nothing if the room has gone on."""
    is_it = sa.and_(ROOM.c.id == room, ROOM.c.number == number)
    if db.execute(sa.update(ROOM).where(is_it).values(row_of_room(summary))).rowcount != 1:
        return
    for seat in rows_of_seats(summary):
        of_player = SEAT.c.room == room, SEAT.c.player == seat[0]
        values = dict(zip(_SEAT_COLUMNS, seat, strict=True))
        db.execute(sa.update(SEAT).where(*of_player).values(values))


def seat_row(row: sa.Row[Any]) -> SeatRow:
    """Returns the seat that was found in *row*, perhaps beside other columns."""
    return (
        row.player,
        row.person,
        row.kind,
        row.is_reserved,
        row.invited,
        row.invited_until_ms,
        row.rest_from_ms,
        row.rest_until_ms,
        row.has_decided,
        row.result,
    )


class _Statements:
    """The statements of every command, for one kind of database; making them takes longer than
    running them.

    Appending compares number and hash of the room's row, and returns no row where these are others,
    or where the keys of the entry exist already. PostgreSQL locks the row of the room before it
    compares; ``try_to_append`` returns no row, either, where another transaction holds that lock.
    It changes the room in the same statement. SQLite, whose file is locked, needs ``change_room``
    for it.
    """

    def __init__(self, is_postgresql: bool) -> None:
        now = now_of(is_postgresql)
        room: sa.BindParameter[str] = sa.bindparam("in_room")
        self.find_tail = (
            sa.select(ROOM.c.number, ROOM.c.hash, *(SEAT.c[name] for name in _SEAT_COLUMNS))
            .join_from(ROOM, SEAT, SEAT.c.room == ROOM.c.id, isouter=True)
            .where(ROOM.c.id == room)
        )
        new_room = insert_into(ROOM, is_postgresql).values(opened_ms=now, changed_ms=now)
        self.insert_room = new_room.on_conflict_do_nothing().returning(ROOM.c.id)
        found = sa.select(ROOM.c.id).where(
            ROOM.c.id == room,
            ROOM.c.number == sa.bindparam("after"),
            ROOM.c.hash == sa.bindparam("before"),
        )
        number, digest = _given(ROOM.c.number, "entry_last"), _given(ROOM.c.hash, "new_hash")
        columns = {name: _given(ROOM.c[name], f"room_{name}") for name in COLUMNS}
        changed = sa.update(ROOM).values(number=number, hash=digest, changed_ms=now, **columns)
        self.change_room: sa.Update | None = None
        if is_postgresql:
            self.append = _appending(found.with_for_update(), changed)
            self.try_to_append = _appending(found.with_for_update(skip_locked=True), changed)
        else:
            self.append = self.try_to_append = _added(found.subquery(), is_postgresql)
            self.change_room = changed.where(ROOM.c.id == room)


def _given(column: sa.Column[Any], name: str) -> sa.BindParameter[Any]:
    """Returns the parameter of that *name*, a value for *column*."""
    return sa.bindparam(name, type_=column.type)


def _added(found: sa.FromClause, is_postgresql: bool) -> Any:
    """Returns the statement that inserts an entry where the row of its room is *found*."""
    names = [*EntryRow._fields, "hash"]
    values = [_given(ENTRY.c[name], f"entry_{name}") for name in EntryRow._fields]
    rows = sa.select(found.c.id, *values, _given(ENTRY.c.hash, "new_hash"))
    rows = rows.where(sa.true())  # else SQLite takes ON CONFLICT for a join
    insert = insert_into(ENTRY, is_postgresql).from_select(["room", *names], rows)
    return insert.on_conflict_do_nothing().returning(ENTRY.c.room, ENTRY.c.last)


def _appending(found: sa.Select[Any], change: sa.Update) -> sa.Select[Any]:
    """Returns the statement of PostgreSQL that locks the row *found*, inserts an entry, and applies
    *change* to the row."""
    added = _added(found.cte("found"), is_postgresql=True).cte("added")
    rows = change.where(ROOM.c.id == added.c.room).returning(ROOM.c.id).cte("changed")
    return sa.select(rows.c.id)


def announce(database: Database, written: Sequence[Writing]) -> None:
    """Tells other processes what was *written* to PostgreSQL, after its commit.

    A transaction that notifies holds a lock of the whole database while it commits, so it must not
    wait for the disk: writers would follow each other, one in each turn of the disk. What is not
    told, because the connection is lost, is found by the next poll of ``News``.
    """
    if database.is_postgresql and written:
        payloads = [f"{each.room} {each.row.last}" for each in written]
        with suppress(LedgerError):
            database.read(lambda db: db.execute(_ANNOUNCEMENT, {"payloads": payloads}).all())


_ANNOUNCEMENT: Final = sa.select(
    sa.func.set_config("synchronous_commit", "off", True),  # for this one statement
    sa.func.pg_notify(CHANNEL, sa.func.unnest(sa.bindparam("payloads", type_=sa.ARRAY(sa.Text)))),
)


COLUMNS: Final = (
    "due_ms", "game", "is_over", "is_from_position", "is_study", "turns", "player", "by",
    "is_slow", "flag_ms", "hour_ms", "waits_for",
    "demands",
)  # fmt: skip
"""The columns of the room that follow from each command; see ``row_of_room``."""


_statements = cache(_Statements)


_SEAT_COLUMNS: Final = (
    "player", "person", "kind", "is_reserved", "invited", "invited_until_ms", "rest_from_ms",
    "rest_until_ms", "has_decided", "result",
)  # fmt: skip
"""The columns of a seat beside its room and its name: none of them changes with an ordinary
move."""


def _opening(events: Sequence[Event]) -> dict[str, Any]:
    """Returns the columns that the opening of a room gives; ``{}`` if *events* have none."""
    for event in events:
        if isinstance(event, Opened):
            return {
                "by": event.by,
                "opened_by": event.by,
                "is_open": event.opening.is_open,
                "is_private": event.opening.is_private,
            }
    return {}
