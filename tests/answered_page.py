"""A page of a lesson that the other side answers, and after which the board is set up anew."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from gipf_meta.match.lesson_progress import lessons_of
from tests.specimens import bundled_games


class AnsweredPage(NamedTuple):
    """Page *number* of *lesson* of *game*: it asks for a piece at *asked*, and the other side puts
    one at *answer*; other pieces stand elsewhere."""

    game: str
    lesson: str
    number: int
    asked: str
    answer: str


def find_answered_page() -> AnsweredPage:
    """The first such page of the games that are installed."""
    return next(
        AnsweredPage(game.id, lesson.id, number, page.asked[0], page.answer[0])
        for game in bundled_games().values()
        for lesson in lessons_of(game)
        for number, (page, following) in enumerate(pairwise(lesson.pages))
        if page.answer and following.position
    )
