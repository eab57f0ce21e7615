"""The words of lessons: for the eye, and in full."""

from __future__ import annotations

import pytest

from gipf_meta.match.lesson_words import (
    has_balanced_brackets,
    places_in_brackets,
    words_for_eye,
    words_in_full,
)


@pytest.mark.parametrize(
    ("words", "eye", "full"),
    [
        ("No more than that.", "No more than that.", "No more than that."),
        (
            "Three in a line[: c5, d5 and e5].",
            "Three in a line.",
            "Three in a line: c5, d5 and e5.",
        ),
        ("Push [from a1 to b2] now.", "Push now.", "Push from a1 to b2 now."),
        ("[On e5:] look.", "look.", "On e5: look."),
        ("Look. [It is on e5.]", "Look.", "Look. It is on e5."),
    ],
)
def test_what_stands_in_brackets_is_for_the_ear(words: str, eye: str, full: str) -> None:
    assert words_for_eye(words) == eye
    assert words_in_full(words) == full


def test_places_are_found_in_brackets_alone() -> None:
    words = "Three[: c5, d5 and e5; not z9]. a1 is free [(but c5 is not)]."
    assert places_in_brackets(words, {"a1", "c5", "d5", "e5"}) == ("c5", "d5", "e5")


@pytest.mark.parametrize(
    ("words", "is_balanced"),
    [("a", True), ("a [b] c [d]", True), ("a [b", False), ("a] b", False), ("[a [b]]", False)],
)
def test_brackets_are_closed_one_after_the_other(words: str, is_balanced: bool) -> None:
    assert has_balanced_brackets(words) is is_balanced
