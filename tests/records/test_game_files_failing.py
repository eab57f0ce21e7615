"""A file that fails in any way is named as failed, and the other files are imported."""

from __future__ import annotations

import copy
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gipf_meta.commands import given_games
from gipf_meta.desk.imported_games import Brought, read_brought
from gipf_meta.library import bulk_import
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.failures import failure
from gipf_meta.records import game_files, text_formats
from gipf_meta.records.models import RecordError, Seat
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.commands.test_library_import import _one_installation as _one_installation  # a fixture
from tests.commands.test_library_import import zipped
from tests.records.specimens import SOUND, TALE

BAD = TALE.replace("Anna", "Cleo")
FILES = {"a": TALE, "bad": BAD, "c": TALE.replace("Anna", "Dora")}


@pytest.fixture(autouse=True)
def _reads_tales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed_plugins().readers, SOUND.name, SOUND)


def _nest_too_deeply() -> None:
    nested: list[Any] = []
    for _level in range(100_000):
        nested = [nested]
    copy.deepcopy(nested)


def _say_no_name() -> None:
    Seat(name="")


def _want_memory() -> None:
    raise MemoryError


def _find_nothing() -> None:
    {}["nothing"]


FAILURES = [_nest_too_deeply, _say_no_name, _want_memory, _find_nothing]
TOO_MUCH = "That is more than this machine can hold."


def fails_for_cleo(call: Callable[..., Any], fail: Callable[[], None]) -> Callable[..., Any]:
    """*call*, which fails for any text with ``Cleo``."""

    def calling(*arguments: Any, **named: Any) -> Any:
        if "Cleo" in f"{arguments} {named}":
            fail()
        return call(*arguments, **named)

    return calling


def names() -> list[str]:
    """The player of the first seat of each match in the library."""
    with Library() as library:
        return sorted(entry.names[0] for entry in library.entries())


@pytest.mark.parametrize("fail", FAILURES)
@pytest.mark.parametrize("is_folder", [True, False])
def test_whatever_fails_while_a_file_is_told_again_is_that_files(
    gipf_meta: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[], None],
    is_folder: bool,
) -> None:
    (tmp_path / "all").mkdir()
    for name, text in FILES.items():
        (tmp_path / "all" / name).write_text(text)
    monkeypatch.setattr(text_formats, "retell", fails_for_cleo(text_formats.retell, fail))
    told = gipf_meta("library", "import", *(["all"] if is_folder else [f"all/{n}" for n in FILES]))
    assert told.status == 2
    assert "all/bad" in (told.out if is_folder else told.err)
    assert names() == ["Anna", "Dora"]
    if fail in (_nest_too_deeply, _want_memory):
        assert TOO_MUCH in told.out + told.err


@pytest.mark.parametrize("fail", FAILURES)
def test_whatever_fails_while_a_file_is_opened_is_that_files(
    gipf_meta: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[], None],
) -> None:
    (tmp_path / "all").mkdir()
    for name, text in FILES.items():
        (tmp_path / "all" / name).write_text(text)
    monkeypatch.setattr(game_files, "text_in", fails_for_cleo(game_files.text_in, fail))
    told = gipf_meta("library", "import", "all")
    assert told.status == 2
    assert "all/bad" in told.out
    assert names() == ["Anna", "Dora"]


@pytest.mark.parametrize("fail", FAILURES)
def test_whatever_fails_in_a_member_of_an_archive_is_that_members(
    gipf_meta: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[], None],
) -> None:
    (tmp_path / "all.zip").write_bytes(zipped({**FILES, "Cleo": TALE}))
    monkeypatch.setattr(zipfile.ZipFile, "open", fails_for_cleo(zipfile.ZipFile.open, fail))
    told = gipf_meta("library", "import", "all.zip")
    assert told.status == 2
    assert "all.zip:Cleo" in told.out
    assert names() == ["Anna", "Cleo", "Dora"]


def _say_so() -> None:
    raise LibraryError("The match cannot be written.")


@pytest.mark.parametrize("fail", [*FAILURES, _say_so])
@pytest.mark.parametrize("what", ["match_rows", "write_match"])
def test_whatever_fails_while_a_match_is_written_is_its_files(
    gipf_meta: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[], None],
    what: str,
) -> None:
    (tmp_path / "all").mkdir()
    for name, text in FILES.items():
        (tmp_path / "all" / name).write_text(text)
    monkeypatch.setattr(bulk_import, what, fails_for_cleo(getattr(bulk_import, what), fail))
    told = gipf_meta("library", "import", "all")
    assert told.status == 2
    assert "1 … cannot be kept: " in told.out
    assert "all/bad" in told.out
    assert names() == ["Anna", "Dora"]
    assert gipf_meta("library", "verify").status == 0


def test_a_library_that_takes_nothing_is_said_once(
    gipf_meta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "all").mkdir()
    for name, text in FILES.items():
        (tmp_path / "all" / name).write_text(text)

    def fail(*_arguments: Any, **_named: Any) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(bulk_import, "write_match", fail)
    assert "cannot be used: it may only be read." in refused(gipf_meta("library", "import", "all"))


@pytest.mark.parametrize("fail", FAILURES)
def test_whatever_fails_in_a_file_that_is_learned_from_is_that_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fail: Callable[[], None],
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(given_games, "replay_known", fails_for_cleo(given_games.replay_known, fail))
    matches = list(given_games.read_given_matches([str(tmp_path)], installed_plugins(), None))
    assert len(matches) == 2
    assert str(tmp_path / "bad") in capsys.readouterr().err


@pytest.mark.parametrize("fail", FAILURES)
def test_what_fails_in_a_file_that_is_brought_to_a_page_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, fail: Callable[[], None]
) -> None:
    monkeypatch.setattr(text_formats, "retell", fails_for_cleo(text_formats.retell, fail))
    with pytest.raises(RecordError, match="The text cannot be read: ") as refusal:
        read_brought(Brought(BAD, is_file=True), None, installed_plugins().find)
    assert "copy.py" not in str(refusal.value)


@pytest.mark.parametrize(
    ("fail", "said"),
    [
        (_nest_too_deeply, TOO_MUCH),
        (_want_memory, TOO_MUCH),
        (lambda: json.loads("{"), "test_game_files_failing.py, line"),
    ],
)
def test_a_failure_is_said_without_files_of_pythons_own_library(
    fail: Callable[[], None], said: str
) -> None:
    with pytest.raises(Exception) as failed:  # noqa: PT011
        fail()
    assert said in failure(failed.value)
    assert "decoder.py" not in failure(failed.value)


def test_the_failures_are_what_they_are_meant_to_be() -> None:
    for fail, kind in zip(
        FAILURES, (RecursionError, ValidationError, MemoryError, KeyError), strict=True
    ):
        with pytest.raises(kind):
            fail()
