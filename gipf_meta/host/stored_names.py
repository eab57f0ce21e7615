"""The names of people, beside the ledger: nobody can be taken out of a chain of hashes.

An event is stored with a reference where a player's name stands: the number of a row of ``name``,
and a digest of that name with a random salt. So the chain still shows a name that was changed, and
tells nothing of one that was forgotten, salt and all. A seat's own name, ``White``, stays where it
is: it is nobody's.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.names import other_name
from gipf_meta.base.numbers import read_whole
from gipf_meta.host.chores import SWEEP, add_chore
from gipf_meta.host.database_engines import on_postgresql
from gipf_meta.host.rewritings import FORGOTTEN, Rewriting, note
from gipf_meta.host.tables import DELETION, NAME, PERSON, ROOM, SEAT
from gipf_meta.protocol.game import AnyGame, seat_names
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import SOMEBODY
from gipf_meta.rooms.events import Event, Opened, Seated, SeatGiven
from gipf_meta.rooms.ledger import Batch

MARK: Final = "\ue000"
"""The first letter of a reference; no name is stored in an event that begins so."""
SLOTS: Final = 1024
"""The numbers of names that each event has; those in its second half are of seats that no event of
its command has named."""
NAMES_LOCK: Final = 0x6E616D65
"""The number of the lock of PostgreSQL that those who write names share, and that is held alone
while somebody is forgotten."""


class NameRow(NamedTuple):
    """A row of ``name`` without its room."""

    number: int
    person: str
    salt: str
    text: str

    @classmethod
    def new(cls, number: int, person: str, text: str) -> NameRow:
        """Returns a row with a new salt."""
        return cls(number, person, secrets.token_hex(16), text)

    @property
    def reference(self) -> str:
        """The letters that stand for the name in events."""
        digest = hashlib.sha256(f"{self.salt}\n{self.text}".encode()).hexdigest()
        return f"{MARK}{self.number}.{digest[:32]}"


# ---- out of events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """The *events* of a command with references, and the *names* that these stand for.

    Those with numbers among the *doubtful* are their person's only if he calls himself so: who goes
    on with a match from elsewhere, or sits at several seats, gives names of others. *seats* has the
    players who are called otherwise after the events: by their seat's own name, or by the number of
    a name.
    """

    events: Sequence[Event]
    names: Sequence[NameRow] = ()
    doubtful: frozenset[int] = frozenset()
    seats: Mapping[int, tuple[str, int | None]] = field(default_factory=dict)


def move_out(batch: Batch) -> Named:
    """Returns the events of *batch* without the names of players."""
    if batch.after and not any(isinstance(each, Opened | Seated) for each in batch.events):
        return Named(batch.events)
    return _Moving(batch).move()


class _Moving:
    """Moves the names out of the events of *batch*."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._words = words_of_seats(type(batch.summary.match.sessions[0].game))
        self._rows = list[NameRow]()
        self._doubtful = set[int]()

    def move(self) -> Named:
        batch = self._batch
        events = [self._moved(at, each) for at, each in enumerate(batch.events)]
        changed = {each.player for each in batch.events if isinstance(each, Seated)}
        if batch.after == 0 or any(isinstance(each, Opened) for each in batch.events):
            changed = {*range(len(batch.summary.people))}
        seats = {player: self._seat(player) for player in sorted(changed)}
        return Named(events, self._rows, frozenset(self._doubtful), seats)

    def _moved(self, at: int, event: Event) -> Event:
        """Returns *event*, which is number *at* of the batch, with references."""
        if isinstance(event, Seated):
            taker = self._taker(at, event.player)
            return event.model_copy(update={"name": self._refer(event.number, event.name, taker)})
        if not isinstance(event, Opened):
            return event
        opening, record = event.opening, event.opening.record
        own: dict[str, object] = {"players": self._moved_seats(at, event.number, opening.players)}
        if record is not None:
            people = self._moved_seats(at, event.number, record.people)
            own["record"] = record.model_copy(update={"people": people})
        people_named = [row.person for row in self._rows if row.number >= event.number * SLOTS]
        self._doubtful |= {
            row.number
            for row in self._rows
            if record is not None or people_named.count(row.person) > 1
        }
        return event.model_copy(update={"opening": opening.model_copy(update=own)})

    def _moved_seats(self, at: int, number: int, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Returns *seats* of event *number*, which is number *at* of the batch, with references."""
        takers = [self._taker(at, player) for player in range(len(seats))]
        return tuple(
            seat.model_copy(update={"name": self._refer(number, seat.name, taker)})
            for seat, taker in zip(seats, takers, strict=True)
        )

    def _taker(self, at: int, player: int) -> str:
        """Returns the person who takes the seat of *player* after event *at* of the batch; ``""``:
        nobody."""
        for event in self._batch.events[at + 1 :]:
            if isinstance(event, Seated) and event.player == player:
                break
            if isinstance(event, SeatGiven) and event.player == player and event.person:
                return event.person
        return ""

    def _refer(self, event: int, text: str, person: str) -> str:
        """Returns the letters for the name *text* of *person* in the event of that number."""
        if text in self._words:
            return text
        first = event * SLOTS
        of_event = [row for row in self._rows if row.number >= first]
        for row in of_event:
            if (row.person, row.text) == (person, text):
                return row.reference
        self._rows.append(NameRow.new(first + len(of_event), person, text))
        return self._rows[-1].reference

    def _seat(self, player: int) -> tuple[str, int | None]:
        """Returns the seat's own name at the seat of *player*, or the number of his name."""
        text = self._batch.summary.people[player].name
        if text in self._words:
            return text, None
        holder = self._batch.summary.holders.get(player, "")
        found = [row for row in self._rows if row.text == text]
        if not found:  # no event of the batch tells it
            number = self._batch.events[-1].number * SLOTS + SLOTS // 2 + player
            found = [NameRow.new(number, holder, text)]
            self._rows += found
        return "", max(found, key=lambda row: (row.person == holder, row.number)).number


@cache
def words_of_seats(game: type[AnyGame]) -> frozenset[str]:
    """Returns the names of the seats of *game*, in all languages."""
    return frozenset(
        word for seat in range(len(game.seat_names)) for word in seat_names(game, seat)
    )


# ---- into the table -----------------------------------------------------------------------------


def write_names(db: Connection, room: str, named: Named, source: str) -> None:
    """Writes the names of a command in *room*, in its transaction.

    A name belongs to the person who takes a seat with it, else to the one who has had it in the
    room, or in the room *source* from which this one was opened. The name of a person who was
    deleted is not written, nor one that a process may know from before somebody was forgotten.
    """
    if on_postgresql(db):
        db.execute(sa.select(sa.func.pg_advisory_xact_lock_shared(NAMES_LOCK)))
    known = _read_rows(db, {room, source} - {""})
    owners = {row.text: row.person for row in known if row.person}
    texts = {row.text for row in known}
    is_careful = bool(named.doubtful) or "" in texts
    own = _own_names(db, {row.person for row in named.names}) if is_careful else {}
    rows = list[NameRow]()
    for row in named.names:
        is_his = row.number not in named.doubtful or _is_called(row.text, own.get(row.person))
        taker = row.person if is_his else ""
        rows.append(row._replace(person=taker or owners.get(row.text, "")))
    gone = _gone_among(db, {row.person for row in rows} - {""})
    written = list[NameRow]()
    for row in rows:
        is_known = row.text in texts or _is_called(row.text, own.get(row.person))
        if row.person in gone:
            row = row._replace(salt="", text="")
        elif "" in texts and not is_known:  # a process knows the name of somebody from before
            row = row._replace(person="", salt="", text="")
        written.append(row)
    db.execute(sa.insert(NAME), [{"room": room, **row._asdict()} for row in written])
    if cleared := [row.number for row in written if not row.text]:
        note(db, [Rewriting(room, FORGOTTEN, number) for number in cleared])


def _is_called(text: str, own: str | None) -> bool:
    """Whether *text* is the name *own* that somebody has given himself, ``None`` for none, or that
    name with a number behind it."""
    return bool(own) and (text == own or text.startswith(f"{own} ("))


def _read_rows(db: Connection, rooms: Iterable[str]) -> list[NameRow]:
    """Returns the names of *rooms*, in the order of their numbers."""
    return [NameRow(*row) for row in db.execute(_ROWS, {"rooms": sorted(rooms)})]


def _gone_among(db: Connection, people: Iterable[str]) -> frozenset[str]:
    """Returns those of *people* who were deleted."""
    ids = sorted(people)
    return frozenset(db.execute(_GONE, {"people": ids}).scalars() if ids else ())


def _own_names(db: Connection, people: Iterable[str]) -> dict[str, str]:
    """Returns the names that *people* have given themselves."""
    query = sa.select(PERSON.c.id, PERSON.c.name).where(PERSON.c.id.in_(sorted(people)))
    return {row.id: row.name for row in db.execute(query)}


_ROWS: Final = (
    sa.select(*(NAME.c[name] for name in NameRow._fields))
    .where(NAME.c.room.in_(sa.bindparam("rooms", expanding=True)))
    .order_by(NAME.c.number)
)
"""The query of the names of rooms; built once, for building takes longer than running it."""
_GONE: Final = sa.select(DELETION.c.person).where(
    DELETION.c.person.in_(sa.bindparam("people", expanding=True))
)
"""The query of those of some people who were deleted."""


# ---- into events --------------------------------------------------------------------------------


class RoomNames:
    """The names of a room: its *rows*. People who were forgotten are all called ``Somebody``, with
    numbers where several were."""

    def __init__(self, rows: Iterable[NameRow]) -> None:
        self._rows = {row.number: row for row in sorted(rows)}
        self._labels = dict[int, str]()
        taken = [row.text for row in self._rows.values()]
        of_people = dict[str, str]()
        for row in self._rows.values():
            if not row.text:
                label = of_people.get(row.person) or other_name(SOMEBODY, taken)
                taken.append(label)
                self._labels[row.number] = label
                if row.person:
                    of_people[row.person] = label

    @classmethod
    def read(cls, db: Connection, room: str) -> RoomNames:
        """Returns the names of *room*."""
        return cls(_read_rows(db, [room]))

    @property
    def cleared(self) -> dict[int, str]:
        """The persons of the names that were forgotten, by number."""
        return {number: self._rows[number].person for number in self._labels}

    def name(self, number: int) -> str:
        """Returns the name with that *number*; ``""`` if there is none."""
        return self._labels.get(number) or (self._rows[number].text if number in self._rows else "")

    def fill_in(self, events: Iterable[Event]) -> list[Event]:
        """Returns *events* with names where they have references.

        Raises ``LookupError`` if a name is missing, or not the one that was stored with its event.
        """
        return [self._filled(each) for each in events]

    def _filled(self, event: Event) -> Event:
        if isinstance(event, Seated):
            return event.model_copy(update={"name": self._resolve(event.name)})
        if not isinstance(event, Opened):
            return event
        opening, record = event.opening, event.opening.record
        own: dict[str, object] = {"players": self._filled_seats(opening.players)}
        if record is not None:
            people = self._filled_seats(record.people)
            own["record"] = record.model_copy(update={"people": people})
        return event.model_copy(update={"opening": opening.model_copy(update=own)})

    def _filled_seats(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        return tuple(each.model_copy(update={"name": self._resolve(each.name)}) for each in seats)

    def _resolve(self, stored: str) -> str:
        """Returns the name for what is *stored* in an event. Raises ``LookupError``."""
        if not stored.startswith(MARK):
            return stored
        number = read_whole(stored[1:].partition(".")[0])
        if number is None:
            raise LookupError
        row = self._rows[number]
        if row.text and row.reference != stored:
            raise LookupError
        return self.name(row.number)


# ---- forgetting ---------------------------------------------------------------------------------


def forget_names(db: Connection, person: str) -> frozenset[str]:
    """Takes out all names of *person* in the transaction of *db*, and equal names that belong to
    nobody, unless another person is called so, or he came later than the match; returns the rooms
    that had some.

    His deletion must have been noted before, so that nobody writes them again. ``do_chores`` must
    follow, and processes that have these rooms in memory must read them again.
    """
    if not person:
        return frozenset()
    if on_postgresql(db):
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(NAMES_LOCK)))
    is_his, is_nobodys = NAME.c.person == person, NAME.c.person == ""
    at_seats = sa.select(SEAT.c.room, SEAT.c.named).where(SEAT.c.person == person)
    is_at_seat = sa.tuple_(NAME.c.room, NAME.c.number).in_(at_seats)
    his = sa.select(NAME.c.text).where(is_his, NAME.c.text != "")
    also = sa.select(PERSON.c.name).where(PERSON.c.id == person, PERSON.c.name != "")
    texts = {*db.execute(his).scalars(), *db.execute(also).scalars()}
    free = texts - _names_of_others(db, person, texts)
    # who calls himself like a player of other people's matches takes none of those names out
    came = sa.select(PERSON.c.created_ms).where(PERSON.c.id == person).scalar_subquery()
    before = sa.select(ROOM.c.id).where(ROOM.c.opened_ms < came)
    is_copy = sa.and_(NAME.c.text.in_(sorted(free)), NAME.c.room.not_in(before))
    is_free = sa.or_(is_copy, is_at_seat)
    is_gone = sa.or_(is_his, sa.and_(is_nobodys, is_free))
    clear = sa.update(NAME).where(is_gone, NAME.c.text != "").values(text="", salt="")
    found = db.execute(clear.returning(NAME.c.room, NAME.c.number)).all()
    note(db, sorted(Rewriting(row.room, FORGOTTEN, row.number) for row in found))
    add_chore(db, SWEEP)
    return frozenset(row.room for row in found)


def _names_of_others(db: Connection, person: str, texts: Iterable[str]) -> set[str]:
    """Returns those of *texts* that others than *person* are called."""
    some = sorted(texts)
    others = sa.select(NAME.c.text).where(NAME.c.person.not_in(("", person)), NAME.c.text.in_(some))
    called = sa.select(PERSON.c.name).where(PERSON.c.id != person, PERSON.c.name.in_(some))
    return {*db.execute(others).scalars(), *db.execute(called).scalars()}
