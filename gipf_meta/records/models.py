"""What a record holds: the decisions of a match, turn by turn; never a dump of state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.match.match import Match
from gipf_meta.match.session import LONGEST_MS

FORMAT = 1

MOST_DECISIONS: Final = 20_000
"""The most decisions of a record, those of duels with them; the longest matches need a tenth."""

MOST_SEATS: Final = 100
"""The most players of a match."""

LONGEST_TEXT: Final = 10_000
"""The most letters of a decision, a turn or a reason."""

LONGEST_NAME: Final = 200
"""The most letters of the id of a game or a bot, and of a time control."""

LONGEST_PERSON: Final = 60
"""The most letters of the name of a player."""

LONGEST_SIGNS: Final = 20
"""The most letters of what judges a turn: ``!``, ``?!``."""

MOST_ABOUT: Final = 50
"""The most things that a record says about its match."""

Number: TypeAlias = Annotated[int, Field(strict=True, ge=-(2**63), lt=2**63)]
PlayerNumber: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)]
Ms: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=LONGEST_MS)]
Scores: TypeAlias = Annotated[tuple[int, ...], Field(max_length=MOST_SEATS, fail_fast=True)]
Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Text: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]
TurnSigns: TypeAlias = Annotated[str, Field(max_length=LONGEST_SIGNS)]
AboutMatch: TypeAlias = Annotated[dict[Name, Text], Field(max_length=MOST_ABOUT)]


class RecordError(GipfMetaError, ValueError):
    """The record cannot be read, replayed or written; one sentence.

    *match* is the match up to the fault, ``None`` if nothing could be replayed.
    """

    def __init__(self, why: str, match: Match | None = None) -> None:
        super().__init__(show_unprintable(why))
        self.match = match


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Decision(_Strict):
    """One decision: by a seat, by luck (*by* is null), or by the *duel* it holds.

    *move* is null while the duel is still being played. *at* is the time of the session in
    milliseconds. *then* holds the decisions that the seat said beforehand.
    """

    by: Number | None
    move: Text | None
    at: Ms = Field(default=0, description="milliseconds of session time")
    then: tuple[Text, ...] = Field(default=(), max_length=MOST_DECISIONS, fail_fast=True)
    duel: Record | None = None


class PlayedTurn(_Strict):
    """A turn: *text* is its canonical notation, as far as it was played.

    What people wrote about it stands beside it: a *comment*, *signs* such as ``?!``, *variations*:
    lines of turns that begin instead of this one. Turns with their variations are a tree.
    """

    number: Number
    text: Text
    decisions: tuple[Decision, ...] = Field(min_length=1, fail_fast=True)
    comment: Text = ""
    signs: TurnSigns = ""
    variations: tuple[tuple[PlayedTurn, ...], ...] = Field(default=(), fail_fast=True)


class Result(_Strict):
    """How a game ended; *by_rules* is false after a resignation or an agreed draw."""

    winners: tuple[int, ...] = Field(max_length=MOST_SEATS, fail_fast=True)
    reason: Text
    scores: Scores | None = None
    by_rules: bool = True


class Seat(_Strict):
    """Who sat there: a name, and ``human`` or a bot's name."""

    name: str = Field(min_length=1, max_length=LONGEST_PERSON, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
    player: Name = "human"


class Record(_Strict):
    """A game as it was played. Times are milliseconds.

    *players* are the match's players at the seats of this game; *people* says who they are and
    stands in the outermost record only, as do *seed* and *draws*.
    """

    format: Literal[1] = 1
    game: Name
    rules: Number = Field(1, description="version of the game's rules")
    options: dict[str, Any] = {}
    parts: dict[Name, Name] = Field({}, description="what the match needs, and its packages")
    players: tuple[PlayerNumber, ...] = Field(max_length=MOST_SEATS, fail_fast=True)
    people: tuple[Seat, ...] = Field(default=(), max_length=MOST_SEATS, fail_fast=True)
    seed: Number = 0
    clock: Name | None = Field(default=None, description="the time control, as 10m+5s")
    time: Ms = 0
    turns: tuple[PlayedTurn, ...] = Field(default=(), fail_fast=True)
    result: Result | None = None
    about: AboutMatch = Field(default={}, description="date, event, place, …: what else is said")
    comment: Text = Field(default="", description="on the match, before its first turn")


def duels_of(record: Record) -> Iterator[tuple[PlayedTurn, Record]]:
    """The duels inside a record, with the turns they were played in."""
    for turn in record.turns:
        for decision in turn.decisions:
            if decision.duel is not None:
                yield turn, decision.duel


def count_decisions(turns: tuple[PlayedTurn, ...]) -> int:
    """How many decisions *turns* have, those of duels and variations with them."""
    count = 0
    for turn in turns:
        count += len(turn.decisions)
        for decision in turn.decisions:
            count += 0 if decision.duel is None else count_decisions(decision.duel.turns)
        count += sum(map(count_decisions, turn.variations))
    return count


def all_duels(record: Record) -> Iterator[Record]:
    """The duels inside a record, and those inside them."""
    for _turn, duel in duels_of(record):
        yield duel
        yield from all_duels(duel)
