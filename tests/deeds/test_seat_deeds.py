"""Ways to come to a table: invitations, open tables, private rooms, and leaving."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.bots import engine_bot
from gipf_meta.deeds.seat_deeds import GONE_MS, GONE_TIMED_MS, no_such_invitation, reseat
from gipf_meta.deeds.table_elements import announce
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.kept_rooms import no_room_to_see, no_such_room
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import Batch, MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.players import BotFailed
from gipf_meta.table.seats import Refused, hash_of
from tests.hub.test_hub import find, names, new_hub, opening, play, say, why
from tests.rooms.simulation import snapshot

KEY, OTHER_KEY = "k" * 22, "o" * 22


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub with connections of Ann, Eve, Bob and Cyd; the last two have names."""
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "", "Bob")
    hub.connect("cyd", "cyd", "", "Cyd")
    return hub


def open_room(hub: Hub, **values: Any) -> RoomState:
    """A room for two people, which Ann has opened; nobody holds the second seat."""
    return hub.open_room("r", opening("wager", "human", "human", **values), "ann", others={1: ""})


def is_done(hub: Hub, do: str, link: str, **values: Any) -> bool:
    """Whether a command is done, and not refused."""
    return any("done" in message for message in say(hub, do, link, **values))


# ---- invitations --------------------------------------------------------------------------------


def test_only_who_invites_is_shown_which_invitations_are_out(hub: Hub) -> None:
    room = open_room(hub, is_private=True)
    assert "invited" not in room_scene(room, "ann")["may"]
    say(hub, "invite", "ann", player=1, key=KEY)
    say(hub, "invite", "ann", player=None, key=OTHER_KEY)
    assert room_scene(room, "ann")["may"]["invited"] == [1, None]
    say(hub, "enter", "bob", key=KEY)
    assert room_scene(room, "ann")["may"]["invited"] == [None]
    assert "invited" not in room_scene(room, "bob")["may"]


def test_who_opens_a_room_may_leave_a_seat_free_and_play_already(hub: Hub) -> None:
    room = open_room(hub)
    assert (room.free_seats, room.seats.holders, room.admission.by) == (
        (1,),
        {0: "ann"},
        "ann",
    )
    play(hub, "claim")


def test_somebody_comes_by_a_key_sits_down_and_plays(hub: Hub, ledger: MemoryLedger) -> None:
    room = open_room(hub, is_private=True)
    assert is_done(hub, "invite", "ann", player=1, key=KEY)
    assert KEY not in str(ledger.read("r"))
    assert is_done(hub, "enter", "bob", key=KEY)
    told = say(hub, "watch", "bob", want="events")
    events = [each for each in told if "event" in each]
    assert names(events)[-3:] == ["invited", "seated", "seat_given"]
    assert events[-2]["name"] == "Bob"
    assert [player.name for player in room.table.players] == ["p0", "Bob"]
    play(hub, "claim")
    play(hub, "allow", link="bob")
    assert snapshot(new_hub(ledger).room("r")) == snapshot(room)


def test_a_key_lets_one_person_in_and_he_may_come_by_it_again(hub: Hub) -> None:
    room = open_room(hub)
    say(hub, "invite", player=1, key=KEY)
    assert is_done(hub, "enter", "bob", key=KEY)
    number = room.number
    assert is_done(hub, "enter", "bob", key=KEY)
    assert why(say(hub, "enter", "cyd", key=KEY)) == no_such_invitation()
    assert (room.number, room.seats.holders[1]) == (number, "bob")


def test_only_engines_that_this_program_may_start_are_seated(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_bot, "_allowed", {})
    room, words = open_room(hub), "engine:./my_engine"
    assert "names its engines" in why(say(hub, "seat", "ann", player=1, kind=words))
    engine_bot.allow_engine(words)
    assert is_done(hub, "seat", "ann", player=1, kind=words)
    assert room.table.players[1].kind == words


def test_who_opens_his_own_invitation_takes_no_seat_by_it(hub: Hub) -> None:
    room = open_room(hub)
    say(hub, "invite", player=1, key=KEY)
    assert is_done(hub, "enter", "ann", key=KEY)
    assert room.free_seats == (1,)
    assert is_done(hub, "enter", "bob", key=KEY)


def test_a_newer_invitation_ends_the_one_before_and_none_is_used_twice(hub: Hub) -> None:
    open_room(hub)
    assert is_done(hub, "invite", "ann", player=1, key=KEY)
    assert why(say(hub, "invite", player=1, key=KEY)).startswith("This key was used before")
    assert is_done(hub, "invite", "ann", player=1, key=OTHER_KEY)
    assert why(say(hub, "enter", "bob", key=KEY)) == no_such_invitation()
    assert is_done(hub, "enter", "bob", key=OTHER_KEY)


@pytest.mark.parametrize(
    "before",
    [
        [],
        [{"do": "invite", "player": 1, "key": KEY}, {"do": "uninvite", "player": 1}],
        [{"do": "invite", "player": 1, "key": KEY}, {"do": "seat", "player": 1, "kind": "random"}],
        [{"do": "invite", "player": 1, "key": KEY}, {"do": "seat", "player": 1, "kind": "human"}],
        [{"do": "invite", "player": 1, "key": KEY}, {"do": "invite", "player": 1, "key": "n" * 22}],
    ],
    ids=["guessed", "withdrawn", "a bot sits there", "somebody sits there", "another key"],
)
def test_every_wrong_key_is_refused_alike(hub: Hub, before: list[dict[str, Any]]) -> None:
    open_room(hub, is_private=True)
    for command in before:
        say(hub, **command)
    assert why(say(hub, "enter", "bob", key=KEY)) == no_such_invitation()
    assert why(say(hub, "enter", "bob", room="elsewhere", key=KEY)) == no_such_invitation()
    assert why(say(hub, "watch", "bob")) == no_such_room()


@pytest.mark.parametrize("key", ["short", "k" * 21, "k" * 65, "k" * 21 + "=", 7, None])
def test_a_key_has_at_least_128_bits(hub: Hub, key: Any) -> None:
    open_room(hub)
    assert why(say(hub, "invite", player=1, key=key)).startswith("The message is not understood")


def test_newcomers_are_called_as_they_say_and_never_as_another_player(hub: Hub) -> None:
    hub.connect("twin", "twin", "", "  P0\u202e \n")
    hub.connect("long", "long", "", "x" * 500)
    people = opening("zatre", "human", "human", "human", "human")
    room = hub.open_room("r", people, "ann", others={1: "", 2: "", 3: ""})
    for player, (link, key) in enumerate((("twin", "1"), ("long", "2"), ("eve", "3")), start=1):
        say(hub, "invite", player=player, key=key * 22)
        assert is_done(hub, "enter", link, key=key * 22)
    called = [player.name for player in room.table.players]
    assert called == ["p0", "P0 (2)", "x" * 60, "p3"]


@pytest.mark.parametrize("name", ["\x00x", "a\nb", "\u202ea", " ", "\x7f", "x" * 60])
def test_whoever_is_seated_has_a_name_that_a_record_can_hold(
    hub: Hub, ledger: MemoryLedger, name: str
) -> None:
    room = open_room(hub)
    assert is_done(hub, "seat", "ann", player=1, kind="random", name=name)
    assert room.number == ledger.read("r")[-1].event.number
    assert room.table.record().people[1].name in ("x", "a b", "a", "p1", "x" * 60)


# ---- who may what -------------------------------------------------------------------------------


WHO_MAY: dict[str, tuple[dict[str, Any], str]] = {
    "invite to a free seat": ({"do": "invite", "player": 1, "key": KEY}, "ann"),
    "invite to a taken seat": ({"do": "invite", "player": 0, "key": KEY}, ""),
    "invite to a bot's seat": ({"do": "invite", "player": 2, "key": KEY}, ""),
    "invite to no seat": ({"do": "invite", "player": 9, "key": KEY}, ""),
    "invite to watch": ({"do": "invite", "player": None, "key": KEY}, "ann"),
    "withdraw nothing": ({"do": "uninvite", "player": 1}, ""),
    "sit": ({"do": "sit", "player": 1}, ""),
    "leave": ({"do": "leave"}, "ann bob"),
    "seat a bot": ({"do": "seat", "player": 1, "kind": "random"}, "ann"),
    "sit down twice": ({"do": "seat", "player": 1, "kind": "human"}, "ann"),
    "replace another": ({"do": "seat", "player": 3, "kind": "random"}, "bob"),
    "replace a bot": ({"do": "seat", "player": 2, "kind": "human"}, ""),
}
"""Commands, and the people who may give them: Ann has opened the room, Bob plays, too, Eve watches.

The second seat is free, and a bot holds the third one.
"""


@pytest.mark.parametrize("what", WHO_MAY)
def test_each_does_what_is_his_to_do(ledger: MemoryLedger, what: str) -> None:
    command, allowed = WHO_MAY[what]
    for link in ("ann", "bob", "eve"):
        hub = new_hub(ledger)
        hub.connect("bob", "bob", "")
        people = opening("zatre", "human", "human", "random", "human")
        room = hub.open_room(f"r{link}", people, "ann", others={1: "", 3: "bob"})
        before = snapshot(room)
        done = is_done(hub, link=link, room=room.id, **command)
        assert done == (link in allowed.split()), link
        assert done == (snapshot(hub.room(room.id)) != before)


@pytest.mark.parametrize("link", ["ann", "bob", "eve"])
def test_whoever_plays_seats_another_in_place_of_a_bot_that_has_failed(hub: Hub, link: str) -> None:
    people = opening("zatre", "human", "human", "random", "human")
    room = hub.open_room("r", people, "ann", others={1: "", 3: "bob"})
    room.table.fault = BotFailed("p2 is stuck.", 2)
    plays = link != "eve"
    assert ("seat" in room_scene(room, link)["may"]["do"]) is plays
    assert is_done(hub, "seat", link, player=2, kind="random") is plays
    assert (room.table.fault is None) is plays


def test_without_who_opened_it_those_who_play_invite(hub: Hub) -> None:
    open_room(hub)
    say(hub, "invite", player=1, key=KEY)
    say(hub, "enter", "bob", key=KEY)
    assert not is_done(hub, "invite", "bob", player=None, key=OTHER_KEY)
    say(hub, "leave")
    assert is_done(hub, "invite", "bob", player=0, key=OTHER_KEY)
    assert is_done(hub, "enter", "cyd", key=OTHER_KEY)


def test_who_opens_a_room_without_a_seat_invites_and_does_not_play(hub: Hub) -> None:
    people = opening("wager", "human", "human", is_private=True)
    room = hub.open_room("r", people, "ann", others={0: "", 1: ""})
    assert is_done(hub, "invite", "ann", player=0, key=KEY)
    assert is_done(hub, "enter", "bob", key=KEY)
    assert is_done(hub, "watch", "ann")
    assert not is_done(hub, "play", "ann", text="claim", seen=room.number)
    assert is_done(hub, "sit", "ann", player=1)
    assert room.seats.holders == {0: "bob", 1: "ann"}


def test_a_room_of_before_belongs_to_those_who_play_in_it(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "", others={0: "bob"})
    assert is_done(hub, "invite", "bob", player=1, key=KEY)
    assert not room.is_host("eve")
    assert not room.is_host("")


# ---- open tables --------------------------------------------------------------------------------


def test_anybody_takes_one_free_seat_of_an_open_table(hub: Hub) -> None:
    people = opening("zatre", "human", "human", "human", "human", is_open=True)
    room = hub.open_room("r", people, "ann", others={1: "", 2: "", 3: ""})
    assert is_done(hub, "invite", "ann", player=3, key=KEY)
    assert why(say(hub, "sit", "bob", player=0)) == "This seat is taken."
    assert why(say(hub, "sit", "bob", player=3)) == "Somebody is invited to this seat."
    assert why(say(hub, "sit", "bob", player=4)) == "There is no such seat in this match."
    assert is_done(hub, "sit", "bob", player=2)
    assert why(say(hub, "sit", "bob", player=1)) == "You sit at this table already."
    assert room.seats.holders == {0: "ann", 2: "bob"}
    assert room.table.players[2].name == "Bob"
    say(hub, "resign")
    assert not is_done(hub, "sit", "cyd", player=1)


# ---- private rooms ------------------------------------------------------------------------------


COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "watch"},
    {"do": "watch", "want": "events"},
    {"do": "unwatch"},
    {"do": "look", "at": 0},
    {"do": "record"},
    {"do": "picture"},
    {"do": "ask", "question": "where can I play"},
    {"do": "hint"},
    {"do": "analyse"},
    {"do": "review"},
    {"do": "leave_off", "what": "review"},
    {"do": "branch", "at": 0},
    {"do": "rematch"},
    {"do": "play", "text": "claim", "seen": 3},
    {"do": "resign"},
    {"do": "sit", "player": 1},
    {"do": "leave"},
    {"do": "invite", "player": 1, "key": KEY},
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each["do"])
def test_a_private_room_is_for_others_as_if_it_were_not_there(
    hub: Hub, command: dict[str, Any]
) -> None:
    room = open_room(hub, is_private=True)
    number = room.number
    assert why(say(hub, link="cyd", **command)) == no_such_room()
    assert why(say(hub, link="cyd", room="elsewhere", **command)) == no_such_room()
    assert room.number == number


def test_who_is_let_in_watches_a_private_room_and_does_nothing_else(hub: Hub) -> None:
    room = open_room(hub, is_private=True)
    say(hub, "invite", player=None, key=KEY)
    for link in ("bob", "cyd", "bob"):
        assert is_done(hub, "enter", link, key=KEY)
        assert is_done(hub, "watch", link)
    assert room.admission.admitted == ("bob", "cyd")
    assert not is_done(hub, "play", "bob", text="claim", seen=room.number)
    assert not is_done(hub, "sit", "bob", player=1)


@pytest.mark.parametrize(
    ("link", "command"), [("ann", {"do": "uninvite", "player": None}), ("bob", {"do": "leave"})]
)
def test_who_may_not_watch_any_more_hears_nothing_more(
    hub: Hub, link: str, command: dict[str, Any]
) -> None:
    open_room(hub, is_private=True)
    hub.connect("bob2", "bob", "")
    say(hub, "invite", player=None, key=KEY)
    say(hub, "enter", "bob", key=KEY)
    for each, want in (("bob", "scene"), ("bob2", "events"), ("ann", "view")):
        say(hub, "watch", each, want=want)
    say(hub, link=link, **command)
    hub.receive("ann", {"do": "play", "id": "x", "room": "r", "text": "claim", "seen": 99}, 0)
    play(hub, "claim")
    assert "bob2" not in {to for to, _message in hub.take_outbox()}
    assert why(say(hub, "watch", "bob")) == no_such_room()
    assert why(say(hub, "look", "bob2", at=0)) == no_such_room()


def test_who_is_let_in_by_one_process_watches_by_another(ledger: MemoryLedger) -> None:
    one, two = new_hub(ledger), new_hub(ledger)
    one.open_room("r", opening("wager", "human", "human", is_private=True), "ann")
    assert why(say(two, "watch", "eve")) != ""
    say(one, "invite", player=None, key=KEY)
    assert is_done(one, "enter", "eve", key=KEY)
    assert is_done(two, "watch", "eve")


def test_hashes_of_keys_are_told_to_nobody(hub: Hub) -> None:
    open_room(hub)
    say(hub, "invite", player=1, key=KEY)
    events = say(hub, "watch", "eve", want="events")
    (invited,) = (each for each in events if each.get("event") == "invited")
    assert (invited["player"], invited["hash"]) == (1, "")


# ---- leaving ------------------------------------------------------------------------------------


def test_who_leaves_gives_his_seats_up_and_the_match_goes_on(
    hub: Hub, ledger: MemoryLedger
) -> None:
    room = open_room(hub)
    say(hub, "invite", player=1, key=KEY)
    say(hub, "enter", "bob", key=KEY)
    say(hub, "premove", "bob", text="allow")
    say(hub, "offer", "bob")
    first = say(hub, "leave", "bob", id="left")
    assert (room.free_seats, room.plans.pending, room.offer) == ((1,), {}, None)
    assert say(hub, "leave", "bob", id="left") == first
    assert not is_done(hub, "leave", "bob")
    play(hub, "claim")
    assert not is_done(hub, "play", "bob", text="allow", seen=room.number)
    assert why(say(hub, "enter", "bob", key=KEY)) == no_such_invitation()
    assert is_done(hub, "invite", "ann", player=1, key=OTHER_KEY)
    assert is_done(hub, "enter", "cyd", key=OTHER_KEY)
    play(hub, "allow", link="cyd")
    assert snapshot(new_hub(ledger).room("r")) == snapshot(room)


def test_who_leaves_a_private_room_is_answered_twice(hub: Hub) -> None:
    open_room(hub, is_private=True)
    say(hub, "invite", player=None, key=KEY)
    say(hub, "enter", "bob", key=KEY)
    first = say(hub, "leave", "bob", id="left")
    assert say(hub, "leave", "bob", id="left") == first
    assert "done" in first[-1]
    assert is_done(hub, "enter", "bob", key=KEY), "the invitation to watch is still out"


def test_nobody_agrees_to_a_draw_for_a_free_seat(hub: Hub) -> None:
    room = open_room(hub)
    assert why(say(hub, "offer")).startswith("A seat is free")
    assert room.offer is None


def test_the_luck_of_a_match_is_told_to_nobody_while_a_seat_is_free(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human", seed=987654321), "ann", others={1: ""})
    assert "987654321" not in str(say(hub, "record"))


def test_nobody_is_helped_against_another_person(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    for do, values in (("hint", {}), ("analyse", {}), ("branch", {"at": 0})):
        assert not is_done(hub, do, "ann", **values), do
    say(hub, "resign")
    assert is_done(hub, "branch", "bob", at=0)


# ---- the next match -----------------------------------------------------------------------------


def test_a_rematch_takes_everybody_along(hub: Hub, ledger: MemoryLedger) -> None:
    people = opening("zatre", "human", "human", "random", "human", is_private=True)
    hub.open_room("r", people, "ann", others={1: "bob", 3: ""})
    say(hub, "invite", player=3, key=KEY)
    say(hub, "invite", player=None, key=OTHER_KEY)
    say(hub, "enter", "cyd", key=OTHER_KEY)
    while hub.room("r").table.over is None:
        say(hub, "resign")
        say(hub, "resign", "bob")
    say(hub, "rematch")
    assert say(hub, "rematch", "bob")[-1] == {"go": "room/new0"}
    new = hub.room("new0")
    assert new.seats.holders == {3: "ann", 0: "bob"}
    assert (new.free_seats, new.admission.by, new.admission.keys) == (
        (2,),
        "ann",
        {},
    )
    assert (new.admission.is_private, new.admission.admitted) == (True, ("cyd",))
    assert say(hub, "rematch")[-1] == {"go": "room/new0"}
    assert snapshot(new_hub(ledger).room("new0")) == snapshot(new)


def test_two_who_ask_for_a_rematch_by_two_processes_get_one(ledger: MemoryLedger) -> None:
    one, two = new_hub(ledger), new_hub(ledger)
    two._next.new_room = lambda: "other"
    for hub in (one, two):
        hub.connect("bob", "bob", "")
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "bob"})
    say(one, "resign")
    assert two.room("r").table.over is not None
    say(one, "rematch", "ann")
    assert say(two, "rematch", "bob")[-1] == {"go": "room/other"}
    assert say(one, "rematch", "ann")[-1] == {"go": "room/other"}, "it reads on before it refuses"
    assert ledger.rooms() == ["r", "other"]


def test_a_rematch_that_was_only_announced_is_opened(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "resign")
    live = hub.rooms.find("r").room
    live.emit(told.Rematched, to="next")
    ledger.append(Batch("r", live.take_emitted(), live.summary()))
    again = new_hub(ledger)
    assert say(again, "rematch")[-1] == {"go": "room/next"}
    assert again.room("next").seats.holders == {0: "ann", 1: "ann"}


def test_at_a_host_a_branch_is_for_who_asked_alone(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger, pauses_alone=False)
    hub.connect("bob", "bob", "", "Bob")
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert say(hub, "branch", at=0)[-1] == {"go": "room/new0"}
    assert hub.room("new0").admission.is_private
    assert why(say(hub, "watch", "bob", room="new0")) == no_room_to_see()


# ---- a seat whose person has gone ---------------------------------------------------------------


def sit_bob(hub: Hub, **values: Any) -> RoomState:
    """A room in which Ann plays against Bob, who looks at it and then has gone."""
    room = open_room(hub, **values)
    say(hub, "invite", player=1, key=KEY)
    say(hub, "enter", "bob", key=KEY)
    say(hub, "watch", want="events")
    say(hub, "watch", "bob", want="events")
    return room


@pytest.mark.parametrize(
    ("control", "runs", "least_ms"),
    [(None, False, GONE_MS), ("5m", True, GONE_TIMED_MS), ("5m", False, GONE_MS)],
    ids=["untimed", "timed", "paused"],
)
def test_a_seat_gets_a_new_link_only_when_its_person_has_gone(
    control: str | None, runs: bool, least_ms: int, hub: Hub, ledger: MemoryLedger
) -> None:
    room = sit_bob(hub, control=control)
    if runs:
        for link in ("ann", "bob"):
            assert is_done(hub, "go_on", link)
    assert (
        why(say(hub, "invite", player=1, key=OTHER_KEY))
        == "Bob is here: this seat gets no new link."
    )
    hub.disconnect("bob", 0)
    early = say(hub, "invite", at_ms=least_ms - 1, player=1, key=OTHER_KEY)
    assert why(early) == "Bob was here a moment ago: the seat gets a new link in 1 second."
    assert why(say(hub, "invite", "cyd", least_ms, player=1, key=OTHER_KEY)).startswith("Only who")
    told = say(hub, "invite", at_ms=least_ms, player=1, key=OTHER_KEY)
    assert names(told) == ["invited"]
    assert room.seats.holders[1] == "bob", "the seat stays his until somebody comes"
    assert is_done(hub, "enter", "cyd", at_ms=least_ms, key=OTHER_KEY)
    assert (room.seats.holders[1], room.table.players[1].name) == ("cyd", "Cyd")
    again = rebuild("r", [entry.event for entry in ledger.read("r")], find)
    assert snapshot(again.state) == snapshot(room)


def test_who_is_back_keeps_his_seat_and_all_are_told(hub: Hub) -> None:
    room = sit_bob(hub)
    hub.disconnect("bob", 0)
    hub.connect("anna", "ann", "")
    say(hub, "watch", "anna", at_ms=GONE_MS)
    *_, told, _done = say(hub, "invite", "anna", GONE_MS, player=1, key=OTHER_KEY)
    assert told["scene"]["may"]["reseat"] == [1] if "may" in told["scene"] else True
    assert told["news"] == [
        "A new link leads to the seat of Bob; it stops working once Bob is back."
    ]
    hub.connect("bob", "bob", "", "Bob")
    told = say(hub, "watch", "bob", GONE_MS + 1)
    assert [line for each in told for line in each.get("news", ())] == [
        "The new link to your seat does not work any more."
    ]
    assert why(say(hub, "enter", "cyd", at_ms=GONE_MS, key=OTHER_KEY)) == no_such_invitation()
    assert room.seats.holders[1] == "bob"


def test_who_was_not_there_since_the_server_began_is_gone_since_then(
    hub: Hub, ledger: MemoryLedger
) -> None:
    sit_bob(hub)
    later = new_hub(ledger, pauses_alone=False)
    say(later, "watch", at_ms=5_000)
    assert "moment ago" in why(say(later, "invite", at_ms=6_000, player=1, key=OTHER_KEY))
    later.audience.note_elsewhere("other", "r", ["bob"])
    ask = {"at_ms": 5_000 + GONE_MS, "player": 1, "key": OTHER_KEY}
    assert "is here" in why(say(later, "invite", **ask))
    later.audience.forget_process("other")
    assert "moment ago" in why(say(later, "invite", **ask))


def test_whoever_runs_the_host_frees_a_seat_at_once(hub: Hub, ledger: MemoryLedger) -> None:
    sit_bob(hub)
    room = hub.rooms.find("r").room
    reseat(room, 1, hash_of(OTHER_KEY), 7)
    events = room.take_emitted()
    assert [event.event for event in events] == ["seat_given", "invited"]
    assert room.state.free_seats == (1,)
    assert [*announce(room.state, "bob", events)] == [
        "Whoever runs this host has freed the seat of Bob; a new link leads to it."
    ]
    with pytest.raises(Refused, match="No person sits there"):
        reseat(room, 7, hash_of("n" * 22), 8)


# ---- who has lost his seat ----------------------------------------------------------------------


def lose_seat(hub: Hub, how: str, **values: Any) -> RoomState:
    """A room in which Bob had a seat, and has lost it: *how* says by what."""
    room = sit_bob(hub, **values)
    if how == "left":
        say(hub, "leave", "bob")
        return room
    hub.disconnect("bob", 0)
    if how == "freed":
        entry = hub.rooms.find("r")
        reseat(entry.room, 1, hash_of(OTHER_KEY), 7)
        hub.rooms.keep(entry)
    else:
        say(hub, "invite", at_ms=GONE_MS, player=1, key=OTHER_KEY)
        assert is_done(hub, "enter", "cyd", at_ms=GONE_MS, key=OTHER_KEY)
    hub.connect("bob", "bob", "", "Bob")
    return room


LOST = {
    "taken": "Another person has your seat in this match now: it got a new link while you were"
    " away.",
    "freed": "Your seat in this match was freed: a new link leads to it.",
    "left": "You have left this match.",
}
ASK = "Ask those who play for a link to watch, or to a free seat."


@pytest.mark.parametrize("how", LOST)
def test_who_has_lost_his_seat_reads_how_and_what_he_can_do(how: str, hub: Hub) -> None:
    lose_seat(hub, how, is_private=True)
    for do, values in (("watch", {}), ("look", {"at": 0}), ("play", {"text": "x", "seen": 1})):
        assert why(say(hub, do, "bob", GONE_MS, **values)) == f"{LOST[how]} {ASK}"
    hub.connect("dan", "dan", "")
    for room_id in ("r", "elsewhere"):
        assert why(say(hub, "watch", "dan", room=room_id)) == no_such_room()


def test_a_stranger_at_a_host_reads_what_he_can_do_wherever_he_knocks(ledger: MemoryLedger) -> None:
    """A stranger may be a player there who comes by the key that he had before."""
    hub = new_hub(ledger, pauses_alone=False)
    open_room(hub, is_private=True)
    hub.connect("dan", "dan", "")
    for room_id in ("r", "elsewhere"):
        assert why(say(hub, "watch", "dan", room=room_id)) == no_room_to_see()


def test_the_link_by_which_he_came_first_tells_him_that_his_seat_is_lost(hub: Hub) -> None:
    lose_seat(hub, "taken", is_private=True)
    assert why(say(hub, "enter", "bob", GONE_MS, key=KEY)) == f"{LOST['taken']} {ASK}"
    hub.connect("dan", "dan", "")
    assert why(say(hub, "enter", "dan", GONE_MS, key=KEY)) == no_such_invitation()


@pytest.mark.parametrize("how", LOST)
def test_who_has_lost_his_seat_and_may_watch_is_told_in_the_room(
    how: str, hub: Hub, ledger: MemoryLedger
) -> None:
    room = lose_seat(hub, how)
    told = [f"{LOST[how]} You watch it now."] if how != "left" else []
    waits = room_scene(room, "bob")["state"]["waiting"]
    assert waits[: len(told)] == told
    assert told == [line for line in waits if "You" in line]
    assert not any(
        "seat in this match" in one for one in room_scene(room, "cyd")["state"]["waiting"]
    )
    again = rebuild("r", [entry.event for entry in ledger.read("r")], find).state
    assert room_scene(again, "bob")["state"]["waiting"] == waits


def test_who_comes_back_by_a_new_link_has_lost_nothing(hub: Hub) -> None:
    room = lose_seat(hub, "freed", is_private=True)
    assert is_done(hub, "enter", "bob", key=OTHER_KEY)
    waits = room_scene(room, "bob")["state"]["waiting"]
    assert not any("seat in this match" in each for each in waits)


def test_who_lets_a_bot_take_his_own_seat_has_lost_nothing(hub: Hub) -> None:
    room = hub.open_room("r", opening("wager", "human", "easy"), "ann")
    assert is_done(hub, "seat", "ann", player=0, kind="medium")
    assert room.seats.lost_by("ann") is None


def test_who_is_shut_out_while_he_watches_is_told_at_once(hub: Hub) -> None:
    room = sit_bob(hub, is_private=True)
    hub.connect("dan", "dan", "")
    say(hub, "invite", player=None, key="w" * 22)
    for link in ("cyd", "dan"):
        say(hub, "enter", link, key="w" * 22)
        say(hub, "watch", link)
    assert [*say(hub, "leave", "dan")[0]] == ["done", "number"], "who leaves by himself knows it"
    hub.receive("ann", {"do": "uninvite", "id": "u", "room": "r", "player": None}, 1)
    told = dict(hub.take_outbox())
    assert told["cyd"] == {
        "notice": "You may not watch this match any more: ask those who play for a new link."
    }
    assert "dan" not in told
    entry = hub.rooms.find("r")
    reseat(entry.room, 1, hash_of(OTHER_KEY), 7)
    hub.rooms.keep(entry)
    assert dict(hub.take_outbox())["bob"] == {"notice": f"{LOST['freed']} {ASK}"}
    assert room.seats.lost_by("bob") == 1


def test_the_numbers_of_people_are_sent_as_soon_as_one_is_shut_out(hub: Hub) -> None:
    sit_bob(hub, is_private=True)
    entry = hub.rooms.find("r")
    say(hub, "watch", "ann")
    reseat(entry.room, 1, hash_of(OTHER_KEY), 7)
    hub.rooms.keep(entry)
    told = [message["scene"]["set"] for link, message in hub.take_outbox() if link == "ann"]
    assert [each["here"] for each in told if "here" in each][-1:] == [
        {"players": [0], "watchers": 0}
    ]
