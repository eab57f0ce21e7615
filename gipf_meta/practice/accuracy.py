"""How accurately a person played: by what each turn left of the chances, in three phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

WHOLE: Final = 100
"""The accuracy of a turn that gives nothing away, in percent."""
PHASES: Final = 3
"""The phases of a match: its beginning, middle and end are thirds of one's own turns."""


class Phases(NamedTuple):
    """For the beginning, the middle and the end of a match the number of one's own *turns*, and the
    sum of their accuracies in percent."""

    turns: tuple[int, int, int]
    accuracy: tuple[float, float, float]


def phases_of(losses: Sequence[int]) -> Phases:
    """The phases of a match whose own turns gave away those *losses* of the chances, in percent, in
    the order in which they were played."""
    turns, sums = [0] * PHASES, [0.0] * PHASES
    for n, loss in enumerate(losses):
        phase = n * PHASES // len(losses)
        turns[phase] += 1
        sums[phase] += max(0, WHOLE - max(0, loss))
    return Phases((turns[0], turns[1], turns[2]), (sums[0], sums[1], sums[2]))
