"""The end of a puzzle in the terminal: the desk says what it was worth, and leads on."""

from __future__ import annotations

from gipf_meta.line.line import Message
from gipf_meta.line.puzzle_messages import PUZZLE_END, about_puzzle, puzzle_done
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.tui.screens.base_screens import Interface


def end_puzzle(interface: Interface, progress: LessonProgress) -> None:
    """Tells the desk that the puzzle of *progress* is over, and shows what it was worth."""

    def show(answer: Message) -> None:
        if "refused" in answer:
            interface.show_error(str(answer["why"]))
        else:
            interface.open_desk(PUZZLE_END, about_puzzle(progress))

    interface.talk.tell(puzzle_done(progress), show)
