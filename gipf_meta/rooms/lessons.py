"""Lessons as rooms: each is taken by one link, from the page that the link names when it begins.

Nothing is kept here: whoever takes a lesson knows its page, and names it again after a lost line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import Progress, begin, find_lesson
from gipf_meta.match.match import GameFinder
from gipf_meta.narration import questions
from gipf_meta.narration.news import news
from gipf_meta.protocol.game import AnyGame, MoveError, seat_name
from gipf_meta.render.scene import Scene
from gipf_meta.rooms.deeds.agreements import TakeBack
from gipf_meta.rooms.deeds.decisions import Choose, Play
from gipf_meta.rooms.deeds.deed import Deed
from gipf_meta.rooms.deeds.lessons import ShowMe, TurnPage
from gipf_meta.rooms.deeds.looking import Ask, Hint, Unwatch, Watch
from gipf_meta.rooms.lesson_scene import lesson_scene
from gipf_meta.rooms.scenes import difference
from gipf_meta.rooms.seats import Refused

Message = dict[str, Any]

_BEGINNING: Final = "lesson-"


def is_lesson(room: str) -> bool:
    """Whether the id *room* is that of a lesson: ``lesson-GAME-LESSON``."""
    return room.startswith(_BEGINNING)


def lesson_room(game: type[AnyGame], lesson: str) -> str:
    """The id of the room in which *lesson* of *game* is taken."""
    return f"{_BEGINNING}{game.id}-{lesson}"


@dataclass
class LessonRoom:
    """A lesson of *game* that is taken in the room *id*; *scene* is what was sent of it last."""

    id: str
    game: type[AnyGame]
    progress: Progress
    scene: Scene | None = field(default=None, repr=False)

    def tell(self, news: list[str]) -> Message:
        """The message that brings the scene up to date. Raises whatever a game raises."""
        scene = lesson_scene(self.progress, self.game)
        before, self.scene = self.scene, scene
        changed = {"set": scene, "gone": []} if before is None else difference(before, scene)
        head = {"room": self.id, "number": self.progress.number, "at_ms": 0}
        return {"scene": {**head, "whole": before is None, **changed}, "news": news}


class Lessons:
    """The lessons that are being taken, one a link. *finder* finds games.

    *note_done* hears of each lesson that was taken to its end: who took it, its game, and its id.
    """

    def __init__(self, finder: GameFinder) -> None:
        self.note_done: Callable[[str, str, str], None] = lambda person, game, lesson: None
        self._finder = finder
        self._taken: dict[str, LessonRoom] = {}

    def leave(self, link: str) -> None:
        """Ends the lesson of *link*, if it takes one."""
        self._taken.pop(link, None)

    def answer(self, link: str, person: str, command: Deed) -> list[Message]:
        """The answers to a *command* of *person*, who is at *link*; what was said to another page
        is done already.

        Raises ``GipfMetaError``, and whatever a game raises.
        """
        if isinstance(command, Unwatch):
            self.leave(link)
            return [{"done": command.id, "number": 0}]
        if isinstance(command, Watch):
            self._taken[link] = self._begin(command.room, command.since)
            return self._finish(command, self._taken[link], [])
        taken = self._taken.get(link)
        if taken is None or taken.id != command.room:
            raise Refused(_("Nobody takes this lesson here: open it again."))
        if isinstance(command, Hint):
            return [{"hint": {"room": taken.id, "id": command.id, **_hint(taken.progress)}}]
        if isinstance(command, Ask):
            return [{"answer": {"id": command.id, "lines": _answer(taken.progress, command)}}]
        if command.seen is None or command.seen == taken.progress.number:
            return self._finish(command, taken, self._step(taken, person, command))
        return [{"done": command.id, "number": taken.progress.number}]

    def _begin(self, room: str, number: int) -> LessonRoom:
        """The lesson of that room, from page *number* on. Raises ``GipfMetaError``."""
        game_id, _dash, name = room.removeprefix(_BEGINNING).partition("-")
        game = self._finder(game_id)
        progress = begin(find_lesson(game, name), game, self._finder)
        while progress.number < number and progress.page is not None:
            wanted = progress.wanted
            progress = progress.play(wanted[0]) if wanted else progress.turn_page()
        return LessonRoom(room, game, progress)

    def _step(self, taken: LessonRoom, person: str, command: Deed) -> list[str]:
        """Does what *command* asks; the news of it. Raises ``MoveError`` and ``Refused``."""
        before = taken.progress
        step = _STEPS.get(type(command))
        if step is None or before.page is None:
            raise Refused(_("That is not done in a lesson."))
        taken.progress = after = step(before, command)
        if after.page is None:
            self.note_done(person, taken.game.id, after.lesson.id)
        return [] if isinstance(command, TakeBack) else _news(before, after)

    def _finish(self, command: Deed, taken: LessonRoom, news: list[str]) -> list[Message]:
        return [taken.tell(news), {"done": command.id, "number": taken.progress.number}]


# ---- steps --------------------------------------------------------------------------------------


def _play(progress: Progress, command: Play) -> Progress:
    return progress.play(command.text)


def _choose(progress: Progress, command: Choose) -> Progress:
    """Plays the choice of those clicks. Raises ``MoveError`` and ``Refused``."""
    for choice in progress.match.top.view(None).choices:
        if choice.path == command.path:
            return progress.play(choice.notation)
    raise Refused(_("These clicks make no decision that is possible now."))


def _show(progress: Progress, command: ShowMe) -> Progress:
    """Plays what the page asks for. Raises ``MoveError``."""
    wanted = progress.wanted
    return progress.play(wanted[0]) if wanted else progress.turn_page()


_STEPS: Final[Mapping[type[Any], Callable[[Progress, Any], Progress]]] = {
    Play: _play,
    Choose: _choose,
    ShowMe: _show,
    TurnPage: lambda progress, command: progress.turn_page(),
    TakeBack: lambda progress, command: progress.go_back(),
}
"""What each command makes of a lesson; each raises ``GipfMetaError``."""


# ---- what is told -------------------------------------------------------------------------------


def _names(progress: Progress) -> list[str]:
    """The names of the match's players: the seats, for the pupil sits at all of them."""
    bottom = progress.match.sessions[0]
    return [seat_name(bottom.game, seat) for seat in bottom.players]


def _news(before: Progress, after: Progress) -> list[str]:
    """Sentences on what was played, answers included; none where the board was set up anew."""
    if after.number != before.number and after.page is not None and after.page.position:
        return []
    seen, now = before.match.sessions, after.match.sessions
    told = news(seen, now, _names(after), in_words=True, again=True)
    return [line for line in told if line]


def _answer(progress: Progress, command: Ask) -> list[str]:
    """The answer to a question about the board, line by line. Raises ``Refused``."""
    match = progress.match
    scene = questions.scene_of(match, _names(progress), match.player)
    answer = questions.answer(scene, command.question)
    if answer is None:
        raise Refused(_("That is no question about the board."))
    return answer.split("\n")


def _hint(progress: Progress) -> Message:
    """What the page asks for: its notation, and where it is on the board."""
    wanted = progress.wanted
    if not wanted:
        raise MoveError(_("This page asks for no move: go on."))
    view = progress.match.top.view(None)
    meant = [choice for choice in view.choices if choice.notation in wanted]
    points = {point.id for point in view.points}
    places = meant[0].path if meant else ()
    labels = [f"{choice.notation}: {choice.label}" for choice in meant] or list(wanted)
    return {
        "places": [word for word in dict.fromkeys(places) if word in points],
        "taken": [],
        "sentences": [_(" or ").join(labels)],
        "notation": wanted[0],
    }
