"""The tree of a study is told as what has changed in it: whoever applies that has what a newcomer
is told, and a comment in a large study costs what one in a small study does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import tree_turns
from gipf_meta.match.session import Session
from gipf_meta.records import tree
from gipf_meta.records.models import Decision, PlayedTurn
from gipf_meta.records.study import Study
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.deeds.test_study_deeds import do_anything
from tests.hub.test_hub import hub, opening, say
from tests.rooms.test_study_events_cost import Refilled
from tests.rooms.test_study_events_cost import find as find_refilled
from tests.steps import steps
from tests.tiers import soak

__all__ = ["hub"]

Scene = dict[str, Any]
_ids = count()
FEW, MANY = 60, 480
"""Turns of a small study, and of a large one."""
DEEDS: dict[str, dict[str, str]] = {
    "comment": {"do": "write_beside", "at": "9", "comment": "words"},
    "comment in a variation": {"do": "write_beside", "at": "9.1.3", "comment": "words"},
    "signs": {"do": "write_beside", "at": "9", "signs": "!?"},
    "step back": {"do": "walk", "at": "back"},
    "step to another line": {"do": "walk", "at": "9.1.1"},
    "deleted end of a variation": {"do": "delete_turn", "at": "9.1.4"},
    "another turn": {"do": "play", "text": "3"},
}
"""Deeds that change a turn or two, wherever one stands in the study."""
MOST_LONGER = 20
"""Bytes by which the message on a deed may be longer in the large study: its numbers are longer."""
MOST_LINES: int = 30
"""Lines of Python that a turn may cost in whose line one stands: turns are counted there."""


def take(scene: Scene, messages: Iterable[dict[str, Any]]) -> int:
    """Lets *scene* take the scenes that are told; how many letters these have."""
    size = 0
    for message in messages:
        if "scene" in message:
            text = json.dumps(message, separators=(",", ":"))
            size += len(text)
            told = json.loads(text)["scene"]
            if told["whole"]:
                scene.clear()
            for key in told["gone"]:
                del scene[key]
            scene |= told["set"]
    return size


@pytest.mark.parametrize("seed", [0, 1, *soak(*range(2, 20))])
@pytest.mark.needs("zertz")
def test_changes_of_a_tree_add_up_to_the_tree_that_a_newcomer_gets(hub: Hub, seed: int) -> None:
    rng, scene = Random(seed), Scene()
    record = hub.open_room("r", opening("zertz", "human", "human"), "ann").table.record()
    hub.open_room("s", Opening.of_record(record.model_copy(update={"study": True})), "ann")
    take(scene, say(hub, "watch", room="s"))
    for deed in range(60):
        take(scene, do_anything(hub, rng, deed))
        if deed % 6 == 5:
            newcomer = Scene()
            hub.connect("new", "ann", "")
            take(newcomer, say(hub, "watch", "new", room="s"))
            hub.disconnect("new", 0)
            assert scene == newcomer
    assert any("." in key for key in scene if key.startswith("tree:")), "there are variations"


def turns(many: int, move: str, first: int = 1) -> tuple[PlayedTurn, ...]:
    """The *many* turns from number *first* on."""
    return tuple(
        PlayedTurn(
            number=n,
            text=move,
            comment="" if n % 3 else f"What is thought of turn {n}, in some letters.",
            decisions=(Decision(by=(n - 1) % 2, move=move, at=0),),
        )
        for n in range(first, first + many)
    )


def large_study(many: int) -> tuple[Hub, Scene]:
    """A study of so many turns, half of them in variations, and the messages on it to Ann."""
    study, line = Study.begin(Refilled(), 2, find_refilled, 1), turns(many // 2, "1")
    tried = {n: turns(4, "2", n) for n in range(9, many // 2, 8)}
    line = tuple(
        turn.model_copy(update={"variations": (tried[turn.number],)})
        if turn.number in tried
        else turn
        for turn in line
    )
    opened = Study.of(study.record.model_copy(update={"turns": line}))
    hub = Hub(MemoryLedger(), find_refilled, patience_ms=None)
    hub.connect("ann", "ann", "")
    hub.open_room("s", Opening.of_record(opened.record), "ann")
    scene = Scene()
    take(scene, do(hub, do="watch"))
    return hub, scene


def do(hub: Hub, **said: str) -> list[dict[str, Any]]:
    """Does a deed in the study; returns the messages to Ann."""
    number = hub.room("s").number
    hub.receive("ann", {"id": f"m{next(_ids)}", "room": "s", "seen": number, **said}, 0)
    messages = [message for _link, message in hub.take_outbox()]
    assert any("done" in message for message in messages), messages
    return messages


@pytest.mark.parametrize("deed", DEEDS)
def test_what_is_told_of_a_change_does_not_grow_with_the_tree(deed: str) -> None:
    sizes, whole = [], []
    for many in (FEW, MANY):
        hub, scene = large_study(many)
        whole.append(len(json.dumps(scene)))
        sizes.append(take(scene, do(hub, **DEEDS[deed])))
    small, large = sizes
    assert whole[1] > 3 * whole[0]
    if deed == "step to another line":  # it tells which turns are not of that line
        assert large - small < len('"turn:123",') * MANY
    else:
        assert large < small + MOST_LONGER, sizes


@pytest.mark.parametrize("deed", ["comment", "step back", "another turn"])
def test_what_is_told_of_a_change_is_not_made_anew_of_the_whole_tree(deed: str) -> None:
    counted = []
    for many in (FEW, MANY):
        hub, _scene = large_study(many)
        do(hub, **DEEDS[deed])
        do(hub, do="restore") if deed == "comment" else do(hub, do="walk", at="last")
        counted.append(steps(lambda: do(hub, **DEEDS[deed])))  # noqa: B023
    small, large = counted
    assert large - small < MOST_LINES * (MANY - FEW), counted


@pytest.mark.parametrize("seed", range(3))
def test_a_tree_that_is_told_from_another_one_is_that_tree(seed: int) -> None:
    """So it is for any two trees; and elements that are equal are the very same objects."""
    rng = Random(seed)
    known: tree.Turns = ()
    told = tree_turns(known)
    for _change in range(40):
        nodes = [tree.ROOT, *tree.nodes(known)]
        node, word = rng.choice(nodes), rng.choice("abc")
        try:
            match rng.randrange(4):
                case 0:
                    changed = tree.delete(known, node)
                case 1:
                    changed = tree.promote(known, node)
                case 2:
                    tree.turn_at(known, node)
                    changed = tree.write_beside(known, node, comment=word)
                case _:
                    changed, _node = tree.add_line(known, turns(rng.randrange(1, 4), word), node)
        except (tree.NoSuchTurn, tree.IsMainLine):
            continue
        before, told = told, tree_turns(changed, told, known)
        known = changed
        assert told == tree_turns(known)
        assert [*map(tree.name_of, sorted(map(tree.named, names(told))))] == [
            *map(tree.name_of, tree.nodes(known))
        ], "by their names they stand as one reads them"
        assert all(told[key] is before[key] for key in told if told[key] == before.get(key))


def names(told: Iterable[str]) -> list[str]:
    """The names of the turns with these keys."""
    return [key.removeprefix("tree:") for key in told]


def test_who_comes_back_to_a_line_of_a_study_is_not_told_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By walking, or because a line is deleted, promoted or restored."""
    hub, _scene = large_study(MANY)
    told, play = list[str](), Session.play

    def noting(self: Session, *said: Any, **more: Any) -> Session:
        told.append("")
        return play(self, *said, **more)

    do(hub, do="walk", at="last")
    do(hub, do="walk", at="129.1.2")
    monkeypatch.setattr(Session, "play", noting)
    for said in (
        {"do": "walk", "at": "100"},
        {"do": "walk", "at": "last"},
        {"do": "walk", "at": "129.1.2"},
        {"do": "delete_turn", "at": "229"},
        {"do": "restore"},
        {"do": "promote", "at": "129.1.1"},
        {"do": "restore"},
        {"do": "walk", "at": "240"},
    ):
        told.clear()
        do(hub, **said)
        assert len(told) < 10, (said, len(told))
