"""Thoughts, the jobs that take time: bots' decisions, hints, inquiries. The driver runs them in any
thread.

The function that a thought runs can be pickled, for a thread or worker elsewhere: it has values,
and functions with a name in their module. It leaves out what is not needed there, for example the
whole match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.texts import spoken
from gipf_meta.bots.analyst import Analyst, analyst
from gipf_meta.bots.bot import Bot, Request, engine_ms
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.deeds.messages import (
    AnalysisMessage,
    ChancesMessage,
    HintBody,
    HintMessage,
    ReviewMessage,
    ReviewTold,
)
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration import story
from gipf_meta.narration.advice import Advice
from gipf_meta.narration.analysis_words import LinesTeller, LinesTold, ReviewTeller
from gipf_meta.narration.shares import ChancesTold, chances_now
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.effort import Effort
from gipf_meta.search.review import deepen_review
from gipf_meta.table.new_table import analysis_budget, glance_budget
from gipf_meta.table.pilots import Thinking, decide

LINES: Final = 3
"""The number of best lines that an analysis reports."""
SEARCHES: Final = 8
"""The most searches of a review between two parts of its answer; a few are much deeper."""
MORE: Final = 1.3
"""The factor by which an analysis has looked at more positions before it reports again."""

OnEnd: TypeAlias = Callable[[Any, Callable[[], Any]], None]
"""A callback: takes a thought that has ended, and a function that returns its answer or raises its
error."""
OnPart: TypeAlias = Callable[[Any, Any], None]
"""A callback: takes a thought that goes on, and a part of its answer."""
TakePart: TypeAlias = Callable[[Any], object]
"""A callback where the thought runs: takes a part of the answer before the whole is found."""
Run: TypeAlias = Callable[[TakePart], Any]
"""Finds an answer, and passes parts of it on before. Raises the errors of the bot or the game."""


class Work(Protocol):
    """A job that takes time. Nothing in a match waits for one that ``can_wait``, which may take
    long."""

    @property
    def can_wait(self) -> bool:
        """Whether bots and hints go first."""
        ...

    @property
    def engine_ms(self) -> int:
        """The milliseconds that the engine it asks may take until its next message; 0: it asks
        none."""
        ...

    @property
    def run(self) -> Run:
        """The function that does the job, in any thread or worker."""
        ...

    @property
    def is_cancelled(self) -> bool:
        """Whether the answer is no longer wanted."""
        ...

    def cancel(self) -> None:
        """Notes that the answer is no longer wanted."""
        ...


@dataclass(frozen=True, eq=False)
class BotThought:
    """The search of a bot of *room* for its decision."""

    can_wait: ClassVar[bool] = False
    room: str
    thinking: Thinking

    @property
    def engine_ms(self) -> int:
        """The milliseconds that the bot may take, if it is an engine."""
        return engine_ms(self.thinking.bot)

    @property
    def run(self) -> Run:
        """The function that finds the bot's decision. Raises the errors of the bot or the game."""
        bot, request = self.thinking.bot, self.thinking.request
        if not isinstance(bot, EngineBot):  # it needs no more than the state
            request = replace(request, session=None)
        return partial(_choose, bot, request, self.thinking.may_wait)

    @property
    def is_cancelled(self) -> bool:
        """Whether the decision is no longer wanted."""
        return self.thinking.cancelled.is_set()

    def cancel(self) -> None:
        """Tells the bot that its decision is no longer wanted."""
        self.thinking.cancel()


class Cancelling:
    """A flag that any thread sets, once. It has no lock, so that its owner can be pickled."""

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Sets the flag."""
        self._is_set = True

    def is_set(self) -> bool:
        """Whether the flag is set."""
        return self._is_set


@dataclass(frozen=True, eq=False)
class HintThought:
    """The search for a hint, for the sender of the command *id* over *link*, in his *language*.

    *match* is the one that the hint is for, and *cancelled* ends *find*.
    """

    can_wait: ClassVar[bool] = False
    room: str
    link: str
    id: str
    language: str
    reader: Addressee
    match: Match
    find: Callable[[], Advice] = field(repr=False)
    cancelled: Cancelling = field(repr=False)

    @property
    def game(self) -> AnyGame:
        """The game that is searched."""
        return self.match.top.game

    @property
    def engine_ms(self) -> int:
        """The milliseconds that the engine may take that was appointed to look."""
        return analyst().engine_ms

    @property
    def run(self) -> Run:
        """The function that finds the hint. Raises the errors of the game."""
        return partial(_advise, self.language, self.reader, self.find)

    @property
    def is_cancelled(self) -> bool:
        """Whether the hint is no longer wanted."""
        return self.cancelled.is_set()

    def cancel(self) -> None:
        """Ends the search for the hint."""
        self.cancelled.set()

    def message(self, advice: Advice) -> HintMessage:
        """The message that brings the hint."""
        first = advice.steps[0][0] if advice.steps else ""
        sentences = [*advice.sentences, *([advice.follow] if advice.follow else [])]
        hint: HintBody = {
            "room": self.room,
            "id": self.id,
            "sentences": sentences,
            "places": list(advice.places),
            "taken": list(advice.taken),
            "notation": first,
        }
        return {"hint": hint}


@dataclass(frozen=True, eq=False)
class _Inquiry:
    """The search for an answer that takes long, for the sender of the command *id* over *link*, in
    his *language*.

    *reader* is the sender, as the match knows him.
    """

    kind: ClassVar[str]
    can_wait: ClassVar[bool] = True
    room: str
    link: str
    id: str
    language: str
    reader: Addressee
    cancelled: Cancelling = field(default_factory=Cancelling, repr=False, kw_only=True)

    @property
    def engine_ms(self) -> int:
        """The milliseconds that an engine that was appointed to look may take for each part of the
        answer."""
        return SEARCHES * analyst().engine_ms

    @property
    def is_cancelled(self) -> bool:
        """Whether the answer is no longer wanted."""
        return self.cancelled.is_set()

    def cancel(self) -> None:
        """Ends the search."""
        self.cancelled.set()


@dataclass(frozen=True, eq=False)
class _SessionInquiry(_Inquiry):
    """An inquiry about one *session*."""

    session: Session

    @property
    def game(self) -> AnyGame:
        """The game that is searched."""
        return self.session.game


@dataclass(frozen=True, eq=False)
class AnalysisThought(_SessionInquiry):
    """The search for the best lines of *session*, which stands at moment *at*; ``None``: now."""

    kind: ClassVar[str] = "analysis"
    at: int | None

    @property
    def run(self) -> Run:
        """The function that finds better and better lines."""
        arguments = self.session, self.reader, analysis_budget(self.cancelled)
        return partial(_analyse, analyst(), self.language, *arguments)

    def message(self, fields: LinesTold) -> AnalysisMessage:
        """The message that brings an analysis."""
        return {"analysis": {"room": self.room, "id": self.id, "at": self.at, **fields}}


@dataclass(frozen=True, eq=False)
class ChancesThought(_SessionInquiry):
    """The short look at *session*, as the match stands, for the chances of its players."""

    kind: ClassVar[str] = "chances"

    @property
    def run(self) -> Run:
        """The function that finds the chances."""
        arguments = self.session, self.reader, glance_budget(self.cancelled)
        return partial(_estimate, analyst(), self.language, *arguments)

    def message(self, fields: ChancesTold) -> ChancesMessage:
        """The message that brings the chances."""
        return {"chances": {"room": self.room, "id": self.id, **fields}}


@dataclass(frozen=True, eq=False)
class ReviewThought(_Inquiry):
    """The search for the worth of each turn of *match*, with so much *effort*; the sender has *own*
    players in it."""

    kind: ClassVar[str] = "review"
    match: Match
    effort: Effort = field(default_factory=Effort)
    own: tuple[int, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that is searched."""
        return self.match.top.game

    @property
    def run(self) -> Run:
        """The function that makes the review, turn by turn."""
        # a review needs no other games, and these may not be picklable
        match = replace(self.match, finder=find_nothing)
        search = self.effort, self.cancelled, self.own
        return partial(_review, analyst(), self.language, match, self.reader, *search)

    def message(self, fields: ReviewTold) -> ReviewMessage:
        """The message that brings a part of the review."""
        return {"review": {"room": self.room, "id": self.id, **fields}}


Inquiry: TypeAlias = AnalysisThought | ChancesThought | ReviewThought
"""A thought about a match that nobody in it waits for."""
AskedThought: TypeAlias = HintThought | Inquiry
"""A thought whose answer goes to the sender at a *link*."""
Thought: TypeAlias = BotThought | AskedThought
"""A job to ``run`` in any thread; its parts and its answer are handed to the hub.

Nothing in a match waits for one that ``can_wait``, which may take long.
"""


def _choose(bot: Bot, request: Request, may_wait: bool, tell: TakePart) -> Any:
    """The decision of *bot*."""
    return decide(bot, request, may_wait)


def _advise(language: str, reader: Addressee, find: Callable[[], Advice], tell: TakePart) -> Advice:
    """The hint that *find* finds for *reader*, in that *language*."""
    with spoken(language), told_to(reader):
        return find()


def _analyse(
    analyst: Analyst,
    language: str,
    session: Session,
    reader: Addressee,
    budget: Budget,
    tell: TakePart,
) -> LinesTold:
    """The last analysis of *session* in words; *tell* takes earlier ones."""
    with spoken(language), told_to(reader):
        teller = LinesTeller(session, story.called_by(reader))
        analysis = teller.beginning
        if analysis["over"]:
            return analysis
        tell(analysis)
        found, next_told = None, 0.0
        for found in analyst.deepen(session, budget, LINES):
            if found.positions >= next_told and not found.sure:
                next_told = found.positions * MORE
                tell(teller.tell(found, over=False))
        return analysis if found is None else teller.tell(found, over=True)


def _estimate(
    analyst: Analyst,
    language: str,
    session: Session,
    reader: Addressee,
    budget: Budget,
    tell: TakePart,
) -> ChancesTold:
    """The chances in *session*, where a seat is on turn."""
    with spoken(language), told_to(reader):
        found = analyst.analyse(session, budget, 1)
        shares = chances_now(session, story.called_by(reader), found.chances)
        assert shares is not None, "a seat is on turn"
        return shares


def _review(
    analyst: Analyst,
    language: str,
    match: Match,
    reader: Addressee,
    effort: Effort,
    cancelled: Flag,
    own: tuple[int, ...],
    tell: TakePart,
) -> ReviewTold:
    """The end of the review of *match*, in which the reader has *own* players; *tell* takes the
    parts before, verdict by verdict."""
    with spoken(language), told_to(reader):
        teller = ReviewTeller(match, story.called_by(reader), own)
        begun: ReviewTold = {"whole": True, "over": False, "set": teller.begin()}
        tell(begun)
        for judged in deepen_review(match, effort, cancelled=cancelled, look=analyst.look):
            tell({"whole": False, "over": False, "set": teller.add(judged)})
        return {"whole": False, "over": True, "set": teller.end()}


def find_nothing(game: str) -> type[AnyGame]:
    """Finds no game. Raises ``LookupError``."""
    raise LookupError(game)
