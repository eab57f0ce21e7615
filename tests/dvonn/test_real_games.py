"""Whole games that people and bots played on boardspace.net (real_games.jsonl names the source).

Those in the file are the ones with the most passes, the longest, the shortest, draws, those with
the highest stacks, and some between people.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from gipf_meta import Over
from gipf_meta_dvonn.state import PASS
from tests.dvonn.boards import GAME
from tests.tiers import slow, soak

HERE = Path(__file__).parent
ARCHIVE = HERE.parents[2] / "shared" / "data" / "dvonn" / "games.jsonl.gz"
GAMES: dict[str, dict[str, Any]] = {
    game["id"]: game
    for game in map(json.loads, (HERE / "real_games.jsonl").read_text().splitlines()[1:])
}


def check(record: dict[str, Any]) -> None:
    """Every turn is read and writes itself, and the end, the score and the winner are the told
    ones; who passes must."""
    state = GAME.start(2)
    for text in record["moves"]:
        assert not isinstance(GAME.status(state), Over)
        moves = GAME.parse_turn(state, text)
        assert GAME.format_turn(state, moves) == text
        assert (moves == (PASS,)) == (text == "-")
        state = GAME.apply(state, moves[0])
    winner, scores = record["result"]
    winners = {"W": (0,), "B": (1,)}.get(winner, ())
    assert GAME.status(state) == Over(winners, "no_move", tuple(scores))
    assert GAME.to_text(state) == record["final"]
    assert GAME.to_text(GAME.from_text(record["final"])) == record["final"]


@pytest.mark.parametrize("record", GAMES.values(), ids=GAMES)
def test_replay(record: dict[str, Any]) -> None:
    check(record)


def test_the_games_have_draws_passes_and_high_stacks() -> None:
    moves = [text for game in GAMES.values() for text in game["moves"]]
    assert moves.count("-") > 40
    assert any(game["result"][1][0] == game["result"][1][1] for game in GAMES.values())
    highest = max(
        len(part) - 2 for g in GAMES.values() for part in g["final"].split()[2].split(",")
    )
    assert highest > 20


@pytest.mark.parametrize("step", [*slow(8), *soak(1)])
@pytest.mark.skipif(not ARCHIVE.is_file(), reason="the whole collection is not part of the project")
def test_the_whole_collection(step: int) -> None:
    with gzip.open(ARCHIVE, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    assert len(records) > 7500
    for record in records[::step]:
        check(record)
