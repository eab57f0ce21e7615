"""Whole matches over bad networks: the ledger alone rebuilds each room."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from gipf_meta import Game
from gipf_meta.plugins.loading import installed_plugins
from tests.rooms.brittle import Blast, Brittle
from tests.rooms.far_simulation import FarSimulation, gave_back
from tests.rooms.simulation import Simulation
from tests.rooms.simultaneous import SimultaneousSimulation
from tests.small_games.finding import GAMES
from tests.tiers import slow

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUND = 10
"""The number of rooms that one test simulates."""
IN_ALL = 30
"""The number of them that ``make test-slow`` simulates; ``make soak`` simulates more."""
FAST = 10
"""The number of them that ``make test`` simulates."""
FAR_FAST = 10
"""The number of rooms that two machines serve."""
SIMULTANEOUS = 25
"""The number of rooms in which much falls on the same millisecond."""


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


S = TypeVar("S", bound=Simulation)


def simulate(kind: type[S], seed: int) -> S:
    """Runs and checks the room of *seed*; an error names it."""
    try:
        simulation = kind(seed, games())
        simulation.run()
        simulation.check()
    except Exception as error:
        raise AssertionError(f"the room of seed {seed} ({error})") from error
    return simulation


pytestmark = pytest.mark.usefixtures("clumsy")


@pytest.mark.parametrize("first", [*range(0, FAST, ROUND), *slow(*range(FAST, IN_ALL, ROUND))])
def test_a_room_is_what_its_ledger_says(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulate(Simulation, seed)


@pytest.mark.parametrize(
    "first", [*range(0, FAR_FAST, ROUND), *slow(*range(FAR_FAST, IN_ALL, ROUND))]
)
def test_two_machines_that_die_serve_a_room_and_nothing_acknowledged_is_lost(first: int) -> None:
    gave = 0
    for seed in range(first, first + ROUND):
        simulation = simulate(FarSimulation, seed)
        gave += gave_back(simulation)
    assert gave, "what the network takes is given back"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SIMULTANEOUS, ROUND))
def test_two_machines_agree_on_what_falls_on_the_same_millisecond(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulate(SimultaneousSimulation, seed)
