"""Reviews of games beside a deep search: what is missed, and what is false."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.testing.broken.sound import Nim
from tuning.reviews import Compared, DeepJudge, known_turns, report_lines

BLUNDER = Compared("a", 7, "b-3", "??", 60, 35, 24, 400_000, "?", 12)


@pytest.mark.parametrize(
    ("sign", "deepest", "missed", "false"),
    [
        ("??", 20, False, False),
        ("?", 20, True, False),
        ("??", 19, False, True),
        ("", 5, False, False),
    ],
)
def test_a_blunder_has_its_sign_and_nothing_else_has(
    sign: str, deepest: int, missed: bool, false: bool
) -> None:
    turn = replace(BLUNDER, sign=sign, deepest=deepest)
    assert (turn.is_missed, turn.is_false) == (missed, false)


def test_each_turn_on_which_the_searches_differ_is_told() -> None:
    missed = replace(BLUNDER, sign="?", left=41)
    assert list(report_lines([BLUNDER, missed, replace(BLUNDER, deepest=19, old_sign="??")])) == [
        "1 games, 3 turns, 2 of them blunders by the deep search",
        "today: 1 without their sign, 1 signs that are wrong",
        "older: 2 without their sign, 1 signs that are wrong",
        "without its sign: a 7. b-3: 24 over 400000, review 19 ?, older 12 ?",
        "a wrong sign: a 7. b-3: 19 over 400000, review 25 ??, older 12 ??",
    ]


def test_the_deep_search_knows_what_a_turn_has_lost() -> None:
    game = Nim(size=3)
    after = game.start(2)
    for move in game.parse_turn(after, "a-1"):
        after = game.apply(after, move)
    judge = DeepJudge(game)
    for text, loss in (("b-3", 100), ("b-1", 0)):
        assert judge.loss(after, game.parse_turn(after, text), 2000) == loss


def test_nothing_is_known_before_a_file_is_there(tmp_path: Path) -> None:
    assert known_turns(tmp_path / "turns.jsonl") == known_turns(None) == []
