"""Whole matches over bad networks: the ledger alone rebuilds each room."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gipf_meta import Game
from gipf_meta.bots import levels
from gipf_meta.plugins.loading import installed_plugins
from tests.host.conftest import GAMES
from tests.rooms.brittle import Blast, Brittle
from tests.rooms.simulation import Clumsy, Simulation
from tests.tiers import slow

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUND = 25
"""How many rooms one test simulates."""
IN_ALL = 1000
FAST = 100
"""How many of them ``make test`` simulates."""


@cache
def games() -> dict[str, type[Game[Any, Any]]]:
    """All games that are installed, the examples, and some that break."""
    found: dict[str, type[Game[Any, Any]]] = {
        **GAMES,
        **installed_plugins().games,
        "brittle": Brittle,
        "blast": Blast,
    }
    for name, kind in (("tictactoe", "TicTacToe"), ("pig", "Pig")):
        sys.path.insert(0, str(EXAMPLES / name))
        try:
            module = __import__(f"gipf_meta_{name}")
        finally:
            sys.path.pop(0)
        found[name] = getattr(module, kind)
    return found


@pytest.fixture(autouse=True)
def clumsy(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a bot that fails now and then."""
    monkeypatch.setitem(levels.BOTS, "clumsy", Clumsy)


@pytest.mark.parametrize("first", [*range(0, FAST, ROUND), *slow(*range(FAST, IN_ALL, ROUND))])
def test_a_room_is_what_its_ledger_says(first: int) -> None:
    for seed in range(first, first + ROUND):
        try:
            simulation = Simulation(seed, games())
            simulation.run()
            simulation.check()
        except Exception as error:
            raise AssertionError(f"the room of seed {seed} ({error})") from error
