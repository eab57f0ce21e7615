"""The data of a record: the decisions of a match, turn by turn; never a dump of state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_serializer,
)

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import DEEPEST
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.match.match import EndOfThinking, Match
from gipf_meta.match.session import LONGEST_MS
from gipf_meta.records.lines import (
    TreeLine,
    Variations,
    lines_from_data,
    lines_of,
    lines_to_data,
    variations_from,
)

FORMAT: Final = 1
"""The format of records, but for those whose variations stand too deeply inside each other."""
FORMAT_OF_LINES: Final = "2 (gipf-meta 0.3.0)"
"""The format of records with a turn whose variations are listed flat. Versions that do not know it
show it, and so say which one does."""

MOST_DECISIONS: Final = 20_000
"""The most decisions of a record, those of duels with them; the longest matches need a tenth."""

MOST_SEATS: Final = 100
"""The most players of a match."""

LEAST_LEVELS: Final = 10
"""The nested variations that pydantic can write on every system: in a browser it has fewer levels
than elsewhere."""

LONGEST_TEXT: Final = 10_000
"""The most letters of a decision, a turn or a reason."""

LONGEST_NAME: Final = 200
"""The most letters of the id of a game or a bot, and of a time control."""

LONGEST_PERSON: Final = 60
"""The most letters of the name of a player."""

LONGEST_SIGNS: Final = 20
"""The most letters of the signs that judge a turn: ``!``, ``?!``."""

MOST_ABOUT: Final = 50
"""The most facts that a record says about its match."""

Number: TypeAlias = Annotated[int, Field(strict=True, ge=-(2**63), lt=2**63)]
PlayerNumber: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)]
Ms: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=LONGEST_MS)]
Scores: TypeAlias = Annotated[tuple[int, ...], Field(max_length=MOST_SEATS, fail_fast=True)]
Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Text: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]
TurnSigns: TypeAlias = Annotated[str, Field(max_length=LONGEST_SIGNS)]
AboutMatch: TypeAlias = Annotated[dict[Text, Text], Field(max_length=MOST_ABOUT)]


class RecordError(GipfMetaError, ValueError):
    """The record cannot be read, replayed or written; one sentence.

    *match* is the match up to the fault, ``None`` if nothing could be replayed.
    """

    def __init__(self, why: str, match: Match | None = None) -> None:
        super().__init__(show_unprintable(why))
        self.match = match


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Extended(BaseModel):
    """A model that was extended by optional fields since its first version: *later* fields that are
    ``None`` are not written, so programs that do not know them read it still."""

    later: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _leave_out_unsaid(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        written: dict[str, object] = write(self)
        return {
            name: each
            for name, each in written.items()
            if each is not None or name not in self.later
        }


def _read_variations(variations: Any, read: ValidatorFunctionWrapHandler) -> Variations[PlayedTurn]:
    """The variations of a turn from JSON data, nested or flat, of any depth: lines of turns without
    variations are validated. *read* raises the error for data that is neither."""
    lines = lines_from_data(variations)
    if lines is None:
        found: Variations[PlayedTurn] = read(variations)
        return found
    if not lines:
        return ()
    turns = _LINES.validate_python([line.turns for line in lines])
    read_lines = [TreeLine(line.of, own) for line, own in zip(lines, turns, strict=True)]
    return variations_from(read_lines, with_variations)


def _write_variations(variations: Variations[PlayedTurn]) -> Any:
    """*variations* as JSON data: nested where pydantic writes that on every system, else as
    lines. Files and libraries, whose records older versions read, nest more (``turn_to_data``)."""
    lines = lines_of(variations, _variations_of)
    return _dumped(lines, nested=count_levels(lines) <= LEAST_LEVELS)


def turn_to_data(turn: PlayedTurn) -> dict[str, Any]:
    """*turn* as JSON data, without values that are the defaults. Its variations are nested where
    every version reads that, else flat."""
    data = without_variations(turn).model_dump(mode="json", exclude_defaults=True)
    if turn.variations:
        lines = lines_of(turn.variations, _variations_of)
        data["variations"] = _dumped(lines, nested=_are_shallow(lines))
    return data


def _dumped(lines: Iterable[TreeLine[PlayedTurn]], *, nested: bool) -> Any:
    """The variations of these *lines* as JSON data."""
    dumped = [
        TreeLine(of, [turn.model_dump(mode="json", exclude_defaults=True) for turn in turns])
        for of, turns in _bare_lines(lines)
    ]
    return lines_to_data(dumped, nested=nested)


def _bare_lines(lines: Iterable[TreeLine[PlayedTurn]]) -> list[TreeLine[PlayedTurn]]:
    """*lines* of turns without variations."""
    return [TreeLine(of, [*map(without_variations, turns)]) for of, turns in lines]


def _variations_of(turn: PlayedTurn) -> Variations[PlayedTurn]:
    return turn.variations


class Decision(_Strict):
    """One decision: of a seat, of luck (*by* is null), or by the *duel* in it.

    *move* is null while the duel is still being played. *at* is the time of the session in
    milliseconds. *then* holds the seat's premoves.
    """

    by: Number | None
    move: Text | None
    at: Ms = Field(default=0, description="milliseconds of session time")
    then: tuple[Text, ...] = Field(default=(), max_length=MOST_DECISIONS, fail_fast=True)
    duel: Record | None = None


class PlayedTurn(_Strict):
    """A turn: *text* is its canonical notation, as far as it was played.

    Beside it stand notes of people: a *comment*, *signs* such as ``?!``, *variations*: lines of
    turns that begin instead of this one. Turns with their variations are a tree.
    """

    number: Number
    text: Text
    decisions: tuple[Decision, ...] = Field(min_length=1, fail_fast=True)
    comment: Text = ""
    signs: TurnSigns = ""
    variations: Annotated[
        tuple[tuple[PlayedTurn, ...], ...],
        WrapValidator(_read_variations),
        PlainSerializer(_write_variations, when_used="json"),
    ] = Field(default=(), fail_fast=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayedTurn) or not (self.variations or other.variations):
            return super().__eq__(other)
        return _bare_lines(all_lines((self,))) == _bare_lines(all_lines((other,)))

    __hash__ = _Strict.__hash__

    def __getstate__(self) -> dict[Any, Any]:
        """Lines are pickled, for Python pickles nothing that is deep."""
        state = super().__getstate__()
        bare = _bare_lines(lines_of(self.variations, _variations_of))
        return {**state, "__dict__": {**state["__dict__"], "variations": bare}}

    def __setstate__(self, state: dict[Any, Any]) -> None:
        own = {**state["__dict__"]}
        own["variations"] = variations_from(own["variations"], with_variations)
        super().__setstate__({**state, "__dict__": own})


_LINES: Final[TypeAdapter[Variations[PlayedTurn]]] = TypeAdapter(
    tuple[tuple[PlayedTurn, ...], ...], config=ConfigDict(defer_build=True)
)
"""Reads lists as the arrays that they were in JSON, also where all else is read strictly."""


class Result(_Strict):
    """The result of a game; *by_rules* is false after a resignation or an agreed draw."""

    winners: tuple[int, ...] = Field(max_length=MOST_SEATS, fail_fast=True)
    reason: Text
    scores: Scores | None = None
    by_rules: bool = True


class Seat(_Strict):
    """An entry for a player in a record: his name, and his kind (*player*), ``human`` or a bot."""

    name: str = Field(min_length=1, max_length=LONGEST_PERSON, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
    player: Name = "human"


class Record(_Strict):
    """A game as it was played. Times are milliseconds.

    A duel that was played live has its own *clock*, which ran *clock_from* on.

    *players* are the match's players at the seats of this game; *people* are their names and kinds,
    in the outermost record only, as are *seed*, *thinking* and the *position* that the match began
    from.
    """

    format: Literal[1] = 1
    game: Name
    rules: Number = Field(1, description="version of the game's rules")
    options: dict[str, Any] = {}
    parts: dict[Name, Name] = Field({}, description="what the match needs, and its packages")
    players: tuple[PlayerNumber, ...] = Field(max_length=MOST_SEATS, fail_fast=True)
    people: tuple[Seat, ...] = Field(default=(), max_length=MOST_SEATS, fail_fast=True)
    position: Text = Field(default="", description="where the match began")
    seed: Number = 0
    clock: Name | None = Field(
        default=None, description="the time control, as 10m+5s; in a duel: it was played live"
    )
    clock_from: Ms = Field(default=0, description="when the clock of a live duel began")
    duel_clock: Name | None = Field(default=None, description="that of each duel; else it stands")
    thinking: EndOfThinking | None = Field(
        default=None, description="what ended the searches of its bots, if that is known"
    )
    time: Ms = 0
    turns: tuple[PlayedTurn, ...] = Field(default=(), fail_fast=True)
    result: Result | None = None
    about: AboutMatch = Field(default={}, description="date, event, place, …: what else is said")
    comment: Text = Field(default="", description="on the match, before its first turn")
    study: bool = Field(default=False, description="whether it is gone on with as a study")


def duels_of(record: Record) -> Iterator[tuple[PlayedTurn, Record]]:
    """The duels inside a record, with the turns they were played in."""
    for turn in record.turns:
        for decision in turn.decisions:
            if decision.duel is not None:
                yield turn, decision.duel


# ---- all turns of a tree -----------------------------------------------------------------------


def without_variations(turn: PlayedTurn) -> PlayedTurn:
    """*turn* without the lines that begin instead of it."""
    return turn.model_copy(update={"variations": ()}) if turn.variations else turn


def with_variations(turn: PlayedTurn, variations: Variations[PlayedTurn]) -> PlayedTurn:
    """*turn* with these lines that begin instead of it."""
    return turn.model_copy(update={"variations": variations})


def all_lines(turns: Sequence[PlayedTurn]) -> list[TreeLine[PlayedTurn]]:
    """The main line *turns*, and all lines of its variations, with their variations still there."""
    return lines_of([turns], _variations_of)


def all_turns(turns: Sequence[PlayedTurn]) -> Iterator[PlayedTurn]:
    """The *turns* of the main line, and those of all variations behind them."""
    for line in all_lines(turns):
        yield from line.turns


def map_turns(
    turns: Sequence[PlayedTurn], change: Callable[[PlayedTurn], PlayedTurn]
) -> tuple[PlayedTurn, ...]:
    """The tree of *turns* with *change* applied to each turn, which it gets without variations."""
    lines = [TreeLine(of, [*map(change, own)]) for of, own in _bare_lines(all_lines(turns))]
    return variations_from(lines, with_variations)[0]


def _are_shallow(lines: Sequence[TreeLine[PlayedTurn]]) -> bool:
    """Whether every version reads a record with these *lines* of a turn nested."""
    inside = (_depth(turn) for line in lines for turn in line.turns)
    return not lines or 3 + 3 * count_levels(lines) + max(inside, default=0) <= DEEPEST


def count_levels(lines: Iterable[TreeLine[Any]]) -> int:
    """The levels of *lines* inside each other."""
    levels: list[int] = []
    for line in lines:
        levels.append(1 if line.of is None else levels[line.of[0]] + 1)
    return max(levels, default=0)


def _depth(turn: PlayedTurn) -> int:
    """The depth of the values inside *turn*, without its variations."""
    duels = [each.duel for each in turn.decisions if each.duel is not None]
    return 2 + max((3 + _depth(each) for duel in duels for each in duel.turns), default=0)


def count_decisions(turns: Iterable[PlayedTurn]) -> int:
    """The number of decisions of *turns*, with those of duels and variations."""
    count = 0
    for turn in all_turns((*turns,)):
        count += len(turn.decisions)
        for decision in turn.decisions:
            count += 0 if decision.duel is None else count_decisions(decision.duel.turns)
    return count


def all_duels(record: Record) -> Iterator[Record]:
    """The duels inside a record, and those inside them."""
    for _turn, duel in duels_of(record):
        yield duel
        yield from all_duels(duel)
