"""The move that a page of a lesson asks for, in words: line by line and by ear."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.lesson_words import words_in_full
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration.answers import spoken_seats
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render.speech import word_names


def clicks_to_make(choice: Choice, choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """The first words of the path of *choice*, up to the one that leaves only it of *choices*."""
    for n in range(1, len(choice.path)):
        if len(PartialDecision(choices, choice.path[:n]).open) == 1:
            return choice.path[:n]
    return choice.path


def request_in_words(progress: LessonProgress) -> str:
    """The words to choose for what the page asks, as far as they must be: ``"Choose b1, then
    b2."``

    ``""`` where nothing is asked, or the pupil is to find it. Raises the errors of the game.
    """
    choices = progress.match.top.view(None).choices
    ways = [_in_words(clicks_to_make(each, choices), progress) for each in _shown(progress)]
    return _("Choose {words}.").format(words=_("; or ").join(ways)) if ways else ""


def request_to_type(progress: LessonProgress) -> str:
    """All words to choose for what the page asks, and what to type for them; ``""`` as in
    ``request_in_words``. Raises the errors of the game."""
    shown = _shown(progress)
    ways = [_in_words(each.path, progress) for each in shown]
    typed = [each.notation for each in shown]
    if not ways or ways == typed:
        return _("Type {move}.").format(move=_(" or ").join(typed)) if ways else ""
    return _("Choose {words}: type {move}.").format(
        words=_("; or ").join(ways), move=_(" or ").join(typed)
    )


def page_in_words(progress: LessonProgress) -> str:
    """The words of the page in full, its hints so far, and what it asks for. Raises the errors of
    the game."""
    assert progress.page is not None
    said = (progress.page.words, *progress.hints_given, request_in_words(progress))
    return " ".join(words_in_full(words) for words in said if words)


def _shown(progress: LessonProgress) -> tuple[Choice, ...]:
    """The choices that the page asks for; none where the pupil is to find them."""
    return () if progress.has_to_be_found else progress.targets


def quoted_buttons(view: View, seats: Sequence[str]) -> dict[str, str]:
    """The names of the words that are no places; those of buttons in quotation marks."""
    beside = {item.id for tray in view.trays for item in tray.items}
    names = word_names(view, seats)
    return {word: name if word in beside else f'"{name}"' for word, name in names.items()}


def _in_words(path: Sequence[str], progress: LessonProgress) -> str:
    """The words of *path*, one after the other, by their names."""
    top = progress.match.top
    names = quoted_buttons(top.view(None), spoken_seats(top.game))
    return _(", then ").join(names.get(word, word) for word in path)
