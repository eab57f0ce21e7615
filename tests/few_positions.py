"""Few positions where a program that people use looks at what a second bears."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from unittest.mock import patch

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
    patches = [patch.object(kind, "positions_a_second", FEW) for kind in _kinds()]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
