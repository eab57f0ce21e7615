"""Which search plays better. No test.

``python -m tests.search_speed GAME [NAME=VALUE …]`` lets alpha-beta and the tree search play each
other, with the same time for each decision and each opening played from both sides.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import mean
from typing import Any

from gipf_meta.base.clock import cpu_ms
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.search_tree import options

LONGEST = 300
"""Turns after which a game is a draw."""


class CpuClock:
    """Processor time: a busy machine makes no weaker players."""

    def now_ms(self) -> int:
        return int(cpu_ms())


class Player:
    """One of the two searches, and how much it has looked at."""

    def __init__(self, name: str, game: AnyGame, ms: int) -> None:
        self.name, self.game, self.ms = name, game, ms
        self.nodes: list[int] = []

    def choose(self, state: Any, rng: Random) -> Any:
        budget = Budget(ms=self.ms, clock=CpuClock())
        search: Any
        if self.name == "tree":
            search = TreeSearch(self.game, 2)
            told = options(search.run(state, budget, rng))
        else:
            search = AlphaBeta(self.game)
            told = search.run(state, budget, rng)
        self.nodes.append(search.nodes)
        return told[0].move


def match(game: AnyGame, pairs: int, ms: int) -> None:
    """Prints how the two have done after each pair of games."""
    players = Player("alpha-beta", game, ms), Player("tree", game, ms)
    results: Counter[str] = Counter()
    for seed in range(pairs):
        for seats in (players, players[::-1]):
            results[played(game, seats, seed)] += 1
        looked = ", ".join(f"{player.name} {mean(player.nodes):,.0f}" for player in players)
        print(dict(results), f"nodes a decision: {looked}", flush=True)


def played(game: AnyGame, players: tuple[Player, ...], seed: int) -> str:
    """Plays a game, after a random first turn each; returns the name of the winner, or ``draw``."""
    state, rng = game.start(2), Random(seed)
    while not isinstance(now := game.status(state), Over):
        assert isinstance(now, Turn)
        if now.number > LONGEST:
            return "draw"
        moves = game.turn_moves(state, now.seat)
        if now.number <= 2 or len(moves) == 1:
            move = rng.choice(moves)
        else:
            move = players[now.seat].choose(state, Random(seed))
        state = game.apply(state, move)
    return players[now.winners[0]].name if len(now.winners) == 1 else "draw"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--ms", type=int, default=1000, help="for a search")
    parser.add_argument("--rounds", type=int, default=7, help="pairs of games")
    asked = parser.parse_args()
    chosen = dict(word.split("=", 1) for word in asked.options)
    match(configure(load_plugins().find(asked.game), chosen), asked.rounds, asked.ms)


if __name__ == "__main__":
    main()
