"""Backups say when they were made; old ones go; who was deleted since is deleted again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from gipf_meta.cli import run
from gipf_meta.host.backups import backup, remove_old_backups, restore, verify
from gipf_meta.host.database import Database, DatabaseError
from gipf_meta.host.deletion import DeletionFile, Deletions, Tombstone, read_deletions
from gipf_meta.host.old_backups import MINUTE_MS, made_ms, mark_backup
from gipf_meta.host.people import DatabasePeople
from gipf_meta.match.timecontrol import DAY_MS
from tests.host.conftest import open_new
from tests.host.test_deletion import NAME, tables_with_it
from tests.small_games.finding import find

MONTH_MS = 30 * DAY_MS


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of an empty database: which kind it is makes no difference to a backup."""
    return f"sqlite:///{tmp_path / 'rooms.sqlite'}"


@pytest.fixture
def kept(database: Database, tmp_path: Path) -> Callable[[str, int], Path]:
    """Makes a backup of that name, of so many days ago."""
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(database, tmp_path / "first")

    def make(name: str, days: int) -> Path:
        file = folder / name
        copyfile(tmp_path / "first", file)
        with closing(sqlite3.connect(file)) as connection:
            mark_backup(connection.cursor(), database.now_ms() - days * DAY_MS)
        return file

    return make


def test_a_backup_says_when_it_was_made(database: Database, tmp_path: Path) -> None:
    before_ms = database.now_ms()
    backup(database, tmp_path / "monday")
    told_ms = made_ms(tmp_path / "monday")
    assert told_ms is not None
    assert before_ms - MINUTE_MS < told_ms <= database.now_ms()


def test_old_backups_beside_it_go_and_nothing_else(
    database: Database, kept: Callable[[str, int], Path]
) -> None:
    old, older, young, new = (kept(f"of{days}", days) for days in (30, 400, 29, 0))
    folder = new.parent
    served = kept("served.sqlite", 400)
    Database.open(f"sqlite:///{served}").close()  # a host has begun to serve it
    (folder / "letter").write_text("Dear diary, " * 20)
    (folder / "link").symlink_to(kept("../elsewhere", 400))
    (folder / "short").write_text("")
    assert remove_old_backups(new, MONTH_MS) == [old, older]
    left = {each.name for each in folder.iterdir() if not each.name.endswith(("-wal", "-shm"))}
    assert left == {young.name, new.name, "served.sqlite", "letter", "link", "short"}


def test_who_was_deleted_after_the_backup_is_deleted_again(
    database: Database, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = DatabasePeople(database)
    person, _about = people.identify({"secret": "x" * 24, "name": NAME})
    other, _about = people.identify({"secret": "b" * 24, "name": "Bob"})
    file, gone = tmp_path / "backup", tmp_path / "gone"
    assert run(["host", "backup", str(file), "--keep", "30d", "--database", url]) == 0
    assert run(["host", "forget", person, "--yes", "--database", url]) == 0
    capsys.readouterr()
    assert run(["host", "forgotten", "--database", url]) == 0
    gone.write_text(capsys.readouterr().out)
    target = f"sqlite:///{tmp_path / 'new.sqlite'}"
    arguments = ["host", "restore", str(file), "--database", target, "--deletions", str(gone)]
    assert run(arguments) == 0
    assert "1 person was deleted again" in capsys.readouterr().out
    restored = Database.open(target)
    assert tables_with_it(restored) == []
    assert [each.person for each in Deletions(restored, find).all()] == [person]
    assert DatabasePeople(restored).name_of(other) == "Bob"
    assert [fault for _room, fault in verify(restored, find) if fault] == []
    restored.close()
    gone.write_text("<nobody> yesterday\n")
    assert run(arguments) == 2
    assert "Line 1 of" in capsys.readouterr().err


def test_a_backup_of_somebody_who_was_deleted_before_has_his_tombstone(
    database: Database, tmp_path: Path
) -> None:
    person, _about = DatabasePeople(database).identify({"secret": "x" * 24, "name": NAME})
    Deletions(database, find).delete(person)
    backup(database, tmp_path / "backup")
    copy = open_new(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    restore(copy, tmp_path / "backup")
    assert [each.person for each in Deletions(copy, find).all()] == [person]
    copy.close()
    assert NAME.encode() not in (tmp_path / "backup").read_bytes()


def test_a_file_apart_from_the_database_names_who_was_deleted(tmp_path: Path) -> None:
    path = tmp_path / "deletions"
    gone = [Tombstone("p1", 5), Tombstone("p2", 6)]
    DeletionFile(path).note(gone[:1])
    file = DeletionFile(path)
    for _again in range(2):
        file.note(gone)
    assert path.read_text() == "p1 5\np2 6\n"
    assert read_deletions(path) == gone
    with pytest.raises(DatabaseError, match="cannot be written"):
        DeletionFile(tmp_path / "nowhere" / "file").note(gone)
