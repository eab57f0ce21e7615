"""The ``gipf-meta`` command: its promises, and one sentence for every wrong input."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gipf_meta import Showcase
from gipf_meta.cli import program, run
from gipf_meta.commands import play
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.records.models import duels_of
from gipf_meta.records.record_files import loads
from gipf_meta.table.table import Table
from tests.gipf.specimens import KINDS
from tests.specimens import bundled_games
from tests.tiers import slow, soak


class Done(NamedTuple):
    status: int
    out: str
    err: str


Command = Callable[..., Done]
Demo = Callable[..., str]


def refused(done: Done) -> str:
    """The one sentence on what was wrong."""
    assert done.status == 2
    (sentence,) = done.err.splitlines()
    assert sentence.startswith("gipf-meta: ")
    assert sentence.endswith((".", "?"))
    return sentence.removeprefix("gipf-meta: ")


@pytest.fixture
def gipf_meta(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    """Runs the command in an empty directory, with *typed* on standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def command(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(arguments)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return command


def test_games_and_plugins_are_listed(gipf_meta: Command) -> None:
    listed = [json.loads(line) for line in gipf_meta("games", "--json").out.splitlines()]
    assert {game["id"] for game in listed} >= {"die", "elsewhere", "gipf", "zertz"}
    players = {game["id"]: game["players"] for game in listed}
    assert {game["id"]: game["name"] for game in listed}["zertz"] == "zertz-v1"
    assert (players["zertz"], players["zatre"]) == ([2], [2, 3, 4, 5, 6])
    plugins = [json.loads(line) for line in gipf_meta("plugins", "--json").out.splitlines()]
    assert all(plugin["fault"] is None for plugin in plugins)
    assert "ZÈRTZ" in gipf_meta("games").out
    assert "brings zertz" in gipf_meta("plugins").out


def test_kinds_of_potentials_that_work_are_listed_with_the_plugins(gipf_meta: Command) -> None:
    listed = [json.loads(line) for line in gipf_meta("plugins", "--json").out.splitlines()]
    parts = {part["name"]: part for part in listed if part.get("part_of") == "gipf"}
    assert {f"{bundled_games()[kind].title}-potential" for kind in KINDS} <= {*parts}
    assert all(part["from"] and part["fault"] is None for part in parts.values())
    assert "a part of gipf" in gipf_meta("plugins").out


def test_perft_counts_divides_and_counts_decisions(gipf_meta: Command) -> None:
    assert gipf_meta("perft", "zertz", "1").out == "1944\n"
    assert gipf_meta("perft", "gipf", "1", "--set", "variant=basic").out == "42\n"
    assert gipf_meta("perft", "zertz", "1", "--moves").out == "111\n"
    divided = gipf_meta("perft", "gipf", "2", "--set", "variant=basic", "--divide").out.splitlines()
    assert len(divided) == 43
    whole = gipf_meta("perft", "gipf", "2", "--set", "variant=basic").out.strip()
    assert divided[-1] == f"total: {whole}"
    told = json.loads(gipf_meta("perft", "zertz", "1", "--json").out)
    assert told == {"depth": 1, "count": 1944}


def test_legal_lists_the_turns_of_a_position(gipf_meta: Command) -> None:
    position = "a1,b1,Wb2,Bb3,b4,c1 5/8/9 0/0/0 0/0/0 1"
    assert gipf_meta("legal", "zertz", "--position", position).out.split("\n")[:-1] == [
        "x b2Bb4",
        "x b3Wb1",
    ]


def test_playthrough_reads_a_file_or_standard_input(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("# two turns\nWg1,d1\n\nBf4,a3\nresign 1\n")
    out = [
        json.loads(line)
        for line in gipf_meta("playthrough", "zertz", "game.txt").out.split("\n")[:-1]
    ]
    assert [told.get("text") for told in out[1:-1]] == ["Wg1,d1", "Bf4,a3", "resign 1"]
    assert out[1]["next"] == {"seat": 1}
    assert out[-1] == {"result": {"winners": [0], "reason": "resign"}}
    typed = gipf_meta("playthrough", "zertz", typed="Wg1,d1\n").out
    assert typed.split("\n")[:-1] == [json.dumps(told, ensure_ascii=False) for told in out[:2]] + [
        '{"result": null}'
    ]


def test_what_was_right_before_the_fault_is_printed(gipf_meta: Command) -> None:
    done = gipf_meta("playthrough", "zertz", typed="Wg1,d1\nWg1,d2\n")
    assert done.status == 2
    assert len(done.out.splitlines()) == 2
    assert done.err.startswith("gipf-meta: Line 2, 'Wg1,d2': ")


# ---- the demo ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demos() -> dict[tuple[str, ...], str]:
    """The output of ``demo`` by its arguments, cached; a demo takes seconds."""
    return {}


@pytest.fixture
def demo(gipf_meta: Command, demos: dict[tuple[str, ...], str]) -> Demo:
    """Plays the demo with these arguments, if it was not played yet; returns its output."""

    def played(*arguments: str) -> str:
        if arguments not in demos:
            done = gipf_meta("demo", *arguments)
            assert done.status == 0
            demos[arguments] = done.out
        return demos[arguments]

    return played


@pytest.mark.slow
def test_the_demo_is_the_same_for_the_same_seed(gipf_meta: Command, demo: Demo) -> None:
    assert gipf_meta("demo", "--seed", "-6").out == demo("--seed", "-6")
    assert demo("--seed", "-6") != demo("--seed", "3")


@pytest.mark.parametrize("seed", [-6, *slow(10**18 - 2), *soak(*range(1, 21))])
def test_a_demo_ends_after_a_challenge_whose_duel_decided_it(
    gipf_meta: Command, demo: Demo, tmp_path: Path, seed: int
) -> None:
    record = loads(demo("--seed", str(seed), "--json"))
    assert record.result is not None
    assert record.result.winners
    duels = list(duels_of(record))
    assert duels
    for turn, duel in duels:
        path = tmp_path / "duel.json"
        path.write_text(duel.model_dump_json())
        assert gipf_meta("replay", str(path)).status == 0
        lines = "".join(f"{played.text}\n" for played in duel.turns)
        if duel.game == "tamsk":
            lines += f"@{duel.time} T\n"
        settings = [
            f"--set={name}={value}" for name, value in duel.options.items() if value is not None
        ]
        told = gipf_meta("playthrough", duel.game, *settings, typed=lines)
        result = json.loads(told.out.splitlines()[-1])["result"]
        assert duel.result is not None
        assert result["winners"] == list(duel.result.winners)
        if result["winners"]:
            winner = "WB"[duel.players[result["winners"][0]]]
            assert f"?({duel.game}:{winner})" in turn.text


def test_a_demo_that_finds_no_duel_shows_what_it_has(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = load_plugins().find("zertz")
    show = Showcase("ZÈRTZ", found(), ("random", "random"), duel=True)
    monkeypatch.setattr(Installed, "showcase", lambda installed: show)
    monkeypatch.setattr(play, "DEMOS", 3)
    done = gipf_meta("demo")
    assert done.status == 0
    assert done.out.startswith("ZÈRTZ, seed 18: ")


def test_a_demo_without_an_end_says_so(gipf_meta: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "play_bots", lambda table: table.play_bot())
    done = gipf_meta("demo")
    assert done.status == 2
    assert "has no end" in done.err


@pytest.mark.slow
def test_the_record_of_a_demo_replays(gipf_meta: Command, demo: Demo) -> None:
    text = demo("--seed", "-6", "--json")
    done = gipf_meta("replay", typed=text)
    assert done.status == 0
    told = demo("--seed", "-6")
    assert done.out == told[told.index("  1. White") :]
    turns = [
        json.loads(line) for line in gipf_meta("replay", "--json", typed=text).out.splitlines()
    ]
    assert {turn["depth"] for turn in turns} == {0, 1}


@pytest.mark.slow
def test_without_a_terminal_the_demo_is_played(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = Showcase("ZÈRTZ", load_plugins().find("zertz")(), ("random", "random"), duel=False)
    monkeypatch.setattr(Installed, "showcase", lambda installed: show)
    shown = gipf_meta()
    assert shown.out == gipf_meta("demo").out
    assert shown.out.startswith("ZÈRTZ, seed 18: ")


# ---- wrong input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess' here."),
        (["play", "zerz"], "Did you mean zertz?"),
        (
            ["perft", "zertz", "1", "--set", "bord=37"],
            "ZÈRTZ has no option bord. Did you mean board",
        ),
        (["perft", "zertz", "1", "--set", "board=38"], "ZÈRTZ, option board=38: it should be"),
        (["perft", "zertz", "1", "--set", "board"], "'board' is no setting"),
        (["perft", "zertz", "one"], "'one' is no number from 0"),
        (["perft", "zertz", "-1"], "DEPTH"),
        (["perft", "die", "1"], "Luck decides next"),
        (["perft", "zertz", "1", "--players", "3"], "ZÈRTZ is not for 3 players."),
        (["legal", "zertz", "--position", "nonsense"], "five fields"),
        (["legal", "die", "--position", "x"], "Die has no positions on one line."),
        (["play", "zertz", "--seats", "human", "clever"], "There is no player 'clever'"),
        (["play", "zertz", "--seats", "human"], "ZÈRTZ is for 2 players, not for 1."),
        (
            ["play", "zertz", "--players", "2", "--seats", "human"],
            "1 seats are named for 2 players",
        ),
        (["play", "gipf", "--set", "extra_pieces=4"], "extra_pieces"),
        (["playthrough", "zertz", "nothing.txt"], "nothing.txt cannot be read"),
        (["replay", "nothing.json"], "nothing.json cannot be read"),
        (["resume", "nothing.json"], "nothing.json cannot be read"),
        (["dance"], "There is no command 'dance'."),
        (["play"], "the following arguments are required: GAME"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_gets_one_sentence_and_status_2(
    gipf_meta: Command, arguments: list[str], sentence: str
) -> None:
    done = gipf_meta(*arguments)
    assert done.status == 2
    assert sentence.lower() in done.err.lower()
    assert done.err.startswith("gipf-meta: ")
    assert len(done.err.splitlines()) == 1


def test_a_replay_stops_at_the_first_turn_that_does_not_fit(gipf_meta: Command, demo: Demo) -> None:
    data: dict[str, Any] = json.loads(demo("--seed", "-6", "--json"))
    data["turns"][4]["decisions"][0]["move"] = "a1-b2;"
    done = gipf_meta("replay", typed=json.dumps(data))
    assert done.status == 2
    assert [line[:4] for line in done.out.splitlines()] == ["  1.", "  2.", "  3.", "  4."]
    assert "GIPF, turn 5" in done.err


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m gipf_meta demo --seed -6 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_file_may_stand_behind_the_options(gipf_meta: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("Wd4,d1\n")
    before = gipf_meta("playthrough", "zertz", str(path), "--set", "variant=blitz")
    after = gipf_meta("playthrough", "zertz", "--set", "variant=blitz", str(path))
    assert before.out == after.out
    assert '"n": 1' in after.out
    assert gipf_meta("playthrough", "zertz", str(path), "another").status == 2


@pytest.mark.slow
def test_a_terminated_match_is_kept(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gipf_meta", "play", "zertz", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("Wd4,d1\n")
    process.stdin.flush()
    assert any("removes ring d1" in line for line in process.stdout)
    process.send_signal(signal.SIGTERM)
    _, error = process.communicate()
    assert process.returncode == 2
    assert "it is kept: gipf-meta resume 1 goes on" in error
    with Library(tmp_path / "gipf-meta" / "library.sqlite") as library:
        assert library.record(1).turns[0].text == "Wd4,d1"


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [
        (["--seed", "5"], "seed", 5),
        (["--plain"], "plain", True),
        (["--graphics", "glyphs"], "graphics", "glyphs"),
    ],
)
def test_what_stands_before_a_command_holds_as_behind_it(
    option: list[str], name: str, value: object
) -> None:
    """The command took its own default instead, without a word."""
    for words in ([*option, "play", "zertz"], ["play", "zertz", *option]):
        assert getattr(program().parse_args(words), name) == value
    assert getattr(program().parse_args(["play", "zertz"]), name) in (None, False, "")
