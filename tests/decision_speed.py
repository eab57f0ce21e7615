"""Random decisions a second, one way after another: ``python -m tests.decision_speed``. No test.

The protocol (``legal_moves``, ``apply``, ``status``), a match (``Match.play``, which reads the text
of each decision), the library door (``legal`` and ``play`` of ``gipf_meta.new_match``) and, where
OpenSpiel is installed, its havannah, all called from Python and timed in one run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

import gipf_meta as gm
from gipf_meta.base.clock import cpu_ms
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.bench import how_rules_run

ROUNDS = 3


def over_protocol(game: AnyGame, rng: Random) -> int:
    """Plays one random game and counts its decisions."""
    state, decisions = game.start(2), 0
    while isinstance(now := game.status(state), Turn):
        state = game.apply(state, rng.choice(game.legal_moves(state, now.seat)))
        decisions += 1
    return decisions


def through_match(game: AnyGame, find: GameFinder, rng: Random) -> int:
    """The same by texts, each of which the match reads."""
    match, decisions = Match.begin(game, 2, find), 0
    while isinstance(now := match.top.status, Turn):
        state = match.top.state
        match = match.play(game.format(state, rng.choice(game.legal_moves(state, now.seat))))
        decisions += 1
    return decisions


def through_door(name: str, rng: Random) -> int:
    """The same as a user of the library does it."""
    match, decisions = gm.new_match(name, seed=1), 0
    while match.to_move is not None:
        match = match.play(rng.choice(match.legal))
        decisions += 1
    return decisions


def peer(rng: Random) -> Callable[[], int]:
    """OpenSpiel's havannah on a board of 37 cells. Raises ``ImportError``."""
    import pyspiel

    game = pyspiel.load_game("havannah(board_size=4)")

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def per_second(play: Callable[[], int], seconds: float) -> float:
    """Decisions in a second of processor time."""
    decisions, begun = 0, cpu_ms()
    while (passed := (cpu_ms() - begun) / 1000) < seconds:
        decisions += play()
    return decisions / passed


def main() -> None:
    """Prints a line for each way; the best of some rounds counts, taken in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="zertz")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each way, each round")
    asked = parser.parse_args()
    installed, rng = load_plugins(), Random(1)
    game = configure(installed.find(asked.game), {})
    ways: dict[str, Callable[[], int]] = {
        "protocol": lambda: over_protocol(game, rng),
        "match": lambda: through_match(game, installed.find, rng),
        "door": lambda: through_door(asked.game, rng),
    }
    try:
        ways["havannah"] = peer(rng)
    except ImportError:
        print("OpenSpiel is not installed (pip install '.[bench]').")
    print(f"{asked.game}: {how_rules_run()}; decisions in a second of processor time")
    best = dict.fromkeys(ways, 0.0)
    for _round in range(ROUNDS):
        for way, play in ways.items():
            best[way] = max(best[way], per_second(play, asked.seconds))
    for way, figure in best.items():
        print(f"{way:<10}{figure:11,.0f}")


if __name__ == "__main__":
    main()
