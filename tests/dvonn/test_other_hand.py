"""The adapter of docs/engines.md: an engine that writes moves as the CodeCup does plays here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gipf_meta.workshop.arena.referee import play
from gipf_meta.workshop.arena.schedule import Task
from tests.bots.engines import command

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"
PLAYER = """
import sys
from gipf_meta_dvonn import Dvonn
from gipf_meta.protocol.game import Turn
game, own = Dvonn(), int(sys.argv[-1].partition("=")[2]) - 1
state = game.start(2)
while isinstance(now := game.status(state), Turn):
    if now.seat == own:
        move = game.turn_moves(state, own)[-1]
        text = game.format(state, move)
        print("PASS" if text == "-" else text.replace("-", "").upper(), flush=True)
    else:
        line = sys.stdin.readline().strip()
        if not line:
            break
        move = game.parse(state, now.seat, "-" if line == "PASS" else line.lower())
    state = game.apply(state, move)
"""
"""A stand-in for the foreign program: it plays one colour, and writes its moves in capitals."""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the adapter as a bot, with such a player."""
    code = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    (tmp_path / "prima.py").write_text(code)
    (tmp_path / "player.py").write_text(PLAYER)
    monkeypatch.chdir(tmp_path)  # a command is short enough for a record
    return f"engine:{command('prima.py', sys.executable, 'player.py')}"


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_a_game_to_its_end(words: str, seat: int) -> None:
    bots = (words, "random") if seat == 0 else ("random", words)
    outcome = play(Task(0, "dvonn", {}, bots, 1, 0, 600_000))
    assert outcome.at_fault is None, outcome.reason
    assert outcome.decisions > 60


def test_an_adapter_has_less_than_100_lines() -> None:
    code = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert 50 < code.count("\n") < 100
