"""The hub: messages in, messages out, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

import pytest

from gipf_meta import Game
from gipf_meta.base.addresses import screen_at
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records import reader
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import loads
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import Batch, LedgerError, MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from tests.rooms.brittle import Brittle
from tests.rooms.cards import Cards
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.law_of_types import bare, check_said
from tests.rooms.simulation import snapshot
from tests.small_games.finding import GAMES
from tests.specimens import bundled_games

Say = Callable[..., list[dict[str, Any]]]


def find(name: str) -> type[Game[Any, Any]]:
    """The games of the tests, and all that are installed."""
    return Cards if name == "cards" else GAMES.get(name) or installed_plugins().find(name)


def opening(game: str, *kinds: str, **values: Any) -> Opening:
    """A match of *game* between players of those *kinds*, with seed 1."""
    seats = tuple(Seat(name=f"p{n}", player=kind) for n, kind in enumerate(kinds))
    return Opening(game=game, players=seats, **{"seed": 1, **values})


def new_hub(ledger: MemoryLedger, **about: Any) -> Hub:
    """A hub with a connection of Ann and one of Eve, who reads Czech; more is *about* the hub."""
    seeds, rooms = count(100), count()
    hub = AskedHub(
        ledger,
        find,
        new_room=lambda: f"new{next(rooms)}",
        new_seed=lambda: next(seeds),
        patience_ms=None,
        **about,
    )
    hub.connect("ann", "ann", "")
    hub.connect("eve", "eve", "cs")
    return hub


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub on that ledger."""
    return new_hub(ledger)


_ids = count()


def say(
    hub: Hub, do: str, link: str = "ann", at_ms: int = 0, **values: Any
) -> list[dict[str, Any]]:
    """Sends a command to the hub; returns the messages to that link."""
    hub.take_outbox()
    hub.receive(link, {"do": do, "id": f"c{next(_ids)}", "room": "r", **values}, at_ms)
    for _link, message in (said := hub.take_outbox()):
        check_said(message)
    return bare(message for to, message in said if to == link)


def why(messages: Sequence[dict[str, Any]]) -> str:
    """The sentence of the refusal among *messages*."""
    return next(str(message["why"]) for message in messages if "refused" in message)


def play(hub: Hub, text: str, link: str = "ann", at_ms: int = 0) -> None:
    """Lets a person decide *text*; it must be accepted."""
    answers = say(hub, "play", link, at_ms, text=text, seen=hub.room("r").number)
    assert "done" in answers[-1], answers


def names(messages: Sequence[dict[str, Any]]) -> list[str]:
    """The names of the events among *messages*."""
    return [message["event"] for message in messages if "event" in message]


# ---- commands and events ------------------------------------------------------------------------


def test_a_decision_is_played_and_those_who_want_events_hear_of_it(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert names(say(hub, "watch", want="events")) == ["opened", "seat_given", "seat_given"]
    event, done = say(hub, "choose", id="mine", path=["claim"], seen=room.number)
    assert event == {
        "event": "played", "room": "r", "number": 4, "at_ms": 0, "player": 0, "text": "claim",
    }  # fmt: skip
    assert done == {"done": "mine", "number": 4}


def test_who_has_slept_hears_just_what_he_has_missed(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    for text in ("claim", "allow", "one"):
        play(hub, text)
    missed = say(hub, "watch", want="events", since=4)
    assert [message.get("number") for message in missed] == [5, 6, None, 6]
    assert [message["event"] for message in missed[:2]] == ["played", "played"]
    (scene, done) = say(hub, "watch", want="scene", since=4)
    assert (scene["scene"]["whole"], done["number"]) == (True, 6)


def test_who_watches_events_is_told_who_is_there_and_what_time_it_is(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", 0, {1: "bob"})
    hub.connect("page", "ann", "en")
    hub.receive("page", {"do": "watch", "id": "a", "room": "r", "want": "events"}, 700)
    told = [message for _link, message in hub.take_outbox()]
    (alone,) = (each["present"] for each in told if "present" in each)
    assert alone == {
        "room": "r",
        "at_ms": 700,
        "reached_ms": 700,
        "players": [0],
        "watchers": 0,
        "gone_since_ms": {"1": 700},
    }
    hub.connect("other", "bob", "en")
    hub.receive("other", {"do": "watch", "id": "b", "room": "r"}, 900)
    told = [message for link, message in hub.take_outbox() if link == "page"]
    (both,) = (each["present"] for each in told)
    assert (both["at_ms"], both["players"]) == (900, [0, 1])


def test_a_command_that_comes_twice_is_answered_twice_and_done_once(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    first = say(hub, "play", id="same", text="claim", seen=room.number)
    assert say(hub, "play", id="same", text="claim", seen=3) == first
    assert first == [{"done": "same", "number": 4}]
    assert room.number == 4


def test_a_command_that_comes_again_after_a_crash_is_done_once(ledger: MemoryLedger) -> None:
    room = new_hub(ledger).open_room("r", opening("wager", "human", "human"), "ann")
    hub = new_hub(ledger)
    first = say(hub, "play", id="same", text="claim", seen=room.number)
    assert say(new_hub(ledger), "play", id="same", text="claim", seen=room.number) == first
    assert len(ledger.read("r")) == 4


def test_a_refused_command_that_comes_again_is_refused_again(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    first = say(hub, "play_again", id="same")
    play(hub, "claim")
    say(hub, "take_back")
    assert say(hub, "play_again", id="same") == first
    assert why(first) == "Nothing was taken back."


def test_what_was_taken_back_is_played_again_also_after_a_crash(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger)
    room = hub.open_room("r", opening("wager", "human", "random"), "ann")
    play(hub, "claim")
    before = room.table.match
    say(hub, "take_back")
    assert room.table.match.top.steps == ()
    again = new_hub(ledger)
    say(again, "play_again")
    assert again.room("r").table.match == before
    assert why(say(again, "play_again")) == "Nothing was taken back."


def test_a_decision_for_a_turn_that_is_over_is_refused(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    seen = room.number
    play(hub, "claim")
    refused = say(hub, "play", text="allow", seen=seen)
    assert why(refused) == "The turn has changed in the meantime: look at the board again."
    assert room.number == 4


def test_a_decision_of_the_same_turn_needs_no_news(hub: Hub) -> None:
    hub.open_room("r", opening("zertz", "human", "human"), "ann")
    placed, removed = "Wd4", "a1"
    play(hub, placed)
    assert "done" in say(hub, "play", text=removed, seen=3)[-1]


def test_everybody_reads_sentences_in_his_language(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert why(say(hub, "go_on")) == "The match is not paused."
    assert why(say(hub, "go_on", link="eve")) != why(say(hub, "go_on"))


@pytest.mark.parametrize(
    "message",
    [
        {"do": "fly"},
        {"do": "play", "text": "claim"},
        {"do": "play", "text": 5, "seen": 3},
        {"do": "look", "at": -1},
        {"do": "pause", "by": 0},
        {"do": "pause", "room": "no room"},
    ],
)
def test_what_is_no_command_is_refused_with_a_sentence(hub: Hub, message: Any) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert why(say(hub, **message)).startswith("The message is not understood")


def test_a_room_that_nobody_opened_is_refused(hub: Hub) -> None:
    assert why(say(hub, "watch")) == "There is no such match here."


# ---- who may do what ----------------------------------------------------------------------------


def test_nobody_acts_for_a_seat_that_he_does_not_hold(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    attempts: dict[str, dict[str, Any]] = {
        "play": {"text": "claim", "seen": 3},
        "choose": {"path": ["claim"], "seen": 3},
        "premove": {"text": "claim"},
        "resign": {},
        "offer": {},
        "answer": {"accept": True},
        "take_back": {},
        "play_again": {},
        "pause": {},
        "go_on": {},
        "seat": {"player": 0, "kind": "random"},
        "ask_again": {},
        "choose_duel": {"game": "die"},
        "rematch": {},
    }
    watching = why(say(hub, "go_on", link="eve"))
    for do, values in attempts.items():
        assert why(say(hub, do, link="eve", **values)) == watching
    assert room.number == 3


def test_two_people_play_each_for_his_own_seat(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    assert why(say(hub, "play", link="eve", text="claim", seen=room.number))
    play(hub, "claim")
    assert why(say(hub, "play", text="allow", seen=room.number)) == "It is p1's turn, not yours."
    play(hub, "allow", link="eve")
    assert why(say(hub, "resign", by=1)) == "You do not hold that seat."
    assert "would have to agree" in why(say(hub, "play_again"))
    assert why(say(hub, "seat", player=1, kind="random")) == "Another person sits there."


def test_spectators_see_no_hidden_hand_and_players_only_their_own(hub: Hub) -> None:
    hub.open_room("r", opening("cards", "human", "human"), "ann", others={1: "bob"})
    hub.connect("bob", "bob", "")

    def hand(link: str) -> list[str]:
        view = say(hub, "watch", link=link, want="view")[0]["view"]
        return [item["id"] for tray in view["trays"] for item in tray["items"]]

    assert (hand("ann"), hand("bob"), hand("eve")) == (["3", "8"], ["5", "6"], [])
    play(hub, "8")
    assert (hand("ann"), hand("bob"), hand("eve")) == (["3", "8"], ["5", "6"], [])


def test_questions_and_pictures_show_no_hidden_hand(hub: Hub) -> None:
    hub.open_room("r", opening("cards", "human", "human"), "ann", others={1: "bob"})
    hub.connect("bob", "bob", "")
    for link, seen in (("ann", "3"), ("bob", "6"), ("eve", "")):
        (answer,) = say(hub, "ask", link=link, question="trays")
        (picture,) = say(hub, "picture", link=link, at=0)
        text = " ".join(answer["answer"]["lines"]) + picture["file"]["text"]
        shown = {card for card in "3568" if f">{card}<" in text or f"{card}," in text}
        assert not shown & set("3568") - {"ann": set("38"), "bob": set("56")}.get(link, set())
        assert seen in text


def test_the_seed_leaves_only_with_the_end(hub: Hub) -> None:
    hub.open_room("r", opening("die", "human", "random", seed=987654321), "ann")
    eve = say(hub, "watch", link="eve", want="events")
    assert "987654321" not in str(eve)
    assert "987654321" not in str(say(hub, "record", link="eve"))
    while hub.room("r").table.over is None:
        if hub.room("r").choices("ann"):
            play(hub, "roll")
        for thought in hub.take_thoughts():
            hub.take_answer(thought, partial(thought.run, repr), 0)
    (ended,) = [m for m in say(hub, "watch", link="eve", want="events") if m.get("event") == "over"]
    assert ended["seed"] == 987654321
    (told,) = say(hub, "record", link="eve")
    assert loads(told["file"]["text"]).seed == 987654321


def test_who_watches_a_match_of_bots_is_not_told_its_luck(hub: Hub) -> None:
    hub.open_room("r", opening("die", "random", "random", seed=987654321), "ann")
    assert [loads(each["file"]["text"]).seed for each in say(hub, "record", link="eve")] == [0]


def test_a_draw_needs_everybody(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    assert why(say(hub, "offer")) == "You cannot ask the others for anything before the first move."
    play(hub, "claim")
    say(hub, "offer")
    assert why(say(hub, "answer", accept=True)) == "The others answer this, not you."
    say(hub, "answer", link="eve", accept=False)
    assert room.offer is None
    assert why(say(hub, "offer")).endswith("you may ask again in your next turn.")
    say(hub, "offer", link="eve")
    play(hub, "allow", link="eve")
    assert room.offer is None, "a decision ends it"
    play(hub, "one")
    say(hub, "offer", link="eve")
    say(hub, "answer", accept=True)
    assert room.table.over is not None
    assert room.table.over.reason == "draw"


def test_everybody_is_told_who_offers_and_who_declines_a_draw(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    hub.connect("bob", "bob", "en")
    play(hub, "claim")
    for link in ("ann", "bob"):
        say(hub, "watch", link=link, want="scene")
    assert say(hub, "offer")[0]["news"] == ["You offer a draw."]
    assert say(hub, "answer", link="bob", accept=False)[0]["news"] == ["You decline the draw."]
    say(hub, "offer", link="bob")
    hub.receive("ann", {"do": "answer", "id": "no", "room": "r", "accept": False}, 0)
    news = [message["news"] for to, message in hub.take_outbox() if to == "bob"]
    assert news == [["p0 declines the draw."]]


# ---- rooms that stop, leave and come back -------------------------------------------------------


def test_a_clock_waits_until_somebody_is_ready_and_while_nobody_watches(hub: Hub) -> None:
    room = hub.open_room("r", opening("fuse", "human", "human"), "ann")
    say(hub, "watch", want="view")
    assert (room.table.paused, hub.wait_ms(0)) == (True, None)
    say(hub, "go_on", at_ms=100)
    assert hub.wait_ms(350) == 750
    hub.disconnect("ann", 400)
    hub.pass_time(60_000)
    assert (room.table.paused, room.table.match.top.time_ms) == (True, 300)


def test_a_room_of_a_hub_that_died_goes_on_paused_where_it_stood(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger)
    hub.open_room("r", opening("fuse", "human", "human"), "ann")
    say(hub, "watch", want="view")
    say(hub, "go_on", at_ms=100)
    play(hub, "pass", at_ms=300)
    again = new_hub(ledger).room("r")
    assert again.table.paused
    assert (again.table.match.top.time_ms, again.at_ms) == (200, 300)


def test_a_duel_in_which_time_acts_waits_until_somebody_is_ready(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human", options={"duel": "fuse"}), "ann")
    say(hub, "watch", want="events")
    play(hub, "claim")
    events = say(hub, "play", text="challenge", seen=room.number)
    assert names(events) == ["played", "duel_began", "paused"]
    assert why(say(hub, "play", text="pass", seen=room.number)) == (
        "The match is paused: go on first."
    )


def test_events_of_time_are_told_when_they_happen(hub: Hub) -> None:
    hub.open_room("r", opening("fuse", "human", "human"), "ann")
    say(hub, "watch", want="events")
    say(hub, "go_on")
    hub.pass_time(5000)
    events = [message for _link, message in hub.take_outbox()]
    assert [(each["event"], each["at_ms"]) for each in events] == [
        ("happened", 1000),
        ("over", 1000),
    ]


@pytest.mark.needs("tamsk")
def test_a_turn_that_time_takes_away_is_shown_at_once(hub: Hub) -> None:
    options = {"timer_ms": "1500"}
    hub.open_room("r", opening("tamsk", "human", "human", options=options), "ann")
    say(hub, "watch", want="scene")
    say(hub, "go_on")
    play(hub, "d7-c6")
    play(hub, "R:F")
    hub.take_outbox()
    hub.pass_time(1000)
    assert hub.take_outbox() == []
    hub.pass_time(2000)
    ((_link, told),) = hub.take_outbox()
    assert told["scene"]["set"]["prompt"]["text"].startswith("p0, ")
    assert told["news"]


def test_two_things_that_time_does_at_once_are_two_events(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger)
    room = hub.open_room(
        "r", opening("wager", "human", "human", options={"duel": "fuse"}, control="2s"), "ann"
    )
    say(hub, "watch", want="events")
    say(hub, "go_on")
    play(hub, "claim")
    play(hub, "challenge")
    say(hub, "go_on")
    hub.pass_time(60_000)
    events = [message for _link, message in hub.take_outbox()]
    assert names(events) == ["happened", "duel_ended", "happened", "over"]
    assert [each["at_ms"] for each in events] == [1000, 1000, 3000, 3000]
    assert snapshot(new_hub(ledger).room("r"))[2] == snapshot(room)[2]


def test_rooms_that_nobody_watches_leave_and_come_back_as_they_were(ledger: MemoryLedger) -> None:
    hub = AskedHub(ledger, find, most_idle=1)
    first = hub.open_room("r", opening("wager", "human", "human"), "ann")
    for other in range(3):
        hub.open_room(f"o{other}", opening("wager", "human", "human"), "ann")
    assert hub.room("r") is not first
    assert snapshot(hub.room("r")) == snapshot(first)


def test_a_command_that_came_second_is_judged_again(ledger: MemoryLedger) -> None:
    one, two = new_hub(ledger), new_hub(ledger)
    one.open_room("r", opening("wager", "human", "human"), "ann")
    assert two.room("r").number == 3
    play(one, "claim")
    assert "turn has changed" in why(say(two, "play", text="claim", seen=3))
    assert "done" in say(two, "play", text="allow", seen=4)[-1]
    assert "done" in say(one, "play", text="one", seen=5)[-1]
    assert [each.event.event for each in ledger.read("r")][3:] == ["played"] * 3


class FullLedger(MemoryLedger):
    """A ledger that cannot be written any more, once it is *full*."""

    full = False

    def append(self, batch: Batch) -> None:
        if self.full:
            raise LedgerError("The disk is full.")
        super().append(batch)


def test_what_is_not_in_the_ledger_has_not_happened() -> None:
    ledger = FullLedger()
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    ledger.full = True
    assert why(say(hub, "play", text="claim", seen=3)) == "The disk is full."
    ledger.full = False
    assert hub.room("r").number == 3
    play(hub, "claim")


# ---- bots, hints and what is said beforehand -----------------------------------------------------


def test_a_bot_is_asked_while_somebody_watches(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "random", "human"), "ann")
    assert hub.take_thoughts() == []
    say(hub, "watch", want="view")
    (thought,) = hub.take_thoughts()
    assert hub.take_thoughts() == []
    hub.take_answer(thought, partial(thought.run, repr), 5)
    assert room.number == 3
    assert [list(message) for _, message in hub.take_outbox()] == [["view"]]


def test_who_watches_reads_what_has_happened_and_that_a_bot_was_in_a_hurry(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "random", "human"), "ann")
    say(hub, "watch")
    (thought,) = hub.take_thoughts()
    assert isinstance(thought, BotThought)
    thought.thinking.request.cut_short.set()
    hub.take_answer(thought, partial(thought.run, repr), 0)
    ((_link, message),) = hub.take_outbox()
    assert message["news"] == [
        "p0: say claim.",
        "p0 had to stop thinking and could be stronger with more time.",
    ]
    hub.receive("ann", {"do": "play", "id": "x", "room": "r", "text": "allow", "seen": 3}, 0)
    assert hub.take_outbox()[0][1]["news"] == [  # the whole turn so far
        "p0: say claim.",
        "You: say allow.",
    ]


def test_a_bot_whose_turn_is_over_is_cancelled(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "random", "human"), "ann")
    say(hub, "watch", want="view")
    (thought,) = hub.take_thoughts()
    say(hub, "resign")
    assert hub.take_thoughts() == []
    assert thought.is_cancelled


def test_a_bot_that_fails_is_asked_again_or_replaced(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "random", "human"), "ann")
    say(hub, "watch", want="events")

    def fail() -> None:
        raise LookupError("no idea")

    (thought,) = hub.take_thoughts()
    hub.take_answer(thought, fail, 0)
    ((_link, failed),) = hub.take_outbox()
    assert (failed["event"], failed["player"]) == ("bot_failed", 0)
    assert hub.take_thoughts() == []
    assert names(say(hub, "ask_again")) == ["asked_again"]
    (again,) = hub.take_thoughts()
    hub.take_answer(again, fail, 0)
    assert names(say(hub, "seat", player=0, kind="human")) == ["seated", "seat_given"]
    assert room.seats.held_by("ann") == (0, 1)
    play(hub, "claim")


@pytest.mark.parametrize(
    ("do", "about", "end"),
    [
        ("resign", {"by": 0}, ["resigned", "over"]),
        ("offer", {}, ["draw_offered", "draw_agreed", "over"]),
    ],
)
def test_who_plays_against_a_bot_that_failed_ends_the_game_for_it(
    hub: Hub, do: str, about: dict[str, Any], end: list[str]
) -> None:
    hub.open_room("r", opening("wager", "random", "human"), "ann")
    say(hub, "watch", want="events")
    assert why(say(hub, "resign", by=0))

    def fail() -> None:
        raise LookupError("no idea")

    (thought,) = hub.take_thoughts()
    hub.take_answer(thought, fail, 0)
    hub.take_outbox()
    assert names(say(hub, do, **about)) == end


def test_a_hint_is_for_who_asked(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert why(say(hub, "hint", link="eve"))
    assert say(hub, "hint", id="h") == []
    (thought,) = hub.take_thoughts()
    hub.take_answer(thought, partial(thought.run, repr), 0)
    ((link, message),) = hub.take_outbox()
    assert (link, message["hint"]["id"], message["hint"]["notation"]) == ("ann", "h", "claim")
    assert message["hint"]["sentences"]


def moves_in_advance(room: RoomState) -> dict[int, str | None]:
    """The decisions that people have made for their next turn, by player."""
    return {
        player: plan.move_for_next_turn for (player, _depth), plan in room.plans.pending.items()
    }


def test_what_was_said_beforehand_is_played_when_the_turn_comes(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    say(hub, "watch", want="events")
    assert why(say(hub, "premove", text="claim")) == "It is your turn: play."
    say(hub, "premove", link="eve", text="allow")
    assert names(say(hub, "play", text="claim", seen=3)) == ["played", "played"]
    say(hub, "premove", link="eve", text="two")
    play(hub, "one")
    assert not room.plans.pending  # it was no decision of that turn


def test_premoves_can_be_withdrawn(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    say(hub, "premove", link="eve", text="allow")
    say(hub, "premove", link="eve")
    play(hub, "claim")
    assert room.number == 4
    hub.connect("tab", "eve", "en")
    say(hub, "watch", link="tab", want="scene")
    play(hub, "allow", link="eve")
    say(hub, "premove", link="tab", text="claim")
    told, _done = say(hub, "premove", link="tab")
    assert told["scene"]["gone"] == ["premove"]
    assert told["news"] == ["No move waits for your turn any more."]


def shown(hub: Hub, link: str, key: str) -> list[Any]:
    """The values of the element *key* in the scenes that *link* gets; ``None`` where it is gone."""
    scenes = [
        message["scene"] for to, message in hub.take_outbox() if to == link and "scene" in message
    ]
    return [
        scene["set"].get(key) for scene in scenes if key in scene["set"] or key in scene["gone"]
    ]


def test_what_was_said_beforehand_is_shown_to_who_said_it_alone(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    hub.connect("bob", "bob", "en")
    for link in ("ann", "bob", "eve"):
        say(hub, "watch", link=link, want="scene")
    hub.receive("bob", {"do": "premove", "id": "p", "room": "r", "text": "two"}, 0)
    messages = hub.take_outbox()
    assert {link for link, _message in messages} == {"bob"}
    waits = messages[0][1]["scene"]["set"]["premove"]
    assert waits == {
        "words": "two is played as soon as your turn comes, if it is possible then.",
        "waits": True,
    }
    hub.receive("ann", {"do": "play", "id": "q", "room": "r", "text": "claim", "seen": 3}, 0)
    (impossible,) = shown(hub, "bob", "premove")
    assert impossible["words"].startswith("two was said beforehand, but is not possible now")
    assert not impossible["waits"]
    play(hub, "allow", link="bob")
    assert "premove" not in room_scene(hub.room("r"), "bob")


def test_who_waits_may_say_something_beforehand(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    may = [room_scene(room, person)["may"]["do"] for person in ("ann", "eve", "bob")]
    assert ["premove" in each for each in may] == [False, True, False]


def test_what_was_said_beforehand_is_forgotten_when_the_turn_is_another(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "greedy"), "ann")
    say(hub, "watch", want="events")
    play(hub, "claim")
    say(hub, "premove", text="one")
    assert moves_in_advance(room) == {0: "one"}
    say(hub, "take_back")
    assert room.plans.pending == {}
    assert room.table.player == 0


def test_what_was_said_beforehand_is_not_played_in_the_duel(hub: Hub) -> None:
    people = opening("wager", "human", "human", options={"duel": "wager"})
    room = hub.open_room("r", people, "ann", others={1: "eve"})
    play(hub, "claim")
    say(hub, "premove", text="claim")
    play(hub, "challenge", link="eve")  # Eve begins the duel
    play(hub, "claim", link="eve")
    play(hub, "allow")
    play(hub, "one", link="eve")
    assert room.plans.pending == {}
    assert room.table.player == 0  # Ann claims when she wants to


# ---- other rooms, other moments -----------------------------------------------------------------


def test_a_rematch_is_opened_once_with_the_sides_swapped(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "random"), "ann")
    assert "no rematch yet" in why(say(hub, "rematch"))
    say(hub, "resign")
    assert say(hub, "rematch", id="a")[-1] == {"go": "room/new0"}
    assert say(hub, "rematch", id="a")[-1] == {"go": "room/new0"}
    assert say(hub, "rematch", id="b")[-1] == {"go": "room/new0"}
    new = hub.room("new0")
    assert [player.kind for player in new.table.players] == ["random", "human"]
    assert new.seats.held_by("ann") == (1,)
    assert new.table.match.seed == 100


def test_a_rematch_that_comes_again_is_answered_though_the_seat_was_given_up(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "resign", by=0)
    answered = say(hub, "rematch", id="a")
    for player in (0, 1):
        say(hub, "seat", player=player, kind="random")
    assert say(hub, "rematch", id="a") == answered
    assert say(hub, "rematch", id="b")[-1] == answered[-1], "she opened it: it is the same one"
    assert why(say(hub, "rematch", "eve", id="c")), "she only watches"


def test_a_branch_goes_on_from_an_earlier_moment(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    for text in ("claim", "allow", "two"):
        play(hub, text)
    first = say(hub, "branch", id="x", at=2)
    assert first[-1] == {"go": "room/new0"}
    assert say(hub, "branch", id="x", at=2) == first
    branch = hub.room("new0")
    assert branch.table.match.top.turn_texts() == ("claim+allow",) or branch.number > 0
    hub.receive(
        "ann",
        {"do": "play", "id": "y", "room": "new0", "text": "one", "seen": branch.number},
        0,
    )
    assert hub.room("r").table.match.top.state.points == (2, 0)
    assert hub.room("new0").table.match.top.state.points == (1, 0)


def test_an_earlier_moment_a_question_and_a_picture_change_nothing(hub: Hub) -> None:
    room: RoomState = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    play(hub, "Wd4,a1")
    number = room.number
    (look,) = say(hub, "look", link="eve", at=0)
    assert (look["look"]["at"], look["look"]["last"]) == (0, 2)
    (answer,) = say(hub, "ask", question="what is on d4")
    assert "white" in " ".join(answer["answer"]["lines"])
    (undo,) = say(hub, "ask", question="undo")
    assert undo["answer"]["command"] == {"do": "take_back"}
    (listed,) = say(hub, "ask", question="help")
    assert {"names": ["undo", "u"], "shown": "undo"}.items() <= listed["answer"]["words"][5].items()
    (not_here,) = say(hub, "ask", question="promote")
    assert not_here["answer"]["refuses"]
    (picture,) = say(hub, "picture", at=0)
    assert picture["file"]["name"] == "zertz.svg"
    assert picture["file"]["text"].startswith("<svg")
    assert why(say(hub, "look", at=9)) == "The match has the moments 0 to 2 so far."
    assert why(say(hub, "ask", question="castle")) == "That is no question about the board."
    assert room.number == number


@pytest.mark.parametrize("name", [*bundled_games(), "wager", "fuse"])
def test_spectators_of_every_game_see_the_board_and_have_no_choice(hub: Hub, name: str) -> None:
    room = hub.open_room("r", opening(name, "human", "human"), "ann")
    board = room.table.match.top.view(None)
    seen = room.view("eve")
    assert (seen.points, seen.pieces, seen.choices) == (board.points, board.pieces, ())
    assert room.choices("eve") == ()


def test_a_match_of_a_record_goes_on_in_a_room(hub: Hub, ledger: MemoryLedger) -> None:
    first = hub.open_room("r", opening("die", "human", "human"), "ann")
    play(hub, "roll")
    record = first.table.record()
    again = hub.open_room("s", Opening.of_record(record), "ann")
    assert again.table.match == first.table.match
    assert [each.event.event for each in ledger.read("s")] == [
        "opened",
        "seat_given",
        "seat_given",
        "went_on",
    ]
    say(hub, "play", room="s", text="roll", seen=again.number)
    assert again.table.record().turns[0] == record.turns[0]
    assert snapshot(new_hub(ledger).room("s")) == snapshot(again)


def test_a_duel_that_cannot_be_played_is_said_and_another_one_chosen(hub: Hub) -> None:
    room = hub.open_room(
        "r", opening("wager", "human", "human", options={"duel": "nothing"}), "ann"
    )
    say(hub, "watch", want="events")
    play(hub, "claim")
    events = say(hub, "play", text="challenge", seen=room.number)
    assert names(events) == ["played", "duel_unplayable"]
    again = hub.open_room("s", Opening.of_record(room.table.record()), "ann")
    assert again.table.trouble == room.table.trouble
    assert names(say(hub, "choose_duel", game="die")) == ["duel_chosen", "duel_began"]
    assert why(say(hub, "choose_duel", game="die")).startswith("The duel can be played")


def test_who_gives_up_a_duel_that_cannot_be_played_goes_on_without_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "brittle", Brittle)
    options = {"duel": "brittle", "duel_options": {"breaks": "apply"}}
    room = hub.open_room("r", opening("wager", "human", "human", options=options), "ann")
    for text in ("claim", "challenge", "nod"):
        play(hub, text)
    say(hub, "play", text="nod", seen=room.number)
    assert "Brittle" in room.table.trouble
    assert "done" in say(hub, "resign", by=0)[-1]
    assert room.table.trouble == ""
    play(hub, room.choices("ann")[0].notation)


def test_a_choice_that_fails_as_the_one_before_is_told_again(
    hub: Hub, ledger: MemoryLedger
) -> None:
    hub.connect("cs", "ann", "cs")
    options = {"duel": "nothing"}
    room = hub.open_room("r", opening("wager", "human", "human", options=options), "ann")
    play(hub, "claim")
    play(hub, "challenge", "cs")
    say(hub, "choose_duel", "cs", game="nothing")
    assert [e.event.event for e in ledger.read("r")][-2:] == ["duel_chosen", "duel_unplayable"]
    assert snapshot(new_hub(ledger).room("r")) == snapshot(room)


def test_a_copy_of_a_command_that_has_led_to_nothing_does_nothing_later(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    say(hub, "premove", "eve", id="same", text="allow")
    say(hub, "premove", "eve")
    assert "done" in say(hub, "premove", "eve", id="same", text="allow")[-1]
    play(hub, "claim")
    assert room.number == 4


def test_a_record_is_read_once_for_a_room_and_not_again_if_it_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The longest work of opening or rebuilding a room, during which no command is answered."""
    seats = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
    record = to_record(Match.begin(find("wager")(), 2, find, 1).play("claim"), seats)
    before, told = read_match(record, find), list[str]()

    def read(self: reader._Reader, of: Record) -> tuple[Session, ...]:
        told.append(of.game)
        return read_whole(self, of)

    read_whole = reader._Reader.read
    monkeypatch.setattr(reader._Reader, "read", read)
    made = Opening.of_record(record)
    room = Room.open("r", made, find, "ann", read=before)
    events = room.take_emitted()
    assert told == []
    again = Room.open("r", made, find, "ann")
    assert told == ["wager"]
    rebuilt = rebuild("r", events, find)
    assert told == ["wager"] * 2
    assert snapshot(room.state) == snapshot(again.state) == snapshot(rebuilt.state)
    assert events == again.take_emitted()


@pytest.mark.needs("zertz")
def test_a_form_for_a_match_from_any_moment_is_where_it_leads(hub: Hub) -> None:
    options = {"variant": "tournament"}
    room = hub.open_room("r", opening("zertz", "human", "human", options=options), "ann")
    play(hub, "Wd4,a1")
    position = room.table.match.top.position()
    done, go = say(hub, "begin_here")
    assert done["number"] == room.number
    screen, about = screen_at(go["go"].removeprefix("screen/"))
    assert screen == "setup"
    assert about == {"game": "zertz", "position": position, "options": json.dumps(options)}
    (_done, go) = say(hub, "begin_here", at=0)
    assert screen_at(go["go"].removeprefix("screen/"))[1]["position"] != position
    assert why(say(hub, "begin_here", link="eve"))
    say(hub, "resign", seen=room.number)
    assert why(say(hub, "begin_here")).endswith("go back a step.")
    assert "go" in say(hub, "begin_here", at=1)[-1]


def test_a_game_without_positions_says_so(hub: Hub) -> None:
    room = hub.open_room("r", opening("die", "human", "human"), "ann")
    assert "begin_here" not in room_scene(room, "ann")["may"]["do"]
    assert why(say(hub, "begin_here")) == "Die has no positions on one line."
