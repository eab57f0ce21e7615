"""The ledger of rooms in the library: events and match in one transaction, beside other writers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.library_ledger import LedgerBehind, LedgerRow, RoomLedger
from gipf_meta.library.store import UNDECIDED, Library, LibraryError, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import RoomSummary
from tests.kept_table import KeptTable
from tests.library.test_rescue import PAGE
from tests.library.test_store import ONE_TURN, VERSION_3, sql
from tests.small_games.finding import find, played
from tests.small_games.wager import Wager
from tests.tiers import spread

PEOPLE = (Seat(name="Ann"), Seat(name="Bob"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite") as library:
        yield library


def new_match(seed: int = 1) -> Match:
    return Match.begin(Wager(goal=99), 2, find, seed)


def row(number: int, told: str = "[]", *, sender: str = "ann", id: str = "") -> LedgerRow:
    """A row whose last event has that *number*, by default of a command of its own."""
    return LedgerRow(number, sender, id or f"c{number}", told, "")


def summary(match: Match) -> RoomSummary:
    """The summary of a room of two people."""
    return RoomSummary(match, PEOPLE, {})


def begin(library: Library) -> tuple[RoomLedger, int, Match]:
    """A room of which the first event stands in the ledger, and the match of one turn."""
    ledger, room = RoomLedger(library), library.reserve_number()
    ledger.append(room, row(1), 0, summary(new_match()))
    match = played(new_match(), *ONE_TURN)
    ledger.append(room, row(4), 1, summary(match))
    return ledger, room, match


def test_events_and_match_are_written_together(library: Library) -> None:
    ledger, room = RoomLedger(library), library.reserve_number()
    ledger.append(room, row(1, '["opened"]'), 0, summary(new_match()))
    assert library.entries() == [], "no match is listed before its first decision"
    ledger.append(room, row(3, '["claim", "allow"]'), 1, summary(played(new_match(), *ONE_TURN)))
    (entry,) = library.entries()
    assert (entry.id, entry.names, entry.turns) == (room, ("Ann", "Bob"), 1)
    assert [each.told for each in ledger.read(room)] == ['["opened"]', '["claim", "allow"]']
    assert ledger.read(room)[-1].kept == library.hash(room)
    assert ledger.rooms() == [room]
    assert not ledger.is_behind(room)


def test_who_writes_second_is_told_and_nothing_is_written(library: Library) -> None:
    ledger, room, match = begin(library)
    later = played(match, "claim")
    for after in (0, 1, 3, 5):
        with pytest.raises(LedgerBehind, match=r"gone on elsewhere\.$"):
            ledger.append(room, row(after + 1, id="c9"), after, summary(later))
    assert (library.entries()[0].turns, len(ledger.read(room))) == (1, 2)
    ledger.append(room, row(5), 4, summary(later))
    assert library.entries()[0].turns == 2


def test_a_command_is_written_once_and_what_nobody_commanded_as_often_as_it_happens(
    library: Library,
) -> None:
    ledger, room, match = begin(library)
    with pytest.raises(LedgerBehind):
        ledger.append(room, row(5, id="c4"), 4, summary(match))
    ledger.append(room, row(5, sender="bob", id="c4"), 4, summary(match))
    for number in (6, 7):
        ledger.append(room, LedgerRow(number, "", "", "[]", ""), number - 1, summary(match))
    assert [each.number for each in ledger.read(room)] == [1, 4, 5, 6, 7]


def test_a_match_is_played_by_one_process_at_a_time(library: Library) -> None:
    ledger, room, match = begin(library)
    with Library(library.path) as other:
        with pytest.raises(LibraryError, match="is being played in another window"):
            LibraryKeeper(other, PEOPLE, room)
        ledger.release(room)
        keeper = LibraryKeeper(other, PEOPLE, room)
        with pytest.raises(LibraryError, match="is being played in another window"):
            ledger.append(room, row(5), 4, summary(played(match, "claim")))
        keeper.close()
    ledger.append(room, row(5), 4, summary(played(match, "claim")))


def test_a_match_that_was_played_on_elsewhere_is_ahead_of_its_ledger(library: Library) -> None:
    ledger, room, match = begin(library)
    ledger.release(room)
    record, keeper = library.go_on(room)
    table = KeptTable.resume(record, find, StillClock(), keeper)
    table.go_on()
    table.play("claim")
    table.close()
    assert ledger.is_behind(room)
    with pytest.raises(LedgerBehind):
        ledger.append(room, row(5), 4, summary(played(match, "claim", "allow")))
    assert library.record(room).turns[-1].text == "claim"
    ledger.append(room, row(5), 4, summary(table.match), is_anew=True)
    assert not ledger.is_behind(room)
    ledger.append(room, row(6), 5, summary(played(table.match, "allow")))


def test_no_number_is_given_twice(library: Library) -> None:
    numbers = [library.reserve_number() for _ in range(3)]
    keeper = LibraryKeeper(library, PEOPLE)
    keeper.keep(played(new_match(), *ONE_TURN))
    assert [*numbers, keeper.number] == [1, 2, 3, 4]


def test_a_room_in_which_nothing_was_decided_is_forgotten_after_many_matches(
    library: Library,
) -> None:
    ledger, idle = RoomLedger(library), library.reserve_number()
    ledger.append(idle, row(1), 0, summary(new_match()))
    _ledger, room, _match = begin(library)
    for _ in range(UNDECIDED):
        assert idle in ledger.rooms()
        library.reserve_number()
    assert ledger.rooms() == [room]


def test_a_deleted_match_has_no_ledger(library: Library) -> None:
    ledger, room, _match = begin(library)
    with pytest.raises(LibraryError, match="is being played"):
        library.delete(room)
    ledger.release(room)
    library.delete(room)
    assert ledger.rooms() == []


def test_a_library_of_the_third_version_is_brought_up_to_date(library: Library) -> None:
    _ledger, room, _match = begin(library)
    before = library.record(room)
    library.close()
    for statement in VERSION_3:
        sql(library.path, statement)
    with Library(library.path) as again:
        assert again.record(room) == before
        ledger = RoomLedger(again)
        assert ledger.rooms() == []
        assert ledger.is_behind(room)


def test_a_library_that_is_taken_away_is_begun_again_with_the_whole_ledger(
    library: Library,
) -> None:
    library.reserve_number()
    ledger, room, match = begin(library)
    for file in library.path.parent.glob("library.sqlite*"):
        file.rename(file.with_name(f"elsewhere-{file.name}"))
    ledger.append(room, row(5), 4, summary(played(match, "claim")))
    assert [each.number for each in ledger.read(room)] == [1, 4, 5]
    assert (library.entries()[0].id, library.entries()[0].turns) == (room, 2)


def test_a_row_that_was_changed_ends_the_ledger_there(library: Library) -> None:
    ledger, room, match = begin(library)
    ledger.append(room, row(5), 4, summary(played(match, "claim")))
    ledger.release(room)
    library.close()
    sql(library.path, "UPDATE ledger SET told = '[1]' WHERE number = 4")
    with Library(library.path) as again:
        ledger = RoomLedger(again)
        assert [each.number for each in ledger.read(room)] == [1]
        assert ledger.is_behind(room), "the match has what the ledger has lost"


def test_a_full_disk_is_one_sentence_and_leaves_the_ledger_as_it_was(library: Library) -> None:
    ledger, room, match = begin(library)
    pages = library.database.connection.execute("PRAGMA page_count").fetchone()[0]
    library.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    long = row(5, "x" * 100_000)
    with pytest.raises(LibraryError, match=r"cannot be used: the disk is full\.$"):
        ledger.append(room, long, 4, summary(played(match, "claim")))
    assert ([each.number for each in ledger.read(room)], library.entries()[0].turns) == ([1, 4], 1)
    library.database.connection.execute("PRAGMA max_page_count = 100000")
    ledger.append(room, long, 4, summary(played(match, "claim")))
    assert library.entries()[0].turns == 2


@pytest.mark.parametrize("page", spread(range(16), 6))
def test_a_damaged_page_loses_no_ledger_that_stands_elsewhere(
    library: Library, page: int, tmp_path: Path
) -> None:
    """A ledger that is cut is behind its match, and no row of it is another one's."""
    ledger, kept = RoomLedger(library), {}
    for seed in range(4):
        room = library.reserve_number()
        match = new_match(seed)
        ledger.append(room, row(1), 0, summary(match))
        for number in range(2, 8):
            match = played(match, *ONE_TURN)
            ledger.append(
                room, row(number, f'["{room}.{number}{"x" * 300}"]'), number - 1, summary(match)
            )
        kept[room] = ledger.read(room)
    ledger.close()
    library.close()
    with sqlite3.connect(library.path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    data = library.path.read_bytes()
    if page * PAGE >= len(data):
        pytest.skip("the file is shorter")
    here = data[page * PAGE :][:PAGE]
    library.path.write_bytes(data[: page * PAGE] + b"\xa5" * PAGE + data[(page + 1) * PAGE :])
    with Library(library.path) as again:
        again.check()
        after = RoomLedger(again)
        for room, rows in kept.items():
            found = after.read(room)
            assert found == rows[: len(found)], room
            is_touched = page == 0 or any(each.kept.encode() in here for each in rows)
            assert is_touched or found == rows, room
