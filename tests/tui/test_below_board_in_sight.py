"""No word of a decision, and no sentence of its question, is out of sight in the terminal."""

from __future__ import annotations

import pytest

from tests.tui.below import SIZES, look_now


@pytest.mark.needs
@pytest.mark.slow
def test_no_word_of_a_decision_and_no_sentence_of_its_question_is_out_of_sight() -> None:
    """All games and the combined one, in English and Czech, on the smaller screen."""
    law = look_now(1, 1, sizes=SIZES[:1])
    assert law.broken == []
    assert law.looks > 20


@pytest.mark.soak
def test_no_word_of_a_lesson_is_out_of_sight() -> None:
    law = look_now(1, 8, with_lessons=True)
    assert law.broken == []
    assert law.looks > 500
