"""The memory of what somebody has been told who hears a match without its board, so that nothing is
told twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.changes import (
    Amounts,
    caption_sentences,
    changed_rows,
    row_lines,
    rows_beside,
)

_WITH_DIGITS: Final = re.compile(r"\w*[0-9]\w*")
"""A word with digits: a place, a number."""

_TIME: Final = re.compile(r"\[[0-9:.]+\] ")
"""The time before a sentence on what happens by itself."""


def without_repeated_events(lines: Iterable[str]) -> list[str]:
    """The *lines* of news without events that one of them has told before, but for their time: in
    some games the same happens to a player again and again."""
    known, news = set[str](), []
    for line in lines:
        event = _TIME.match(line) and _TIME.sub("", line)
        if not event or event not in known:
            news.append(line)
        known |= {event or ""}
    return news


@dataclass
class _Beside:
    """The amounts and sentences beside the board of one game that were told last."""

    rows: Amounts
    sentences: Collection[str]


@dataclass
class ToldAloud:
    """The memory of what has been told of the games of a match, and of what has been asked."""

    _beside: dict[Hashable, _Beside] = field(default_factory=dict)
    _patterns: set[str] = field(default_factory=set)
    """The sentences that have been told, without places and numbers."""
    _asked: frozenset[str] = frozenset()

    def all_beside(self, game: Hashable, context: QuestionContext) -> list[str]:
        """Tells all that lies beside the board of a *game*: every tray, all rows of score sheets,
        the caption; but what it repeats of the trays."""
        now = self._note(game, context)
        turn = [seen.partition(". ")[0].rstrip(".") + "." for seen in context.view.seen]
        view = replace(context.view, caption=" ".join([*turn, *now.sentences]))
        return [*replace(context, view=view).beside()]

    def changes(self, game: Hashable, context: QuestionContext) -> list[str]:
        """Tells what has changed beside the board of a *game* since it was told last; all of it at
        first, but whose turn it is. *game* is whatever tells one game of the match from others."""
        before = self._beside.get(game)
        now = self._note(game, context)
        if before is None:
            unseen = replace(context.view, caption=" ".join(now.sentences))
            return [*replace(context, view=unseen).beside()]
        new = [each for each in now.sentences if each not in before.sentences]
        return [*row_lines(changed_rows(before.rows, now.rows)), *filter(None, [" ".join(new)])]

    def _note(self, game: Hashable, context: QuestionContext) -> _Beside:
        view = context.view
        rows = rows_beside(view, context.seat_words, context.names)
        self._beside[game] = _Beside(rows, caption_sentences(view))
        return self._beside[game]

    def question(self, plain: str, short: str, full: str) -> str:
        """The sentence that asks for a decision: *full*, with examples, at first, later
        *short*; ``""`` where it was the last one that was asked. *plain* tells one question from
        others: it has no examples."""
        is_again = not self._asked.isdisjoint((plain, short))
        self._asked = frozenset((plain, short))
        is_known = not self.new_sentences([plain])
        if is_again:
            return ""
        return short if is_known else full

    def forget_question(self) -> None:
        """Forgets the last question, so that the next one is told."""
        self._asked = frozenset()

    def new_sentences(self, sentences: Iterable[str]) -> list[str]:
        """Those of *sentences* that are new, but for places and numbers in them."""
        new = []
        for sentence in sentences:
            pattern = _WITH_DIGITS.sub("", sentence)
            if pattern not in self._patterns:
                new.append(sentence)
            self._patterns.add(pattern)
        return new
