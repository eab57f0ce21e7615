"""How many decisions a second vectors make, beside random games over the protocol and playouts.

    python -m tests.vector_speed zertz gipf,variant=basic --matches 1000

Seconds are of processor time. Run it from a compiled program for the speed of one (`make play`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import gipf_meta as gm
from gipf_meta.base.clock import cpu_ms
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.playout import play_at_random

MS = 1500
"""The time for which each is measured."""


def speed(play: Callable[[], float]) -> float:
    """Decisions a second of *play*, which returns how many it has made."""
    made, begun = 0.0, cpu_ms()
    while cpu_ms() < begun + MS:
        made += play()
    return 1000 * made / (cpu_ms() - begun)


def at_random(masks: Any, rng: np.random.Generator) -> Any:
    """A legal number for each match, all equally likely."""
    rows, width = masks.shape
    begins = np.arange(rows + 1) * width
    legal = np.flatnonzero(masks)
    first = np.searchsorted(legal, begins)
    chosen = first[:-1] + (rng.random(rows) * np.diff(first)).astype(np.int64)
    return legal[chosen] - begins[:-1]


def measure(asked: str, count: int) -> str:
    """The line of a game with its options."""
    name, *chosen = asked.split(",")
    options = dict(each.split("=") for each in chosen)
    game = configure(installed_plugins().find(name), options)
    rng, luck = Random(1), np.random.default_rng(1)
    seats = game.seat_counts[0]
    games = [play_at_random(game, game.start(seats), rng).decisions for _each in range(20)]
    loop = speed(lambda: play_at_random(game, game.start(seats), rng).decisions)
    own = 0.0
    if isinstance(game, gm.Fast):
        fast, length = game, sum(games) / len(games)
        own = speed(lambda: len(fast.playout(game.start(seats), rng)) and length)
    matches = gm.vector(game, matches=count)
    made = speed(lambda: len(matches.step(at_random(matches.now.masks, luck)).over))
    share = f"vector {made:11,.0f}   loop {loop:11,.0f} ({made / loop:.2f})"
    return f"{asked:20} {share}   playout {own:11,.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=1000)
    asked = parser.parse_args()
    for each in asked.games:
        print(measure(each, asked.matches), flush=True)
