"""Clocks and sand between people who are far away: lag, delays, and the order of commands."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.events import EVENT, Event, Played, Stopped
from gipf_meta.rooms.ledger import LedgerError, MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import Recount, recount
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.lag import SAND_MS, LagQuota
from gipf_meta.table.openings import Opening
from tests.hub.test_hub import find, names, opening
from tests.rooms.simulation import snapshot

ids = count()


class Far:
    """Ann and Bob, far away, at a room of a server for many people; Ann moves first."""

    def __init__(
        self, asked: Opening, *, others: dict[int, str] | None = None, goes_on: bool = True
    ) -> None:
        self.ledger = MemoryLedger()
        self.hub = Hub(self.ledger, find, patience_ms=None, pauses_alone=False)
        self.hub.open_room("r", asked, "ann", others={1: "bob"} if others is None else others)
        for person in self.people:
            self.hub.connect(person, person, "")
        if goes_on:
            self.go_on(0)

    @property
    def people(self) -> list[str]:
        """The people who hold seats, sorted."""
        return sorted(set(self.room.seats.holders.values()))

    def go_on(self, at_ms: int) -> None:
        """Lets everybody say that time may pass, if it does not."""
        for person in self.people:
            if self.room.table.paused:
                self.say(person, "go_on", at_ms)

    @property
    def room(self) -> RoomState:
        """The room."""
        return self.hub.room("r")

    def say(
        self, person: str, do: str, at_ms: int, lag_ms: int = 0, **values: Any
    ) -> list[dict[str, Any]]:
        """Lets a command of *person* arrive; returns the messages to him."""
        self.hub.take_outbox()
        message = {"do": do, "id": f"c{next(ids)}", "room": "r", **values}
        self.hub.receive(person, message, at_ms, lag_ms)
        return self.told(person)

    def told(self, person: str) -> list[dict[str, Any]]:
        """The messages that the hub sends to *person* now."""
        return [message for to, message in self.hub.take_outbox() if to == person]

    def play(self, person: str, text: str, at_ms: int, lag_ms: int = 0) -> None:
        """Lets *person* decide *text*; it must be accepted at once."""
        answers = self.say(person, "play", at_ms, lag_ms, text=text, seen=self.room.number)
        assert "done" in answers[-1], answers

    @property
    def events(self) -> list[Event]:
        """The ledger."""
        return [entry.event for entry in self.ledger.read("r")]

    def left_ms(self) -> tuple[int, ...]:
        """The milliseconds left on each clock."""
        match = self.room.table.match
        assert match.control is not None
        return match.control.left_ms(match.sessions[0])

    def check(self) -> Recount:
        """The times, counted again; the ledger alone must rebuild the room."""
        again = rebuild("r", self.events, find)
        again.state.gives_back = True
        again.pass_time(self.room.at_ms)
        self.hub.rooms.find("r").room.pass_time(self.room.at_ms)
        assert snapshot(again.state) == snapshot(self.room)
        return recount("r", self.events, find)


def wager(control: str = "60s", **options: Any) -> Opening:
    """A match with clocks, in which no time acts."""
    return opening("wager", "human", "human", control=control, options=options)


FUSE = opening("fuse", "human", "human")
"""A match in which time acts: the fuse of each turn burns for a second."""


# ---- clocks --------------------------------------------------------------------------------------


def test_what_the_network_took_is_given_back_and_nobody_pays_for_it() -> None:
    far = Far(wager())
    far.play("ann", "claim", 5300, lag_ms=300)
    far.play("bob", "allow", 9300, lag_ms=0)
    assert far.left_ms() == (55_000, 56_000)
    assert far.check().given_ms == {0: 300, 1: 0}


@pytest.mark.parametrize("asked", [wager(), FUSE], ids=["clocks", "sand"])
def test_time_held_up_by_another_players_command_is_charged_to_nobody(
    asked: Opening,
) -> None:
    """Also where it was held up twice, and although a deadline has passed meanwhile."""
    far, held = Far(asked), Far(asked)
    for one in (far, held):
        one.say("ann", "watch", 100, want="scene")
    held.hub.time.note_held(200, 60_400)
    held.hub.time.note_held(60_500, 60_700)
    later_ms = 60_400
    text = {"wager": "claim", "fuse": "pass"}[asked.game]
    far.play("ann", text, 600)
    held.play("ann", text, later_ms + 600)
    spans = [(each.from_ms, each.to_ms) for each in held.events if isinstance(each, Stopped)]
    assert spans == [(200, 60_400), (60_500, 60_700)]
    told = [one.room.table.match.sessions[0].steps[-1].at_ms for one in (far, held)]
    assert told[1] == 200 + 100 + 300
    assert told[0] == 600
    held.hub.pass_time(later_ms + 700)
    held.check()


def test_the_ledger_says_what_arrived_when_and_what_was_given() -> None:
    far = Far(wager())
    far.play("ann", "claim", 5300, lag_ms=2000)
    event = EVENT.dump_python(far.events[-1], mode="json")
    assert event == {
        "event": "played", "number": 8, "at_ms": 4130, "player": 0, "text": "claim",
        "arrived_ms": 5300, "lag_ms": 2000, "given_ms": 1170,
    }  # fmt: skip


def test_where_no_time_runs_nothing_is_measured() -> None:
    far = Far(opening("wager", "human", "human"))
    far.play("ann", "claim", 5300, lag_ms=300)
    event = EVENT.dump_python(far.events[-1], mode="json")
    assert (event["at_ms"], "lag_ms" in event) == (5300, False)


def test_who_is_alone_with_his_machine_is_given_nothing_back() -> None:
    hub = Hub(MemoryLedger(), find, patience_ms=None)
    hub.connect("ann", "ann", "")
    room = hub.open_room("r", wager(), "ann")
    hub.receive("ann", {"do": "go_on", "id": "c0", "room": "r"}, 0)
    played = {"do": "play", "id": "c1", "room": "r", "text": "claim", "seen": room.number}
    hub.receive("ann", played, 5300, 300)
    assert room.happened_ms == 5300


def test_answers_delayed_on_purpose_gain_the_quota_at_most() -> None:
    far, at_ms = Far(wager("70s", goal=1000)), 0
    names = ("ann", "bob")
    for turn in range(8):
        one, other = names[turn % 2], names[1 - turn % 2]
        for person, text in ((one, "claim"), (other, "allow"), (one, "one")):
            at_ms += 5000
            far.play(person, text, at_ms, lag_ms=9999 if person == "ann" else 0)
    counted = far.check()
    quota = LagQuota.begin(far.room.table.match.control or pytest.fail("no clock"))
    assert counted.given_ms[0] == quota.left_ms + 11 * quota.gain_ms
    assert counted.given_ms[1] == 0
    assert counted.left_ms[1] == 70_000 - 12 * 5000


def test_nobody_loses_what_he_is_given_back_because_another_one_speaks() -> None:
    far = Far(wager())
    far.say("bob", "offer", 5200)
    far.play("ann", "claim", 5300, lag_ms=400)
    assert far.events[-1].at_ms == 4900
    assert far.left_ms()[0] == 55_100
    far.check()


def test_what_was_said_beforehand_takes_no_time() -> None:
    far = Far(wager())
    far.say("bob", "premove", 100, text="allow")
    far.play("ann", "claim", 5300, lag_ms=300)
    assert [event.at_ms for event in far.events[-2:]] == [5000, 5300]
    assert far.left_ms() == (55_000, 60_000)
    far.check()


def test_a_flag_falls_only_when_no_decision_in_time_can_arrive_any_more() -> None:
    far = Far(wager("10s"))
    far.say("bob", "watch", 0, want="events")
    quota_ms = far.room.quota_of(0).left_ms
    assert far.hub.wait_ms(0) == 10_000 + quota_ms
    far.hub.pass_time(10_000 + quota_ms - 1)
    assert far.told("bob") == []
    room = far.hub.rooms.find("r").room
    room.pass_time(10_000 + quota_ms - 1)
    assert room.take_emitted() == []
    assert far.left_ms()[0] == 1
    far.hub.pass_time(10_000 + quota_ms)
    assert [(event["event"], event["at_ms"]) for event in far.told("bob")] == [
        ("happened", 10_000),
        ("over", 10_000),
    ]
    far.check()


def test_nobody_waits_more_than_two_seconds_for_a_flag() -> None:
    far = Far(wager("10m"))
    assert far.room.quota_of(0).left_ms == 3000
    assert far.hub.wait_ms(0) == 602_000
    far.hub.pass_time(602_000)
    assert far.room.table.over is not None
    far.check()


def test_a_decision_that_was_made_in_time_beats_the_flag() -> None:
    far = Far(wager("10s"))
    far.play("ann", "claim", 10_200, lag_ms=250)
    assert far.left_ms()[0] == 50
    far.check()


def test_a_decision_that_was_made_too_late_waits_and_is_refused() -> None:
    far = Far(wager("10s"))
    assert far.say("ann", "play", 10_200, 150, text="claim", seen=5) == []
    assert far.hub.wait_ms(10_200) == 370
    far.hub.pass_time(10_570)
    (answer,) = far.told("ann")
    assert "refused" in answer
    assert names([EVENT.dump_python(far.events[-1], mode="json")]) == ["over"]


def test_a_command_that_waits_and_comes_again_is_answered_once() -> None:
    far = Far(wager("10s"))
    for _copy in range(2):
        assert far.say("ann", "play", 10_200, 150, id="same", text="claim", seen=5) == []
    far.hub.pass_time(10_570)
    assert [answer.get("refused") for answer in far.told("ann")] == ["same"]


def test_the_flag_of_a_bot_waits_for_nobody() -> None:
    far = Far(opening("wager", "random", "human", control="10s"), others={})
    assert far.hub.wait_ms(0) == 10_000


def test_a_bot_that_answers_late_does_not_make_a_flag_fall_early() -> None:
    far = Far(opening("wager", "human", "random", control="10s"), others={})
    far.play("ann", "claim", 1000)
    (thought,) = far.hub.take_thoughts()
    far.hub.take_answer(thought, lambda: thought.run(repr), 2000)
    far.hub.take_answer(thought, lambda: thought.run(repr), 11_050)
    assert far.room.table.over is None
    far.check()


def test_a_duel_on_top_stops_the_clock_of_the_game_below() -> None:
    options = {"duel": "wager"}
    asked = opening("wager", "human", "human", control="60s", duel_control="none", options=options)
    far = Far(asked)
    far.play("ann", "claim", 1000, lag_ms=100)
    far.play("bob", "challenge", 2000)
    assert len(far.room.table.match.sessions) == 2
    first = ("ann", "bob")[far.room.table.player or 0]
    far.play(first, "claim", 50_000, lag_ms=400)
    played = far.events[-1]
    assert isinstance(played, Played)
    assert (played.at_ms, played.given_ms) == (50_000, None)
    assert far.left_ms() == (59_100, 59_000)
    far.check()


def test_time_that_acts_in_a_duel_gives_back_as_sand_does() -> None:
    far = Far(wager(duel="fuse"))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    far.go_on(3000)
    player = far.room.table.player
    far.play("ann" if player == 0 else "bob", "pass", 4300, lag_ms=700)
    played = far.events[-1]
    assert isinstance(played, Played)
    assert (played.at_ms, played.given_ms) == (3800, SAND_MS)
    far.check()


def test_what_is_taken_back_gives_the_time_of_that_decision_back() -> None:
    far = Far(wager(goal=100), others={})
    far.play("ann", "claim", 1000, lag_ms=100)
    far.play("ann", "allow", 3000, lag_ms=100)
    far.play("ann", "one", 6000, lag_ms=100)
    assert far.left_ms() == (60_000 - 900 - 2900, 60_000 - 1900)
    assert "done" in far.say("ann", "take_back", 9000)[-1]
    far.check()
    far.play("ann", "two", 10_000, lag_ms=100)
    assert far.left_ms()[0] == 60_000 - 900 - 2900 - 900
    assert "done" in far.say("ann", "take_back", 11_000)[-1]
    assert "done" in far.say("ann", "play_again", 12_000)[-1]
    far.check()


def test_a_pause_is_charged_to_nobody() -> None:
    far = Far(wager(), others={})
    far.say("ann", "pause", 2000)
    far.say("ann", "go_on", 50_000)
    far.play("ann", "claim", 51_000)
    assert far.left_ms()[0] == 60_000 - 2000 - 1000
    far.check()


@pytest.mark.needs("zatre")
def test_each_of_a_team_has_a_quota_and_a_clock_of_his_own() -> None:
    kinds = ("human",) * 4
    far = Far(opening("zatre", *kinds, control="60s"), others={1: "bob", 2: "cid", 3: "dan"})
    people, at_ms, rng = ("ann", "bob", "cid", "dan"), 0, Random(1)
    for _decision in range(24):
        player = far.room.table.player
        assert player is not None
        at_ms += 1000
        choice = rng.choice(far.room.choices(people[player]))
        far.play(people[player], choice.notation, at_ms, lag_ms=200 * player)
    counted = far.check()
    assert counted.given_ms[0] == 0
    assert counted.given_ms[3] > counted.given_ms[1] > 0
    assert counted.left_ms == dict(enumerate(far.left_ms()))


# ---- sand ----------------------------------------------------------------------------------------


def test_sand_gives_back_at_most_half_a_second_and_saves_nothing_up() -> None:
    far = Far(FUSE)
    far.play("ann", "pass", 900, lag_ms=0)
    far.play("bob", "pass", 2100, lag_ms=800)
    assert [e.at_ms for e in far.events if isinstance(e, Played)] == [900, 1600]
    assert far.check().given_ms == {0: 0, 1: 500}


def test_sand_runs_out_only_when_no_decision_in_time_can_arrive_any_more() -> None:
    far = Far(FUSE)
    far.hub.pass_time(1499)
    assert far.room.table.over is None
    far.hub.pass_time(1500)
    assert far.room.table.over is not None
    assert far.events[-1].at_ms == 1000
    far.check()


def test_two_cross_at_a_deadline_and_who_was_in_time_is_first() -> None:
    far = Far(FUSE)
    assert far.say("bob", "play", 1100, 50, text="trim", seen=far.room.number) == []
    answers = far.say("ann", "play", 1200, 300, text="pass", seen=far.room.number)
    assert "done" in answers[-1]
    played = [e for e in far.events if isinstance(e, Played)]
    assert [(e.player, e.text, e.at_ms) for e in played] == [(0, "pass", 900)]
    far.hub.pass_time(1500)
    assert far.room.table.over is None
    far.check()


def test_who_waits_for_a_deadline_hears_at_once_when_it_was_met() -> None:
    far = Far(FUSE)
    seen = far.room.number
    far.say("bob", "play", 1100, 50, text="trim", seen=seen)
    message = {"do": "play", "id": "late", "room": "r", "text": "pass", "seen": seen}
    far.hub.receive("ann", message, 1200, 300)
    told = far.hub.take_outbox()
    assert [(to, next(iter(message))) for to, message in told] == [
        ("ann", "done"),
        ("bob", "refused"),
    ]


def test_two_cross_at_a_deadline_that_nobody_meets() -> None:
    far = Far(FUSE)
    assert far.say("bob", "play", 1100, 50, text="trim", seen=far.room.number) == []
    assert far.say("ann", "play", 1300, 100, text="pass", seen=far.room.number) == []
    far.hub.pass_time(1500)
    assert [next(iter(message)) for _to, message in far.hub.take_outbox()] == ["refused"] * 2
    assert far.events[-1].at_ms == 1000
    far.check()


def test_of_two_decisions_that_cross_the_ledger_decides_which_was_first() -> None:
    far = Far(FUSE)
    far.play("bob", "trim", 700, lag_ms=100)
    far.play("ann", "pass", 750, lag_ms=300)
    assert [e.at_ms for e in far.events if isinstance(e, Played)] == [600, 700]
    far.check()


def test_a_bot_carries_out_its_plan_without_waiting() -> None:
    far = Far(opening("fuse", "human", "random", options={"fuse_ms": 5000}), others={})
    far.play("ann", "pass", 500, lag_ms=300)
    (thought,) = far.hub.take_thoughts()
    far.hub.take_answer(thought, lambda: thought.run(repr), 550)
    far.say("ann", "offer", 700)  # goes back in time, and the plan stands
    assert far.hub.take_thoughts() == []
    assert far.hub.wait_ms(700) == 800
    far.hub.pass_time(1500)
    assert (far.events[-1].event, far.events[-1].at_ms) == ("played", 1500)
    far.check()


@pytest.mark.needs("tamsk")
@pytest.mark.parametrize("jitter_ms", [300, 1500])
@pytest.mark.parametrize("who", ["ann", "bob", "both"])
@pytest.mark.sample(3, "slow")
def test_tamsk_is_fair_over_a_bad_network(jitter_ms: int, who: str) -> None:
    """Both think alike; what the network takes beyond half a second a decision is all it costs."""
    rng = Random(f"{jitter_ms} {who}")
    costs_ms: dict[str, list[int]] = {"ann": [], "bob": []}
    for _match in range(3):
        _play_tamsk(rng, jitter_ms, who, costs_ms)
    assert min(len(costs) for costs in costs_ms.values()) > 15
    for person in ("ann", "bob"):
        if jitter_ms == 300 or who not in (person, "both"):
            assert sum(costs_ms[person]) <= 20 * len(costs_ms[person])


def _play_tamsk(rng: Random, jitter_ms: int, who: str, costs_ms: dict[str, list[int]]) -> None:
    """A match in which the network takes up to *jitter_ms* each way from *who*.

    *costs_ms* gets what each decision was charged beyond the time that its player thought.
    """
    far, now_ms = Far(opening("tamsk", "human", "human", options={"level": 3})), 0
    while far.room.table.over is None:
        room = far.room
        player, number = room.table.player, room.number
        assert player is not None
        person = ("ann", "bob")[player]
        ways = 2 if who in (person, "both") else 0
        lag_ms = sum(rng.randrange(jitter_ms) for _way in range(ways))
        thinks_ms = rng.randrange(300, 1500)
        began_ms, now_ms = now_ms, now_ms + thinks_ms + lag_ms
        far.hub.pass_time(now_ms)
        if room.number != number or room.table.player != player:
            continue  # the sand was faster
        choice = rng.choice(room.choices(person))
        far.say(person, "play", now_ms, lag_ms, text=choice.notation, seen=number)
        played = far.events[-1]
        if isinstance(played, Played) and played.number > number:
            costs_ms[person].append(played.at_ms - began_ms - thinks_ms)
            assert costs_ms[person][-1] == max(0, lag_ms - SAND_MS)
    far.check()


# ---- recounting ----------------------------------------------------------------------------------


def tampered(far: Far, **values: int) -> list[Event]:
    """The ledger with other numbers in its first decision."""
    number = next(n for n, event in enumerate(far.events) if isinstance(event, Played))
    events = far.events
    events[number] = events[number].model_copy(update=values)
    return events


@pytest.mark.parametrize(
    "values",
    [{"at_ms": 900}, {"given_ms": 299}, {"lag_ms": 200}, {"arrived_ms": 1301}],
    ids=lambda values: next(iter(values)),
)
def test_a_time_that_is_not_right_is_found(values: dict[str, int]) -> None:
    far = Far(wager())
    far.play("ann", "claim", 1300, lag_ms=300)
    far.check()
    with pytest.raises(LedgerError, match="time of event 8"):
        recount("r", tampered(far, **values), find)


@pytest.mark.parametrize(
    ("control", "left_ms"),
    [("60s", (53_500, 54_000)), ("60s+1s", (54_500, 54_000)), ("60s/turn", (59_500, 58_000))],
)
def test_a_clock_of_every_kind_is_recounted(control: str, left_ms: tuple[int, int]) -> None:
    far, at_ms = Far(wager(control)), 0
    for person, text, took_ms in (
        ("ann", "claim", 5000), ("bob", "allow", 4000), ("ann", "two", 1000),
        ("bob", "claim", 2000), ("ann", "allow", 500),
    ):  # fmt: skip
        at_ms += took_ms
        far.play(person, text, at_ms)
    assert far.left_ms() == left_ms
    assert tuple(far.check().left_ms.values()) == left_ms


def test_a_ledger_of_before_is_recounted_too() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1300, lag_ms=300)
    events = tampered(far, arrived_ms=None, lag_ms=None, given_ms=None)  # type: ignore[arg-type]
    counted = recount("r", events, find)
    assert (counted.left_ms[0], counted.given_ms) == (59_000, {})
