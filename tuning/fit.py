"""``python -m tuning.fit GAME``: weights whose judgement comes nearest to how games end.

Games are played by the weights as they are. Then one weight after the other is made greater or
less, as long as the squares of (judgement - result) over all positions become less. It finds the
right size of weights with few games; which of two near ones plays better, ``tuning.tune`` asks.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from gipf_meta.protocol.options import configure, read_settings
from tuning.games import Judge, Meeting, Side, installed, plugin, weighed

FACTORS = (2.0, 1.4, 1.15, 1.05)


def collected(meeting: Meeting, games: int) -> list[tuple[Any, float]]:
    """Positions of so many games, each with what its game was worth to seat 0."""
    found: list[tuple[Any, float]] = []
    for number in range(games):
        states: list[Any] = []
        worth = meeting.play(number, (0, 1), states.append)
        found += [(state, worth) for state in states]
        print(f"\r{number + 1} games, {len(found)} positions ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def loss(rules: Any, judge: Judge, positions: Sequence[tuple[Any, float]]) -> float:
    """How far judgements are from results: the mean of squares."""
    return sum((judge(rules, s, 0) - worth) ** 2 for s, worth in positions) / len(positions)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tuning.fit", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--nodes", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--keep", type=Path, help="a file of positions, made if it is not there")
    parser.add_argument("--but", nargs="*", default=[], help="weights that stay as they are")
    asked = parser.parse_args()
    game = installed().find(asked.game)
    given = read_settings(asked.set)
    rules: Any = configure(game, given)
    rules = rules.rules
    weights = plugin(game).WEIGHTS
    if asked.keep and asked.keep.exists():
        positions = pickle.loads(asked.keep.read_bytes())
    else:
        side = Side(weighed(game, weights), asked.nodes)
        positions = collected(Meeting(game, given, (side, side), asked.seed), asked.games)
        if asked.keep:
            asked.keep.write_bytes(pickle.dumps(positions))
    least = loss(rules, weighed(game, weights), positions)
    print(f"{len(positions)} positions, {least:.4f}: {weights}")
    for factor in FACTORS:
        better = True
        while better:
            better = False
            for name, value in asdict(weights).items():
                for tried in (value * factor, value / factor):
                    if name in asked.but:
                        continue
                    other = replace(weights, **{name: tried})
                    reached = loss(rules, weighed(game, other), positions)
                    if reached < least - 1e-6:
                        weights, least, better = other, reached, True
                        break
        print(f"by {factor}: {least:.4f}: {weights}", flush=True)


if __name__ == "__main__":
    main()
