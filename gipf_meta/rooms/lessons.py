"""Lessons as rooms: each is taken by one link, from the page that the link names when it begins.

Nothing is kept here: whoever takes a lesson knows its page, and names it again after a lost line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import Progress, begin, find_lesson
from gipf_meta.match.match import GameFinder
from gipf_meta.narration.news import news
from gipf_meta.protocol.game import AnyGame
from gipf_meta.rooms.answers import Head, Message, tell_scene
from gipf_meta.rooms.deed import Deed, Reading, Studying, Want, not_in_lessons
from gipf_meta.rooms.elements import Scene
from gipf_meta.rooms.lesson_scene import lesson_scene
from gipf_meta.rooms.said import Said
from gipf_meta.rooms.seats import Refused

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
        head: Head = {"room": self.id, "number": self.progress.number, "at_ms": 0}
        return tell_scene(head, before, scene, news)


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

    # ---- what is said in a lesson ---------------------------------------------------------------

    def watch(self, deed: Deed, said: Said, since: int, want: Want) -> list[Message]:
        taken = self._taken[said.link] = self._begin(deed.room, since)
        return self._finish(deed, taken, [])

    def unwatch(self, deed: Deed, said: Said) -> list[Message]:
        self.leave(said.link)
        return [{"done": deed.id, "number": 0}]

    def read(self, deed: Reading, said: Said) -> list[Message]:
        return [deed.in_lesson(self._find(deed, said).progress)]

    def study(self, deed: Studying, said: Said) -> list[Message]:
        return [deed.in_lesson(self._find(deed, said).progress)]

    def change(self, deed: Deed, said: Said) -> list[Message]:
        """Goes on in the lesson; what was said to another page is done already.

        Raises ``MoveError`` and ``Refused``, and whatever a game raises.
        """
        taken = self._find(deed, said)
        before = taken.progress
        if deed.seen not in (None, before.number):
            return [{"done": deed.id, "number": before.number}]
        if before.page is None:
            raise not_in_lessons()
        taken.progress = after = deed.step(before)
        if after.page is None:
            self.note_done(said.person, taken.game.id, after.lesson.id)
        return self._finish(deed, taken, _news(before, after))

    # nobody does that in a lesson: the step refuses it

    def rematch(self, deed: Deed, said: Said) -> list[Message]:
        return self.change(deed, said)

    def enter(self, deed: Deed, said: Said) -> list[Message]:
        return self.change(deed, said)

    def leave_off(self, deed: Deed, said: Said, what: str) -> list[Message]:
        return self.change(deed, said)

    def branch(self, deed: Deed, said: Said, at: int, together: bool) -> list[Message]:
        return self.change(deed, said)

    def _find(self, deed: Deed, said: Said) -> LessonRoom:
        """The lesson that is taken at the link. Raises ``Refused``."""
        taken = self._taken.get(said.link)
        if taken is None or taken.id != deed.room:
            raise Refused(_("Nobody takes this lesson here: open it again."))
        return taken

    def _begin(self, room: str, number: int) -> LessonRoom:
        """The lesson of that room, from page *number* on. Raises ``GipfMetaError``."""
        game_id, _dash, name = room.removeprefix(_BEGINNING).partition("-")
        game = self._finder(game_id)
        progress = begin(find_lesson(game, name), game, self._finder)
        while progress.number < number and progress.page is not None:
            wanted = progress.wanted
            progress = progress.play(wanted[0]) if wanted else progress.turn_page()
        return LessonRoom(room, game, progress)

    def _finish(self, deed: Deed, taken: LessonRoom, news: list[str]) -> list[Message]:
        return [taken.tell(news), {"done": deed.id, "number": taken.progress.number}]


def _news(before: Progress, after: Progress) -> list[str]:
    """Sentences on what was played, answers included; none where the board was set up anew."""
    if after.number != before.number and after.page is not None and after.page.position:
        return []
    seen, now = before.match.sessions, after.match.sessions
    told = news(seen, now, after.names, in_words=True, again=True)
    return [line for line in told if line]
