"""A notice belongs to the answer during which it was noticed, and to no other."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk import desk as desk_module
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import About, Screen
from gipf_meta.desk.requests import DeskError
from tests.desk.conftest import Page


def notices(answers: list[dict[str, Any]]) -> list[str]:
    """The notices among *answers*."""
    return [answer["notice"] for answer in answers if "notice" in answer]


@pytest.mark.parametrize("error", [DeskError("It cannot be done."), ZeroDivisionError()])
def test_a_notice_of_what_fails_is_in_no_later_answer(
    page: Page, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(context: Context, _about: About) -> Screen:
        context.notices.append("Of Ann alone.")
        raise error

    with monkeypatch.context() as failing:
        failing.setitem(desk_module.SCREENS, "help", fail)  # type: ignore[call-overload]
        (refused,) = page.send(do="open", screen="help", about={})
        assert "why" in refused
    assert notices([*page.desk.receive("link", "bob", _rules(), 0)]) == []  # type: ignore[list-item]


def test_what_is_noticed_beside_the_answers_is_in_none_of_them(page: Page) -> None:
    page.context.save = lambda settings: "The disk is full."
    page.desk.note_lesson("ann", "zertz", "basics")
    assert notices(page.send(**_rules())) == []


def test_settings_that_could_not_be_kept_are_kept_when_they_are_submitted_again(page: Page) -> None:
    keep, page.context.save = page.context.save, lambda settings: "The disk is full."
    form = {"do": "submit", "screen": "settings", "about": {}, "values": {"name": "Ann"}}
    assert notices(page.send(**form)) == ["The disk is full."]
    assert notices(page.send(**form)) == ["The disk is full."]
    page.context.save = keep
    assert notices(page.send(**form)) == []
    assert page.saved[-1].name == "Ann"


def _rules() -> dict[str, Any]:
    return {"do": "open", "id": "r", "screen": "settings", "about": {}}
