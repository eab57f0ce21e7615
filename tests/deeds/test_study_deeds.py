"""A study as a room: the people in it walk, try, write, and see each other's steps."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.thoughts import ReviewThought
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.line.replica import Replica
from gipf_meta.records import tree
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.search.effort import Effort
from gipf_meta.table.openings import Opening
from tests.deeds.test_seat_deeds import KEY
from tests.gipf.specimens import with_every_kind
from tests.hub.test_hub import find, hub, new_hub, opening, say, why
from tests.hub.test_inquiries import ONE_WHITE, WINNING, inquiries, think
from tests.rooms.law_of_deeds import Deeds
from tests.tiers import slow, soak

__all__ = ["hub"]

TURNS = ("Wd4,d1", "Bd7,a4", "Gc5,g1")


def do(hub: Hub, what: str, link: str = "ann", **values: Any) -> None:
    """Does something in the study; it must be accepted."""
    answers = say(hub, what, link, room="s", **values)
    assert any("done" in each for each in answers), answers


def play(hub: Hub, *texts: str, link: str = "ann") -> None:
    """Decides for the seat on turn in the study."""
    for text in texts:
        do(hub, "play", link, text=text, seen=hub.room("s").number)


def shown(room: RoomState, person: str = "ann") -> tuple[str, list[str]]:
    """The cursor of the study, and its tree, as a scene shows them."""
    scene: Any = room_scene(room, person)
    words = [
        " ".join(filter(None, (name, row["text"], row.get("signs"))))
        for name, row in sorted(told_turns(scene).items(), key=lambda told: tree.named(told[0]))
    ]
    return scene["stand"]["at"], words


def told_turns(scene: dict[str, Any]) -> dict[str, Any]:
    """The turns of the tree that a *scene* shows, by their names."""
    kind = "tree:"
    return {key.removeprefix(kind): each for key, each in scene.items() if key.startswith(kind)}


def do_anything(hub: Hub, rng: Random, number: int) -> list[dict[str, Any]]:
    """Does something in the study, or is refused: deed *number*. What is said to Ann."""
    room = hub.room("s")
    assert room.study is not None
    nodes = ["", *map(tree.name_of, tree.nodes(room.study.turns))]
    choices = room.choices("ann")
    if choices and rng.random() < 0.75:
        duel = [each for each in choices if each.notation == "challenge"]
        text = rng.choice(duel or choices).notation
        return say(hub, "play", room="s", text=text, seen=room.number)
    if rng.random() < 0.7:
        return say(hub, "walk", room="s", at=rng.choice([*nodes, "back", "on", "up"]))
    if rng.random() < 0.5:
        return say(hub, rng.choice(["take_back", "take_back", "play_again"]), room="s")
    if rng.random() < 0.6:
        at = rng.choice(nodes)
        return say(hub, "write_beside", room="s", at=at, comment=f"c{number}")
    if rng.random() < 0.6:
        return say(hub, rng.choice(["promote", "delete_turn"]), room="s", at=rng.choice(nodes))
    return say(hub, rng.choice(["restore", "restore", "change_again"]), room="s")


def stands_as_read_anew(room: RoomState) -> None:
    """Raises ``AssertionError`` unless the match is that of its line, of which nothing is known."""
    study, match = room.study, room.table.match
    assert study is not None
    if not (study.is_inside(match) or room.table.trouble):
        assert study.match(find).resolve() == match


@pytest.fixture
def study(hub: Hub) -> Hub:
    """A hub with a study that Ann has opened, and in which one line was played."""
    game = opening("zertz", "human", "human")
    match = hub.open_room("r", game, "ann")
    record = match.table.record().model_copy(update={"study": True})
    hub.open_room("s", Opening.of_record(record), "ann")
    say(hub, "watch", room="s")
    play(hub, *TURNS)
    return hub


def test_who_walks_back_and_decides_otherwise_begins_a_variation(study: Hub) -> None:
    do(study, "walk", at="back")
    do(study, "walk", at="back")
    play(study, "Bd7,a4")
    assert shown(study.room("s"))[0] == "2", "that turn stood there"
    do(study, "walk", at="1")
    play(study, "Wd5,a1")
    assert shown(study.room("s")) == (
        "2.1.1", ["1 Wd4,d1", "2 Bd7,a4", "2.1.1 Wd5,a1", "3 Gc5,g1"]
    )  # fmt: skip
    assert len(study.room("s").table.match.top.turns()) == 2
    do(study, "walk", at="up")
    do(study, "walk", at="last")
    assert shown(study.room("s"))[0] == "3"
    do(study, "walk", at="first")
    do(study, "walk", at="on")
    assert shown(study.room("s"))[0] == "1"


def test_who_takes_back_stands_inside_the_turn_and_tries_another_second_decision(
    study: Hub, ledger: MemoryLedger
) -> None:
    do(study, "take_back")
    room = study.room("s")
    scene: Any = room_scene(room, "ann")
    assert scene["stand"] == {"at": "3", "part": "Inside this turn, after Gc5."}
    assert room.table.match.sessions[0].turn_texts()[-1] == "Gc5"
    again = rebuild("s", [entry.event for entry in ledger.read("s")], find).state
    assert (again.study, again.table.match) == (room.study, room.table.match)
    do(study, "play_again")
    assert shown(study.room("s"))[0] == "3"
    do(study, "take_back")
    play(study, "a1")
    assert shown(study.room("s")) == (
        "3.1.1", ["1 Wd4,d1", "2 Bd7,a4", "3 Gc5,g1", "3.1.1 Gc5,a1"]
    )  # fmt: skip


def test_signs_and_comments_are_written_and_lines_promoted_and_deleted(study: Hub) -> None:
    do(study, "walk", at="1")
    play(study, "Wd5,a1")
    do(study, "write_beside", at="2.1.1", signs="!", comment="better")
    do(study, "write_beside", at="", comment="two openings")
    do(study, "promote", at="2.1.1")
    room = study.room("s")
    assert shown(room) == ("2", ["1 Wd4,d1", "2 Wd5,a1 !", "2.1.1 Bd7,a4", "2.1.2 Gc5,g1"])
    scene: Any = room_scene(room, "ann")
    assert scene["tree"] == {"comment": "two openings"}
    assert scene["tree:2"]["comment"] == "better"
    number = room.number
    do(study, "write_beside", at="2", signs="!")
    assert study.room("s").number == number, "that stood there already"
    do(study, "delete_turn", at="2")
    assert shown(study.room("s")) == ("1", ["1 Wd4,d1", "2 Bd7,a4", "3 Gc5,g1"])


def test_rings_and_arrows_stay_at_their_turn_for_all_in_the_study(
    study: Hub, ledger: MemoryLedger
) -> None:
    do(study, "write_beside", at="2", comment="too early")
    do(study, "mark", at="3", places=["d4"])
    do(study, "mark", at="3", places=["d4", "g1"])
    do(study, "mark", at="2", places=["a4"])
    do(study, "mark", at="", places=["d1"])
    scene: Any = room_scene(study.room("s"), "bob")
    assert scene["tree:3"].get("comment") is None
    assert scene["tree:3"]["marks"] == [["d4"], ["d4", "g1"]]
    assert (scene["tree:2"]["comment"], scene["tree:2"]["marks"]) == ("too early", [["a4"]])
    assert scene["tree"] == {"comment": "", "marks": [["d1"]]}
    do(study, "write_beside", at="2", comment="too late")
    do(study, "mark", at="3", places=["d4"])
    room = study.room("s")
    assert [turn.comment for turn in room.study.turns] == [
        "", "too late [%csl Ga4]", "[%cal Gd4g1]",
    ]  # fmt: skip
    do(study, "restore")
    assert room_scene(study.room("s"), "ann")["tree:3"]["marks"] == [["d4"], ["d4", "g1"]]
    do(study, "mark", at="3", places=[])
    assert "marks" not in room_scene(study.room("s"), "ann")["tree:3"]
    again = rebuild("s", [entry.event for entry in ledger.read("s")], find).state
    assert again.study == study.room("s").study
    do(study, "take_back")
    words = why(say(study, "mark", room="s", at="3", places=["d4"]))
    assert words == "Rings and arrows are drawn at the end of a turn: here one is inside it."


def test_a_study_is_rebuilt_as_it_was(study: Hub, ledger: MemoryLedger) -> None:
    do(study, "walk", at="1")
    play(study, "Wd5,a1")
    do(study, "write_beside", at="2", signs="?!")
    do(study, "promote", at="2.1.1")
    do(study, "walk", at="back")
    room = study.room("s")
    again = rebuild("s", [entry.event for entry in ledger.read("s")], find).state
    assert again.study == room.study
    assert again.table.match == room.table.match
    assert shown(again) == shown(room)


def test_two_people_see_each_others_steps_and_nobody_else_takes_part() -> None:
    hub = new_hub(MemoryLedger(), pauses_alone=False)
    record = opening("zertz", "human", "human")
    first = hub.open_room("r", record, "ann").table.record()
    beginning = Opening.of_record(first.model_copy(update={"study": True}))
    hub.open_room("s", beginning.model_copy(update={"is_private": True}), "ann")
    hub.connect("bob", "bob", "")
    do(hub, "invite", player=None, key=KEY)
    do(hub, "enter", "bob", key=KEY)
    for link in ("ann", "bob"):
        say(hub, "watch", link, room="s")
    play(hub, "Wd4,d1")
    play(hub, "Bd7,a4", link="bob")
    hub.take_outbox()
    hub.receive("bob", {"do": "walk", "id": "last", "room": "s", "at": "1"}, 0)
    (told,) = [said["scene"]["set"] for link, said in hub.take_outbox() if link == "ann"]
    assert told["stand"] == {"at": "1"}
    assert not told_turns(told), "no turn has changed"
    assert shown(hub.room("s"), "bob") == ("1", ["1 Wd4,d1", "2 Bd7,a4"])
    may: Any = room_scene(hub.room("s"), "bob")["may"]
    assert {"walk", "play", "write_beside", "analyse", "branch"} <= set(may["do"])
    assert not {"resign", "offer", "rematch", "pause", "sit"} & set(may["do"])
    assert not any("done" in each for each in say(hub, "walk", "eve", room="s", at="1"))


@pytest.mark.parametrize(
    ("what", "values", "words"),
    [
        ("walk", {"at": "9"}, "There is no turn 9 here."),
        ("walk", {"at": "1.2"}, "1.2 names no turn: say 12, or 12.1.3 for the third"),
        ("promote", {"at": "1"}, "This turn stands in the main line already."),
        ("delete_turn", {"at": ""}, "This is the beginning: no turn stands here."),
        ("write_beside", {"at": "", "signs": "!"}, "Signs stand beside a turn"),
        ("mark", {"at": "3", "places": ["k19"]}, "There is no place k19 to mark."),
        ("mark", {"at": "3", "places": ["d4", "d4"]}, "Mark one place, or two different ones"),
        ("play_again", {}, "This is the end of the line."),
        ("resign", {}, "You cannot do that in a study"),
        ("study", {}, "You cannot do that in a study"),
    ],
)
def test_impossible_steps_in_a_study_are_refused_with_a_reason(
    study: Hub, what: str, values: dict[str, Any], words: str
) -> None:
    assert words in why(say(study, what, room="s", **values))


def test_in_a_match_nobody_walks(study: Hub) -> None:
    assert why(say(study, "walk", at="")) == "This match is no study: open one of it first."


def test_who_knows_the_old_names_of_turns_means_those_turns(study: Hub) -> None:
    seen = study.room("s").number
    do(study, "walk", at="1")
    play(study, "Wd5,a1")
    do(study, "promote", at="2.1.1")
    do(study, "write_beside", at="2", comment="solid", seen=seen)
    assert tree.turn_at(turns_of(study), (1, 0, 0)).comment == "solid"
    do(study, "delete_turn", at="2.1.1")
    words = why(say(study, "write_beside", room="s", at="2", comment="late", seen=seen))
    assert words == "Turn 2 was deleted in the meantime; it can be restored."
    do(study, "restore")
    do(study, "write_beside", at="2", comment="not too late", seen=seen)
    assert tree.turn_at(turns_of(study), (1, 0, 0)).comment == "not too late"


def test_what_was_deleted_promoted_and_written_is_taken_back(study: Hub) -> None:
    """The last change goes first, by any person; moves that were tried since stay."""
    do(study, "walk", at="1")
    play(study, "Wd5,a1")
    do(study, "write_beside", at="2.1.1", comment="better")
    do(study, "promote", at="2.1.1")
    do(study, "write_beside", at="2", signs="!")
    do(study, "delete_turn", at="2")
    assert shown(study.room("s")) == ("1", ["1 Wd4,d1", "2 Bd7,a4", "3 Gc5,g1"])
    play(study, "Ge3,a1")
    do(study, "restore")
    added = "2.2.1 Ge3,a1"
    old = ["1 Wd4,d1", "2 Wd5,a1 !", "2.1.1 Bd7,a4", "2.1.2 Gc5,g1", added]
    assert shown(study.room("s")) == (added.split()[0], old)
    do(study, "restore")
    do(study, "restore")
    assert shown(study.room("s"))[1] == ["1 Wd4,d1", "2 Bd7,a4", "2.1.1 Wd5,a1", added, "3 Gc5,g1"]
    do(study, "restore")
    assert tree.turn_at(turns_of(study), (1, 0, 0)).comment == ""
    assert why(say(study, "restore", room="s")).startswith("Nothing was deleted")
    for _change in range(4):
        do(study, "change_again")
    left = ["1 Wd4,d1", "2 Bd7,a4", "2.1.1 Ge3,a1", "3 Gc5,g1"]
    assert shown(study.room("s")) == ("2.1.1", left)


def turns_of(hub: Hub) -> tree.Turns:
    """The tree of the study."""
    study = hub.room("s").study
    assert study is not None
    return study.turns


def test_the_best_lines_end_where_one_walks_on_and_the_review_does_not(study: Hub) -> None:
    say(study, "analyse", room="s")
    say(study, "review", room="s")
    (thought,) = inquiries(study)
    do(study, "walk", at="1")
    assert inquiries(study) == []
    assert thought.is_cancelled
    say(study, "analyse", room="s")
    assert len(inquiries(study)[0].session.turns()) == 1


def test_a_match_that_is_over_opens_as_a_study(hub: Hub) -> None:
    hub.open_room("r", opening("zertz", "human", "human"), "ann")
    say(hub, "watch")
    for text in TURNS:
        say(hub, "play", text=text, seen=hub.room("r").number)
    assert "done" in say(hub, "resign")[-1]
    go = next(each["go"] for each in say(hub, "study") if "go" in each)
    room = hub.room(go.removeprefix("room/"))
    assert shown(room) == ("3", ["1 Wd4,d1", "2 Bd7,a4", "3 Gc5,g1"])
    assert room.study is not None
    assert room.study.record.result is not None, "how the match ended is still said"
    (file,) = say(hub, "record", room=room.id)
    assert loads(file["file"]["text"]) == room.study.record
    assert not room_scene(room, "ann").keys() & {"over"}
    assert tree.name_of(room.study.node) == "3"


def test_a_review_puts_its_marks_into_the_study(hub: Hub) -> None:
    """Marks of a review stay when the match opens as a study; or the study is reviewed itself."""
    game = opening("zertz", "human", "human", options=ONE_WHITE)
    hub.open_room("r", game, "ann")
    for text in (*WINNING, "x d5Wd3"):
        say(hub, "play", text=text, seen=hub.room("r").number)
    say(hub, "watch")
    assert hub.room("r").is_ended
    say(hub, "review")
    (thought,) = hub.take_thoughts()
    assert isinstance(thought, ReviewThought)
    think(hub, replace(thought, effort=Effort(20)))
    go = next(each["go"] for each in say(hub, "study") if "go" in each)
    room = hub.room(go.removeprefix("room/"))
    assert room.study is not None
    at, (first, blunder, better, last) = shown(room)
    assert (at, first, blunder, last) == ("3", "1 Wd4,d1", "2 Bd5,a1 ??", "3 x d5Wd3")
    assert better.startswith("2.1.1 ")
    assert tree.turn_at(room.study.turns, (1,)).comment.startswith("a blunder, a loss instead of ")
    plain = room.study.record.model_copy(update={"turns": room.study.turns[:1]})
    hub.open_room("s", Opening.of_record(plain.model_copy(update={"result": None})), "ann")
    say(hub, "watch", room="s")
    play(hub, "Bd5,a1", "x d5Wd3")
    say(hub, "review", room="s")
    (thought,) = hub.take_thoughts()
    assert isinstance(thought, ReviewThought)
    do(hub, "walk", at="first")
    think(hub, replace(thought, effort=Effort(20)))
    assert shown(hub.room("s")) == ("", [first, blunder, better, last])


def test_who_has_a_copy_of_the_study_sees_every_step_in_it(study: Hub) -> None:
    """A terminal at a host rebuilds the room of its events."""
    copy = Replica("s", "bob", find, StillClock())
    study.connect("bob", "bob", "")
    for message in say(study, "watch", "bob", room="s", want="events"):
        copy.receive(message)
    copy.catch_up()
    for what, values in (
        ("walk", {"at": "1"}),
        ("play", {"text": "Wd5,a1"}),
        ("write_beside", {"at": "2.1.1", "signs": "!"}),
        ("promote", {"at": "2.1.1"}),
        ("delete_turn", {"at": "2.1.1"}),
        ("restore", {}),
        ("change_again", {}),
    ):
        study.take_outbox()
        seen = study.room("s").number
        message = {"do": what, "id": f"copy-{what}", "room": "s", "seen": seen, **values}
        study.receive("ann", message, 0)
        for link, told in study.take_outbox():
            if link == "bob":
                copy.receive(told)
        copy.catch_up()
        assert copy.room.study == study.room("s").study
        assert copy.room.table.match == study.room("s").table.match
    assert shown(copy.room, "bob")[1] == ["1 Wd4,d1", "2 Wd5,a1 !"]


COMBINED = {"variant": "tournament", "challenges_enabled": True, **with_every_kind("2/2")}


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 20))])
@pytest.mark.parametrize(
    ("game", "options"),
    [("gipf", COMBINED), *slow(pytest.param("zatre", {}), pytest.param("tamsk", {}))],
)
@pytest.mark.needs("gipf", "zatre", "tamsk")
def test_whatever_is_done_in_a_study_is_told_again_and_saved(
    ledger: MemoryLedger, game: str, options: dict[str, Any], seed: int
) -> None:
    """Luck, duels and hourglasses, too: the room is rebuilt as it was, and the record is legal. The
    law of deeds holds on the way."""
    hub, rng = new_hub(ledger), Random(f"{game} {seed}")
    people = ("human",) * find(game).seat_counts[0]
    first = hub.open_room("r", opening(game, *people, options=options), "ann").table.record()
    hub.open_room("s", Opening.of_record(first.model_copy(update={"study": True})), "ann")
    duels = 0
    for deed in range(60):
        if deed == 15 or (seed and deed % 15 == 0):
            Deeds(ledger, "s", find, 0).check(["ann"] if not seed else ["ann", "eve", ""])
        duels += len(hub.room("s").table.match.sessions) > 1
        do_anything(hub, rng, deed)
        stands_as_read_anew(hub.room("s"))
    room = hub.room("s")
    again = rebuild("s", [entry.event for entry in ledger.read("s")], find).state
    assert again.study == room.study
    assert again.table.match == room.table.match
    assert room.study is not None
    record = loads(dumps(room.study.record))
    assert record == room.study.record
    read_match(record, find)
    assert duels or game != "gipf" or seed, "this seed has a duel"
