"""A scene offers exactly the commands of which an example is allowed, in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from gipf_meta.deeds.commands import OFFERED, may
from gipf_meta.deeds.decisions import Choose
from gipf_meta.deeds.deed import Deed
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.state import RoomState
from tests.deeds.test_study_deeds import do_anything, study
from tests.hub.test_hub import hub
from tests.rooms.simulation import PEOPLE, ROOM, Simulation
from tests.rooms.test_room_simulations import games
from tests.tiers import slow, soak

__all__ = ["hub", "study"]

pytestmark = pytest.mark.usefixtures("clumsy")


def examples(deed: type[Deed], state: RoomState, person: str) -> Iterable[Deed]:
    """The deeds of that class that may be offered *person*."""
    if deed is not Choose:
        return deed.examples(state, person)
    return [Choose.of(path=each.path, seen=state.number) for each in state.choices(person)]


def allowed(state: RoomState, person: str) -> list[str]:
    """The commands that may be offered *person*: each is asked for its reasons by itself."""
    return [
        deed.named()
        for deed in OFFERED
        if any(not each.why_not(state, person) for each in examples(deed, state, person))
    ]


def offers(state: RoomState) -> Counter[str]:
    """The commands that are offered in a room, by number; raises ``AssertionError`` where one is
    offered that is refused, or the reverse."""
    offered = Counter[str]()
    for person in (*PEOPLE, "a stranger"):
        assert may(state, person) == allowed(state, person), (person, state.number)
        offered.update(may(state, person))
    return offered


class Offering(Simulation):
    """A room in which the commands of all people are compared after each step."""

    offered: Counter[str]

    def _have_accidents(self) -> None:
        super()._have_accidents()
        self.offered.update(offers(self.room))


def _rounds() -> Iterator[object]:
    yield range(5)
    yield from slow(range(5, 60))
    yield from soak(range(60, 1000))


@pytest.mark.parametrize("seeds", [*_rounds()], ids=str)
def test_exactly_what_is_allowed_is_offered(seeds: range) -> None:
    """Over random rooms of all games, with several people and bots, which are closed at last."""
    offered = Counter[str]()
    for seed in seeds:
        simulation = Offering(seed, games())
        simulation.offered = offered
        simulation.run()
        room = simulation.hub.rooms.find(ROOM).room
        offered.update(offers(room.state))
        if room.state.table.over is None:
            room.close(simulation.now_ms)
            offered.update(offers(room.state))
    often = {"play", "choose", "premove", "resign", "branch", "take_back", "go_on", "pause"}
    assert not often - set(offered), often - set(offered)


def test_exactly_what_is_allowed_is_offered_in_a_study(study: Hub) -> None:
    rng, offered = Random(4), Counter[str]()
    for number in range(60):
        do_anything(study, rng, number)
        offered.update(offers(study.room("s")))
    everything = {"walk", "write_beside", "mark", "promote", "restore", "delete_turn"}
    assert not everything - set(offered), everything - set(offered)
