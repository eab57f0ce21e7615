"""Motions between two scenes: the game's own, once, in order, and nothing else."""

from __future__ import annotations

import pytest

from gipf_meta.deeds.view_deeds import Look
from gipf_meta.hub.scenes import Telling, Watcher
from gipf_meta.narration.scene_motion import MovedElement
from gipf_meta.rooms.room import Room
from tests.hub.test_scenes import POTENTIALS, TO_CHALLENGE, hear, open_room
from tests.zertz.specimens import CHAIN


def play(room: Room, *texts: str) -> None:
    """Plays *texts*, one after the other."""
    for text in texts:
        hear(room, {"do": "play", "text": text, "seen": room.state.number})


def tell(room: Room, watcher: Watcher) -> MovedElement | None:
    """The motions that *watcher* gets, since the last time it was told."""
    moved: MovedElement | None = Telling(room.state).scene_message(watcher, "ann").get("moved")
    return moved


def ways(moved: MovedElement | None) -> list[list[str]]:
    """The ways of each motion, ``d4>d6``, and what is taken, ``d5xp1:B``."""
    assert moved is not None
    return [
        [f"{way['start']}>{way['end']}" for way in motion.get("ways", [])]
        + [f"{way['start']}x{way['end']}" for way in motion.get("taken", [])]
        for motion in moved["motions"]
    ]


@pytest.mark.needs("zertz")
def test_who_comes_late_is_told_what_stands_and_then_each_decision_once() -> None:
    room, watcher = open_room("zertz", "human", "human"), Watcher("scene")
    play(room, *CHAIN)
    assert tell(room, watcher) is None
    play(room, "x e2Bc3")
    assert ways(tell(room, watcher)) == [["e2>c3", "d3xp2:B"]]
    assert tell(room, watcher) is None


@pytest.mark.needs("zertz")
def test_a_chain_is_told_jump_by_jump_with_the_pieces_in_between() -> None:
    room, watcher = open_room("zertz", "human", "human"), Watcher("scene")
    play(room, *CHAIN, "x e2Bc3")
    tell(room, watcher)
    play(room, "x b2Gd4Wd6")
    moved = tell(room, watcher)
    assert moved is not None
    assert ways(moved) == [["b2>d4", "c3xp1:G"], ["d4>d6", "d5xp1:W"]]
    between, last = moved["motions"]
    assert {*between["pieces"]["set"]} == {"d4"}
    assert {*between["pieces"]["gone"]} == {"b2", "c3"}
    assert "pieces" not in last


@pytest.mark.needs("zertz")
def test_what_is_taken_back_moves_nothing() -> None:
    room, watcher = open_room("zertz", "human", "human"), Watcher("scene")
    play(room, *CHAIN)
    tell(room, watcher)
    hear(room, {"do": "take_back"})
    assert tell(room, watcher) is None


@pytest.mark.needs("zertz")
def test_so_much_at_once_moves_nothing() -> None:
    room, watcher = open_room("zertz", "human", "human"), Watcher("scene")
    tell(room, watcher)
    play(room, *CHAIN, "x e2Bc3", "x b2Gd4Wd6")  # ten decisions are the five turns of the chain
    assert tell(room, watcher) is None


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_a_duel_that_begins_moves_nothing_and_its_end_moves_what_it_decides() -> None:
    room, watcher = open_room("gipf", "human", "human", options=POTENTIALS), Watcher("scene")
    play(room, *TO_CHALLENGE[:-1])
    tell(room, watcher)
    play(room, "challenge")
    assert tell(room, watcher) is None
    loser = room.state.table.match.top.players[0]
    hear(room, {"do": "resign", "by": loser})
    moved = tell(room, watcher)
    assert moved is None or "begins" in moved  # the board of the duel was seen before


@pytest.mark.needs("zertz")
def test_a_look_at_a_moment_says_what_led_to_it() -> None:
    room = open_room("zertz", "human", "human")
    play(room, *CHAIN)
    look = Look(id="c", room="r", do="look", at=2).answer(room.state, "ann")["look"]
    assert look["moved"]["motions"] == [{"gone": ["a1"]}]
    first = Look(id="c", room="r", do="look", at=0).answer(room.state, "ann")["look"]
    assert "moved" not in first


@pytest.mark.needs("zertz")
def test_a_game_is_asked_once_for_all_who_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    room = open_room("zertz", "human", "human")
    play(room, *CHAIN)
    watchers = [Watcher("scene") for _ in range(5)]
    for watcher in watchers:
        Telling(room.state).scene_message(watcher, "ann")
    kind, asked = type(room.state.table.match.top.game), []
    moved = kind.moved
    monkeypatch.setattr(kind, "moved", lambda *about: asked.append(about) or moved(*about))
    play(room, "x e2Bc3")
    telling = Telling(room.state)
    for n, watcher in enumerate(watchers):
        assert "moved" in telling.scene_message(watcher, "ann" if n < 2 else f"guest {n}")
    assert len(asked) <= 2  # those who play, and those who only watch


@pytest.mark.needs("zertz")
def test_a_game_that_fails_to_say_what_moves_is_shown_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room, watcher = open_room("zertz", "human", "human"), Watcher("scene")
    play(room, *CHAIN)
    tell(room, watcher)

    def fail(*_about: object) -> None:
        raise ArithmeticError("nothing moves")

    monkeypatch.setattr(type(room.state.table.match.top.game), "moved", fail)
    play(room, "x e2Bc3")
    assert tell(room, watcher) is None
    assert watcher.scene is not None
    assert "piece:c3" in watcher.scene
