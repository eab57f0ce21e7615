"""A whole game that two people played at Little Golem, from a start that luck drew, and its file.

It is no part of the project, so the test is skipped where it is not there.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from gipf_meta.match.playthrough import playthrough
from gipf_meta_tzaar.little_golem import write
from tests.tzaar.boards import GAME, result
from tests.tzaar.test_little_golem import read, written

SHARED = Path(__file__).parents[3] / "shared"
ARCHIVE = SHARED / "data" / "tzaar" / "games.jsonl.gz"
FILE = SHARED / "cases" / "records" / "littlegolem-tzaar.txt"


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


@pytest.mark.skipif(not FILE.is_file(), reason="the game is not part of the project")
def test_its_file_is_read_to_its_end_and_written_again() -> None:
    found = read(FILE.read_text())
    assert (found.reader, found.cut, found.doubt) == ("littlegolem-tzaar", "", "")
    assert len(found.record.turns) == 27
    assert found.record.result is not None
    assert (found.record.result.winners, found.record.result.reason) == ((0,), "captured")
    with gzip.open(ARCHIVE, "rt", encoding="utf-8") as lines:
        told = json.loads(next(lines))
    drawn, first = found.record.turns[0].text.rsplit(",", 1)
    assert [first, *(turn.text for turn in found.record.turns[1:])] == told["moves"]
    stacks = re.findall(r"[WB]:(\S+?)[ \"]", told["setup"] + " ")
    pairs = zip("WB", (part.split(",") for part in stacks), strict=True)
    assert {*drawn.split(",")} == {c + one for c, listed in pairs for one in listed}
    assert read(write(written(found.record))).record.turns == found.record.turns
