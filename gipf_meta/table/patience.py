"""How long people wait for a bot: a limit for a whole turn, shared by the decisions in it."""

from __future__ import annotations

from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Turn

PATIENCE_MS: Final = 8_000
"""How many milliseconds people wait for a turn of a bot, if they do not say otherwise."""
THINKING: Final = 0.85
"""The part of that time in which bots think; the rest is for pauses and for slow machines."""
SHARE: Final = 0.7
"""The part of the time left that the next decision may use: more decisions may follow it."""
LEAST_MS: Final = 100
"""What each decision may use at least, in milliseconds."""


class Patience:
    """Divides *ms* milliseconds of each bot's turn among the decisions of that turn.

    ``None``: nobody waits, and bots count positions alone. *clock* says how long a bot has thought.
    """

    def __init__(self, clock: Clock, ms: int | None = None) -> None:
        self.ms = ms
        self._clock = clock
        self._turn: tuple[int, Turn] | None = None
        self._made = -1
        self._used_ms = 0
        self._begun_at_ms = 0

    def begin(self, match: Match) -> int | None:
        """The limit in ms for the decision of *match* that is asked for now; ``None``: no limit."""
        top, now = match.top, match.top.status
        turn, made = (len(match.sessions), now) if isinstance(now, Turn) else None, len(top.steps)
        if turn != self._turn or made <= self._made:  # another turn, or the same one taken back
            self._used_ms = 0
        self._turn, self._made = turn, made
        self._begun_at_ms = self._clock.now_ms()
        if self.ms is None:
            return None
        left_ms = self.ms * THINKING - self._used_ms
        return max(LEAST_MS, int(left_ms * SHARE))

    def end(self) -> None:
        """Notes that the decision asked for last has come."""
        self._used_ms += self._clock.now_ms() - self._begun_at_ms
