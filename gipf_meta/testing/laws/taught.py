"""Laws on the lessons of a game: they can be taken, and their mistakes made."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta.match.lesson_progress import Astray, LessonProgress, begin
from gipf_meta.match.lesson_words import has_balanced_brackets, words_for_eye
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Lesson, Page, Taught
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.options import OptionError
from gipf_meta.protocol.puzzles import Puzzling
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Broken, guard, need

REFUSED: Final = (MoveError, OptionError)


@asked_of(Taught, why_not="the game has no lessons.")
def lessons_can_be_taken(case: Case) -> None:
    """Lessons have ids of their own and words on every page; the decisions that they ask for and
    answer with can be played and clicked, up to the last page. Their themes are known."""
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
        need(
            all(isinstance(text, str) and "=" in text for text in lesson.options),
            f"The lesson {lesson.id} begins with the options {lesson.options!r:.80}.",
            "Let the options of a lesson be texts as behind --set, such as ('size=6',).",
        )
        known = case.ask.themes() if isinstance(case.game, Puzzling) else ()
        need(
            not lesson.theme or lesson.theme in known,
            f"The lesson {lesson.id} is about the theme {lesson.theme!r:.60}.",
            "Let the theme of a lesson be an id that the method themes returns.",
        )
        _take_lesson(case, lesson)


def _take_lesson(case: Case, lesson: Lesson) -> None:
    def find(game: str) -> type[AnyGame]:
        return type(case.game) if game == case.game.id else installed_plugins().find(game)

    advice = "Look at the page's asked, answer and position, and at the lesson's options."
    place = f"The lesson {lesson.id}"
    progress: LessonProgress | None = None
    try:
        with guard(place, advice, 4 * case.ask.ms, REFUSED):
            progress = begin(lesson, type(case.game), find)
        while progress.page is not None:
            place = f"Page {progress.number + 1} of the lesson {lesson.id}"
            _check_words(progress.page, place)
            with guard(place, advice, 4 * case.ask.ms, REFUSED):
                progress = _next_page(progress, place)
    except REFUSED as error:
        raise Broken(f"{place} cannot be taken: {error}", advice) from None


def _next_page(progress: LessonProgress, place: str) -> LessonProgress:
    """The progress at the next page, reached by the decisions that this page asks for; on the way
    each of its mistakes is made where it can be."""
    if progress.asks_nothing:
        return progress.turn_page()
    assert progress.page is not None
    left = dict(progress.page.mistakes)
    here = progress
    while here.number == progress.number:
        for decision in [*left]:
            if _goes_astray(here, decision, left[decision], place):
                del left[decision]
        top = here.match.top
        offered = [choice.notation for choice in top.view(None).choices]
        (wanted, *_others) = here.wanted
        need(
            wanted in offered,
            f"{place} asks for {wanted!r}, which nobody can click.",
            "Let asked name decisions that the view of that state has a choice for.",
        )
        here = here.play(wanted)
    need(
        not left,
        f"{place} warns of {', '.join(map(repr, left))}, which nobody can play there.",
        "Let mistakes name decisions that are legal on the page.",
    )
    return here


def _goes_astray(progress: LessonProgress, decision: str, why: str, place: str) -> bool:
    """Whether *decision* is legal here; then it must be a mistake, explained by *why*."""
    try:
        progress.play(decision)
    except Astray as error:
        need(
            str(error) == why and error.progress.match is progress.match,
            f"{place} answers {decision!r} with {str(error)!r}.",
            "Let every mistake be another decision, each with its own sentence.",
        )
        return True
    except MoveError:
        return False
    raise Broken(
        f"{place} warns of {decision!r}, and asks for it.",
        "Let mistakes name decisions that the page does not ask for.",
    )


def _check_words(page: Page, place: str) -> None:
    """Finds a page without words, with brackets that are open, or that asks for what is not
    there."""
    need(
        words_for_eye(page.words),
        f"{place} has no words.",
        "Let every page of lessons say something, not only in square brackets.",
    )
    need(
        has_balanced_brackets(page.words),
        f"{place} has square brackets that are not closed, or within others.",
        "Let square brackets in words hold what is for those who read line by line.",
    )
    need(
        page.asked or not (page.find or page.mistakes),
        f"{place} asks for no move, and has something to find or mistakes.",
        "Let find and mistakes stand only beside asked.",
    )
    need(
        all(decision.strip() and why.strip() for decision, why in page.mistakes),
        f"{place} has a mistake without a decision or a sentence.",
        "Let each of mistakes be a decision and the sentence that says why not.",
    )
