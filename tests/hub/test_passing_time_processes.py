"""Several hubs on one ledger: each reads the appends of the others, and one of them runs bots."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.deadlines import PATIENCE, TAKE_OVER_MS, TAKE_OVER_PLAN_MS
from gipf_meta.rooms.ledger import Batch, LedgerEntry, LedgerError, MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.table.lag import SAND_MS
from tests.hub.test_hub import find, names, opening, play, say, why
from tests.hub.test_hub import new_hub as hub_of_one
from tests.rooms.simulation import snapshot


def new_hub(ledger: MemoryLedger) -> Hub:
    """A hub of a server for many people, with connections of Ann and of Bob."""
    hub = hub_of_one(ledger, pauses_alone=False)
    hub.connect("bob", "bob", "")
    return hub


@pytest.fixture
def hubs(ledger: MemoryLedger) -> tuple[Hub, Hub]:
    """Two hubs on that ledger."""
    return new_hub(ledger), new_hub(ledger)


def told_to(hub: Hub, link: str) -> list[dict[str, Any]]:
    """The messages that the hub sends to *link*."""
    return [message for to, message in hub.take_outbox() if to == link]


# ---- news ----------------------------------------------------------------------------------------


class CountingLedger(MemoryLedger):
    """A ledger that counts how often it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*, and counts the reads."""
        self.reads += 1
        return super().read(room, since)


def test_news_are_read_once_and_what_was_appended_here_is_no_news() -> None:
    ledger = CountingLedger()
    one, two = new_hub(ledger), new_hub(ledger)
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    say(two, "watch", "bob", want="events")
    play(one, "claim")
    assert [hub.time.is_news("r", 4) for hub in (one, two)] == [False, True]
    reads = ledger.reads
    two.read_news("r", 4)
    assert names(told_to(two, "bob")) == ["played"]
    assert ledger.reads == reads + 1
    assert not two.time.is_news("r", 4)
    assert not two.time.is_news("unknown", 4)


def test_to_ask_whether_something_is_news_is_no_use_of_a_room_and_reads_nothing() -> None:
    ledger = CountingLedger()
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    reads, number = ledger.reads, hub.room("r").number
    hub.open_rooms.take_used("due")
    assert hub.time.is_news("r", number + 1)
    hub.read_news("unknown", 4)
    assert [entry.state.id for entry in hub.open_rooms.take_used("due")] == []
    assert ledger.reads == reads


def test_who_watches_at_another_process_hears_what_happens(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    say(two, "watch", "bob", want="events")
    play(one, "claim")
    two.read_news("r", 4)
    assert names(told_to(two, "bob")) == ["played"]
    play(two, "allow", "bob")
    one.read_news("r", 5)
    assert snapshot(one.room("r")) == snapshot(two.room("r"))


def test_who_watches_before_the_news_come_is_told_everything_once(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    two.room("r")
    play(one, "claim")
    before = say(two, "watch", "bob", want="events")
    two.read_news("r", 4)
    told = [*before, *told_to(two, "bob")]
    assert [each["number"] for each in told if "event" in each] == [1, 2, 3, 4]


def test_news_are_read_on_although_time_has_passed_here_meanwhile(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human", control="60s"), "ann", others={1: "bob"})
    for link in ("ann", "bob"):
        say(one, "go_on", link)
    room = two.room("r")
    two.pass_time(3500)  # its clock is three seconds ahead
    play(one, "claim", at_ms=1000)
    two.read_news("r", one.room("r").number, 4000)
    assert two.room("r") is room, "nothing is rebuilt"
    one.rooms.find("r").room.pass_time(4000)
    assert snapshot(room) == snapshot(one.room("r"))
    assert room.table.match.control is not None
    assert room.table.match.control.left_ms(room.table.match.top) == (59_000, 57_000)


def test_news_that_are_known_are_no_news(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human"), "ann")
    say(two, "watch", want="events")
    two.take_outbox()
    two.read_news("r", 3)
    two.read_news("unknown", 3)
    assert two.take_outbox() == []


def test_who_watches_misses_nothing_when_two_act_at_once(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    play(one, "claim")
    say(two, "watch", "bob", want="events")
    play(one, "allow", link="bob")
    heard = say(two, "offer", "bob")
    assert names(heard) == ["played", "draw_offered"]
    assert [message.get("number") for message in heard] == [5, 6, 6]


def test_what_was_said_beforehand_is_played_at_the_moment_of_the_turn(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human", control="60s"), "ann", others={1: "bob"})
    for link in ("ann", "bob"):
        say(one, "go_on", link)
    say(two, "premove", "bob", text="allow")
    play(one, "claim", at_ms=1000)
    two.read_news("r", one.room("r").number, 9000)
    last = ledger.read("r")[-1].event
    assert (last.event, last.at_ms) == ("played", 1000)


def test_a_ledger_that_contradicts_the_room_closes_it(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "human"), "ann")
    assert two.room("r").number == 3
    play(one, "claim")
    entries = ledger.read("r")
    monkeypatch.setattr(ledger, "read", lambda room, since=0: entries[2:])
    with pytest.raises(LedgerError):
        two.read_news("r", 4)
    monkeypatch.undo()
    assert two.room("r").number == 4


# ---- rooms that are due --------------------------------------------------------------------------


def test_clocks_go_on_when_nobody_watches_and_when_a_room_is_found_again(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    say(one, "watch", want="view")
    say(one, "go_on", at_ms=100)
    one.disconnect("ann", 400)
    assert not one.room("r").table.paused
    assert ledger.due_rooms(1599, 10) == []
    assert ledger.due_rooms(1600, 10) == ["r"]
    assert two.wait_ms(500) is None
    two.time.sweep(ledger.due_rooms(1600, 10), 1600)
    assert [each.event.event for each in ledger.read("r")][-2:] == ["happened", "over"]
    assert ledger.due_rooms(10**12, 10) == []


def test_an_open_room_is_looked_after_without_watchers(
    hubs: tuple[Hub, Hub],
) -> None:
    one, _two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    say(one, "go_on")
    assert one.wait_ms(300) == 700 + SAND_MS
    one.pass_time(1500)
    assert one.room("r").table.over is not None


def test_two_sweep_the_same_room_and_it_happens_once(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    say(one, "go_on")
    assert not two.room("r").table.paused
    one.time.sweep(["r"], 1500)
    two.time.sweep(["r"], 1500)
    assert [each.event.event for each in ledger.read("r")].count("happened") == 1
    assert snapshot(two.room("r")) == snapshot(one.room("r"))


def test_a_room_that_cannot_be_opened_here_is_left_to_others(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    failed = two.time.sweep(["unknown", "r"], 0)
    assert {room: str(why) for room, why in failed.items()} == {
        "unknown": "There is no such match here."
    }
    assert two.room("r").number == 4


def test_what_is_due_is_found_once_for_rooms_in_which_nothing_happens(
    hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    one.open_room("s", opening("fuse", "human", "human", options={"fuse_ms": 5000}), "ann")
    for room in ("r", "s"):
        say(one, "go_on", room=room)
    assert one.wait_ms(0) == 1000 + SAND_MS
    looked = []
    monkeypatch.setattr(Room, "wait_ms", lambda room: looked.append(room.state.id))
    one.pass_time(700)
    assert (one.wait_ms(700), looked) == (800, [])
    say(one, "play", text="trim", seen=0, room="s")
    one.wait_ms(700)
    assert looked == ["s"]


# ---- bots ----------------------------------------------------------------------------------------


def test_a_bot_is_asked_by_the_process_that_made_it_due(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "random"), "ann")
    say(two, "watch", want="events")
    play(one, "claim")
    two.read_news("r", 3)
    assert two.take_thoughts() == []
    (thought,) = one.take_thoughts()
    one.take_answer(thought, partial(thought.run, repr), 100)
    assert one.room("r").number == 4


def test_another_process_asks_a_bot_when_it_takes_too_long(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "human", "random"), "ann")
    play(one, "claim", at_ms=50)
    due_ms = 50 + TAKE_OVER_MS
    assert ledger.due_rooms(due_ms - 1, 10) == []
    two.time.sweep(["r"], due_ms - 1)
    assert two.take_thoughts() == []
    assert two.wait_ms(due_ms - 1) == 1
    two.time.sweep(ledger.due_rooms(due_ms, 10), due_ms)
    (thought,) = two.take_thoughts()
    assert (two.take_thoughts(), two.wait_ms(due_ms)) == ([], None)
    two.take_answer(thought, partial(thought.run, repr), due_ms)
    assert one.take_thoughts()
    one.read_news("r", two.room("r").number)
    assert one.take_thoughts() == []
    assert snapshot(one.room("r")) == snapshot(two.room("r"))


def test_another_process_asks_an_engine_only_when_its_own_time_is_over(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, _two = hubs
    one.open_room("r", opening("wager", "human", "engine:x"), "ann")
    play(one, "claim", at_ms=50)
    due_ms = 50 + PATIENCE * EngineBot.engine_ms
    assert (ledger.due_rooms(due_ms - 1, 10), ledger.due_rooms(due_ms, 10)) == ([], ["r"])


def test_a_bot_with_a_clock_is_taken_over_before_its_flag_falls(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, _two = hubs
    one.open_room("r", opening("wager", "human", "random", control="30m"), "ann")
    say(one, "go_on")
    play(one, "claim", at_ms=50)
    assert ledger.due_rooms(50 + TAKE_OVER_MS, 10) == ["r"]


def test_where_time_acts_another_process_asks_the_bot_sooner(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "random", options={"fuse_ms": 60_000}), "ann")
    say(one, "go_on")
    play(one, "pass", at_ms=50)
    due_ms = 50 + TAKE_OVER_PLAN_MS
    assert (ledger.due_rooms(due_ms - 1, 10), ledger.due_rooms(due_ms, 10)) == ([], ["r"])
    two.time.sweep(["r"], due_ms)
    (thought,) = two.take_thoughts()
    two.take_answer(thought, partial(thought.run, repr), due_ms + 5)
    two.pass_time(due_ms + 5)
    assert (ledger.read("r")[-1].event.event, two.room("r").at_ms) == ("played", due_ms + 5)


def test_a_room_in_which_a_bot_thinks_stays_open(ledger: MemoryLedger) -> None:
    hub = Hub(ledger, find, patience_ms=None, most_idle=0, pauses_alone=False)
    hub.open_room("r", opening("wager", "random", "human"), "ann")
    (thought,) = hub.take_thoughts()
    hub.time.sweep([], 0)
    hub.take_answer(thought, partial(thought.run, repr), 0)
    assert len(ledger.read("r")) > 2


def test_bots_among_themselves_play_while_somebody_watches(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "random", "random"), "ann")
    assert one.take_thoughts() == []
    say(two, "watch", "bob", want="events")
    assert two.take_thoughts()


# ---- time in which no process served -------------------------------------------------------------


def test_time_in_which_no_process_served_is_charged_to_nobody(ledger: MemoryLedger) -> None:
    one = new_hub(ledger)
    one.open_room("r", opening("wager", "human", "human", control="60s"), "ann")
    say(one, "go_on")
    play(one, "claim", at_ms=1000)
    two = new_hub(ledger)
    ledger.note_stop(3000, 90_000)
    two.room("r")
    event = ledger.read("r")[-1].event
    assert event.model_dump(exclude={"number"}) == {
        "event": "stopped", "at_ms": 90_000, "from_ms": 3000, "to_ms": 90_000,
    }  # fmt: skip
    play(two, "allow", at_ms=91_000)
    match = two.room("r").table.match
    assert match.control is not None
    assert match.control.left_ms(match.top) == (59_000, 57_000)
    events = [each.event for each in ledger.read("r")]
    assert snapshot(rebuild("r", events, find).state) == snapshot(two.room("r"))


def test_a_stop_is_noted_once_and_not_before_the_last_event(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    say(one, "go_on", at_ms=500)
    ledger.note_stop(200, 60_000)
    one.close_room("r")
    one.room("r")
    two.room("r")
    assert one.room("r").number == 6
    one.pass_time(60_000)
    assert one.wait_ms(60_000) == 1000 + SAND_MS


def test_each_of_several_stops_is_left_out(ledger: MemoryLedger) -> None:
    """The room was not opened between the stops: its clock runs from one to the next."""
    one = new_hub(ledger)
    one.open_room("r", opening("wager", "human", "human", control="60s"), "ann")
    say(one, "go_on")
    play(one, "claim", at_ms=1000)
    ledger.note_stop(2000, 30_000)
    ledger.note_stop(33_000, 90_000)
    two = new_hub(ledger)
    play(two, "allow", at_ms=91_000)
    match = two.room("r").table.match
    assert match.control is not None
    assert match.control.left_ms(match.top) == (59_000, 55_000)


def test_what_fell_due_before_a_stop_has_happened(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("fuse", "human", "human"), "ann")
    say(one, "go_on")
    ledger.note_stop(2000, 60_000)
    two.room("r")
    assert [each.event.event for each in ledger.read("r")][-2:] == ["happened", "over"]
    assert ledger.read("r")[-1].event.at_ms == 1000


def test_a_bot_that_was_asked_before_the_stop_is_asked_at_once(
    hubs: tuple[Hub, Hub], ledger: MemoryLedger
) -> None:
    one, two = hubs
    one.open_room("r", opening("wager", "random", "human"), "ann")
    ledger.note_stop(0, 2000)
    two.room("r")
    assert len(two.take_thoughts()) == 1
    assert two.room("r").number == 2


# ---- a ledger that fails -------------------------------------------------------------------------


class UnsureLedger(MemoryLedger):
    """A ledger that writes, and cannot say whether it has, while it *is_unsure*."""

    is_unsure = False

    def append(self, batch: Batch) -> None:
        super().append(batch)
        if self.is_unsure:
            raise LedgerError("The connection was cut.")


def test_what_is_in_the_ledger_is_done_although_nobody_could_say_so() -> None:
    ledger = UnsureLedger()
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    ledger.is_unsure = True
    assert say(hub, "play", text="claim", seen=3)[-1] == {"done": "c0", "number": 4} | {
        "done": ledger.read("r")[-1].id
    }


def test_what_a_ledger_could_not_take_may_be_sent_again(
    ledger: MemoryLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any) -> None:
        raise LedgerError("The disk is full.")

    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    monkeypatch.setattr(ledger, "append", fail)
    assert why(say(hub, "play", id="same", text="claim", seen=3)) == "The disk is full."
    monkeypatch.undo()
    assert say(hub, "play", id="same", text="claim", seen=3) == [{"done": "same", "number": 4}]
