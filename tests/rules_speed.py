"""How fast rules and search are, compiled against interpreted: ``make bench``. No test.

``python -m tests.rules_speed`` runs ``gipf-meta bench`` with the sources and with the program that
``make play`` compiles, and prints both and their ratios. Where OpenSpiel is installed, some of its
games are timed in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from building import sources
from building.compiled import BuildError, Builds, make_wheel_with_pip
from building.launch import environment
from gipf_meta.base.clock import cpu_ms

FIGURES = ("games", "decisions", "playouts", "iterations", "nodes")
PEERS = (
    "havannah(board_size=4)",
    "y(board_size=9)",
    "hex(board_size=7)",
    "connect_four",
    "pentago",
    "breakthrough",
    "nine_mens_morris",
    "othello",
)
"""OpenSpiel's games, written in C++; the boards of the first two have the size of ours."""
ITERATIONS = 20_000


def benched(program: Path | None, words: list[str]) -> dict[str, dict[str, Any]]:
    """The figures of the bench command of a compiled *program*, or of the sources, for each
    game."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gipf_meta", "bench", "--json", *words],
        env=environment(program, os.environ),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return {told["game"]: told for told in map(json.loads, done.stdout.splitlines())}


def peers(seconds: float) -> None:
    """OpenSpiel's random games called from Python, as ours are over the protocol; then all in C++:
    games finished at random, and the iterations of its tree search."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (pip install '.[openspiel]').")
        return
    for name in PEERS:
        game, rng = pyspiel.load_game(name), Random(1)
        games = decisions = 0
        begun = cpu_ms()
        while (passed := (cpu_ms() - begun) / 1000) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            games += 1
        per_s = games / passed
        # one visit of the root that finishes the game many times; many visits that do it once
        playouts = max(1, round(per_s)) / searched(game, 1, max(1, round(per_s)))
        visits = min(ITERATIONS, max(50, round(playouts / 2)))
        iterations = visits / searched(game, visits, 1)
        print(
            f"{name:<22} {per_s:9,.0f} games/s {decisions / passed:11,.0f} decisions/s; in C++"
            f" {playouts:11,.0f} playouts/s {playouts * decisions / games:12,.0f} decisions/s"
            f" {iterations:11,.0f} iterations/s"
        )


def searched(game: Any, visits: int, playouts: int) -> float:
    """Seconds of processor time that OpenSpiel's tree search takes, the median of three."""
    import pyspiel

    taken = []
    for seed in (1, 2, 3):
        rollouts = pyspiel.RandomRolloutEvaluator(playouts, seed)
        bot = pyspiel.MCTSBot(game, rollouts, 1.4, visits, 1000, False, seed, False)
        begun = cpu_ms()
        bot.mcts_search(game.new_initial_state())
        taken.append((cpu_ms() - begun) / 1000)
    return median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*sources.plugins()], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each game, each way")
    asked = parser.parse_args()
    words = [*asked.games, f"--seconds={asked.seconds}"]
    try:
        program = Builds().build(make_wheel_with_pip)
    except BuildError as error:
        parser.error(str(error))
    interpreted, compiled = benched(None, words), benched(program, words)
    print("A second of processor time; (in one round of the reference loop)")
    for game, ours in interpreted.items():
        for told in (ours, compiled[game]):
            figures = (f"{told[f'{f}_per_s']:9,} {f}/s ({told['ratios'][f]:.3g})" for f in FIGURES)
            print(f"{game:<6} {told['rules']:<11}", *figures)
            short_cut = told["playouts_per_s"] / told["games_per_s"]
            print(" " * 18, f"playouts x {short_cut:.1f} random games over the protocol")
        # zero nodes: a search that is over at once
        gains = {f: compiled[game]["ratios"][f] / (ours["ratios"][f] or 1) for f in FIGURES}
        print(" " * 18, *(f"x {gain:.2f} {figure}" for figure, gain in gains.items()))
    peers(asked.seconds / len(PEERS))


if __name__ == "__main__":
    main()
