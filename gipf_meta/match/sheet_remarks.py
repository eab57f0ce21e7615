"""Sentences on what a note sheet says and no record holds, as many of a game as anybody reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.note_sheets import SheetPiece
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS

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

    def tell_end(self, pieces: Sequence[SheetPiece], is_seat_told: bool) -> None:
        """Tells what *pieces* end with where a turn should follow: a number, or who plays."""
        said = [piece for piece in pieces if piece.kind != "end"]
        if said and said[-1].kind == "number" and said[-1].text:
            words = _("Line {number}: no turn stands behind the number {text}.")
            self.tell(said[-1].line, words, text=said[-1].text)
        if is_seat_told:
            words = _("Line {number}: no turn stands behind the name of who plays.")
            self.tell(pieces[-1].line, words)

    def sentences(self) -> tuple[str, ...]:
        """All that is told."""
        if not self._more:
            return tuple(self._sentences)
        more = _.many(
            "{count} more place is not kept.", "{count} more places are not kept.", self._more
        )
        return (*self._sentences, more.format(count=self._more))


def too_deep(line: int) -> str:
    """What is told of variations that stand too deep inside each other."""
    return _("Line {number}: variations stand inside each other {most} deep at most.").format(
        number=line, most=DEEPEST_VARIATIONS
    )


def never_closed(line: int) -> str:
    """What is told of a comment without an end."""
    return _("Line {number}: the comment that begins here is never closed: }} is missing.").format(
        number=line
    )
