"""A desk for each person: his settings, his lessons, the matches that he opens.

Those that he brings are told again elsewhere: whatever is in one, nobody else waits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.context import Context, Tables, new_room_id
from gipf_meta.desk.desk import Desk
from gipf_meta.desk.imported_games import Brought
from gipf_meta.desk.responses import Greeting, PageMessages, WrittenPart
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings, read_settings
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import failure
from gipf_meta.web.replays import AnswerLater, Replayed, Replays, answer_with, not_here

LONGEST_REPLAY_MS: Final = 5_000
"""For how many milliseconds a match is told again; then its process is killed."""

MOST_DESKS: Final = 1000
"""Desks that are kept; of who has not used his for longest, it is made anew."""

MOST_BROUGHT: Final = 1_000
"""Decisions of a match that somebody brings. Another process tells it again; everybody waits while
it is taken from there, for 25 microseconds a decision: half of what one act may take.
"""

NoteAnswers: TypeAlias = Callable[[str, str, PageMessages], None]


class PeopleSettings(Protocol):
    """Keeps the names and settings of people."""

    def name_of(self, person: str) -> str:
        """What *person* is called."""
        ...

    def rename(self, person: str, name: str) -> str:
        """Lets *person* be called *name*. Raises ``GipfMetaError``."""
        ...

    def settings_of(self, person: str) -> dict[str, Any]:
        """The settings of *person*."""
        ...

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Keeps the *settings* of *person*. Raises ``GipfMetaError``."""
        ...


class Desks:
    """The desks of *people* who play what is *installed*, in the rooms of *hub*.

    *tables* are the lists of them.

    *replays* read the matches that people bring; ``answer_later`` brings their answers to the page.
    *charge_replay* hears at which link who brings one, and may refuse that.
    *note_name* hears of everybody who is called otherwise from now on, *note_answers* of what is
    answered to whom. *explain* makes the sentence on a defect that people are told. *known* is what
    all desks have found of the games.
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
        known: dict[tuple[object, ...], Any] | None = None,
    ) -> None:
        self._installed, self._hub, self._people = installed, hub, people
        self._tables, self._explain = tables, explain
        self._replays, self._charge_replay = replays, charge_replay
        self.note_name: Callable[[str, str], None] = lambda person, name: None
        self.answer_later: AnswerLater = lambda link, message, make: None
        self.note_answers: NoteAnswers = lambda link, person, answers: None
        self._desks = OrderedDict[str, Desk]()
        self._known: dict[tuple[object, ...], Any] = {} if known is None else known

    def hello(self, person: str) -> Greeting:
        """What a page of *person* must know first; his settings may have changed elsewhere."""
        desk = self._of(person)
        desk.context.settings = self._settings_of(person)
        return desk.hello(person)

    def note_lesson(self, person: str, game: str, lesson: str) -> None:
        """Keeps that *person* has taken a *lesson* of *game* to its end."""
        self._of(person).note_lesson(person, game, lesson)

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> PageMessages:
        """Answers a *message* of *person*, who is at *link*; one that brings a match, later.

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
        """The answers to a *message* that brings a match, now that *answer* has it."""
        answers = answer_with(self._of(person), link, person, message, answer, at_ms)
        self.note_answers(link, person, answers)
        return answers

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        """The lists of tables on *screen* as *person* is shown them. Raises ``GipfMetaError``."""
        return self._of(person).live_parts(person, screen)

    def _of(self, person: str) -> Desk:
        """The desk of *person*. Raises ``GipfMetaError`` if his settings cannot be read."""
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
            read_brought=not_here,
            explain=self._explain,
        )
        return Desk(context)

    def _settings_of(self, person: str) -> Settings:
        settings = read_settings(self._people.settings_of(person))
        name = self._people.name_of(person)
        return replace(settings, name=name, name_asked=settings.name_asked or bool(name))

    def _keep(self, person: str, settings: Settings) -> str:
        """Keeps the *settings* of *person*; a sentence if that fails, else nothing."""
        try:
            self._people.keep_settings(person, asdict(settings))
            if settings.name and settings.name != self._people.name_of(person):
                self._people.rename(person, settings.name)
                self.note_name(person, settings.name)
        except GipfMetaError as error:
            return str(error)
        return ""
