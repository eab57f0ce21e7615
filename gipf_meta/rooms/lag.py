"""What the network takes from a player's time, and how much of it he is given back.

Whoever plays far away would pay for the network: his clock runs while what he sees, and what he
decides, is on its way. So a part of that is given back with each of his decisions. Nobody can tell
a slow network from answers that are held back on purpose, so there is a quota.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gipf_meta.match.timecontrol import TimeControl

SAND_MS: Final = 500
"""The most that is given back for a decision where time acts. It is not saved up."""

LEAST_GAIN_MS: Final = 150
"""What a quota gains at least with each decision, in milliseconds."""
MOST_GAIN_MS: Final = 1000
"""What it gains at most."""
GAIN_PER_SECOND_MS: Final = 4
"""How much more it gains for each second that a player is expected to have in all."""
GAINS_AT_FIRST: Final = 3
"""How many gains a quota has at the beginning."""
MOST_GAINS: Final = 7
"""How many gains it has at most."""
EXPECTED_TURNS: Final = 40
"""How many turns a player is expected to have."""


@dataclass(frozen=True, slots=True)
class LagQuota:
    """What a player with a clock may still be given back: *left_ms*, and *gain_ms* a decision."""

    gain_ms: int
    left_ms: int

    @classmethod
    def begin(cls, control: TimeControl) -> LagQuota:
        """The quota of a player when a match with that *control* begins."""
        each_turn_ms = control.increment_ms + control.turn_ms
        expected_s = (control.total_ms + EXPECTED_TURNS * each_turn_ms) // 1000
        gain_ms = min(MOST_GAIN_MS, LEAST_GAIN_MS + GAIN_PER_SECOND_MS * expected_s)
        return cls(gain_ms, GAINS_AT_FIRST * gain_ms)

    def after(self, given_ms: int) -> LagQuota:
        """The quota after a decision for which *given_ms* were given back."""
        left_ms = self.left_ms - given_ms + self.gain_ms
        return replace(self, left_ms=min(left_ms, MOST_GAINS * self.gain_ms))


@dataclass(frozen=True, slots=True)
class Charge:
    """A decision counts at *at_ms*; it arrived later, and what is between passes for nobody.

    Of the *lag_ms* that the network took, *given_ms* are given back. *player* is the one whose
    quota that needs; ``None``: nobody's.
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
        """What is charged if at most *most_ms* are given back, and nothing before *since_ms*."""
        given_ms = min(lag_ms, most_ms, max(0, arrived_ms - since_ms))
        return cls(max(arrived_ms, since_ms) - given_ms, arrived_ms, lag_ms, given_ms, player)
