"""Saved games: what was played, read back through the gate of legality."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.session import UnreadDuel
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import (
    dumps,
    load,
    loads,
    save,
)
from gipf_meta.records.writer import to_record
from tests.small_games.finding import GAMES, find, played

Begin = Callable[..., Match]


def again(match: Match) -> Match:
    return replay(loads(dumps(to_record(match))), find)


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, ()),
        ({}, ("claim",)),
        ({}, ("claim+one",)),
        ({}, ("claim", "allow", "two")),
        ({"duel": "elsewhere"}, ("claim", "challenge")),
        ({"duel": "elsewhere"}, ("claim+two", "challenge", "second")),
        ({"duel": "elsewhere"}, ("claim", "challenge", "draw", "confirm", "first")),
        ({"duel": "elsewhere"}, ("claim+two", "challenge", "second", "confirm")),
        ({"duel": "die"}, ("claim", "challenge", "roll")),
        ({"duel": "die", "goal": 1}, ("claim", "challenge", "roll", "roll")),
    ],
    ids=lambda value: "-".join(value) or "start" if isinstance(value, tuple) else "",
)
def test_a_record_read_back_is_the_very_match(
    begin: Begin, options: dict[str, Any], moves: tuple[str, ...]
) -> None:
    match = played(begin(3, **options), *moves)
    assert again(match) == match


def test_a_match_saved_in_the_middle_of_a_duel_goes_on_as_it_would_have(begin: Begin) -> None:
    match = played(begin(9, duel="die"), "claim+one", "challenge", "roll")
    assert again(match).play("roll") == match.play("roll")


def test_a_resignation_is_kept(begin: Begin) -> None:
    match = begin().play("claim").resign(1)
    assert again(match) == match


def test_a_resigned_duel_is_kept(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge").resign(1)
    assert again(match) == match


def test_time_spent_thinking_is_kept(begin: Begin) -> None:
    match = played(begin(duel="elsewhere").advance(70), "claim", "challenge").advance(5)
    assert [session.time_ms for session in again(match).sessions] == [70, 5]


def test_a_duel_inside_a_record_is_a_record_of_its_own(begin: Begin) -> None:
    match = played(begin(4, duel="die"), "claim", "challenge", "roll", "roll")
    data = json.loads(dumps(to_record(match)))
    decision = data["turns"][0]["decisions"][2]
    alone = replay(loads(json.dumps(decision["duel"])), find)
    assert alone.result is not None
    winner = decision["duel"]["players"][alone.result.winners[0]]
    assert decision["move"] == f"die:{winner}"


def test_an_outer_game_replays_though_its_duels_game_is_missing(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge", "second", "confirm", "one")
    text = dumps(to_record(match))
    monkeypatch.delitem(GAMES, "elsewhere")
    read = replay(loads(text), find)
    assert read.top.state == match.top.state
    assert isinstance(read.top.steps[2].duel, UnreadDuel)
    assert dumps(to_record(read)) == text


def test_a_running_duel_in_a_missing_game_asks_for_another(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = dumps(to_record(played(begin(duel="elsewhere"), "claim", "challenge", "second")))
    monkeypatch.delitem(GAMES, "elsewhere")
    with pytest.raises(DuelUnavailable) as caught:
        replay(loads(text), find)
    assert caught.value.match.with_duel("die").top.game.id == "die"


# ---- faults ------------------------------------------------------------------------------------


@pytest.fixture
def data(begin: Begin) -> dict[str, Any]:
    """A record with two turns and a duel, as plain data to be spoiled."""
    match = played(
        begin(duel="elsewhere"), "claim", "challenge", "second", "confirm", "one", "claim", "allow"
    )
    read: dict[str, Any] = json.loads(dumps(to_record(match)))
    return read


def fault(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(loads(json.dumps(data)), find)
    return caught.value


def test_an_illegal_turn_is_named_and_what_was_right_before_it_is_kept(
    data: dict[str, Any],
) -> None:
    data["turns"][1]["decisions"][1]["move"] = "two"
    error = fault(data)
    assert "turn 2" in str(error)
    assert "'two' is not asked now" in str(error)
    assert error.match is not None
    assert [step.text for step in error.match.top.steps][-2:] == ["one", "claim"]


def test_a_turn_text_that_says_something_else_is_found(data: dict[str, Any]) -> None:
    data["turns"][0]["text"] = "claim,allow,one"
    assert "its decisions make 'claim,challenge,elsewhere:0,one'" in str(fault(data))


def test_a_settlement_against_the_duels_result_is_found(data: dict[str, Any]) -> None:
    data["turns"][0]["decisions"][2]["move"] = "elsewhere:1"
    assert "its duel ended otherwise" in str(fault(data))


def test_an_illegal_move_inside_a_duel_is_found(data: dict[str, Any]) -> None:
    data["turns"][0]["decisions"][2]["duel"]["turns"][0]["decisions"][0]["move"] = "confirm"
    assert "in its duel: Elsewhere, turn 1" in str(fault(data))


def test_a_duel_that_is_missing_is_found(data: dict[str, Any]) -> None:
    del data["turns"][0]["decisions"][2]["duel"]
    assert "the duel that is due there is missing" in str(fault(data))


def test_a_result_that_was_not_reached_is_found(data: dict[str, Any]) -> None:
    data["result"] = {"winners": [0], "reason": "goal"}
    assert "not over" in str(fault(data))


def test_a_luck_that_cannot_be_is_found(begin: Begin) -> None:
    match = played(begin(duel="die"), "claim", "challenge", "roll")
    data = json.loads(dumps(to_record(match)))
    data["turns"][0]["decisions"][2]["duel"]["turns"][0]["decisions"][1]["move"] = "7"
    assert "luck cannot draw '7'" in str(fault(data))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ({"format": 2}, "reads formats 1 and 2"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"goal": "many"}}, "goal=many"),
        ({"rules": 99}, "newer rules"),
        ({"players": [0]}, "1 players"),
        ({"players": [0, 0]}, "2 players"),
        ({"turns": 5}, "damaged at turns"),
        ({"surplus": 1}, "damaged at surplus"),
    ],
)
def test_a_record_that_does_not_fit_this_program_says_why(
    data: dict[str, Any], spoil: dict[str, Any], sentence: str
) -> None:
    assert sentence in str(fault({**data, **spoil}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "hello", '{"a": 1}', "[" * 100_000])
def test_a_foreign_or_truncated_text_is_no_record(text: str) -> None:
    with pytest.raises(RecordError, match="is no record"):
        loads(text)


def test_every_truncation_of_a_file_is_refused(begin: Begin) -> None:
    text = dumps(to_record(played(begin(), "claim", "allow", "one"))).rstrip()
    for end in range(len(text)):
        with pytest.raises(RecordError):
            loads(text[:end])


def test_a_file_is_written_whole_or_not_at_all(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    save(to_record(begin()), path)
    before = path.read_text()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RecordError, match="No space left"):
        save(to_record(begin().play("claim")), path)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path / "nothing.json")
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not text"):
        load(tmp_path / "binary")
