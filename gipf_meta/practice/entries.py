"""Notes of a person's practice: an entry for each thing that has happened.

Entries are only ever added: ratings, days and what comes back follow from all of them
(``practice.practice``).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

LATEST_MS: Final = 1 << 47
"""The latest moment of an entry, some four thousand years from now."""

_Id: TypeAlias = Annotated[str, Field(max_length=80)]
_Text: TypeAlias = Annotated[str, Field(max_length=2000)]
_Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
_Accuracy: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    at_ms: Annotated[int, Field(ge=0, le=LATEST_MS)]
    """Milliseconds since 1970."""


class Tried(_Entry):
    """A puzzle was tried to its end: one that is shipped, ``yinsh-17``, or one's own, ``own-3``.

    Who has needed neither a second try (*wrong* is 0) nor a hint has solved it; only the first try
    of a shipped puzzle counts for the rating. The first wrong turn or hint is noted at once, as a
    try that is *ended* not yet: who leaves then, and begins anew, has tried all the same.
    """

    kind: Literal["tried"] = "tried"
    puzzle: _Id
    wrong: _Number = 0
    hints: _Number = 0
    is_daily: bool = False
    """Whether it was the puzzle of the day on the UTC date of *at_ms*."""
    ended: bool = True


class Missed(_Entry):
    """A mistake of one's own that comes back as a puzzle, ``own-`` and *number*.

    *asked* is the best turn as the review has found it, *played* the one that was played.
    """

    kind: Literal["missed"] = "missed"
    number: _Number
    game: _Id
    options: Annotated[tuple[_Text, ...], Field(max_length=100)] = ()
    position: _Text
    asked: _Text
    played: _Text


class Dropped(_Entry):
    """The mistake *number* need not come back any more."""

    kind: Literal["dropped"] = "dropped"
    number: _Number


class Reviewed(_Entry):
    """A match of one's own was reviewed: for its beginning, middle and end the number of own turns
    and the sum of their accuracies in percent. A later review of the same *match* replaces it."""

    kind: Literal["reviewed"] = "reviewed"
    match: _Id
    game: _Id
    turns: tuple[_Number, _Number, _Number]
    accuracy: tuple[_Accuracy, _Accuracy, _Accuracy]


Entry: TypeAlias = Annotated[Tried | Missed | Dropped | Reviewed, Field(discriminator="kind")]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
"""Reads and writes entries as JSON."""
