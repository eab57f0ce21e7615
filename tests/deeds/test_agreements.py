"""Agreements of several people: to take back, to pause, a rematch, and to let time pass."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.deeds.table_elements import announce, draw_question
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms import events as told
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.pilots import Pilots
from tests.deeds.test_seat_deeds import is_done
from tests.hub.test_hub import find, moves_in_advance, names, new_hub, opening, play, say, why
from tests.rooms.simulation import snapshot

TITLES = {"take_back": "Undo?", "pause": "A pause?"}


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub with connections of Ann, Bob, Cyd and Eve."""
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "")
    hub.connect("cyd", "cyd", "")
    return hub


def open_room(hub: Hub, game: str = "wager", **values: Any) -> RoomState:
    """A room of Ann and Bob; Ann decides first."""
    return hub.open_room("r", opening(game, "human", "human", **values), "ann", others={1: "bob"})


def open_big_room(hub: Hub, **values: Any) -> RoomState:
    """A room of Ann, Bob, a bot and Cyd."""
    people = opening("zatre", "human", "human", "random", "human", **values)
    return hub.open_room("r", people, "ann", others={1: "bob", 3: "cyd"})


def begin_big_match(hub: Hub) -> None:
    """Everybody of the big room is ready, and the first of them has decided."""
    for link in ("ann", "bob", "cyd"):
        say(hub, "go_on", link)
    room = hub.room("r")
    player = room.table.player
    assert player is not None
    play(
        hub,
        room.table.match.top.view(None).choices[0].notation,
        room.seats.holders[player],
    )


def may(room: RoomState, person: str) -> set[str]:
    """The agreements that the scene lets *person* ask for or answer."""
    offered = set(room_scene(room, person)["may"]["do"])
    return offered & {"take_back", "pause", "go_on", "answer", "offer", "leave"}


def rebuilt(ledger: MemoryLedger) -> Any:
    """A snapshot of the room as it is rebuilt from *ledger*."""
    return snapshot(rebuild("r", [entry.event for entry in ledger.read("r")], find).state)


def last_events(ledger: MemoryLedger, count: int) -> list[Event]:
    """The last *count* events of the room."""
    return [entry.event for entry in ledger.read("r")][-count:]


# ---- a draw that is offered to a bot -----------------------------------------------------------


@pytest.mark.parametrize(
    ("accepts", "answer"), [(True, "p1 accepts the draw."), (False, "p1 declines the draw.")]
)
def test_what_a_bot_answers_to_an_offer_is_told_by_its_name(
    hub: Hub, ledger: MemoryLedger, monkeypatch: pytest.MonkeyPatch, accepts: bool, answer: str
) -> None:
    """It said "The bot declines the draw.", and nothing where it accepted."""
    monkeypatch.setattr(Pilots, "accept_draw", lambda *_of: accepts)
    room = hub.open_room("r", opening("wager", "human", "random"), "ann")
    say(hub, "offer")
    assert [*announce(room, "ann", last_events(ledger, 2))][-1] == answer


# ---- a draw at one keyboard --------------------------------------------------------------------


def test_a_draw_is_put_to_the_others_at_the_keyboard_by_name_and_last_to_bots(
    hub: Hub, ledger: MemoryLedger
) -> None:
    kinds = ("human", "human", "random", "human")
    room = hub.open_room("r", opening("zatre", *kinds), "ann", others={3: "cyd"})
    for link in ("ann", "cyd"):
        say(hub, "watch", link, want="events")
    begin_big_match(hub)
    names_of = [f"p{n}" for n in range(4)]
    assert names(say(hub, "offer")) == ["draw_offered"]
    asker = room.offer
    assert asker in (0, 1)
    asked = draw_question(room, "ann", names_of).words
    assert asked == f"p{asker} offers a draw. p{1 - asker}: do you accept it?"
    assert room_scene(room, "ann")["state"]["offer"]["words"] == asked
    assert draw_question(room, "cyd", names_of).words == f"p{asker} offers a draw."
    assert names(say(hub, "answer", "ann", accept=True)) == ["draw_accepted"]
    assert snapshot(room) == rebuilt(ledger)
    told_to_cyd = say(hub, "answer", "cyd", accept=True)
    assert names(told_to_cyd) == ["draw_accepted", "draw_refused"]
    told = list(announce(room, "cyd", last_events(ledger, 2)))
    assert told == ["p3 accepts the draw.", "p2 declines the draw."]
    assert (room.offer, room.table.over) == (None, None)
    assert snapshot(room) == rebuilt(ledger)


def test_a_draw_that_one_at_the_keyboard_declines_is_none(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    play(hub, "claim")
    for accept, over in ((False, None), (True, "draw")):
        assert is_done(hub, "offer", "ann")
        assert why(say(hub, "offer")) == "A draw is offered already."
        assert is_done(hub, "answer", "ann", accept=accept)
        assert (room.table.over and room.table.over.reason) == over


# ---- taking back --------------------------------------------------------------------------------


def test_a_decision_is_taken_back_when_the_other_agrees(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub)
    play(hub, "claim")
    before = room.table.match
    play(hub, "allow", link="bob")
    say(hub, "watch", "eve", want="events")
    assert is_done(hub, "take_back", "bob")
    assert room.table.match != before
    assert why(say(hub, "answer", "bob", accept=True)) == "The others answer this, not you."
    assert snapshot(room) == rebuilt(ledger)
    assert is_done(hub, "answer", "ann", accept=True)
    assert names(say(hub, "watch", "eve", want="events", since=5)) == [
        "asked",
        "agreed",
        "took_back",
    ]
    assert (room.table.match, room.request) == (before, None)
    assert snapshot(room) == rebuilt(ledger)


def test_each_takes_his_own_decision_back(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub)
    beginning = room.table.match
    assert not is_done(hub, "take_back", "bob")
    play(hub, "claim")
    assert not is_done(hub, "take_back", "bob"), "he has decided nothing yet"
    play(hub, "allow", link="bob")
    assert is_done(hub, "take_back", "ann")
    assert is_done(hub, "answer", "bob", accept=True)
    assert room.table.match == beginning
    assert snapshot(room) == rebuilt(ledger)


def test_a_request_ends_with_the_next_decision(hub: Hub) -> None:
    room = open_room(hub)
    play(hub, "claim")
    say(hub, "take_back")
    play(hub, "allow", link="bob")
    assert room.request is None
    assert why(say(hub, "answer", "bob", accept=True)) == "There is no question to answer."


def test_what_is_offered_is_done_after_an_offer_and_in_a_pause(hub: Hub) -> None:
    room = open_room(hub)
    play(hub, "claim")
    assert why(say(hub, "pause")).startswith("No time runs in this match")
    say(hub, "offer")
    assert "offer" not in may(room, "ann"), "it was offered"
    assert may(room, "bob") == {"answer", "leave"}
    hub.rooms.find("r").room.emit(told.Paused)  # as matches of older versions may be
    for person in ("ann", "bob"):
        assert not {"play", "choose"} & set(room_scene(room, person)["may"]["do"])
        assert "go_on" in may(room, person)


def test_a_request_that_is_declined_changes_nothing(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub)
    play(hub, "claim")
    match = room.table.match
    say(hub, "take_back")
    assert is_done(hub, "answer", "bob", accept=False)
    assert (room.request, room.table.match) == (None, match)
    assert snapshot(room) == rebuilt(ledger)
    assert why(say(hub, "take_back")).endswith("you may ask again in your next turn.")
    assert "take_back" not in may(room, "ann")
    play(hub, "allow", link="bob")
    while room.table.player != 0:
        play(hub, room.choices("bob")[0].notation, link="bob")
    assert is_done(hub, "take_back", "ann"), "it is another turn of hers"


def test_one_thing_is_asked_at_a_time_and_an_answer_is_to_what_was_seen(hub: Hub) -> None:
    room = open_room(hub)
    play(hub, "claim")
    say(hub, "take_back")
    seen = room.number
    for do, link in (("take_back", "ann"), ("offer", "bob")):
        assert why(say(hub, do, link)) == "Another question waits for an answer already."
    say(hub, "answer", "bob", accept=False)
    say(hub, "offer")
    assert why(say(hub, "take_back")) == "Another question waits for an answer already."
    sentence = "The question is another one now: look at it again."
    assert why(say(hub, "answer", "bob", accept=True, seen=seen)) == sentence
    assert room.table.over is None
    assert is_done(hub, "answer", "bob", accept=True, seen=room.number)
    assert room.table.over is not None


def test_all_others_are_asked_and_bots_agree(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_big_room(hub, control="60s")
    begin_big_match(hub)
    assert is_done(hub, "pause", "bob")
    assert room.players_to_agree == [0, 3]
    assert not is_done(hub, "answer", "eve", accept=True)
    assert is_done(hub, "answer", "cyd", accept=True)
    assert not is_done(hub, "answer", "cyd", accept=True)
    assert not room.table.paused
    assert snapshot(room) == rebuilt(ledger)
    assert is_done(hub, "answer", "ann", accept=True)
    assert room.table.paused


def test_who_plays_alone_against_bots_asks_nobody(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "random"), "ann")
    play(hub, "claim")
    assert names(say(hub, "watch", want="events"))
    assert names(say(hub, "take_back")) == ["took_back"]
    assert room.request is None


def test_nobody_is_asked_for_a_free_seat(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: ""})
    play(hub, "claim")
    assert is_done(hub, "take_back", "ann")
    assert not room.table.match.top.steps


def test_when_the_one_who_asked_leaves_nothing_is_asked(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub)
    play(hub, "claim")
    say(hub, "take_back")
    say(hub, "leave")
    assert room.request is None
    assert len(room.table.match.top.steps) == 1
    assert snapshot(room) == rebuilt(ledger)


def test_when_the_one_who_was_asked_leaves_the_others_decide(
    hub: Hub, ledger: MemoryLedger
) -> None:
    room = open_big_room(hub, control="60s")
    begin_big_match(hub)
    say(hub, "pause", "bob")
    say(hub, "answer", "cyd", accept=True)
    assert not room.table.paused
    say(hub, "leave", "ann")
    assert room.table.paused
    assert snapshot(room) == rebuilt(ledger)


def test_what_was_said_beforehand_is_forgotten_when_something_is_taken_back(hub: Hub) -> None:
    room = open_room(hub)
    play(hub, "claim")
    say(hub, "premove", text="one")
    say(hub, "take_back")
    assert moves_in_advance(room) == {0: "one"}
    say(hub, "answer", "bob", accept=True)
    assert room.plans.pending == {}


def test_what_was_said_beforehand_is_a_decision_that_ends_a_request(hub: Hub) -> None:
    room = open_room(hub)
    say(hub, "premove", "bob", text="allow")
    play(hub, "claim")
    assert len(room.table.match.top.steps) == 2
    say(hub, "take_back")
    assert room.request is not None
    play(hub, "one")
    assert room.request is None


# ---- duels --------------------------------------------------------------------------------------


def test_in_a_duel_its_players_are_asked_and_the_duel_itself_stands(hub: Hub) -> None:
    room = open_room(hub, options={"duel": "wager"})
    play(hub, "claim")
    play(hub, "challenge", link="bob")
    assert len(room.table.match.sessions) == 2
    play(hub, "claim", link="bob")
    assert is_done(hub, "take_back", "bob")
    assert room.players_to_agree == [0]
    assert is_done(hub, "answer", "ann", accept=True)
    assert (len(room.table.match.sessions), len(room.table.match.top.steps)) == (2, 0)
    assert why(say(hub, "take_back")) == "The duel has begun: the challenge stands."


def test_a_duel_in_which_time_acts_begins_when_both_are_ready(hub: Hub) -> None:
    room = open_room(hub, options={"duel": "fuse"})
    play(hub, "claim")
    play(hub, "challenge", link="bob")
    assert (room.table.paused, room.ready) == (True, frozenset())
    say(hub, "go_on", "bob")
    assert room.table.paused
    say(hub, "go_on", "ann")
    assert not room.table.paused


# ---- who is ready -------------------------------------------------------------------------------


def test_time_passes_when_all_have_said_so(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub, "fuse")
    assert (room.table.paused, hub.wait_ms(0)) == (True, None)
    say(hub, "watch", want="events")
    assert names(say(hub, "go_on")) == ["readied"]
    assert names(say(hub, "go_on")) == [], "he has said so already"
    assert why(say(hub, "go_on", "eve"))
    assert room.table.paused
    assert snapshot(room) == rebuilt(ledger)
    say(hub, "go_on", "bob", at_ms=500)
    assert (room.table.paused, room.ready) == (False, frozenset())
    hub.pass_time(700)
    assert room.table.match.top.time_ms == 200


def test_a_match_waits_for_somebody_who_has_not_come_yet(hub: Hub) -> None:
    room = hub.open_room("r", opening("fuse", "human", "human"), "ann", others={1: ""})
    say(hub, "go_on")
    assert room.table.paused
    say(hub, "invite", player=1, key="k" * 22)
    say(hub, "enter", "bob", key="k" * 22)
    assert room.table.paused
    say(hub, "go_on", "bob")
    assert not room.table.paused


def test_a_match_does_not_wait_for_who_has_left_it(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub, "wager", control="60s")
    for link in ("ann", "bob"):
        say(hub, "go_on", link)
    play(hub, "claim")
    say(hub, "pause")
    say(hub, "answer", "bob", accept=True)
    say(hub, "go_on")
    assert room.table.paused
    say(hub, "leave", "bob")
    assert not room.table.paused
    again = new_hub(ledger).room("r")
    assert (again.free_seats, again.abandoned) == ((1,), {1})


def test_a_bot_that_takes_the_free_seat_is_ready(hub: Hub) -> None:
    room = hub.open_room("r", opening("fuse", "human", "human"), "ann", others={1: ""})
    say(hub, "go_on")
    say(hub, "seat", player=1, kind="random")
    assert not room.table.paused


def test_a_new_player_at_a_ready_seat_must_say_that_he_is_ready(hub: Hub) -> None:
    room = open_room(hub, "fuse")
    say(hub, "go_on", "bob")
    say(hub, "leave", "bob")
    say(hub, "invite", player=1, key="k" * 22)
    say(hub, "enter", "cyd", key="k" * 22)
    say(hub, "go_on")
    assert room.table.paused
    say(hub, "go_on", "cyd")
    assert not room.table.paused


# ---- what is shown ------------------------------------------------------------------------------


def test_each_is_offered_what_the_room_does_for_him(hub: Hub) -> None:
    room = open_room(hub, "wager", control="60s")
    assert may(room, "ann") == {"go_on", "leave"}
    say(hub, "go_on")
    assert may(room, "ann") == {"leave"}
    assert may(room, "bob") == {"go_on", "leave"}
    say(hub, "go_on", "bob")
    assert may(room, "ann") == {"leave"}, "nothing is asked of the others before the first move"
    play(hub, "claim")
    assert may(room, "ann") == {"pause", "take_back", "leave", "offer"}
    assert may(room, "bob") == {"pause", "leave", "offer"}
    say(hub, "take_back")
    assert may(room, "ann") == {"leave"}
    assert may(room, "bob") == {"answer", "leave"}
    assert may(room, "eve") == set()


@pytest.mark.parametrize("do", ["take_back", "pause"])
def test_a_request_is_a_question_to_those_who_are_asked(hub: Hub, do: str) -> None:
    room = open_room(hub, control="60s")
    for link in ("ann", "bob"):
        say(hub, "go_on", link)
    play(hub, "claim")
    say(hub, "watch", "bob", want="scene")
    (told,) = [each for each in _messages_to(hub, "bob", do, "ann") if "scene" in each]
    assert told["news"] == [told["scene"]["set"]["state"]["request"]["words"]]
    shown = {who: room_scene(room, who)["state"]["request"] for who in ("ann", "bob", "eve")}
    assert [each["asks"] for each in shown.values()] == [False, True, False]
    assert (shown["bob"]["title"], shown["bob"]["by"]) == (TITLES[do], 0)
    told = _messages_to(hub, "bob", "answer", "bob", accept=False)[0]
    assert told["news"] == ["You decline."]
    assert room_scene(room, "bob")["state"]["request"] is None


def test_who_is_waited_for_is_told(hub: Hub) -> None:
    people = opening("wager", "human", "human", control="60s", is_open=True)
    room = hub.open_room("r", people, "ann", others={1: ""})
    free = "p1: waiting for somebody to sit here."
    agreed = "Clock: 60 seconds. Each duel has a clock of its own."
    for person in ("ann", "eve"):
        scene = room_scene(room, person)
        assert scene["state"]["waiting"][0] == free
        assert scene["state"]["waiting"][1].startswith(agreed)
        assert [scene[f"player:{n}"]["free"] for n in (0, 1)] == [False, True]
    assert "sit" in room_scene(room, "bob")["may"]["do"]
    say(hub, "watch", want="scene")
    assert _messages_to(hub, "ann", "sit", "bob", player=1)[0]["news"] == ["p1 sits down."]
    (told,) = room_scene(room, "ann")["state"]["waiting"]
    assert told.startswith(agreed)
    say(hub, "go_on")
    scene = room_scene(room, "bob")
    assert scene["state"]["waiting"] == [told]
    assert [scene[f"player:{n}"]["ready"] for n in (0, 1)] == [True, False]
    assert room_scene(room, "ann")["state"]["waiting"] == ["p1 is not ready yet.", told]
    assert room_scene(room, "ann")["state"]["ready"] is None
    say(hub, "go_on", "bob")
    play(hub, "claim")
    assert _messages_to(hub, "ann", "leave", "bob")[0]["news"] == ["p1 has left the match."]
    assert room_scene(room, "ann")["prompt"]["text"] == free


# ---- a rematch ----------------------------------------------------------------------------------


def asks_for_rematch(room: RoomState) -> list[bool]:
    """Whether each of Ann, Bob and Eve may ask for a rematch or agree to it."""
    return ["rematch" in room_scene(room, who)["may"]["do"] for who in ("ann", "bob", "eve")]


@pytest.mark.parametrize(("do", "values"), [("answer", {"accept": True}), ("rematch", {})])
def test_a_rematch_begins_when_all_who_play_want_it(
    hub: Hub, ledger: MemoryLedger, do: str, values: dict[str, Any]
) -> None:
    room = open_room(hub)
    assert why(say(hub, "rematch")).endswith("there is no rematch yet.")
    say(hub, "resign")
    assert asks_for_rematch(room) == [True, True, False]
    assert say(hub, "rematch")[-1].keys() == {"done", "number"}, "it leads nowhere yet"
    assert (ledger.rooms(), room.rematch) == (["r"], "")
    assert rebuilt(ledger) == snapshot(room)
    assert asks_for_rematch(room) == [False, True, False]
    shown = {who: room_scene(room, who)["state"]["request"] for who in ("ann", "bob", "eve")}
    assert [each["asks"] for each in shown.values()] == [False, True, False]
    assert (shown["bob"]["title"], shown["bob"]["words"]) == (
        "A rematch?",
        "p0 asks for a rematch.",
    )
    assert why(say(hub, "rematch")) == "The others answer this, not you."
    say(hub, "watch", want="scene")
    told = _messages_to(hub, "ann", do, "bob", **values)
    assert room.rematch == told[-1]["scene"]["set"]["over"]["rematch"] == "new0"
    assert hub.room("new0").seats.holders == {0: "bob", 1: "ann"}
    assert rebuilt(ledger) == snapshot(room)
    for who in ("ann", "bob"):
        assert say(hub, "rematch", who)[-1] == {"go": "room/new0"}


def test_a_no_withdraws_a_rematch_and_is_told_and_the_other_may_ask(hub: Hub) -> None:
    room = open_room(hub)
    say(hub, "resign")
    say(hub, "rematch")
    say(hub, "watch", want="scene")
    told = _messages_to(hub, "ann", "answer", "bob", accept=False)
    assert (told[0]["news"], room.request, room.rematch) == (["p1 declines."], None, "")
    assert asks_for_rematch(room) == [False, True, False]
    assert why(say(hub, "rematch")).startswith("You have asked for a rematch already")
    say(hub, "rematch", "bob")
    say(hub, "answer", accept=True)
    assert room.rematch == "new0"


def test_who_leaves_is_asked_for_no_rematch(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub)
    say(hub, "resign")
    say(hub, "rematch")
    say(hub, "leave", "bob")
    assert (room.request, room.rematch) == (None, ""), "nobody begins one with an empty seat"
    assert rebuilt(ledger) == snapshot(room)
    assert say(hub, "rematch")[-1] == {"go": "room/new0"}, "who is alone asks nobody"


def test_a_rematch_begins_when_the_last_who_had_not_agreed_leaves(
    hub: Hub, ledger: MemoryLedger
) -> None:
    room = open_big_room(hub)
    while room.table.over is None:
        for who in ("ann", "bob", "cyd"):
            say(hub, "resign", who)
    say(hub, "rematch")
    say(hub, "answer", "bob", accept=True)
    assert room.rematch == ""
    say(hub, "leave", "cyd")
    assert room.rematch == "new0"
    assert hub.room("new0").seats.holders == {0: "bob", 3: "ann"}
    assert rebuilt(ledger) == snapshot(room)


# ---- what all are shown -------------------------------------------------------------------------


def here(hub: Hub, link: str) -> list[list[int]]:
    """The players who are there, as *link* was told since the last time."""
    said = [message for to, message in hub.take_outbox() if to == link and "scene" in message]
    shown = [each["scene"]["set"].get("here") for each in said]
    return [each["players"] for each in shown if each]


def test_who_plays_sees_who_is_there(hub: Hub) -> None:
    open_room(hub)
    say(hub, "watch", "ann", want="scene")
    assert room_scene(hub.room("r"), "ann").get("here") is None, "the hub knows it, not the room"
    hub.receive("bob", {"do": "watch", "id": "b", "room": "r", "want": "scene"}, 0)
    assert here(hub, "ann") == [[0, 1]]
    hub.connect("bob2", "bob", "")
    say(hub, "watch", "bob2", want="events")
    hub.disconnect("bob", 0)
    assert here(hub, "ann") == [], "he is there by another page"
    hub.disconnect("bob2", 0)
    assert here(hub, "ann") == [[0]]
    hub.receive("eve", {"do": "watch", "id": "e", "room": "r", "want": "scene"}, 0)
    assert here(hub, "ann") == [], "who only watches disturbs nobody"


def test_who_plays_alone_is_told_of_nobody(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    told, _done = say(hub, "watch", "ann", want="scene")
    assert "here" not in told["scene"]["set"]


def presence_sent(hub: Hub) -> dict[str, frozenset[str]]:
    """The presence that other processes get: the people in each room."""
    with hub.audience.presence_changes() as told:
        return told


def test_other_processes_tell_who_is_there(ledger: MemoryLedger) -> None:
    one, two = new_hub(ledger), new_hub(ledger)
    two.connect("bob", "bob", "")
    open_room(one)
    say(one, "watch", "ann", want="scene")
    say(two, "watch", "bob", want="scene")
    assert presence_sent(one) == {"r": {"ann"}}
    (changed,) = presence_sent(two).items()
    one.audience.note_elsewhere("two", *changed)
    assert here(one, "ann") == [[0, 1]]
    assert (presence_sent(one), presence_sent(two)) == ({}, {})
    two.disconnect("bob", 0)
    for room, people in presence_sent(two).items():
        one.audience.note_elsewhere("two", room, people)
    assert here(one, "ann") == [[0]]
    one.audience.note_elsewhere("two", "r", {"bob"})
    assert here(one, "ann") == [[0, 1]]
    one.audience.forget_process("two")
    assert here(one, "ann") == [[0]]


def _messages_to(hub: Hub, link: str, do: str, by: str, **values: Any) -> list[dict[str, Any]]:
    """The messages that *link* gets when *by* sends a command."""
    hub.take_outbox()
    hub.receive(by, {"do": do, "id": f"x{hub.room('r').number}", "room": "r", **values}, 0)
    return [message for to, message in hub.take_outbox() if to == link]


# ---- the end is taken back ----------------------------------------------------------------------


def test_who_has_played_alone_takes_the_end_back_and_nobody_else_does(
    hub: Hub, ledger: MemoryLedger
) -> None:
    options = {"goal": 1}
    room = hub.open_room("r", opening("wager", "human", "human", options=options), "ann")
    for do in ("claim", "allow", "one"):
        play(hub, do)
    assert room.table.over is not None
    assert is_done(hub, "show", "ann", at=1)
    assert is_done(hub, "take_back", "ann")
    assert (room.table.over, room.shown) == (None, None)
    assert snapshot(room) == rebuilt(ledger)
    play(hub, "one")
    assert is_done(hub, "rematch", "ann")
    assert not is_done(hub, "take_back", "ann"), "the rematch follows from the end"


def test_who_has_played_with_others_takes_no_end_back_once_they_have_left(hub: Hub) -> None:
    open_room(hub, options={"goal": 1})
    play(hub, "claim")
    play(hub, "allow", link="bob")
    play(hub, "one")
    assert is_done(hub, "leave", "bob")
    assert is_done(hub, "seat", "ann", player=1, kind="human")
    assert "take_back" not in may(hub.room("r"), "ann")
    assert not is_done(hub, "take_back", "ann")
