"""All lessons of all plugins: they end, lead the eye without names of places, and take wrong moves
back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.lesson_progress import Astray, LessonProgress, begin, lessons_of
from gipf_meta.match.lesson_words import words_for_eye
from gipf_meta.narration.lesson_requests import page_in_words, request_in_words, request_to_type
from gipf_meta.plugins.loading import installed_plugins
from tests.tiers import soak

GAMES = [game.id for game in installed_plugins().sorted_games() if lessons_of(game)]
LANGUAGES = ["en", "cs"]
NAMING = re.compile(r"(?<![\w-])[a-z]{1,2}[0-9]{1,2}(?![\w-])")
"""Words that may be names of places."""
EXCEPTIONS = frozenset[tuple[str, str, int]]()
"""The pages that name places to the eye, by game, lesson and number from 0."""


def steps(game: str) -> Iterator[LessonProgress]:
    """Each moment of the lessons of *game* at which something is asked or read, as one takes
    them; on pages where it is to be found, before it is shown."""
    installed = installed_plugins()
    for lesson in lessons_of(installed.find(game)):
        progress = begin(lesson, installed.find(game), installed.find)
        while progress.page is not None:
            yield progress
            wanted = progress.wanted
            progress = progress.play(wanted[0]) if wanted else progress.turn_page()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_eye_reads_no_names_of_places(game: str, language: str) -> None:
    with spoken(language):
        for progress in steps(game):
            assert progress.page is not None
            places = {point.id for point in progress.match.top.view(None).points}
            told = words_for_eye(progress.page.words)
            named = [word for word in NAMING.findall(told) if word in places]
            named += [
                word
                for _decision, why in progress.page.mistakes
                for word in NAMING.findall(words_for_eye(why))
                if word in places
            ]
            here = game, progress.lesson.id, progress.number
            assert named == [] or here in EXCEPTIONS, (here, told)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ear_is_told_what_is_asked_unless_it_is_to_be_found(game: str, language: str) -> None:
    with spoken(language):
        for progress in steps(game):
            if progress.has_to_be_found:
                assert request_in_words(progress) == request_to_type(progress) == ""
            progress = progress.show_target()
            said, typed = request_in_words(progress), request_to_type(progress)
            assert bool(said) is bool(typed) is not progress.asks_nothing
            assert page_in_words(progress).endswith(said)
            for choice in progress.targets:
                assert (
                    choice.path[0] in said or '"' in said or choice.path[0] not in places(progress)
                )
                assert choice.notation in typed


def places(progress: LessonProgress) -> set[str]:
    """The places of the board on top."""
    return {point.id for point in progress.match.top.view(None).points}


@pytest.mark.parametrize("most", [3, *soak(10_000)])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4)
def test_wrong_moves_are_explained_and_taken_back(game: str, most: int) -> None:
    tried = 0
    for progress in steps(game):
        choices = progress.match.top.view(None).choices if not progress.asks_nothing else ()
        wrong = [each.notation for each in choices if each.notation not in progress.wanted]
        for text in wrong[:: max(1, len(wrong) // most)]:
            before = progress.match
            with pytest.raises(Astray) as caught:
                progress.play(text)
            error = caught.value
            assert str(error).endswith((".", "!", "?"))
            assert error.match != before
            assert error.progress.match is before
            assert error.progress.number == progress.number
            assert error.progress.targets == progress.targets
            assert not error.progress.has_to_be_found
            tried += 1
    assert tried
