"""Lines of turns that are being read from a note sheet: the main line and its variations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gipf_meta.protocol.readers import WrittenTurn

Moments: TypeAlias = list[tuple[Any, int]]
"""The states before the turns of a line and after the last, each with the time of the game."""


@dataclass(slots=True)
class TurnBeingRead:
    """A turn with its comments, signs and variations so far; ``written`` joins them at the end."""

    text: str
    seat: int | None
    ms: int | None
    place: str
    comments: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    variations: list[tuple[WrittenTurn, ...]] = field(default_factory=list)

    def written(self) -> WrittenTurn:
        """The turn with its comment, signs and variations."""
        comment, signs = joined(self.comments), "".join(self.signs)
        variations = tuple(self.variations)
        return WrittenTurn(self.text, self.seat, comment, signs, self.ms, variations, self.place)


def joined(comments: Sequence[str]) -> str:
    """The *comments* of a turn as one."""
    return "\n".join(comments).strip()


@dataclass(slots=True)
class TurnLine:
    """A line of turns that is being read: the main line, or a variation, which begins on line
    *number* of the text.

    *comments* are those before its first turn. *before* are the moments before its turns.
    """

    number: int
    before: Moments
    turns: list[TurnBeingRead] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    skips: bool = False
    """Whether its rest is passed over, because a turn of it is not legal: *why*."""
    why: str = ""

    def written(self) -> tuple[WrittenTurn, ...]:
        """Its turns, with their comments, signs and variations."""
        return tuple(turn.written() for turn in self.turns)
