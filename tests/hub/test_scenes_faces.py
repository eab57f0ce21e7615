"""The faces of bots in scenes: for players and watchers alike, once, and in no study."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.bots.spoken_lines import LINES
from gipf_meta.hub.scenes import RoomScenes, Telling, Watcher, room_scene
from tests.hub.test_scenes import hear, keys, open_room

pytestmark = pytest.mark.needs("zertz")


def faces(scene: dict[str, Any]) -> dict[str, Any]:
    return {key: scene[key] for key in keys(scene, "face")}


def test_a_bot_has_a_face_and_speaks_to_who_plays_and_to_who_watches() -> None:
    room = open_room("zertz", "human", "beginner")
    scenes = [room_scene(room.state, person) for person in ("ann", "bob")]
    assert faces(scenes[0]) == faces(scenes[1])
    (face,) = faces(scenes[0]).values()
    assert [*faces(scenes[0])] == ["face:1"]
    assert face["line"].removeprefix("p1: “").removesuffix("”") in LINES["beginner"]["start"]
    assert len(face["slips"]) == 2
    assert "<use" in face["markup"]


def test_what_was_said_is_not_said_again() -> None:
    room = open_room("zertz", "human", "beginner")
    seen = {person: Watcher("scene") for person in ("ann", "bob")}
    for person, watcher in seen.items():
        Telling(room.state).scene_message(watcher, person)
    hear(room, {"do": "play", "text": "Wd4,a1", "seen": room.state.number})
    for person, watcher in seen.items():
        changed = Telling(room.state).scene_message(watcher, person)["scene"]["set"]
        assert changed["face:1"]["line"] == ""
    hear(room, {"do": "resign"})
    for person, watcher in seen.items():
        changed = Telling(room.state).scene_message(watcher, person)["scene"]["set"]
        assert changed["face:1"]["line"].startswith("p1: “")
        again = Telling(room.state).scene_message(watcher, person)["scene"]["set"]
        assert not keys(again, "face")


def test_records_and_events_hold_nothing_of_it() -> None:
    room = open_room("zertz", "human", "beginner")
    hear(room, {"do": "resign"})
    (face,) = faces(room_scene(room.state, "ann")).values()
    said = face["line"].partition("“")[2].rstrip("”")
    assert said in LINES["beginner"]["resigned"]
    assert said not in room.state.record().model_dump_json()
    assert not any(said in repr(event) for _at, event in room.state.acts)


def test_faces_that_have_not_changed_are_the_very_same_elements() -> None:
    room = open_room("zertz", "human", "beginner")
    first, again = (RoomScenes(room.state).draw("ann") for _n in range(2))
    assert first["face:1"] is again["face:1"]


@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "engine:x")])
def test_people_and_engines_have_none(kinds: tuple[str, str]) -> None:
    assert faces(room_scene(open_room("zertz", *kinds).state, "ann")) == {}
