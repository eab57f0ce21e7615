"""Few positions where a program that people use looks at what a second bears."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Game

FEW: Final = 1000
"""Positions for a hint, an analysis and a decision of ``expert``."""


@cache
def _kinds() -> list[type[Any]]:
    """``Game``, and the games that say themselves what a second bears."""
    bases = [kind for game in installed_plugins().games.values() for kind in game.__mro__]
    said = [kind for kind in bases if "positions_a_second" in vars(kind)]
    return list(dict.fromkeys([Game, *said]))


@contextmanager
def few_positions() -> Iterator[None]:
    """Lets all games say that a second bears few positions."""
    # by hand: every test does it, and patches take as long as a small test
    before = [(kind, vars(kind)["positions_a_second"]) for kind in _kinds()]
    for kind, _own in before:
        kind.positions_a_second = FEW
    try:
        yield
    finally:
        for kind, own in before:
            kind.positions_a_second = own
