"""Clumsy, unlucky and hostile users: nothing is lost, and nobody sees a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gipf_meta import Over, View, turn
from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads, save
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.program import gipf_meta
from tests.small_games.finding import GAMES, find, played
from tests.small_games.wager import Wager
from tests.tiers import slow

Begin = Callable[..., Match]


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "XDG_DATA_HOME": str(folder), **environment}
    program = f"{sys.executable} -m gipf_meta"
    return subprocess.run(
        command.replace("gipf-meta", program),
        shell=True,
        cwd=folder,
        env=here,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        "gipf-meta play zertz <&-",
        "gipf-meta games >&-",
        "PYTHONIOENCODING=ascii gipf-meta games",
        "printf 'W\\377d4\\n' | gipf-meta playthrough zertz",
        *slow(
            "gipf-meta playthrough zertz <&-",
            "gipf-meta replay <&-",
            "gipf-meta games | head -1",
            "head -c 300000 /dev/zero | gipf-meta playthrough zertz",
        ),
    ],
)
@pytest.mark.slow
def test_odd_streams_end_without_a_traceback(command: str, tmp_path: Path) -> None:
    done = shell(command, tmp_path)
    ends_in_a_sentence(done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("playthrough zertz", 300_000 * "\0"),
        ("replay /dev/zero", ""),
        ("perft elsewhere 3000", ""),
        ("demo --seed 1234567890123456789012345", ""),
        ("play zertz --players 0", ""),
        ("play gipf --set variant=a\nb", ""),
    ],
    ids=lambda text: text[:20],
)
def test_odd_words_and_sizes_end_without_a_traceback(
    words: str, typed: str, tmp_path: Path
) -> None:
    done = gipf_meta(words.split(" "), tmp_path, typed=typed)
    ends_in_a_sentence(done.status, done.err)


def ends_in_a_sentence(status: int, said: str) -> None:
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 1
    assert status in (0, 2)
    assert all(len(line) < 1000 for line in said.splitlines())


@pytest.mark.slow
def test_a_match_whose_reader_goes_away_is_kept(tmp_path: Path) -> None:
    lines = "".join("Wd4,d1\n" if i == 0 else "board\n" for i in range(400))
    (tmp_path / "typed").write_text(lines)
    done = shell("gipf-meta play zertz < typed | head -60", tmp_path)
    assert "it is kept" in done.stderr
    (path,) = tmp_path.rglob("library.sqlite")
    with Library(path) as library:
        assert library.record(1).turns[0].text == "Wd4,d1"


def test_only_ordinary_files_are_written(begin: Begin, tmp_path: Path) -> None:
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    with pytest.raises(RecordError, match="no ordinary file"):
        save(to_record(begin()), pipe)
    assert pipe.is_fifo()
    link.symlink_to(target)
    save(to_record(begin()), link)
    assert link.is_symlink()
    assert target.exists()


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    done = gipf_meta(
        ["play", "zertz"], tmp_path, typed="Wd4,d1\nsave precious\nsave a b.json\nquit\n"
    )
    assert "precious exists already; give another name." in done.out
    assert (tmp_path / "precious").read_text() == "mine"
    assert (tmp_path / "a b.json").exists()


def test_a_finished_match_brings_its_file_up_to_date(tmp_path: Path) -> None:
    gipf_meta(["play", "zertz"], tmp_path, typed="Wd4,d1\nsave x.json\nresign\n")
    result = loads((tmp_path / "x.json").read_text()).result
    assert result is not None
    assert result.reason == "resign"


# ---- tampered records --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        {"people": [{"name": "A"}]},
        {"people": [{"name": "A\nB"}, {"name": "C"}]},
        {"people": [{"name": ""}, {"name": "C"}]},
        {"seed": 10**30},
        {"format": True},
        {"format": 1.0},
    ],
    ids=str,
)
def test_a_tampered_record_is_refused(begin: Begin, spoil: dict[str, Any]) -> None:
    data = {**json.loads(dumps(to_record(begin()))), **spoil}
    with pytest.raises(RecordError):
        replay(loads(json.dumps(data)), find)


def test_a_duel_with_swapped_seats_is_refused(begin: Begin) -> None:
    data = json.loads(dumps(to_record(played(begin(duel="elsewhere"), "claim", "challenge"))))
    duel = data["turns"][0]["decisions"][-1]["duel"]
    duel["players"] = duel["players"][::-1]
    with pytest.raises(RecordError, match="other seats than were agreed"):
        replay(loads(json.dumps(data)), find)


# ---- failing plugins ---------------------------------------------------------------------------


class NoView(Wager):
    def view(self, state: Any, seat: int | None) -> View:
        return None  # type: ignore[return-value]


class NoStart(Wager):
    def start(self, seats: int) -> Any:
        return None


class BadSeat(Wager):
    def status(self, state: Any) -> Any:
        return turn(5, 3)


class BadWinner(Wager):
    def status(self, state: Any) -> Any:
        return Over((7,), "odd") if state.number > 1 or state.phase != "claim" else turn(0, 1)


class Leaving(Wager):
    def apply(self, state: Any, move: Any) -> Any:
        sys.exit(5)


class NoTurnText(Wager):
    def format_turn(self, state: Any, moves: Any) -> str:
        raise ZeroDivisionError


FAILING = [NoView, NoStart, BadSeat, BadWinner, Leaving, NoTurnText]


@pytest.mark.parametrize("game", FAILING, ids=lambda game: game.__name__)
def test_a_duel_that_returns_garbage_is_offered_to_be_replaced(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, game: type[Wager]
) -> None:
    monkeypatch.setitem(GAMES, "failing", game)
    match = begin(duel="failing")
    table = Table(match, [Player("Left"), Player("Right")], StillClock())
    for move in ("claim", "challenge", "claim"):
        if not table.trouble:
            table.play(move)
    assert table.trouble
    table.choose_duel("no_such_game")
    assert "no game 'no_such_game'" in table.trouble
    table.choose_duel("die")
    assert table.trouble == ""
    assert table.match.top.game.id == "die"
    assert loads(dumps(table.record())).game == "wager"


@pytest.mark.parametrize("game", [NoView, Leaving, NoTurnText], ids=lambda game: game.__name__)
def test_a_match_that_returns_garbage_stays_as_it_was(game: type[Wager]) -> None:
    table = Table(Match.begin(game(), 2, find), [Player("Left"), Player("Right")], StillClock())
    before = table.match
    with pytest.raises(GameFailed, match="Wager failed"):
        table.play("claim")
    assert table.match is before
