"""What the rooms say to whoever is connected: the shapes of the messages, for the schema."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, TypeAdapter


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Done(_Message):
    """The command *done* (its id) is in the ledger, up to event *number*, or needed nothing."""

    done: str
    number: int


class RefusedMessage(_Message):
    """The command *refused* (its id; ``""``: it had none) is not done; *why* is one sentence."""

    refused: str
    why: str


class SceneBody(_Message):
    """Elements by key: those to *set*, those that are *gone*; *whole*: nothing else is shown.

    It is the scene after event *number*, at *at_ms*.
    """

    room: str
    number: int
    at_ms: int
    whole: bool
    set: dict[str, Any]
    gone: list[str]


class SceneMessage(_Message):
    """To those who want scenes; *news* are sentences on what has happened since the one before."""

    scene: SceneBody
    news: list[str]


class ViewMessage(_Message):
    """To those who want views: the fields of ``View``, with room, number and time."""

    view: dict[str, Any]


class HintBody(_Message):
    """*places* are the points of the decision, *taken* those whose pieces it takes."""

    room: str
    id: str
    places: list[str]
    taken: list[str]
    sentences: list[str]
    notation: str


class HintMessage(_Message):
    """The answer to ``hint``."""

    hint: HintBody


class LineBody(_Message):
    """A line of an analysis: what it is *worth*, its whole *turns*, the first one in *words*.

    *signs* draw its first turn over the board, *follows* those after it.
    """

    worth: str
    turns: list[str]
    words: str
    signs: list[dict[str, Any]]
    follows: list[dict[str, Any]]


class AnalysisBody(_Message):
    """The best *lines* at moment *at* (``None``: as the match stands), after so many *positions*.

    *over* says that no better ones follow.
    """

    room: str
    id: str
    at: int | None
    headline: str
    lines: list[LineBody]
    positions: int
    over: bool


class AnalysisMessage(_Message):
    """The answer to ``analyse``: it comes again with better lines."""

    analysis: AnalysisBody


class ReviewBody(_Message):
    """Elements by key, to be set; *whole*: nothing else is shown. *over* says that it is done.

    ``graph`` is a picture, over which each ``point:N`` is drawn: its turn, at moment *at*, with
    what it was worth in *words*, and *signs* over the board of that moment.
    """

    room: str
    id: str
    whole: bool
    over: bool
    set: dict[str, Any]


class ReviewMessage(_Message):
    """The answer to ``review``: it comes again with each turn."""

    review: ReviewBody


class AnswerBody(_Message):
    """The answer, line by line."""

    id: str
    lines: list[str]


class AnswerMessage(_Message):
    """The answer to ``ask``."""

    answer: AnswerBody


class LookBody(_Message):
    """The whole *scene* of moment *at*; *last* is the number of the last moment."""

    room: str
    id: str
    at: int
    last: int
    scene: dict[str, Any]


class LookMessage(_Message):
    """The answer to ``look``."""

    look: LookBody


class FileBody(_Message):
    """A file of a *name*, a media *type* and a *text*."""

    id: str
    name: str
    type: str
    text: str


class FileMessage(_Message):
    """The answer to ``record`` and ``picture``: the page saves it."""

    file: FileBody


class GoMessage(_Message):
    """The page goes there: ``room/17``."""

    go: str


class PresentBody(_Message):
    """The *players* who are connected, how many others watch; it is *at_ms* at the host.

    Until *reached_ms* time has passed in the room: what it changed on the board without a
    decision, a lost turn, say, is no event.
    """

    room: str
    at_ms: int
    reached_ms: int
    players: list[int]
    watchers: int


class PresentMessage(_Message):
    """To those who want events: as soon as they watch, and when other players are there, or time
    has changed the board."""

    present: PresentBody


class EventMessage(BaseModel):
    """To those who want events: an event with its room."""

    model_config = ConfigDict(extra="allow", frozen=True)

    event: str
    room: str
    number: int
    at_ms: int


Answer: TypeAlias = (
    Done
    | RefusedMessage
    | SceneMessage
    | ViewMessage
    | HintMessage
    | AnalysisMessage
    | ReviewMessage
    | AnswerMessage
    | LookMessage
    | FileMessage
    | GoMessage
    | PresentMessage
    | EventMessage
)

ANSWER: Final[TypeAdapter[Answer]] = TypeAdapter(Answer)
"""Checks messages to clients."""
