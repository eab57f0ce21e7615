"""The elements of a room's scene beside its board: players, turns, questions, a lesson.

All values are JSON. Players are numbered from 0, seats are those of the game on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, filterfalse
from operator import is_not
from typing import Annotated, Literal, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from gipf_meta.match.plan_lines import write_lines
from gipf_meta.match.plans import PlanNode
from gipf_meta.render.scene_elements import BoardKinds, BoardPart, BoardParts, Keyed, TextElement


class HeadingElement(TextElement):
    """The *games*, down to the one on top; *text* names its players, too."""

    games: str


class LinesElement(TypedDict):
    """Sentences, a line each."""

    lines: list[str]


class QuestionElement(TypedDict):
    """A question; each of the *answers* is a pair of its key and its label."""

    title: str
    words: str
    answers: list[tuple[str, str]]


def answers_of(answers: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns the *answers* of a question as in JSON, where pairs are lists."""
    return cast("list[tuple[str, str]]", [[key, text] for key, text in answers.items()])


def question_element(title: str, words: str, answers: Mapping[str, str]) -> QuestionElement:
    """Returns a question as a page shows it: its *title*, *words*, and *answers* with their
    keys."""
    return {"title": title, "words": words, "answers": answers_of(answers)}


class DuelQuestion(QuestionElement):
    """The start or the end of a duel; *number* tells it from other duels."""

    number: int


class DuelEndQuestion(DuelQuestion):
    """The end of a duel, as the reader (*you*) sees it: the players who won it, *winners*, and the
    places of the board below that it was about, *contested*."""

    you: Literal["won", "lost", "drew"] | None
    winners: list[int]
    contested: list[str]


class ClaimQuestion(QuestionElement):
    """The question on how the match goes on without a player who is away; it may be put from
    *from_ms* on, by the time of the host."""

    from_ms: int


class FaultQuestion(QuestionElement):
    """The question on who plays on instead of the bot of *player*."""

    player: int


class AgreementQuestion(QuestionElement):
    """The request of player *by* to the others; *asks*: the reader is one who must answer. *at_ms*
    is the hour that is offered, in milliseconds since 1970."""

    by: int
    asks: bool
    at_ms: NotRequired[int]


def agreement_element(question: QuestionElement, by: int, asks: bool) -> AgreementQuestion:
    """Returns the *question* of player *by* to the others; *asks*: the reader must answer."""
    title, words, answers = question["title"], question["words"], question["answers"]
    return {"title": title, "words": words, "answers": answers, "by": by, "asks": asks}


class EndElement(QuestionElement):
    """The end of the match, for the reader, too; *rematch* is the room of the next match, or
    empty. *head*, with which its sentence begins, is the outcome without the reason. *winners* are
    the players who won it."""

    sentence: str
    head: str
    you: Literal["won", "lost", "drew"] | None
    winners: list[int]
    rematch: str


class PlayerElement(TypedDict):
    """A player: whether he is *due* to decide, whether he is the reader (*you*), and with a clock
    the time that he has left; while a clock of days runs at a host also the time, in milliseconds
    since 1970, at which his flag falls."""

    name: str
    seat_name: str
    seat: int | None
    role: str
    kind: str
    bot: bool
    due: bool
    you: bool
    free: bool
    ready: bool
    clock_ms: NotRequired[int]
    clock_runs: NotRequired[bool]
    flag_ms: NotRequired[int]


class FaceElement(TypedDict):
    """The portrait of a bot, in a *box* of its own, for those who want faces. *line* is what it
    says now, with its name, or empty; *slips* are what it says where the reader's chances have
    fallen, first and then."""

    box: list[int]
    markup: str
    line: str
    slips: list[str]


class StateElement(TypedDict):
    """The state of the match: *depth* is the number of its duels, *turn* the number of the last
    event before the turn. A lesson has the first three alone; its *turn* is the page.

    *options* are those in which the game differs from the usual one, in JSON.
    A question that is ``None`` is not put; *waiting* are lines on the people for whom all wait.
    Where it is *paused*, time goes on by itself at *goes_on_ms*, by the time of the host. If that
    is the hour of a duel that is played live, it is *hour_ms*, too, and *hour_clock* the clock
    then, ``none`` with sand.
    """

    game: str
    depth: int
    turn: int
    options: NotRequired[str]
    paused: NotRequired[bool]
    goes_on_ms: NotRequired[int]
    hour_ms: NotRequired[int]
    hour_clock: NotRequired[str]
    over: NotRequired[bool]
    untouched: NotRequired[bool]
    thinking: NotRequired[str]
    ready: NotRequired[QuestionElement | None]
    gentle: NotRequired[QuestionElement | None]
    duel: NotRequired[DuelQuestion | None]
    duel_over: NotRequired[DuelEndQuestion | None]
    trouble: NotRequired[QuestionElement | None]
    fault: NotRequired[FaultQuestion | None]
    offer: NotRequired[AgreementQuestion | None]
    request: NotRequired[AgreementQuestion | None]
    waiting: NotRequired[list[str]]


class ShownElement(TypedDict):
    """Moment *at*, which *name* shows the others (*you*: the reader); *to* is the room in which he
    goes on from there, or empty."""

    at: int
    to: str
    name: str
    you: bool


class MayElement(TypedDict):
    """The commands that the room would *do* for the reader.

    *reseat* are the seats to which he may give a new link; *invited* those to which there are
    invitations, ``None``: to watch.
    """

    do: list[str]
    reseat: NotRequired[list[int]]
    invited: NotRequired[list[int | None]]


class PremoveElement(TypedDict):
    """The premove of the reader: it *waits* for his turn, or was impossible in it."""

    words: str
    waits: bool


class PlanLine(TypedDict):
    """A decision of a plan, as it is sent: to *do*, ``None``: whatever comes, and what comes
    *then*. It is the reader's *own*, or a condition."""

    do: str | None
    then: list[PlanLine]
    own: bool


def plan_lines(nodes: Iterable[PlanNode]) -> list[PlanLine]:
    """Returns *nodes* of a plan as they are sent."""
    return cast("list[PlanLine]", write_lines(nodes))


class PlanElement(TypedDict):
    """The plan of the reader for the game at *depth*: *words*, a sentence for each line, and the
    *lines* from where the game stands. It *waits*, or has failed just now, as the words say."""

    words: list[str]
    lines: list[PlanLine]
    waits: bool
    depth: int


class TurnElement(TypedDict):
    """A turn by *name* in *seat*, or of luck, which has none; it led to moment *at*."""

    number: int
    seat: int | None
    name: str
    text: str
    list_text: str
    at: int


class TreeTurn(TypedDict):
    """A turn of a study by *seat*, or of luck, which has none. Its key has its name: ``tree:12``,
    or ``tree:12.1.3`` for the third turn of the first variation to turn 12. *marks* are the rings
    and arrows that are drawn there: the places of each."""

    number: int
    seat: int | None
    text: str
    signs: NotRequired[str]
    comment: NotRequired[str]
    marks: NotRequired[list[list[str]]]


class TreeElement(TypedDict):
    """A study; *comment* is on all of it. Its turns are elements of their own. *marks* are drawn
    before the first one."""

    comment: str
    marks: NotRequired[list[list[str]]]


class StandElement(TypedDict):
    """The turn of the study *at* which all stand; empty: before the first one. *part* is there if
    they stand inside that turn: the part of it that is played."""

    at: str
    part: NotRequired[str]


class ProspectElement(TypedDict):
    """The board in a case that the *words* name: the part of it that changes, as a picture, if
    there is a board. *spoken* tells the same in words."""

    words: str
    spoken: str
    box: list[float] | None
    markup: str


class CourseElement(TypedDict):
    """The *title* of an answer where a duel may be the answer, and its consequences."""

    title: str
    prospects: list[ProspectElement]


class WaitingElement(TypedDict):
    """The game that waits for a duel: words, and its board as a picture, if it has one; *prospects*
    are its states after the duel."""

    heading: str
    box: list[int] | None
    markup: str
    prospects: list[ProspectElement]


class HereElement(TypedDict):
    """The *players* who are connected, and the number of others who watch."""

    players: list[int]
    watchers: int


class LessonButton(TypedDict):
    """A button of a lesson: a command to *do*, what it *asks* for, the address to which it
    *goes*, or the board that it opens to be looked at: what the screen ``study`` of the desk is
    *about*."""

    text: str
    do: NotRequired[Literal["take_back", "turn_page", "show_me"]]
    asks: NotRequired[Literal["hint"]]
    go: NotRequired[str]
    study: NotRequired[dict[str, str]]
    primary: NotRequired[bool]


class LessonElement(TypedDict):
    """The page of a lesson: its *words*, its *address*, whether it is only read, its buttons.

    The first button leads back, the last one on. *words* say in full what is asked, too; *eye* are
    those for people who see what is lit: the places of *named* and, from click to click, the words
    of *targets*, the paths that lead on. *why* says why the page does not ask for what was tried
    last. At the end of a lesson, *learned* says what it was about; of a puzzle, line by line, how
    it was solved and why.

    A page that has ended, or on which something was tried that is taken back, rests *rests_ms*
    milliseconds after the last motion, before what comes next is shown.
    """

    title: str
    of: str
    words: str
    address: str
    reads: bool
    buttons: list[LessonButton]
    rests_ms: NotRequired[int]
    eye: NotRequired[str]
    named: NotRequired[list[str]]
    targets: NotRequired[list[list[str]]]
    why: NotRequired[str]
    learned: NotRequired[str]


Element: TypeAlias = (
    BoardPart
    | HeadingElement
    | LinesElement
    | EndElement
    | PlayerElement
    | FaceElement
    | StateElement
    | ShownElement
    | MayElement
    | PremoveElement
    | PlanElement
    | TurnElement
    | TreeElement
    | TreeTurn
    | StandElement
    | WaitingElement
    | CourseElement
    | HereElement
    | ClaimQuestion
    | LessonElement
)


class SceneParts(BoardParts, total=False):
    """The elements that a scene has one of, by their keys."""

    heading: HeadingElement
    stakes: LinesElement
    said: LinesElement
    state: StateElement
    over: EndElement
    shown: ShownElement
    may: MayElement
    premove: PremoveElement
    plan: PlanElement
    tree: TreeElement
    stand: StandElement
    below: WaitingElement
    here: HereElement
    lesson: LessonElement


class SceneKinds(BoardKinds, total=False):
    """The elements that a scene has several of: the key is the kind, a colon, and which."""

    player: PlayerElement
    face: FaceElement
    claim: ClaimQuestion
    turn: TurnElement
    course: CourseElement
    tree: TreeTurn


Scene: TypeAlias = Annotated[dict[str, Element], Keyed(SceneParts, SceneKinds)]
"""The elements of a room's scene by their keys. A scene that was sent must not be changed."""


def by_key(parts: SceneParts) -> Scene:
    """Returns the same elements, for a scene."""
    return cast("Scene", parts)


class Changes(TypedDict):
    """Elements by key: those to *set*, those that are *gone*."""

    set: Scene
    gone: list[str]


def difference(before: Mapping[str, Element], after: Mapping[str, Element]) -> Changes:
    """The changes that make the scene *after* of the scene *before*."""
    # most elements are the very same objects: only changed ones were drawn again
    others = compress(after.items(), map(is_not, map(before.get, after), after.values()))
    gone = [] if before.keys() <= after.keys() else [*filterfalse(after.__contains__, before)]
    return {
        "set": {key: value for key, value in others if before.get(key) != value},
        "gone": gone,
    }
