"""Bots plan in another process where time acts: nobody in the room waits for them."""

from __future__ import annotations

from functools import partial

import pytest

from gipf_meta.deeds.thoughts import Thought
from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.openings import Opening

pytestmark = pytest.mark.needs("tamsk")

REACTION_MS = 1000
"""The time that the bot ``random`` takes to answer."""


@pytest.fixture
def hub() -> Hub:
    """A hub with a match of TAMSK in room ``r``, in which a bot is on turn, and Ann watches."""
    hub = Hub(MemoryLedger(), installed_plugins().find, patience_ms=None)
    seats = (Seat(name="bot", player="random"), Seat(name="Ann"))
    hub.open_room("r", Opening(game="tamsk", players=seats, options={"level": 3}, seed=1), "ann")
    hub.connect("ann", "ann", "")
    hub.receive("ann", {"do": "watch", "id": "w", "room": "r", "want": "events"}, 0)
    hub.receive("ann", {"do": "go_on", "id": "g", "room": "r"}, 0)
    hub.take_outbox()
    return hub


def decisions(hub: Hub) -> int:
    """The number of decisions in the match."""
    return len(hub.room("r").table.match.top.steps)


def planned(hub: Hub) -> Thought:
    """The bot that is to be asked now."""
    (thought,) = hub.take_thoughts()
    assert hub.take_thoughts() == []  # only once
    return thought


def answer(hub: Hub, thought: Thought, at_ms: int) -> None:
    """Lets the bot answer at *at_ms*."""
    hub.take_answer(thought, partial(thought.run, repr), at_ms)


def test_a_plan_is_played_when_the_reaction_time_has_passed(hub: Hub) -> None:
    answer(hub, planned(hub), 100)
    hub.pass_time(REACTION_MS - 1)
    assert decisions(hub) == 0
    assert hub.wait_ms(REACTION_MS - 1) == 1
    hub.pass_time(REACTION_MS)
    assert decisions(hub) == 1
    ((_link, told),) = hub.take_outbox()
    assert (told["event"], told["player"], told["at_ms"]) == ("played", 0, REACTION_MS)


def test_time_passes_while_a_bot_plans_and_one_that_is_late_plays_then(hub: Hub) -> None:
    thought = planned(hub)
    hub.pass_time(5 * REACTION_MS)
    assert decisions(hub) == 0
    assert not thought.is_cancelled
    answer(hub, thought, 6 * REACTION_MS)
    assert hub.wait_ms(6 * REACTION_MS) == 0
    hub.pass_time(6 * REACTION_MS + 1)
    assert decisions(hub) == 1
    assert hub.take_outbox()[-1][1]["at_ms"] == 6 * REACTION_MS


def test_a_pause_ends_planning_and_afterwards_the_bot_is_asked_anew(hub: Hub) -> None:
    thought = planned(hub)
    hub.receive("ann", {"do": "pause", "id": "p", "room": "r"}, 10)
    assert hub.take_thoughts() == []
    assert thought.is_cancelled
    hub.receive("ann", {"do": "go_on", "id": "g2", "room": "r"}, 20)
    answer(hub, thought, 30)  # nobody waits for it any more
    again = planned(hub)
    hub.pass_time(20 + 2 * REACTION_MS)
    assert decisions(hub) == 0
    answer(hub, again, 20 + 2 * REACTION_MS)
    hub.pass_time(21 + 2 * REACTION_MS)
    assert decisions(hub) == 1


def test_a_bot_that_fails_while_it_plans_has_failed(hub: Hub) -> None:
    def fail() -> None:
        raise LookupError("no idea")

    hub.take_answer(planned(hub), fail, 100)
    assert [told["event"] for _link, told in hub.take_outbox()] == ["bot_failed"]
    assert hub.take_thoughts() == []


def test_nothing_is_played_after_a_bot_has_lost_on_time() -> None:
    ledger, find = MemoryLedger(), installed_plugins().find
    hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
    seats = (Seat(name="bot", player="random"), Seat(name="Ann"))
    opening = Opening(game="tamsk", players=seats, control="1s", seed=1)
    room = hub.open_room("r", opening, "ann")
    hub.connect("ann", "ann", "")
    hub.receive("ann", {"do": "go_on", "id": "g", "room": "r"}, 0)
    answer(hub, planned(hub), 100)
    hub.pass_time(REACTION_MS)  # its flag falls, and its plan is due
    hub.pass_time(2 * REACTION_MS)
    events = [entry.event for entry in ledger.read("r")]
    assert [event.event for event in events[-2:]] == ["happened", "over"]
    assert rebuild("r", events, find).state.table.match == room.table.match
