"""Drawing lots: the seed of a match and the number of its lots so far decide the next."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.protocol.game import Chance


def draw(luck: Chance[Any], seed: int, draws: int) -> Any:
    """The outcome of *luck*, by weight, in a match of that *seed* after *draws* lots."""
    mark = Random(f"{seed}/{draws}").randrange(sum(weight for _, weight in luck.outcomes))
    for outcome, weight in luck.outcomes:
        mark -= weight
        if mark < 0:
            return outcome
    raise AssertionError("weights are positive")
