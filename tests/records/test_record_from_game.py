"""Imported matches are sound in the library for ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.cli import run
from gipf_meta.commands import library as commands
from gipf_meta.commands import library_import
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.record_files import loads

LUCK = {
    "format": 1,
    "game": "die",
    "players": [0, 1],
    "turns": [
        {
            "number": 1,
            "text": "5",
            "decisions": [{"by": 0, "move": "roll"}, {"by": None, "move": "5", "then": ["x"]}],
        }
    ],
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


def test_what_luck_says_beforehand_is_refused_at_import_and_names_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "luck.json"
    path.write_text(json.dumps(LUCK), "utf-8")
    assert run(["library", "import", str(path)]) == 2
    assert "turn 1 (5): nobody but a seat decides" in capsys.readouterr().err


def test_a_match_that_was_imported_with_idle_words_is_sound_and_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Library() as library:
        number = library.add(loads(json.dumps(LUCK)))
    assert run(["library", "verify"]) == 0
    assert f"Match {number}: sound; at turn 1 (5)" in capsys.readouterr().out
    assert run(["library", "show", str(number)]) == 0


def _changed(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """*data* with one value changed, dropped or doubled, for every value in it."""
    inside: Iterator[Any] = iter(())
    if isinstance(data, dict):
        inside = iter(list(data))
    elif isinstance(data, list):
        inside = iter(range(len(data)))
    for key in inside:
        for where, other in _changed(data[key], (*path, key)):
            yield where, {**data, key: other} if isinstance(data, dict) else [
                *data[:key], other, *data[key + 1 :],
            ]  # fmt: skip
        if isinstance(data, dict):
            yield (*path, key, "dropped"), {name: data[name] for name in data if name != key}
    if isinstance(data, dict) and "move" in data:
        yield (*path, "then"), {**data, "then": ["x"]}
        yield (*path, "by"), {**data, "by": 1 if data.get("by") is None else None}
        yield (*path, "at"), {**data, "at": 7}
    elif isinstance(data, bool) or data is None:
        yield path, not data
    elif isinstance(data, int):
        yield path, data + 1
    elif isinstance(data, str):
        yield path, f"{data}x"
    elif isinstance(data, list):
        yield path, [*data, *deepcopy(data[-1:])]
        yield path, data[:-1]


def _records(tmp_path: Path) -> Iterator[dict[str, Any]]:
    luck = {**deepcopy(LUCK)}
    luck["turns"][0]["decisions"][1].pop("then")  # type: ignore[index]
    yield luck
    match = gm.new_match("gipf", seed=1, variant="basic", zertz_potentials="1/1",
                         challenges_enabled=True, zertz_duel="die", names=["A", "B"])  # fmt: skip
    for text in ("Za1-b2", "e9-e8", "Zb2^", "challenge", "roll", "roll"):
        match = match.play(text)
    match.resign().save(tmp_path / "gipf.json")
    yield json.loads((tmp_path / "gipf.json").read_text("utf-8"))


def test_whatever_one_value_of_a_record_becomes_it_is_refused_or_sound(tmp_path: Path) -> None:
    installed = load_plugins()
    sound, refused, condemned = 0, 0, list[tuple[Any, ...]]()
    for record in _records(tmp_path):
        for where, changed in _changed(record):
            try:
                taken = loads(json.dumps(changed))
                library_import.require_sound(taken, installed.find, "changed.json")
            except GipfMetaError:
                refused += 1
                continue
            if commands._finding_of(taken, installed) == "sound":
                sound += 1
            else:
                condemned.append(where)
    assert not condemned
    assert refused > 50
    assert sound > 10
