"""A game written in its own notation, replayed for tools and referees."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import new_match
from gipf_meta.match.playthrough import PlaythroughError, playthrough
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.small_games.wager import Wager


def told(*lines: str, goal: int = 3) -> list[dict[str, Any]]:
    return list(playthrough(Wager(goal=goal), 2, lines))


def test_each_turn_is_told_with_its_position_and_who_is_next() -> None:
    assert told("# a comment", "", " claim+one ", "claim+two") == [
        {"start": "0:0 0 claim"},
        {"n": 1, "text": "claim,allow,one", "position": "1:0 1 claim", "next": {"seat": 1}},
        {"n": 2, "text": "claim,allow,two", "position": "1:2 0 claim", "next": {"seat": 0}},
        {"result": None},
    ]


def test_the_end_is_told() -> None:
    assert told("claim+two", goal=2)[-2:] == [
        {"n": 1, "text": "claim,allow,two", "position": "2:0 1 claim", "next": None},
        {"result": {"winners": [0], "reason": "goal"}},
    ]


@pytest.mark.parametrize("text", ["resign 1", "RESIGN R", "resign r"])
def test_a_seat_can_resign(text: str) -> None:
    assert told(text)[1:] == [
        {"n": 1, "text": "resign 1", "position": "0:0 - claim", "next": None},
        {"result": {"winners": [0], "reason": "resign"}},
    ]


def test_a_draw_has_no_winners() -> None:
    assert told("draw")[-1] == {"result": {"winners": [], "reason": "draw"}}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("claim+one", "", "hello"), "Line 3, 'hello': 'hello' is no turn"),
        (("draw", "claim+one"), "Line 2, 'claim+one': the game is over (draw)."),
        (("resign 2",), "say which seat resigns: 0 (Left), 1 (Right)"),
        (("resign",), "say which seat resigns"),
    ],
)
def test_a_line_that_cannot_be_played_is_named(lines: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(PlaythroughError) as caught:
        told(*lines)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("start", ["lottery", "random"])
def test_a_turn_that_the_program_prints_is_read_also_if_luck_alone_has_decided(start: str) -> None:
    match = new_match("zatre", seats=3, seed=1, start=start)
    *_earlier, told, _result = playthrough(match.game, 3, match.turns)
    assert told["text"] == match.turns[-1]
    assert told["position"] == match.position


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffWd4,d1\nBd7,a4\n",
        "1. Wd4,d1 Bd7,a4\n",
        '[White "Anna"]\n1.Wd4,d1 ! {the\nmiddle} 2.Bd7,a4\n',
        "1) Wd4,d1\r\n2) Bd7,a4 ( Bd7,a1 )\r\n",
        "  1. Player 1: Wd4,d1\n  2. Player 2: Bd7,a4\n",
    ],
)
def test_what_replay_reads_is_played_through(gipf_meta: Command, text: str) -> None:
    plain = gipf_meta("playthrough", "zertz", typed="Wd4,d1\nBd7,a4\n")
    assert gipf_meta("playthrough", "zertz", typed=text) == plain


def test_a_text_that_nobody_reads_is_refused_at_its_line(gipf_meta: Command) -> None:
    done = gipf_meta("playthrough", "zertz", typed="Wd4,d1\nnonsense\n")
    assert done.status == 2
    assert done.err.startswith("gipf-meta: Line 2, 'nonsense': ")
    assert len(done.out.splitlines()) == 2
    sheet = gipf_meta("playthrough", "zertz", typed="1. Wd4,d1 Bd7,a4 nonsense\n")
    assert sheet.err.startswith("gipf-meta: Turn 3 (nonsense), line 1: ")
    assert len(sheet.out.splitlines()) == 3


def test_another_game_s_record_is_not_played_through(gipf_meta: Command) -> None:
    record = new_match("gipf").play("Gf1-f2")
    record.save("x.json")
    assert gipf_meta("playthrough", "zertz", "x.json").status == 2
