"""Questions of players who had only the rules, over positions of every game: their answers tell the
facts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.narration import questions
from gipf_meta.plugins.loading import Finder
from gipf_meta.protocol.options import configure

HERE: Final = Path(__file__).parent
LANGUAGES: Final = ("en", "cs")


def rows(language: str) -> list[dict[str, Any]]:
    """The questions in a *language*, with the position and words that an answer must have."""
    lines = (HERE / f"asked_{language}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def match_at(position: str) -> Match:
    """A match of two players that begins in the *position* of that name."""
    named = json.loads((HERE / "asked_positions.json").read_text("utf-8"))[position]
    game = configure(Finder()(named["game"]), named["options"])
    return Match.begin(game, 2, Finder(), position=named["position"])


@pytest.mark.parametrize(
    ("language", "position", "question", "facts"),
    [
        pytest.param(language, row["position"], row["question"], row["told"], id=row["question"])
        for language in LANGUAGES
        for row in rows(language)
    ],
)
def test_a_question_is_answered_with_the_facts(
    language: str, position: str, question: str, facts: list[str]
) -> None:
    """Each answer has the words that make it right."""
    with spoken(language):
        match = match_at(position)
        scene = questions.scene_of(match, ("Ann", "Bob"), match.player)
        answer = questions.answer(scene, question)
    assert answer is not None
    assert [fact for fact in facts if fact not in answer] == [], answer
