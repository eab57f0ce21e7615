"""Plans: decisions in advance, which a room plays when their turn comes, and tells nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import Chance, Status
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.state import RoomState
from tests.hub.test_hub import new_hub, opening, play, say, why
from tests.small_games.finding import GAMES
from tests.small_games.fuse import Burning, Fuse
from tests.small_games.hands import DECK, Hands, State

TOO_LONG = (
    "This plan is too long: at most 200 decisions, and at most 60 of them one after the other."
)


def node(do: str | None, *then: dict[str, Any]) -> dict[str, Any]:
    """A node of a plan, as it is sent."""
    return {"do": do, "then": [*then]}


@pytest.fixture
def hub(ledger: MemoryLedger) -> Hub:
    """A hub with links of Ann and Bob."""
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "")
    return hub


@pytest.fixture
def room(hub: Hub) -> RoomState:
    """A match of Ann and Bob in a game of duels; Ann decides first."""
    people = opening("wager", "human", "human", options={"duel": "wager"})
    return hub.open_room("r", people, "ann", others={1: "bob"})


def plan(hub: Hub, *lines: dict[str, Any], link: str = "bob") -> list[dict[str, Any]]:
    """Plans *lines*; returns the answers."""
    answers: list[dict[str, Any]] = say(hub, "plan", link, lines=[*lines])
    return answers


def told(room: RoomState, person: str = "bob") -> list[str]:
    """The sentences on his plan in the scene of *person*."""
    element: Any = room_scene(room, person).get("plan", {"words": []})
    return [*element["words"]]


def texts(room: RoomState) -> list[str]:
    """The decisions in the game on top."""
    return [step.text for step in room.table.match.top.steps]


def test_if_he_announces_i_allow(hub: Hub, room: RoomState) -> None:
    plan(hub, node("claim", node("allow", node("two", node("claim")))))
    play(hub, "claim")
    assert texts(room) == ["claim", "allow"]
    play(hub, "two")
    assert texts(room) == ["claim", "allow", "two", "claim"]
    assert not room.plans.pending


def test_if_i_win_the_duel_a_planned_decision_follows(hub: Hub, room: RoomState) -> None:
    won, lost = node("won", node("claim")), node("lost", node("one", node("claim")))
    plan(hub, node("claim", node("challenge", won, lost)))
    play(hub, "claim")
    assert len(room.table.match.sessions) == 2
    assert told(room) == [
        "If you win the duel, you play claim.",
        "If you lose the duel and one comes, you play claim.",
    ]
    assert told(room, "ann") == []
    say(hub, "resign", "ann")
    say(hub, "go_on", "ann")
    say(hub, "go_on", "bob")
    assert texts(room)[0::3] == ["claim", "claim"]


def test_in_a_duel_another_plan_is_kept_beside_it(hub: Hub, room: RoomState) -> None:
    plan(hub, node("claim", node("challenge", node("won", node("claim")))))
    play(hub, "claim")
    assert room.table.player == 1  # Bob begins the duel
    plan(hub, node("claim", node("allow", node("two"))))
    assert told(room) == ["Once you have played claim; if allow comes, you play two."]
    say(hub, "go_on", "ann")
    say(hub, "go_on", "bob")
    play(hub, "claim", link="bob")
    play(hub, "allow")
    assert texts(room) == ["claim", "allow", "two"]
    assert told(room) == ["If you win the duel, you play claim."]
    plan(hub)
    assert told(room) == []


def test_what_comes_and_is_not_in_the_plan_ends_it(hub: Hub, room: RoomState) -> None:
    plan(hub, node("claim", node("allow", node("two", node("claim")))))
    play(hub, "claim")
    play(hub, "one")
    assert told(room) == ["What has come is not in your plan: decide anew."]
    play(hub, "claim", link="bob")
    assert told(room) == []


def test_an_answer_that_is_not_possible_ends_the_plan(hub: Hub, room: RoomState) -> None:
    plan(hub, node(None, node("two", node(None, node("claim")))))
    play(hub, "claim")
    assert told(room) == ["two was said beforehand, but is not possible now: decide anew."]
    assert texts(room) == ["claim"]


def test_a_decision_that_one_makes_oneself_is_not_played(hub: Hub, room: RoomState) -> None:
    plan(hub, node("claim", node("allow", node("two"))), link="ann")
    assert texts(room) == []
    play(hub, "claim")
    play(hub, "allow", link="bob")
    assert texts(room) == ["claim", "allow", "two"]


def test_a_taking_back_ends_all_plans(hub: Hub, room: RoomState) -> None:
    play(hub, "claim")
    plan(hub, node(None, node("claim", node("allow", node("two")))), link="ann")
    say(hub, "take_back")
    say(hub, "answer", "bob", accept=True)
    assert (texts(room), room.plans.pending) == ([], {})


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([node("nix", node("allow"))], "'nix' is no word of this game."),
        ([node("claim", node("two"))], "'two' is not asked now."),
        ([node("claim")], "Say what you play then: a plan ends with a decision of yours."),
        (
            [node("claim", node("allow"), node("challenge"))],
            "You decide there: a plan has one answer, not several.",
        ),
        ([node("claim", node(None, node("one")))], "You decide there: say what you play."),
        (
            [node("claim", node("challenge", node("claim", node("one"))))],
            "A duel comes there: say whether you have won, lost or drawn it.",
        ),
        (
            [node("claim", node("allow", *(node(None) for _each in range(199))))],
            TOO_LONG,
        ),
    ],
)
def test_what_cannot_come_is_refused(
    hub: Hub, room: RoomState, lines: list[dict[str, Any]], sentence: str
) -> None:
    assert why(plan(hub, *lines)) == sentence
    assert not room.plans.pending


def test_a_plan_that_is_too_deep_is_refused(hub: Hub, room: RoomState) -> None:
    deep = node("allow")
    for _level in range(40):
        deep = node(None, node("allow", deep))
    assert "This plan is too long" in str(why(plan(hub, deep)))
    for _level in range(1000):
        deep = node("allow", deep)
    refusal = str(why(plan(hub, deep)))
    assert "The message is not understood" in refusal
    assert len(refusal) < 200


def test_the_others_hear_nothing_of_a_plan(hub: Hub, room: RoomState) -> None:
    hub.connect("eve", "eve", "")
    for link in ("ann", "bob", "eve"):
        say(hub, "watch", link, want="scene")
    before = room.number
    message = {"do": "plan", "id": "p", "room": "r", "lines": [node("claim", node("allow"))]}
    hub.receive("bob", message, 0)
    assert {link for link, _message in hub.take_outbox()} == {"bob"}
    assert room.number == before
    assert "plan" not in room_scene(room, "ann")


def test_the_board_is_imagined_without_a_change(hub: Hub, room: RoomState) -> None:
    plan(hub, node("claim", node("challenge", node("won", node("claim")))))
    (message,) = say(hub, "imagine", "bob", path=["claim", "challenge"])
    imagined = message["imagined"]
    assert imagined["path"] == ["claim", "challenge"]
    assert (imagined["decider"], imagined["ends"]) == ("duel", ["won", "lost", "drawn"])
    assert imagined["known"] == [
        {"do": "won", "then": [{"do": "claim", "then": [], "own": True}], "own": False}
    ]
    (message,) = say(hub, "imagine", "bob", path=["claim"])
    choices = [each[0] for each in message["imagined"]["scene"]["choices"]["all"]]
    assert choices == ["allow", "challenge"]
    assert message["imagined"]["is_own"]
    assert texts(room) == []
    assert why(say(hub, "imagine", "bob", path=["two"])) == "'two' is not asked now."


class Handed(Fuse):
    """A fuse that is handed on by itself when it is burnt down."""

    id = "handed"

    def advance(self, state: Burning, ms: int) -> Burning:
        """The state after *ms*: the next turn has come when the fuse is burnt down."""
        if ms < state.left_ms:
            return super().advance(state, ms)
        return self.advance(Burning(state.number + 1, self.fuse_ms), ms - state.left_ms)


@pytest.mark.parametrize("by", ["refusal", "look", "time"])
def test_a_turn_that_comes_by_time_is_played_whatever_shows_that(
    ledger: MemoryLedger, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """Somebody asks in the moment in which it has come, or is too late."""
    monkeypatch.setitem(GAMES, "handed", Handed)
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "")
    room = hub.open_room("r", opening("handed", "human", "human"), "ann", others={1: "bob"})
    for person in ("ann", "bob"):
        say(hub, "watch", person, want="scene")
        say(hub, "go_on", person)
    say(hub, "premove", "bob", 10, text="pass")
    if by == "refusal":
        assert why(say(hub, "play", "ann", 1_000, text="pass", seen=room.number))
    elif by == "look":
        say(hub, "look", "ann", 1_000, at=0)
    else:
        hub.pass_time(1_000)
    top = hub.room("r").table.match.top
    assert [(step.text, step.seat) for step in top.steps] == [("pass", 1)]


class Dealt(Hands):
    """Hands in which a card is dealt behind each trick: luck has what nobody holds."""

    id = "dealt"

    def status(self, state: State) -> Status[str]:
        """The card that is dealt next; else as in the game."""
        if state.number == 3 and len("".join(state.hands)) == 4:
            return Chance(tuple((card, 1) for card in DECK if card not in "".join(state.hands)))
        return super().status(state)


def test_where_cards_are_hidden_imagination_does_not_tell_them(
    ledger: MemoryLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards that luck may deal behind one's own card would tell what the others hold."""
    monkeypatch.setitem(GAMES, "dealt", Dealt)
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "")
    room = hub.open_room("r", opening("dealt", "human", "human"), "ann", others={1: "bob"})
    play(hub, room.choices("ann")[0].notation)
    card = room.choices("bob")[0].notation
    hidden = "You do not see all that is played from there: plan for whatever comes."
    assert why(say(hub, "imagine", "bob", path=[card])) == hidden
    assert why(plan(hub, node(card, node(None, node(card))))) == hidden
    (message,) = say(hub, "imagine", "bob", path=[])
    assert message["imagined"]["scene"]["choices"]["all"][0][0] == card
    assert why(say(hub, "imagine", "ann", path=[card])) == hidden
    assert "done" in say(hub, "premove", "ann", text="1")[-1]


def test_who_plays_not_imagines_nothing(hub: Hub, room: RoomState) -> None:
    hub.connect("eve", "eve", "")
    assert why(say(hub, "imagine", "eve", path=[]))
    assert why(plan(hub, node(None, node("claim")), link="eve"))
