"""Texts larger than those that are read are refused before they are stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gipf_meta.base import json_text
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.library.bulk_import import Adder
from gipf_meta.library.rows import match_rows, record_text
from gipf_meta.library.store import FileKeeper, Library, LibraryKeeper
from gipf_meta.records import record_files
from gipf_meta.records.models import Record, RecordError, count_decisions
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, load, loads, save
from gipf_meta.records.study import Study
from tests.records.deep import INSTALLED, read_sheet, walked_study

WORDS = 'Words, and "more of them" {in} [brackets]; žluťoučký kůň.\n'


def written(comment: str, depth: int = 33) -> Record:
    """A record of many sorts of values, with a *comment*."""
    return read_sheet(depth).model_copy(update={"comment": comment})


def saved(record: Record, folder: Path) -> Record:
    save(record, folder / "a.json")
    return load(folder / "a.json")


def added(record: Record, folder: Path) -> Record:
    with Library(folder / "library.sqlite") as library:
        return library.record(library.add(record))


def added_with_others(record: Record, folder: Path) -> Record:
    with Library(folder / "library.sqlite") as library:
        [(number, _is_new)] = Adder(library).add([(record, True)])
        return library.record(number)


def kept_as_study(record: Record, folder: Path) -> Record:
    with Library(folder / "library.sqlite") as library:
        keeper = LibraryKeeper(library, record.people)
        study = Study.of(record)
        keeper.keep(study.match(INSTALLED.find), study.record.model_copy(update={"study": False}))
        keeper.close()
        return library.record(1)


def kept_in_a_file(record: Record, folder: Path) -> Record:
    keeper = FileKeeper(folder / "a.json", record.people)
    keeper.keep(replay(record, INSTALLED.find), record)
    return load(folder / "a.json")


WRITERS: dict[str, Callable[[Record, Path], Record]] = {
    "save": saved,
    "library": added,
    "import": added_with_others,
    "study": kept_as_study,
    "study in a file": kept_in_a_file,
}
LIMITS = {
    "LARGEST": len,
    "MOST_MARKS": lambda text: sum(map(text.count, ",[{")),
}


def text_of(writer: str, record: Record) -> str:
    """The text that a *writer* makes of *record*."""
    if writer in ("save", "study in a file"):
        return dumps(record)
    return record_text(*match_rows(record))


@pytest.mark.parametrize("above", [-1, 0, 1])
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_kept_at_a_limit_is_read_and_above_it_refused(
    writer: str, limit: str, above: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = written(WORDS * 20)
    most = LIMITS[limit](text_of(writer, record)) - above
    monkeypatch.setattr(json_text, limit, most)
    if above <= 0:
        assert WRITERS[writer](record, tmp_path) == record
        return
    with pytest.raises(GipfMetaError, match="cannot be kept, for it could not be read again"):
        WRITERS[writer](record, tmp_path)
    assert not (tmp_path / "a.json").exists()
    with Library(tmp_path / "library.sqlite") as library:
        assert library.entries() == []


def test_a_file_is_written_without_blanks_where_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = walked_study(32).record
    monkeypatch.setattr(record_files, "LARGEST", len(dumps(record)) - 1)
    monkeypatch.setattr(json_text, "LARGEST", record_files.LARGEST)
    assert len(dumps(record)) < record_files.LARGEST
    assert loads(dumps(record)) == record


@pytest.mark.parametrize("above", [-1, 0, 1])
def test_a_file_may_have_as_many_letters_as_a_text_however_many_bytes_those_are(
    above: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = written("řeřicha 🀄 " * 900)
    text = dumps(record)
    monkeypatch.setattr(json_text, "LARGEST", len(text) - above)
    monkeypatch.setattr(record_files, "MOST_BYTES", 4 * (len(text) - above))
    (tmp_path / "a.json").write_bytes(text.encode())
    if above > 0:
        with pytest.raises(RecordError, match="far too large"):
            load(tmp_path / "a.json")
    else:
        assert load(tmp_path / "a.json") == record


@pytest.mark.parametrize("entries", [999, 1_000, 1_001])
def test_options_may_have_as_many_entries_as_are_read(entries: int, tmp_path: Path) -> None:
    record = written("").model_copy(update={"options": {"x": {str(n): n for n in range(entries)}}})
    for writer in (saved, added):
        if entries <= json_text.MOST_ENTRIES:
            assert writer(record, tmp_path).options == record.options
        else:
            with pytest.raises(GipfMetaError, match="far too many values"):
                writer(record, tmp_path)


@pytest.mark.parametrize("value", [10**26, "\ud800"])
def test_options_that_no_text_can_tell_are_refused(value: object, tmp_path: Path) -> None:
    record = written("").model_copy(update={"options": {"x": value}})
    for writer in (saved, added):
        with pytest.raises(GipfMetaError, match="cannot be kept"):
            writer(record, tmp_path)
    with Library(tmp_path / "library.sqlite") as library:
        assert library.entries() == []


@pytest.mark.parametrize("above", [-1, 0, 1])
def test_so_many_decisions_are_kept_as_are_read(
    above: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = written("")
    monkeypatch.setattr(record_files, "MOST_DECISIONS", count_decisions(record.turns) - above)
    for writer in WRITERS.values():
        if above <= 0:
            assert writer(record, tmp_path).turns == record.turns
        else:
            with pytest.raises(GipfMetaError, match="no match has more than"):
                writer(record, tmp_path)
