"""The messages by which a terminal tells the desk of a puzzle that was taken to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gipf_meta.line.line import Message
from gipf_meta.match.lesson_progress import LessonProgress

PUZZLES: Final = "puzzles"
"""The screen with the puzzles, to which such a message goes."""
PUZZLE_END: Final = "puzzle_end"
"""The screen that says what a puzzle was worth, and leads on."""

LEFT: Final = "left"
"""The parameter of a message that the puzzle was left before its end."""


def about_puzzle(progress: LessonProgress) -> dict[str, str]:
    """The parameters of the screen ``PUZZLE_END`` about the puzzle of *progress*."""
    return {"game": progress.match.sessions[0].game.id, "lesson": progress.lesson.id}


def puzzle_done(progress: LessonProgress) -> Message:
    """The message that the puzzle of *progress* was taken to its end, or left; the screen
    ``PUZZLE_END`` is its answer."""
    tries = {"wrong": str(progress.wrong), "hints": str(progress.hints_taken)}
    about = {**about_puzzle(progress), **tries}
    if progress.page is not None:
        about[LEFT] = "1"
    return {"do": "submit", "screen": PUZZLES, "about": about, "values": {}}


def is_left(message: Mapping[str, Any]) -> bool:
    """Whether *message* is that a puzzle was left, which no screen answers."""
    return LEFT in message.get("about", {})
