"""The desk: answers the messages of faces that are for no room. It knows no socket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import NoticeMessage, answering
from gipf_meta.desk.board_setup import submit_board_setup
from gipf_meta.desk.bot_results import TALLY, tell_tally
from gipf_meta.desk.context import Context
from gipf_meta.desk.first_duel import begin_first_duel, frames_of_story
from gipf_meta.desk.import_screens import brought_position, open_match, submit_open_match
from gipf_meta.desk.imported_games import Brought, ReadElsewhere
from gipf_meta.desk.invitation_rows import end_invitation
from gipf_meta.desk.launcher import launcher
from gipf_meta.desk.lesson_list import lesson_list, submit_lesson
from gipf_meta.desk.library_list import BOARDS, library_list, submit_library
from gipf_meta.desk.match_actions import deletion, submit_deletion, submit_match
from gipf_meta.desk.navigation import places_of_page
from gipf_meta.desk.notice_screens import SCREENS_OF_NOTICES, submit_of_notices, tell_of_notices
from gipf_meta.desk.open_tables import live_parts, submit_table, table_list
from gipf_meta.desk.own_mistakes import (
    MISTAKES,
    find_own,
    mistakes,
    note_review,
    submit_mistakes,
)
from gipf_meta.desk.own_practice import note_try
from gipf_meta.desk.page_texts import words_of_page
from gipf_meta.desk.parts import About, Screen
from gipf_meta.desk.people_screens import SCREENS_OF_PEOPLE, submit_of_people
from gipf_meta.desk.pictures import board_of
from gipf_meta.desk.progress_screen import PROGRESS, progress
from gipf_meta.desk.puzzle_screens import (
    LEADING,
    PUZZLE_END,
    PUZZLES,
    go_to_puzzle,
    next_address,
    puzzle_end,
    puzzles,
    submit_puzzles,
)
from gipf_meta.desk.quick_start import begin_at_once
from gipf_meta.desk.requests import DeskError, Open, Submit, read_message
from gipf_meta.desk.responses import (
    DeskRefusal,
    Greeting,
    PageMessages,
    ScreenMessage,
    WaitsMessage,
    WrittenPart,
    show,
    show_drawn,
)
from gipf_meta.desk.rules import help_page, rules
from gipf_meta.desk.seat_hint import SEAT_HINT, tell_seat_hint
from gipf_meta.desk.settings_form import settings_form, settings_of_page, submit_settings
from gipf_meta.desk.setup import setup, submit_setup
from gipf_meta.desk.shared_match import shared_match, submit_shared_match
from gipf_meta.desk.sign_in import SCREENS_OF_PERSON, submit_of_person
from gipf_meta.desk.statistics_screen import counts
from gipf_meta.desk.study_start import submit_study
from gipf_meta.desk.two_players import two_players
from gipf_meta.desk.waiting import NEXT, count_next, submit_next
from gipf_meta.desk.waiting_data import WAITING, tell_waiting
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.puzzle_lessons import is_puzzle
from gipf_meta.protocol.capabilities import Lesson

MOST_REMEMBERED: Final = 20
"""The number of answers that are remembered, to repeat them for a message that comes twice."""

SCREENS: Final[Mapping[str, Callable[[Context, About], Screen]]] = {
    "launcher": launcher,
    "two": two_players,
    "setup": setup,
    "library": library_list,
    "tables": table_list,
    "delete": deletion,
    "open_match": open_match,
    "shared_match": shared_match,
    "brought_position": brought_position,
    "statistics": counts,
    "rules": rules,
    "lessons": lesson_list,
    MISTAKES: mistakes,
    PUZZLES: puzzles,
    PUZZLE_END: puzzle_end,
    PROGRESS: progress,
    "settings": settings_form,
    "help": help_page,
    **SCREENS_OF_PERSON,
    **SCREENS_OF_PEOPLE,
    **SCREENS_OF_NOTICES,
}
"""The screens by name."""

STORY: Final = "story"
"""The name under which a page opens the story of the first duel, which is no screen."""

REPEATABLE: Final = frozenset({"library", "settings"})
"""Screens whose submissions may be repeated: doing them twice changes nothing more. Their answers
are not remembered, because a page that has changed its language sends the same message again for an
answer in the new language."""

_Key: TypeAlias = tuple[str, str]


class Desk:
    """Answers the messages of faces that are for no room, in the language that is spoken then."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._answers: OrderedDict[_Key, tuple[bytes, PageMessages]] = OrderedDict()

    def hello(self, person: str = "") -> Greeting:
        """The data that a page in a browser needs first: its texts (``words``), the ``settings``,
        and the ``places`` of its navigation."""
        return {
            "words": words_of_page(),
            "settings": settings_of_page(self.context.settings),
            "places": places_of_page(self.context.tables is not None),
        }

    def note_lesson(self, person: str, game: str, lesson: str, page: int | None = None) -> None:
        """Saves that *person* is on a *page* of a *lesson* of *game*, counted from 0; ``None``: he
        has taken it to its end."""
        with self.context.serving(person):
            self.context.keep_lesson(game, lesson, page)

    def find_own(self, person: str, game: str, lesson: str) -> Lesson | None:
        """The lesson of that id in which a mistake of *person* in *game* is mended; ``None``: there
        is none. Raises ``GipfMetaError``."""
        with self.context.serving(person):
            return find_own(self.context, game, lesson)

    def note_review(self, person: str, review: EndedReview) -> None:
        """Notes how accurately *person* played in a match of his own, of which a *review* has
        ended; what cannot be kept is lost."""
        with self.context.serving(person):
            try:
                note_review(self.context, person, review)
            except GipfMetaError as error:
                self.context.note_refusal(error)

    def note_lesson_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> Sequence[str]:
        """Saves that *person* has taken a *lesson* of *game* to its end, as *progress* tells, or
        needs help in a puzzle; returns the sentences that say what that was worth. Raises
        ``GipfMetaError``."""
        with self.context.serving(person):
            if is_puzzle(lesson):
                ended, tries = progress.page is None, (progress.wrong, progress.hints_taken)
                return note_try(self.context, game, lesson, *tries, ended=ended)
            self.context.keep_lesson(game, lesson, None)
            return ()

    def find_next_puzzle(self, person: str, game: str, theme: str, but: str) -> str:
        """The address of the puzzle of *game* that comes next for *person* after the lesson *but*:
        one of *theme*, ``""`` of any; ``""``: there is none. Raises ``GipfMetaError``."""
        with self.context.serving(person):
            return next_address(self.context, game, theme, but)

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        """The lists of tables on *screen* for *person*. Raises ``GipfMetaError``."""
        with self.context.serving(person):
            return live_parts(self.context, screen)

    def waiting(self, person: str) -> WaitsMessage | None:
        """The matches that wait for *person*; ``None`` where no people meet. Raises
        ``GipfMetaError``."""
        with self.context.serving(person):
            return next(iter(tell_waiting(self.context, {})), None)

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> PageMessages:
        """Answers as ``ask`` does, where imports are read in this process."""
        answers = self.ask(link, person, message, at_ms)
        assert not isinstance(answers, Brought), "it is read here"
        return answers

    def ask(self, link: str, person: str, message: Any, at_ms: int) -> PageMessages | Brought:
        """Answers a *message* of *person*, who is at *link*, with messages to that link; or returns
        the import in it if another process has to read that first: then nothing has changed yet.

        The last answer says that the message is done, or refuses it in one sentence. Nothing that a
        face sends raises an error. A message that comes twice is done once.
        """
        id = message.get("id") if isinstance(message, dict) else None
        id = one_line(id, 64) if isinstance(id, str) else ""
        try:
            with self.context.serving(person, link):
                return answering(id, self._answer(person, read_message(message), at_ms))
        except GipfMetaError as error:
            self.context.note_refusal(error)
            why: DeskRefusal = {"refused": id, "why": str(error)}
            if isinstance(error, DeskError) and error.field:
                why["field"] = error.field
            return answering(id, [why])
        except ReadElsewhere as elsewhere:
            return elsewhere.brought
        except stops():
            raise
        except BaseException as error:  # the last net: forms ask classes of games
            failed: DeskRefusal = {"refused": id, "why": self.context.explain(error)}
            return answering(id, [failed])

    def _answer(self, person: str, message: Open | Submit, at_ms: int) -> PageMessages:
        if isinstance(message, Open):
            if message.screen == STORY:
                return self._finish(message, [frames_of_story(self.context)])
            if message.screen == TALLY:
                return self._finish(message, [*tell_tally(self.context, message.about)])
            if message.screen == NEXT:
                offered = tell_of_notices(self.context, message.about.get("room", ""))
                counted = count_next(self.context, message.about)
                return self._finish(message, [*counted, *offered])
            if message.screen == WAITING:
                return self._finish(message, [*tell_waiting(self.context, message.about)])
            if message.screen == SEAT_HINT:
                return self._finish(message, [*tell_seat_hint(self.context)])
            if message.screen == PUZZLES and not LEADING.isdisjoint(message.about):
                return self._finish(message, go_to_puzzle(self.context, message.about))
            return self._finish(message, self._open(message.screen, message.about))
        key, message_hash = (person, message.id), _hash_of(message)
        before = self._answers.get(key)
        if before is not None and before[0] == message_hash:
            return before[1]
        answer = self._finish(message, self._submit(person, message, at_ms))
        is_large = any("file" in each for each in answer)
        if message.screen not in REPEATABLE and not (message.changed or is_large):
            self._answers[key] = message_hash, answer
        if len(self._answers) > MOST_REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _open(self, screen: str, about: About) -> Screen:
        """The screen of that name. Raises ``GipfMetaError``."""
        make = SCREENS.get(screen)
        if make is None:
            raise DeskError(_("There is no screen {screen!r}.").format(screen=one_line(screen, 60)))
        return make(self.context, about)

    def _submit(self, person: str, message: Submit, at_ms: int) -> Screen | PageMessages:
        """Carries out a submission. Raises ``GipfMetaError``."""
        context, about, values = self.context, message.about, message.values
        match message.screen:
            case "setup":
                return submit_setup(context, about, values, message.changed, person, at_ms)
            case "board_setup":
                return submit_board_setup(context, about, person, at_ms)
            case "at_once":
                return begin_at_once(context, about, person, at_ms)
            case "first_duel":
                return begin_first_duel(context, person, at_ms)
            case "match":
                return submit_match(context, about, message.id)
            case "table":
                return submit_table(about)
            case place if place == NEXT:
                return submit_next(context, about)
            case "library" if message.changed == BOARDS:
                drawn = library_list(context, about, draws=True)
                return [show_drawn(drawn, frozenset(message.has))]
            case "library":
                return submit_library(context, values)
            case "open_match":
                return submit_open_match(context, values)
            case "shared_match":
                return submit_shared_match(context, about, values, person, at_ms)
            case "study":
                return submit_study(context, about, person, at_ms)
            case "tour":
                context.keep_settings(replace(context.settings, toured=True))
                return []
            case "lessons":
                return submit_lesson(context, about)
            case place if place == MISTAKES:
                return submit_mistakes(context, about, values, person)
            case place if place == PUZZLES:
                return submit_puzzles(context, about)
            case "delete":
                submit_deletion(context, about)
                return library_list(context, {})
            case "settings":
                return submit_settings(context, values)
            case "invitation":
                end_invitation(context, about)
                return launcher(context, {})
            case place if place in SCREENS_OF_PEOPLE:
                return submit_of_people(context, message)
            case place if place in SCREENS_OF_NOTICES:
                return submit_of_notices(context, message)
            case place if place in SCREENS_OF_PERSON:
                return submit_of_person(context, message)
        self._open(message.screen, about)  # raises if there is no such screen
        raise DeskError(_("Nothing can be submitted there."))

    def _show(self, screen: Screen, known: frozenset[str]) -> ScreenMessage:
        """The message that shows *screen*; a page gets the board of the game that it is about."""
        message = show(screen, known)
        with suppress(GipfMetaError):
            if self.context.is_page and "game" in screen.about:
                message["board"] = board_of(self.context.installed.find(screen.about["game"]))
        return message

    def _finish(self, message: Open | Submit, answer: Screen | PageMessages) -> PageMessages:
        """*answer* as messages, with the notices, and the message that *message* is done."""
        if isinstance(answer, Screen):
            answer = [self._show(answer, frozenset(message.has))]
        messages: list[NoticeMessage] = [{"notice": notice} for notice in self.context.notices]
        return [*answer, *messages, {"done": message.id, "number": 0}]


def _hash_of(message: Open | Submit) -> bytes:
    """The hash by which *message* is recognized when it comes again: the message itself, which may
    hold a whole match, is not remembered."""
    return blake2b(message.model_dump_json().encode(), digest_size=16).digest()
