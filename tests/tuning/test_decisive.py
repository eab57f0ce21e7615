"""A made-up archive of one game: where a turn decides it, and what a hint makes of that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.search.analysis import Analysis, Line
from tests.tuning.test_real_games import read, record, write
from tuning.champion import WHEEL
from tuning.decisive import draw, is_decisive, main

WORDS = ["--field", "board=rings", "--deep", "1000", "--nodes", "100", "--ms", "5"]


@pytest.fixture(autouse=True)
def no_champion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel of a champion is not wanted here."""
    monkeypatch.delenv(WHEEL, raising=False)


def found(*values: float) -> Analysis:
    """An analysis whose lines are worth that; 1 and -1 are proven."""
    lines = tuple(Line((f"t{n}",), v, 9, abs(v) == 1) for n, v in enumerate(values))
    return Analysis(lines, 9, lines[0].sure)


def test_a_turn_decides_that_alone_wins_or_is_better_by_twenty_points() -> None:
    assert is_decisive(found(1, 0.9))
    assert is_decisive(found(0.3, -0.1))
    assert is_decisive(found(-0.5, -1))
    assert not is_decisive(found(1, 1))
    assert not is_decisive(found(0.3, 0))
    assert not is_decisive(found(-1, -1))
    assert not is_decisive(found(0.9))


def test_positions_are_drawn_from_the_last_part_of_a_game(tmp_path: Path) -> None:
    (real,) = read(write(tmp_path, record()))
    kind = load_plugins().find("zertz")
    drawn = draw(kind, real, 3, 1, 0.3)
    assert drawn == draw(kind, real, 3, 1, 0.3)
    assert all(each.turn > 0.7 * len(real.turns) and each.choices > 1 for each in drawn)


@pytest.mark.slow
def test_it_tells_how_often_hints_find_what_a_deep_search_finds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = write(tmp_path, record()), tmp_path / "found.txt"
    words = ["zertz", str(folder), *WORDS, "--part", "0.3", "--positions", "4", "--count", "1"]
    assert main([*words, "--json", str(file)]) == 0
    first, *rows, last = capsys.readouterr().out.splitlines()
    assert first == "zertz, 1 positions, interpreted"
    assert len(rows) == 4
    assert last.endswith("by positions 1 of 1")
    (line,) = file.read_text().splitlines()
    position = json.loads(line)
    assert position["by_positions"][0] == position["by_positions"][1]


def test_unreadable_files_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["zertz", str(tmp_path), *WORDS]) == 2
    assert "has no file of games" in capsys.readouterr().err
