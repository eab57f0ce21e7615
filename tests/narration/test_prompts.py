"""Questions to people: what their answers are called."""

from __future__ import annotations

from collections import Counter
from types import FunctionType

from gipf_meta.desk import page_texts
from gipf_meta.desk.page_texts import words_of_page
from gipf_meta.duels.die import Die
from gipf_meta.match.match import Match
from gipf_meta.narration import prompts
from gipf_meta.plugins.loading import installed_plugins


def test_a_question_that_one_asks_oneself_is_left_by_cancel_and_not_by_no() -> None:
    match = Match.begin(Die(), 2, installed_plugins().find)
    assert prompts.pause().answers[""] == "Cancel"
    assert prompts.resignation(match, "Anna", None).answers["no"] == "Cancel"
    assert prompts.draw_offer("Anna", ()).answers["no"] == "Cancel"
    assert "No" not in words_of_page().values(), "every dialog of the page is one of these"


def test_a_question_of_another_person_is_answered_by_no() -> None:
    assert prompts.draw_offer("Anna", ["Bob"]).answers["no"] == "No"


def test_no_two_texts_of_the_page_have_one_name() -> None:
    groups = [make() for name, make in vars(page_texts).items() if is_group(name, make)]
    names = Counter(name for group in groups for name in group)
    assert len(groups) > 8
    assert [name for name, count in names.items() if count > 1] == []


def is_group(name: str, value: object) -> bool:
    """Whether the module of the page's texts has a group of them called *name*."""
    return name.startswith("_") and name != "_" and isinstance(value, FunctionType)
