"""Rooms that an earlier version of the program has written are what they were, and go on.

``ledgers_of_before.json`` comes from that version alone (commit 2a62716, tables 0003): the tables
that it made in databases of both kinds, their rows, and what it said itself of each room that was
rebuilt from them. The rows of SQLite and of PostgreSQL were the same, but for the moments at which
they were written and the ids of people. Every kind of event is among them. Of still older rooms
(``without_invitations``) nothing but events, holders and record is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta import Game
from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_engines import read_url
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.room_lists import Lists
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.events import EVENT
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import hash_of
from tests.rooms.simulation import grow_as_old, snapshot
from tests.rooms.test_room_simulations import games

PEOPLE = ("ann", "bob", "cyd", "dan", "eve")
KEYS = {hash_of(letter * 22): letter * 22 for letter in "abcdefg"}
"""The keys of the invitations that are out, by what the ledger keeps of them."""
LATER_MS = 1_200_000
"""After how long it was noted what happens by itself."""
ASKED = ("ready", "gentle", "duel", "duel_over", "trouble", "fault", "offer", "request")
NEEDED = pytest.mark.needs()
find = installed_plugins().find


@cache
def before() -> dict[str, Any]:
    """Returns the rooms that the earlier program has written, and its account of each."""
    file = Path(__file__).parent / "ledgers_of_before.json"
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def write_as_before(url: str) -> None:
    """Makes the tables of before at *url*, which is empty, with all that was in them."""
    kept, rooms = before(), before()["rooms"]
    address = read_url(url)
    engine = sa.create_engine(address)
    rows: dict[str, list[Mapping[str, Any]]] = {
        **kept["tables"],
        "alembic_version": [{"version_num": kept["version"]}],
        "room": [room["row"] for room in rooms],
        "seat": [
            {"room": room["row"]["id"], **dict(zip(SEAT, seat, strict=True))}
            for room in rooms
            for seat in room["seats"]
        ],
        "entry": [
            {
                "room": room["row"]["id"],
                **dict(zip(ENTRY, entry, strict=True)),
                "told": _told(entry),
            }
            for room in rooms
            for entry in room["entries"]
        ],
    }
    with engine.begin() as db:
        for statement in kept["schemas"][address.get_backend_name()]:
            db.exec_driver_sql(statement)
        for name, of_table in rows.items():
            table = sa.table(name, *map(sa.column, of_table[0]))
            db.execute(sa.insert(table), of_table)
    engine.dispose()


SEAT = ("player", "person", "kind", "name", "is_reserved")
ENTRY = ("number", "last", "sender", "id", "hash", "told")


def _told(entry: list[Any]) -> str:
    """The events of *entry* as they stood in the table, to the letter: a hash is over them."""
    return json.dumps(entry[-1], ensure_ascii=False, separators=(",", ":"))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """The database of before, opened by the program of today."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'rooms.sqlite'}"
    else:
        url = str(request.getfixturevalue("postgres_schema"))
    write_as_before(url)
    database = Database.open(url)
    yield database
    database.close()


# ---- what a room is -----------------------------------------------------------------------------


def as_noted(room: Room) -> dict[str, Any]:
    """Returns the facts that were noted of a room, from the *room* of today."""
    state, table = room.state, room.state.table
    request, admission = state.request, state.admission
    return {
        "record": table.record().model_dump(mode="json"),
        "number": state.number,
        "at_ms": state.at_ms,
        "turn_since": state.turn_since,
        "players": [[player.name, player.kind] for player in table.players],
        "holders": {str(player): person for player, person in state.seats.holders.items()},
        "due_ms": room.summary().due_ms,
        "quotas": {str(who): [each.gain_ms, each.left_ms] for who, each in state.quotas.items()},
        "paused": table.paused,
        "ready": sorted(state.ready),
        "unready": state.unready,
        "free": list(state.free_seats),
        "abandoned": sorted(state.abandoned),
        "offer": state.offer,
        "accepted": sorted(state.accepted),
        "asked_since": state.request_number,
        "request": request and [request.player, request.what, sorted(request.agreed)],
        "rematch": state.rematch,
        "closed": state.is_closed,
        "shown": state.shown and [*state.shown],
        "fault": table.fault and [table.fault.player, str(table.fault)],
        "trouble": table.trouble,
        "taken_back": len(table.taken_back),
        "admission": {
            "by": admission.by,
            "is_private": admission.is_private,
            "is_open": admission.is_open,
            "keys": [[*each] for each in admission.keys.items()],
            "used": admission.used,
            "admitted": list(admission.admitted),
        },
    }


def as_seen(room: RoomState, person: str, noted: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the view of *person* on *room*, as far as it was *noted*: all but words and drawing.

    Elements may have got more in them since.
    """
    scene, view = room_scene(room, person), room.view(person)
    standing = scene["state"]
    asked = {name: standing[name] for name in ASKED if standing[name] is not None}
    seen = {
        "players": [
            {name: scene[f"player:{n}"].get(name) for name in player}
            for n, player in enumerate(noted["players"])
        ],
        "asked": {
            name: {part: question.get(part) for part in noted["asked"].get(name, ())}
            for name, question in asked.items()
        },
        "choices": sorted(choice.notation for choice in view.choices),
        "state": {name: standing.get(name) for name in noted.get("state", ())},
        "pieces": sorted([each.at, each.kind, each.role, each.stack] for each in view.pieces),
        "turns": [
            [scene[turn][name] for name in ("number", "seat", "text", "at")]
            for turn in takewhile(scene.__contains__, (f"turn:{n}" for n in count()))
        ],
    }
    return {name: seen[name] for name in noted}


def as_old(record: Any, old: Any) -> Any:
    """*record*, and those of its duels, without what an *old* one knows nothing of, such as younger
    options, and with its ``parts``, which tell the versions of the program."""
    if isinstance(record, list) and isinstance(old, list) and len(record) == len(old):
        return [*map(as_old, record, old)]
    if isinstance(record, dict) and isinstance(old, dict):
        shared = {name: as_old(part, old[name]) for name, part in record.items() if name in old}
        return shared | {name: old[name] for name in shared if name == "parts"}
    return record


def later(room: Room) -> list[dict[str, Any]]:
    """Lets ``LATER_MS`` pass in *room*, and returns the events that this causes."""
    room.pass_time(room.state.at_ms + LATER_MS)
    return [EVENT.dump_python(event, mode="json") for event in room.take_emitted()]


def differing(noted: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the differences: by name, the value *noted* and the value *now*, as JSON."""
    now = json.loads(json.dumps(now))
    assert now.keys() == noted.keys()
    return {name: (noted[name], now[name]) for name in noted if noted[name] != now[name]}


INSIDE = re.compile(r"[A-Z]:[+*]")
"""A decision inside the turn of another, where time acts."""


@NEEDED
def test_rooms_of_before_are_what_they_were(database: Database) -> None:
    ledger, rooms = DatabaseLedger(database), before()["rooms"]
    assert ledger.rooms() == sorted(room["row"]["id"] for room in rooms)
    for kept in rooms:
        name, was = kept["row"]["id"], dict(kept["was"])
        seen, happens = was.pop("seen"), was.pop("later")
        room = rebuild(name, [entry.event for entry in ledger.read(name)], find)
        room.state.gives_back = True
        now = as_noted(room)
        now["record"] = as_old(now["record"], was["record"])
        changed = differing(was, now)
        assert not changed, (name, changed)
        for person, noted in seen.items():
            shown = as_seen(room.state, person, noted)
            # a clock shows what it had at the end, and not at the turn before; the increment of a
            # turn comes when it is over, and not while a duel is played in it
            if room.state.is_ended or len(room.state.table.match.sessions) > 1:
                for player in (*noted["players"], *shown["players"]):
                    player.pop("clock_ms", None)
            for turn in (*noted.get("turns", ()), *shown.get("turns", ())):
                if INSIDE.search(turn[2]):  # it stood with who decided first in it
                    turn[1] = None
            changed = differing(noted, shown)
            assert not changed, (name, person, changed)
        assert (name, later(room)) == (name, happens)


@pytest.mark.slow
@NEEDED
def test_what_lists_and_proofs_read_of_before_is_what_it_was(database: Database) -> None:
    kept = before()
    assert [fault for _room, fault in verify(database, find) if fault] == []
    assert len(Lists(database).all_rooms()) == len(kept["rooms"])
    people = DatabasePeople(database)
    for secret, person in kept["people"].items():
        assert people.identify({"secret": secret})[0] == person
    for room in kept["rooms"]:
        name, was = room["row"]["id"], room["was"]["record"]
        record = Record.model_validate(was)
        again = to_record(read_match(record, find), record.people).model_dump(mode="json")
        assert (name, as_old(again, was)) == (name, was)


# ---- how it goes on -----------------------------------------------------------------------------


def goes_on(was: Mapping[str, Any]) -> bool:
    """Whether somebody may decide in a room that *was* so."""
    return was["record"]["result"] is None and not was["closed"]


class Visit:
    """People who come again to a *room* of before, at a host of today."""

    def __init__(self, ledger: DatabaseLedger, room: str) -> None:
        ids = count()
        self.hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
        self.id, self.new_id = room, lambda: f"new{next(ids)}"
        for person in PEOPLE:
            self.hub.connect(person, person, "", person.title())
        self.say("ann", "watch", want="events")

    @property
    def room(self) -> RoomState:
        """How the room stands."""
        return self.hub.room(self.id)

    def say(self, person: str, do: str, **values: Any) -> bool:
        """Says a command; whether it is done."""
        message = {"do": do, "id": self.new_id(), "room": self.id, **values}
        self.hub.receive(person, message, self.room.at_ms + 100)
        said = [told for to, told in self.hub.take_outbox() if to == person]
        return any("done" in each for each in said)

    def let_decide(self) -> None:
        """Lets the person on turn decide once more, after the steps that are needed before."""
        decided = self.room.table.match
        for _attempt in range(8):
            self._do_next()
            if self.room.table.match.sessions != decided.sessions:
                return
        raise AssertionError(f"Nobody decides in {self.id}.")

    def _do_next(self) -> None:
        room, table = self.room, self.room.table
        invited = [KEYS[key] for player, key in room.admission.keys.items() if player is not None]
        if invited:
            assert self.say(self._somebody(), "enter", key=invited[0]), "the invitation counts"
        elif table.fault is not None:
            assert self.say(room.seats.holders[0], "ask_again")
        elif table.paused:
            assert self.say(room.seats.holders[room.unready[0]], "go_on")
        elif table.bot_is_due:
            for thought in self.hub.take_thoughts():
                self.hub.take_answer(thought, partial(thought.run, repr), room.at_ms + 100)
            self.hub.pass_time(room.at_ms + 5000)
        else:
            person = room.seats.holders[table.player if table.player is not None else 0]
            text = room.choices(person)[0].notation
            assert self.say(person, "play", text=text, seen=room.number), text

    def _somebody(self) -> str:
        """Somebody who holds no seat."""
        return next(each for each in PEOPLE if not self.room.seats.held_by(each))


@NEEDED
def test_matches_of_before_go_on(database: Database) -> None:
    ledger, rooms = DatabaseLedger(database), before()["rooms"]
    for kept in rooms:
        name, was = kept["row"]["id"], kept["was"]
        if not goes_on(was):
            continue
        visit = Visit(ledger, name)
        visit.let_decide()
        entries = ledger.read(name)
        assert entries[-1].event.number > was["number"]
        again = rebuild(name, [entry.event for entry in entries], find)
        grow_as_old(again, visit.room.at_ms)
        assert snapshot(again.state) == snapshot(visit.room), name


# ---- older rooms --------------------------------------------------------------------------------


def older_rooms() -> list[Any]:
    """The rooms without invitations, each with the game that it needs."""
    return [
        pytest.param(room, id=game, marks=pytest.mark.needs(game))
        for room in before()["without_invitations"]
        for game in [room["record"]["game"]]
    ]


def find_any(name: str) -> type[Game[Any, Any]]:
    """The games of the simulations, in which the older rooms were played."""
    if name not in games():
        raise LookupError(f"There is no game {name!r} here.")
    return games()[name]


@pytest.mark.parametrize("kept", older_rooms())
def test_rooms_of_before_anybody_was_invited_are_what_they_were(kept: dict[str, Any]) -> None:
    events = [EVENT.validate_python(each) for each in kept["events"]]
    state = rebuild("r", events, find_any).state
    record = state.table.record().model_dump(mode="json")
    assert as_old(record, kept["record"]) == kept["record"]
    assert {str(player): who for player, who in state.seats.holders.items()} == kept["holders"]
    admission = state.admission
    assert (admission.by, admission.is_private, admission.is_open) == ("", False, False)
    assert state.may_watch("anybody")
