"""Time in which something held everybody up at a process: it is charged to nobody, and what that
costs is the cost of one append and of one scene, however often it was."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.hub.open_rooms import MOST_OWED
from gipf_meta.rooms.events import Event, Stopped
from gipf_meta.rooms.ledger import Batch, LedgerError, MemoryLedger
from gipf_meta.rooms.recount import Recount
from gipf_meta.table.openings import Opening
from gipf_meta.web.driver import MOST_HELD_MS
from tests.hub.test_held_commands_fair_time import FUSE, Far, wager
from tests.hub.test_hub import find, opening
from tests.tiers import slow

Spans = list[tuple[int, int]]

OFTEN: Spans = [(1000 + 100 * n, 1060 + 100 * n) for n in range(1000)]
"""Spans of a thousand delays: 60 of each 100 milliseconds."""
AFTER_MS = 101_500
"""When that is over."""


class Counted(MemoryLedger):
    """A ledger that keeps its *appends*, each with sender and id; the next one *fails* if asked."""

    def __init__(self) -> None:
        super().__init__()
        self.appends: list[tuple[str, str, list[Event]]] = []
        self.fails = False

    def append(self, batch: Batch) -> None:
        """Adds *batch*. Raises ``Conflict``, and ``LedgerError`` once if it *fails*."""
        if self.fails:
            self.fails = False
            raise LedgerError("The disk is full.")
        super().append(batch)
        self.appends.append((batch.sender, batch.id, [*batch.events]))

    def lose(self, room: str) -> None:
        """Loses the last append to *room*: it was never durable."""
        *_head, (sender, id, events) = self.appends
        del self._entries[room][-len(events) :]
        self._commands.discard((room, sender, id))


class Held(Far):
    """Ann and Bob, who *want* scenes, at a room that a third one watches, too."""

    def __init__(
        self, asked: Opening, *, others: dict[int, str] | None = None, want: str = "scene"
    ) -> None:
        super().__init__(asked, others=others)
        self.counted = self.hub.rooms._ledger = Counted()
        self.counted._entries = self.ledger._entries
        self.counted._commands = self.ledger._commands
        self.ledger = self.counted
        self.hub.connect("eve", "eve", "")
        for person in (*self.people, "eve"):
            self.say(person, "watch", 900, want=want)
        self.counted.appends.clear()

    def hold(self, spans: Sequence[tuple[int, int]]) -> None:
        """Notes that everybody was held up in those times."""
        for from_ms, to_ms in spans:
            self.hub.time.note_held(from_ms, to_ms)

    @property
    def stopped(self) -> Spans:
        """The spans that the ledger says were left out, in ms."""
        return [(each.from_ms, each.to_ms) for each in self.events if isinstance(each, Stopped)]

    @property
    def appended(self) -> list[list[str]]:
        """The names of the events of each append."""
        return [[event.event for event in events] for _sender, _id, events in self.counted.appends]


def receive(held: Held, person: str, do: str, at_ms: int, **values: Any) -> list[dict[str, Any]]:
    """Lets a command arrive; returns the messages of the hub to anybody."""
    held.hub.take_outbox()
    message = {"do": do, "id": "c", "room": "r", **values}
    held.hub.receive(person, message, at_ms)
    return [message for _to, message in held.hub.take_outbox()]


def kinds(messages: Sequence[dict[str, Any]]) -> list[str]:
    """The kind of each of *messages*: its first key."""
    return [next(iter(message)) for message in messages]


# ---- what it costs -------------------------------------------------------------------------------


def test_a_decision_pays_for_a_thousand_delays_by_one_append_and_a_scene_for_each_watcher() -> None:
    held = Held(wager("600s"))
    held.hold(OFTEN)
    told = receive(held, "ann", "play", AFTER_MS, text="claim", seen=held.room.number)
    assert kinds(told) == ["scene", "scene", "scene", "done"]
    assert held.appended == [["stopped"] * 1000 + ["played"]]
    assert [(sender, id) for sender, id, _events in held.counted.appends] == [("ann", "c")]
    assert held.stopped == OFTEN
    assert held.left_ms()[0] == 600_000 - AFTER_MS + 1000 * 60


def test_a_bot_that_answers_pays_for_delays_by_one_append() -> None:
    held = Held(opening("wager", "human", "random", control="600s"), others={})
    held.play("ann", "claim", 950)
    (thought,) = held.hub.take_thoughts()
    held.hold(OFTEN[:50])
    held.counted.appends.clear()
    held.hub.take_outbox()
    held.hub.take_answer(thought, lambda: thought.run(repr), AFTER_MS)
    assert held.appended == [["stopped"] * 50 + ["played"]]
    assert kinds([message for _to, message in held.hub.take_outbox()]) == ["scene"] * 2
    held.check()


@pytest.mark.parametrize("what", ["refused", "read", "watched", "due"])
def test_delays_are_paid_alone_and_once_where_no_event_comes_with_them(what: str) -> None:
    held = Held(wager("600s"))
    held.hold(OFTEN[:50])
    for _again in range(2):
        match what:
            case "refused":
                receive(held, "bob", "play", AFTER_MS, text="claim", seen=held.room.number)
            case "read":
                receive(held, "bob", "look", AFTER_MS, at=0)
            case "watched":
                receive(held, "bob", "watch", AFTER_MS, want="events")
            case _:
                held.hub.time.sweep(["r"], AFTER_MS)
    assert [(sender, id) for sender, id, _events in held.counted.appends] == [("", "")]
    assert held.stopped == OFTEN[:50]
    held.check()


def test_a_command_that_leads_to_no_event_is_not_in_the_ledger_with_the_delays() -> None:
    """For example a premove, which stands beside the events."""
    held = Held(wager("600s"))
    held.hold(OFTEN[:5])
    receive(held, "bob", "premove", AFTER_MS, text="allow")
    assert [(sender, id) for sender, id, _events in held.counted.appends] == [("", "")]


def test_a_command_is_judged_as_of_the_moment_after_the_delays() -> None:
    """Without them the flag would have fallen."""
    held = Held(wager("10s"))
    held.hold([(1000, 60_000)])
    told = receive(held, "ann", "play", 61_000, text="claim", seen=held.room.number)
    assert kinds(told)[-1] == "done"
    assert held.left_ms()[0] == 8000


def test_a_command_that_waits_for_a_deadline_pays_and_waits_on() -> None:
    held = Held(FUSE)
    held.hold([(910, 60_910)])
    seen = held.room.number
    assert kinds(held.say("bob", "play", 61_100, 50, text="trim", seen=seen)) == ["scene"]
    assert held.stopped == [(910, 60_910)]
    held.play("ann", "pass", 61_200, lag_ms=300)
    assert held.room.table.over is None
    assert held.stopped == [(910, 60_910)]
    held.check()


def test_events_of_time_between_delays_are_in_nobodys_name() -> None:
    held = Held(FUSE)
    held.hold([(950, 1020), (60_000, 60_100)])
    told = receive(held, "ann", "play", 61_000, text="pass", seen=held.room.number)
    assert kinds(told)[-1] == "refused"
    assert held.appended == [["stopped", "happened", "over"]]
    assert held.counted.appends[0][0] == ""


class Minutes:
    """A clock that goes on by what is done: an append takes 6 ms, and a scene 12."""

    def __init__(self) -> None:
        self.ms = 0

    def spend(self, ms: int) -> None:
        """Lets time pass."""
        self.ms += ms


def test_paying_for_delays_does_not_lead_to_more_of_them() -> None:
    """In each of some rooms somebody decides in turn; what takes long holds up all of them."""
    clock, ledger, rooms = Minutes(), Counted(), [f"r{n}" for n in range(8)]
    hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
    for person in ("ann", "bob", "eve"):
        hub.connect(person, person, "")
    for room in rooms:
        hub.open_room(room, wager("600s", goal=1000), "ann", others={1: "bob"})
        for person in ("ann", "bob"):
            hub.receive(person, {"do": "go_on", "id": f"g{person}", "room": room}, 0)
        for person in ("ann", "bob", "eve"):
            hub.receive(person, {"do": "watch", "id": "w", "room": room, "want": "scene"}, 0)

    def take_turn(room: str, message: dict[str, Any], more_ms: int) -> bool:
        begun_ms, appends = clock.ms, len(ledger.appends)
        hub.take_outbox()
        person = ("ann", "bob")[hub.room(room).table.player or 0]
        hub.receive(person, {**message, "room": room, "seen": hub.room(room).number}, clock.ms)
        scenes = sum("scene" in said for _to, said in hub.take_outbox())
        clock.spend(6 * (len(ledger.appends) - appends) + 12 * scenes + more_ms)
        is_held = clock.ms - begun_ms > MOST_HELD_MS
        if is_held:
            hub.time.note_held(begun_ms, clock.ms)
        return is_held

    held = list[bool]()
    for number, text in enumerate(("claim", "allow", "one", "claim")):
        for room in rooms:
            message = {"do": "play", "id": f"p{number}", "text": text}
            held.append(take_turn(room, message, more_ms=60 if number == 0 else 0))
    assert all(held[: len(rooms)])
    assert not any(held[len(rooms) :])


# ---- what is owed --------------------------------------------------------------------------------


def test_delays_that_adjoin_are_one() -> None:
    held = Held(wager("600s"))
    held.hold([(1000, 1060), (1060, 1120), (1100, 1180), (1181, 1300)])
    held.play("ann", "claim", 2000)
    assert held.stopped == [(1000, 1180), (1181, 1300)]
    held.check()


def test_as_much_is_owed_as_may_be_and_it_is_what_took_longest() -> None:
    held = Held(wager("600s"))
    spans = [(100 * n, 100 * n + 51 + n % 40) for n in range(10, 11 + 2 * MOST_OWED)]
    most = 0
    for span in spans:
        held.hold([span])
        most = max(most, *(len(entry.owed) for entry in held.hub.open_rooms))
    owed = held.hub.rooms.find("r").owed
    assert most == MOST_OWED
    assert sorted(owed) == [*owed]
    assert {90 - 1, 90} <= {to_ms - from_ms for from_ms, to_ms in owed}
    assert all(before < after for (_from, before), (after, _to) in pairwise(owed))


def test_a_room_that_was_closed_owes_nothing() -> None:
    held = Held(wager("600s"))
    held.hold(OFTEN[:5])
    held.hub.close_room("r")
    held.play("ann", "claim", 5000)
    assert held.stopped == []
    held.check()


def test_nothing_is_owed_where_nobody_watches_or_no_time_passes() -> None:
    for one in (Far(wager()), Held(opening("wager", "human", "human"))):
        one.hub.time.note_held(1000, 2000)
        assert not one.hub.rooms.find("r").owed


@pytest.mark.parametrize("what", ["conflict", "failure", "loss"])
def test_delays_are_neither_lost_nor_paid_twice_where_an_append_fails(what: str) -> None:
    held = Held(wager("600s"))
    held.hold(OFTEN[:3])
    if what == "conflict":  # another process was first
        other = Hub(held.ledger, find, patience_ms=None, pauses_alone=False)
        other.connect("bob", "bob", "")
        other.receive("bob", {"do": "offer", "id": "o", "room": "r"}, 950)
    held.counted.fails = what == "failure"
    seen = held.room.number
    told = receive(held, "ann", "play", 5000, text="claim", seen=seen)
    if what == "failure":
        assert [each["why"] for each in told if "why" in each] == ["The disk is full."]
    if what == "loss":  # what was appended in one group was not durable
        held.counted.lose("r")
        held.hub.rooms.reload(held.hub.rooms.find("r"))
    held.hub.receive(
        "ann", {"do": "play", "id": "c", "room": "r", "text": "claim", "seen": seen}, 5000
    )
    assert held.stopped == OFTEN[:3]
    assert held.left_ms()[0] == 600_000 - 5000 + 180
    held.check()


# ---- against what each cost by itself ------------------------------------------------------------


def pay_one_by_one(hub: Hub, spans: Spans) -> None:
    """Leaves out each time by itself, as it was done before."""
    for from_ms, to_ms in spans:
        entry = hub.rooms.find("r")
        entry.room.stop(from_ms, to_ms)
        hub.rooms.keep(entry)
    spans.clear()


class Twins:
    """Two rooms in which the same is said: one pays for each delay by itself."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        asked = self.rng.choice((wager("20s", goal=50), wager("3s/turn", goal=50), FUSE))
        self.new, self.old = (Held(asked, want="events") for _twin in range(2))
        self.owed = Spans()
        self.now_ms, self.number = 1000, 0

    def run(self) -> None:
        """Holds everybody up, lets people speak and time pass, in any order."""
        for _step in range(40):
            self.rng.choice((self._hold, self._hold, self._speak, self._speak, self._wait))()
            self.compare()

    def _hold(self) -> None:
        begun_ms = self.now_ms - self.rng.choice((0, 0, 40))
        self.now_ms += self.rng.choice((51, 70, 300, 2500))
        if self.old.room.is_running:
            self.owed.append((begun_ms, self.now_ms))
        self.new.hub.time.note_held(begun_ms, self.now_ms)
        self.now_ms += self.rng.choice((0, 0, 1, 400))

    def _speak(self) -> None:
        self.number += 1
        rng, room = self.rng, self.old.room
        person = rng.choice(("ann", "bob"))
        choices = [choice.notation for choice in room.choices(person)] or ["claim"]
        text, do = rng.choice(choices), rng.choice(("play", "play", "play", "premove", "offer"))
        late_ms, lag_ms = rng.choice((0, 0, 60)), rng.choice((0, 0, 30, 900))
        values = {} if do == "offer" else {"text": text}
        told = []
        for one, pay in ((self.old, True), (self.new, False)):
            if pay:
                pay_one_by_one(one.hub, self.owed)
            seen = {"seen": one.room.number} if do == "play" else {}
            message = {"do": do, "id": f"t{self.number}", "room": "r", **values, **seen}
            one.hub.take_outbox()
            one.hub.receive(person, message, self.now_ms - late_ms, lag_ms)
            told.append([name for name in kinds(one.told(person)) if name in ("done", "refused")])
        assert told[0] == told[1]

    def _wait(self) -> None:
        self.now_ms += self.rng.choice((10, 600, 600, 3000))
        self.old.hub.wait_ms(self.now_ms)
        if self.old.hub.rooms.find("r").is_due(self.now_ms):
            pay_one_by_one(self.old.hub, self.owed)
        for one in (self.old, self.new):
            one.hub.pass_time(self.now_ms)
            one.hub.take_outbox()

    def compare(self) -> None:
        """Raises ``AssertionError`` unless both clocks say the same."""
        assert clocks(self.old) == clocks(self.new)

    def check(self) -> tuple[Recount, Recount]:
        """Both ledgers, counted again."""
        pay_one_by_one(self.old.hub, self.owed)
        self.new.hub.time.sweep(["r"], self.now_ms)
        self.old.hub.time.sweep(["r"], self.now_ms)
        self.compare()
        return self.old.check(), self.new.check()


def clocks(one: Far) -> Any:
    """The decisions of each session with their times in the match, and how the match is over."""
    match = one.room.table.match
    return [
        [(step.at_ms, step.number) for step in session.steps] for session in match.sessions
    ], one.room.table.over


@pytest.mark.parametrize("first", [0, *slow(*range(5, 50, 5))])
def test_clocks_are_the_same_as_if_each_delay_were_paid_by_itself(first: int) -> None:
    appends = [0, 0]
    for seed in range(first, first + 5):
        twins = Twins(seed)
        try:
            twins.run()
            old, new = twins.check()
        except Exception as error:
            raise AssertionError(f"the rooms of seed {seed} ({error})") from error
        assert (old.left_ms, old.given_ms, old.quotas) == (new.left_ms, new.given_ms, new.quotas)
        for n, one in enumerate((twins.old, twins.new)):
            appends[n] += len(one.counted.appends)
    assert appends[1] < appends[0]
