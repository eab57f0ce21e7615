"""What somebody asks about a room that changes nothing in it: each answer is his alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.match.playback import count_moments, moment_at
from gipf_meta.narration import questions
from gipf_meta.narration.story import names_of
from gipf_meta.protocol.game import NOBODY, title_of
from gipf_meta.records.files import dumps
from gipf_meta.render.svg import svg
from gipf_meta.rooms.deeds.deed import Deed
from gipf_meta.rooms.deeds.looking import Ask, Look, SavePicture, SaveRecord
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.scenes import moment_scene
from gipf_meta.rooms.seats import Refused

Message = dict[str, Any]


def _ask(room: Room, command: Ask, person: str) -> Message:
    """The answer to a question about the board, line by line. Raises ``Refused``."""
    match = room.table.match
    names = names_of(room.table.seats, match)
    view = room.view_with_choices(person)
    scene = replace(questions.scene_of(match, names, room.viewer(person)), view=view)
    answer = questions.answer(scene, command.question)
    if answer is None:
        raise Refused(_("That is no question about the board."))
    return {"answer": {"id": command.id, "lines": answer.split("\n")}}


def _look(room: Room, command: Look, person: str) -> Message:
    """The scene at an earlier moment of the match. Raises ``Refused``."""
    last = count_moments(room.table.match) - 1
    scene = moment_scene(room, person, command.at)
    told = {"room": room.id, "id": command.id, "at": command.at, "last": last, "scene": scene}
    return {"look": told}


def _record(room: Room, command: SaveRecord, person: str) -> Message:
    """The match as a file. Its seed is told only when the match is over, or to who plays alone."""
    record = room.table.record()
    is_alone = bool(room.seats.held_by(person)) and room.is_played_by(person)
    if room.table.over is None and not is_alone:
        record = record.model_copy(update={"seed": 0})
    return _file(command, f"{record.game}.json", "application/json", dumps(record))


def _picture(room: Room, command: SavePicture, person: str) -> Message:
    """The board as a picture, now or at an earlier moment. Raises ``Refused``."""
    view, game = room.view(person), room.table.match.top.game
    if command.at is not None:
        session = moment_at(room.table.match, command.at).sessions[-1]
        view, game = session.view(_eyes(room, person)), session.game
    return _file(command, f"{game.id}.svg", "image/svg+xml", svg(view, title=title_of(game)))


def _eyes(room: Room, person: str) -> int:
    """The player as whom *person* sees the board, or ``NOBODY``."""
    viewer = room.viewer(person)
    return NOBODY if viewer is None else viewer


def _file(command: Deed, name: str, type: str, text: str) -> Message:
    return {"file": {"id": command.id, "name": name, "type": type, "text": text}}


READINGS: Final[Mapping[type[Any], Callable[[Room, Any, str], Message]]] = {
    Ask: _ask,
    Look: _look,
    SaveRecord: _record,
    SavePicture: _picture,
}
"""The answer to each command that changes nothing; each raises ``GipfMetaError``."""
