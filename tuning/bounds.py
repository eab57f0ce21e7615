"""Bounds that hold whenever a match stops: how much of the points a side wins in the long run.

The interval of ``tuning.compare`` is that of a match whose length was fixed beforehand. A match
that stops as soon as its test decides stops where luck has helped to decide, so it says a little
too much. These bounds do not: whoever bets on each pair, fairly if a side wins the share *m*,
multiplies his stake by 20 only once in 20 such matches, however long they are. A share against
which that is won is left out (hedged bets by a mixture, Waudby-Smith and Ramdas 2024, §4).
"""

from __future__ import annotations

import math
from typing import Final

from gipf_meta.workshop.arena.standings import SCORES, PairCounts

STAKES: Final = tuple(stake / 8 for stake in range(1, 8))
"""The parts of his stake that a gambler bets on each pair, equally likely."""
ERROR: Final = 0.05
"""The chance that the true share lies outside, whenever the match is stopped."""
STEPS: Final = 200
"""As many shares are looked at."""


def _log_won(counts: PairCounts, share: float, bet: float) -> float:
    """The logarithm of what *bet* times each pair's points above *share* makes of 1."""
    return sum(
        count * math.log1p(bet * (score - share))
        for score, count in zip(SCORES, counts, strict=True)
        if count
    )


def stake_won(counts: PairCounts, share: float) -> float:
    """The result of a stake of 1 that was bet against *share*, half on more and half on less."""
    bets = [sign * stake for stake in STAKES for sign in (1 / share, -1 / (1 - share))]
    return sum(math.exp(min(700.0, _log_won(counts, share, bet))) for bet in bets) / len(bets)


def bounds(counts: PairCounts) -> tuple[float, float]:
    """The lowest and the highest share of the points that these pairs leave possible."""
    shares = [step / STEPS for step in range(1, STEPS)]
    possible = [share for share in shares if stake_won(counts, share) < 1 / ERROR]
    low, high = (possible[0], possible[-1]) if possible else (0.5, 0.5)
    return (0.0 if low == shares[0] else low), (1.0 if high == shares[-1] else high)
