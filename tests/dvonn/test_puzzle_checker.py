"""The checker itself: what it has to find in puzzles that are wrong on purpose."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.dvonn import naive
from tests.puzzles.checker import check_rules, main, standing
from tests.puzzles.rivals import doubts
from tests.puzzles.written import Written, crowded_themes, read

POSITION = (
    "w D0W0B0 Ba2,BBb1,Bb2,WWb4,Bc1,Wc2,BBc3,Bc4,Bc5,Bd1,Wd2,WWBd5,WWBWe3,WBf2,WBf4,Bg1,DWg2,"
    "Wg3,DBg4,WBh1,BDBh2,Wh3,WBi2"
)
SEEN = "b D0W0B0 WWb1,DBWc1,DWBc5,BBWd2,De2,WBe4,BWBf2,BBWBWBWf3,WBf4,BWWWBBWBWg4"
"""A position whose best turn a short look finds."""
RIGHT_TURNS = ["g2-g4", "f2-d2", "c2-b2"]
RIGHT: dict[str, Any] = {
    "number": 1,
    "position": POSITION,
    "turns": RIGHT_TURNS,
    "themes": [],
    "rating": 1500,
    "deviation": 100,
}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"number": "1"}, "format"),
    ({"number": True}, "format"),
    ({"position": ""}, "format"),
    ({"turns": ["g2-g4", "f2-d2"]}, "format"),
    ({"turns": "g2-g4"}, "format"),
    ({"position": SEEN, "turns": ["e4-g4"]}, "one-mover"),
    ({"rating": 1500.5}, "format"),
    ({"deviation": 400}, "format"),
    ({"source": "a game of Ada's"}, "format"),
    ({"options": ["setup"]}, "format"),
    ({"themes": ["red", "red"]}, "format"),
    ({"position": "w D0W0B0"}, "rules"),
    ({"position": POSITION.replace("Ba2,BBb1", "BBb1,Ba2")}, "rules"),
    ({"turns": ["g2-a1"]}, "rules"),
    ({"turns": ["G2-g4"]}, "second engine"),
    ({"turns": ["g2-g4", "c2-b2", "f2-d2"]}, "rules"),
    ({"themes": ["no_such_theme"]}, "theme"),
    ({"also": ["c2-b2"]}, "also"),
    ({"also": ["g2-a1"]}, "rules"),
    ({"also": "c2-b2"}, "format"),
    ({"options": ["setup=place"]}, "options"),
]


def written(path: Path, *entries: dict[str, Any]) -> Path:
    """A file of puzzles, an object a line."""
    lines = ",\n".join(json.dumps(each) for each in entries)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return path


def kinds(path: Path) -> set[str]:
    """The kinds of what is found in the file at *path* without a search."""
    return {each.kind for each in check_rules("dvonn", path)[1]}


def test_nothing_is_found_where_nothing_is_wrong(tmp_path: Path) -> None:
    assert kinds(written(tmp_path / "puzzles.json", RIGHT)) == set()


@pytest.mark.parametrize(("change", "kind"), WRONG, ids=lambda each: str(each)[:40])
def test_what_is_wrong_is_found(tmp_path: Path, change: dict[str, Any], kind: str) -> None:
    assert kind in kinds(written(tmp_path / "puzzles.json", {**RIGHT, **change}))


@pytest.mark.parametrize("text", ["", "[", "{}", "[\n1\n]\n"])
def test_a_file_that_is_no_list_of_puzzles_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(text, encoding="utf-8")
    assert kinds(path) == {"format"}


def test_numbers_ascend(tmp_path: Path) -> None:
    path = written(tmp_path / "puzzles.json", {**RIGHT, "number": 2}, RIGHT)
    assert "number" in kinds(path)


def test_a_puzzle_on_the_turned_board_is_alike(tmp_path: Path) -> None:
    state = naive.read(POSITION)
    stacks = {naive.opposite(space): stack for space, stack in state.stacks.items()}
    position = naive.position(replace(state, stacks=stacks))
    turns = ["-".join(map(naive.opposite, turn.split("-"))) for turn in RIGHT_TURNS]
    turned = {**RIGHT, "number": 2, "position": position, "turns": turns}
    assert "alike" in kinds(written(tmp_path / "puzzles.json", RIGHT, turned))


def test_a_theme_has_a_quarter_at_most(tmp_path: Path) -> None:
    entries = [{**RIGHT, "number": n, "themes": ["red" if n < 5 else str(n)]} for n in range(1, 13)]
    puzzles, _findings = read("dvonn", written(tmp_path / "puzzles.json", *entries))
    assert len(puzzles) == 12
    assert [each.kind for each in crowded_themes("dvonn", puzzles)] == ["theme"]


def test_turns_that_are_not_best_are_doubted() -> None:
    puzzle = Written("dvonn", 1, POSITION, ("g3-h3", "f2-d2", "c2-b2"), (), {})
    game, _state = standing(puzzle)
    assert {each.kind for each in doubts(puzzle, game, 60)} >= {"unique", "worth"}


def test_the_exit_status_says_whether_something_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "plugins" / "dvonn" / "gipf_meta_dvonn"
    folder.mkdir(parents=True)
    written(folder / "puzzles.json", RIGHT)
    assert main(["--root", str(tmp_path)]) == 0
    written(folder / "puzzles.json", RIGHT, RIGHT)
    assert main(["--root", str(tmp_path)]) == 1
    assert "dvonn-1: number: comes after 1" in capsys.readouterr().out
