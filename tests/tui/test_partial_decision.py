"""Clicks and typed letters lead to exactly the legal moves, in every bundled game."""

from __future__ import annotations

import pytest

from gipf_meta import Choice
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.tui.parts.partial_decision import PartialDecision, completions

CHOICES = (
    Choice("Wd4,d1", ("W", "d4"), "white"),
    Choice("Gd4", ("G", "d4"), "grey"),
    Choice("Ge4", ("G", "e4"), "grey on e4"),
    Choice("pass", ("pass",), "pass"),
)


def test_words_narrow_the_choices() -> None:
    decision = PartialDecision(CHOICES)
    assert decision.words == ("W", "G", "pass")
    grey = decision.with_word("G")
    assert grey is not None
    assert (grey.words, grey.done) == (("d4", "e4"), None)
    done = grey.with_word("e4")
    assert done is not None
    assert done.done == CHOICES[2]
    assert done.without_last().without_last() == decision


def test_a_word_that_leads_nowhere_changes_nothing() -> None:
    assert PartialDecision(CHOICES).with_word("d4") is None
    assert PartialDecision().with_word("d4") is None
    assert PartialDecision().done is None
    assert PartialDecision().without_last() == PartialDecision()


def test_what_a_word_leads_to_is_known_before_it_is_clicked() -> None:
    assert PartialDecision(CHOICES).choices_with("G") == CHOICES[1:3]
    assert PartialDecision(CHOICES).choices_with("x") == ()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", 4), ("g", 2), ("Gd4", 1), ("gd4", 1), ("x", 0), ("  pa", 1)],
)
def test_what_is_typed_is_completed(typed: str, expected: int) -> None:
    assert len(completions(CHOICES, typed)) == expected


def test_the_exact_move_stands_first() -> None:
    choices = (Choice("a1-b2/", ("a", "b"), "drop"), Choice("a1-b2", ("a", "c"), "none"))
    assert [c.notation for c in completions(choices, "A1-B2")] == ["a1-b2", "a1-b2/"]


@pytest.mark.parametrize("name", sorted(load_plugins().games))
def test_every_choice_of_every_game_can_be_said_by_clicks(name: str) -> None:
    game = load_plugins().find(name)()
    view = game.view(game.start(game.seat_counts[0]), None)
    for choice in view.choices:
        decision: PartialDecision | None = PartialDecision(view.choices)
        for word in choice.path:
            assert decision is not None
            assert decision.done is None
            decision = decision.with_word(word)
        assert decision is not None
        assert decision.done == choice
