"""Whole games that people played on boardspace.net (real_games.jsonl names the source).

Scenarios 48-58 of docs/reference/zertz.md §15 are among them.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gipf_meta import IllegalMove, Over
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import State, kind_of, unpack

HERE = Path(__file__).parent
ARCHIVE = HERE.parents[2] / "shared" / "data" / "zertz" / "boardspace"
GAMES: dict[str, dict[str, Any]] = {
    game["id"]: game
    for game in map(json.loads, (HERE / "real_games.jsonl").read_text().splitlines()[1:])
}
REASONS = {"goal": "goal", "threefold": "repetition", "no_marbles": "no_marbles"}


def replay(record: dict[str, Any], repetition_count: int = 3) -> tuple[Zertz, State]:
    """The end of a record; every turn is read strictly and must write itself."""
    game = Zertz(board=record["rings"], repetition_count=repetition_count)
    state = game.start(2)
    for text in record["moves"]:
        moves = game.parse_turn(state, text)
        assert game.format_turn(state, moves) == text
        for move in moves:
            state = game.apply(state, move)
    return game, state


def check(record: dict[str, Any]) -> None:
    """The record's end is the game's end."""
    result, final = record["result"], record["final"]
    third = record.get("third_occurrence_at_ply")
    goes_on = third is not None and third < len(record["moves"])
    game, state = replay(record, 0 if goes_on else 3)
    assert [list(unpack(own)) for own in (state.first, state.second)] == final["captured"]
    assert list(unpack(state.pool)) == final["pool"]
    assert state.rings.bit_count() == final["rings"]
    assert (state.white | state.grey | state.black).bit_count() == final["marbles"]
    status = game.status(state)
    if result["reason"] in REASONS:
        winners = () if result["winner"] is None else (result["winner"] - 1,)
        assert status == Over(winners, REASONS[result["reason"]])
    else:
        assert not isinstance(status, Over)


@pytest.mark.parametrize("record", GAMES.values(), ids=GAMES)
def test_replay(record: dict[str, Any]) -> None:
    check(record)


@pytest.mark.parametrize("name", ["08ecd9ec5c05", "2e31a8fff19f"], ids=["48", "50"])
def test_chains_back_to_the_start_ring(name: str) -> None:
    chains = [re.findall("[a-i][0-9]", text) for text in GAMES[name]["moves"] if text[0] == "x"]
    assert any(chain[0] == chain[-1] for chain in chains)


@pytest.mark.parametrize(
    ("name", "jumps"),
    [
        pytest.param("149e3cd1ded7", 7, id="49"),
        pytest.param("5c9e411991ea", 7, id="57"),
        pytest.param("b2955996a774", 7, id="58"),
    ],
)
def test_long_chains(name: str, jumps: int) -> None:
    record = GAMES[name]
    game = Zertz(board=record["rings"])
    state = game.start(2)
    longest = 0
    for text in record["moves"]:
        moves = game.parse_turn(state, text)
        longest = max(longest, sum(4 <= kind_of(move) < 10 for move in moves))
        for move in moves:
            state = game.apply(state, move)
    assert longest == jumps


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        pytest.param("661e9226ba42", 57, id="51"),
        pytest.param("6aff69574eeb", 45, id="52"),
        pytest.param("c1d62adf8ba2", 43, id="53"),
        pytest.param("cb676f67a2cb", 50, id="54"),
        pytest.param("fa3a01d3dba6", 43, id="55"),
        pytest.param("d22d4f08706c", 51, id="the sixth"),
    ],
)
def test_third_occurrence_ends_the_game(name: str, turn: int) -> None:
    record = GAMES[name]
    game, state = replay({**record, "moves": record["moves"][:turn]})
    assert game.status(state) == Over((), "repetition")
    before = replay({**record, "moves": record["moves"][: turn - 1]})[1]
    assert before.ending is None
    if turn < len(record["moves"]):
        with pytest.raises(IllegalMove, match="The game is over"):
            game.parse_turn(state, record["moves"][turn])


@pytest.mark.parametrize("colours", ["exact", "ignore"])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("name", ["661e9226ba42", "6aff69574eeb", "c1d62adf8ba2", "cb676f67a2cb"])
def test_repetition_is_what_the_position_strings_say(name: str, count: int, colours: str) -> None:
    record = GAMES[name]
    size = record["rings"]
    never = Zertz(board=size, repetition_count=0)
    game = Zertz(board=size, repetition_count=count, repetition_colours=colours)
    state, watched = never.start(2), game.start(2)
    seen: Counter[str] = Counter([without_colours(never.to_text(state), colours)])
    for text in record["moves"]:
        for move in never.parse_turn(state, text):
            state, watched = never.apply(state, move), game.apply(watched, move)
        key = without_colours(never.to_text(state), colours)
        seen[key] += 1
        if seen[key] == count:
            break
        assert watched.ending is None
    assert game.status(watched) == Over((), "repetition")
    assert state.ending is None


def without_colours(text: str, colours: str) -> str:
    if colours == "exact":
        return text
    board, *counts, side = text.split(" ")
    sums = (str(sum(map(int, count.split("/")))) for count in counts)
    return " ".join((re.sub("[WGB]", "o", board), *sums, side))


def test_scenario_56_no_marbles_at_turn_24() -> None:
    record = GAMES["366167d1d7e1"]
    assert len(record["moves"]) == 24
    game, state = replay(record)
    assert game.status(state) == Over((1 - state.seat,), "no_marbles")
    passing = Zertz(board=record["rings"], no_marbles="pass")
    waiting = passing.from_text(game.to_text(state))
    assert [passing.format(waiting, m) for m in passing.legal_moves(waiting, state.seat)] == ["-"]


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.is_dir(), reason="the whole collection is not part of the project")
@pytest.mark.parametrize("name", ["games_curated.jsonl.gz", "games_tournament.jsonl.gz"])
def test_the_whole_collection(name: str) -> None:
    with gzip.open(ARCHIVE / name, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    assert len(records) > 1500
    for record in records:
        check(record)
