"""What somebody who watches a room is shown: scenes, of which only changes are sent, or views."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.story import names_of
from gipf_meta.rooms.announcing import announce
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.others import here_element
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.scenes import difference, room_scene


@dataclass
class Watcher:
    """Somebody who *want*s scenes, views or events. *scene* and *match* are what he has seen."""

    want: Literal["scene", "view", "events"]
    scene: dict[str, Any] | None = field(default=None, repr=False)
    match: Match | None = field(default=None, repr=False)

    def picture(
        self,
        room: Room,
        person: str,
        events: Iterable[Event] = (),
        people: Collection[str] = (),
    ) -> dict[str, Any]:
        """The message that brings *person* up to date with what happened since the last one.

        *events* are what the room has said meanwhile, *people* those who are there. Raises whatever
        a game raises.
        """
        head = {"room": room.id, "number": room.number, "at_ms": room.at_ms}
        if self.want == "view":
            return {"view": {**head, **asdict(room.view(person))}}
        scene = room_scene(room, person)
        if here := here_element(room, people):
            scene["here"] = here
        news = [*self._news(room, person), *announce(room, person, events)]
        before, self.scene, self.match = self.scene, scene, room.table.match
        changed = {"set": scene, "gone": []} if before is None else difference(before, scene)
        return {"scene": {**head, "whole": before is None, **changed}, "news": news}

    def shows(self, room: Room, people: Collection[str]) -> bool:
        """Whether he has been shown which players are among the *people* who are there.

        How many only watch he is shown with whatever comes next.
        """
        if self.want != "scene" or self.scene is None:
            return True
        known, here = self.scene.get("here"), here_element(room, people)
        return (known and known["players"]) == (here and here["players"])

    def _news(self, room: Room, person: str) -> list[str]:
        """Sentences on what has happened since *match*."""
        if self.match is None:
            return []
        table = room.table
        names = names_of(table.seats, table.match)
        news = story.news(
            self.match.sessions, table.match.sessions, names, room.reader(person), in_words=True
        )
        return [line for line in (*news, room.notice) if line]
