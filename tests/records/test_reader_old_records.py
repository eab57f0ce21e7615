"""Files that earlier versions have written load for ever: one folder for each format."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Decision, Record
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import load
from gipf_meta.records.writer import to_record

FILES = sorted((Path(__file__).parent / "of_before").glob("format-*/*.json"))


def test_every_format_has_files() -> None:
    folders = {path.parent.name for path in FILES}
    assert folders == {"format-1"}
    assert len(FILES) >= 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_old_file_tells_the_same_match(path: Path) -> None:
    record = load(path)
    match = replay(record, load_plugins().find)
    told = to_record(match, record.people)
    assert without_younger(told, record).model_copy(update={"parts": record.parts}) == record


def without_younger(told: Record, old: Record) -> Record:
    """*told* without the options that are younger than *old*, which have their defaults."""
    newer = told.options.keys() - old.options.keys()
    defaults = load_plugins().find(told.game)().model_dump(mode="json")
    assert {name: told.options[name] for name in newer} == {name: defaults[name] for name in newer}
    options = {name: value for name, value in told.options.items() if name not in newer}
    turns = tuple(
        turn.model_copy(update={"decisions": tuple(map(decision, turn.decisions, was.decisions))})
        for turn, was in zip(told.turns, old.turns, strict=True)
    )
    return told.model_copy(update={"options": options, "turns": turns})


def decision(told: Decision, old: Decision) -> Decision:
    """*told* with its duel, if it has one, as ``without_younger`` tells it."""
    if told.duel is None or old.duel is None:
        return told
    return told.model_copy(update={"duel": without_younger(told.duel, old.duel)})
