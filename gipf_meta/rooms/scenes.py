"""What somebody sees of a room, as keyed elements."""

from __future__ import annotations

from typing import Any

from gipf_meta.match.playback import moments
from gipf_meta.rooms.room import Room


def room_scene(room: Room, person: str) -> dict[str, Any]:
    """The scene of *room* for *person*."""
    view = room.view(person)
    return {"caption": {"text": view.caption}, "prompt": {"text": view.prompt}}


def moment_scene(room: Room, person: str, at: int) -> dict[str, Any]:
    """The scene of moment *at* of the match in *room*, for *person*."""
    view = moments(room.table.match)[at].sessions[-1].view(room.viewer(person))
    return {"caption": {"text": view.caption}, "prompt": {"text": view.prompt}}


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is to be set and what is gone between two scenes."""
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    return {"set": changed, "gone": [key for key in before if key not in after]}
