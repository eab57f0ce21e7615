"""What somebody asks about a room that changes nothing in it: each answer is his alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, Self

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import Progress
from gipf_meta.match.playback import count_moments, moment_at
from gipf_meta.narration import questions
from gipf_meta.narration.answers import Scene
from gipf_meta.narration.story import names_of
from gipf_meta.protocol.game import NOBODY, title_of
from gipf_meta.records.files import dumps
from gipf_meta.render.svg import svg
from gipf_meta.rooms.answers import FileMessage, LookBody, Message
from gipf_meta.rooms.boards import moment_scene
from gipf_meta.rooms.conditions import why_no_moment
from gipf_meta.rooms.deed import MomentNumber, Reading, Typed
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState


class Ask(Reading):
    """Answer a *question* about the board, in English or in my language."""

    do: Literal["ask"]
    question: Typed

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(question=""),)

    def answer(self, room: RoomState, person: str) -> Message:
        match = room.table.match
        names = names_of(room.table.seats, match)
        view = room.view_with_choices(person)
        scene = questions.scene_of(match, names, room.viewer(person))
        return self._answer(replace(scene, view=view))

    def in_lesson(self, progress: Progress) -> Message:
        match = progress.match
        return self._answer(questions.scene_of(match, progress.names, match.player))

    def _answer(self, scene: Scene) -> Message:
        """The answer, line by line. Raises ``Refused`` if nothing is asked."""
        answer = questions.answer(scene, self.question)
        if answer is None:
            raise Refused(_("That is no question about the board."))
        return {"answer": {"id": self.id, "lines": answer.split("\n")}}


class Look(Reading):
    """Show me moment *at* of the match: 0 is its beginning, each decision leads to the next."""

    do: Literal["look"]
    at: MomentNumber

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, room: RoomState, person: str) -> str:
        return why_no_moment(room, self.at)

    def answer(self, room: RoomState, person: str) -> Message:
        last = count_moments(room.table.match) - 1
        scene = moment_scene(room, person, self.at)
        look: LookBody = {
            "room": room.id,
            "id": self.id,
            "at": self.at,
            "last": last,
            "scene": scene,
        }
        return {"look": look}


class SaveRecord(Reading):
    """Give me the match as a file."""

    do: Literal["record"]

    def answer(self, room: RoomState, person: str) -> Message:
        record = room.table.record()
        is_alone = bool(room.seats.held_by(person)) and room.is_played_by(person)
        if room.table.over is None and not is_alone:  # nobody else learns what luck will draw
            record = record.model_copy(update={"seed": 0})
        return _file(self.id, f"{record.game}.json", "application/json", dumps(record))


class SavePicture(Reading):
    """Give me the board as a picture, at moment *at*; ``None``: now."""

    do: Literal["picture"]
    at: MomentNumber | None = None

    def _why_not(self, room: RoomState, person: str) -> str:
        return why_no_moment(room, self.at)

    def answer(self, room: RoomState, person: str) -> Message:
        view, game = room.view(person), room.table.match.top.game
        if self.at is not None:
            session = moment_at(room.table.match, self.at).sessions[-1]
            viewer = room.viewer(person)
            view, game = session.view(NOBODY if viewer is None else viewer), session.game
        return _file(self.id, f"{game.id}.svg", "image/svg+xml", svg(view, title=title_of(game)))


def _file(id: str, name: str, type: str, text: str) -> FileMessage:
    """The message that brings a file."""
    return {"file": {"id": id, "name": name, "type": type, "text": text}}
