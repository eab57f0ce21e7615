"""``gipf-meta arena``: what it prints, and one sentence for every wrong input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from multiprocessing import get_start_method
from pathlib import Path
from typing import NamedTuple

import pytest

from gipf_meta.cli import run
from gipf_meta.records.models import RecordError

BLITZ = ("zertz", "--set", "variant=blitz")


class Done(NamedTuple):
    status: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def arena(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    """Runs the command in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str) -> Done:
        status = run(["arena", *arguments])
        return Done(status, *capsys.readouterr())

    return command


def test_two_bots_as_a_table(arena: Command) -> None:
    done = arena(*BLITZ, "--bots", "greedy", "random", "--games", "4")
    assert done.status == 0
    assert done.err == ""
    assert done.out.splitlines() == [
        "                   won  drawn   lost  score   Elo (95 %)",
        "greedy - random      4      0      0 100.0%   +∞ (+110 to +∞)",
    ]


def test_three_bots_as_tables(arena: Command) -> None:
    done = arena(*BLITZ, "--bots", "random", "greedy", "random:7", "--games", "2", "--jobs", "2")
    lines = done.out.splitlines()
    assert [line[:19] for line in lines[1:4]] == [
        "random   - greedy  ",
        "random   - random:7",
        "greedy   - random:7",
    ]
    assert lines[5].split() == ["games", "wins", "place"]
    assert lines[6].split() == ["greedy", "4", "100.0%", "1.00"]


def test_four_seats_as_a_table(arena: Command) -> None:
    asked = ("zatre", "--set", "short_game=4", "--players", "4", "--games", "2")
    done = arena(*asked, "--bots", "random", "greedy")
    assert [line.split()[0] for line in done.out.splitlines()] == ["games", "greedy", "random"]
    assert "Elo" not in done.out


def test_the_result_for_programs(arena: Command) -> None:
    told = json.loads(arena(*BLITZ, "--bots", "greedy", "random", "--games", "4", "--json").out)
    assert told["arena"]["options"] == {"variant": "blitz"}
    assert told["games"] == 4
    assert told["bots"][0] == {
        "bot": "greedy", "games": 4, "wins": 1.0, "place": 1.0, "faults": 0,
    }  # fmt: skip
    (pair,) = told["pairs"]
    assert pair["bots"] == ["greedy", "random"]
    assert pair["pairs"] == [0, 0, 0, 0, 2]
    assert pair["elo"] == {"elo": None, "low": 110.2, "high": None}
    assert told["sprt"] is None


def test_a_sequential_test_says_what_it_found(arena: Command) -> None:
    asked = (*BLITZ, "--bots", "random", "greedy", "--games", "400", "--sprt", "-100", "0")
    last = arena(*asked).out.splitlines()[-1]
    assert last.startswith("SPRT of -100 against +0: -100 accepted after ")
    told = json.loads(arena(*asked, "--json").out)
    assert told["sprt"]["accepted"] == -100
    assert told["games"] == 2 * told["sprt"]["pairs"] < 100


@pytest.mark.skipif(get_start_method() != "fork", reason="other processes know no test bots")
def test_faults_are_told(arena: Command) -> None:
    done = arena(*BLITZ, "--bots", "random", "crashing", "--games", "2", "--jobs", "2")
    assert done.status == 0
    assert done.out.splitlines()[-2:] == [
        "Game 0: crashing lost by a fault of its own (LookupError: no idea at all).",
        "Game 1: crashing lost by a fault of its own (LookupError: no idea at all).",
    ]


def test_a_file_is_gone_on_with_by_the_same_command_alone(arena: Command, tmp_path: Path) -> None:
    asked = (*BLITZ, "--bots", "greedy", "random", "--games", "4", "--file", "games.jsonl")
    first = arena(*asked)
    lines = (tmp_path / "games.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 5
    (tmp_path / "games.jsonl").write_text("".join(lines[:3]) + lines[3][:20])
    assert arena(*asked, "--jobs", "2") == first
    assert sorted((tmp_path / "games.jsonl").read_text().splitlines(keepends=True)) == sorted(lines)
    other = arena(*asked, "--seed", "2")
    assert other.status == 2
    assert "other arguments (seed)" in other.err


def test_a_file_of_before_there_were_limits_of_memory_is_gone_on_with(
    arena: Command, tmp_path: Path
) -> None:
    asked = (*BLITZ, "--bots", "random", "random", "--games", "2", "--file", "games.jsonl")
    first = arena(*asked)
    text = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(text.replace(', "memory_mb": null', ""))
    assert arena(*asked) == first
    assert "other arguments (memory_mb)" in arena(*asked, "--memory", "100").err


def test_the_table_is_written_where_it_is_wanted(arena: Command, tmp_path: Path) -> None:
    asked = (*BLITZ, "--bots", "greedy", "random", "--games", "2", "--file", "games.jsonl")
    assert arena(*asked, "--table", "table.csv").status == 0
    assert (tmp_path / "table.csv").read_text().startswith("place,bot,games,points,share,faults")
    assert arena(*asked, "--table", "table.html").status == 0
    assert "<h1>ZÈRTZ: 2 games</h1>" in (tmp_path / "table.html").read_text("utf-8")


def test_a_bar_is_shown_on_a_terminal_alone(
    arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (*BLITZ, "--bots", "greedy", "random", "--games", "2")
    plain = arena(*asked)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = arena(*asked)
    assert shown.out == plain.out
    assert "2/2" in shown.err
    assert plain.err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["zertz"], "arguments are required: --bots"),
        (["chess", "--bots", "random", "greedy"], "There is no game 'chess' here."),
        (["zertz", "--bots", "random", "clever"], "There is no bot 'clever'"),
        (["zertz", "--bots", "random"], "Name at least two bots"),
        (["zertz", "--bots", "human", "greedy"], "Only bots play in the arena"),
        (["zertz", "--bots", "random", "greedy", "--games", "3"], "a multiple of 2"),
        (["zertz", "--bots", "random", "greedy", "--games", "9999998"], "more than the 1000000"),
        (["zertz", "--bots", "random", "greedy", "--players", "3"], "not for 3 players"),
        (["zertz", "--bots", "random", "greedy", "--jobs", "0"], "is no number from 1"),
        (["zertz", "--bots", "random", "greedy", "--limit", "nan"], "is no number; write it as"),
        (["zertz", "--bots", "random", "greedy", "--limit", "-1"], "more than 0 seconds"),
        (["zertz", "--bots", "random", "greedy", "--limit", "1000000000"], "at most 1000000"),
        (["zertz", "--bots", "random", "greedy", "--sprt", "5", "0"], "ELO0 is less than ELO1"),
        (["zertz", "--bots", "random", "greedy", "--executor", "ray"], "'ray' is no executor"),
        (["zertz", "--bots", "random", "greedy", "--table", "x.txt"], "ends in .csv or .html"),
        (["zertz", "--bots", "random", "greedy", "--memory", "0"], "is no number from 1"),
        (["zertz", "--bots", "random", "greedy", "--file", "/"], "/ cannot be written"),
        (
            ["zertz", "--bots", "random", "greedy", "--jobs", "2", "--executor", "dask:x"],
            "not allowed with argument",
        ),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(
    arena: Command, arguments: list[str], sentence: str
) -> None:
    done = arena(*arguments)
    assert done.status == 2
    assert done.out == ""
    (said,) = done.err.splitlines()
    assert said.startswith("gipf-meta: ")
    assert sentence in said


def test_a_table_that_cannot_be_written_is_refused_before_anything_is_played(
    arena: Command, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for name in ("file/table.csv", "folder.csv"):
        (tmp_path / "folder.csv").mkdir(exist_ok=True)
        done = arena(*BLITZ, "--bots", "greedy", "random", "--games", "2000", "--table", name)
        assert (done.status, done.out) == (2, "")
        assert "table.csv" in done.err or "is no ordinary file" in done.err


def test_memory_is_refused_before_anything_is_played_where_it_cannot_be_limited(
    arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    done = arena(*BLITZ, "--bots", "greedy", "random", "--games", "2000", "--memory", "9")
    assert (done.status, done.out) == (2, "")
    assert "cannot limit the memory" in done.err


def test_standings_are_told_although_their_table_cannot_be_written_any_more(
    arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*asked: object) -> None:
        raise RecordError("the disk is full.")

    monkeypatch.setattr("gipf_meta.commands.arena.write_whole", fail)
    done = arena(*BLITZ, "--bots", "greedy", "random", "--games", "2", "--table", "table.csv")
    assert (done.status, done.err) == (2, "gipf-meta: the disk is full.\n")
    assert "greedy - random" in done.out


def test_time_for_each_decision_is_for_those_who_use_it(arena: Command) -> None:
    done = arena(*BLITZ, "--bots", "greedy", "random", "--games", "2", "--ms", "5")
    assert done.status == 2
    assert "--ms is for engines and for expert: name one of them." in done.err
    for wrong in ("0", "20001", "a"):
        assert arena(*BLITZ, "--bots", "expert", "random", "--ms", wrong).status == 2
    told = json.loads(
        arena(*BLITZ, "--bots", "expert", "random", "--games", "2", "--ms", "1", "--json").out
    )
    assert told["arena"]["decision_ms"] == 1
    assert told["games"] == 2
