"""Deeds that are offered are done, all others are refused: over random rooms of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from gipf_meta.rooms.ledger import Batch
from tests.rooms.law_of_deeds import Deeds
from tests.rooms.simulation import PEOPLE, ROOM, Simulation
from tests.rooms.test_room_simulations import games
from tests.tiers import slow, soak

FAST = 2
"""In how many rooms ``make test`` checks the law."""
ROUND = 5
"""In how many rooms a slow test checks it."""
IN_ALL = 7
"""In how many ``make test-slow`` checks it."""
IN_SOAK = 1002
"""In how many ``make soak`` checks it."""


pytestmark = pytest.mark.usefixtures("clumsy")


class Watched(Simulation):
    """A room in which the law is checked now and then."""

    said: Counter[str] = Counter()

    def _have_accidents(self) -> None:
        super()._have_accidents()
        if Random(f"{self.opening.seed} {self.steps}").random() < 0.04:
            self.check_deeds()

    def check_deeds(self) -> None:
        """Raises ``AssertionError`` unless the law holds now."""
        deeds = Deeds(self.ledger, ROOM, self.find, self.now_ms)
        deeds.check(PEOPLE)
        self.said.update(deeds.said)

    def close(self) -> None:
        """Ends the match as an administrator does, if it goes on."""
        room = self.hub.rooms.find(ROOM).room
        if room.state.table.over is None:
            room.close(self.now_ms)
            self.ledger.append(Batch(ROOM, room.take_emitted(), room.summary()))


def _rounds() -> Iterator[object]:
    yield range(FAST)
    yield from slow(*(range(first, first + ROUND) for first in range(FAST, IN_ALL, ROUND)))
    yield from soak(*(range(first, first + ROUND) for first in range(IN_ALL, IN_SOAK, ROUND)))


@pytest.mark.parametrize("seeds", [*_rounds()], ids=str)
def test_whatever_may_be_done_is_done_and_all_else_is_refused(seeds: range) -> None:
    for seed in seeds:
        try:
            simulation = Watched(seed, games())
            simulation.run()
            simulation.check_deeds()
            simulation.close()
            simulation.check_deeds()
        except Exception as error:
            raise AssertionError(f"the room of seed {seed} ({error})") from error
