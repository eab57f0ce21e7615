"""The entries of the practice in a library: older files, damage, two programs, deletion."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from gipf_meta.library.erasing import erase_everything
from gipf_meta.library.library_practice import LibraryPractice, practice_in
from gipf_meta.library.schema import VERSION, write_entry
from gipf_meta.library.store import Library
from gipf_meta.practice import keeping
from gipf_meta.practice.entries import Entry, Missed, Tried
from gipf_meta.practice.keeping import MemoryKeeper, NotKept
from tests.library.test_store import VERSION_1, VERSION_2, VERSION_3, VERSION_4, keep_some, sql


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


def tried(n: int) -> Tried:
    return Tried(at_ms=1_000 * n, puzzle=f"zertz-{n}")


MISTAKE = Missed(at_ms=7, number=1, game="zertz", position="…", asked="b2 ♟", played="a1")


def entries_in(path: Path) -> Sequence[Entry]:
    with Library(path) as library:
        return LibraryPractice(library).entries()


def add(path: Path, *entries: Entry) -> None:
    with Library(path) as library:
        for entry in entries:
            LibraryPractice(library).add(entry)


def test_entries_come_back_by_their_times(path: Path) -> None:
    add(path, tried(2), MISTAKE, tried(1))
    assert entries_in(path) == [MISTAKE, tried(1), tried(2)]


def test_an_entry_that_is_added_twice_is_there_once(path: Path) -> None:
    add(path, tried(1), tried(1))
    assert entries_in(path) == [tried(1)]


def test_without_a_library_they_last_as_long_as_the_program() -> None:
    assert isinstance(practice_in(None), MemoryKeeper)


def test_a_keeper_sees_what_others_add(path: Path) -> None:
    with Library(path) as library:
        keeper = LibraryPractice(library)
        keeper.add(tried(1))
        assert len(keeper.entries()) == 1
        add(path, tried(2))
        assert len(keeper.entries()) == 2


def add_many(path: Path, first: int) -> None:
    add(path, *(tried(n) for n in range(first, first + 40)))


def test_two_programs_add_at_once(path: Path) -> None:
    Library(path).close()
    begun = [get_context("spawn").Process(target=add_many, args=(path, n)) for n in (0, 20)]
    for each in begun:
        each.start()
    for each in begun:
        each.join()
    assert [each.exitcode for each in begun] == [0, 0]
    assert entries_in(path) == [tried(n) for n in range(60)]


def test_there_is_an_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_ENTRIES", 2)
    with Library(path) as library:
        keeper = LibraryPractice(library)
        keeper.add(tried(1))
        keeper.add(tried(2))
        with pytest.raises(NotKept):
            keeper.add(tried(3))
        assert len(keeper.entries()) == 2


@pytest.mark.parametrize("before", [VERSION_1, VERSION_2, VERSION_3, VERSION_4])
def test_a_library_of_older_tables_takes_entries(path: Path, before: tuple[str, ...]) -> None:
    records = keep_some(path, 2)
    for statement in before:
        sql(path, statement)
    add(path, tried(1))
    with Library(path) as library:
        assert library.notice == ""
        assert [library.record(number) for number in (1, 2)] == records
    assert entries_in(path) == [tried(1)]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT version FROM library").fetchone() == (VERSION,)


@pytest.mark.parametrize("page", range(2))
def test_a_damaged_library_is_rescued_with_its_entries(path: Path, page: int) -> None:
    records = keep_some(path, 3)
    entries = [tried(n) for n in range(100)]
    add(path, *entries)
    data = path.read_bytes()
    path.write_bytes(data[: page * 4096] + bytes([0xA5]) * 4096 + data[(page + 1) * 4096 :])
    with Library(path) as library:
        library.check()
        assert "damaged" in library.notice
        assert [library.record(number) for number in (1, 2, 3)] == records
        assert LibraryPractice(library).entries() == entries


def test_a_page_of_entries_that_is_lost_loses_no_others(path: Path) -> None:
    entries = [tried(n) for n in range(200)]
    add(path, *entries)
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT pageno FROM dbstat WHERE name = 'practice' AND pagetype = 'leaf'"
        try:
            numbers = [number for (number,) in db.execute(query)]
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not say where rows stand")
    data = bytearray(path.read_bytes())
    start = (numbers[1] - 1) * 4096
    data[start : start + 4096] = bytes(4096)
    path.write_bytes(data)
    with Library(path) as library:
        library.check()
        left = LibraryPractice(library).entries()
    assert 100 < len(left) < 200
    assert {*left} < {*entries}


def test_a_damaged_entry_and_one_of_a_newer_version_are_left_out(path: Path) -> None:
    add(path, tried(1), tried(2))
    sql(path, "UPDATE practice SET told = replace(told, 'zertz-1', 'zertz-9')")
    with Library(path) as library:
        library.database.write(lambda db: write_entry(db, '{"kind":"dreamt","at_ms":1}'))
        library.database.write(lambda db: write_entry(db, "no JSON"))
        assert LibraryPractice(library).entries() == [tried(2)]


def test_what_is_deleted_is_gone_from_the_bytes(path: Path) -> None:
    add(path, MISTAKE)
    with Library(path) as library:
        keeper = LibraryPractice(library)
        assert len(keeper.entries()) == 1
        erase_everything(library)
        assert keeper.entries() == []
        everything = b"".join(file.read_bytes() for file in path.parent.glob("*") if file.is_file())
    assert "b2 ♟".encode() not in everything
