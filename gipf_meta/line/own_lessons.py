"""Lessons as terminals take them: those that a game brings, its puzzles, and mistakes of one's own,
which the desk tells with the way to them."""

from __future__ import annotations

from gipf_meta.base.numbers import read_whole
from gipf_meta.line.line import Message
from gipf_meta.match.lesson_progress import find_lesson
from gipf_meta.match.mistake_lessons import OwnMistake, lesson_of_mistake
from gipf_meta.match.puzzle_lessons import OWN
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame


def lesson_to_take(game: type[AnyGame], id: str, mistake: Message | None = None) -> Lesson:
    """The lesson of *game* with that *id*; if it mends a mistake of one's own, *mistake* is what
    the desk has told of it. Raises ``GipfMetaError``."""
    number = read_whole(id.removeprefix(OWN)) if id.startswith(OWN) else None
    if mistake is None or number is None or mistake.get("game") != game.id:
        return find_lesson(game, id)
    options = tuple(map(str, mistake["options"]))
    words = (str(mistake[name]) for name in ("position", "better", "played"))
    return lesson_of_mistake(OwnMistake(game.id, options, *words), number, game)
