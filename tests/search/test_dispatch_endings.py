"""Endings are exact: what a search says for sure is so, and small ones are solved for sure.

They are compared with brute force over the rules alone (``exact``).
"""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from tests.search.endings import SEATS, find_ending
from tests.specimens import find_specimens
from tests.tiers import slow, soak


def without_luck(game: str) -> AnyGame | None:
    """A way to play *game* whose start luck does not draw, at first by its default options;
    ``None``: it has no such way."""
    kind = load_plugins().find(game)
    for options in ({}, *(preset.options for preset in kind.presets)):
        found = configure(kind, options)
        if timed(found):
            found = configure(kind, kind.gentle_start)
        if 2 in found.seat_counts and isinstance(found.status(found.start(2)), Turn):
            return found
    return None


GAMES = {game: found for game in find_specimens() if (found := without_luck(game))}
POSITIONS = 6000
"""The number of positions that suffice; ``expert`` may look at more."""
SMALL = 100
"""After a small ending so many states can come."""
LARGE = 2000
SEEDS = 500


@pytest.mark.parametrize("seed", [0, *slow(1, 2), *soak(*range(3, SEEDS))])
@pytest.mark.parametrize("game", GAMES)
def test_endings_are_solved(game: str, seed: int) -> None:
    found = GAMES[game]
    is_small = seed % 2 == 0
    ending = find_ending(found, seed, SMALL if is_small else LARGE)
    if ending is None:
        pytest.skip(f"Luck or time has a part in {game}.")
    best, *_others = search_moves(found, ending.state, SEATS, Budget(POSITIONS), Random(seed))
    if best.sure:
        assert best.value == ending.worth
    if is_small or best.sure:
        assert best.sure
        assert best.move in ending.best
