"""A desk for each person: his settings, his lessons, the matches that he opens."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.context import Context, new_room_id
from gipf_meta.desk.desk import Desk
from gipf_meta.desk.listed import Tables
from gipf_meta.library.settings import Settings, read_settings
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import failure
from gipf_meta.rooms.hub import Hub

MOST_DESKS: Final = 1000
"""Desks that are kept; of who has not used his for longest, it is made anew."""


MOST_BROUGHT: Final = 400
"""Decisions of a match that somebody brings: it is told again while everybody waits."""

NoteAnswers: TypeAlias = Callable[[str, str, list[dict[str, Any]]], None]


class People(Protocol):
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

    *charge_replay* hears of who brings a match before it is told again, and may refuse that.
    *note_name* hears of everybody who is called otherwise from now on, *note_answers* of what is
    answered to whom. *explain* makes the sentence on a defect that people are told.
    """

    def __init__(
        self,
        installed: Installed,
        hub: Hub,
        people: People,
        tables: Tables,
        note_name: Callable[[str, str], None] = lambda person, name: None,
        charge_replay: Callable[[str], object] = lambda person: None,
        explain: Callable[[BaseException], str] = failure,
    ) -> None:
        self._installed, self._hub, self._people = installed, hub, people
        self._tables, self._charge_replay = tables, charge_replay
        self.note_name, self._explain = note_name, explain
        self.note_answers: NoteAnswers = lambda link, person, answers: None
        self._desks = OrderedDict[str, Desk]()
        self._known: dict[tuple[object, ...], Any] = {}

    def hello(self, person: str) -> dict[str, Any]:
        """What a page of *person* must know first; his settings may have changed elsewhere."""
        desk = self._of(person)
        desk.context.settings = self._settings_of(person)
        return desk.hello(person)

    def note_lesson(self, person: str, game: str, lesson: str) -> None:
        """Keeps that *person* has taken a *lesson* of *game* to its end."""
        self._of(person).note_lesson(person, game, lesson)

    def hear(self, link: str, person: str, message: Any, at_ms: int) -> list[dict[str, Any]]:
        """Answers a *message* of *person*, who is at *link*."""
        answers = self._of(person).hear(link, person, message, at_ms)
        self.note_answers(link, person, answers)
        return answers

    def live_parts(self, person: str, screen: str) -> list[dict[str, Any]]:
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
            most_brought=MOST_BROUGHT,
            charge_replay=self._charge_replay,
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
