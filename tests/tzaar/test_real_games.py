"""A whole game that two people played at Little Golem, from a start that luck drew.

It is no part of the project, so the test is skipped where it is not there.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gipf_meta.match.playthrough import playthrough
from tests.tzaar.boards import GAME, result

ARCHIVE = Path(__file__).parents[3] / "shared" / "data" / "tzaar" / "games.jsonl.gz"


@pytest.mark.skipif(not ARCHIVE.is_file(), reason="the game is not part of the project")
def test_32_the_real_game() -> None:
    """Every turn is read and writes itself, and the last one takes the last Tott."""
    with gzip.open(ARCHIVE, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    assert records
    for record in records:
        ((_text, state),) = GAME.play_line(GAME.start(2), record["setup"])
        for text in record["moves"]:
            assert state.ending is None
            moves = GAME.parse_turn(state, text)
            assert GAME.format_turn(state, moves) == text
            for move in moves:
                state = GAME.apply(state, move)
        assert GAME.to_text(state) == record["final"]
        assert result(state) == f"-{record['result']['winner'].lower()}"
        assert state.ending is not None
        assert state.ending.reason == record["result"]["reason"]
        told = list(playthrough(GAME, 2, [record["setup"], *record["moves"]]))
        assert not any("error" in each for each in told)
