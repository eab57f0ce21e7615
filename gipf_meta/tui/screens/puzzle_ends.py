"""The ways into a puzzle and out of it in the terminal: the desk finds one, and says at the end
what it was worth."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_meta.line.line import Message
from gipf_meta.line.puzzle_messages import PUZZLE_END, PUZZLES, about_puzzle, puzzle_done
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.puzzle_lessons import is_puzzle
from gipf_meta.tui.screens.base_screens import Interface, InterfaceScreen


def end_puzzle(interface: Interface, progress: LessonProgress) -> None:
    """Tells the desk that the puzzle of *progress* is over, and shows what it was worth."""

    def show(answer: Message) -> None:
        if "refused" in answer:
            interface.show_error(str(answer["why"]))
        else:
            interface.open_desk(PUZZLE_END, about_puzzle(progress))

    interface.talk.tell(puzzle_done(progress), show)


def leave_puzzle(interface: Interface, progress: LessonProgress) -> None:
    """Tells the desk that the puzzle of *progress* is left, if a wrong turn was tried, or a hint
    given; of another lesson nothing."""
    if is_puzzle(progress.lesson.id) and progress.was_helped:
        interface.talk.tell(puzzle_done(progress), lambda answer: None)


class PuzzleDoor(InterfaceScreen[None]):
    """The screen before a puzzle, which the desk finds by *about*: it closes at once."""

    def __init__(self, about: Mapping[str, str]) -> None:
        super().__init__()
        self._about = dict(about)

    def on_mount(self) -> None:
        """Goes on once the screen is there."""
        self.call_after_refresh(self._go_on)

    def _go_on(self) -> None:
        interface = self.interface
        self.dismiss(None)
        interface.talk.tell({"do": "open", "screen": PUZZLES, "about": self._about})
