"""The vacations of the people of a host: what may be announced, and how the rooms hear of it.

A person has 30 days in any 365, each of 24 hours: no calendar and no zone matters. All rules are
checked in one transaction, by the time of the database. Each change gets a version; a process tells
the rooms of it, and notes the version when all have heard, so another one goes on if it stops.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.weeks import tell_vacations
from gipf_meta.desk.own_vacations import ListedVacation, OwnVacations, WantedVacation
from gipf_meta.host.backups import change_room
from gipf_meta.host.database import Database
from gipf_meta.host.database_clock import DatabaseClock
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.limits import TooMany
from gipf_meta.host.tables import PERSON, ROOM, SEAT, VACATION, DatabaseError
from gipf_meta.match.match import GameFinder
from gipf_meta.match.rests import MOST_MS, NOTICE_MS, YEAR_MS, Rest, most_within_year
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.people_events import MOST_SPANS
from gipf_meta.rooms.room import Room

HOUR_MS: Final = DAY_MS // 24
AHEAD_MS: Final = NOTICE_MS
"""The least time from the announcement to the beginning of a vacation, in milliseconds."""
FAR_MS: Final = YEAR_MS
"""The most time from the announcement to its beginning, in milliseconds."""
CHANGES_IN_A_DAY: Final = 20
"""The most changes of his vacations that a person makes in a day."""
AT_ONCE: Final = 20
"""The number of people whose vacations are told to rooms at once."""
MOST_NEWCOMERS: Final = 100
"""The most seats at once whose holders have a vacation that their rooms do not know."""
MOST_TRIED: Final = 10_000
"""The most seats remembered to which nothing was to be told."""


class VacationError(GipfMetaError, ValueError):
    """A vacation is not possible so; one sentence."""


class _Newcomer(NamedTuple):
    """A *person* at the seat of *player* in a *room* that does not know his vacation yet, which
    ends at *until_ms*."""

    room: str
    player: int
    person: str
    until_ms: int


def charged_days(from_ms: int, until_ms: int) -> int:
    """The days that a vacation costs: each that has begun, but for an hour of summer time in one of
    several days."""
    if until_ms <= from_ms:
        return 0
    return max(1, -(-(until_ms - from_ms - HOUR_MS) // DAY_MS))


def days_left(spans: Sequence[Rest], now_ms: int) -> int:
    """The days that are left beside the vacations *spans*, of the last year and ahead."""
    charged = _charged(span for span in spans if span[1] > now_ms - YEAR_MS)
    return max(0, (MOST_MS - most_within_year(charged)) // DAY_MS)


def _charged(spans: Any) -> list[Rest]:
    """*spans*, each as long as it costs."""
    return [(begin, begin + charged_days(begin, until) * DAY_MS) for begin, until in spans]


class DatabaseVacations:
    """The vacations of the people in *database*: it is the desk's ``Vacations``.

    *asker_of* returns the device at a link, *finder* finds the games of rooms. Every method raises
    ``GipfMetaError``.
    """

    def __init__(
        self, database: Database, asker_of: Callable[[str], Asker], finder: GameFinder
    ) -> None:
        self._database, self._asker_of, self._finder = database, asker_of, finder
        self._tickets = Tickets(database)
        self._tried = set[_Newcomer]()

    # ---- for a person ---------------------------------------------------------------------------

    def own(self, link: str) -> OwnVacations:
        """Returns the vacations of the person at *link* that have not ended."""
        person = self._asker_of(link).person

        def ask(db: Connection) -> OwnVacations:
            now_ms = int(db.execute(sa.select(self._database.now)).scalar_one())
            rows = _rows(db, person)
            spans = [(row.from_ms, row.until_ms) for row in rows]
            coming = tuple(
                ListedVacation(row.id, row.from_ms, row.until_ms, row.from_ms <= now_ms)
                for row in rows
                if row.until_ms > now_ms
            )
            return OwnVacations(coming, days_left(spans, now_ms), now_ms)

        return self._database.read(ask)

    def announce(self, link: str, wanted: WantedVacation) -> None:
        """Announces another vacation of the person at *link*. Raises ``VacationError``."""
        person = self._asker_of(link).person

        def change(db: Connection) -> None:
            now_ms, rows = self._begin(db, person)
            coming = [row for row in rows if row.until_ms > now_ms]
            if len(coming) >= MOST_SPANS:
                words = _("You have announced {count} vacations already; call one of them off.")
                raise VacationError(words.format(count=MOST_SPANS))
            begin, until = _require_possible(wanted, rows, now_ms)
            values = {"id": secrets.token_hex(8), "person": person, "created_ms": now_ms}
            span = {"from_ms": begin, "until_ms": until, "version": 1, "told": 0}
            db.execute(sa.insert(VACATION).values(**values, **span))

        self._change(person, change)

    def move(self, link: str, id: str, wanted: WantedVacation) -> None:
        """Moves the vacation *id* of the person at *link*. Raises ``VacationError``."""
        person = self._asker_of(link).person

        def change(db: Connection) -> None:
            now_ms, rows = self._begin(db, person)
            if _find(rows, id, now_ms).from_ms <= now_ms:
                raise VacationError(_("It has begun: you can end it, and announce another one."))
            others = [row for row in rows if row.id != id]
            begin, until = _require_possible(wanted, others, now_ms)
            _set(db, id, from_ms=begin, until_ms=until)

        self._change(person, change)

    def end(self, link: str, id: str) -> None:
        """Ends the vacation *id* of the person at *link*, or calls it off. Raises
        ``VacationError``."""
        person = self._asker_of(link).person

        def change(db: Connection) -> None:
            now_ms, rows = self._begin(db, person)
            begin = _find(rows, id, now_ms).from_ms
            _set(db, id, until_ms=max(begin, now_ms))

        self._change(person, change)

    def _change(self, person: str, change: Callable[[Connection], None]) -> None:
        """Does *change* for *person*, who changes his vacations not all the time. Raises
        ``TooMany``."""
        if not self._tickets.try_charge(f"vacations of {person}", CHANGES_IN_A_DAY, DAY_MS):
            raise TooMany(_("You have changed your vacations often today; wait a day."))
        self._database.write(change)

    def _begin(self, db: Connection, person: str) -> tuple[int, Sequence[sa.Row[Any]]]:
        """Holds the row of *person*, so that he changes one thing after another, and returns the
        time of the database and his vacations. Raises ``VacationError``."""
        query = sa.select(PERSON.c.is_banned).where(PERSON.c.id == person).with_for_update()
        row = db.execute(query).one_or_none()
        if row is None or row.is_banned:
            raise VacationError(_("You have no vacation here."))
        now_ms = int(db.execute(sa.select(self._database.now)).scalar_one())
        return now_ms, _rows(db, person)

    # ---- for the rooms --------------------------------------------------------------------------

    def tell_rooms(self) -> None:
        """Tells the rooms of each change that not all of them know, and those in which somebody on
        vacation has sat down since. Where nobody is, it costs one look. Raises
        ``DatabaseError``."""
        if not self._is_any():
            return
        for person in self._untold():
            versions = self._versions(person)
            if [room for room in self._slow_rooms(person) if not self._tell(room, person)]:
                continue
            for id, version in versions.items():
                is_same = VACATION.c.id == id, VACATION.c.version == version
                note = sa.update(VACATION).where(*is_same).values(told=version)
                self._database.write(lambda db: db.execute(note))  # noqa: B023
        for room, person in self._banned():
            self._tell(room, person)
        for seat in self._newcomers():
            if seat not in self._tried and self._tell(seat.room, seat.person):
                if len(self._tried) > MOST_TRIED:
                    self._tried.clear()
                self._tried.add(seat)

    def sweep(self) -> None:
        """Deletes the vacations that count for nobody any more. Raises ``DatabaseError``."""
        is_told = VACATION.c.told == VACATION.c.version
        is_old = VACATION.c.until_ms < self._database.now - 2 * YEAR_MS
        is_off = VACATION.c.until_ms <= VACATION.c.from_ms
        gone = sa.delete(VACATION).where(sa.or_(is_old, sa.and_(is_off, is_told)))
        self._database.write(lambda db: db.execute(gone))

    def _is_any(self) -> bool:
        """Whether anybody has a vacation that has not ended, or that some room does not know."""
        matters = sa.or_(VACATION.c.until_ms > self._database.now, _IS_UNTOLD)
        query = sa.select(sa.exists().where(matters))
        return self._database.read(lambda db: bool(db.execute(query).scalar()))

    def _untold(self) -> list[str]:
        query = sa.select(VACATION.c.person).where(_IS_UNTOLD).group_by(VACATION.c.person)
        query = query.order_by(sa.func.random()).limit(AT_ONCE)
        return self._database.read(lambda db: [*db.execute(query).scalars()])

    def _versions(self, person: str) -> dict[str, int]:
        query = sa.select(VACATION.c.id, VACATION.c.version).where(VACATION.c.person == person)
        return self._database.read(lambda db: {row.id: row.version for row in db.execute(query)})

    def _slow_rooms(self, person: str) -> list[str]:
        """Returns the rooms with a clock of days that go on, and in which *person* has a seat."""
        query = sa.select(ROOM.c.id).join(SEAT, SEAT.c.room == ROOM.c.id)
        query = query.where(SEAT.c.person == person, _GOES_ON).distinct()
        return self._database.read(lambda db: [*db.execute(query).scalars()])

    def _banned(self) -> list[tuple[str, str]]:
        """Returns the banned people whose vacation a room knows that has not ended, each with that
        room: nobody waits for them. It begins with the vacations, for seats are many."""
        now = self._database.now
        query = sa.select(SEAT.c.room, SEAT.c.person).select_from(VACATION)
        query = query.join(PERSON, PERSON.c.id == VACATION.c.person)
        query = query.join(SEAT, SEAT.c.person == VACATION.c.person)
        query = query.join(ROOM, ROOM.c.id == SEAT.c.room).where(_GOES_ON, PERSON.c.is_banned)
        query = query.where(VACATION.c.until_ms > now, SEAT.c.rest_until_ms > now)
        rows = self._database.read(lambda db: db.execute(query).all())
        return list(dict.fromkeys((row.room, row.person) for row in rows))

    def _newcomers(self) -> list[_Newcomer]:
        """Returns the seats whose room knows of no vacation that has not ended, though their holder
        has one."""
        now = self._database.now
        knows_none = sa.or_(SEAT.c.rest_until_ms.is_(None), SEAT.c.rest_until_ms <= now)
        query = sa.select(SEAT.c.room, SEAT.c.player, SEAT.c.person, VACATION.c.until_ms)
        query = query.join(VACATION, VACATION.c.person == SEAT.c.person)
        query = query.join(ROOM, ROOM.c.id == SEAT.c.room)
        query = query.join(PERSON, PERSON.c.id == SEAT.c.person)
        is_coming = VACATION.c.until_ms > now, VACATION.c.until_ms > VACATION.c.from_ms
        query = query.where(_GOES_ON, *is_coming, knows_none, sa.not_(PERSON.c.is_banned))
        limited = query.limit(MOST_NEWCOMERS + len(self._tried))
        found = self._database.read(lambda db: db.execute(limited).all())
        return [_Newcomer(*row) for row in found]

    def _tell(self, room: str, person: str) -> bool:
        """Tells *room* the vacations of *person*; one that cannot be opened here is left out.
        Returns false if others write into the room all the time, or the database fails: then it is
        told later. Raises ``DatabaseError``."""
        spans = self._spans(person)
        at_ms = DatabaseClock(self._database).now_ms()

        def act(open_room: Room) -> None:
            tell_vacations(open_room, person, spans, at_ms)

        try:
            change_room(self._database, self._finder, room, act)
        except (Conflict, DatabaseError):
            return False
        except GipfMetaError:
            return True
        return True

    def _spans(self, person: str) -> list[Rest]:
        """Returns the vacations of *person* that have not ended; none of one who is banned."""
        query = sa.select(VACATION.c.from_ms, VACATION.c.until_ms)
        query = query.join(PERSON, PERSON.c.id == VACATION.c.person)
        is_coming = VACATION.c.until_ms > self._database.now
        query = query.where(VACATION.c.person == person, is_coming, sa.not_(PERSON.c.is_banned))
        rows = self._database.read(lambda db: db.execute(query).all())
        return sorted((row.from_ms, row.until_ms) for row in rows if row.from_ms < row.until_ms)


_IS_UNTOLD: Final = VACATION.c.told < VACATION.c.version
_GOES_ON: Final = sa.and_(ROOM.c.is_slow, sa.not_(ROOM.c.is_over), sa.not_(ROOM.c.is_study))


def _rows(db: Connection, person: str) -> Sequence[sa.Row[Any]]:
    """Returns the vacations of *person* that were not called off, the first one first."""
    own = VACATION.c.person == person, VACATION.c.until_ms > VACATION.c.from_ms
    return db.execute(sa.select(VACATION).where(*own).order_by(VACATION.c.from_ms)).all()


def _find(rows: Sequence[sa.Row[Any]], id: str, now_ms: int) -> sa.Row[Any]:
    """Returns the vacation *id* among *rows* that has not ended. Raises ``VacationError``."""
    for row in rows:
        if row.id == id and row.until_ms > now_ms:
            return row
    raise VacationError(_("That vacation is over already, or was called off."))


def _set(db: Connection, id: str, **values: int) -> None:
    """Changes the vacation *id*: the rooms do not know it yet."""
    row = sa.update(VACATION).where(VACATION.c.id == id)
    db.execute(row.values(**values, version=VACATION.c.version + 1))


def _require_possible(
    wanted: WantedVacation, rows: Sequence[sa.Row[Any]], now_ms: int
) -> tuple[int, int]:
    """Returns the beginning and the end of a vacation as it is *wanted* beside those in *rows*.

    Raises ``VacationError``.
    """
    earliest = now_ms + AHEAD_MS
    begin = earliest if wanted.from_ms is None else wanted.from_ms
    until = begin + wanted.days * DAY_MS if wanted.until_ms is None else wanted.until_ms
    if begin < earliest:
        raise VacationError(_("A vacation begins a day after it is announced, or later."))
    if begin > now_ms + FAR_MS:
        raise VacationError(_("A vacation begins within a year."))
    days = charged_days(begin, until)
    if days < 1 or until - begin < DAY_MS - HOUR_MS:
        raise VacationError(_("A vacation lasts a day or longer."))
    spans = [(row.from_ms, row.until_ms) for row in rows]
    if any(begin < end and until > start for start, end in spans):
        raise VacationError(_("You have announced a vacation for that time already."))
    if days * DAY_MS > MOST_MS or most_within_year(_charged([*spans, (begin, until)])) > MOST_MS:
        left = days_left(spans, now_ms)
        length = _.many("That would be {count} day.", "That would be {count} days.", days)
        rest = _.many(
            "You have {count} day of vacation left: 30 days in any 365.",
            "You have {count} days of vacation left: 30 days in any 365.",
            left,
        )
        raise VacationError(f"{length.format(count=days)} {rest.format(count=left)}")
    return begin, until
