"""Many choices, summed up: counted in groups by what they do, with how to get all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.narration.answers import Lines, QuestionContext
from gipf_meta.protocol.view import Choice
from gipf_meta.render import speech

MOST_CHOICES: Final = 12
"""The most choices that are listed one by one, unless all are asked for."""
MOST_GROUPS: Final = 12
"""The most groups into which many choices are summed up."""
_GAP: Final = "…"


@dataclass(frozen=True)
class ChoiceSummary:
    """Lists choices of *scene*, and sums up many of them unless *in_full*; *wish* is the question
    that lists all."""

    scene: QuestionContext
    wish: str
    in_full: bool = False

    @cached_property
    def _place(self) -> re.Pattern[str]:
        """A place in a label, perhaps with the letter of a piece before it (Zc3)."""
        ids = sorted((point.id for point in self.scene.view.points), key=len, reverse=True)
        long = "|".join(re.escape(each) for each in ids if len(each) > 1)
        return re.compile(rf"(?<!\w)([A-Za-z]?)({long})(?!\w)" if long else r"(?!)")

    def listed(self, choices: Sequence[Choice]) -> list[str]:
        """*choices* with their labels, one a line."""
        return [f"{choice.notation}: {choice.label}" for choice in choices]

    def summed(self, choices: Sequence[Choice], at: str = "") -> Lines:
        """*choices* with their labels; more than ``MOST_CHOICES`` are counted in groups, unless all
        are wanted. *at* is the place that was asked about."""
        if not choices:
            return [_("Nothing can be played now.")]
        if len(choices) <= MOST_CHOICES or self.in_full:
            return self.listed(choices)
        words = _("{count} decisions are possible: {heads}. For a list say {wish}.")
        if at:
            words = _(
                "{count} decisions with {place} are possible: {heads}. For a list say {wish}."
            )
        heads = self._heads(choices, at)
        return [words.format(count=len(choices), heads=heads, wish=self.wish, place=at)]

    def _heads(self, choices: Sequence[Choice], at: str) -> str:
        """*choices* in few groups: by what they do or, where that differs too much, by their first
        click."""
        counts: dict[str, int] = {}
        for choice in choices:
            head = self._click(choice.path[0])
            counts[head] = counts.get(head, 0) + 1
        groups = self.groups(choices, at)
        if len(groups) <= MOST_GROUPS and (at or len(counts) > MOST_GROUPS):
            return "; ".join(groups)
        return ", ".join(f"{head} {n}" if n > 1 else head for head, n in counts.items())

    def groups(self, choices: Sequence[Choice], at: str) -> list[str]:
        """The kinds of things that *choices* do, each once, with the places in which they differ
        or, where these are many, with their number."""
        found: dict[str, list[str]] = {}
        for choice in choices:
            kind, places = self._kind_of(choice.label, at)
            found.setdefault(kind, []).append(places)
        return [self._group(kind, places) for kind, places in found.items()]

    def _kind_of(self, label: str, at: str) -> tuple[str, str]:
        """*label* with gaps for its places other than *at*, and the places, if they are one."""
        places = [each[2] for each in self._place.finditer(label) if each[2] != at]
        kind = self._place.sub(lambda each: each[0] if each[2] == at else each[1] + _GAP, label)
        return kind, places[0] if len(places) == 1 else ""

    def _group(self, kind: str, places: Sequence[str]) -> str:
        if all(places) and len(places) <= MOST_CHOICES:
            kind = kind.replace(_GAP, speech.spans(places))
        return f"{kind} ({len(places)})" if len(places) > 1 else kind

    def _click(self, word: str) -> str:
        """The first word of a path as it is spoken."""
        view, seats = self.scene.view, self.scene.seat_words
        heaps = {item.id: item for tray in view.trays for item in tray.items}
        if word in heaps and not (word.isalpha() or self.scene.is_set_up):
            return speech.heap(heaps[word], seats)
        return speech.word_names(view, seats).get(word, word)
