"""A lesson in progress: its page and its match. Pure: every step is a new value.

The pupil sits at every seat. A lesson is a match like any other, with duels, luck (which always
draws the same) and time. Time passes only where a page says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.texts import Catalogue, _, catalogue_of
from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.match.puzzle_lessons import find_puzzle, is_puzzle, lesson_of_puzzle
from gipf_meta.match.session import Session, UnreadDuel
from gipf_meta.protocol.capabilities import Lesson, Page, Positions, Taught
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.game import (
    AnyGame,
    BadNotation,
    IllegalMove,
    MoveError,
    Turn,
    seat_name,
    title_of,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.view import Choice, Mark, View

MOST_ORDERS: Final = 200
"""The number of states that are looked at for another order of the decisions of a turn."""
LessonEvent: TypeAlias = tuple[int | None, str]
"""A seat, ``None`` for luck and for the end of a duel, and the text of its decision."""


class UnknownLesson(GipfMetaError, LookupError):
    """The game has no lesson of that id; one sentence."""


class LessonsFailed(GipfMetaError, RuntimeError):
    """A game fails to list its lessons; one sentence."""


class Astray(IllegalMove):
    """A move that the rules allow and the page does not ask for; one or two sentences why not.

    *match* is the match after it, which may be shown for a while; *progress* is the lesson with
    the move taken back, and its target shown.
    """

    def __init__(self, why: str, match: Match, progress: LessonProgress) -> None:
        super().__init__(why)
        self.match, self.progress = match, progress


def lessons_of(game: type[AnyGame]) -> tuple[Lesson, ...]:
    """The lessons of a game in the player's language; empty for a game without lessons.

    Raises ``LessonsFailed``.
    """
    if not issubclass(game, Taught):
        return ()
    try:
        with Gate(game):
            return tuple(_translate(lesson, catalogue_of(game)) for lesson in game.lessons())
    except GipfMetaError as error:
        raise LessonsFailed(failure(error)) from error


def _translate(lesson: Lesson, text: Catalogue) -> Lesson:
    """The *lesson* with its texts as the catalogue *text* translates them."""
    pages = tuple(
        replace(
            page,
            words=text(page.words),
            hints=tuple(map(text, page.hints)),
            mistakes=tuple((decision, text(why)) for decision, why in page.mistakes),
        )
        for page in lesson.pages
    )
    return replace(lesson, title=text(lesson.title), summary=text(lesson.summary), pages=pages)


def find_lesson(game: type[AnyGame], name: str) -> Lesson:
    """The lesson with the id *name*, in whatever case; a puzzle, too.

    Raises ``UnknownLesson``, ``UnknownPuzzle`` or ``LessonsFailed``.
    """
    if is_puzzle(name):
        puzzle = find_puzzle(game, name)
        try:
            return lesson_of_puzzle(puzzle, game)
        except GipfMetaError as error:
            raise LessonsFailed(failure(error)) from error
    lessons = {lesson.id: lesson for lesson in lessons_of(game)}
    meant = match_id(name, lessons)
    if meant in lessons:
        return lessons[meant]
    known = ", ".join(lessons) or _("none")
    raise UnknownLesson(
        _("{game} has no lesson {name!r}; its lessons: {known}.").format(
            game=title_of(game), name=name, known=known
        )
    )


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """Page *number* of a *lesson*, counted from 0, and the *match* at this moment.

    *began* is the match at the beginning of the page. *before* is the previous page, and *ended*
    the match at its end. *hints* counts those that this page has given; one more than it has: what
    the pupil should have found was shown. *why* says why the page does not ask for what the pupil
    tried last; ``""``: nothing was in vain.

    In the lesson so far, *wrong* tries were made, and *hints_taken* hints given.
    """

    lesson: Lesson
    number: int
    match: Match
    began: Match
    before: LessonProgress | None = None
    ended: Match | None = None
    hints: int = 0
    why: str = ""
    wrong: int = 0
    hints_taken: int = 0

    @property
    def page(self) -> Page | None:
        """The page that is open; ``None`` when the lesson is over."""
        pages = self.lesson.pages
        return pages[self.number] if self.number < len(pages) else None

    @property
    def names(self) -> list[str]:
        """The names of the match's players: the seats, for the pupil sits at all of them."""
        bottom = self.match.sessions[0]
        return [seat_name(bottom.game, seat) for seat in bottom.players]

    @property
    def first(self) -> LessonProgress:
        """The first page, as it was left."""
        page = self
        while page.before is not None:
            page = page.before
        return page

    @property
    def asks_nothing(self) -> bool:
        """Whether the page asks for no move."""
        return self.page is None or not self.page.asked

    @property
    def wanted(self) -> tuple[str, ...]:
        """The texts of the decisions that lead on from here."""
        done = self._since_page_began(self.match)
        ways = [way for way in self._ways() if len(way) > len(done) and way[: len(done)] == done]
        return tuple(dict.fromkeys(way[len(done)][1] for way in ways))

    @property
    def has_to_be_found(self) -> bool:
        """Whether the pupil is to find what the page asks for: nothing shows or says it yet."""
        return self.page is not None and self.page.find and self.hints <= len(self.page.hints)

    @property
    def targets(self) -> tuple[Choice, ...]:
        """The choices that lead on from here. Raises the errors of the game."""
        wanted = self.wanted
        offered = self.match.top.view(None).choices if wanted else ()
        return tuple(choice for choice in offered if choice.notation in wanted)

    @property
    def was_helped(self) -> bool:
        """Whether a wrong try was made so far, or a hint was given: who begins anew knows more."""
        return bool(self.wrong or self.hints_taken)

    @property
    def hints_given(self) -> tuple[str, ...]:
        """The hints of the page so far, in words."""
        return () if self.page is None else self.page.hints[: self.hints]

    def take_hint(self) -> LessonProgress:
        """The same page after its next hint, or with what it asks for shown."""
        if not self.has_to_be_found:
            return self
        return replace(self, hints=self.hints + 1, hints_taken=self.hints_taken + 1, why="")

    def turn_page(self) -> LessonProgress:
        """The next page. Raises ``IllegalMove`` on a page that asks for a move."""
        if not self.asks_nothing:
            raise IllegalMove(self._request())
        return self._open_next_page(self.match)

    def play(self, text: str) -> LessonProgress:
        """The progress after a decision or a turn; the next page once this one is completed.

        Raises ``MoveError`` for a move that the game forbids; ``Astray`` for one that the page does
        not ask for.
        """
        if self.asks_nothing:
            raise IllegalMove(_("There is nothing to play on this page; Enter goes on."))
        after = _play(self.match, text)
        done = self._since_page_began(after)
        ways = self._ways()
        if done in ways:
            return self._open_next_page(after)
        if any(way[: len(done)] == done for way in ways):
            return replace(self, match=after, why="")
        assert self.page is not None
        if self.page.hints and (ends := self.ends):
            if any(_stand_alike(after, end) for end in ends):
                return self._open_next_page(after)
            if any(_may_lead_to(after, end) for end in ends):
                return replace(self, match=after, why="")
        why = self._why_astray(done, ways, after)
        shown = self.hints if self.page.hints else 1
        raise Astray(why, after, replace(self, hints=shown, why=why, wrong=self.wrong + 1))

    def _why_astray(
        self, done: tuple[LessonEvent, ...], ways: Sequence[tuple[LessonEvent, ...]], after: Match
    ) -> str:
        """The reason why the page does not ask for what was *done*, which led to *after*, but for
        one of *ways*."""
        assert self.page is not None
        agreed = max(_length_of_agreement(way, done) for way in ways)
        wrong = done[: agreed + 1]
        for decision, why in self.page.mistakes:
            for origin in (self.began, self.match):
                try:
                    tempting = self._since_page_began(_play(origin, decision))
                except MoveError:
                    continue
                if tempting[: len(wrong)] == wrong:
                    return why
        if self.page.hints and is_turn_over(self.began, after):
            return _("That is not it.")
        if self.page.hints:
            return _("It goes on otherwise.") if agreed else _("That is not how it begins.")
        return _("The rules allow that, but this page is about another move. Try once more.")

    def go_back(self) -> LessonProgress:
        """The beginning of the page or, from there, the previous page; a puzzle that is over begins
        anew."""
        if self.match is not self.began:
            return replace(self, match=self.began, why="")
        if self.before is None:
            return self
        if self.page is None and is_puzzle(self.lesson.id):
            return replace(self.first, hints=0, why="", wrong=0, hints_taken=0)
        # what was tried and taken stays counted: nobody finds at once what he has seen
        return replace(self.before, wrong=self.wrong, hints_taken=self.hints_taken)

    def _request(self) -> str:
        """The sentence that the page asks for a move."""
        return _("This page asks for a move: make it, or have it shown.")

    def _ways(self) -> list[tuple[LessonEvent, ...]]:
        """The events of this page, a sequence for each text that the page asks for."""
        texts = self.page.asked if self.page else ()
        return [self._since_page_began(_play(self.began, text)) for text in texts]

    @property
    def ends(self) -> list[Match]:
        """The matches after each text that the page asks for."""
        texts = self.page.asked if self.page else ()
        return [_play(self.began, text) for text in texts]

    def _since_page_began(self, match: Match) -> tuple[LessonEvent, ...]:
        """The events of *match* since the page began."""
        return _events(match)[len(_events(self.began)) :]

    def _open_next_page(self, match: Match) -> LessonProgress:
        """The next page, after the answers to *match* that this page has."""
        for text in self.page.answer if self.page else ():
            match = _play(match, text)
        before = replace(self, match=self.began, why="")
        opened = _open_page(self.lesson, self.number + 1, match, before)
        return replace(opened, ended=match, wrong=self.wrong, hints_taken=self.hints_taken)


def begin(lesson: Lesson, game: type[AnyGame], finder: GameFinder) -> LessonProgress:
    """The first page of *lesson*, which may need duels in games that *finder* finds.

    Raises ``OptionError`` and ``MoveError`` for a lesson that does not fit its game.
    """
    configured = configure(game, read_settings(lesson.options))
    match = Match.begin(configured, game.seat_counts[0], finder)
    return _open_page(lesson, 0, match, None)


def begin_at(
    lesson: Lesson, game: type[AnyGame], finder: GameFinder, number: int
) -> LessonProgress:
    """Page *number* of *lesson*, counted from 0, after the decisions of the pages before; its end
    if there are fewer. A puzzle is always taken from its beginning. Raises as ``begin``."""
    progress = begin(lesson, game, finder)
    if is_puzzle(lesson.id):
        return progress
    while progress.number < number and progress.page is not None:
        wanted = progress.wanted
        progress = progress.play(wanted[0]) if wanted else progress.turn_page()
    return progress


def marks_of_position(view: View) -> tuple[Mark, ...]:
    """The marks of a view except those on legal moves, for boards that are only looked at."""
    return tuple(mark for mark in view.marks if mark.kind != "legal")


def set_up(game: AnyGame, position: str) -> Any:
    """The state of a *position* in one line; an empty one is the start. Raises ``BadNotation``."""
    if not position:
        return game.start(game.seat_counts[0])
    if not isinstance(game, Positions):
        raise BadNotation(_("{game} has no positions on one line.").format(game=title_of(game)))
    return game.from_text(position)


def _open_page(
    lesson: Lesson, number: int, match: Match, before: LessonProgress | None
) -> LessonProgress:
    """Page *number*, with its position set up and its time passed. Raises ``BadNotation``."""
    page = lesson.pages[number] if number < len(lesson.pages) else None
    if page is not None and page.position:
        game = match.sessions[0].game
        players = tuple(range(game.seat_counts[0]))
        session = Session(game, set_up(game, page.position), players)
        match = Match((session,), match.finder).resolve()
    if page is not None and page.ms:
        match = match.advance(page.ms)
    return LessonProgress(lesson, number, match, match, before)


def sets_up(before: LessonProgress, after: LessonProgress) -> bool:
    """Whether the board was set up anew between *before* and *after*."""
    is_other = after.number != before.number
    return is_other and after.page is not None and bool(after.page.position)


def end_of_page(before: LessonProgress, after: LessonProgress) -> Match | None:
    """The match at the end of the page of *before*, if the board was set up anew for *after*.

    ``None``: it need not be shown. An interface that shows *after* at once would hide it.
    """
    is_next = after.number == before.number + 1 and sets_up(before, after)
    return after.ended if is_next and after.ended is not before.match else None


def is_answered(before: LessonProgress, after: LessonProgress) -> bool:
    """Whether the page of *before* was completed by the pupil, and answered by the lesson, on the
    board of *after*: the answer is to be told, for nobody has chosen it here."""
    is_next = after.number == before.number + 1 and not sets_up(before, after)
    return is_next and before.page is not None and bool(before.page.answer)


def _play(match: Match, text: str) -> Match:
    """The match after *text*, decided by the player on turn, or by another who may do that now.

    Raises ``MoveError``.
    """
    first: MoveError | None = None
    on_turn = match.player
    for player in dict.fromkeys((*(() if on_turn is None else (on_turn,)), *match.top.players)):
        try:
            return match.play(text, player)
        except MoveError as error:
            first = first or error
        except DuelUnavailable as error:
            raise IllegalMove(str(error)) from error
    assert first is not None
    raise first


def is_turn_over(before: Match, after: Match) -> bool:
    """Whether the turn on which a seat was in *before* is over in *after*."""
    one, other = before.top.status, after.top.status
    if len(before.sessions) != len(after.sessions) or not isinstance(one, Turn):
        return True
    return not isinstance(other, Turn) or (one.seat, one.number) != (other.seat, other.number)


def _stand_alike(one: Match, other: Match) -> bool:
    """Whether both stand in the same state of the same games."""
    pairs = [(each.game, each.state) for each in one.sessions]
    return pairs == [(each.game, each.state) for each in other.sessions]


def _may_lead_to(match: Match, end: Match) -> bool:
    """Whether other decisions of the same turn lead from *match* to where *end* stands: a turn can
    be made in several orders."""
    if len(match.sessions) != len(end.sessions):
        return False
    top, wanted = match.top, end.top.state
    status = top.game.status(top.state)
    if not isinstance(status, Turn) or status.number != end.top.steps[-1].number:
        return False
    waiting, looked = [top.state], 0
    while waiting and looked < MOST_ORDERS:
        state, looked = waiting.pop(), looked + 1
        if state == wanted:
            return True
        now = top.game.status(state)
        if isinstance(now, Turn) and (now.seat, now.number) == (status.seat, status.number):
            moves = top.game.turn_moves(state, now.seat)
            waiting += [top.game.apply(state, move) for move in moves]
    return False


def _length_of_agreement(way: Sequence[LessonEvent], done: Sequence[LessonEvent]) -> int:
    """The number of events with which both begin."""
    pairs = zip(way, done, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(way), len(done))
    )


def _events(match: Match) -> tuple[LessonEvent, ...]:
    """All decisions of a match and its duels, in the order in which they were made."""
    return tuple(event for session in match.sessions for event in _session_events(session))


def _session_events(session: Session) -> Iterator[LessonEvent]:
    """All decisions of a session and its duels."""
    for step in session.steps:
        if step.duel is not None and not isinstance(step.duel, UnreadDuel):
            yield from _session_events(step.duel)
        yield step.seat, step.text
