"""Claims and other ends of a wait: when a player counts as missed, and when he does not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.deeds.claims import claimable_ms
from gipf_meta.deeds.seat_deeds import reseat
from gipf_meta.hub import audience
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms import events
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.openings import AWAY_BESIDE_SLOW_CLOCK_MS, AWAY_MS
from gipf_meta.table.table import Table
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find, opening
from tests.hub.test_passing_time_nobody_waits import refused, watch_both

MINUTE_MS = 60_000


def far_match(**values: Any) -> Far:
    """A match of Ann and Bob without clocks, in which both look at the room."""
    far = Far(opening("wager", "human", "human", **values))
    watch_both(far)
    return far


def test_nobody_is_missed_before_the_first_decision_though_time_passes() -> None:
    far = far_match()
    far.hub.pass_time(5000)
    far.say("bob", "leave", 6000)
    assert "Nothing has been played" in refused(far.say("ann", "claim", 7000, player=1))


def test_nobody_is_away_while_others_think() -> None:
    far = Far(wager("60m"))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.play("bob", "allow", 2000)
    far.say("bob", "unwatch", 3000)
    far.play("ann", "one", 20 * MINUTE_MS)
    assert "10 minutes of it" in refused(far.say("ann", "claim", 20 * MINUTE_MS, player=1))
    assert not refused(far.say("ann", "claim", 20 * MINUTE_MS + AWAY_MS, player=1))


def test_a_pause_that_was_agreed_on_is_no_absence() -> None:
    far = Far(wager("60m"))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=60 * MINUTE_MS)
    far.say("bob", "answer", 3000, accept=True)
    far.say("bob", "unwatch", 4000)
    assert "does not wait" in refused(far.say("ann", "claim", 30 * MINUTE_MS, player=1))
    far.hub.pass_time(60 * MINUTE_MS + 3000)
    assert not far.room.is_paused
    assert "10 minutes of it" in refused(far.say("ann", "claim", 60 * MINUTE_MS + 4000, player=1))


def test_who_watches_is_shown_when_he_can_claim_though_nothing_happens() -> None:
    far = far_match(away_ms=MINUTE_MS)
    far.play("ann", "claim", 1000)
    far.say("bob", "unwatch", 2000)
    far.say("ann", "watch", 3000, want="scene", since=0)
    assert claimable_ms(far.room) == 2000 + MINUTE_MS
    assert far.hub.wait_ms(3000) == MINUTE_MS - 1000
    far.hub.pass_time(2000 + MINUTE_MS)
    told = [message["scene"]["set"] for message in far.told("ann") if "scene" in message]
    assert "claim" in told[-1]["may"]["do"]
    assert far.hub.wait_ms(2000 + MINUTE_MS) is None
    assert not refused(far.say("ann", "claim", 2000 + MINUTE_MS, player=1))


def test_a_claim_is_judged_when_it_arrives_though_decisions_count_earlier() -> None:
    far = Far(wager("60m"))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.say("bob", "unwatch", 2000)
    far.hub.pass_time(2000 + AWAY_MS)
    assert not refused(far.say("ann", "claim", 2000 + AWAY_MS, player=1))
    far.check()


def test_a_hub_does_not_run_in_circles_while_a_flag_may_still_be_met() -> None:
    far = Far(opening("wager", "human", "human", control="10m", away_ms=101_200))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.play("bob", "allow", 500_000)
    far.play("ann", "one", 500_500)
    far.say("bob", "unwatch", 500_600)
    flags_ms, claimed_ms = 500_500 + 101_000, 500_600 + 101_200
    assert far.room.table.ms_to_deadline() == flags_ms - far.room.at_ms
    far.hub.pass_time(claimed_ms)
    assert not far.room.is_ended, "a decision of his may still arrive"
    wait_ms = far.hub.wait_ms(claimed_ms)
    assert wait_ms
    far.hub.pass_time(claimed_ms + wait_ms)
    assert far.room.is_ended


def test_a_seat_that_was_freed_in_a_match_that_has_begun_holds_up_no_pause() -> None:
    far = Far(wager())
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=30_000)
    far.say("bob", "answer", 3000, accept=True)
    entry = far.hub.rooms.find("r")
    far.hub.rooms.attempt(entry, lambda room: reseat(room, 1, "0" * 64, 4000))
    far.hub.pass_time(33_000)
    assert not far.room.is_paused
    far.hub.pass_time(200_000)
    assert far.room.is_ended
    far.check()


def test_a_seat_in_which_nobody_has_ever_sat_keeps_nobody_waiting() -> None:
    far = Far(opening("zatre", "human", "human", "human"), others={1: "bob", 2: ""})
    watch_both(far)
    far.say("ann", "unwatch", 0)
    at_ms = 0
    while far.room.table.player != 2:
        at_ms += 1000
        player = far.room.table.player
        assert player is not None
        person = far.room.seats.holders[player]
        far.play(person, far.room.choices(person)[0].notation, at_ms)
    assert refused(far.say("bob", "seat", at_ms, player=2, kind="random"))
    assert not refused(far.say("bob", "seat", at_ms + DAY_MS, player=2, kind="random"))


def test_beside_a_slow_clock_one_may_be_away_for_a_week_from_a_duel_without_one() -> None:
    options = {"duel": "elsewhere"}
    far = Far(opening("wager", "human", "human", control="1440m/turn", options=options))
    watch_both(far)
    far.play("ann", "claim", 1000)
    assert "only the clock" in refused(far.say("bob", "claim", 1500, player=0))
    far.play("bob", "challenge", 2000)
    waits_for = far.room.table.player
    other = "ann" if waits_for else "bob"
    far.say("bob" if waits_for else "ann", "unwatch", 3000)
    assert "7 days" in refused(far.say(other, "claim", 4000, player=waits_for))
    assert not refused(far.say(other, "claim", 3000 + AWAY_BESIDE_SLOW_CLOCK_MS, player=waits_for))


def test_a_duel_that_cannot_be_ended_does_not_hold_up_who_claims(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    far = far_match(options={"duel": "wager"})
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    far.say("bob", "leave", 3000)
    monkeypatch.setattr(Table, "resign", lambda table, player, to: None)
    assert not refused(far.say("ann", "claim", 4000, player=1))
    assert not far.room.is_ended


@pytest.mark.parametrize("is_rebuilt", [False, True])
def test_a_room_that_pauses_alone_does_not_go_on_by_itself_while_nobody_is_there(
    is_rebuilt: bool,
) -> None:
    ledger = MemoryLedger()
    hub = Hub(ledger, find, patience_ms=None)
    hub.open_room("r", wager(), "ann", 0, {1: "bob"})
    says = iter(range(100))

    def say(person: str, do: str, at_ms: int, **values: Any) -> None:
        message = {"do": do, "id": f"c{next(says)}", "room": "r", **values}
        hub.receive(person, message, at_ms)
        assert not refused([each for to, each in hub.take_outbox() if to == person])

    for person in ("ann", "bob"):
        hub.connect(person, person, "")
        say(person, "watch", 0, want="view", since=0)
        say(person, "go_on", 0)
    say("ann", "play", 1000, text="claim", seen=hub.room("r").number)
    say("ann", "pause", 2000, ms=30_000)
    say("bob", "answer", 3000, accept=True)
    if is_rebuilt:
        hub = Hub(ledger, find, patience_ms=None)
        hub.connect("ann", "ann", "")
    else:
        for person in ("ann", "bob"):
            say(person, "unwatch", 4000)
    say("ann", "watch", 3_600_000, want="view", since=0)
    room = hub.room("r")
    assert room.is_paused
    assert room.pause_ends_ms is None
    again = rebuild("r", [entry.event for entry in ledger.read("r")], find)
    assert again.state.is_paused


def test_an_opening_of_before_means_what_it_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "gipf_meta.hub.kept_rooms.agreed_among_people", lambda opening, finder: opening
    )
    far = Far(opening("wager", "human", "human", control="5s", options={"duel": "wager"}))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    far.go_on(3000)
    far.say("bob", "unwatch", 3000)
    far.hub.pass_time(40 * DAY_MS)
    assert len(far.room.table.match.sessions) == 2, "no clock runs in the duel"
    assert "not agreed" in refused(far.say("ann", "claim", 40 * DAY_MS, player=1))
    assert not any(isinstance(each, events.Happened) for each in far.events)
    far.check()


@pytest.mark.parametrize("control", ["1440m/turn", "60m+1440m", "2880m"])
def test_where_a_turn_may_take_a_day_only_the_clock_decides(control: str) -> None:
    far = Far(opening("gipf", "human", "human", control=control))
    watch_both(far)
    far.play("ann", far.room.choices("ann")[0].notation, 1000)
    far.say("bob", "unwatch", 2000)
    assert "only the clock" in refused(far.say("ann", "claim", 30 * MINUTE_MS, player=1))


def test_nobody_waits_for_a_clock_of_days_of_somebody_who_has_left_for_good() -> None:
    far = Far(opening("gipf", "human", "human", control="4320m/turn"))
    watch_both(far)
    far.play("ann", far.room.choices("ann")[0].notation, 1000)
    far.say("bob", "leave", 2000)
    assert refused(far.say("ann", "claim", 3000, player=1)) == ""
    result = far.room.table.match.result
    assert result is not None
    assert (result.winners, result.reason) == ((0,), "absence")
    far.check()


def test_forgotten_people_count_as_gone_since_the_last_of_them_went(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else many visitors could make a person count as away since the beginning."""
    monkeypatch.setattr(audience, "MOST_GONE", 2)
    presence = audience.Presence()
    for at_ms, person in enumerate(("bob", "cyd", "dan", "eve")):
        presence.note("r", {person}, 1000 * at_ms)
    presence.note("r", (), 9000)
    gone_ms = [presence.gone_since_ms("r", person) for person in ("bob", "cyd", "dan", "eve")]
    assert gone_ms == [2000, 2000, 3000, 9000]


def test_nobody_was_missed_in_the_time_in_which_nobody_served() -> None:
    far = Far(wager("60m"))
    watch_both(far)
    far.play("ann", "claim", 1000)
    entry = far.hub.rooms.find("r")
    far.hub.rooms.attempt(entry, lambda room: reseat(room, 1, "0" * 64, 2000))
    far.ledger.note_stop(3000, 3000 + AWAY_MS)
    far.hub = Hub(far.ledger, find, patience_ms=None, pauses_alone=False)
    far.hub.connect("ann", "ann", "")
    far.say("ann", "watch", 4000 + AWAY_MS, want="scene", since=0)
    left = refused(far.say("ann", "claim", 4000 + AWAY_MS, player=1))
    assert "10 minutes of it are left" in left
    assert not refused(far.say("ann", "claim", 2000 + 2 * AWAY_MS, player=1))
    far.check()


@pytest.mark.needs("zatre")
def test_who_claims_wins_without_those_who_have_left_too() -> None:
    far = Far(opening("zatre", "human", "human", "human"), others={1: "bob", 2: "cy"})
    for person in ("ann", "bob", "cy"):
        far.hub.connect(person, person, "")
        far.say(person, "watch", 0, want="events", since=0)
    room = far.room
    first = ("ann", "bob", "cy")[room.table.player or 0]
    far.play(first, room.choices(first)[0].notation, 1000)
    far.say("bob", "leave", 2000)
    assert "Others play on" in refused(far.say("ann", "claim", 3000, player=1))
    far.say("cy", "leave", 4000)
    assert not refused(far.say("ann", "claim", 5000, player=1))
    assert far.room.table.over is not None
    assert far.room.table.over.winners == (0,)
    far.check()
