"""What somebody who watches a room is shown: scenes, of which only changes are sent, or views."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from gipf_meta.rooms.room import Room
from gipf_meta.rooms.scenes import difference, room_scene


@dataclass
class Watcher:
    """Somebody who *want*s scenes, views or events. *scene* is the one that he has."""

    want: Literal["scene", "view", "events"]
    scene: dict[str, Any] | None = field(default=None, repr=False)

    def picture(self, room: Room, person: str) -> list[dict[str, Any]]:
        """The messages that bring *person* up to date; none if he is."""
        head = {"room": room.id, "number": room.number, "at_ms": room.at_ms}
        if self.want == "view":
            return [{"view": {**head, **asdict(room.view(person))}}]
        scene = room_scene(room, person)
        before, self.scene = self.scene, scene
        whole = before is None
        changed = {"set": scene, "gone": []} if before is None else difference(before, scene)
        return [{"scene": {**head, "whole": whole, **changed}, "news": []}]
