"""The game's verdicts on moves: on one in notation, and on those that a question names by places.

What is no choice is written as the choices are, and the game refuses it in its own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.narration.answers import PlayVerdict, QuestionContext
from gipf_meta.protocol.view import Choice

MOST_TRIED: Final = 4
"""The most ways of writing a move that are tried for the game's own refusal."""


@dataclass(frozen=True)
class MoveVerdicts:
    """Verdicts on moves in *scene*."""

    scene: QuestionContext

    def on_text(self, text: str) -> PlayVerdict:
        """The verdict on a decision in notation."""
        choices = {each.notation for each in self.scene.view.choices}
        if text in choices:
            return PlayVerdict(text)
        if self.scene.judge is None:
            return PlayVerdict(text, _("{move} cannot be played now.").format(move=text))
        return self.scene.judge(text)

    @cached_property
    def _written(self) -> re.Pattern[str]:
        """A place in a notation, where letters may stand around it (``a2xb3``)."""
        ids = sorted((point.id for point in self.scene.view.points), key=len, reverse=True)
        long = "|".join(re.escape(each) for each in ids if len(each) > 1)
        return re.compile(rf"({long})(?![0-9])" if long else r"(?!)")

    def why_not_from(self, start: str, goal: str) -> str:
        """The game's refusal of the move from *start* to *goal*, written as others are; ``""`` if
        none can be written so."""
        written: dict[str, None] = {}
        for choice in self.scene.view.choices:
            places = list(self._written.finditer(choice.notation))
            if len(places) == 2 and len(choice.path) == 2:
                (a, b), text = places, choice.notation
                between = text[a.end() : b.start()]
                written[f"{text[: a.start()]}{start}{between}{goal}{text[b.end() :]}"] = None
        return self._refusal([*written][:MOST_TRIED])

    def why_not_onto(self, at: str, choices: Iterable[Choice]) -> str:
        """The game's refusal of what *choices* do elsewhere on *at*, written as they are; ``""`` if
        it cannot be written so, or if another player is on turn."""
        scene, written = self.scene, dict[str, None]()
        if scene.on_turn != scene.seat:
            return ""
        for choice in choices:
            places = list(self._written.finditer(choice.notation))
            if len(places) == 1 and choice in scene.relations.ending_at(places[0][1]):
                (place,), text = places, choice.notation
                written[f"{text[: place.start()]}{at}{text[place.end() :]}"] = None
        return self._refusal([*written][:1])

    def _refusal(self, written: Iterable[str]) -> str:
        for text in written:
            verdict = self.on_text(text)
            if verdict.why and verdict.is_notation:
                return verdict.why
        return ""
