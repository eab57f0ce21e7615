"""The effort of a review: how deep it searches a position, and the budget of each search."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import MOST_NODES, Budget, Flag

ROUGH_NODES: Final = 200
"""Positions of a search at a glance."""
SHARE: Final = 8
"""A search looks at one part of so many of what a second bears where the same seed is to say the
same; a turn takes two or three searches."""
MS: Final = 100
"""The milliseconds of a search where the same seed need not give the same."""
DEEPER: Final = 8
"""The factor by which a search is larger if a sign depends on it."""
DEEPEST: Final = 4
"""The further factor if the sign of a blunder depends on it."""


class Depth(IntEnum):
    """The depths to which a review searches a position."""

    NONE = 0
    ROUGH = 1
    GOOD = 2
    DEEP = 3
    DEEPEST = 4


@dataclass(frozen=True)
class Effort:
    """The effort of a review: *nodes* positions or *ms* milliseconds, by *clock*, for each search;
    without both, so many positions as a part of a second bears in the game.

    *is_rough_first*: all turns are searched roughly before.
    """

    nodes: int | None = None
    ms: int | None = None
    is_rough_first: bool = False
    clock: Clock = field(default_factory=RealClock, compare=False)

    def budget(self, look: Depth, game: AnyGame, cancelled: Flag) -> Budget:
        """The budget of one search of *game*, which ends when *cancelled* is set."""
        if look is Depth.ROUGH:
            return Budget(ROUGH_NODES, cancelled=cancelled)
        times = {Depth.DEEP: DEEPER, Depth.DEEPEST: DEEPER * DEEPEST}.get(look, 1)
        if self.ms is not None:
            return Budget(None, times * self.ms, cancelled, self.clock)
        nodes = self.nodes or max(ROUGH_NODES, game.positions_a_second // SHARE)
        return Budget(min(times * nodes, MOST_NODES), None, cancelled, self.clock)


BY_TIME: Final = Effort(ms=MS, is_rough_first=True)
"""The effort for a person who waits at a screen."""
