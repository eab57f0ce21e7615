"""The lessons of a game: their list, and a lesson on the board, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar, Final, cast

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.line.line import Message
from gipf_meta.line.own_lessons import lesson_to_take
from gipf_meta.line.puzzle_messages import PUZZLES
from gipf_meta.line.typed_completion import Completions
from gipf_meta.line.typed_words import Action
from gipf_meta.match.lesson_progress import (
    Astray,
    LessonProgress,
    LessonsFailed,
    begin_at,
    end_of_page,
    is_answered,
    lessons_of,
    marks_of_position,
    sets_up,
)
from gipf_meta.match.lesson_words import places_in_brackets, words_for_eye, words_in_full
from gipf_meta.match.match import Match
from gipf_meta.match.puzzle_lessons import is_puzzle, theme_after
from gipf_meta.narration import prompts, story
from gipf_meta.narration.advice import Advice
from gipf_meta.narration.click_refusals import why_no_click
from gipf_meta.narration.news import news
from gipf_meta.narration.puzzle_words import after_wrong_turn, why_it_solves
from gipf_meta.narration.vocabulary import FORCES
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import AnyGame, MoveError, seat_name, title_of
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.tui.parts.animation import REST, frames_between, frames_to_the_end
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.keys import LESSON_KEYS
from gipf_meta.tui.parts.side_panel import Trays, panel_columns, sheet_lines
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.base_screens import KEYS_BINDING, Interface, InterfaceModal
from gipf_meta.tui.screens.decision_screen import JUMP_BINDING, Deciding, DecisionScreen
from gipf_meta.tui.screens.puzzle_ends import end_puzzle, leave_puzzle
from gipf_meta.tui.screens.typed_at_board import TypedAtBoard

READING: Final = 60
"""The views for which the board after a wrong move stands, for each hundred letters of the reason
why it is wrong."""
SECONDS_OF_WHY: Final = 20
"""The seconds for which it stands why the turns of a puzzle are best: it is read after the board
and what the puzzle was worth."""
PUZZLES_AFTER: Final = -1
"""The page that stands for the puzzles after a lesson."""


class LessonDeciding(Deciding):
    """``Deciding`` on the page of a *lesson*, which asks for some decisions."""

    def __init__(self, lesson: LessonScreen) -> None:
        super().__init__(lesson)
        self.lesson = lesson

    @property
    def takes_keys_anew(self) -> bool:
        """Whether the board is at rest: a page has been read since the decision before."""
        return not any(board.is_moving for board in self.lesson.query(Board))

    def click(self, word: str) -> None:
        """Adds *word* to the decision; on a page to read, goes on."""
        if not self.lesson.progress.asks_nothing:
            super().click(word)
        elif self.lesson.interface.habit.takes_word(word):
            self.lesson.say(prompts.was_played())
        else:
            self.lesson.action_on()

    def why_no_click(self, path: Sequence[str]) -> str:
        """Why not, where the page asks for one of its decisions."""
        top = self.lesson.progress.match.top
        view = replace(self.view, choices=self.decision.choices)
        return why_no_click(top, top.players, view, path)

    def show_next_words(self, frames: Sequence[View] = ()) -> None:
        """Shows what can be clicked next and, unless the pupil is to find it, what the page asks
        for: marks on its places, an arrow, and the cursor there."""
        progress, points = self.lesson.progress, {point.id for point in self.view.points}
        targets = () if progress.has_to_be_found else progress.targets
        ways = [[word for word in choice.path if word in points] for choice in targets]
        places = tuple(dict.fromkeys(place for way in ways for place in way))
        self.hinted = Advice((), steps=((targets[0].notation, places),)) if places else None
        super().show_next_words(frames)
        arrows = [pair for way in ways for pair in pairwise(way)]
        words = "" if progress.page is None or targets else progress.page.words
        words = " ".join((words, *progress.hints_given))
        named = [(place,) for place in places_in_brackets(words, points)]
        left = [place for place in places if place not in self.decision.path]
        self.board.lead([*arrows, *named], left[:1] if len(ways) == 1 else left)


def _astray(
    progress: LessonProgress, error: Astray, why: str, *, moves: bool
) -> tuple[str, Sequence[View]]:
    """The words on the move of *error*: what came of it, and *why* the page does not ask for it;
    and the views that show it, with its motion if that *moves*. Raises the errors of the game."""
    seen, tried = progress.match.sessions, error.match.sessions
    lines = news(seen, tried, progress.names, in_words=True, again=True)
    rest = REST + READING * len(why) // 100
    frames = frames_to_the_end(seen, tried, rest)
    return "  ".join([*lines, why]), frames if moves else frames[-rest:]


def _way(before: LessonProgress, after: LessonProgress) -> tuple[str, Sequence[View]]:
    """The words on the moves that lead from *before* to *after*, where these are not seen at once,
    and the views that show them; none where the board is set up anew."""
    ended = end_of_page(before, after)
    seen, now = before.match.sessions, (ended or after.match).sessions
    words = "  ".join(news(seen, now, before.names, in_words=True, again=True))
    if ended is not None:
        return words, frames_to_the_end(seen, now)
    if sets_up(before, after):
        return "", ()
    return words if is_answered(before, after) else "", frames_between(seen, now, None)


def _tell_end(interface: Interface, app: App[Any], progress: LessonProgress) -> None:
    """Tells in *app* that the lesson of *progress* is over; after a puzzle the desk says what it
    was worth."""
    lesson = progress.lesson
    if not is_puzzle(lesson.id):
        app.notify(f"✓ {lesson.title}: {lesson.summary}", markup=False)
        return
    if why := why_it_solves(progress):
        app.notify(why, timeout=SECONDS_OF_WHY, markup=False)
    end_puzzle(interface, progress)


class LessonScreen(DecisionScreen[bool]):
    """One lesson, from *progress* on. The result is whether it was taken to its end."""

    AUTO_FOCUS = ""
    CSS = """
    LessonScreen #beside { width: 37; padding: 0 1; border-left: solid $primary 40%; scrollbar-size-vertical: 1; }
    LessonScreen.-wide #beside { width: 40; }
    LessonScreen #beside Static { height: auto; }
    LessonScreen #page { text-style: bold; margin-bottom: 1; }
    LessonScreen.-tiny #middle { layout: vertical; }
    LessonScreen.-tiny #beside { width: 1fr; height: 10; border-left: none; }
    """  # noqa: E501
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "on", _("go on"), tooltip=_("on to the next page")),
        Binding("escape", "back", _("back"), tooltip=_("one step back")),
        Binding("h", "hint", _("hint"), tooltip=_("a hint: the move that is meant")),
        Binding("f1", "rules", _("rules"), tooltip=_("the rules of the game")),
        Binding("ctrl+l", "leave", _("leave"), tooltip=_("leave the lesson")),
        JUMP_BINDING,
        KEYS_BINDING,
    ]
    own_keys = LESSON_KEYS

    def __init__(self, progress: LessonProgress) -> None:
        super().__init__()
        self.progress = progress
        self.deciding: Deciding = LessonDeciding(self)
        actions: dict[str, Action] = {
            "hint": lambda _words: self.action_hint(),
            "back": self._go_back,
            "rules": lambda _words: self.action_rules(),
            "quit": lambda _words: self.action_leave(),
        }
        first = _("Type the move that the page asks for, in the game's notation. Or:")
        self.words = TypedAtBoard(
            self, self, frozenset({"lesson"}), self._shown, actions, first, self._choices
        )

    def compose(self) -> ComposeResult:
        """The board, the page beside it, and the widgets below."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield Board(self.interface.looks, id="board")
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="page", markup=False)
                yield Static(id="caption", markup=False)
                yield Trays(self.interface.looks, id="trays")
                yield Static(id="sheets", markup=False)
        yield from self.below()

    def on_mount(self) -> None:
        """Shows the first page."""
        self.show()

    # ---- showing ------------------------------------------------------------------------------

    @property
    def seat_names(self) -> list[str]:
        """The names of the seats of the game on top."""
        game = self.progress.match.top.game
        return [seat_name(game, seat) for seat in range(len(game.seat_names))]

    def show(self, only: tuple[str, ...] = (), frames: Sequence[View] = ()) -> None:
        """Shows the page after *frames* of what has moved; if *only* names decisions, only these
        can be clicked."""
        progress, page = self.progress, self.progress.page
        if page is None:
            self.dismiss(True)
            _tell_end(self.interface, self.app, progress)
            return
        try:
            view = progress.match.top.view(None)
        except GameFailed as error:
            self.interface.leave_failed_match(str(error))
            return
        path = story.path(progress.match.sessions)
        pages = len(progress.lesson.pages)
        of = _("{n} of {all}").format(n=progress.number + 1, all=pages) if pages > 1 else ""
        self.set_class(len(progress.match.sessions) > 1, "duel")
        self.query_one("#heading", Static).update(f"{path}   {progress.lesson.title}   {of}")
        self.query_one("#page", Static).update(words_for_eye(page.words))
        self.query_one("#caption", Static).update(view.caption)
        self.query_one(Trays).show(view.trays)
        sheets = sheet_lines(view, panel_columns(self.app.size.width))
        self.query_one("#sheets", Static).update("\n".join(sheets))
        prompt = _("Enter goes on.") if progress.asks_nothing else view.prompt
        if progress.asks_nothing or only:
            view = replace(view, marks=marks_of_position(view))
        choices = () if progress.asks_nothing else view.choices
        offered = [c for c in choices if not only or c.notation in only]
        self.deciding.offer(view, offered, prompt, frames=frames)
        self._take_focus()
        self.refresh_bindings()

    def _take_focus(self) -> None:
        """Gives the focus to the board on a page with a task, to the screen on a page to read."""
        board = self.query_one(Board)
        board.can_focus = not self.progress.asks_nothing
        self.set_focus(board if board.can_focus else None)
        if self.progress.asks_nothing:
            self.query_one(Words).offer(("on",), {"on": _("go on")})

    def _set_progress(self, progress: LessonProgress, words: str = "") -> None:
        """Shows the page of *progress*, with *words* in the status line. Where it sets the board up
        anew, the moves before are shown first, with their sentences."""
        before, self.progress = self.progress, progress
        is_turned = progress.page is not None and progress.number != before.number
        if is_turned and not is_puzzle(progress.lesson.id):
            place = (progress.match.sessions[0].game.id, progress.lesson.id, progress.number)
            self.interface.keep_settings(self.interface.settings.with_lesson_page(*place))
        self.deciding.forget()
        answered, frames = _way(before, progress)
        self.say(words or answered)
        self.show(frames=frames)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers the keys of the page: one to go on, or those to decide."""
        if action in ("hint", "jump"):
            return not self.progress.asks_nothing
        return action != "on" or self.progress.asks_nothing

    # ---- deciding -----------------------------------------------------------------------------

    def action_on(self) -> None:
        """Goes on to the next page."""
        if self.progress.asks_nothing:
            self._set_progress(self.progress.turn_page())

    def play(self, text: str) -> bool:
        """Plays *text* if the page asks for it; else shows why not, and returns ``False``."""
        try:
            after = self.progress.play(text)
        except Astray as error:
            self._show_astray(error)
            return False
        except MoveError as error:
            self._set_progress(self.progress, str(error))
            return False
        self._set_progress(after)
        return True

    def _show_astray(self, error: Astray) -> None:
        """Plays out the move of *error*, says why the page does not ask for it, and shows the board
        before it again."""
        before, self.progress = self.progress, after_wrong_turn(self.progress, error)
        motion = self.interface.looks.motion
        words, frames = _astray(before, error, self.progress.why, moves=motion)
        self.deciding.forget()
        self.say(words)
        self.show()
        self.query_one(Board).rest_on(frames)

    # ---- typing -------------------------------------------------------------------------------

    def _shown(self) -> tuple[Match, Sequence[str]]:
        return self.progress.match, self.progress.names

    def _choices(self) -> Sequence[Choice]:
        return self.decision.choices

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text."""
        return self.words.completions(typed)

    def play_typed(self, text: str) -> bool:
        """Carries out the word, answers the question, or plays the typed line; a refused line is
        closed, because ``h`` is the next key."""
        if not self.words.take(text):
            if why := self.words.why_mistyped(text):
                self.say(why)
            elif self.progress.asks_nothing:
                self.say(_("Enter goes on."))
            else:
                self.play(text.removeprefix(FORCES).strip())
        return True

    def leave_line(self) -> None:
        """Returns the focus to the board, or to the page that is only read."""
        if self.is_attached:
            self._take_focus()

    def _go_back(self, steps: str) -> None:
        """Goes one step back, or so many *steps*."""
        if (count := read_whole(steps or "1", 1, MOST_DECISIONS)) is None:
            self.say(_("Type back, or back 3 for three steps."))
            return
        progress = self.progress
        for _step in range(count):
            progress = progress.go_back()
        is_first = progress.go_back() is progress
        self._set_progress(progress, _("The lesson begins here.") if is_first else "")

    def action_hint(self) -> None:
        """Shows a hint: the decision that the page asks for."""
        self.progress = self.progress.take_hint()
        self.deciding.forget()
        if self.progress.has_to_be_found:
            self.show()
            self.say(words_in_full(self.progress.hints_given[-1]))
            return
        wanted = self.progress.wanted
        self.show(wanted)
        self.say(_(" or ").join(wanted) or _("Enter goes on."))

    def action_back(self) -> None:
        """Takes back a word, else a page; leaves the first page."""
        before = self.progress.go_back()
        if self.decision.path:
            super().action_back()
        elif before is self.progress:
            self.action_leave()
        else:
            self._set_progress(before)

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        self.interface.show_rules(self.progress.match.top.game)

    def action_leave(self) -> None:
        """Leaves the lesson before its end."""
        self.dismiss(False)
        leave_puzzle(self.interface, self.progress)


def open_lesson(
    app: App[Any], game_id: str, lesson_id: str, page: str, mistake: Message | None
) -> None:
    """Opens *page* of a lesson, perhaps of a *mistake* of one's own, in front of all screens of
    *app*; shows why if that cannot be done."""
    interface = cast("Interface", app)
    try:
        game = interface.installed.find(game_id)
        lesson = lesson_to_take(game, lesson_id, mistake)
        progress = begin_at(lesson, game, interface.installed.find, read_whole(page) or 0)
    except GipfMetaError as error:
        interface.show_error(str(error))
        return

    def close(done: bool | None) -> None:
        if done and not is_puzzle(lesson.id):
            settings = interface.settings.with_lesson_done(game.id, lesson.id)
            interface.keep_settings(settings)

    app.push_screen(LessonScreen(progress), close)


class LessonList(InterfaceModal[None]):
    """The lessons of *game*; *first* is opened at once, where it was left or, *again*, at its
    beginning."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False, tooltip=_("leave without a choice"))
    ]

    def __init__(
        self, game: type[AnyGame], first: Lesson | None = None, *, again: bool = False
    ) -> None:
        super().__init__()
        self.game, self.first, self.again = game, first, again
        self.lessons: Sequence[Lesson] = ()
        self.rows: list[tuple[Lesson, int]] = []
        self.why_none = _("{game} has no lessons.").format(game=title_of(game))
        try:
            self.lessons = lessons_of(game)
        except LessonsFailed as error:
            self.why_none = str(error)

    def compose(self) -> ComposeResult:
        """The list above the summary of the lesson with the cursor."""
        heading = _("{game}: lessons").format(game=title_of(self.game))
        with Vertical(classes="dialog"):
            yield Static(heading, classes="heading", markup=False)
            yield OptionList(id="lessons", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Lists the lessons, and opens the one asked for."""
        self.fill()
        if self.first is not None:
            self.open(self.first, 0 if self.again else self._left_at(self.first))

    def _left_at(self, lesson: Lesson) -> int:
        """The page at which *lesson* was left, counted from 0."""
        page = self.interface.settings.lesson_page(self.game.id, lesson.id)
        return min(page, len(lesson.pages) - 1)

    def fill(self) -> None:
        """Lists the lessons, one that was begun where it was left and at its beginning; the cursor
        is on the first that was begun, else on the first that is not done."""
        things = self.query_one(OptionList)
        things.clear_options()
        self.rows, best = [], []
        for lesson in self.lessons:
            is_done = self.interface.settings.has_done(self.game.id, lesson.id)
            page, title = self._left_at(lesson), f"{'✓' if is_done else ' '} {lesson.title}"
            best.append((not page, is_done, len(self.rows)))
            if page:
                left = _("Go on with page {n} of {all}")
                where = left.format(n=page + 1, all=len(lesson.pages))
                things.add_option(Option(f"{title}: {where}"))
                self.rows.append((lesson, page))
                title = f"    {_('From the beginning')}"
            things.add_option(Option(title))
            self.rows.append((lesson, 0))
            if is_done and (theme := theme_after(lesson, self.game)) is not None:
                words = _("Five puzzles: {theme}").format(theme=theme.name)
                things.add_option(Option(f"    {words}"))
                self.rows.append((lesson, PUZZLES_AFTER))
        things.highlighted = min(best)[2] if best else 0
        if not self.lessons:
            self.query_one("#about", Static).update(self.why_none)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows the summary of the lesson."""
        self.query_one("#about", Static).update(self.rows[event.option_index][0].summary)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begins the lesson, or shows the puzzles after it."""
        lesson, page = self.rows[event.option_index]
        if page == PUZZLES_AFTER:
            self.interface.open_desk(PUZZLES, {"game": self.game.id, "theme": lesson.theme})
        else:
            self.open(lesson, page)

    def open(self, lesson: Lesson, page: int) -> None:
        """Opens *lesson* at *page*; shows why if that cannot be done."""
        try:
            progress = begin_at(lesson, self.game, self.interface.installed.find, page)
        except GipfMetaError as error:
            self.notify(str(error), severity="error", markup=False)
            return

        def close(done: bool | None) -> None:
            if done and not is_puzzle(lesson.id):
                self.interface.keep_settings(
                    self.interface.settings.with_lesson_done(self.game.id, lesson.id)
                )
            self.fill()

        self.app.push_screen(LessonScreen(progress), close)

    def action_leave(self) -> None:
        """Closes the list."""
        self.dismiss(None)
