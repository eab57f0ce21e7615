"""Waiting players learn for whom, until when, and what they can do then: by scenes and by lines."""

from __future__ import annotations

from typing import Any, cast

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.agreements import PAUSE_MS, READY_MS
from gipf_meta.deeds.claims import claim_question, claimable_players, missed_lines
from gipf_meta.deeds.table_elements import time_goes_on
from gipf_meta.hub.scenes import room_scene
from gipf_meta.line.played_match import ready_question
from gipf_meta.line.replica import Replica
from gipf_meta.match.clock_readings import clocks_of
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.clock_words import agreed_words, clock_line
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find, opening
from tests.hub.test_passing_time_nobody_waits import in_duel, watch_both
from tests.small_games.finding import Wager


def scene_of(far: Far, person: str) -> dict[str, Any]:
    """The room as *person* sees it."""
    return cast("dict[str, Any]", room_scene(far.room, person))


def news_of(far: Far, person: str, *said: Any, **values: Any) -> list[str]:
    """The news that *person*, who watches scenes, gets from a command of somebody."""
    far.say(*said, **values)
    return [line for told in far.told(person) if "scene" in told for line in told["news"]]


def watch_scenes(far: Far) -> None:
    """Lets both watch scenes."""
    for person in ("ann", "bob"):
        far.say(person, "watch", 0, want="scene")


# ---- clocks --------------------------------------------------------------------------------------


def test_the_clock_that_runs_is_shown_in_a_duel_and_that_of_the_match_is_said_to_stand() -> None:
    far = in_duel(duel_control="5s")
    asked = scene_of(far, "ann")["state"]["duel"]["words"]
    assert "Each has 5 seconds for this duel; the clock of the match is stopped meanwhile." in asked
    far.go_on(3000)
    on_turn = far.room.table.match.player
    far.hub.rooms.find("r").room.pass_time(4000)
    scene = scene_of(far, "ann")
    left_ms = {n: scene[f"player:{n}"]["clock_ms"] for n in (0, 1)}
    assert left_ms == {n: 4000 if n == on_turn else 5000 for n in (0, 1)}
    assert [scene[f"player:{n}"]["clock_runs"] for n in (0, 1)] == [on_turn == 0, on_turn == 1]
    stands = "The clock of the match is stopped: You 0:59, p1 0:59."
    assert scene["stakes"]["lines"][-1] == stands


def test_no_clock_is_told_in_a_duel_in_which_none_runs() -> None:
    far = in_duel(duel_control="none")
    far.go_on(3000)
    scene, match = scene_of(far, "ann"), far.room.table.match
    assert [scene[f"player:{n}"]["clock_ms"] for n in (0, 1)] == [59_000, 59_000]
    assert not any(scene[f"player:{n}"]["clock_runs"] for n in (0, 1))
    assert clock_line(match, ["Ann", "Bob"]) == ""


@pytest.mark.parametrize("duels", [None, "5s"])
def test_what_is_told_of_clocks_is_what_they_count(duels: str | None) -> None:
    control = TimeControl.with_duels("60s", duels)
    match = Match.begin(Wager(duel="wager"), 2, find, 1, control)
    match = match.advance(1000).play("claim").advance(500).play("challenge").advance(700)
    clocks = clocks_of(match)
    assert clocks is not None
    assert clocks.runs == (match.ms_to_flag() is not None)
    assert clocks.left_ms == ({0: 59_000, 1: 59_500} if duels is None else clocks.left_ms)
    assert clocks.standing_ms == (None if duels is None else {0: 59_000, 1: 59_500})
    if duels is not None:
        assert match.player is not None
        assert clocks.left_ms[match.player] == match.ms_to_flag() == 4300


@pytest.mark.parametrize("ending", ["flag", "resign"])
def test_what_was_left_stays_told_after_an_end_in_the_middle_of_a_turn(ending: str) -> None:
    match = Match.begin(Wager(duel="wager"), 2, find, 1, TimeControl.read("60s"))
    match = match.advance(1000).play("claim").advance(500)
    match = match.resign(1) if ending == "resign" else match.advance(100_000)
    match = match.advance(5000)  # time passes for nobody any more
    assert match.result is not None
    clocks = clocks_of(match)
    assert clocks is not None
    assert clocks.left_ms == {0: 59_000, 1: 59_500 if ending == "resign" else 0}


def test_a_bot_divides_what_the_clock_of_the_duel_has_left() -> None:
    control = TimeControl.with_duels("60s", "5s")
    match = Match.begin(Wager(duel="wager"), 2, find, 1, control)
    assert match.ms_to_spend() == 3000
    in_a_duel = match.play("claim").play("challenge")
    assert in_a_duel.ms_to_spend() == 250


def test_whose_time_is_over_in_a_duel_is_told_by_name() -> None:
    far = in_duel(duel_control="5s")
    watch_scenes(far)
    far.go_on(3000)
    far.hub.take_outbox()
    slow = far.room.table.match.player
    far.hub.pass_time(20_000)
    (told,) = [each["news"] for each in far.told("ann") if "scene" in each]
    winner = "You" if slow else "p1"
    assert f"{winner} won the duel in Wager by time." in told
    assert "no time left" not in " ".join(told), "it was told already"


def test_how_a_duel_was_lost_is_asked_about_with_its_end() -> None:
    far = in_duel(duel_control="5s")
    far.go_on(3000)
    slow = far.room.table.match.player
    assert slow is not None
    far.hub.pass_time(20_000)
    for n, person in enumerate(("ann", "bob")):
        (told,) = scene_of(far, person)["state"]["duel_over"]["words"].split("\n")
        winner = f"p{1 - slow}" if n == slow else "You"
        assert told.startswith(f"{winner} won the duel in Wager by time.")


# ---- pauses --------------------------------------------------------------------------------------


def test_a_pause_is_told_with_its_length_and_both_hear_that_time_goes_on() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    watch_scenes(far)
    far.say("ann", "pause", 2000, ms=1_800_000)
    request = scene_of(far, "bob")["state"]["request"]
    assert request["words"] == "p0 asks for a pause of 30 minutes."
    answered = far.say("bob", "answer", 3000, accept=True)
    (told,) = [each["news"] for each in answered if "scene" in each]
    assert "The match pauses for 30 minutes; then time goes on by itself." in told
    assert scene_of(far, "ann")["state"]["goes_on_ms"] == 3000 + 1_800_000
    assert [*time_goes_on(far.room)] == ["Time goes on by itself in 30 minutes."]
    far.hub.take_outbox()
    far.hub.pass_time(3000 + 1_800_000)
    heard = {to: each["news"] for to, each in far.hub.take_outbox() if "scene" in each}
    assert heard == {"ann": ["Time goes on."], "bob": ["Time goes on."]}
    assert "goes_on_ms" not in scene_of(far, "ann")["state"]


def test_who_is_ready_is_told_when_time_goes_on_without_the_other() -> None:
    far = in_duel()
    far.say("ann", "go_on", 3000)
    state = scene_of(far, "ann")["state"]
    assert state["goes_on_ms"] == 3000 + READY_MS
    assert "p1 is not ready yet." in state["waiting"]


# ---- who is away ---------------------------------------------------------------------------------


def test_who_plays_is_told_from_when_on_he_may_go_on_without_who_is_away() -> None:
    far = Far(opening("wager", "human", "human", away_ms=60_000))
    watch_both(far)
    far.play("ann", "claim", 1000)
    assert "claim:1" not in scene_of(far, "ann")
    far.say("bob", "unwatch", 2000)
    claim = scene_of(far, "ann")["claim:1"]
    assert claim["from_ms"] == 62_000
    assert claim["words"].startswith("p1 has been away for 60 seconds or more.")
    assert [key for key, _text in claim["answers"]][::6] == ["claim", "no"]
    for person in ("bob", "eve"):
        assert not any(key.startswith("claim:") for key in scene_of(far, person))
    names = ["Ann", "Bob"]
    far.hub.rooms.find("r").room.pass_time(32_000)
    assert [*missed_lines(far.room, "ann", names)] == ["You may go on without Bob in 30 seconds."]
    assert claim_question(far.room, "ann", 1, "Bob") is None
    far.hub.rooms.find("r").room.pass_time(62_000)
    assert [*missed_lines(far.room, "ann", names)] == ["You may go on without Bob."]
    assert claim_question(far.room, "ann", 1, "Bob") is not None


def test_a_claim_is_told_once_though_it_ends_a_duel_and_the_match() -> None:
    far = Far(opening("wager", "human", "human", options={"duel": "wager"}))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    watch_scenes(far)
    far.say("bob", "leave", 4000)
    said = far.say("ann", "claim", 5000, player=1)
    (told,) = [each["news"] for each in said if "scene" in each]
    assert told.count("p1 has left the match. You have claimed the win.") == 1
    end = scene_of(far, "ann")["over"]["sentence"]
    assert end == "You won: p1 was away for too long."


def test_a_bot_that_goes_on_is_told() -> None:
    far = Far(opening("wager", "human", "human"))
    far.play("ann", "claim", 1000)
    watch_scenes(far)
    far.say("bob", "leave", 2000)
    said = far.say("ann", "seat", 3000, player=1, kind="random")
    told = [line for each in said if "scene" in each for line in each["news"]]
    assert "A bot goes on for p1: Lola." in told


@pytest.mark.needs("zatre")
def test_where_others_play_on_only_a_bot_goes_on_for_who_is_away() -> None:
    three = opening("zatre", "human", "human", "human")
    far = Far(three, others={1: "bob", 2: "eve"})
    far.play("ann", far.room.choices("ann")[0].notation, 1000)
    far.say("bob", "leave", 2000)
    assert claimable_players(far.room, "ann") == [(1, 2000, False)]
    answers = [key for key, _text in scene_of(far, "ann")["claim:1"]["answers"]]
    assert "claim" not in answers
    assert "medium" in answers
    far.say("eve", "leave", 3000)
    assert [each.wins for each in claimable_players(far.room, "ann")] == [True, True]


def test_who_is_far_away_is_told_since_when_others_are_gone_and_knows_when_he_may_claim() -> None:
    far = Far(opening("wager", "human", "human", away_ms=60_000))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.say("bob", "unwatch", 2000)
    far.hub.connect("far", "ann", "")
    far.hub.receive(
        "far", {"do": "watch", "id": "f", "room": "r", "want": "events", "since": 0}, 5000
    )
    clock = StillClock()
    clock.ms = 100
    replica = Replica("r", "ann", find, clock)
    told = [message for to, message in far.hub.take_outbox() if to == "far"]
    for message in told:
        replica.receive(message)
    replica.catch_up()
    (present,) = [each["present"] for each in told if "present" in each]
    assert present["gone_since_ms"] == {"1": 2000}
    assert claimable_players(replica.room, "ann") == claimable_players(far.room, "ann")
    assert claim_question(replica.room, "ann", 1, "Bob") is None
    clock.ms += 57_000
    replica.age()
    assert claim_question(replica.room, "ann", 1, "Bob") is not None


def test_a_replica_never_passes_the_end_of_a_pause_before_its_host() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000)
    far.say("bob", "answer", 3000, accept=True)
    far.hub.connect("far", "ann", "")
    far.hub.receive(
        "far", {"do": "watch", "id": "f", "room": "r", "want": "events", "since": 0}, 5000
    )
    clock = StillClock()
    replica = Replica("r", "ann", find, clock)
    for to, message in far.hub.take_outbox():
        if to == "far":
            replica.receive(message)
    replica.catch_up()
    clock.ms += 2 * PAUSE_MS
    replica.age()
    assert replica.room.is_paused
    assert [*time_goes_on(replica.room)] == ["Time goes on by itself in 1 second."]


# ---- what is agreed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "duels", "away_ms", "sentences"),
    [
        (None, None, None, []),
        (
            "10m+5s",
            "10m+5s",
            600_000,
            [
                "Clock: 10 minutes + 5 seconds a turn.",
                "Each duel has a clock of its own.",
                "Who leaves, or is away for 10 minutes while the match waits for him, may lose it.",
            ],
        ),
        (
            "30s/turn",
            "3m",
            0,
            [
                "Clock: 30 seconds a turn.",
                "Each duel has a clock of its own: 3 minutes.",
                "Nobody loses the match by being away.",
            ],
        ),
        ("5m", "none", None, ["Clock: 5 minutes.", "It stops during duels."]),
    ],
)
def test_what_is_agreed_on_time_is_said(
    control: str | None, duels: str | None, away_ms: int | None, sentences: list[str]
) -> None:
    assert agreed_words(control, duels, away_ms) == " ".join(sentences)


def test_what_is_agreed_stands_there_until_one_has_decided_for_the_first_time() -> None:
    far = Far(opening("wager", "human", "human"))

    def is_told(person: str) -> bool:
        return any("is away for" in line for line in scene_of(far, person)["state"]["waiting"])

    assert is_told("ann")
    assert is_told("bob")
    far.play("ann", "claim", 1000)
    assert not is_told("ann")
    assert is_told("bob")


def test_what_is_agreed_is_read_before_one_says_that_he_is_ready() -> None:
    far = Far(opening("wager", "human", "human", control="5m", duel_control="20s"))
    agreed = agreed_words("5m", "20s", far.room.opening.away_ms)
    for person in ("ann", "bob"):
        words = scene_of(far, person)["state"]["ready"]["words"]
        assert words == f"{agreed} Time runs as soon as everybody is ready."
        assert ready_question(far.room, person).words == words
