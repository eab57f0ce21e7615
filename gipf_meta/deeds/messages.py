"""What is said to rooms, by whom, and what the rooms say to whoever is connected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NotRequired, TypeAlias, TypeVar, cast

from pydantic import GetPydanticSchema, with_config
from typing_extensions import TypedDict

from gipf_meta.deeds.elements import Changes, HereElement, Scene, difference
from gipf_meta.deeds.scene_motion import MovedElement
from gipf_meta.narration.analysis_words import LinesTold, ReviewElements
from gipf_meta.protocol.view import View
from gipf_meta.rooms.events import Event


class Answering(TypedDict):
    """Answers the command *id*; without it nobody has asked. *more*: another answer to it follows,
    else it is the last one."""

    id: NotRequired[str]
    more: NotRequired[bool]


class Done(Answering):
    """The command *done* (its id) is in the ledger, up to event *number*, or needed nothing."""

    done: str
    number: int


class RefusedMessage(Answering):
    """The command *refused* (its id; ``""``: it had none) is not done; *why* is one sentence."""

    refused: str
    why: str


class NoticeMessage(Answering):
    """A sentence that the page shows beside what it shows."""

    notice: str


class Head(TypedDict):
    """Which *room* it is about, after event *number*, at *at_ms*."""

    room: str
    number: int
    at_ms: int


class SceneBody(Head, Changes):
    """A scene, or what of it has changed; *whole*: nothing else is shown."""

    whole: bool


class SceneMessage(TypedDict):
    """To those who want scenes; *news* are sentences on what has happened since the one before,
    *moved* is what has moved."""

    scene: SceneBody
    news: list[str]
    moved: NotRequired[MovedElement]


def tell_scene(
    head: Head,
    before: Scene | None,
    after: Scene,
    news: list[str],
    moved: MovedElement | None = None,
) -> SceneMessage:
    """The message that makes the scene *after* of the scene *before*; ``None``: of nothing."""
    changed: Changes = {"set": after, "gone": []}
    if before is not None:
        changed = difference(before, after)
    message: SceneMessage = {
        "scene": {**head, "whole": before is None, **changed},
        "news": news,
    }
    if before is not None and moved is not None:
        message["moved"] = moved
    return message


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewBody(View):
    """The fields of ``View``, with room, number and time."""

    room: str
    number: int
    at_ms: int


class ViewMessage(TypedDict):
    """To those who want views."""

    view: Annotated[dict[str, object], GetPydanticSchema(lambda _type, read: read(ViewBody))]


class HintBody(TypedDict):
    """*places* are the points of the decision, *taken* those whose pieces it takes."""

    room: str
    id: str
    places: list[str]
    taken: list[str]
    sentences: list[str]
    notation: str


class HintMessage(Answering):
    """The answer to ``hint``."""

    hint: HintBody


class AnalysisBody(LinesTold):
    """The best lines at moment *at* (``None``: as the match stands)."""

    room: str
    id: str
    at: int | None


class AnalysisMessage(Answering):
    """The answer to ``analyse``: it comes again with better lines."""

    analysis: AnalysisBody


class ReviewTold(TypedDict):
    """Elements by key, to be *set*; *whole*: nothing else is shown. *over* says that it is done."""

    whole: bool
    over: bool
    set: ReviewElements


class ReviewBody(ReviewTold):
    """What was told of a review, with its room, and the id of who asked."""

    room: str
    id: str


class ReviewMessage(Answering):
    """The answer to ``review``: it comes again with each turn."""

    review: ReviewBody


class AnswerBody(TypedDict):
    """The answer, line by line."""

    id: str
    lines: list[str]


class AnswerMessage(Answering):
    """The answer to ``ask``."""

    answer: AnswerBody


class LookBody(TypedDict):
    """The whole *scene* of moment *at*; *last* is the number of the last moment.

    *moved* is what has moved since the moment before.
    """

    room: str
    id: str
    at: int
    last: int
    scene: Scene
    moved: NotRequired[MovedElement]


class LookMessage(Answering):
    """The answer to ``look``."""

    look: LookBody


class FileBody(TypedDict):
    """A file of a *name*, a media *type* and a *text*."""

    id: str
    name: str
    type: str
    text: str


class FileMessage(Answering):
    """The answer to ``record`` and ``picture``: the page saves it."""

    file: FileBody


class CopyBody(TypedDict):
    """A *text* to be copied: its *name*, and *words* on what it is."""

    name: str
    words: str
    text: str


class CopiesBody(TypedDict):
    """All *forms* that can be copied, and sentences on what is *missing*."""

    id: str
    forms: list[CopyBody]
    missing: list[str]


class CopiesMessage(Answering):
    """The answer to ``copy``."""

    copies: CopiesBody


class PastedBody(TypedDict):
    """The *turns* of a text, each with the place where it stands there, in words."""

    id: str
    turns: list[tuple[str, str]]


class PastedMessage(Answering):
    """The answer to ``paste``."""

    pasted: PastedBody


class GoMessage(Answering):
    """The page goes there: ``room/17``."""

    go: str


class PresentBody(HereElement):
    """Who is connected; it is *at_ms* at the host. *gone_since_ms* says since when players are not
    there whose seats somebody has.

    Until *reached_ms* time has passed in the room: what it changed on the board without a
    decision, a lost turn, say, is no event.
    """

    room: str
    at_ms: int
    reached_ms: int
    gone_since_ms: NotRequired[dict[str, int]]


class PresentMessage(TypedDict):
    """To those who want events: as soon as they watch, and when other players are there, or time
    has changed the board."""

    present: PresentBody


@with_config({"extra": "allow"})
class EventMessage(TypedDict):
    """To those who want events: an event with its room."""

    event: str
    room: str
    number: int
    at_ms: int


Answer: TypeAlias = (
    Done
    | RefusedMessage
    | NoticeMessage
    | SceneMessage
    | ViewMessage
    | HintMessage
    | AnalysisMessage
    | ReviewMessage
    | AnswerMessage
    | LookMessage
    | FileMessage
    | CopiesMessage
    | PastedMessage
    | GoMessage
    | PresentMessage
    | EventMessage
)
"""What a room says over a line."""


class RoomNews(NamedTuple):
    """What has happened in a *room*, for who sees the room itself; *notice* as rooms have it."""

    room: str
    events: tuple[Event, ...]
    notice: str


class NewsMessage(TypedDict):
    """To those in this process who see the room itself."""

    news: RoomNews


class SharedMessage(dict[str, object]):
    """An ``Answer`` that several people are sent, so it is written once. Nobody may change it."""

    __slots__ = ("_text",)

    def text(self, write: Callable[[Mapping[str, object]], str]) -> str:
        """The message as *write* writes it."""
        try:
            return self._text
        except AttributeError:
            self._text: str = write(self)
            return self._text


RoomMessage: TypeAlias = Answer | NewsMessage | SharedMessage
"""What a room says."""

Sent = TypeVar("Sent", bound=Mapping[str, object])


def answering(id: str, answers: Iterable[Sent], *, goes_on: bool = False) -> list[Sent]:
    """*answers* to the command *id* as they are sent: each bears it, and whether there is more.

    It *goes_on* if the last of them is not the last. Scenes bear nothing: they are shown to whoever
    watches, asked for or not. Nor does what answers a command without an id, ``""``.
    """
    sent = [*answers]
    for n, each in enumerate(sent):
        if id and "scene" not in each:
            more = {"more": True} if goes_on or n + 1 < len(sent) else {}
            sent[n] = cast("Sent", {**each, **more, "id": id})
    return sent


@dataclass(frozen=True)
class LinkedPerson:
    """A connection of *person*, who reads *language* and is called *name*; ``""``: as the seat.

    His program reads events of *revision*.
    """

    person: str
    language: str
    name: str
    revision: int


class Said(NamedTuple):
    """*asker* has said something at *link*. It arrived at *at_ms*; its way there, and that of what
    it answers, took *lag_ms*."""

    link: str
    asker: LinkedPerson
    at_ms: int
    lag_ms: int = 0

    @property
    def person(self) -> str:
        """Who has said it."""
        return self.asker.person
