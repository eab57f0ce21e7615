"""Levels find their places from pairs of games, which a file keeps."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from gipf_meta.bots.levels import LEVELS
from tuning.games import installed
from tuning.ladder import PLACES, Journal, Ladder, LadderError, at, moved

SETTINGS = {"game": "zertz", "pairs": 8}


def climbed(file: Path) -> list[str]:
    """The lines of a report on a climb of the ladder whose pairs all stand in *file*."""
    with ExitStack() as exits:
        journal = Journal(file, SETTINGS, exits)
        return [*Ladder(installed().find("zertz"), {}, 190, 8, 1, journal).climb()]


def written(file: Path, points: float) -> Path:
    """A file with pairs in which each level won so many points."""
    lines = [json.dumps([level, pair, points]) for level in LEVELS for pair in range(8)]
    file.write_text("\n".join([json.dumps(SETTINGS), *lines]) + "\n", encoding="ascii")
    return file


def test_whole_places_are_the_levels_as_they_are_elsewhere() -> None:
    assert [at(place) for place in range(5)] == [*PLACES]


def test_who_stands_higher_looks_further_and_errs_less() -> None:
    places = [at(tenth / 10) for tenth in range(-20, 41)]
    nodes, blurs = [each[0] for each in places], [each[1] for each in places]
    assert nodes == sorted(nodes)
    assert blurs == sorted(blurs, reverse=True)
    assert nodes[0] == 1


def test_who_wins_too_often_moves_down_and_less_so_later() -> None:
    assert moved(1.0, won=1.0, due=0.75, pairs=0) < moved(1.0, won=1.0, due=0.75, pairs=20) < 1.0
    assert moved(1.0, won=0.75, due=0.75, pairs=3) == 1.0
    assert moved(3.9, won=0.0, due=0.75, pairs=0) == 4.0


def test_levels_that_win_everything_end_lower_than_those_that_lose(tmp_path: Path) -> None:
    *won, top = climbed(written(tmp_path / "won.jsonl", 2.0))
    *lost, _ = climbed(written(tmp_path / "lost.jsonl", 0.0))
    first = [float(lines[0].split("place ")[1].split(",")[0]) for lines in (won, lost)]
    assert first[0] < 0 < first[1]
    assert top.startswith("expert: 100% of 4 games")


def test_a_file_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl", 1.0)
    told = climbed(whole)
    with whole.open("a", encoding="ascii") as file:
        file.write('["expert", 8')
    assert climbed(whole) == told


def test_a_file_with_other_settings_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "pairs.jsonl", 1.0)
    with ExitStack() as exits, pytest.raises(LadderError, match="other settings"):
        Journal(file, SETTINGS | {"pairs": 9}, exits)
