"""A lesson being taken: which page, which match. Pure: every step is a new value.

The pupil sits at every seat. A lesson is a match like any other, so duels, luck (which always
draws the same) and time happen in it; time passes only where a page says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import Catalogue, _, catalogue_of
from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.match.session import Session, UnreadDuel
from gipf_meta.protocol.capabilities import Positions, Taught
from gipf_meta.protocol.game import (
    AnyGame,
    BadNotation,
    IllegalMove,
    MoveError,
    title_of,
)
from gipf_meta.protocol.lesson import Lesson, Page
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.view import Mark, View

Event: TypeAlias = tuple[int | None, str]
"""A seat, or ``None`` for luck and the end of a duel, and what it decided, as text."""


class UnknownLesson(GipfMetaError, LookupError):
    """The game has no lesson of that id; one sentence."""


def lessons_of(game: type[AnyGame]) -> tuple[Lesson, ...]:
    """The lessons that a game brings, if it brings any, in the player's language."""
    said = catalogue_of(game)
    return (
        tuple(_told(lesson, said) for lesson in game.lessons()) if issubclass(game, Taught) else ()
    )


def _told(lesson: Lesson, said: Catalogue) -> Lesson:
    pages = tuple(replace(page, words=said(page.words)) for page in lesson.pages)
    return replace(lesson, title=said(lesson.title), summary=said(lesson.summary), pages=pages)


def find_lesson(game: type[AnyGame], name: str) -> Lesson:
    """The lesson of that id. Raises ``UnknownLesson``."""
    for lesson in lessons_of(game):
        if lesson.id == name:
            return lesson
    known = ", ".join(lesson.id for lesson in lessons_of(game)) or _("none")
    raise UnknownLesson(
        _("{game} has no lesson {name!r}; its lessons: {known}.").format(
            game=title_of(game), name=name, known=known
        )
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """Page *number* of a *lesson*, counted from 0, and how its *match* stands.

    *began* is the match as the page began, *before* the page before it.
    """

    lesson: Lesson
    number: int
    match: Match
    began: Match
    before: Progress | None = None

    @property
    def page(self) -> Page | None:
        """The page that is open; ``None`` when the lesson is over."""
        pages = self.lesson.pages
        return pages[self.number] if self.number < len(pages) else None

    @property
    def is_read(self) -> bool:
        """Whether the page asks for nothing."""
        return self.page is None or not self.page.asked

    @property
    def wanted(self) -> tuple[str, ...]:
        """The decisions that lead on from here, as text."""
        done = self._since_page_began(self.match)
        ways = [way for way in self._ways() if len(way) > len(done) and _begins(way, done)]
        return tuple(dict.fromkeys(way[len(done)][1] for way in ways))

    def read(self) -> Progress:
        """The next page, after one that is only read. Raises ``MoveError`` on another."""
        if not self.is_read:
            raise IllegalMove(self._asks())
        return self._gone_on(self.match)

    def played(self, text: str) -> Progress:
        """After a decision or a turn: the same page, or the next when all is done that is asked.

        Raises ``MoveError`` for what the game forbids, and for what the page does not ask for;
        then nothing has changed.
        """
        if self.is_read:
            raise IllegalMove(_("There is nothing to play on this page; Enter goes on."))
        after = _played(self.match, text)
        done = self._since_page_began(after)
        ways = self._ways()
        if done in ways:
            return self._gone_on(after)
        if any(_begins(way, done) for way in ways):
            return replace(self, match=after)
        raise IllegalMove(_("{move} is possible, too.").format(move=text) + " " + self._asks())

    def back(self) -> Progress:
        """One step back: to the beginning of the page, or to the page before it."""
        if self.match is not self.began:
            return replace(self, match=self.began)
        return self.before or self

    def _asks(self) -> str:
        assert self.page is not None
        asked = _(" or ").join(self.page.asked)
        return _("But this page asks for {asked}; nothing has changed.").format(asked=asked)

    def _ways(self) -> list[tuple[Event, ...]]:
        """What happens on this page, decision by decision, one for each thing that is asked."""
        asked = self.page.asked if self.page else ()
        return [self._since_page_began(_played(self.began, text)) for text in asked]

    def _since_page_began(self, match: Match) -> tuple[Event, ...]:
        return _events(match)[len(_events(self.began)) :]

    def _gone_on(self, match: Match) -> Progress:
        for text in self.page.answer if self.page else ():
            match = _played(match, text)
        return _opened(self.lesson, self.number + 1, match, replace(self, match=self.began))


def begin(lesson: Lesson, game: type[AnyGame], finder: GameFinder) -> Progress:
    """The first page. Raises ``OptionError`` and ``MoveError`` for a lesson that is none."""
    configured = configure(game, read_settings(lesson.options))
    match = Match.begin(configured, game.seat_counts[0], finder)
    return _opened(lesson, 0, match, None)


def unmarked(view: View) -> tuple[Mark, ...]:
    """The marks of a view without those on what may be played: for boards that are looked at."""
    return tuple(mark for mark in view.marks if mark.kind != "legal")


def set_up(game: AnyGame, position: str) -> Any:
    """The state of a position; the start, if it is empty. Raises ``BadNotation``."""
    if not position:
        return game.start(game.seat_counts[0])
    if not isinstance(game, Positions):
        raise BadNotation(_("{game} has no positions on one line.").format(game=title_of(game)))
    return game.from_text(position)


def _opened(lesson: Lesson, number: int, match: Match, before: Progress | None) -> Progress:
    page = lesson.pages[number] if number < len(lesson.pages) else None
    if page is not None and page.position:
        game = match.sessions[0].game
        players = tuple(range(game.seat_counts[0]))
        session = Session(game, set_up(game, page.position), players)
        match = Match((session,), match.finder).resolve()
    if page is not None and page.ms:
        match = match.advance(page.ms)
    return Progress(lesson, number, match, match, before)


def _played(match: Match, text: str) -> Match:
    """The match after *text*, decided by who is asked or else by another who may do that now."""
    first: MoveError | None = None
    due = match.player
    for player in dict.fromkeys((*(() if due is None else (due,)), *match.top.players)):
        try:
            return match.play(text, player)
        except MoveError as error:
            first = first or error
        except DuelUnavailable as error:
            raise IllegalMove(str(error)) from error
    assert first is not None
    raise first


def _events(match: Match) -> tuple[Event, ...]:
    """All that was decided in a match, duels inside, in its order."""
    return tuple(event for session in match.sessions for event in _of_session(session))


def _of_session(session: Session) -> Iterator[Event]:
    for step in session.steps:
        if step.duel is not None and not isinstance(step.duel, UnreadDuel):
            yield from _of_session(step.duel)
        yield step.seat, step.text


def _begins(way: tuple[Event, ...], done: tuple[Event, ...]) -> bool:
    return way[: len(done)] == done
