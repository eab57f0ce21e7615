"""The hub: messages in, messages out, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import Opening
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.ledger import MemoryLedger


def opening(game: str, *kinds: str, **values: Any) -> Opening:
    """A match of *game* between players of those *kinds*, with seed 1."""
    seats = tuple(Seat(name=f"p{n}", player=kind) for n, kind in enumerate(kinds))
    return Opening(game=game, players=seats, **{"seed": 1, **values})


@pytest.fixture
def hub() -> Hub:
    """A hub with one connection, of Ann."""
    hub = Hub(MemoryLedger(), installed_plugins().find, patience_ms=None)
    hub.connect("1", "ann", "")
    return hub


def say(hub: Hub, do: str, link: str = "1", at_ms: int = 0, **values: Any) -> list[dict[str, Any]]:
    """Sends a command to the hub; the answers to that link."""
    hub.take_outbox()
    hub.hear(link, {"do": do, "id": "c1", "room": "r", **values}, at_ms)
    return [message for to, message in hub.take_outbox() if to == link]


@pytest.mark.needs("zertz")
def test_a_decision_is_played_and_those_who_want_events_hear_of_it(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    assert [m["event"] for m in say(hub, "watch", want="events") if "event" in m] == [
        "opened",
        "seat_given",
        "seat_given",
    ]
    choice = room.choices("ann")[0]
    event, done = say(hub, "choose", id="c2", path=list(choice.path), seen=room.number)
    assert event["event"] == "played"
    assert event["text"] == choice.notation
    assert done == {"done": "c2", "number": room.number}


@pytest.mark.needs("zertz")
def test_a_command_that_comes_twice_is_answered_twice_and_done_once(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    path = list(room.choices("ann")[0].path)
    first = say(hub, "choose", path=path, seen=room.number)
    assert say(hub, "choose", path=path, seen=3) == first == [{"done": "c1", "number": 4}]


@pytest.mark.needs("zertz")
def test_a_decision_for_a_turn_that_is_over_is_refused(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    seen = room.number
    while room.turn_since <= seen:
        choice = room.choices("ann")[0]
        say(hub, "play", id=f"n{room.number}", text=choice.notation, seen=room.number)
    (refused,) = say(hub, "play", text=room.choices("ann")[0].notation, seen=seen)
    assert "turn has changed" in refused["why"]


@pytest.mark.needs("zertz")
def test_nobody_moves_for_a_seat_that_he_does_not_hold(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    hub.connect("2", "bob", "")
    attempts: dict[str, dict[str, Any]] = {
        "play": {"text": room.choices("ann")[0].notation, "seen": room.number},
        "resign": {},
        "take_back": {},
        "pause": {},
        "seat": {"player": 0, "kind": "random"},
    }
    for do, values in attempts.items():
        (refused,) = say(hub, do, link="2", **values)
        assert refused["why"] == "You only watch this match: you hold no seat in it."
    assert room.number == 3


@pytest.mark.needs("zertz")
def test_a_bot_is_asked_while_somebody_watches(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "random", "human"), "ann")
    assert hub.take_thoughts() == []
    say(hub, "watch", want="view")
    (thought,) = hub.take_thoughts()
    assert hub.take_thoughts() == []
    hub.take_answer(thought, thought.run, 5)
    assert room.number == 3
    assert [list(message) for _, message in hub.take_outbox()] == [["view"]]


def test_what_is_no_command_is_refused_with_a_sentence(hub: Hub) -> None:
    (refused,) = say(hub, "fly")
    assert refused["refused"] == "c1"
    assert refused["why"].startswith("The message is not understood")
