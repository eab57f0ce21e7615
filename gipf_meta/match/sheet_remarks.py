"""Notices: sentences on parts of a note sheet that no record holds, a bounded number for a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.note_sheets import SheetPiece
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS

MOST_TOLD: Final = 100
"""The most notices on a game, behind which one more says how many others there are."""


class SheetNotices:
    """The notices on a game, at most ``MOST_TOLD`` and a last one with the number of the others."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self._sentences: list[str] = []
        self._more = 0
        self.add(sentences)

    def add(self, sentences: Iterable[str]) -> None:
        """Adds *sentences*."""
        for sentence in sentences:
            if len(self._sentences) < MOST_TOLD:
                self._sentences.append(sentence)
            else:
                self._more += 1

    def tell(self, line: int, sentence: str, **words: str) -> None:
        """Adds a *sentence* on a *line*, with *words* for its names."""
        shown = {name: one_line(text, 200) for name, text in words.items()}
        self.add((sentence.format(number=line, **shown),))

    def tell_end(self, pieces: Sequence[SheetPiece], is_seat_named: bool) -> None:
        """Adds a sentence where *pieces* end before a turn: with a number, or a player's name."""
        said = [piece for piece in pieces if piece.kind != "end"]
        if said and said[-1].kind == "number" and said[-1].text:
            words = _("Line {number}: no turn stands behind the number {text}.")
            self.tell(said[-1].line, words, text=said[-1].text)
        if is_seat_named:
            words = _("Line {number}: no turn stands behind the name of who plays.")
            self.tell(pieces[-1].line, words)

    def sentences(self) -> tuple[str, ...]:
        """All notices."""
        if not self._more:
            return tuple(self._sentences)
        more = _.many(
            "{count} more place is not kept.", "{count} more places are not kept.", self._more
        )
        return (*self._sentences, more.format(count=self._more))


def too_deep(line: int) -> str:
    """The sentence on variations that are nested too deeply."""
    return _("Line {number}: variations stand inside each other {most} deep at most.").format(
        number=line, most=DEEPEST_VARIATIONS
    )


def never_closed(line: int) -> str:
    """The sentence on a comment without an end."""
    return _("Line {number}: the comment that begins here is never closed: }} is missing.").format(
        number=line
    )
