"""Pairs that are kept in a file (tuning/compare.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tuning.compare import all_pairs, kept_pairs

ABOUT = {"game": "zertz", "seed": 1}


class Counted:
    """A meeting in which each pair is worth its number."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def pair(self, number: int) -> float:
        self.played.append(number)
        return number


def test_a_comparison_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path, meeting = tmp_path / "pairs.jsonl", Counted()
    going: Any = meeting
    assert [*all_pairs(going, 3, path, kept_pairs(path, ABOUT))] == [0, 1, 2]
    path.write_text(path.read_text()[:-1])  # the last line is cut off
    kept = kept_pairs(path, ABOUT)
    assert kept == [0, 1]
    assert [*all_pairs(going, 4, path, kept)] == [0, 1, 2, 3]
    assert meeting.played == [0, 1, 2, 2, 3]
    assert kept_pairs(path, ABOUT) == [0, 1, 2, 3]


def test_a_file_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    kept_pairs(path, ABOUT)
    with pytest.raises(ValueError, match="holds other games"):
        kept_pairs(path, {**ABOUT, "seed": 2})
