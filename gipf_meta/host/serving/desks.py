"""A desk for each person of a host: his settings, his lessons, the matches that he opens.

Matches that he imports are replayed in other processes, so that nobody else waits for them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.acquaintance import Acquaintances
from gipf_meta.desk.context import Context, Tables, new_room_id
from gipf_meta.desk.desk import Desk
from gipf_meta.desk.identity import Identity
from gipf_meta.desk.imported_games import Brought
from gipf_meta.desk.own_notices import NoticeWays
from gipf_meta.desk.own_vacations import Vacations
from gipf_meta.desk.responses import Greeting, PageMessages, WaitsMessage, WrittenPart
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.library.settings import Settings, read_settings
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.plugins.loading import Installed
from gipf_meta.practice.keeping import MemoryKeeper, PracticeKeeper
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.failures import failure
from gipf_meta.web.replays import AnswerLater, Replayed, Replays, answer_with, read_nothing

LONGEST_REPLAY_MS: Final = 5_000
"""Milliseconds that the replay of an imported match may take; then its process is killed."""

MOST_DESKS: Final = 1000
"""Desks in memory; the desk that was not used for longest is dropped, and made anew when needed."""

MOST_BROUGHT: Final = 1_000
"""The most decisions of an imported match. Another process replays it; everybody waits while the
result is read, 25 microseconds for each decision: half of the time that one act may take.
"""

NoteAnswers: TypeAlias = Callable[[str, str, PageMessages], None]


class PeopleSettings(Protocol):
    """The store of the names and settings of people."""

    def name_of(self, person: str) -> str:
        """Returns the name of *person*; ``""`` if he has none."""
        ...

    def rename(self, person: str, name: str) -> str:
        """Gives *person* the name *name*, and returns it as stored. Raises ``GipfMetaError``."""
        ...

    def settings_of(self, person: str) -> dict[str, Any]:
        """Returns the settings of *person*."""
        ...

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Stores the *settings* of *person*. Raises ``GipfMetaError``."""
        ...


class Desks:
    """The desks of *people* who play the *installed* games, in the rooms of *hub*.

    *tables* are the lists of those rooms, *identity* has the devices and ways back of people,
    *acquaintances* the people whom each knows, *vacations* when they are away, *notice_ways* how
    they are told what waits for them. *practice_of* returns the practice of a person.
    *replays* replays the matches that people import;
    ``answer_later`` sends the answer to the page. *charge_replay* is called with the link and the
    person of each import, and may refuse it. ``note_name`` is called with each person who gets
    another name, ``note_answers`` with a link, its person and the answers to it. *explain* makes
    the sentence that people are told of a defect; *note_refusal* is called with each sentence that
    refuses something. *known* is the cache of the games' facts that all
    desks share.
    """

    def __init__(
        self,
        installed: Installed,
        hub: Hub,
        people: PeopleSettings,
        tables: Tables,
        *,
        replays: Replays,
        charge_replay: Callable[[str, str], object],
        explain: Callable[[BaseException], str] = failure,
        note_refusal: Callable[[GipfMetaError], object] = lambda error: None,
        known: dict[tuple[object, ...], Any] | None = None,
        identity: Identity | None = None,
        acquaintances: Acquaintances | None = None,
        vacations: Vacations | None = None,
        notice_ways: NoticeWays | None = None,
        practice_of: Callable[[str], PracticeKeeper] = lambda person: MemoryKeeper(),
    ) -> None:
        self._installed, self._hub, self._people = installed, hub, people
        self._tables, self._explain, self._note_refusal = tables, explain, note_refusal
        self._replays, self._charge_replay = replays, charge_replay
        self._identity, self._acquaintances = identity, acquaintances
        self._vacations, self._notice_ways = vacations, notice_ways
        self._practice_of = practice_of
        self.note_name: Callable[[str, str], None] = lambda person, name: None
        self.answer_later: AnswerLater = lambda link, message, make: None
        self.note_answers: NoteAnswers = lambda link, person, answers: None
        self._desks = OrderedDict[str, Desk]()
        self._known: dict[tuple[object, ...], Any] = {} if known is None else known

    def hello(self, person: str) -> Greeting:
        """Returns the greeting for a page of *person*; reads his settings anew, as another process
        may have changed them."""
        desk = self._of(person)
        desk.context.settings = self._settings_of(person)
        return desk.hello(person)

    def note_lesson(self, person: str, game: str, lesson: str, page: int | None = None) -> None:
        """Stores that *person* is on a *page* of a *lesson* of *game*; ``None``: he finished it."""
        self._of(person).note_lesson(person, game, lesson, page)

    def note_lesson_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> Sequence[str]:
        """Stores that *person* has finished a *lesson* of *game*; returns sentences on it."""
        return self._of(person).note_lesson_done(person, game, lesson, progress)

    def find_next_puzzle(self, person: str, game: str, theme: str, but: str) -> str:
        """Returns the address of the puzzle that comes next, as ``FindNext``."""
        return self._of(person).find_next_puzzle(person, game, theme, but)

    def find_own(self, person: str, game: str, lesson: str) -> Lesson | None:
        """Returns the lesson of that id in which a mistake of *person* in *game* is mended."""
        return self._of(person).find_own(person, game, lesson)

    def note_review(self, person: str, review: EndedReview) -> None:
        """Stores how accurately *person* played, as a *review* says that has ended."""
        self._of(person).note_review(person, review)

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> PageMessages:
        """Answers a *message* of *person* at *link*; returns ``[]`` for an import, which is
        answered later.

        Raises ``GipfMetaError``.
        """
        desk = self._of(person)
        answers = desk.ask(link, person, message, at_ms)
        if isinstance(answers, Brought):
            self._charge_replay(link, person)
            self._replays.read(answers, partial(self._take_replay, link, person, message))
            return []
        self.note_answers(link, person, answers)
        return answers

    def _take_replay(self, link: str, person: str, message: Any, answer: Replayed) -> None:
        self.answer_later(link, message, partial(self._show, link, person, message, answer))

    def _show(
        self, link: str, person: str, message: Any, answer: Replayed, at_ms: int
    ) -> PageMessages:
        """Returns the answers to a *message* with an import, from the *answer* of its replay."""
        answers = answer_with(self._of(person), link, person, message, answer, at_ms)
        self.note_answers(link, person, answers)
        return answers

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        """Returns the lists of tables on *screen* for *person*. Raises ``GipfMetaError``."""
        return self._of(person).live_parts(person, screen)

    def waiting(self, person: str) -> WaitsMessage | None:
        """Returns what waits for *person*. Raises ``GipfMetaError``."""
        return self._of(person).waiting(person)

    def forget_all(self) -> None:
        """Drops all desks: their settings may have the name of somebody who was deleted."""
        self._desks.clear()

    def _of(self, person: str) -> Desk:
        """Returns the desk of *person*. Raises ``GipfMetaError`` if his settings cannot be read."""
        desk = self._desks.get(person) or self._make(person)
        self._desks[person] = desk
        self._desks.move_to_end(person)
        if len(self._desks) > MOST_DESKS:
            self._desks.popitem(last=False)
        return desk

    def _make(self, person: str) -> Desk:
        context = Context(
            self._installed,
            None,
            self._settings_of(person),
            self._hub,
            new_room_id,
            save=partial(self._keep, person),
            known=self._known,
            tables=self._tables,
            read_brought=read_nothing,
            explain=self._explain,
            note_refusal=self._note_refusal,
            identity=self._identity,
            acquaintances=self._acquaintances,
            vacations=self._vacations,
            notice_ways=self._notice_ways,
            practice=self._practice_of(person),
        )
        return Desk(context)

    def _settings_of(self, person: str) -> Settings:
        settings = read_settings(self._people.settings_of(person))
        name = self._people.name_of(person)
        return replace(settings, name=name, name_asked=settings.name_asked or bool(name))

    def _keep(self, person: str, settings: Settings) -> str:
        """Stores the *settings* of *person*; returns a sentence if that fails, else ``""``."""
        try:
            self._people.keep_settings(person, asdict(settings))
            if settings.name and settings.name != self._people.name_of(person):
                self._people.rename(person, settings.name)
                self.note_name(person, settings.name)
        except GipfMetaError as error:
            return str(error)
        return ""
