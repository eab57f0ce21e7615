"""Sentences on what a note sheet says and no record holds, as many of a game as anybody reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

MOST_TOLD: Final = 100
"""So many places of a game are told, and how many more there are."""


class ToldSentences:
    """What is told of a game."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self._sentences: list[str] = []
        self._more = 0
        self.add(sentences)

    def add(self, sentences: Iterable[str]) -> None:
        """Tells *sentences*."""
        for sentence in sentences:
            if len(self._sentences) < MOST_TOLD:
                self._sentences.append(sentence)
            else:
                self._more += 1

    def tell(self, line: int, sentence: str, **words: str) -> None:
        """Tells something of a *line*: a *sentence* with its *words*."""
        shown = {name: one_line(text, 200) for name, text in words.items()}
        self.add((sentence.format(number=line, **shown),))

    def sentences(self) -> tuple[str, ...]:
        """All that is told."""
        if not self._more:
            return tuple(self._sentences)
        more = _.many(
            "{count} more place is not kept.", "{count} more places are not kept.", self._more
        )
        return (*self._sentences, more.format(count=self._more))
