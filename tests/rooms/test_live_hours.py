"""Duels at hours, at two machines that die: nobody waits for ever, and every clock is right."""

from __future__ import annotations

import pytest

from tests.rooms.hours import HoursSimulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow, soak

ROUND = 3
"""The number of rooms that one test simulates."""
FAST = 3
"""The number of them that ``make test`` simulates."""
IN_ALL = 18
"""The number that ``make test-slow`` simulates."""
IN_SOAK = 1500
"""The number that ``make soak`` simulates."""


pytestmark = pytest.mark.usefixtures("clumsy")


@pytest.mark.parametrize(
    "first",
    [
        *range(0, FAST, ROUND),
        *slow(*range(FAST, IN_ALL, ROUND)),
        *soak(*range(IN_ALL, IN_SOAK, ROUND)),
    ],
)
def test_duels_at_hours_keep_nobody_waiting_and_every_clock_right(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulate(HoursSimulation, seed)
