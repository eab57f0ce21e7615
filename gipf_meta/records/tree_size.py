"""The size of a tree of turns as it is saved, so that it can be refused before that."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.json_text import LARGEST, MOST_MARKS
from gipf_meta.records.models import (
    MOST_DECISIONS,
    PlayedTurn,
    all_turns,
    count_decisions,
    without_variations,
)

LINE_LETTERS: Final = 100
LINE_MARKS: Final = 10
"""The most letters and marks for the place of a turn in the tree."""


class TreeSize(NamedTuple):
    """The number of *decisions* of a tree, and the most *letters* and *marks* of its JSON: a record
    with more of them than ``json_text`` allows is not read."""

    decisions: int
    letters: int
    marks: int

    def plus(self, other: TreeSize) -> TreeSize:
        """The size of both together."""
        return TreeSize(*(own + its for own, its in zip(self, other, strict=True)))

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be added; there is room left for one entry."""
        return any(size > most for size, most in zip(self, FULL, strict=True))


FULL: Final = TreeSize(
    MOST_DECISIONS - MOST_DECISIONS // 20, LARGEST - LARGEST // 20, MOST_MARKS - MOST_MARKS // 20
)
"""The size from which on a tree is full."""


def size_of_words(values: Mapping[str, str]) -> TreeSize:
    """The size of the comment and the signs of a turn."""
    text = json.dumps({**values}, ensure_ascii=False)
    return TreeSize(0, len(text), sum(map(text.count, ",[{")))


def size_of(turns: Sequence[PlayedTurn]) -> TreeSize:
    """The size of the tree of *turns*."""
    letters = marks = 0
    for turn in all_turns(turns):
        text = without_variations(turn).model_dump_json(exclude_defaults=True)
        letters += len(text) + LINE_LETTERS
        marks += sum(map(text.count, ",[{")) + LINE_MARKS
    return TreeSize(count_decisions(turns), letters, marks)
