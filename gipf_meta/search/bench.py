"""Measures the speed of a game's rules, of a search in it, and of a fixed reference loop.

Figures of two machines, or of a busy one, are compared by their ratios to the loop of the same run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from random import Random
from typing import Final, NamedTuple

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.dispatch import search_board_of
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.playout import play_at_random, playout_of

NODES: Final = 4000
"""The most nodes of one search."""


class Speed(NamedTuple):
    """The speed of one core, in counts per second of processor time.

    *games* and *decisions* are those of random games over the protocol. *iterations* are nodes of a
    search from the start that uses playouts alone, *nodes* those of the search that bots use, which
    asks the game for its judgement.
    """

    games: float
    decisions: float
    playouts: float
    iterations: float
    nodes: float


def speed(game: AnyGame, ms: int, seed: int = 1) -> Speed:
    """Measures every figure for *ms* milliseconds of processor time; games give two figures."""
    rng = Random(seed)
    seats = game.seat_counts[0]
    start = game.start(seats)
    playout = playout_of(game, seats)
    games, decisions = _rates(lambda: play_at_random(game, start, rng).decisions, ms)
    _, playouts = _rates(lambda: bool(playout(start, rng)), ms)

    # one search takes little more than *ms*
    limit = Budget(nodes=max(20, min(NODES, round(playouts * ms / 4000))))

    def search_rate(guess: float) -> float:
        def nodes() -> int:
            search = TreeSearch(game, seats, guess=guess)
            search.run(start, limit, rng)
            return search.nodes

        return _rates(nodes, ms)[1]

    def board_nodes() -> int:
        board = search_board_of(game, start)
        assert board is not None
        search = Deepening()
        search.run(board, limit, rng)
        return int(search.nodes)

    has_board = seats == 2 and search_board_of(game, start) is not None
    nodes = _rates(board_nodes, ms)[1] if has_board else search_rate(game.playouts_tell)
    return Speed(games, decisions, playouts, search_rate(1.0), nodes)


def reference(ms: int) -> float:
    """Rounds of the reference loop in a second, measured for *ms* milliseconds."""
    return _rates(_reference_round, ms)[0]


def is_compiled(module: str) -> bool:
    """Whether *module*, or another loaded one of its package, is compiled."""
    package = module.rpartition(".")[0] or module
    return any(
        isinstance(getattr(found.__spec__, "loader", None), ExtensionFileLoader)
        for name, found in list(sys.modules.items())
        if f"{name}.".startswith(f"{package}.")
    )


def how_rules_run() -> str:
    """One sentence to the player: whether the rules run compiled. All of ours do, or none."""
    if is_compiled(TreeSearch.__module__):
        return _("The program is compiled: bots think at full speed.")
    return _("The program is not compiled: it plays the same, but bots look less far ahead.")


def _rates(do: Callable[[], int], ms: int) -> tuple[float, float]:
    """The runs of *do* in a second, and the sum of its results in a second."""
    rounds = total = 0
    begun = cpu_ms()
    while True:
        total += do()
        rounds += 1
        passed = cpu_ms() - begun
        if passed >= ms:
            return 1000 * rounds / passed, 1000 * total / passed


def _reference_round() -> int:
    """Walks over masks bit by bit, as rules do. Never change or compile this loop."""
    mixed, lengths = 1, dict.fromkeys(range(64), 0)
    for _step in range(100):
        mixed = (mixed * 6364136223846793005 + 1442695040888963407) & (1 << 61) - 1
        mask, bits = mixed & mixed >> 9, []
        while mask:
            low = mask & -mask
            bits.append(low.bit_length() - 1)
            mask ^= low
        lengths[len(bits)] += 1
    return lengths[0]
