"""Replays of imported matches in other processes, so that the server does not wait for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from gipf_meta.base.texts import _, language, spoken
from gipf_meta.base.timelimit import LONGEST_WAIT
from gipf_meta.deeds.thoughts import OnEnd, OnPart, Run
from gipf_meta.desk.desk import Desk
from gipf_meta.desk.imported_games import AnyBrought, Brought, read_brought
from gipf_meta.desk.page_texts import words_on_the_end
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import Greeting, PageMessages
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.records.sgf_games import READING_MS
from gipf_meta.web.driver import MakeThinkers, Thinkers
from gipf_meta.web.frames import PageMessage
from gipf_meta.web.process_pool import ThinkingProcess
from gipf_meta.web.thought_queue import WorkerCrashed, WorkerThinkers

LONGEST_OWN_MS: Final = LONGEST_WAIT * READING_MS
"""The timeout of a replay for the person who started the server, ms."""
AT_A_TIME: Final = 2
"""The number of processes for replays; further replays wait."""

Replayed: TypeAlias = Callable[[], AnyBrought]
"""Returns the imported match, or raises the error of its reading."""
AnswerLater: TypeAlias = Callable[[str, PageMessage, Callable[[int], PageMessages]], None]
"""Answers a message of the page of a link with what the callback returns for a time, ms."""


@dataclass(frozen=True, eq=False)
class _Replay:
    """The work of replaying the import *brought*, with error messages in *language*.

    It may have *most* decisions of games that *finder* finds; ``None``: any number. *then* is
    called with the answer.
    """

    can_wait: ClassVar[bool] = True
    engine_ms: ClassVar[int] = 0
    is_cancelled: ClassVar[bool] = False
    brought: Brought
    language: str
    most: int | None
    finder: GameFinder
    then: Callable[[Replayed], object]

    @property
    def run(self) -> Run:
        """The function that replays the match; it raises ``GipfMetaError``, and errors of games."""
        return partial(_read, self.language, self.brought, self.most, self.finder)

    def cancel(self) -> None:
        """Does nothing: a replay ends by itself, or by its timeout."""


class Replays:
    """Replays imported matches of at most *most* decisions, of games that *finder* finds.

    *make_thinkers* makes the pool that runs the replays, and enforces their timeout.
    """

    def __init__(self, make_thinkers: MakeThinkers, finder: GameFinder, most: int | None) -> None:
        self._thinkers = make_thinkers(self._end, lambda thought, part: None)
        self._finder, self._most = finder, most

    def read(self, brought: Brought, then: Callable[[Replayed], object]) -> None:
        """Replays *brought*, and calls *then* in the loop with the answer."""
        self._thinkers.think(_Replay(brought, language(), self._most, self._finder, then))

    def close(self) -> None:
        """Cancels all replays; nothing more is answered."""
        self._thinkers.cancel_all()

    def _end(self, replay: _Replay, answer: Callable[[], Any]) -> None:
        replay.then(partial(_in_time, answer))


def _read(
    language: str,
    brought: Brought,
    most: int | None,
    finder: GameFinder,
    tell: Callable[[Any], object],
) -> AnyBrought:
    with spoken(language):
        return read_brought(brought, most, finder)


def _in_time(answer: Callable[[], Any]) -> AnyBrought:
    """Returns the *answer*. Raises ``DeskError`` after a timeout or a crash, and its errors."""
    try:
        found: AnyBrought = answer()
    except TimeoutError:
        raise DeskError(_("This match takes too long to be replayed here.")) from None
    except WorkerCrashed:
        words = _("The part of the server that replays this match has crashed.")
        raise DeskError(words) from None
    return found


def read_nothing(brought: Brought) -> None:
    """Replays nothing: in the server itself everybody would wait for it."""


def answer_with(
    desk: Desk, link: str, person: str, message: Any, answer: Replayed, at_ms: int
) -> PageMessages:
    """Returns the answers of *desk* to a *message* with an import, whose replay gave *answer*."""
    desk.context.read_brought = lambda _brought: answer()
    try:
        return desk.receive(link, person, message, at_ms)
    finally:
        desk.context.read_brought = read_nothing


def in_own_processes(on_end: OnEnd, on_part: OnPart) -> Thinkers:
    """Returns a pool for replays on the person's own machine; its processes start when needed."""
    return WorkerThinkers(ThinkingProcess, on_end, on_part, AT_A_TIME, LONGEST_OWN_MS)


class OwnDesk:
    """The *desk* of one person; *replays* replays the matches that he imports, answered later."""

    def __init__(self, desk: Desk, replays: Replays) -> None:
        self._desk, self._replays = desk, replays
        desk.context.read_brought = read_nothing
        self.answer_later: AnswerLater = lambda link, message, make: None

    def hello(self, person: str) -> Greeting:
        """Returns the greeting for a page of *person*; it says what to type when this program has
        ended."""
        greeting = self._desk.hello(person)
        return {**greeting, "words": greeting["words"] | words_on_the_end()}

    def note_lesson(self, person: str, game: str, lesson: str, page: int | None = None) -> None:
        """Stores that *person* is on a *page* of a *lesson* of *game*; ``None``: he finished it."""
        self._desk.note_lesson(person, game, lesson, page)

    def note_lesson_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> Sequence[str]:
        """Stores that *person* has finished a *lesson* of *game*; returns sentences on it."""
        return self._desk.note_lesson_done(person, game, lesson, progress)

    def find_next_puzzle(self, person: str, game: str, theme: str, but: str) -> str:
        """Returns the address of the puzzle that comes next, as ``FindNext``."""
        return self._desk.find_next_puzzle(person, game, theme, but)

    def find_own(self, person: str, game: str, lesson: str) -> Lesson | None:
        """Returns the lesson of that id in which a mistake of *person* in *game* is mended."""
        return self._desk.find_own(person, game, lesson)

    def note_review(self, person: str, review: EndedReview) -> None:
        """Stores how accurately *person* played, as a *review* says that has ended."""
        self._desk.note_review(person, review)

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> PageMessages:
        """Answers a *message* of *person* at *link*; an import later, and returns ``[]``."""
        answers = self._desk.ask(link, person, message, at_ms)
        if not isinstance(answers, Brought):
            return answers
        self._replays.read(answers, partial(self._take_replay, link, person, message))
        return []

    def _take_replay(self, link: str, person: str, message: Any, answer: Replayed) -> None:
        make = partial(answer_with, self._desk, link, person, message, answer)
        self.answer_later(link, message, make)
