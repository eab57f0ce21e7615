"""Rooms that nobody needs leave memory: soon, and none whose leaving would lose anything."""

from __future__ import annotations

from functools import partial
from typing import Any

from gipf_meta.deeds.thoughts import ReviewThought
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.ledger import MemoryLedger
from tests.hub.test_hub import new_hub, opening, play, say
from tests.rooms.simulation import snapshot

IDLE_MS = 60_000
DAY_MS = 24 * 3_600_000


def hub_of(ledger: MemoryLedger, **about: Any) -> Hub:
    """A hub as hosts have it: rooms leave after a minute."""
    return new_hub(ledger, **{"idle_ms": IDLE_MS, "pauses_alone": False, **about})


def is_open(hub: Hub, at_ms: int, room: str = "r") -> bool:
    """Whether *room* is in memory at *at_ms*, when the hub has let go of what it need not keep."""
    hub.wait_ms(at_ms)
    hub.open_rooms.let_go(at_ms)
    return room in [entry.state.id for entry in hub.open_rooms]


def match_of_two(hub: Hub, **values: Any) -> None:
    """Opens a match that Ann and Eve play, and both watch."""
    hub.open_room("r", opening("wager", "human", "human", **values), "ann", 0, {1: "eve"})
    for person in ("ann", "eve"):
        say(hub, "watch", person)


def test_a_room_that_nobody_watches_leaves_after_a_while_and_comes_back_as_it_was(
    ledger: MemoryLedger,
) -> None:
    hub = hub_of(ledger)
    match_of_two(hub)
    play(hub, "claim")
    before = snapshot(hub.room("r"))
    hub.disconnect("eve", 0)
    assert is_open(hub, DAY_MS), "Ann watches"
    hub.disconnect("ann", DAY_MS)
    assert is_open(hub, DAY_MS + IDLE_MS)
    assert not is_open(hub, DAY_MS + IDLE_MS + 1)
    assert snapshot(hub.room("r")) == before
    assert is_open(hub, DAY_MS + 2 * IDLE_MS), "it was asked for"
    assert not is_open(hub, DAY_MS + 3 * IDLE_MS)


def test_a_room_that_is_over_leaves_with_the_last_who_watches_it(ledger: MemoryLedger) -> None:
    hub = hub_of(ledger)
    match_of_two(hub)
    say(hub, "resign")
    say(hub, "unwatch", "eve")
    assert is_open(hub, 0)
    say(hub, "unwatch")
    assert not is_open(hub, 0)
    assert say(hub, "watch")[-1].get("done")


def test_a_room_leaves_though_something_is_due_there_in_a_day(ledger: MemoryLedger) -> None:
    """A sweep finds a distant deadline in the ledger; a near one is met where the room is open."""
    hub = hub_of(ledger)
    match_of_two(hub, control="1440m/turn")
    for person in ("ann", "eve"):
        say(hub, "go_on", person)
    for link in ("ann", "eve"):
        hub.disconnect(link, 0)
    assert not is_open(hub, IDLE_MS + 1)
    hub.room("r")
    soon_ms = DAY_MS - IDLE_MS // 2
    assert is_open(hub, soon_ms), "the flag falls soon"
    hub.pass_time(2 * DAY_MS)
    assert hub.room("r").is_ended


def test_what_was_said_beforehand_is_played_in_a_room_that_was_closed(ledger: MemoryLedger) -> None:
    hub = hub_of(ledger)
    match_of_two(hub)
    say(hub, "premove", "eve", text="allow")
    for link in ("ann", "eve"):
        hub.disconnect(link, 0)
    assert not is_open(hub, DAY_MS)
    hub.connect("ann", "ann", "")
    say(hub, "play", text="claim", seen=hub.room("r").number, at_ms=DAY_MS)
    assert [each.event.event for each in ledger.read("r")][-2:] == ["played", "played"]


def test_a_room_about_which_something_is_thought_stays_open(ledger: MemoryLedger) -> None:
    hub = hub_of(ledger)
    hub.open_room("r", opening("zertz", "human", "human"), "ann")
    say(hub, "hint")  # who watches nothing may ask, too
    (thought,) = hub.take_thoughts()
    assert is_open(hub, DAY_MS)
    hub.take_answer(thought, partial(thought.run, repr), DAY_MS)
    assert not is_open(hub, 2 * DAY_MS)


def test_what_a_review_has_found_is_not_kept_when_nobody_wants_it_any_more(
    ledger: MemoryLedger,
) -> None:
    """Runners of thoughts send nothing more of those that are cancelled."""
    hub = hub_of(ledger)
    hub.open_room("r", opening("zertz", "human", "human", options={"goals": "1/5/6/3"}), "ann")
    say(hub, "watch")
    play(hub, "Wd4,d1")
    say(hub, "review")
    (thought,) = hub.take_thoughts()
    assert isinstance(thought, ReviewThought)
    hub.take_part(thought, {"whole": True, "over": False, "set": {}})
    assert thought in hub.inquiries.reviews._found
    hub.disconnect("ann", 0)
    assert thought.is_cancelled
    assert not hub.inquiries.reviews._found
