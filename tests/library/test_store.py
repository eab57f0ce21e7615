"""The library on real files: each decision is kept when it is made, and nothing else is."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from gipf_meta import Game
from gipf_meta.base.clock import StillClock
from gipf_meta.library import schema
from gipf_meta.library.rows import hash_of
from gipf_meta.library.schema import VERSION
from gipf_meta.library.store import (
    Library,
    LibraryError,
    LibraryKeeper,
    library_path,
)
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import Player, seats_of
from tests.kept_table import KeptTable
from tests.small_games.finding import GAMES, find, played
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager
from tests.table.test_table_hostile import NoView

ONE_TURN = ("claim", "allow", "two")
#: a claim that is challenged, in a duel that is played elsewhere and reported
A_DUEL = ("claim", "challenge", "second", "confirm", "two")


VERSION_4 = ("DROP TABLE practice", "UPDATE library SET version = 4", "PRAGMA user_version = 4")
VERSION_3 = (
    "DROP TABLE practice",
    "DROP TABLE ledger",
    "UPDATE library SET version = 3",
    "PRAGMA user_version = 3",
)
VERSION_2 = (
    "DROP TABLE practice",
    "DROP TABLE ledger",
    "DROP TABLE library",
    "DROP TABLE start",
    "ALTER TABLE match DROP COLUMN change",
    "CREATE INDEX match_changed ON match (changed DESC, id DESC)",
    "PRAGMA user_version = 2",
)
VERSION_1 = (
    *VERSION_2,
    "DROP INDEX match_changed",
    "ALTER TABLE match DROP COLUMN hash",
    "UPDATE match SET names = 'Ann 0 (human)' || char(10) || 'Bob (human)' WHERE id = 1",
    "CREATE INDEX match_changed ON match (changed DESC, id DESC)",
    "PRAGMA user_version = 1",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


def sit(path: Path, game: Game[Any, Any] | None = None, *, seed: int = 1) -> KeptTable:
    """Two people at a table, by default for Wager, whose match is kept in the library."""
    match = Match.begin(game or Wager(), 2, find, seed)
    players = [Player("Ann"), Player("Bob")]
    return KeptTable(
        match, players, StillClock(), keeper=LibraryKeeper(Library(path), seats_of(players))
    )


def keeper_of(table: KeptTable) -> LibraryKeeper:
    assert isinstance(table.keeper, LibraryKeeper)
    return table.keeper


def leave(table: KeptTable) -> None:
    keeper_of(table).close()


def database_of(table: KeptTable) -> sqlite3.Connection:
    return keeper_of(table).library.database.connection


def play(table: KeptTable, *moves: str) -> KeptTable:
    for move in moves:
        table.play(move)
    return table


def seen(path: Path, number: int = 1) -> Record:
    """The match as another program finds it."""
    with Library(path) as library:
        return library.record(number)


def sql(path: Path, statement: str, *values: object) -> list[Any]:
    """Something done to the file behind the library's back."""
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(statement, values).fetchall()


def keep_some(path: Path, matches: int, turns: int = 3) -> list[Record]:
    """A library with some matches of a few turns."""
    with Library(path) as library:
        records = []
        for seed in range(matches):
            match = played(Match.begin(Wager(goal=50), 2, find, seed), *ONE_TURN * turns)
            records.append(to_record(match, (Seat(name=f"Ann {seed}"), Seat(name="Bob"))))
            library.add(records[-1])
    return records


# ---- each decision -----------------------------------------------------------------------------


def test_a_match_enters_the_library_with_its_first_decision(path: Path) -> None:
    table = sit(path)
    table.keep()
    assert Library(path).entries() == []
    table.play("claim")
    (entry,) = Library(path).entries()
    assert (entry.id, entry.game, entry.names) == (keeper_of(table).number, "wager", ("Ann", "Bob"))
    assert (entry.turns, entry.over, entry.result) == (1, False, "")


@pytest.mark.parametrize(
    ("duel", "moves"),
    [
        ("die", (*ONE_TURN, *ONE_TURN)),
        ("die", ("claim", "challenge", "roll", "roll", "claim", "allow")),
        ("elsewhere", ("claim", "challenge", "draw", "confirm", *A_DUEL[2:], "claim")),
        ("elsewhere", (*A_DUEL[:-1], "one", *A_DUEL, *A_DUEL[:-1], "one", *A_DUEL)),
        ("fuse", ("claim", "challenge", "pass", "pass", "pass")),
    ],
)
def test_another_program_sees_every_decision_when_it_has_been_made(
    path: Path, duel: str, moves: tuple[str, ...]
) -> None:
    table = sit(path, Wager(duel=duel))
    for move in moves:
        table.play(move)
        record = seen(path)
        assert record == table.record()
        assert replay(record, find) == table.match
        with Library(path) as library:
            assert library.hash(1) == hash_of(record)
            assert library.entries()[0].turns == len(record.turns)


def test_a_decision_is_one_transaction(path: Path) -> None:
    table = play(sit(path), "claim")
    said: list[str] = []
    database_of(table).set_trace_callback(said.append)
    for move in ("allow", "two", "claim"):
        said.clear()
        table.play(move)
        assert said[0].startswith("BEGIN")
        assert said[-1] == "COMMIT"
        assert sum(words.startswith(("BEGIN", "COMMIT")) for words in said) == 2


@pytest.mark.parametrize("end", ["resign", "agree_draw"])
def test_an_end_that_the_players_make_is_kept(path: Path, end: str) -> None:
    table = play(sit(path), *ONE_TURN)
    table.resign(1) if end == "resign" else table.agree_draw()
    assert seen(path) == table.record()
    (entry,) = Library(path).entries()
    expected = {"resign": "Ann (resign)", "agree_draw": "nobody (draw)"}[end]
    assert (entry.over, entry.result) == (True, expected)


def test_a_match_that_is_given_up_at_once_is_kept(path: Path) -> None:
    table = sit(path)
    table.resign(0)
    assert seen(path).result == table.record().result


def test_a_resigned_duel_is_kept(path: Path) -> None:
    table = play(sit(path, Wager(duel="elsewhere")), "claim", "challenge")
    table.resign(1)
    assert seen(path) == table.record()
    assert seen(path).turns[0].decisions[-1].move == "elsewhere:0"


# ---- taking back -------------------------------------------------------------------------------


def test_what_is_taken_back_is_gone_also_across_turns(path: Path) -> None:
    table = play(sit(path), *ONE_TURN, *ONE_TURN, "claim")
    for _ in range(7):
        table.undo()
        assert seen(path) == table.record()
        assert Library(path).entries()[0].turns == len(table.record().turns)
    assert seen(path).turns == ()
    play(table, "claim", "challenge")
    assert seen(path) == table.record()


def test_several_turns_taken_back_at_once_are_gone(path: Path) -> None:
    """As where bots made the last turns: back to what a person decided."""
    table = play(sit(path, Wager(goal=50)), *ONE_TURN * 4)
    for _ in range(8):
        table.match = table.match.undo()
    table.keep()
    assert seen(path) == table.record()
    assert sql(path, "SELECT n FROM turn") == [(0,), (1,)]


def test_another_decision_takes_the_place_of_one_that_was_taken_back(path: Path) -> None:
    table = play(sit(path), *ONE_TURN, "claim", "allow", "one")
    table.undo()
    table.play("two")
    assert seen(path) == table.record()
    assert [turn.text for turn in seen(path).turns] == ["claim,allow,two"] * 2


def test_what_is_taken_back_inside_a_duel_is_gone(path: Path) -> None:
    table = play(sit(path, Wager(duel="elsewhere")), "claim", "challenge", "first")
    table.undo()
    assert seen(path) == table.record()
    duel = seen(path).turns[0].decisions[-1].duel
    assert duel is not None
    assert duel.turns == ()


# ---- duels -------------------------------------------------------------------------------------


def test_a_match_killed_in_a_duel_goes_on_as_it_would_have(path: Path) -> None:
    table = play(sit(path, Wager(duel="die"), seed=9), "claim", "challenge", "roll")
    leave(table)
    with Library(path) as library:
        record, kept = library.go_on(1)
        again = KeptTable.resume(record, find, StillClock(), kept)
        again.go_on()
        play(again, "roll")
        kept.close()
    table.keeper = None
    assert again.match == table.match.play("roll")
    assert seen(path) == again.record()


def test_a_duel_that_is_replaced_is_kept_once_something_is_played_in_it(path: Path) -> None:
    table = play(sit(path, Wager(duel="nowhere")), "claim", "challenge")
    assert "no game 'nowhere'" in table.trouble
    assert seen(path) == table.record()
    table.choose_duel("elsewhere")
    assert seen(path) == table.record()
    play(table, "first")
    assert seen(path) == table.record()


def test_a_duel_that_takes_the_place_of_another_is_kept_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "failing", NoView)
    table = play(sit(path, Wager(duel="failing")), "claim", "challenge")
    assert table.trouble
    table.choose_duel("die")
    assert replay(seen(path), find).top.game.id == "die"


def test_a_duel_given_up_for_another_leaves_nothing_behind(path: Path) -> None:
    table = play(sit(path, Wager(duel="elsewhere")), "claim", "challenge", "first")
    table.choose_duel("die")
    assert seen(path) == table.record()
    play(table, "roll", "roll")
    assert seen(path) == table.record()


# ---- time --------------------------------------------------------------------------------------


def test_a_decision_is_kept_at_its_very_millisecond(path: Path) -> None:
    table = sit(path, Fuse())
    clock = table.clock
    assert isinstance(clock, StillClock)
    for ms, move in ((123, "pass"), (900, "trim"), (20, "pass"), (400, "pass")):
        clock.ms += ms
        table.play(move)
        assert replay(seen(path), find) == table.match
    assert [d.at for turn in seen(path).turns for d in turn.decisions] == [123, 1023, 1043, 1443]


def test_a_duel_goes_on_at_the_millisecond_of_its_last_decision(path: Path) -> None:
    table = sit(path, Wager(duel="fuse"))
    clock = table.clock
    assert isinstance(clock, StillClock)
    clock.ms = 300
    play(table, "claim", "challenge")
    clock.ms += 417
    play(table, "pass")
    leave(table)
    assert [session.time_ms for session in replay(seen(path), find).sessions] == [300, 417]


def test_a_duel_that_time_ends_is_kept_at_that_millisecond(path: Path) -> None:
    table = sit(path, Wager(duel="fuse"))
    clock = table.clock
    assert isinstance(clock, StillClock)
    play(table, "claim", "challenge")
    clock.ms += 1250
    table.tick()
    duel = seen(path).turns[0].decisions[-1].duel
    assert duel is not None
    assert (duel.time, duel.result and duel.result.reason) == (1000, "burnt")


def test_a_match_that_time_ends_is_kept_as_over(path: Path) -> None:
    table = play(sit(path, Fuse()), "pass")
    clock = table.clock
    assert isinstance(clock, StillClock)
    clock.ms += 5000
    table.tick()
    assert table.over is not None
    (entry,) = Library(path).entries()
    assert (entry.over, entry.result) == (True, "Ann (burnt)")


# ---- whole matches -----------------------------------------------------------------------------

CHALLENGES: dict[str, Any] = {
    "variant": "basic",
    "tamsk_potentials": "1",
    "zertz_potentials": "1",
    "challenges_enabled": "on",
}


@pytest.mark.parametrize(
    ("game", "options", "seats", "seed", "duels"),
    [
        ("zertz", {"variant": "blitz"}, 2, 1, set()),
        ("tamsk", {"level": "3", "rings": "3"}, 2, 2, set()),
        ("zatre", {"short_game": "2"}, 2, 1, set()),
        ("zatre", {"teams": "on", "short_game": "2"}, 4, 1, set()),
        ("gipf", {**CHALLENGES, "challenges_per_player": "2"}, 2, 1, {"zertz"}),
        ("gipf", {**CHALLENGES, "tamsk_duel_options": {"rings": 2}}, 2, 3, {"tamsk"}),
    ],
)
@pytest.mark.sample(2)
def test_a_match_goes_on_from_every_single_decision(
    path: Path,
    game: str,
    options: dict[str, Any],
    seats: int,
    seed: int,
    duels: set[str],
) -> None:
    installed = load_plugins()
    match = Match.begin(configure(installed.find(game), options), seats, installed.find, seed)
    players = [Player.of_kind("random", f"Bot {n}") for n in range(seats)]
    table = KeptTable(
        match, players, StillClock(), keeper=LibraryKeeper(Library(path), seats_of(players))
    )
    fought: set[str] = set()
    with Library(path) as second:
        while table.over is None:
            before = table.match
            table.play_bot()
            fought |= {session.game.id for session in table.match.sessions[1:]}
            if _steps(table.match) != _steps(before):
                assert replay(second.record(1), installed.find) == table.match
    assert fought >= duels
    assert seen(path) == table.record()


def _steps(match: Match) -> list[int]:
    return [len(session.steps) for session in match.sessions]


# ---- the list ----------------------------------------------------------------------------------


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the date."""
    return lambda date: monkeypatch.setattr("gipf_meta.base.clock.date", lambda: date)


ODD_NAMES = ["100%", "a_b", "axb", "O'Hara", 'Bo "the" Bot', "back\\slash", "Čapek", "; DROP TABLE"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_found_as_it_is_written(path: Path, name: str) -> None:
    with Library(path) as library:
        for each in ODD_NAMES:
            people = (Seat(name="Ann"), Seat(name=each))
            library.add(to_record(played(Match.begin(Wager(), 2, find), "claim"), people))
        assert [entry.names for entry in library.entries(name=name)] == [("Ann", name)]
        assert [entry.names[1] for entry in library.entries(name=name[:-1])] == [name]
        assert len(library.entries(name="ann")) == len(ODD_NAMES)


def test_the_list_begins_with_what_was_played_last(path: Path, at: Callable[[str], None]) -> None:
    tables = []
    for n in range(3):
        at(f"2026-01-0{n + 1} 12:00:00")
        tables.append(play(sit(path), "claim"))
    at("2026-01-09 12:00:00")
    play(tables[0], "allow")
    with Library(path) as library:
        assert [entry.id for entry in library.entries()] == [1, 3, 2]
        assert [entry.id for entry in library.entries(most=2)] == [1, 3]
        assert library.entries()[0].begun[:19] == "2026-01-01 12:00:00"
        assert library.entries()[0].changed[:19] == "2026-01-09 12:00:00"


def test_matches_of_the_same_second_are_listed_by_number(
    path: Path, at: Callable[[str], None]
) -> None:
    at("2026-01-01 12:00:00")
    keep_some(path, 3)
    assert [entry.id for entry in Library(path).entries()] == [3, 2, 1]


def test_the_list_can_be_filtered(path: Path) -> None:
    wager, fuse = play(sit(path), *ONE_TURN), play(sit(path, Fuse()), "pass")
    wager.resign(0)
    play(fuse, "pass")
    with Library(path) as library:
        assert [entry.game for entry in library.entries(game="fuse")] == ["fuse"]
        assert [entry.game for entry in library.entries(over=True)] == ["wager"]
        assert [entry.game for entry in library.entries(over=False)] == ["fuse"]
        assert library.entries(game="fuse", over=True) == []
        assert library.entries(game="wager' OR '1'='1") == []


def test_the_unfinished_match_played_last_is_known_whatever_the_clock_says(
    path: Path, at: Callable[[str], None]
) -> None:
    """As after a flight to the west, or when the clock is put back."""
    at("2026-01-01 12:00:00")
    older = play(sit(path), "claim")
    at("2026-01-01 06:00:00")
    play(sit(path), "claim")
    assert Library(path).last() == 2
    at("2026-01-01 03:00:00")
    play(older, "allow")
    assert Library(path).last() == 1
    assert [entry.id for entry in Library(path).entries()] == [1, 2]


def test_the_unfinished_match_played_last_is_the_one_to_go_on_with(
    path: Path, at: Callable[[str], None]
) -> None:
    with pytest.raises(LibraryError, match=r"no unfinished match in the library\.$"):
        Library(path).last()
    at("2026-01-01 12:00:00")
    first, second = play(sit(path), "claim"), play(sit(path), "claim")
    assert Library(path).last() == 2
    at("2026-01-01 12:00:01")
    play(first, "allow")
    assert Library(path).last() == 1
    first.resign(0)
    assert Library(path).last() == 2
    second.resign(0)
    with pytest.raises(LibraryError):
        Library(path).last()


# ---- records in and out ------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("claim",), A_DUEL, A_DUEL[:3], A_DUEL[:2]], ids="-".join)
def test_a_record_is_taken_in_as_it_is(path: Path, moves: tuple[str, ...]) -> None:
    match = played(Match.begin(Wager(duel="elsewhere"), 2, find, 7), *moves)
    record = to_record(match, (Seat(name="Ann"), Seat(name="Bob", player="greedy:500")))
    with Library(path) as library:
        number = library.add(record)
    assert dumps(seen(path, number)) == dumps(record)


def test_a_match_without_people_or_result_is_listed(path: Path) -> None:
    with Library(path) as library:
        library.add(to_record(played(Match.begin(Wager(), 2, find), "claim")))
        (entry,) = library.entries()
    assert (entry.names, entry.result) == ((), "")


def test_a_match_without_people_has_a_winner_all_the_same(path: Path) -> None:
    with Library(path) as library:
        library.add(to_record(played(Match.begin(Wager(), 2, find), "claim").resign(1)))
        (entry,) = library.entries()
    assert "nobody" not in entry.result


def test_a_deleted_match_is_gone_with_its_turns_and_its_number(path: Path) -> None:
    keep_some(path, 2)
    with Library(path) as library:
        library.delete(2)
        with pytest.raises(
            LibraryError, match="no match 2 in the library: the newest one is match 1"
        ):
            library.record(2)
        assert sql(path, "SELECT count(*) FROM turn WHERE match = 2") == [(0,)]
        assert library.add(library.record(1)) == 3


# ---- hashes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE turn SET told = replace(told, 'two', 'one') WHERE n = 0",
        "UPDATE turn SET told = replace(told, '\"at\":250', '\"at\":251') WHERE n = 1",
        "DELETE FROM turn WHERE n = 1",
        "UPDATE turn SET told = (SELECT told FROM turn WHERE n = 2) WHERE n = 1",
        "UPDATE turn SET hash = 'ff' WHERE n = 2",
        "DELETE FROM turn WHERE n = 2",
        "DELETE FROM turn",
        "UPDATE match SET head = replace(head, '250', '260')",
        "UPDATE match SET hash = 'ff'",
    ],
)
def test_the_hash_is_over_every_decision_and_time(path: Path, statement: str) -> None:
    match = Match.begin(Wager(goal=50), 2, find)
    match = played(played(match, *ONE_TURN).advance(250), *ONE_TURN, *ONE_TURN)
    with Library(path) as library:
        library.add(to_record(match))
        assert library.is_intact(1)
        changes = sql(path, f"{statement} RETURNING 1")
        assert len(changes) in (1, 3)
        assert not library.is_intact(1)


def test_two_matches_of_the_same_decisions_have_the_same_hash(path: Path) -> None:
    for _ in range(2):
        leave(play(sit(path), *ONE_TURN, "claim"))
    table = play(sit(path), *ONE_TURN, "claim", "allow", "one")
    with Library(path) as library:
        assert library.hash(1) == library.hash(2) != library.hash(3)
        table.undo()
        table.undo()
        assert library.hash(1) == library.hash(3)


# ---- one at a time -----------------------------------------------------------------------------


def test_a_match_is_played_in_one_place_at_a_time(path: Path) -> None:
    table = play(sit(path), "claim")
    with Library(path) as library:
        for wanted in (library.go_on, library.delete):
            with pytest.raises(LibraryError, match=r"^Match 1 is being played in another "):
                wanted(1)
        assert library.record(1).turns[0].text == "claim"
        leave(table)
        record, kept = library.go_on(1)
        assert record == table.record()
        kept.close()
        library.delete(1)


def test_two_matches_are_played_side_by_side(path: Path) -> None:
    one, other = sit(path, seed=1), sit(path, Wager(duel="die"), seed=2)
    for move in ONE_TURN:
        play(one, move)
        play(other, move)
    assert (seen(path, 1), seen(path, 2)) == (one.record(), other.record())
    assert [one.keep_error, other.keep_error] == ["", ""]


def test_a_match_that_does_not_exist_is_not_held(path: Path) -> None:
    with Library(path) as library:
        for _ in range(2):
            with pytest.raises(LibraryError, match="no match 5"):
                library.go_on(5)


def test_a_reader_sees_a_match_before_or_after_a_decision(path: Path) -> None:
    """The decision falls between what the reader asks of the file."""
    table = play(sit(path), *ONE_TURN)
    clock = table.clock
    assert isinstance(clock, StillClock)
    before = table.record()
    with Library(path) as reader:

        def decide(statement: str) -> None:
            if "FROM turn" in statement and clock.ms == 0:
                clock.ms = 70
                table.play("claim")

        reader.database.connection.set_trace_callback(decide)
        assert reader.record(1) in (before, table.record())


# ---- files that are no library, or damaged -----------------------------------------------------


def test_a_library_of_a_newer_version_is_left_alone(path: Path) -> None:
    keep_some(path, 1)
    sql(path, f"UPDATE library SET version = {VERSION + 1}")
    sql(path, f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(
        LibraryError, match=rf"newer version .*tables {VERSION + 1}\).*{VERSION}\.$"
    ):
        Library(path)
    assert path.read_bytes() == before
    assert list(path.parent.glob("*damaged*")) == []


def aside(path: Path) -> list[Path]:
    """Libraries that were set aside."""
    return list(path.parent.glob("library-damaged-*.sqlite"))


@pytest.mark.parametrize(
    "content", [b"hello", b"no database at all\n" * 1000, b"SQLite format 3\0" + b"\0" * 5000]
)
def test_a_file_that_is_no_library_is_set_aside(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with Library(path) as library:
        assert library.notice.startswith("The library was damaged. It is set aside as ")
        assert library.notice.endswith("; 0 matches could be read and taken over.")
        assert library.entries() == []
    (found,) = aside(path)
    assert found.read_bytes() == content
    assert str(found) in library.notice
    table = play(sit(path), "claim")
    assert seen(path) == table.record()
    assert Library(path).notice == ""


def test_an_empty_file_becomes_a_library(path: Path) -> None:
    path.touch()
    with Library(path) as library:
        assert (library.notice, library.entries()) == ("", [])


def _page_of(path: Path, table: str) -> int:
    return int(sql(path, "SELECT rootpage FROM sqlite_master WHERE name = ?", table)[0][0])


def overwrite(path: Path, page: int, pages: int = 1) -> None:
    (size,) = sql(path, "PRAGMA page_size")[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size * pages)


def middle(path: Path) -> None:
    (count,) = sql(path, "PRAGMA page_count")[0]
    overwrite(path, count // 2)


def last_page(path: Path) -> None:
    (size,) = sql(path, "PRAGMA page_size")[0]
    os.truncate(path, path.stat().st_size - size)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "start": lambda path: overwrite(path, _page_of(path, "start")),
    "middle": middle,
    "numbers": lambda path: overwrite(path, _page_of(path, "sqlite_sequence")),
    "turns": lambda path: overwrite(path, _page_of(path, "turn")),
    "matches": lambda path: overwrite(path, _page_of(path, "match")),
    "truncated": last_page,
}


@pytest.mark.parametrize(
    ("damage", "at_least"),
    [
        pytest.param("start", 40),
        pytest.param("middle", 20),
        pytest.param("numbers", 40),
        pytest.param("turns", 0),
        pytest.param("matches", 0),
        pytest.param("truncated", 20),
    ],
)
def test_what_can_be_read_of_a_damaged_library_is_taken_over(
    path: Path, damage: str, at_least: int
) -> None:
    """Any damage is met at the latest on the first read; then there is a sound library again."""
    before = keep_some(path, 40)
    DAMAGE[damage](path)
    with Library(path) as library:
        for entry in library.entries():
            with suppress(LibraryError):
                library.record(entry.id)
        read = [library.record(entry.id) for entry in library.entries()]
        table = play(sit(path), "claim")
        assert table.keep_error == ""
        notice = library.notice or keeper_of(table).notice
    assert "set aside" in notice
    assert len(aside(path)) == 1
    assert f"{len(read)} match" in notice
    assert at_least <= len(read) <= 40
    whole = [record for record in read if record in before]
    cut = [record for record in read if record not in before]
    for record in cut:
        (told,) = (each for each in before if each.people == record.people)
        assert record.turns == told.turns[: len(record.turns)] != ()
        assert replay(record, find).result is None
    assert len(whole) >= at_least
    assert "only in part" in notice or not cut
    assert seen(path, keeper_of(table).number or 0) == table.record()


@pytest.mark.parametrize("damage", [name for name in DAMAGE if name != "matches"])
def test_a_damaged_library_stops_nobody_from_playing(path: Path, damage: str) -> None:
    """No error of SQLite's gets through: what cannot be done is a sentence."""
    keep_some(path, 40)
    DAMAGE[damage](path)
    table = play(sit(path), *ONE_TURN)
    assert replay(table.record(), find) == table.match
    assert table.keep_error == "" or table.keep_error.startswith(
        f"The library {path} cannot be used: "
    )
    with Library(path) as library:
        for number in range(1, 41):
            with suppress(LibraryError):
                library.record(number)


def test_a_match_that_is_damaged_does_not_hide_the_others(path: Path) -> None:
    keep_some(path, 3)
    sql(path, "UPDATE match SET head = substr(head, 1, 40) WHERE id = 2")
    with Library(path) as library:
        assert {entry.id for entry in library.entries()} >= {1, 3}
        with pytest.raises(LibraryError, match="Match 2 is no record"):
            library.record(2)


def test_what_is_taken_over_does_not_depend_on_the_name_of_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "50% #1?" / "library.sqlite"
    keep_some(path, 3)
    DAMAGE["start"](path)
    assert len(Library(path).entries()) == 3


def test_a_database_of_another_program_is_not_set_aside(path: Path) -> None:
    sql(path, "CREATE TABLE match (score)")
    with pytest.raises(LibraryError, match=r"cannot be used: .*\.$"):
        Library(path)
    assert sql(path, "SELECT * FROM match") == []
    assert aside(path) == []


# ---- a disk that does not answer, and files of somebody else -----------------------------------


def test_a_library_that_may_only_be_read_is_read(folder: Path) -> None:
    path = folder / "library.sqlite"
    records = keep_some(path, 2)
    path.chmod(0o444)
    with Library(path) as library:
        assert library.record(1) == records[0]
        assert len(library.entries()) == 2
        for change in (lambda: library.delete(1), lambda: library.add(records[0])):
            with pytest.raises(LibraryError, match=r"cannot be used: it may only be read\.$"):
                change()
    table = play(sit(path), *ONE_TURN)
    assert table.keep_error.endswith("cannot be used: it may only be read.")
    assert replay(table.record(), find) == table.match


def test_a_folder_that_may_only_be_read_is_a_sentence(folder: Path) -> None:
    path = folder / "library.sqlite"
    folder.chmod(0o555)
    with pytest.raises(LibraryError, match=r"cannot be used: it .*\.$"):
        Library(path)
    with pytest.raises(LibraryError, match="Permission denied"):
        Library(folder / "deeper" / "library.sqlite")


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "with a log"])
@pytest.mark.parametrize("before", [(), VERSION_2], ids=["now", "of tables 2"])
def test_a_library_in_a_folder_that_may_only_be_read_is_read(
    folder: Path, before: tuple[str, ...], is_open: bool
) -> None:
    path = folder / "library.sqlite"
    records = keep_some(path, 2)
    for statement in before:
        sql(path, statement)
    with closing(sqlite3.connect(path)) as other:
        if is_open:
            other.execute("UPDATE match SET game = 'fuse' WHERE id = 2")
            other.commit()
            other.execute("SELECT 1 FROM match").fetchone()
        for file in folder.iterdir():
            file.chmod(0o444)
        Path(f"{path}-shm").unlink(missing_ok=True)
        folder.chmod(0o555)
        with Library(path) as library:
            assert [library.record(number) for number in (1, 2)] == records
            assert len(library.entries(game="fuse")) == is_open
            with pytest.raises(LibraryError, match=r"cannot be used: it may only be read\.$"):
                library.add(records[0])
            with pytest.raises(LibraryError, match=r"cannot be used: "):
                library.delete(1)
        folder.chmod(0o755)


FULL = """
import resource, sys
from pathlib import Path
from gipf_meta.library.store import Library, LibraryError
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
with Library(Path(sys.argv[1])) as library:
    record = library.record(1)
    print(len(library.entries()), len(record.turns))
    try:
        library.add(record)
    except LibraryError as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(library.add(record), library.database.files)
"""


def test_a_library_on_a_full_disk_is_read_and_written_again_when_there_is_room(path: Path) -> None:
    keep_some(path, 2)
    why = "the disk is full for this program: ulimit -f lets no file grow"
    command = [sys.executable, "-c", FULL, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "2 3",
        f"The library {path} cannot be used: {why}.",
        "3 1",
    ], done.stderr


def test_a_library_that_may_not_be_read_is_left_alone(folder: Path) -> None:
    path = folder / "library.sqlite"
    keep_some(path, 1)
    path.chmod(0)
    with pytest.raises(LibraryError, match="it cannot be opened there"):
        Library(path)
    assert aside(path) == []


def test_a_folder_in_the_place_of_the_library_is_left_alone(path: Path) -> None:
    path.mkdir()
    with pytest.raises(LibraryError, match="it cannot be opened there"):
        Library(path)
    assert path.is_dir()


def test_while_another_program_holds_the_library_the_match_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_MS", 1)
    table = play(sit(path), *ONE_TURN)
    kept = seen(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        play(table, *ONE_TURN, "claim")
        assert table.keep_error == f"The library {path} cannot be used: another program holds it."
        table.undo()
        play(table, "claim", "challenge")
        other.execute("ROLLBACK")
    assert seen(path) == kept
    table.play("roll")
    assert table.keep_error == ""
    assert seen(path) == table.record()


@pytest.fixture
def full() -> Callable[[KeptTable, bool], None]:
    """Makes the disk of a table's library full, or free again."""

    def fill(table: KeptTable, full: bool) -> None:
        db = database_of(table)
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages if full else 2**30}")

    return fill


def test_on_a_full_disk_the_match_goes_on_and_is_kept_when_there_is_room(
    path: Path, full: Callable[[KeptTable, bool], None]
) -> None:
    table = play(sit(path, Wager(goal=500, duel="elsewhere")), *ONE_TURN)
    full(table, True)
    kept = table.record()
    for _ in range(30):
        play(table, *A_DUEL)
        if not table.keep_error:
            kept = table.record()
    assert table.keep_error == f"The library {path} cannot be used: the disk is full."
    assert seen(path).turns == kept.turns[: len(seen(path).turns)]
    assert len(seen(path).turns) < len(table.record().turns)
    full(table, False)
    table.play("claim")
    assert table.keep_error == ""
    assert seen(path) == table.record()


@pytest.mark.parametrize(
    "first_fails",
    [
        pytest.param("INSERT INTO match"),
        pytest.param(
            "INSERT INTO turn",
        ),
    ],
)
def test_a_match_that_could_not_be_begun_stands_in_the_library_once(
    path: Path, first_fails: str
) -> None:
    table = sit(path)
    place = first_fails.removeprefix("INSERT INTO ")
    db = database_of(table)
    db.execute(
        f"CREATE TEMP TRIGGER full BEFORE INSERT ON {place} BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    play(table, "claim", "allow")
    assert table.keep_error.startswith(f"The library {path} cannot be used: ")
    db.execute("DROP TRIGGER full")
    play(table, "two")
    assert table.keep_error == ""
    assert [entry.turns for entry in Library(path).entries()] == [1]
    assert seen(path, keeper_of(table).number or 0) == table.record()


def test_what_was_not_kept_in_time_is_kept_with_the_next_decision(path: Path) -> None:
    table = play(sit(path), *ONE_TURN)
    db = database_of(table)
    db.execute(
        "CREATE TEMP TRIGGER full BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    before = seen(path)
    play(table, *ONE_TURN, "claim")
    table.undo()
    assert table.keep_error
    assert seen(path) == before
    with Library(path) as library:
        assert library.hash(1) == hash_of(before)
    db.execute("DROP TRIGGER full")
    play(table, "claim")
    assert seen(path) == table.record()
    with Library(path) as library:
        assert library.hash(1) == hash_of(table.record())


def test_the_library_is_where_the_user_keeps_his_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert library_path() == tmp_path / "data" / "gipf-meta" / "library.sqlite"
    with Library() as library:
        assert library.path.exists()


def test_the_text_of_a_kept_turn_is_that_of_a_record(path: Path) -> None:
    """Other programs can read the text in the file: each turn is JSON."""
    leave(play(sit(path, Wager(duel="elsewhere")), *A_DUEL))
    ((told,),) = sql(path, "SELECT told FROM turn")
    head = json.loads(sql(path, "SELECT head FROM match")[0][0])
    assert loads(json.dumps({**head, "turns": [json.loads(told)]})) == seen(path)


# ---- the file becomes another ------------------------------------------------------------------


def test_a_library_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    records = keep_some(path, 3)
    for statement in VERSION_1:
        sql(path, statement)
    with Library(path) as library:
        assert library.notice == ""
        assert [library.record(number) for number in (1, 2, 3)] == records
        assert all(library.is_intact(number) for number in (1, 2, 3))
        assert library.entries(name="human") == []
        assert [entry.id for entry in library.entries(name="ann 0")] == [1]
    table = play(sit(path), "claim")
    assert (seen(path, 4), table.keep_error) == (table.record(), "")


def test_a_library_of_the_second_version_is_brought_up_to_date(
    path: Path, at: Callable[[str], None]
) -> None:
    """Its matches stand in the order of their dates."""
    records = keep_some(path, 3)
    for number, day in ((1, 2), (2, 3), (3, 1)):
        sql(path, "UPDATE match SET changed = ? WHERE id = ?", f"2026-01-0{day} 12:00:00", number)
    for statement in VERSION_2:
        sql(path, statement)
    with Library(path) as library:
        assert [entry.id for entry in library.entries()] == [2, 1, 3]
        assert [library.record(number) for number in (1, 2, 3)] == records
        assert all(library.is_intact(number) for number in (1, 2, 3))
    at("2025-01-01 12:00:00")
    play(sit(path), "claim")
    assert [entry.id for entry in Library(path).entries()] == [4, 2, 1, 3]


def test_a_library_that_is_taken_away_is_begun_again(path: Path) -> None:
    table = play(sit(path), *ONE_TURN)
    for file in path.parent.glob("library.sqlite*"):
        file.rename(file.with_name(f"elsewhere-{file.name}"))
    play(table, "claim")
    assert table.keep_error == ""
    assert seen(path) == table.record()


def test_another_library_in_its_place_keeps_its_own_matches(
    path: Path, at: Callable[[str], None], tmp_path: Path
) -> None:
    at("2026-01-01 12:00:00")
    table = play(sit(path), *ONE_TURN)
    at("2026-01-02 12:00:00")
    other = tmp_path / "other" / "library.sqlite"
    theirs = keep_some(other, 2)
    for file in path.parent.glob("library.sqlite*"):
        file.unlink()
    other.rename(path)
    play(table, "claim")
    assert keeper_of(table).number == 3
    assert [seen(path, number) for number in (1, 2, 3)] == [*theirs, table.record()]
    play(table, "allow")
    assert seen(path, 3) == table.record()


def test_a_match_goes_on_while_its_library_is_damaged_and_set_aside(path: Path) -> None:
    keep_some(path, 40)
    table = play(sit(path), *ONE_TURN)
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    DAMAGE["matches"](path)
    play(table, "claim")
    assert (table.keep_error, seen(path, keeper_of(table).number or 0)) == ("", table.record())
    assert "set aside" in keeper_of(table).notice


def test_a_second_reader_follows_to_the_file_that_took_the_place(path: Path) -> None:
    keep_some(path, 40)
    with Library(path) as one, Library(path) as two:
        one.entries()
        two.entries()
        DAMAGE["turns"](path)
        for library in (one, two):
            for number in range(1, 41):
                with suppress(LibraryError):
                    library.record(number)
        assert len(aside(path)) == 1
        assert [bool(library.notice) for library in (one, two)] == [True, False]
        assert one.entries() == two.entries()


def test_two_libraries_set_aside_in_the_same_second_are_both_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.base.clock.stamp", lambda: "20260101-120000")
    for content in (b"first, and no database", b"second, and no database"):
        path.write_bytes(content)
        Library(path).close()
    assert {file.read_bytes()[:6] for file in aside(path)} == {b"first,", b"second"}


def test_the_number_of_a_match_that_was_lost_is_not_given_again(path: Path) -> None:
    keep_some(path, 5)
    DAMAGE["turns"](path)
    table = play(sit(path), "claim")
    assert keeper_of(table).number == 6


def test_the_lock_of_a_process_that_was_killed_is_removed(path: Path) -> None:
    locks = path.with_suffix(".locks")
    one, other = play(sit(path), "claim"), play(sit(path), "claim")
    for name in ("7", "8", "8-journal", "9-journal"):
        (locks / name).touch()
    play(sit(path), "claim")
    assert sorted(file.name for file in locks.iterdir()) == ["1", "2", "3"]
    leave(one)
    leave(other)


def test_a_library_has_one_set_of_locks_by_whatever_link_it_is_opened(
    path: Path, tmp_path: Path
) -> None:
    table = play(sit(path), "claim")
    link = tmp_path / "elsewhere" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(path)
    with Library(link) as library, pytest.raises(LibraryError, match="in another window"):
        library.go_on(1)
    leave(table)


def test_the_rescue_replaces_the_file_that_a_link_leads_to(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(path)
    before = keep_some(path, 40)
    DAMAGE["middle"](path)
    with Library(link) as library:
        library.check()
        assert "set aside" in library.notice
        assert library.record(1) == before[0]
    assert link.is_symlink()
    assert [file.name for file in link.parent.iterdir()] == ["link.sqlite"]
    assert seen(path, 1) == before[0]
    assert len(aside(path)) == 1


def test_no_lock_is_left_behind(path: Path) -> None:
    table = play(sit(path), "claim")
    locks = path.with_suffix(".locks")
    assert "1" in [file.name for file in locks.iterdir()]
    leave(table)
    assert list(locks.iterdir()) == []
