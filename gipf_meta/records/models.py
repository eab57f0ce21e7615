"""What a record holds: the decisions of a match, turn by turn; never a dump of state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.match import Match

FORMAT = 1


LONGEST_MS = 10**15
"""Every time in a record is less, in milliseconds."""

LARGEST = 50_000_000
"""The most letters a record may have; the longest matches need a hundredth of them."""


class RecordError(GipfMetaError, ValueError):
    """The record cannot be read, replayed or written; one sentence.

    *match* is the match up to the fault, ``None`` if nothing could be replayed.
    """

    def __init__(self, why: str, match: Match | None = None) -> None:
        super().__init__(why)
        self.match = match


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Decision(_Strict):
    """One decision: by a seat, by luck (*by* is null), or by the *duel* it holds.

    *move* is null while the duel is still being played. *at* is the time of the session in
    milliseconds. *then* holds the decisions that the seat said beforehand.
    """

    by: int | None
    move: str | None
    at: int = Field(0, ge=0, lt=LONGEST_MS, description="milliseconds of session time")
    then: tuple[str, ...] = ()
    duel: Record | None = None


class PlayedTurn(_Strict):
    """A turn: *text* is its canonical notation, as far as it was played."""

    number: int
    text: str
    decisions: tuple[Decision, ...] = Field(min_length=1)


class Result(_Strict):
    """How a game ended; *by_rules* is false after a resignation or an agreed draw."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    by_rules: bool = True


class Seat(_Strict):
    """Who sat there: a name, and ``human`` or a bot's name."""

    name: str = Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
    player: str = "human"


class Record(_Strict):
    """A game as it was played. Times are milliseconds.

    *players* are the match's players at the seats of this game; *people* says who they are and
    stands in the outermost record only, as do *seed* and *draws*.
    """

    format: Literal[1] = 1
    game: str
    rules: int = Field(1, description="version of the game's rules")
    options: dict[str, Any] = {}
    players: tuple[int, ...]
    people: tuple[Seat, ...] = ()
    seed: int = Field(default=0, ge=-(2**63), lt=2**63)
    clock: str | None = Field(default=None, description="the time control, as 10m+5s")
    time: int = Field(0, ge=0, lt=LONGEST_MS)
    turns: tuple[PlayedTurn, ...] = ()
    result: Result | None = None


def duels_of(record: Record) -> Iterator[tuple[PlayedTurn, Record]]:
    """The duels inside a record, with the turns they were played in."""
    for turn in record.turns:
        for decision in turn.decisions:
            if decision.duel is not None:
                yield turn, decision.duel


def all_duels(record: Record) -> Iterator[Record]:
    """The duels inside a record, and those inside them."""
    for _turn, duel in duels_of(record):
        yield duel
        yield from all_duels(duel)
