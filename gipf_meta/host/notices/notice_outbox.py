"""The outbox: its rows are claimed, looked at once more, delivered as parcels, and finished.

A process holds rows under a lease while it delivers them. When it dies, another one delivers them
after that, in the same parcel. Whether a row is still true is asked when it is claimed: what the
room no longer waits for is told to nobody.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.desk.own_notices import NoticeWayKind
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.notice_rows import (
    OUTBOX_COLUMNS,
    WAY_COLUMNS,
    OutboxRow,
    language_for,
    text_about,
    way_of,
)
from gipf_meta.host.notices.rooms_told import RoomsTold, is_demanded, read_rooms_told
from gipf_meta.host.notices.sending import TRIAL, DeliveryEnd, NoticeParcel, NoticeWay, ToldNotice
from gipf_meta.host.tables import PERSON, ROOM
from gipf_meta.match.timecontrol import DAY_MS

LEASE_MS: Final = 180_000
"""Milliseconds for which a process holds the rows that it delivers."""
MOST_CLAIMED: Final = 200
"""The most ways for which rows are claimed at once: all that is due on each."""
FIRST_PAUSE_MS: Final = 30_000
"""Milliseconds until the second attempt; each pause is twice as long as the one before."""
LONGEST_PAUSE_MS: Final = 6 * 3_600_000
"""The longest pause between two attempts, ms."""
GIVE_UP_MS: Final = 2 * DAY_MS
"""Milliseconds after its first attempt after which what could not be delivered is given up, and its
way with it: until then a host may have stood still, or may have had to put it off."""
MOST_REFUSED: Final = 5
"""The number of refused parcels in a row after which a way is given up."""
DONE_MS: Final = 30 * DAY_MS
"""Milliseconds after which rows that are finished are deleted."""
BROKEN_MS: Final = 90 * DAY_MS
"""Milliseconds after which a way is deleted that was given up, and that nobody has mended."""
PAUSES_DOUBLE: Final = 20
"""The most doublings of a pause."""

GONE: Final = "gone"
"""The result of a row that is not true any more; it waits again when it is true again."""
SEEN: Final = "seen"
"""The result of a row whose person sits at the board; it waits again when he leaves it."""
WITHHELD: Final = "withheld"
"""The result of rows beyond what a person, or all of them, are sent in a day: they wait."""
STRANGERS: Final = 8
"""One in so many of a person's parcels of a day may tell what strangers can cause at will: that
they invite him, or sit down at his table. What his matches wait for comes beside it."""
WITHHELD_MS: Final = 3_600_000
"""Milliseconds for which they wait."""
DueMs = Callable[[NoticeWay, int, int], int]
"""Returns when a notice is to be delivered on a way, as ``Sender.due_ms`` does."""
NoteResult = Callable[[str, str, int], object]
"""Is called with the kind of a way, what became of rows of it, and their number."""


class NoticeOutbox:
    """The outbox of *database* for the process of that name, which gives each person at most *most*
    parcels in a day. *link_of* returns the address of a room. Times are those of the rooms.

    Every method raises ``DatabaseError``.
    """

    def __init__(
        self,
        database: Database,
        process: str,
        link_of: Callable[[str], str],
        most: int = 200,
        note_result: NoteResult = lambda kind, result, count: None,
    ) -> None:
        self._database, self._process = database, process
        self._link_of, self._most, self._note_result = link_of, most, note_result

    # ---- claiming -------------------------------------------------------------------------------

    def claim(self, kind: NoticeWayKind, now_ms: int, due_ms: DueMs) -> list[NoticeParcel]:
        """Claims what is due on the ways of *kind*, and returns it as parcels, the oldest first.

        *due_ms* may put it off. What is not true any more is finished.
        """
        query = _ways_due(kind, now_ms)
        ways = self._database.read(lambda db: {*db.execute(query).scalars()})
        if not ways:
            return []
        rows = _due(kind, now_ms).where(OUTBOX.c.way.in_(ways))
        parcels, counts = self._database.write(lambda db: self._claim(db, rows, now_ms, due_ms))
        for result, count in counts.items():
            self._note_result(kind, result, count)
        return parcels

    def _claim(
        self, db: Connection, query: sa.Select[Any], now_ms: int, due_ms: DueMs
    ) -> tuple[list[NoticeParcel], dict[str, int]]:
        """Returns the parcels, and the number of rows with each result."""
        if self._database.is_postgresql:
            # with its way, or another process might take a part of what belongs together
            query = query.with_for_update(of=(OUTBOX, NOTICE_WAY), skip_locked=True)
        count = len(OUTBOX_COLUMNS)
        rows = [OutboxRow(way_of(row[count:]), *row[:count]) for row in db.execute(query)]
        rooms = read_rooms_told(db, {row.room for row in rows}, self._database.now)
        results, ready = defaultdict[str, list[OutboxRow]](list), list[OutboxRow]()
        waiting = defaultdict[int, list[OutboxRow]](list)
        for row in rows:
            if not rooms.is_true(row, now_ms):
                results[GONE].append(row)
            elif _may_wait(row) and (wait := due_ms(row.way, row.created_ms, now_ms)) > now_ms:
                waiting[wait].append(row)
            elif rooms.sits_there(row):
                results[SEEN].append(row)
            else:
                ready.append(row)
        left, invited, settings = self._about_people(db, {row.person for row in ready}, now_ms)
        for row in [*ready]:
            if rooms.is_of_strangers(row) and invited[row.person] <= 0 and not row.parcel:
                ready.remove(row)
                results[WITHHELD].append(row)
                waiting[now_ms + WITHHELD_MS].append(row)
        for result in (GONE, SEEN):
            _set(db, results[result], result=result, done_ms=now_ms)
        _leave_parcels(db, [*results[GONE], *results[SEEN]], ready)
        parcels = list[NoticeParcel]()
        for id, some in _parcels(ready):
            person = some[0].person
            if left[person] <= 0 and not some[0].parcel:
                results[WITHHELD] += some
                waiting[now_ms + WITHHELD_MS] += some
                continue
            left[person] -= 1
            first = sa.case((OUTBOX.c.tries == 0, now_ms), else_=OUTBOX.c.tried_ms)
            lease = {"lease_ms": now_ms + LEASE_MS, "held_by": self._process, "parcel": id}
            _set(db, some, tries=OUTBOX.c.tries + 1, tried_ms=first, **lease)
            way, notices = some[0].way, self._tell(rooms, some, now_ms)
            about = language_for(way, settings.get(person)), text_about(way, "zone")
            parcels.append(NoticeParcel(id, way, notices, *about))
        for wait, some in waiting.items():
            _set(db, some, due_ms=wait)
        return parcels, {result: len(some) for result, some in results.items() if some}

    def _tell(
        self, rooms: RoomsTold, rows: Sequence[OutboxRow], now_ms: int
    ) -> tuple[ToldNotice, ...]:
        """Returns the notices of *rows*, the most urgent first: of each room the newest, beside an
        hour that was agreed there."""
        ordered = sorted(rows, key=lambda row: (row.number, row.kind))
        newest = {(row.room, row.kind == "hour"): row for row in ordered}
        notices = [rooms.tell(row, self._link_of(row.room), now_ms) for row in newest.values()]
        return tuple(sorted(notices, key=_urgency))

    def _about_people(
        self, db: Connection, people: Collection[str], now_ms: int
    ) -> tuple[dict[str, int], dict[str, int], dict[str, str]]:
        """Returns how many more parcels each of *people* may get today, and of what strangers
        cause, and their settings."""
        of_them = OUTBOX.c.person.in_(people), OUTBOX.c.done_ms > now_ms - DAY_MS
        not_begun = OUTBOX.c.room.in_(sa.select(ROOM.c.id).where(ROOM.c.turns == 0))
        is_of_strangers = sa.or_(OUTBOX.c.kind == "invitation", not_begun)
        key = OUTBOX.c.person, OUTBOX.c.way, OUTBOX.c.parcel
        parcels = sa.select(*key, sa.func.max(sa.case((is_of_strangers, 1), else_=0)).label("of"))
        sent = parcels.where(*of_them, OUTBOX.c.result == "sent").group_by(*key).subquery()
        counts = sa.select(sent.c.person, sa.func.count(), sa.func.sum(sent.c.of))
        found = {who: (all, some) for who, all, some in db.execute(counts.group_by(sent.c.person))}
        share = max(1, self._most // STRANGERS)
        settings = sa.select(PERSON.c.id, PERSON.c.settings).where(PERSON.c.id.in_(people))
        return (
            {person: self._most - found.get(person, (0, 0))[0] for person in people},
            {person: share - int(found.get(person, (0, 0))[1]) for person in people},
            {row.id: row.settings for row in db.execute(settings)},
        )

    # ---- finishing ------------------------------------------------------------------------------

    def renew(self, parcel: NoticeParcel, now_ms: int) -> bool:
        """Holds *parcel* for a whole lease from now on; returns whether this process holds it
        still: it may have stood still for longer than its lease."""
        lease = sa.update(OUTBOX).where(*self._held(parcel)).values(lease_ms=now_ms + LEASE_MS)
        return bool(self._database.write(lambda db: db.execute(lease).rowcount))

    def _held(self, parcel: NoticeParcel) -> tuple[sa.ColumnElement[bool], ...]:
        """Returns the conditions of the rows of *parcel* that this process holds."""
        return (
            OUTBOX.c.way == parcel.way.id,
            OUTBOX.c.parcel == parcel.id,
            OUTBOX.c.held_by == self._process,
            OUTBOX.c.result == "",
        )

    def finish(self, parcel: NoticeParcel, outcome: DeliveryEnd, now_ms: int) -> None:
        """Notes the *outcome* of the delivery of *parcel*, which this process holds; of one that
        another process holds by now, nothing."""
        self._database.commit_unfinished()
        result, count = self._database.write(partial(self._finish, parcel, outcome, now_ms))
        if count:
            self._note_result(parcel.way.kind, result, count)

    def _finish(
        self, parcel: NoticeParcel, outcome: DeliveryEnd, now_ms: int, db: Connection
    ) -> tuple[str, int]:
        """Returns what became of the rows, and their number."""
        held, way = self._held(parcel), NOTICE_WAY.c.id == parcel.way.id
        if self._database.is_postgresql:  # before its rows, as whoever gives it up
            db.execute(sa.select(NOTICE_WAY.c.id).where(way).with_for_update())
        query = sa.select(OUTBOX.c.tried_ms, OUTBOX.c.tries).where(*held)
        rows = db.execute(query).all()
        if not rows:
            return outcome.result, 0
        result = outcome.result
        if result == "later" and now_ms - min(row.tried_ms for row in rows) >= GIVE_UP_MS:
            result = "dead"
        free = {"lease_ms": 0, "held_by": ""}
        if result == "withheld":
            wait_ms = max(outcome.after_ms, FIRST_PAUSE_MS)
            again = {"due_ms": now_ms + wait_ms, "tries": OUTBOX.c.tries - 1}  # it was none
            db.execute(sa.update(OUTBOX).where(*held).values(**free, **again))
            return WITHHELD, len(rows)
        if result == "later":
            wait_ms = max(outcome.after_ms, pause_ms(max(row.tries for row in rows)))
            values: dict[str, Any] = {"due_ms": now_ms + wait_ms}
        else:
            done = {"sent": "sent", "refused": "refused"}.get(result, "given_up")
            values = {"result": done, "done_ms": now_ms}
        db.execute(sa.update(OUTBOX).where(*held).values(**free, **values))
        if result == "sent":
            well = {"used_ms": now_ms, "failures": 0}
            db.execute(sa.update(NOTICE_WAY).where(way).values(**well))
            return "sent", len(rows)
        failures = NOTICE_WAY.c.failures + 1
        found = db.execute(
            sa.update(NOTICE_WAY).where(way).values(failures=failures).returning(failures)
        ).scalar()
        is_lost = result == "refused" and (found or 0) > MOST_REFUSED
        if result == "dead" or is_lost:
            give_up(db, parcel.way.id, outcome.why, now_ms)
        return values.get("result", "later"), len(rows)

    # ---- looking after --------------------------------------------------------------------------

    def sweep(self, now_ms: int) -> None:
        """Deletes what was finished long ago, but for what rooms still wait for: it would be told
        once more."""
        self._database.write(partial(_sweep, now_ms))


def give_up(db: Connection, way: str, why: str, now_ms: int) -> None:
    """Notes that *way* leads nowhere, and *why*, for its owner; what waits for it is given up."""
    db.execute(sa.update(NOTICE_WAY).where(NOTICE_WAY.c.id == way).values(trouble=why or "?"))
    waiting = OUTBOX.c.way == way, OUTBOX.c.result == ""
    done = {"result": "given_up", "done_ms": now_ms, "lease_ms": 0, "held_by": ""}
    db.execute(sa.update(OUTBOX).where(*waiting).values(**done))


def pause_ms(tries: int) -> int:
    """Returns the pause after so many attempts, ms."""
    return min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << min(PAUSES_DOUBLE, max(0, tries - 1)))


def parcel_id(keys: Iterable[tuple[str, str, int, str]]) -> str:
    """Returns the id of a parcel of the rows with those *keys*: the same for the same rows."""
    words = "\n".join(" ".join(map(str, key)) for key in sorted(keys))
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def _parcels(rows: Sequence[OutboxRow]) -> list[tuple[str, list[OutboxRow]]]:
    """Returns the *rows* by their parcels: what was claimed before stays together, what is new to a
    way comes together, and trials by themselves."""
    found = defaultdict[tuple[str, str, bool], list[OutboxRow]](list)
    for row in rows:
        found[row.way.id, row.parcel, row.kind == TRIAL].append(row)
    return [
        (parcel or parcel_id(row.key for row in some), some)
        for (_way, parcel, _is_trial), some in found.items()
    ]


def _may_wait(row: OutboxRow) -> bool:
    """Whether *row* may wait for the hour of a bundle: no agreed hour, and no trial."""
    return row.hour_ms is None and row.kind != TRIAL


def _urgency(notice: ToldNotice) -> tuple[bool, int, int]:
    """Returns the order of notices: the least time left first."""
    until_ms = notice.left_ms
    return until_ms is None, until_ms or 0, notice.created_ms


def _due(kind: NoticeWayKind, now_ms: int) -> sa.Select[Any]:
    """Returns the query of the rows of ways of *kind* that are due, and that nobody holds."""
    return (
        sa.select(*OUTBOX_COLUMNS, *WAY_COLUMNS)
        .join(NOTICE_WAY, NOTICE_WAY.c.id == OUTBOX.c.way)
        .where(*_is_due(kind, now_ms))
        .order_by(OUTBOX.c.due_ms, OUTBOX.c.way, OUTBOX.c.room, OUTBOX.c.number)
    )


def _ways_due(kind: NoticeWayKind, now_ms: int) -> sa.Select[Any]:
    """Returns the query of the ways of *kind* on which something has been due for the longest time:
    a way may come several times."""
    return (
        sa.select(OUTBOX.c.way)
        .join(NOTICE_WAY, NOTICE_WAY.c.id == OUTBOX.c.way)
        .where(*_is_due(kind, now_ms))
        .order_by(OUTBOX.c.due_ms)
        .limit(MOST_CLAIMED)
    )


def _is_due(kind: NoticeWayKind, now_ms: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Returns the conditions of the rows of ways of *kind* that are due, and that nobody holds."""
    is_due = OUTBOX.c.result == "", OUTBOX.c.due_ms <= now_ms, OUTBOX.c.lease_ms <= now_ms
    return *is_due, NOTICE_WAY.c.kind == kind


def _set(db: Connection, rows: Collection[OutboxRow], **values: Any) -> None:
    """Sets *values* in *rows*."""
    if rows:
        names = ("way", "room", "number", "kind")
        is_it = (OUTBOX.c[name] == sa.bindparam(f"of_{name}") for name in names)
        keys = [
            {f"of_{name}": part for name, part in zip(names, row.key, strict=True)} for row in rows
        ]
        db.execute(sa.update(OUTBOX).where(*is_it).values(**values), keys)


def _leave_parcels(
    db: Connection, rows: Collection[OutboxRow], others: Sequence[OutboxRow]
) -> None:
    """Takes *rows* out of their parcels, if these go on with *others*: if they wait again, they
    would come as what has come already."""
    go_on = {(row.way.id, row.parcel) for row in others if row.parcel}
    _set(db, [row for row in rows if (row.way.id, row.parcel) in go_on], parcel="")


def _sweep(now_ms: int, db: Connection) -> None:
    is_old = sa.and_(OUTBOX.c.result != "", OUTBOX.c.done_ms < now_ms - DONE_MS)
    db.execute(sa.delete(OUTBOX).where(is_old, sa.not_(is_demanded())))
    last_ms = sa.case(
        (NOTICE_WAY.c.used_ms > NOTICE_WAY.c.created_ms, NOTICE_WAY.c.used_ms),
        else_=NOTICE_WAY.c.created_ms,
    )
    is_broken = sa.and_(NOTICE_WAY.c.trouble != "", last_ms < now_ms - BROKEN_MS)
    db.execute(sa.delete(NOTICE_WAY).where(is_broken))
    ways = sa.select(NOTICE_WAY.c.id)
    db.execute(sa.delete(OUTBOX).where(OUTBOX.c.way.not_in(ways)))
