"""``python -m tuning.tune GAME``: better weights by self-play (SPSA), printed.

Simultaneous perturbation: each step makes every weight a little greater or less, by lot. The one
half and its mirror image play a pair of games that begin alike, and all weights go a little towards
the winner. Steps are shares of a weight, so no weight changes its sign. In the end the weights that
were found play those from before.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from math import exp
from random import Random
from typing import Any, Final

from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import read_settings
from gipf_meta.workshop.arena.standings import elo, mean
from tuning.games import Meeting, Side, installed, plugin, weighed

REACH: Final = 0.25
"""How far a weight is moved to be tried at first, as a share of it."""
STEP: Final = 0.08
"""How far it goes after a pair that was won twice, at first."""


def moved(weights: Any, by: Mapping[str, float]) -> Any:
    """*weights*, each multiplied by the exponential of what *by* says."""
    return replace(weights, **{name: getattr(weights, name) * exp(by[name]) for name in by})


class Tuner:
    """Climbs from the weights of *game*, one pair of games a step; the mean of all steps counts."""

    def __init__(
        self, game: type[AnyGame], given: Mapping[str, Any], nodes: int, seed: int, steps: int
    ) -> None:
        self.game, self.given, self.nodes, self.seed, self.steps = game, given, nodes, seed, steps
        self.before = plugin(game).WEIGHTS
        self.at = dict.fromkeys(asdict(self.before), 0.0)
        self.passed = dict(self.at)
        self.rng = Random(seed)

    def step(self, number: int) -> float:
        """Plays pair *number* and goes where it points; its points."""
        reach = REACH / (number + 1) ** 0.101
        stride = STEP * ((1 + self.steps / 10) / (number + 1 + self.steps / 10)) ** 0.602
        signs = {name: self.rng.choice((-1, 1)) for name in self.at}
        sides = [
            Side(
                weighed(
                    self.game,
                    moved(self.before, {n: self.at[n] + way * reach * signs[n] for n in self.at}),
                ),
                self.nodes,
            )
            for way in (1, -1)
        ]
        points = Meeting(self.game, self.given, sides, self.seed).pair(number)
        for name, sign in signs.items():
            self.at[name] += stride * (points - 1) * sign
            if number >= self.steps // 2:
                self.passed[name] += self.at[name] / (self.steps - self.steps // 2)
        return points

    @property
    def after(self) -> Any:
        """The weights in the middle of the second half of the way."""
        return moved(self.before, self.passed)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tuning.tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200, help="to tune by; default: 200")
    parser.add_argument("--proof", type=int, default=100, help="after against before; default: 100")
    parser.add_argument("--nodes", type=int, default=50, help="of a decision; default: 50")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE")
    asked = parser.parse_args()
    game = installed().find(asked.game)
    given = read_settings(asked.set)
    tuner = Tuner(game, given, asked.nodes, asked.seed, asked.games // 2)
    for number in range(tuner.steps):
        points = tuner.step(number)
        near = " ".join(f"{name}={exp(by):.2f}" for name, by in tuner.at.items())
        print(f"pair {number + 1} of {tuner.steps}: {points:g}; {near}", file=sys.stderr)
    sides = [Side(weighed(game, w), asked.nodes) for w in (tuner.after, tuner.before)]
    counts = [0] * 5
    for points in Meeting(game, given, sides, asked.seed + 1).pairs(asked.proof // 2):
        counts[int(2 * points)] += 1
    strength = elo(counts)
    result = {
        "game": asked.game,
        "options": given,
        "seed": asked.seed,
        "nodes": asked.nodes,
        "games": asked.games,
        "before": asdict(tuner.before),
        "after": {name: float(f"{value:.4g}") for name, value in asdict(tuner.after).items()},
        "proof": {
            "pairs": counts,
            "score": round(mean(counts), 3),
            "elo": [round(bound) if abs(bound) < 10_000 else None for bound in strength],
        },
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
