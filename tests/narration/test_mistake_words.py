"""When mistakes of one's own were made, and when they come back, in words."""

from __future__ import annotations

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.narration.mistake_words import mistake_words, words_of_return
from gipf_meta.practice.entries import Entry, Missed, Tried
from gipf_meta.practice.practice import Mistake, Practice

DAY_MS = 86_400_000
NOW = 20_000 * DAY_MS + DAY_MS // 2


def mistake(*answers: Entry) -> Mistake:
    missed = Missed(at_ms=NOW, number=3, game="g", position="p", asked="a", played="b")
    return Practice.of([missed, *answers], {}).mistakes[3]


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "You missed this just now"),
        (1, "You missed this yesterday"),
        (3, "You missed this 3 days ago"),
    ],
)
def test_a_mistake_is_told_by_the_day_on_which_it_was_made(days: int, words: str) -> None:
    assert mistake_words(mistake(), moment_of(NOW + days * DAY_MS)) == words


def test_a_mistake_that_was_mended_is_told_by_that() -> None:
    found = mistake(Tried(at_ms=NOW + DAY_MS, puzzle="own-3"))
    assert mistake_words(found, moment_of(NOW + 2 * DAY_MS)) == "You found this yesterday"


def test_a_mistake_that_was_mended_with_a_hint_was_not_found() -> None:
    hinted = mistake(Tried(at_ms=NOW + DAY_MS, puzzle="own-3", hints=2))
    assert mistake_words(hinted, moment_of(NOW + 2 * DAY_MS)) == "You tried this yesterday"


def test_it_is_said_when_a_mistake_comes_back() -> None:
    assert words_of_return(mistake(), NOW) == "it comes back tomorrow"
    assert words_of_return(mistake(), NOW + DAY_MS) == "it is due"
    assert words_of_return(mistake(), NOW + 9 * DAY_MS) == "it is due"
    found = mistake(Tried(at_ms=NOW + DAY_MS, puzzle="own-3"))
    assert words_of_return(found, NOW + DAY_MS).startswith("it comes back in ")
