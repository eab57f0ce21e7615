"""Blunders of one's own line by line: listed after a review, tried once more, noted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plain import announcer
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.practice.entries import Entry, Missed, Reviewed, Tried
from gipf_meta.protocol.options import configure
from gipf_meta.search.effort import Effort
from tests.plain.lines import Typist, begin, open_line, play

pytestmark = pytest.mark.needs("zertz")

OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""White takes the black marble, though the white one would win."""


@pytest.fixture(autouse=True)
def reviews_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "BY_TIME", Effort(40))


def reviewed(
    tmp_path: Path, *typed: str, kinds: Sequence[str] = ("human", "greedy")
) -> tuple[str, list[Entry]]:
    """The words for a person who resigns after he has overlooked a win, and types more after that;
    and the notes of his practice."""
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {"goals": "1/5/6/3"}), 2, find, 1)
    for text in OVERLOOKED:
        match = match.play(text)
    with Library(tmp_path / "library.sqlite") as library:
        line = open_line(library=library)
        begin(line, match, kinds)
        typist = Typist("resign", *typed, "quit")
        play(line, typist)
        noted = practice_in(library).entries()
        return typist.said, sorted(noted, key=lambda each: each.kind)


def test_a_review_lists_blunders_and_each_is_tried_once_more(tmp_path: Path) -> None:
    said, noted = reviewed(tmp_path, "review", "retry", "hint", "x d5Wd3")
    assert "retry 1: turn 3, x d4Bd6" in said
    assert "Your own mistake\nPlayer 1 is to move." in said
    assert "In your match you played x d4Bd6, and gave chances away." in said
    missed, reviews, tried = noted
    assert isinstance(reviews, Reviewed)
    assert isinstance(missed, Missed)
    assert missed.asked == "x d5Wd3"
    assert isinstance(tried, Tried)
    assert (tried.puzzle, tried.wrong, tried.hints) == ("own-1", 0, 1)
    assert "Found with 1 hint." in said


def test_what_cannot_be_tried_is_said_in_a_sentence(tmp_path: Path) -> None:
    said, _noted = reviewed(tmp_path, "retry", "review", "retry 7", "retry x")
    assert "No blunder of yours is known here: review looks for them." in said
    assert said.count("Type retry with a number from 1 to 1.") == 2


def test_a_lesson_that_is_left_leads_back_and_nothing_is_noted_of_it(tmp_path: Path) -> None:
    _said, noted = reviewed(tmp_path, "review", "retry", "quit", "retry 1", "quit")
    assert [each.kind for each in noted] == ["missed", "reviewed"]


def test_two_people_at_one_keyboard_try_their_blunders_and_no_accuracy_is_noted(
    tmp_path: Path,
) -> None:
    _said, noted = reviewed(tmp_path, "review", "retry 2", "x d5Wd3", kinds=("human", "human"))
    assert [each.kind for each in noted] == ["missed", "tried"]
