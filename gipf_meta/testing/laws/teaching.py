"""Laws on teaching: the pictures in the rules, and the lessons."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta.match.lesson_progress import Progress, begin
from gipf_meta.narration import rulebook
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Taught
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.lesson import Lesson
from gipf_meta.protocol.options import OptionError
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, NotAsked, need
from gipf_meta.testing.trial.guarded import guard

REFUSED: Final = (MoveError, OptionError)


def rules_show_real_positions(case: Case) -> None:
    """Every picture in the rules text is a position of the game."""
    advice = (
        "Write the picture in rules_text as ```position NAME=VALUE, a line that from_text reads (or"
        " none, for the start) and ```."
    )
    for part in rulebook.parts(case.ask.rules_text):
        if isinstance(part, str):
            need("```position" not in part, "A picture in rules_text has no end.", advice)
            continue
        what = f"The picture of {part.position!r:.60} in rules_text"
        with guard(what, advice, case.ask.ms, REFUSED):
            try:
                view = part.view(type(case.game))
            except REFUSED as error:
                raise Broken(f"{what} cannot be drawn: {error}", advice) from None
        need(view.points, f"{what} shows nothing.", "Let view draw the board of every state.")


def lessons_can_be_taken(case: Case) -> None:
    """Lessons have ids of their own and words on every page; the decisions that they ask for and
    answer with can be played and clicked, up to the last page."""
    if not isinstance(case.game, Taught):
        raise NotAsked("the game has no lessons.")
    lessons = tuple(case.ask.lessons())
    ids = [lesson.id for lesson in lessons]
    need(
        len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z0-9_]{1,30}", name) for name in ids),
        f"The ids of the lessons are {', '.join(map(repr, ids))}.",
        "Give every lesson an id of its own: lower-case letters, digits and _.",
    )
    for lesson in lessons:
        need(
            lesson.pages and lesson.title.strip() and lesson.summary.strip(),
            f"The lesson {lesson.id} has no page, no title or no summary.",
            "Let lessons return lessons with a title, a summary and pages.",
        )
        _take_lesson(case, lesson)


def _take_lesson(case: Case, lesson: Lesson) -> None:
    def find(game: str) -> type[AnyGame]:
        return type(case.game) if game == case.game.id else installed_plugins().find(game)

    advice = "Look at the page's asked, answer and position, and at the lesson's options."
    place = f"The lesson {lesson.id}"
    progress: Progress | None = None
    try:
        with guard(place, advice, 4 * case.ask.ms, REFUSED):
            progress = begin(lesson, type(case.game), find)
        while progress.page is not None:
            place = f"Page {progress.number + 1} of the lesson {lesson.id}"
            need(
                progress.page.words.strip(),
                f"{place} has no words.",
                "Let every page of lessons say something.",
            )
            with guard(place, advice, 4 * case.ask.ms, REFUSED):
                progress = _next_page(progress, place)
    except REFUSED as error:
        raise Broken(f"{place} cannot be taken: {error}", advice) from None


def _next_page(progress: Progress, place: str) -> Progress:
    """The progress at the next page, reached by the decisions that this page asks for."""
    if progress.asks_nothing:
        return progress.turn_page()
    assert progress.page is not None
    here = progress
    while here.number == progress.number:
        top = here.match.top
        offered = [choice.notation for choice in top.view(None).choices]
        (wanted, *_others) = here.wanted
        need(
            wanted in offered,
            f"{place} asks for {wanted!r}, which nobody can click.",
            "Let asked name decisions that the view of that state has a choice for.",
        )
        here = here.play(wanted)
    return here
