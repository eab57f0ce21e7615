"""No player waits for ever: over simulated months of random rooms of all games."""

from __future__ import annotations

import pytest

from tests.rooms.months import MonthsSimulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow, soak

ROUND = 2
"""The number of rooms that one test simulates."""
FAST = 4
"""The number of them that ``make test`` simulates."""
IN_ALL = 30
"""The number that ``make test-slow`` simulates."""
IN_SOAK = 2000
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
def test_nobody_waits_for_ever_and_who_is_left_alone_gets_a_match_to_its_end(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulate(MonthsSimulation, seed)
