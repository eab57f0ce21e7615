"""Libraries whose file is damaged: undamaged matches are all there, and losses are named."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gipf_meta.library.store import Library, LibraryError, library_path
from gipf_meta.match.match import Match
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.writer import to_record
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.commands.test_library import typed
from tests.library.test_store import ONE_TURN, sql
from tests.small_games.finding import find, played
from tests.small_games.wager import Wager
from tests.tiers import slow

MATCHES = 8
PAGE = 4096
FLIPS = 150


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Record]]:
    """A small library, and its records."""
    path = tmp_path_factory.mktemp("sound") / "library.sqlite"
    with Library(path) as library:
        records = []
        for seed in range(MATCHES):
            match = played(Match.begin(Wager(goal=99), 2, find, seed), *ONE_TURN * (12 + seed))
            if seed % 2:
                match = match.resign(0)
            people = (Seat(name=f"Ann {seed}"), Seat(name="Bob"))
            records.append(to_record(match, people))
            library.add(records[-1])
    return path, records


@pytest.fixture
def path(sound: tuple[Path, list[Record]], tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copyfile(sound[0], tmp_path / "library.sqlite"))


def named(notice: str, what: str) -> set[int]:
    """The matches that a notice names after *what*."""
    found = re.search(rf"; {what}: ([\d, ]+)", notice)
    return {int(number) for number in found[1].split(",")} if found else set()


def survey(path: Path, records: list[Record]) -> tuple[set[int], set[int]]:
    """The numbers of the matches that are whole, and of those that are not but are named.

    Every question that the commands ask is asked; nothing but a ``LibraryError`` may be raised.
    """
    whole, told = set(), set()
    with Library(path) as library:
        library.check()
        entries = library.entries()
        library.last()
        for what in ("only in part", "with damage inside", "lost"):
            told |= named(library.notice, what)
        for entry in entries:
            try:
                record = library.record(entry.id)
                intact = library.is_intact(entry.id)
            except LibraryError:
                told.add(entry.id)
                continue
            if not intact:
                told.add(entry.id)
            elif record == (records[entry.id - 1] if entry.id <= len(records) else None):
                whole.add(entry.id)
    return whole, told


def pages(path: Path) -> Iterator[int]:
    return iter(range(path.stat().st_size // PAGE))


def test_a_sound_library_is_found_sound(sound: tuple[Path, list[Record]], path: Path) -> None:
    assert survey(path, sound[1]) == (set(range(1, MATCHES + 1)), set())
    assert [file.name for file in path.parent.glob("*damaged*")] == []


@pytest.mark.parametrize("filling", [b"\xa5", *slow(b"\0", b"\xff")], ids=["a5", "0", "ff"])
def test_a_page_that_is_overwritten_loses_only_what_stood_on_it(
    sound: tuple[Path, list[Record]], tmp_path: Path, filling: bytes
) -> None:
    """Any page is overwritten, also the first, which defines the tables."""
    everything = set(range(1, MATCHES + 1))
    data = sound[0].read_bytes()
    on_page = _matches_on_pages(sound[0])
    for page in pages(sound[0]):
        path = tmp_path / f"{page}" / "library.sqlite"
        path.parent.mkdir()
        path.write_bytes(data[: page * PAGE] + filling * PAGE + data[(page + 1) * PAGE :])
        whole, told = survey(path, sound[1])
        assert whole | told == everything, page
        assert whole >= everything - on_page[page], page
        if on_page[page] or page == 0:
            (aside,) = path.parent.glob("library-damaged-*.sqlite")
            assert aside.read_bytes()[page * PAGE :][:PAGE] == filling * PAGE


def _matches_on_pages(path: Path) -> dict[int, set[int]]:
    """The matches with a row of their own on each page, found by their names and hashes."""
    rows = sql(path, "SELECT id, hash FROM match")
    rows += sql(path, "SELECT match, hash FROM turn")
    data = path.read_bytes()
    found: dict[int, set[int]] = {page: set() for page in pages(path)}
    for number, hashed in rows:
        for page in found:
            if hashed.encode() in data[page * PAGE : (page + 1) * PAGE]:
                found[page].add(number)
    # a row that runs over from one page to the next is looked for by its beginning
    for number, head in sql(path, "SELECT id, substr(head, 1, 60) FROM match"):
        for page in found:
            if head.encode() in data[page * PAGE : (page + 1) * PAGE]:
                found[page].add(number)
    return found


def _flip(data: bytes, rng: Random) -> bytes:
    """*data* with one bit of it flipped, half of the time on its first two pages."""
    damaged = bytearray(data)
    place = rng.randrange(len(data) if rng.random() < 0.5 else 2 * PAGE)
    damaged[place] ^= 1 << rng.randrange(8)
    return bytes(damaged)


@pytest.mark.parametrize("flips", [FLIPS // 3, *slow(FLIPS)])
def test_one_flipped_bit_costs_at_most_one_match_and_is_told(
    sound: tuple[Path, list[Record]], tmp_path: Path, flips: int
) -> None:
    """Or it stands where nothing is lost by it: in a name of the list, a date, unused bytes."""
    rng = Random("flip")
    data = sound[0].read_bytes()
    everything = set(range(1, MATCHES + 1))
    for n in range(flips):
        path = tmp_path / f"{n}" / "library.sqlite"
        path.parent.mkdir()
        path.write_bytes(_flip(data, rng))
        whole, told = survey(path, sound[1])
        assert whole | told >= everything, n
        assert len(whole) >= MATCHES - 1, n


@pytest.mark.parametrize("table", ["match", "turn", "start"])
def test_rows_whose_way_is_damaged_are_missed_by_every_reader(
    sound: tuple[Path, list[Record]], path: Path, table: str
) -> None:
    (root,) = sql(path, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")[0]
    data = bytearray(path.read_bytes())
    cells = (root - 1) * PAGE + 3
    assert int.from_bytes(data[cells : cells + 2], "big") > 0
    # most rows are there, but nothing leads to them: SQLite reads fewer, and says nothing
    data[cells : cells + 2] = bytes(2)
    path.write_bytes(data)
    with Library(path) as library:
        read = {entry.id: library.record(entry.id) for entry in library.entries()}
        told = named(library.notice, "lost") | named(library.notice, "only in part")
    assert "set aside" in library.notice
    whole = {number for number, record in read.items() if record == sound[1][number - 1]}
    assert whole | told == set(range(1, MATCHES + 1))


def test_a_row_that_claims_to_be_longer_than_memory_is_damage(
    sound: tuple[Path, list[Record]], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(path) as library:
        numbers = [entry.id for entry in library.entries()]
        database, connection = library.database, library.database.connection

        def claim_memory(db: sqlite3.Connection) -> None:
            if db is connection:
                raise MemoryError

        with pytest.raises(LibraryError, match="there is not enough memory"):
            database.read(claim_memory)
        assert library.notice == ""
        monkeypatch.setattr("gipf_meta.library.sqlite_file.check_integrity", _find_damage)
        database.read(claim_memory)
        assert [entry.id for entry in library.entries()] == numbers
        assert "damaged" in library.notice


def _find_damage(db: sqlite3.Connection) -> None:
    raise sqlite3.DatabaseError


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"CREATE TABLE match", b"CREATE TAB\xffE match"),
        (b"NOT NULL", b"NO\xd4 NULL"),
        (b"tablematchmatch", b"tablema\xf4chmatch"),
        (b"changed TEXT", b"clanged TEXT"),
        (b"told TEXT", b"tole TEXT"),
        (b"WITHOUT ROWID", b"WITHOUT ROWIT"),
        (b"version INTEGER", b"vershon INTEGER"),
        (b"tableturnturn", b"tableturnturm"),
    ],
)
def test_a_damaged_description_of_the_tables_loses_nothing(
    sound: tuple[Path, list[Record]], path: Path, before: bytes, after: bytes
) -> None:
    data = path.read_bytes()
    assert before in data
    path.write_bytes(data.replace(before, after, 1))
    assert survey(path, sound[1]) == (set(range(1, MATCHES + 1)), set())


@pytest.mark.parametrize("version", [0, 1, 2, 7, 2**24 + 3, -3])
def test_a_damaged_version_is_rescued_and_not_called_newer(
    sound: tuple[Path, list[Record]], path: Path, version: int
) -> None:
    sql(path, f"PRAGMA user_version = {version}")
    assert survey(path, sound[1]) == (set(range(1, MATCHES + 1)), set())
    assert len(list(path.parent.glob("library-damaged-*.sqlite"))) == 1


def test_what_was_deleted_does_not_come_back_with_a_rescue(path: Path) -> None:
    with Library(path) as library:
        library.delete(3)
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    with Library(path) as library:
        assert {entry.id for entry in library.entries()} == {1, 2, 4, 5, 6, 7, 8}
        assert "lost" not in library.notice


def test_a_match_that_only_stands_in_the_log_is_rescued(
    sound: tuple[Path, list[Record]], path: Path
) -> None:
    with Library(path) as other:
        other.add(sound[1][0])
        data = path.read_bytes()
        path.write_bytes(bytes(PAGE) + data[PAGE:])
        copy = path.with_name("copy.sqlite")
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
    whole, _told = survey(copy, [*sound[1], sound[1][0]])
    assert whole == set(range(1, MATCHES + 2))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE match SET head = CAST(x'7bff' AS TEXT) WHERE id = 1",
        "UPDATE match SET head = x'00ff' WHERE id = 1",
        "UPDATE match SET head = '[]' WHERE id = 1",
        "UPDATE match SET head = replace(head, '\"name\"', '\"nama\"') WHERE id = 1",
        "UPDATE match SET head = replace(head, '\"result\"', '\"resulu\"') WHERE id = 1",
        "UPDATE match SET head = replace(head, '\"reason\"', '\"seasom\"') WHERE id = 1",
        "UPDATE match SET head = replace(head, '[1]', '[\"1\"]') WHERE id = 1",
        "UPDATE match SET changed = CAST(x'ff' AS BLOB) WHERE id = 1",
        "UPDATE match SET turns = 'x' WHERE id = 1",
        "UPDATE match SET over = NOT over WHERE id = 1",
        "UPDATE turn SET told = x'00' WHERE match = 1 AND n = 0",
        "UPDATE turn SET told = CAST(x'7bff' AS TEXT) WHERE match = 1 AND n = 0",
    ],
)
@pytest.mark.sample(4)
def test_a_damaged_row_stops_no_command_and_no_other_match(gipf_meta: Command, change: str) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    typed(gipf_meta, "Wd4,d1")
    assert sql(library_path(), f"{change} RETURNING 1")
    listed = gipf_meta("library", "list")
    assert (listed.status, len(listed.out.splitlines())) == (0, 2)
    verified = gipf_meta("library", "verify")
    assert (verified.status, verified.err) in ((0, ""), (2, ""))
    assert verified.out.splitlines()[-1] == "Match 2: sound"
    assert "zertz" in gipf_meta("library", "stats").out
    assert gipf_meta("library", "show", "2").status == 0
    assert gipf_meta("resume", typed="quit\n").status == 0
    assert gipf_meta("library", "delete", "1").status == 0
