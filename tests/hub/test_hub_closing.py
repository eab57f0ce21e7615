"""A match that an administrator has ended: all see the end, it is stored, and nobody changes it."""

from __future__ import annotations

import pytest

from gipf_meta.deeds.table_elements import closed_words
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.hub.open_rooms import OpenRooms
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.room import Room
from gipf_meta.table.seats import Refused
from tests.hub.test_hub import find, names, new_hub, opening, play, say, why
from tests.rooms.simulation import snapshot

COMMANDS = [
    {"do": "play", "text": "claim", "seen": 3},
    {"do": "resign"},
    {"do": "offer"},
    {"do": "take_back"},
    {"do": "pause"},
    {"do": "go_on"},
    {"do": "premove", "text": "claim"},
    {"do": "seat", "player": 1, "kind": "random"},
    {"do": "leave"},
    {"do": "rematch"},
    {"do": "hint"},
]


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub with connections of Ann, Bob and Eve, who reads Czech."""
    hub = new_hub(ledger, pauses_alone=False)
    hub.connect("bob", "bob", "")
    return hub


def close(ledger: MemoryLedger, at_ms: int = 0) -> Room:
    """Ends the match as another program does that has the same ledger; the room there."""
    rooms = KeptRooms(ledger, find, OpenRooms(ledger.release, 1, pauses_alone=False))
    entry = rooms.find("r")
    entry.room.close(at_ms)
    rooms.append(entry)
    return entry.room


def test_everybody_is_told_in_one_sentence_and_all_else_is_refused(
    hub: Hub, ledger: MemoryLedger
) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    for link, want in (("ann", "scene"), ("bob", "events"), ("eve", "scene")):
        say(hub, "watch", link, want=want)
    play(hub, "claim")
    say(hub, "offer")
    number = close(ledger).state.number
    hub.take_outbox()
    hub.read_news("r", number, 0)
    told = dict(hub.take_outbox())
    assert told["ann"]["news"] == [closed_words()]
    assert told["bob"]["event"] == "closed"
    assert told["eve"]["news"] != [closed_words()]
    assert told["ann"]["scene"]["set"]["prompt"] == {"text": closed_words()}
    assert room_scene(room, "bob")["choices"] == {"all": []}
    for command in COMMANDS:
        assert why(say(hub, **{"link": "ann", **command})) == closed_words(), command
    assert room.number == number
    scene = room_scene(room, "ann")
    reads = ["look", "ask", "record", "picture", "copy", "paste"]
    assert scene["may"]["do"] == [*reads, "branch", "begin_here", "study", "analyse", "show"]
    assert (scene["state"]["over"], scene["state"]["offer"]) == (True, None)
    for reading in ({"do": "look", "at": 1}, {"do": "record"}, {"do": "branch", "at": 1}):
        assert not [each for each in say(hub, **reading) if "refused" in each], reading


def test_it_is_in_the_ledger_and_told_again_like_everything_else(
    hub: Hub, ledger: MemoryLedger
) -> None:
    hub.open_room("r", opening("wager", "human", "human", control="60s"), "ann")
    say(hub, "go_on", at_ms=1_000)
    play(hub, "claim", at_ms=3_000)
    room = close(ledger, 5_000)
    events = [entry.event for entry in ledger.read("r")]
    assert names([each.model_dump() for each in events])[-1] == "closed"
    assert snapshot(rebuild("r", events, find).state) == snapshot(room.state)
    recount("r", events, find)
    assert room.summary().is_over
    room.pass_time(100_000)
    assert room.take_emitted() == []


def test_no_bot_is_asked_and_nothing_is_due(hub: Hub, ledger: MemoryLedger) -> None:
    hub.open_room("r", opening("wager", "random", "human", control="60s"), "ann")
    say(hub, "go_on")
    (thought,) = hub.take_thoughts()
    hub.read_news("r", close(ledger, 1_000).state.number, 1_000)
    assert hub.take_thoughts() == []
    assert thought.is_cancelled
    assert hub.wait_ms(1_000) is None
    assert ledger.due_rooms(1 << 50, 10) == []


def test_what_has_ended_is_not_ended_again(hub: Hub, ledger: MemoryLedger) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    close(ledger)
    with pytest.raises(Refused, match="Whoever runs this host"):
        close(ledger)
    hub.open_room("s", opening("wager", "human", "human"), "ann")
    say(hub, "resign", room="s")
    with pytest.raises(Refused, match="The match is over"):
        hub.rooms.find("s").room.close(0)
