"""Notes of a person's practice: an entry for each thing that has happened.

Entries are only ever added: ratings, days and what comes back follow from all of them
(``practice.practice``).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Id: TypeAlias = Annotated[str, Field(max_length=80)]
Text: TypeAlias = Annotated[str, Field(max_length=2000)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    at_ms: int
    """Milliseconds since 1970."""


class Tried(_Entry):
    """A puzzle was tried to its end: one that is shipped, ``yinsh-17``, or one's own, ``own-3``.

    Who has needed neither a second try (*wrong* is 0) nor a hint has solved it; only the first try
    of a shipped puzzle counts for the rating.
    """

    kind: Literal["tried"] = "tried"
    puzzle: Id
    wrong: int = 0
    hints: int = 0
    is_daily: bool = False
    """Whether it was the puzzle of the day on the UTC date of *at_ms*."""


class Missed(_Entry):
    """A mistake of one's own that comes back as a puzzle, ``own-`` and *number*.

    *asked* is the best turn as the review has found it, *played* the one that was played.
    """

    kind: Literal["missed"] = "missed"
    number: int
    game: Id
    options: tuple[Text, ...] = ()
    position: Text
    asked: Text
    played: Text


class Dropped(_Entry):
    """The mistake *number* need not come back any more."""

    kind: Literal["dropped"] = "dropped"
    number: int


class Reviewed(_Entry):
    """A match of one's own was reviewed: for its beginning, middle and end the number of own turns
    and the sum of their accuracies in percent. A later review of the same *match* replaces it."""

    kind: Literal["reviewed"] = "reviewed"
    match: Id
    game: Id
    turns: tuple[int, int, int]
    accuracy: tuple[float, float, float]


Entry: TypeAlias = Annotated[Tried | Missed | Dropped | Reviewed, Field(discriminator="kind")]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
"""Reads and writes entries as JSON."""
