"""What those who watch a room are told: scenes, of which only changes are sent, views or events.

Whatever several of them are told alike is made once, and written once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Literal, cast

from gipf_meta.base.texts import languages
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.news import news, tells_stakes
from gipf_meta.rooms.announcing import announce, names_people
from gipf_meta.rooms.answers import (
    EventMessage,
    Head,
    Message,
    News,
    PresentMessage,
    SharedMessage,
    ViewMessage,
    tell_scene,
)
from gipf_meta.rooms.elements import HereElement, Scene
from gipf_meta.rooms.events import EVENT, Event, without_secrets
from gipf_meta.rooms.others import here_element
from gipf_meta.rooms.scenes import RoomScenes
from gipf_meta.rooms.state import RoomState


@dataclass
class Watcher:
    """Somebody who *want*s scenes, views, events or, in the process of the room, only its news.
    *scene* and *match* are what he has seen.

    Who wants events has been told which *players* are there; ``None``: nothing yet.
    """

    want: Literal["scene", "view", "events", "news"]
    scene: Scene | None = field(default=None, repr=False)
    match: Match | None = field(default=None, repr=False)
    players: list[int] | None = field(default=None, repr=False)

    def shows(self, room: RoomState, people: Collection[str]) -> bool:
        """Whether he has been shown which players are among the *people* who are there.

        How many only watch he is shown with whatever comes next.
        """
        here = here_element(room, people)
        if self.want == "events":
            return self.players in (None, here["players"] if here else [])
        if self.want != "scene" or self.scene is None:
            return True
        known = cast("HereElement | None", self.scene.get("here"))
        return (known and known["players"]) == (here and here["players"])

    def presence(self, room: RoomState, people: Collection[str], now_ms: int) -> PresentMessage:
        """The message for who wants events: who is there, that it is *now_ms*, and until when time
        has passed in the room, whatever that has changed on its board."""
        here: HereElement = here_element(room, people) or {"players": [], "watchers": 0}
        self.players = here["players"]
        return {
            "present": {"room": room.id, "at_ms": now_ms, "reached_ms": room.at_ms, **here},
        }


class Telling:
    """Tells those who watch *room* what happened since they were told last, in one go.

    *events* are what the room has said meanwhile, *people* those who are there. Nothing happens in
    the room as long as it is told of.
    """

    def __init__(
        self, room: RoomState, events: Iterable[Event] = (), people: Collection[str] = ()
    ) -> None:
        self.room = room
        self._events, self.people = [*events], people
        self._names_people = names_people(self._events)
        self._scenes = RoomScenes(room, here_element(room, people))
        self._news: dict[object, tuple[Match, list[str]]] = {}
        self._told: dict[object, tuple[Scene | None, SharedMessage]] = {}

    @cached_property
    def events(self) -> list[SharedMessage]:
        """The messages for who wants events, without what is nobody's business yet."""
        dumped = (EVENT.dump_python(without_secrets(each), mode="json") for each in self._events)
        told = (cast("EventMessage", {**each, "room": self.room.id}) for each in dumped)
        return [SharedMessage(each) for each in told]

    def messages(self, watcher: Watcher, person: str, now_ms: int) -> Sequence[Message]:
        """The messages that bring *watcher*, who is *person*, up to date at *now_ms*, in the
        language that is spoken now.

        Raises whatever a game raises.
        """
        if watcher.want == "news":
            return [{"news": News(self.room.id, tuple(self._events), self.room.notice)}]
        if watcher.want != "events":
            return [self.picture(watcher, person)]
        # without an event time has changed the board, or others have come
        if self.events and watcher.players is not None and watcher.shows(self.room, self.people):
            return [*self.events]
        return [*self.events, watcher.presence(self.room, self.people, now_ms)]

    def picture(self, watcher: Watcher, person: str) -> ViewMessage | SharedMessage:
        """The message that brings *person* up to date, in the language that is spoken now.

        Raises whatever a game raises.
        """
        room = self.room
        head: Head = {"room": room.id, "number": room.number, "at_ms": room.at_ms}
        if watcher.want == "view":
            return {"view": {**head, **asdict(room.view(person))}}
        scene = self._scenes.draw(person)
        before, seen = watcher.scene, watcher.match
        watcher.scene, watcher.match = scene, room.table.match
        # the same scene is shown to nobody but who reads the same language as the same player
        about = id(scene), id(before), id(seen), person if self._names_people else ""
        if about not in self._told:
            told_news = [*self._tell_news(seen, person), *announce(room, person, self._events)]
            told = tell_scene(head, before, scene, told_news)
            self._told[about] = before, SharedMessage(told)  # so *before* keeps its id
        return self._told[about][1]

    def _tell_news(self, seen: Match | None, person: str) -> list[str]:
        """Sentences on what has happened since the match that was *seen*."""
        if seen is None:
            return []
        room, now = self.room, self.room.table.match
        reader = room.reader(person) if tells_stakes(seen.sessions, now.sessions) else None
        about = id(seen), reader, languages()
        if about not in self._news:
            names = story.names_of(room.table.seats, now)
            told = news(seen.sessions, now.sessions, names, reader, in_words=True, again=True)
            self._news[about] = seen, [line for line in (*told, room.notice) if line]
        return self._news[about][1]
