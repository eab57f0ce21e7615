"""Lessons and puzzles to which the desk leads line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.library.settings import Settings
from gipf_meta.line.line import Message
from gipf_meta.line.own_lessons import lesson_to_take
from gipf_meta.line.puzzle_messages import PUZZLES, puzzle_done
from gipf_meta.match.lesson_progress import LessonProgress, begin_at
from gipf_meta.match.puzzle_lessons import is_puzzle, theme_after
from gipf_meta.plain.lessons import Tutor
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame


class DeskLessons:
    """The lessons that are taken at *terminal*. *settings* returns the user's, which *keep* saves,
    with the pages at which lessons were left."""

    def __init__(
        self,
        terminal: Terminal,
        installed: Installed,
        settings: Callable[[], Settings],
        keep: Callable[[Settings], None],
    ) -> None:
        self._terminal, self._installed = terminal, installed
        self._settings, self._keep = settings, keep

    def take(
        self, game_id: str, lesson_id: str, page: str = "0", *, mistake: Message | None = None
    ) -> Mapping[str, Any] | None:
        """Runs a lesson from *page* on, perhaps of a *mistake* of one's own; returns the message
        that the desk gets next, ``None``: it goes on where it was."""
        try:
            game = self._installed.find(game_id)
            lesson = lesson_to_take(game, lesson_id, mistake)
            progress = begin_at(lesson, game, self._installed.find, read_whole(page) or 0)
        except GipfMetaError as error:
            self._terminal.tell(str(error))
            return None
        if is_puzzle(lesson.id):
            return self._take_puzzle(progress)

        def note(number: int) -> None:
            self._keep(self._settings().with_lesson_page(game.id, lesson.id, number))

        if Tutor(progress, self._terminal, note).run():
            self._keep(self._settings().with_lesson_done(game.id, lesson.id))
            return self._offer_puzzles(lesson, game)
        return None

    def _take_puzzle(self, progress: LessonProgress) -> Mapping[str, Any] | None:
        """Runs the puzzle of *progress*; returns the message that it is over, or was left after a
        wrong turn or a hint, ``None`` if nothing was tried."""
        tutor = Tutor(progress, self._terminal, lambda number: None)
        is_over = tutor.run()
        return puzzle_done(tutor.progress) if is_over or tutor.progress.was_helped else None

    def _offer_puzzles(self, lesson: Lesson, game: type[AnyGame]) -> Mapping[str, Any] | None:
        """Offers the puzzles after *lesson*, if there are some; returns the message that opens
        them."""
        if (theme := theme_after(lesson, game)) is None or not self._terminal.is_interactive:
            return None
        words = _("Five puzzles: {theme}").format(theme=theme.name)
        if not self._terminal.ask(
            _("{words}? Enter shows them, a word leaves: ").format(words=words)
        ):
            about = {"game": game.id, "theme": lesson.theme}
            return {"do": "open", "screen": PUZZLES, "about": about}
        return None
