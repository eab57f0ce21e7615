"""How fast the rules of a game and a search in it are, and a fixed loop to compare them with.

Figures of two machines, or of one that was busy, compare by their ratios to that loop, which is
timed in the same run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from random import Random
from typing import Final, NamedTuple

from gipf_meta.clock import cpu_ms
from gipf_meta.game import AnyGame
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.playout import played_at_random, playout_of

NODES: Final = 200
"""Nodes of one search."""


class Speed(NamedTuple):
    """What one core does in a second of processor time: random games and their decisions over the
    protocol, playouts, and nodes of a search from the start."""

    games: float
    decisions: float
    playouts: float
    nodes: float


def speed(game: AnyGame, ms: int, seed: int = 1) -> Speed:
    """Measures each of the three for *ms* milliseconds of processor time."""
    rng = Random(seed)
    seats = game.seat_counts[0]
    start = game.start(seats)
    playout, search = playout_of(game, seats), TreeSearch(game, seats)
    games, decisions = _rates(lambda: played_at_random(game, start, rng).decisions, ms)
    _, playouts = _rates(lambda: bool(playout(start, rng)), ms)

    def nodes() -> int:
        search.run(start, Budget(nodes=NODES), rng)
        return search.nodes

    return Speed(games, decisions, playouts, _rates(nodes, ms)[1])


def reference(ms: int) -> float:
    """Rounds a second of the fixed loop."""
    return _rates(_round, ms)[0]


def is_compiled(module: str) -> bool:
    """Whether *module*, or another loaded one of its package, is compiled."""
    package = module.rpartition(".")[0] or module
    return any(
        isinstance(getattr(found.__spec__, "loader", None), ExtensionFileLoader)
        for name, found in list(sys.modules.items())
        if f"{name}.".startswith(f"{package}.")
    )


def _rates(do: Callable[[], int], ms: int) -> tuple[float, float]:
    """How often *do* runs in a second, and the sum of what it returns."""
    rounds = total = 0
    begun = cpu_ms()
    while True:
        total += do()
        rounds += 1
        passed = cpu_ms() - begun
        if passed >= ms:
            return 1000 * rounds / passed, 1000 * total / passed


def _round() -> int:
    """Masks walked over bit by bit: what rules do most. Never change it, nor compile it."""
    mixed, lengths = 1, dict.fromkeys(range(64), 0)
    for _ in range(100):
        mixed = (mixed * 6364136223846793005 + 1442695040888963407) & (1 << 61) - 1
        mask, bits = mixed & mixed >> 9, []
        while mask:
            low = mask & -mask
            bits.append(low.bit_length() - 1)
            mask ^= low
        lengths[len(bits)] += 1
    return lengths[0]
