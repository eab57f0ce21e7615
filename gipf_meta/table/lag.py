"""The lag of the network, and the part of it that is given back to a player's clock.

The clock of a player far away also runs while the position travels to him, and his decision back.
So with each decision a part of that time is given back to him. Nobody can tell a slow network from
an answer that was held back on purpose, so a quota limits it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gipf_meta.match.timecontrol import TimeControl

SAND_MS: Final = 500
"""The most that is given back for a decision in a game in which time acts. It cannot be saved
up."""

LEAST_GAIN_MS: Final = 150
"""The least that a quota gains with each decision, in milliseconds."""
MOST_GAIN_MS: Final = 1000
"""The most that a quota gains with each decision, in milliseconds."""
GAIN_PER_SECOND_MS: Final = 4
"""The milliseconds that a quota gains more for each second that a player is expected to have in
all."""
GAINS_AT_FIRST: Final = 3
"""The number of gains that a quota has at the beginning."""
MOST_GAINS: Final = 7
"""The largest number of gains that a quota can hold."""
EXPECTED_TURNS: Final = 40
"""The number of turns that a player is expected to have."""


@dataclass(frozen=True, slots=True)
class LagQuota:
    """The lag that a player with a clock can still be given back: *left_ms*. Each decision adds
    *gain_ms*."""

    gain_ms: int
    left_ms: int

    @classmethod
    def begin(cls, control: TimeControl) -> LagQuota:
        """Returns the quota of a player at the start of a match with that *control*."""
        each_turn_ms = control.increment_ms + control.turn_ms
        expected_s = (control.total_ms + EXPECTED_TURNS * each_turn_ms) // 1000
        gain_ms = min(MOST_GAIN_MS, LEAST_GAIN_MS + GAIN_PER_SECOND_MS * expected_s)
        return cls(gain_ms, GAINS_AT_FIRST * gain_ms)

    def after(self, given_ms: int) -> LagQuota:
        """Returns the quota after a decision for which *given_ms* were given back."""
        left_ms = self.left_ms - given_ms + self.gain_ms
        return replace(self, left_ms=min(left_ms, MOST_GAINS * self.gain_ms))


@dataclass(frozen=True, slots=True)
class Charge:
    """The time that a decision is charged: it counts at *at_ms*, and the time from there to
    *arrived_ms* passes for nobody.

    Of the *lag_ms* that the network took, *given_ms* are given back. *player* is the one from whose
    quota they are taken; ``None``: from nobody's.
    """

    at_ms: int
    arrived_ms: int
    lag_ms: int
    given_ms: int
    player: int | None

    @classmethod
    def of(
        cls, arrived_ms: int, lag_ms: int, most_ms: int, since_ms: int, player: int | None = None
    ) -> Charge:
        """Returns the charge if at most *most_ms* are given back, and nothing from before
        *since_ms*."""
        given_ms = min(lag_ms, most_ms, max(0, arrived_ms - since_ms))
        return cls(max(arrived_ms, since_ms) - given_ms, arrived_ms, lag_ms, given_ms, player)
