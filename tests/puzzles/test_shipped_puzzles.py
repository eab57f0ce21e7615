"""The puzzles that come with the games, checked by another hand than the one that makes them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.puzzles.checker import check_rules, standing
from tests.puzzles.rivals import doubts
from tests.puzzles.written import files
from tests.tiers import soak

FILES = files()
POSITIONS = 2_000
TASTE = {"one-mover"}
"""Kinds of findings that the checker tells, and that are no faults of a file."""
SEARCHED = 5
"""The number of puzzles of each game that are searched."""


@pytest.mark.parametrize("game", FILES)
def test_puzzles_are_legal_ordered_and_different(game: str) -> None:
    _sound, findings = check_rules(game, FILES[game])
    assert [str(each) for each in findings if each.kind not in TASTE] == []


@pytest.mark.parametrize("game", soak(*FILES))
def test_solutions_are_the_best_and_alone(game: str) -> None:
    sound, _findings = check_rules(game, FILES[game])
    some = Random(1).sample(sound, min(SEARCHED, len(sound)))
    found = [str(each) for one in some for each in doubts(one, standing(one)[0], POSITIONS)]
    assert found == []


def test_files_of_another_folder_are_found(tmp_path: Path) -> None:
    path = tmp_path / "plugins" / "zertz" / "gipf_meta_zertz" / "puzzles.json"
    path.parent.mkdir(parents=True)
    path.write_text("[\n]\n", encoding="utf-8")
    assert files(tmp_path) == {"zertz": path}
    assert check_rules("zertz", path) == ([], [])
