"""Messages between links and rooms: commands that come in, and the answers and notices that go
out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NotRequired, TypeAlias, TypeVar, cast

from pydantic import GetPydanticSchema, with_config
from typing_extensions import TypedDict

from gipf_meta.deeds.elements import Changes, HereElement, PlanLine, Scene, difference
from gipf_meta.match.plans import Decider
from gipf_meta.narration.analysis_words import LinesTold, ReviewElements
from gipf_meta.narration.scene_motion import MovedElement
from gipf_meta.narration.shares import ChancesTold
from gipf_meta.protocol.view import View
from gipf_meta.rooms.events import Event


class Answering(TypedDict):
    """The fields of an answer to the command *id*; without *id* it answers none. *more*: another
    answer to the same command follows."""

    id: NotRequired[str]
    more: NotRequired[bool]


class Done(Answering):
    """The command *done* (its id) was carried out up to event *number* of the ledger, or needed no
    event."""

    done: str
    number: int


class RefusedMessage(Answering):
    """The command *refused* (its id; ``""``: it had none) was refused; *why* is one sentence."""

    refused: str
    why: str


class NoticeMessage(Answering):
    """A sentence that the page shows beside its content."""

    notice: str


class Head(TypedDict):
    """The *room* that a message is about, after event *number*, at *at_ms*."""

    room: str
    number: int
    at_ms: int


class SceneBody(Head, Changes):
    """A scene, or the changes of one; *whole*: all other elements are removed."""

    whole: bool


class SceneMessage(TypedDict):
    """The message to those who watch scenes; *news* are sentences on the events since the one
    before, *moved* the motions since then, *verdict* the sentences on a duel that has ended."""

    scene: SceneBody
    news: list[str]
    moved: NotRequired[MovedElement]
    verdict: NotRequired[list[str]]


def tell_scene(
    head: Head,
    before: Scene | None,
    after: Scene,
    news: list[str],
    moved: MovedElement | None = None,
    verdict: Sequence[str] = (),
) -> SceneMessage:
    """Returns the message that makes the scene *after* of the scene *before*; ``None``: of
    nothing."""
    changed: Changes = {"set": after, "gone": []}
    if before is not None:
        changed = difference(before, after)
    message: SceneMessage = {
        "scene": {**head, "whole": before is None, **changed},
        "news": news,
    }
    if before is not None and moved is not None:
        message["moved"] = moved
    if before is not None and verdict:
        message["verdict"] = [*verdict]
    return message


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewBody(View):
    """The fields of ``View``, with room, number and time."""

    room: str
    number: int
    at_ms: int


class ViewMessage(TypedDict):
    """The message to those who watch views."""

    view: Annotated[dict[str, object], GetPydanticSchema(lambda _type, read: read(ViewBody))]


class HintBody(TypedDict):
    """A hint: *places* are the points of the decision, *taken* those whose pieces it takes."""

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


class ChancesBody(ChancesTold):
    """The chances as the match stands, after a short look."""

    room: str
    id: str


class ChancesMessage(Answering):
    """The answer to ``chances``."""

    chances: ChancesBody


class ReviewTold(TypedDict):
    """A part of a review: elements by key, to be *set*; *whole*: all others are removed. *over*:
    the review is complete."""

    whole: bool
    over: bool
    set: ReviewElements


class ReviewBody(ReviewTold):
    """A part of a review, with its room, and the id of its command."""

    room: str
    id: str


class ReviewMessage(Answering):
    """The answer to ``review``: it comes again with each turn."""

    review: ReviewBody


class WordTold(TypedDict):
    """A word that can be typed now: its *names*, how it is *shown* with its argument, and what it
    *does*."""

    names: list[str]
    shown: str
    does: str


class AnswerBody(TypedDict):
    """The answer to a question, line by line; or to a word that was typed.

    *refuses*: the lines say why the word cannot be used. Else the *command* of the room that the
    word is, for the client to send, or the *word* that the client carries out itself, with its
    *argument*. *words* are all that can be typed, in the answer to ``help``.
    """

    id: str
    lines: list[str]
    refuses: NotRequired[bool]
    command: NotRequired[dict[str, object]]
    word: NotRequired[str]
    argument: NotRequired[str]
    words: NotRequired[list[WordTold]]


class AnswerMessage(Answering):
    """The answer to ``ask``."""

    answer: AnswerBody


class TurnNews(TypedDict):
    """The *sentences* on turn *number* of the game at *depth*: 0 is the match, 1 a duel of it, …"""

    number: int
    depth: int
    sentences: list[str]


class AllNewsBody(TypedDict):
    """All that was said of a match since it began, turn by turn; a turn may come in parts."""

    id: str
    turns: list[TurnNews]


class AllNewsMessage(Answering):
    """The answer to ``news``."""

    all_news: AllNewsBody


class LookBody(TypedDict):
    """The whole *scene* of moment *at*; *last* is the number of the last moment.

    *moved* are the motions since the moment before.
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
    """A file with a *name*, a media *type* and a *text*."""

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
    """The *turns* of a pasted text, each with the words for its place there."""

    id: str
    turns: list[tuple[str, str]]


class PastedMessage(Answering):
    """The answer to ``paste``."""

    pasted: PastedBody


class ImaginedBody(TypedDict):
    """The board after the decisions of *path*, one by one, in the game on top.

    *decider* is whose decision is next: the reader's *own*, that of an *other* player (*turn*),
    of *luck*, which may bring *draws*, of a *duel*, which may come to *ends*, or *nobody*'s. The
    notation of the choices in *scene*, of draws and ends goes on a path. *known* is what his plan
    has there.
    """

    room: str
    id: str
    path: list[str]
    decider: Decider
    turn: int | None
    is_own: bool
    draws: list[str]
    ends: list[str]
    known: list[PlanLine]
    scene: Scene


class ImaginedMessage(Answering):
    """The answer to ``imagine``."""

    imagined: ImaginedBody


class GoMessage(Answering):
    """The address in the page to which the reader is led, as ``room/17``."""

    go: str


class PresentBody(HereElement):
    """The people who are connected, at *at_ms* by the time of the host. *gone_since_ms* is since
    when players are away whose seats somebody holds.

    Time has passed in the room until *reached_ms*: a change by time without a decision, such as a
    lost turn, is no event.
    """

    room: str
    at_ms: int
    reached_ms: int
    gone_since_ms: NotRequired[dict[str, int]]


class PresentMessage(TypedDict):
    """The message to those who watch events: at once, and when players come or go, or time has
    changed the board."""

    present: PresentBody


@with_config({"extra": "allow"})
class EventMessage(TypedDict):
    """The message to those who watch events: an event with its room."""

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
    | ChancesMessage
    | ReviewMessage
    | AnswerMessage
    | AllNewsMessage
    | LookMessage
    | FileMessage
    | CopiesMessage
    | PastedMessage
    | ImaginedMessage
    | GoMessage
    | PresentMessage
    | EventMessage
)
"""The messages that a room sends over a line."""


class RoomNews(NamedTuple):
    """The events of a *room* for a watcher in this process, who reads the room itself; *notice* is
    that of its state."""

    room: str
    events: tuple[Event, ...]
    notice: str


class NewsMessage(TypedDict):
    """The message to watchers in this process, who read the room itself."""

    news: RoomNews


class SharedMessage(dict[str, object]):
    """An ``Answer`` that is sent to several people, and written as text only once. It must not be
    changed."""

    __slots__ = ("_text",)

    def text(self, write: Callable[[Mapping[str, object]], str]) -> str:
        """Returns the message as text, made by *write* at the first call."""
        try:
            return self._text
        except AttributeError:
            self._text: str = write(self)
            return self._text


RoomMessage: TypeAlias = Answer | NewsMessage | SharedMessage
"""The messages that a room sends, over a line or within this process."""

Sent = TypeVar("Sent", bound=Mapping[str, object])


def answering(id: str, answers: Iterable[Sent], *, goes_on: bool = False) -> list[Sent]:
    """Returns *answers* to the command *id* as they are sent: each with the id, and with ``more``
    unless it is the last.

    *goes_on*: the last of them is not the last, either. Scenes get no id, since they go to all
    watchers, nor does an answer to a command without one (``""``).
    """
    sent = [*answers]
    for n, each in enumerate(sent):
        if id and "scene" not in each:
            more = {"more": True} if goes_on or n + 1 < len(sent) else {}
            sent[n] = cast("Sent", {**each, **more, "id": id})
    return sent


@dataclass(frozen=True)
class LinkedPerson:
    """The *person* at a link, who reads *language* and is called *name*; ``""``: as the seat.

    His program reads events of *revision*. He is in *zone*, as ``base.dates.read_zone`` names it.
    """

    person: str
    language: str
    name: str
    revision: int
    zone: str = ""


class Said(NamedTuple):
    """The origin of a command: *asker* sent it over *link*. It arrived at *at_ms*; its way, and
    that of the message before, to which it reacts, took *lag_ms*."""

    link: str
    asker: LinkedPerson
    at_ms: int
    lag_ms: int = 0

    @property
    def person(self) -> str:
        """The sender."""
        return self.asker.person
