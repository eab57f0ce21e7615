"""The names of people, moved out of events: the chain of each room is made anew without them.

Entries are read and written a few at a time, rooms one by one. Old events are read as JSON, token
by token, and only their names are replaced: nothing else of them changes by a letter, however old
they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from alembic import op

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.chores import VACUUM
from gipf_meta.host.rewritings import MOVED, Rewriting, note, rewrite
from gipf_meta.host.stored_names import MARK, SLOTS, NameRow, words_of_seats
from gipf_meta.host.tables import EntryRow
from gipf_meta.plugins.loading import installed_plugins

revision = "0008"
down_revision = "0007"

AT_ONCE: Final = 200
"""The number of rooms that are read and noted at once."""

JsonPath: TypeAlias = tuple[int | str, ...]
Scalars: TypeAlias = dict[JsonPath, tuple[int, int, Any]]
SeatName: TypeAlias = tuple[str, int | None]

_SEAT = sa.table(
    "seat",
    *map(sa.column, ("room", "player", "person", "kind", "name", "is_reserved")),
)
_NEW_SEAT = sa.table(
    "seat_of_0008",
    *map(sa.column, ("room", "player", "person", "kind", "word", "named", "is_reserved")),
)
_NAME = sa.table("name", *map(sa.column, ("room", *NameRow._fields)))
_ROOM = sa.table("room", sa.column("id"), sa.column("game"))
_PERSON = sa.table("person", sa.column("id"), sa.column("name"))
_ENTRY = sa.table("entry", sa.column("room"))


def upgrade() -> None:
    """Makes the tables, and moves all names."""
    db = op.get_bind()
    _make_tables()
    changes, has_rooms = list[Rewriting](), False
    for rooms in _rooms(db):
        has_rooms = True
        names, seats = list[dict[str, Any]](), list[dict[str, Any]]()
        for room in rooms:
            moving = _Moving()
            change = rewrite(db, room, moving.move, MOVED)
            if change is not None:
                changes.append(change)
            moving.leave_out_doubtful(lambda person: _own_name(db, person))
            seats += _seats_of(db, room, moving)
            names += [{"room": room, **row._asdict()} for row in moving.names]
        if seats:
            db.execute(sa.insert(_NEW_SEAT), seats)
        if names:
            db.execute(sa.insert(_NAME), names)
        note(db, changes)
        changes.clear()
    op.drop_table("seat")
    op.rename_table("seat_of_0008", "seat")
    op.create_index("seat_person", "seat", ["person"])
    op.create_index("name_person", "name", ["person"])
    op.create_index("name_text", "name", ["text"])
    if db.dialect.name == "postgresql":
        _forget_statistics()
    if has_rooms:
        op.execute(f"INSERT INTO chore (what) VALUES ('{VACUUM}')")


def _forget_statistics() -> None:
    """Lets PostgreSQL keep no examples of what people are called, or have written: a column loses
    those that it has when its type is set."""
    columns = ("person", "name"), ("person", "settings"), ("entry", "told"), ("name", "text")
    for table, column in columns:
        op.execute(f'ALTER TABLE {table} ALTER COLUMN "{column}" TYPE text')
        op.execute(f'ALTER TABLE {table} ALTER COLUMN "{column}" SET STATISTICS 0')


def _make_tables() -> None:
    op.create_table(
        "name",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rewriting",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("nth", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("why", sa.String(20), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("before", sa.String(64), nullable=False),
        sa.Column("after", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("rewriting_at", "rewriting", ["at_ms"])
    op.create_table("chore", sa.Column("what", sa.String(20), primary_key=True))
    op.create_table(
        "seat_of_0008",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("named", sa.BigInteger),
        sa.Column("is_reserved", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )


def _rooms(db: sa.Connection) -> Iterator[list[str]]:
    """Yields the ids of all rooms with rows, ``AT_ONCE`` at most in each list."""
    columns = _ROOM.c.id, _ENTRY.c.room, _SEAT.c.room
    last = ""
    while True:
        some = (
            sa.select(column.label("id")).where(column > last).distinct().order_by("id")
            for column in columns
        )
        parts = [sa.select(each.limit(AT_ONCE).subquery()) for each in some]
        query = sa.union(*parts).order_by("id").limit(AT_ONCE)
        rooms = [str(each) for each in db.execute(query).scalars()]
        if not rooms:
            return
        yield rooms
        last = rooms[-1]


def _own_name(db: sa.Connection, person: str) -> str:
    """Returns the name that *person* has given himself; ``""`` for none."""
    query = sa.select(_PERSON.c.name).where(_PERSON.c.id == person)
    return db.execute(query).scalar() or ""


def _seats_of(db: sa.Connection, room: str, moving: _Moving) -> list[dict[str, Any]]:
    """Returns the new rows of the seats of *room*, whose events *moving* has read."""
    if not moving.game:
        query = sa.select(_ROOM.c.game).where(_ROOM.c.id == room)
        moving.game = db.execute(query).scalar() or ""
    seats = db.execute(sa.select(_SEAT).where(_SEAT.c.room == room)).mappings().all()
    rows = []
    for seat in seats:
        word, named = moving.seat(seat["player"], seat["name"])
        own = {name: value for name, value in seat.items() if name != "name"}
        rows.append({**own, "word": word, "named": named})
    return rows


# ---- names in events ----------------------------------------------------------------------------


class _Moving:
    """Moves the *names* out of the entries of one room, in their order. *game* is the id of its
    game, ``""`` until that is known."""

    def __init__(self) -> None:
        self.game = ""
        self.names = list[NameRow]()
        self._at_seats = dict[int | str, int]()  # by player: where his name stands in the list
        self._openings = list[tuple[set[int], bool]]()  # names of each, and whether of a record

    def move(self, entry: EntryRow) -> str:
        """Returns the events of *entry* as JSON, with references in place of names."""
        data = entry.told
        if '"seat' not in data and '"opened"' not in data:
            return data
        places: Scalars = {}
        for path, start, end in _scalars(data):
            with suppress(ValueError):
                places[path] = start, end, json.loads(data[start:end])
        replaced = list[tuple[int, int, str]]()
        for at in dict.fromkeys(path[0] for path in places):
            for path in self._names_in(at, places):
                start, end, text = places[path]
                if isinstance(text, str) and (new := self._refer(at, path, text, places)) != text:
                    replaced.append((start, end, json.dumps(new, ensure_ascii=False)))
            self._give(at, places)
        for start, end, new in sorted(replaced, reverse=True):
            data = data[:start] + new + data[end:]
        return data

    def _names_in(self, at: int | str, places: Scalars) -> list[JsonPath]:
        """Returns the places of names in event *at* of an entry."""
        kind = _value(places, at, "event")
        if kind == "seated":
            self._at_seats.pop(_value(places, at, "player"), None)
            return [(at, "name")] if (at, "name") in places else []
        if kind != "opened":
            return []
        self._at_seats.clear()
        has_record = any(path[:3] == (at, "opening", "record") and len(path) > 3 for path in places)
        self._openings.append((set(), has_record))
        self.game = str(_value(places, at, "opening", "game") or "")
        beginnings = (at, "opening", "players"), (at, "opening", "record", "people")
        return [
            path
            for beginning in beginnings
            for path in places
            if path[: len(beginning)] == beginning and path[len(beginning) + 1 :] == ("name",)
        ]

    def _refer(self, at: int | str, path: JsonPath, text: str, places: Scalars) -> str:
        """Returns the letters for the name *text*, which stands at *path* of event *at*."""
        if text in _words(self.game) and not text.startswith(MARK):
            return text
        player = _value(places, at, "player") if len(path) == 2 else path[-2]
        number = _value(places, at, "number")
        first = (number if isinstance(number, int) else 0) * SLOTS
        place = next(
            (
                index
                for index, row in enumerate(self.names)
                if row.number >= first and row.text == text
            ),
            len(self.names),
        )
        if place == len(self.names):
            owner = next((row.person for row in self.names if row.text == text), "")
            is_bot = _value(places, at, "kind") not in (None, "human")
            number = max(first, self.names[-1].number + 1 if self.names else 0)
            self.names.append(NameRow.new(number, owner if is_bot else "", text))
        self._at_seats[player] = place
        if _value(places, at, "event") == "opened":
            self._openings[-1][0].add(place)
        return self.names[place].reference

    def _give(self, at: int | str, places: Scalars) -> None:
        """Notes whose name it is at a seat that event *at* gives to a person."""
        player, person = _value(places, at, "player"), _value(places, at, "person")
        if _value(places, at, "event") == "seat_given" and isinstance(person, str):
            place = self._at_seats.get(player)
            if place is not None and not self.names[place].person:
                self.names[place] = self.names[place]._replace(person=person)

    def leave_out_doubtful(self, own_name: Callable[[str], str]) -> None:
        """Takes the persons from the names of openings which they may have given to others: in a
        match from elsewhere, or at several seats. *own_name* finds the name of a person, which
        stays his."""
        for opened, has_record in self._openings:
            people = [self.names[place].person for place in opened]
            for place in opened:
                row = self.names[place]
                if row.person and (has_record or people.count(row.person) > 1):
                    own = own_name(row.person)
                    if not own or not (row.text == own or row.text.startswith(f"{own} (")):
                        self.names[place] = row._replace(person="")

    def seat(self, player: int, text: str) -> SeatName:
        """Returns the name *text* of *player*, as the lists show it, for the new row of his
        seat."""
        if text in _words(self.game):
            return text, None
        place = self._at_seats.get(player, -1)
        found = [self.names[place]] if place >= 0 else []
        found += [row for row in self.names if row.text == text]
        fitting = [row.number for row in found if row.text == text]
        if fitting:
            return "", fitting[0]
        self.names.append(NameRow.new(-1 - player, "", text))  # no event tells it
        return "", -1 - player


def _value(places: Scalars, *path: int | str) -> Any:
    """Returns the value at *path*; ``None``: there is none."""
    return places[path][2] if path in places else None


@cache
def _words(game: str) -> frozenset[str]:
    """Returns the names of the seats of *game*; none where it is not installed."""
    with suppress(GipfMetaError, LookupError):
        return words_of_seats(installed_plugins().find(game))
    return frozenset()


_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)
DEEPEST: Final = 6
"""The most steps to a value that is looked at: ``[0].opening.record.people[1].name``."""


def _scalars(text: str) -> Iterator[tuple[JsonPath, int, int]]:
    """Yields the path, the begin and the end of each string, number or word in the JSON *text* that
    is not deeper than ``DEEPEST``."""
    path = list[int | str]()
    depth, is_key = 0, False
    for token in _TOKEN.finditer(text):
        first = text[token.start()]
        if first in "[{":
            depth += 1
            if depth <= DEEPEST:
                path.append(0 if first == "[" else "")
                is_key = first == "{"
        elif first in "]}":
            if depth <= DEEPEST and path:
                path.pop()
            depth -= 1
        elif depth > DEEPEST or not path:
            continue
        elif first == ",":
            if isinstance(path[-1], int):
                path[-1] += 1
            else:
                is_key = True
        elif first == ":":
            is_key = False
        elif is_key:
            path[-1] = _key(token[0])
        else:
            yield (*path,), token.start(), token.end()


def _key(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        return ""
