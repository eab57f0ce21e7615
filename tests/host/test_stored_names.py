"""Names of people stand beside the ledger, come back with it, and can be taken out for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gipf_meta.host.backups import backup, verify
from gipf_meta.host.chores import do_chores
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.stored_names import MARK, forget_names
from gipf_meta.host.tables import CHORE, DELETION, ENTRY, METADATA, NAME, REWRITING, ROOM, SEAT
from gipf_meta.hub.hub import Hub
from gipf_meta.records import player_names
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.player_names import SOMEBODY
from gipf_meta.rooms.events import Event, Opened, Played, Seated, SeatGiven
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerError
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import find, say
from tests.tiers import slow

Said: TypeAlias = tuple[type[Any], dict[str, Any]]
ADELA, BERTA = "Adéla Ω", "Berta Ψ"
SEATS = find("wager").seat_names
"""The names of the seats of the game, which are nobody's."""


@pytest.fixture
def ledger(database: Database) -> DatabaseLedger:
    """An empty ledger."""
    return DatabaseLedger(database)


def people(*names: str) -> Opening:
    """An opening for people of these names."""
    seats = tuple(Seat(name=name) for name in names)
    return Opening(game="wager", players=seats, seed=1)


def open_room(ledger: DatabaseLedger, id: str, *names: str, **others: str) -> Room:
    """The room *id* of people of these names; p0 holds the first seat, p1 the second."""
    room = Room.open(id, people(*names), find, "p0", 0, {1: "p1"})
    ledger.append(Batch(id, room.take_emitted(), room.summary(), "p0", "open", **others))
    return room


def named(player: int, name: str, kind: str = "human") -> Said:
    """The event by which the *player* gets his name."""
    return Seated, {"player": player, "kind": kind, "name": name}


def given_to(player: int, person: str) -> Said:
    """The event by which *person* takes the seat of the *player*."""
    return SeatGiven, {"player": player, "person": person}


def append(ledger: DatabaseLedger, room: Room, *said: Said) -> None:
    """Lets *room* go on by the events that are *said*, and appends them."""
    for kind, values in said:
        room.emit(kind, **values)
    ledger.append(Batch(room.state.id, room.take_emitted(), room.summary()))


def names_in(database: Database, room: str = "") -> list[tuple[str, str]]:
    """The persons and texts in the table of names, in order."""
    query = sa.select(NAME.c.person, NAME.c.text).order_by(NAME.c.room, NAME.c.number)
    query = query.where(NAME.c.room == room) if room else query
    return database.read(lambda db: [tuple(row) for row in db.execute(query)])


def forget(database: Database, person: str) -> frozenset[str]:
    """Takes out the names of *person*, who is noted as deleted."""
    gone = database.insert(DELETION).values(person=person, at_ms=1, todo="", claimed_ms=0)
    database.write(lambda db: db.execute(gone.on_conflict_do_nothing()))
    rooms = database.write_long(lambda db: forget_names(db, person))
    do_chores(database.engine)
    return rooms


def has_name(database: Database, name: str, *besides: sa.Table) -> bool:
    """Whether *name* stands in a table, in its letters or as JSON writes them, but for those
    *besides*."""

    def look(db: sa.Connection) -> bool:
        return any(
            name in str(value) or name.encode("unicode-escape").decode() in str(value)
            for table in METADATA.sorted_tables
            if table not in besides
            for row in db.execute(sa.select(table))
            for value in row
        )

    return database.read(look)


# ---- what is read is what was appended ----------------------------------------------------------

texts = st.one_of(
    st.sampled_from([*SEATS, ADELA, BERTA, SOMEBODY, MARK, f"{MARK}256.{'0' * 32}", f"{MARK}1"]),
    st.text(f'aÁ "\\.16Ω\u2028\U0001f600{MARK}', min_size=1, max_size=60),
)
kinds = st.sampled_from(["human", "random", "Human"])
seats = st.builds(Seat, name=texts, player=kinds)
persons = st.sampled_from(["", "p0", "p1", "p2"])
some_seats = st.lists(seats, min_size=2, max_size=3).map(tuple)
records = st.builds(
    Record, game=st.just("wager"), players=st.just((0, 1)), people=some_seats, comment=texts
)
openings = st.builds(Opening, game=st.just("wager"), players=some_seats, record=st.none() | records)
facts = st.one_of(
    st.tuples(st.just(Opened), st.fixed_dictionaries({"opening": openings, "by": persons})),
    st.tuples(
        st.just(Seated),
        st.fixed_dictionaries({"player": st.integers(0, 1), "kind": kinds, "name": texts}),
    ),
    st.tuples(
        st.just(SeatGiven),
        st.fixed_dictionaries({"player": st.integers(0, 1), "person": persons}),
    ),
    st.tuples(st.just(Played), st.fixed_dictionaries({"player": st.just(0), "text": texts})),
)
batches = st.lists(st.lists(facts, min_size=1, max_size=4), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database for many rooms."""
    file = tmp_path_factory.mktemp("names") / "rooms.sqlite"
    with closing(Database.open(f"sqlite:///{file}")) as database:
        yield database


rooms = iter(range(10**6))


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[*HealthCheck])
@given(batches)
def test_what_is_read_is_what_was_appended(shared: Database, said: list[list[Said]]) -> None:
    ledger, id, number = DatabaseLedger(shared), f"r{next(rooms)}", 0
    summary = Room.open("r", people(ADELA, BERTA), find, "p0").summary()
    appended = list[Event]()
    for batch in said:
        events = list[Event]()
        for kind, values in batch:
            number += 1
            events.append(kind(number=number, at_ms=0, **values))
        ledger.append(Batch(id, events, summary))
        appended += events
    assert [entry.event for entry in ledger.read(id)] == appended
    since = number // 2
    assert [entry.event for entry in ledger.read(id, since)] == appended[since:]
    query = sa.select(ENTRY.c.told).where(ENTRY.c.room == id)
    told = "".join(shared.read(lambda db: db.execute(query).scalars().all()))
    for event in appended:
        if isinstance(event, Seated) and event.name not in SEATS:
            assert f'"name":"{event.name}"' not in told


def test_only_the_table_of_names_has_names(database: Database, ledger: DatabaseLedger) -> None:
    room = open_room(ledger, "r", ADELA, "White")
    append(ledger, room, named(1, BERTA), given_to(1, "p1"))
    assert names_in(database) == [("p0", ADELA), ("p1", "White"), ("p1", BERTA)]
    assert not any(has_name(database, name, NAME) for name in (ADELA, BERTA))
    (listed,) = Lists(database).all_rooms()
    assert [seat.name for seat in listed.seats] == [ADELA, BERTA]
    assert [fault for _room, fault in verify(database, find)] == [""]


def test_the_name_of_a_seat_is_nobodys(database: Database, ledger: DatabaseLedger) -> None:
    open_room(ledger, "r", *SEATS)
    assert names_in(database) == []
    assert [seat.name for seat in Lists(database).all_rooms()[0].seats] == [*SEATS]


# ---- whose name it is ---------------------------------------------------------------------------


def test_a_bot_that_takes_a_seat_has_the_name_of_whoever_had_it(
    database: Database, ledger: DatabaseLedger
) -> None:
    room = open_room(ledger, "r", ADELA, BERTA)
    append(ledger, room, named(1, BERTA, "random"))
    assert names_in(database)[-1] == ("p1", BERTA)
    forget(database, "p1")
    assert not has_name(database, BERTA)


@pytest.fixture
def hub(ledger: DatabaseLedger) -> Hub:
    """A hub with a room of two people."""
    hub = new_hub_on(ledger)
    hub.open_room("r", people(ADELA, BERTA), "ann", others={1: "eve"})
    say(hub, "resign")
    return hub


def test_rooms_that_follow_know_whose_names_theirs_are(hub: Hub, database: Database) -> None:
    say(hub, "leave", "eve")
    say(hub, "study")
    say(hub, "branch", at=0)
    new = sorted({row.room for row in Lists(database).all_rooms()} - {"r"})
    assert len(new) == 2
    for room in new:
        assert set(names_in(database, room)) == {("ann", ADELA), ("eve", BERTA)}


def test_names_that_somebody_gives_to_others_are_not_his(
    database: Database, ledger: DatabaseLedger
) -> None:
    ann, _about = DatabasePeople(database).identify({"name": ADELA})
    alone = Room.open("r", people(ADELA, BERTA), find, ann)
    ledger.append(Batch("r", alone.take_emitted(), alone.summary()))
    resumed = Room.open("s", Opening.of_record(alone.state.record()), find, ann, 0, {1: ""})
    ledger.append(Batch("s", resumed.take_emitted(), resumed.summary()))
    assert names_in(database) == [(ann, ADELA), ("", BERTA)] * 2
    assert forget(database, ann) == {"r", "s"}
    assert names_in(database) == [(ann, ""), ("", ""), (ann, ""), ("", BERTA)]


def test_a_process_that_knows_a_name_from_before_does_not_write_it_again(
    hub: Hub, database: Database
) -> None:
    say(hub, "leave", "eve")
    assert forget(database, "eve") == {"r"}
    say(hub, "study")
    say(hub, "seat", player=1, kind="random")
    say(hub, "branch", at=0)
    assert len(Lists(database).all_rooms()) == 3
    assert not has_name(database, BERTA)
    assert has_name(database, ADELA)
    for room in Lists(database).all_rooms():
        assert SOMEBODY in [seat.name for seat in room.seats]
    assert [fault for _room, fault in verify(database, find)] == [""] * 3


# ---- forgetting ---------------------------------------------------------------------------------


def test_a_person_who_is_forgotten_is_somebody_in_all_his_rooms(
    database: Database, ledger: DatabaseLedger
) -> None:
    for id in ("a", "b"):
        open_room(ledger, id, ADELA, BERTA)
    imported = Room.open("c", people(ADELA, "Cyril"), find, "", 0)
    ledger.append(Batch("c", imported.take_emitted(), imported.summary()))
    before = {room: ledger.read(room) for room in "abc"}
    assert forget(database, "p0") == {"a", "b", "c"}
    assert not has_name(database, ADELA)
    assert has_name(database, BERTA, *set(METADATA.sorted_tables) - {NAME})
    for room, entries in before.items():
        opened = ledger.read(room)[0].event
        assert isinstance(opened, Opened)
        other = "Cyril" if room == "c" else BERTA
        assert [seat.name for seat in opened.opening.players] == [SOMEBODY, other]
        assert len(ledger.read(room)) == len(entries)
        assert ledger.read(room)[1:] == entries[1:]
    assert [fault for _room, fault in verify(database, find)] == [""] * 3
    assert forget(database, "p0") == frozenset()


def test_the_name_of_a_person_who_was_deleted_meanwhile_is_not_written(
    database: Database, ledger: DatabaseLedger
) -> None:
    forget(database, "p1")
    open_room(ledger, "r", ADELA, BERTA)
    assert names_in(database) == [("p0", ADELA), ("p1", "")]
    assert not has_name(database, BERTA)
    assert [seat.name for seat in Lists(database).all_rooms()[0].seats] == [ADELA, SOMEBODY]
    assert [fault for _room, fault in verify(database, find)] == [""]


def test_equal_names_of_others_stay(database: Database, ledger: DatabaseLedger) -> None:
    open_room(ledger, "a", ADELA, BERTA)
    imported = Room.open("c", people(BERTA, ADELA), find, "", 0)
    ledger.append(Batch("c", imported.take_emitted(), imported.summary()))
    eve, _about = DatabasePeople(database).identify({"name": ADELA})
    assert forget(database, "p0") == {"a"}
    assert ("", ADELA) in names_in(database)
    assert forget(database, "") == frozenset()
    assert forget(database, "nobody") == frozenset()
    assert eve


def test_who_calls_himself_like_a_player_of_older_matches_takes_no_name_out_of_them(
    database: Database, ledger: DatabaseLedger
) -> None:
    eve, _about = DatabasePeople(database).identify({"name": ADELA})
    for id in ("old", "new"):
        imported = Room.open(id, people(ADELA, "Cyril"), find, "", 0)
        ledger.append(Batch(id, imported.take_emitted(), imported.summary()))
    older = sa.update(ROOM).where(ROOM.c.id == "old").values(opened_ms=ROOM.c.opened_ms - 60_000)
    database.write(lambda db: db.execute(older))
    assert forget(database, eve) == {"new"}
    assert [name for name in names_in(database) if name[1] == ADELA] == [("", ADELA)]


def test_several_who_are_forgotten_have_different_names(
    database: Database, ledger: DatabaseLedger
) -> None:
    room = open_room(ledger, "r", ADELA, BERTA)
    append(ledger, room, named(0, "Else"), given_to(0, "p0"))
    for person in ("p0", "p1"):
        forget(database, person)
    names = [seat.name for seat in Lists(database).all_rooms()[0].seats]
    assert names == [SOMEBODY, f"{SOMEBODY} (2)"]
    opened, *_rest, renamed, _given = (entry.event for entry in ledger.read("r"))
    assert isinstance(opened, Opened)
    assert isinstance(renamed, Seated)
    assert [seat.name for seat in opened.opening.players] == names
    assert renamed.name == SOMEBODY
    assert [fault for _room, fault in verify(database, find)] == [""]


@pytest.mark.slow
def test_no_file_of_a_database_has_a_name_that_was_forgotten(
    url: str, database: Database, ledger: DatabaseLedger, tmp_path: Path
) -> None:
    if database.is_postgresql:
        pytest.skip("its files are not ours")
    for id in range(20):
        open_room(ledger, f"r{id}", f"{ADELA} {id}", BERTA)
    assert files_have(tmp_path, ADELA)
    forget(database, "p0")
    assert not files_have(tmp_path, ADELA)
    assert files_have(tmp_path, BERTA)
    backup(database, tmp_path / "backup.sqlite")
    assert not files_have(tmp_path, ADELA)


def files_have(folder: Path, name: str) -> bool:
    """Whether a file in *folder* has the bytes of *name*."""
    return any(name.encode() in file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_who_reads_a_database_does_not_stop_forgetting(
    database: Database, ledger: DatabaseLedger, url: str, tmp_path: Path
) -> None:
    """The log cannot be emptied meanwhile: the next process that opens the database does it."""
    open_room(ledger, "r", ADELA, BERTA)
    with database.snapshot() as reader:
        reader.execute(sa.select(NAME)).all()
        assert forget(database, "p0") == {"r"}
    assert not has_name(database, ADELA)
    Database.open(url).close()
    chores = database.read(lambda db: db.execute(sa.select(CHORE)).all())
    assert chores == []
    assert database.is_postgresql or not files_have(tmp_path, ADELA)


def test_somebody_is_called_so_in_the_language_of_the_reader(
    hub: Hub, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(database, "eve")
    hub.rooms.close("r")
    monkeypatch.setattr(player_names, "_", lambda text: text.replace(SOMEBODY, "Někdo"))
    assert "'Někdo'" in str(say(hub, "watch"))
    numbered, other = f"{SOMEBODY} (2)", f"{SOMEBODY} else"
    assert [*map(player_names.shown_name, (numbered, other))] == ["Někdo (2)", other]


# ---- what the chain shows -----------------------------------------------------------------------


@pytest.mark.parametrize("values", [{"text": "Eve"}, {"salt": "0" * 32}])
def test_a_name_that_somebody_has_changed_is_a_fault(
    values: dict[str, str], database: Database, ledger: DatabaseLedger
) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    change = sa.update(NAME).where(NAME.c.text == ADELA).values(values)
    database.write(lambda db: db.execute(change))
    with pytest.raises(LedgerError, match="damaged after event 0"):
        ledger.read("r")
    assert [bool(fault) for _room, fault in verify(database, find)] == [True]


def test_a_name_that_is_gone_is_a_fault(database: Database, ledger: DatabaseLedger) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    database.write(lambda db: db.execute(sa.delete(NAME).where(NAME.c.text == ADELA)))
    with pytest.raises(LedgerError, match="damaged after event 0"):
        ledger.read("r")
    assert [fault for _room, fault in verify(database, find)] == [
        "The ledger of this match is damaged after event 0."
    ]


def test_a_seat_without_its_name_is_a_fault(database: Database, ledger: DatabaseLedger) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    database.write(lambda db: db.execute(sa.update(SEAT).values(word="", named=None)))
    (fault,) = (fault for _room, fault in verify(database, find))
    assert fault == "Lists show this match otherwise than it was played."


def test_a_change_is_no_forgetting_unless_it_was_noted(
    database: Database, ledger: DatabaseLedger
) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    clear = sa.update(NAME).where(NAME.c.text == ADELA).values(text="", salt="")
    database.write(lambda db: db.execute(clear))
    (fault,) = (fault for _room, fault in verify(database, find))
    assert fault == "What was changed in this match is not what was noted of it."
    forget(database, "p1")  # notes another name
    assert [bool(fault) for _room, fault in verify(database, find)] == [True]


@pytest.mark.parametrize(
    "change",
    [
        sa.update(REWRITING).values(at_ms=7),
        *slow(
            sa.delete(REWRITING),
            sa.delete(DELETION),
            sa.update(NAME).where(NAME.c.text == BERTA).values(text="", salt=""),
        ),
    ],
)
def test_a_forgetting_that_is_not_as_it_was_noted_is_a_fault(
    change: sa.UpdateBase, database: Database, ledger: DatabaseLedger
) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    forget(database, "p0")
    assert [fault for _room, fault in verify(database, find)] == [""]
    database.write(lambda db: db.execute(change))
    assert [bool(fault) for _room, fault in verify(database, find)] == [True]


def test_a_name_that_was_forgotten_and_is_there_again_is_a_fault(
    database: Database, ledger: DatabaseLedger
) -> None:
    open_room(ledger, "r", ADELA, BERTA)
    row = database.read(lambda db: db.execute(sa.select(NAME)).mappings().first())
    assert row is not None
    forget(database, "p0")
    again = sa.update(NAME).where(NAME.c.number == row["number"])
    values = {"text": row["text"], "salt": row["salt"]}
    database.write(lambda db: db.execute(again.values(values)))
    assert [bool(fault) for _room, fault in verify(database, find)] == [True]


# ---- what is written when -----------------------------------------------------------------------


def test_names_in_a_group_commit_stand_with_their_events(
    database: Database, ledger: DatabaseLedger
) -> None:
    room, beside = open_room(ledger, "r", ADELA, BERTA), open_room(ledger, "beside", "x", "y")
    with ledger.together():
        append(ledger, room, named(1, "Cyril"))
        append(ledger, beside, named(0, "Dan"))
        open_room(ledger, "third", "Emil", "Fany")
    assert [text for _person, text in names_in(database)] == [
        "x", "y", "Dan", ADELA, BERTA, "Cyril", "Emil", "Fany",
    ]  # fmt: skip
    assert [fault for _room, fault in verify(database, find)] == [""] * 3


def test_a_new_name_at_a_seat_that_is_as_it_was_is_written(
    database: Database, ledger: DatabaseLedger
) -> None:
    rooms = [open_room(ledger, room, ADELA, BERTA) for room in ("r", "beside")]
    append(ledger, rooms[0], named(1, "Cyril"), given_to(1, "p1"))
    with ledger.together():
        for room in rooms:
            append(ledger, room, named(1, "Dan"), given_to(1, "p1"))
    for room in ("r", "beside"):
        assert names_in(database, room)[-1] == ("p1", "Dan")
    assert [room.seats[1].name for room in Lists(database).all_rooms()] == ["Dan"] * 2
    assert [fault for _room, fault in verify(database, find)] == [""] * 2


def test_what_conflicts_leaves_no_name(
    url: str, database: Database, ledger: DatabaseLedger
) -> None:
    room = open_room(ledger, "r", ADELA, BERTA)
    number = room.state.number
    event = Seated(number=number, at_ms=0, player=1, kind="human", name="Cyril")
    with pytest.raises(Conflict):
        ledger.append(Batch("r", [event], room.summary()))
    with pytest.raises(Conflict):
        open_room(ledger, "r", "Dan", "Emil")
    assert [text for _person, text in names_in(database)] == [ADELA, BERTA]
