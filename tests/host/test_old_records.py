"""Files that earlier versions have written load for ever: one folder for each format."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.files import load
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record

FILES = sorted((Path(__file__).parent / "records").glob("format-*/*.json"))


def test_every_format_has_files() -> None:
    folders = {path.parent.name for path in FILES}
    assert folders == {"format-1"}
    assert len(FILES) >= 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_old_file_tells_the_same_match(path: Path) -> None:
    record = load(path)
    match = replay(record, load_plugins().find)
    assert to_record(match, record.people) == record
