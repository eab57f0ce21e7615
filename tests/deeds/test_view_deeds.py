"""People look at an ended match together: one leads, the others see the same moment."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from tests.deeds.test_seat_deeds import KEY, is_done
from tests.hub.test_hub import find, new_hub, opening, play, say, why


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub with a private match of Ann and Bob that has ended; Cyd may watch it, Eve may not."""
    hub = new_hub(ledger, pauses_alone=False)
    for name in ("bob", "cyd"):
        hub.connect(name, name, "")
    match = opening("wager", "human", "human", is_private=True)
    hub.open_room("r", match, "ann", others={1: "bob"})
    is_done(hub, "invite", "ann", player=None, key=KEY)
    is_done(hub, "enter", "cyd", key=KEY)
    play(hub, "claim")
    play(hub, "allow", "bob")
    return hub


def end(hub: Hub) -> None:
    """Ends the match."""
    say(hub, "resign", "bob")


def shown(hub: Hub, person: str) -> Any:
    """The element ``shown`` in the scene of *person*: the moment that is shown to all."""
    return room_scene(hub.room("r"), person).get("shown")


def may_show(hub: Hub, person: str) -> bool:
    """Whether the scene of *person* offers to show something to all."""
    return "show" in room_scene(hub.room("r"), person)["may"]["do"]


def test_who_has_played_shows_a_moment_to_all_and_then_another(
    hub: Hub, ledger: MemoryLedger
) -> None:
    end(hub)
    assert [may_show(hub, person) for person in ("ann", "bob", "cyd")] == [True, True, False]
    for link in ("ann", "cyd"):
        say(hub, "watch", link)
    assert is_done(hub, "show", "ann", at=1)
    told = {"at": 1, "to": ""}
    assert shown(hub, "ann") == {**told, "name": "You", "you": True}
    assert shown(hub, "cyd") == {**told, "name": "p0", "you": False}
    (message,) = [each for each in say(hub, "show", "bob", at=0) if "done" in each]
    assert shown(hub, "cyd") == {"at": 0, "to": "", "name": "p1", "you": False}
    number = hub.room("r").number
    assert number == message["number"]
    is_done(hub, "show", "bob", at=0)
    assert hub.room("r").number == number, "nothing has changed"
    events = [entry.event for entry in ledger.read("r")]
    assert room_scene(rebuild("r", events, find).state, "cyd")["shown"]["at"] == 0
    hub.take_outbox()
    hub.receive("bob", {"do": "show", "id": "last", "room": "r", "at": 2}, 0)
    told_to_cyd = [each for link, each in hub.take_outbox() if link == "cyd"]
    assert [set(each["scene"]["set"]) for each in told_to_cyd] == [{"shown"}]


def test_who_stops_showing_or_leaves_shows_nothing_any_more(hub: Hub) -> None:
    end(hub)
    is_done(hub, "show", "ann", at=1)
    is_done(hub, "show", "bob", at=None)
    assert shown(hub, "cyd")["at"] == 1, "only who shows it ends it"
    is_done(hub, "show", "ann", at=None)
    assert shown(hub, "cyd") is None
    is_done(hub, "show", "bob", at=2)
    is_done(hub, "leave", "bob")
    assert shown(hub, "cyd") is None


def test_it_is_refused_while_the_match_goes_on_and_to_who_only_watches(hub: Hub) -> None:
    goes_on = "The match goes on: look at it together when it is over."
    assert why(say(hub, "show", at=0)) == goes_on
    assert not may_show(hub, "ann")
    end(hub)
    assert why(say(hub, "show", "cyd", at=0)).startswith("You only watch this match")
    assert why(say(hub, "show", at=3)).startswith("The match has the moments 0 to 2")
    assert why(say(hub, "branch", "cyd", at=0, together=True)).startswith("You only watch")


def test_a_branch_is_gone_through_together_by_all_who_may_watch(
    hub: Hub, ledger: MemoryLedger
) -> None:
    end(hub)
    *_, go = say(hub, "branch", at=1, together=True, id="once")
    again = new_hub(ledger, pauses_alone=False)  # the process was killed: its page asks once more
    assert say(again, "branch", at=1, together=True, id="once")[-1] == go
    branch = hub.room(go["go"].removeprefix("room/"))
    assert shown(hub, "cyd")["to"] == branch.id
    assert [branch.may_watch(person) for person in ("ann", "bob", "cyd", "eve")] == [
        True,
        True,
        True,
        False,
    ]
    assert set(branch.seats.holders.values()) == {"ann"}
    *_, alone = say(hub, "branch", at=1)
    assert not hub.room(alone["go"].removeprefix("room/")).may_watch("bob")


def test_where_one_person_plays_alone_a_branch_invites_nobody(ledger: MemoryLedger) -> None:
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    play(hub, "claim")
    *_, go = say(hub, "branch", at=1)
    may = room_scene(hub.room(go["go"].removeprefix("room/")), "ann")["may"]["do"]
    assert not {"invite", "show", "leave"} & set(may)
