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
    told = to_record(match, record.people)
    newer = told.options.keys() - record.options.keys()
    defaults = type(match.sessions[0].game)().model_dump(mode="json")
    # options that are younger than the file have their defaults
    assert {name: told.options[name] for name in newer} == {name: defaults[name] for name in newer}
    old = {name: value for name, value in told.options.items() if name not in newer}
    assert told.model_copy(update={"options": old, "parts": record.parts}) == record
