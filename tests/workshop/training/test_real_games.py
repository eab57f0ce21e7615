"""Games of people to learn from (gipf_meta/workshop/training/real_games.py)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from gipf_meta.cli import run
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.training.real_games import (
    CUT,
    KEPT_APART,
    OTHER,
    TOLD_TWICE,
    UNFINISHED,
    UNREAD,
    GamesFile,
    find_games,
    is_held_out,
)

pytestmark = pytest.mark.needs("gipf")


ZERTZ = json.dumps({"format": 1, "game": "zertz", "players": [0, 1]})
"""Our own record of a match in which nothing was played."""


def sheet(turns: tuple[str, ...], end: str = "White resigns") -> str:
    """A game as somebody has noted it."""
    return f'[Game "GIPF"]\n{" ".join(turns)}\n{end}\n'


def openings() -> list[tuple[str, ...]]:
    """The beginnings of games, each of other turns."""
    game = configure(load_plugins().find("gipf"), {})
    begun = game.start(2)
    after = game.apply(begun, *game.parse_turn(begun, "Gf1-f2"))
    return [("Gf1-f2", game.format(after, move)) for move in game.turn_moves(after, 1)]


LEARNED = [turns for turns in openings() if not is_held_out(turns)]
HELD = [turns for turns in openings() if is_held_out(turns)]


def found(text: str) -> tuple[list[list[float]], Counter[str]]:
    """The results of the games in *text* for the seat on turn, and the games that were left out."""
    games, left_out = find_games(GamesFile(0, "games.txt", text, "gipf", {}))
    return [[example.ended for example in game.examples] for game in games], left_out


def test_the_rule_which_games_are_held_out_stays() -> None:
    assert [n for n in range(20) if is_held_out([str(n)])] == [0, 7, 8, 9, 10, 19]
    assert HELD
    assert LEARNED


def test_a_game_teaches_how_it_ended_for_who_is_on_turn() -> None:
    assert found(sheet(LEARNED[0])) == ([[-1.0, 1.0]], {})
    assert found(sheet(LEARNED[0], "Black resigns")) == ([[1.0, -1.0]], {})


def lists(*games: tuple[tuple[str, ...], int]) -> str:
    """Games as lists of turns, each with the player who won, from 1."""
    return "".join(json.dumps({"moves": turns, "winner": winner}) + "\n" for turns, winner in games)


def test_lists_of_turns_are_games_of_the_game_that_learns() -> None:
    text = lists((LEARNED[0], 2), (HELD[0], 1), (LEARNED[1], 1))
    assert found(text) == ([[-1.0, 1.0], [1.0, -1.0]], {KEPT_APART: 1})


def test_a_list_that_cannot_be_read_leaves_the_others_before_it() -> None:
    text = lists((LEARNED[0], 2)) + '{"moves": [7]}\n'
    assert found(text) == ([[-1.0, 1.0]], {UNREAD: 1})
    assert found(lists((LEARNED[0], 2), (LEARNED[1], 3))) == ([[-1.0, 1.0]], {UNREAD: 1})


def test_only_a_newline_ends_a_line_of_turns() -> None:
    text = lists((LEARNED[0], 2)).replace("{", '{"event": "one\u2028two", ')
    assert found(text) == ([[-1.0, 1.0]], {})


def test_nothing_is_learned_from_games_that_are_held_out() -> None:
    assert found(sheet(HELD[0])) == ([], {KEPT_APART: 1})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (sheet(LEARNED[0], ""), UNFINISHED),
        (sheet(("Gf1-f2", "Ga1-a9")), CUT),
        (ZERTZ, OTHER),
        ("Dear Anna, thank you.", CUT),
        ("", UNREAD),
    ],
)
def test_a_game_is_left_out_for_a_reason(text: str, why: str) -> None:
    assert found(text) == ([], {why: 1})


@pytest.mark.slow
def test_games_that_are_told_twice_are_learned_from_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = tmp_path / "people"
    people.mkdir()
    for n, turns in enumerate([*LEARNED, LEARNED[0], HELD[0]]):
        (people / f"{n}.txt").write_text(sheet(turns))
    folder = tmp_path / "learning"
    small = ["--games=0", "--pairs=1", "--proof-nodes=1", "--generations=1", "--jobs=2"]
    asked = ["train", "gipf", "--folder", str(folder), "--records", str(people), *small]
    assert run(asked) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{len(LEARNED)} games of people to learn from, ")
    assert f"1 {TOLD_TWICE}" in told[0]
    assert f"1 {KEPT_APART}" in told[0]
    kept = (folder / "games-0.jsonl").read_text().splitlines()
    assert [json.loads(line)[0] for line in kept] == list(range(len(LEARNED)))
    # the same command reads them no more: what it learned from is there
    for path in people.iterdir():
        path.unlink()
    assert run(asked) == 0
    assert capsys.readouterr().out.splitlines() == told[1:]


def test_without_games_of_people_it_needs_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "learning"
    assert run(["train", "gipf", "--folder", str(folder), "--games=0"]) == 2
    assert "Without --records it learns from its own games" in capsys.readouterr().err
    assert not folder.exists()
