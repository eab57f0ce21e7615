"""Lessons on the board: which there are, and one of them, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import failure
from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import (
    Progress,
    begin,
    lessons_of,
    unmarked,
)
from gipf_meta.narration import story
from gipf_meta.protocol.game import AnyGame, MoveError, title_of
from gipf_meta.protocol.lesson import Lesson
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.choosing import Choosing
from gipf_meta.tui.parts.deciding import Deciding
from gipf_meta.tui.parts.side import beside
from gipf_meta.tui.parts.words import Words

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp


class LessonScreen(Deciding[bool]):
    """One lesson, from *progress* on. Its answer is whether it was taken to its end."""

    app: GipfApp

    AUTO_FOCUS = ""
    CSS = """
    LessonScreen #beside { width: 37; padding: 0 1; border-left: solid $primary 40%; scrollbar-size-vertical: 1; }
    LessonScreen.-wide #beside { width: 40; }
    LessonScreen #beside Static { height: auto; }
    LessonScreen #page { text-style: bold; margin-bottom: 1; }
    LessonScreen #things { color: $text-muted; }
    """  # noqa: E501
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "on", _("go on")),
        Binding("escape", "back", _("back")),
        Binding("h", "hint", _("hint")),
        Binding("f1", "rules", _("rules")),
        Binding("ctrl+l", "leave", _("leave")),
    ]

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self.progress = progress

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield Board(self.app.looks, id="board")
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="page", markup=False)
                yield Static(id="things", markup=False)
        yield from self.below()

    def on_mount(self) -> None:
        self.show()

    # ---- showing --------------------------------------------------------------------------------

    def show(self, only: tuple[str, ...] = ()) -> None:
        """Shows the page; with *only*, these decisions are all that can be clicked."""
        progress, page = self.progress, self.progress.page
        if page is None:
            self.dismiss(True)
            return
        top = progress.match.top
        try:
            view = top.game.view(top.state, None)
        except Exception as error:  # a game may fail in any way
            self.app.failed(f"{title_of(top.game)} {failure(error)}")
            return
        path = story.path(progress.match.sessions)
        of = _("{n} of {all}").format(n=progress.number + 1, all=len(progress.lesson.pages))
        self.set_class(len(progress.match.sessions) > 1, "duel")
        self.query_one("#heading", Static).update(f"{path}   {progress.lesson.title}   {of}")
        self.query_one("#page", Static).update(page.words)
        things = [view.caption, "", *beside(view, self.app.size.width)]
        self.query_one("#things", Static).update("\n".join(things))
        prompt = _("Enter goes on.") if progress.is_read else view.prompt
        self.query_one("#prompt-words", Static).update(prompt)
        if progress.is_read or only:
            view = replace(view, marks=unmarked(view))
        choices = () if progress.is_read else view.choices
        self.offer(view, [c for c in choices if not only or c.notation in only])
        self._take_focus()
        self.refresh_bindings()

    def _take_focus(self) -> None:
        """The board has the keys while it asks for something, the screen while one reads."""
        board = self.query_one(Board)
        board.can_focus = not self.progress.is_read
        self.set_focus(board if board.can_focus else None)
        if self.progress.is_read:
            self.query_one(Words).offer(("on",), {"on": _("go on")})

    def _is_at(self, progress: Progress, said: str = "") -> None:
        self.progress = progress
        self.choosing = Choosing()
        self.say(said)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Pages to read have one key, pages that ask have others."""
        if action in ("type", "hint"):
            return not self.progress.is_read
        return action != "on" or self.progress.is_read

    # ---- what the pupil does --------------------------------------------------------------------

    def click_word(self, word: str) -> None:
        if self.progress.is_read:
            self.action_on()
        else:
            super().click_word(word)

    def action_on(self) -> None:
        try:
            after = self.progress.read()
        except MoveError as error:
            self.say(str(error))
        else:
            self._is_at(after)

    def play(self, text: str) -> None:
        try:
            after = self.progress.played(text)
        except MoveError as error:
            self._is_at(self.progress, f"{error} {_('h shows it.')}")
        else:
            self._is_at(after)

    def action_hint(self) -> None:
        wanted = self.progress.wanted
        self.choosing = Choosing()
        self.show(wanted)
        self.say(_(" or ").join(wanted) or _("Enter goes on."))

    def action_back(self) -> None:
        before = self.progress.back()
        if self.choosing.path:
            super().action_back()
        elif before is self.progress:
            self.action_leave()
        else:
            self._is_at(before)

    def action_rules(self) -> None:
        self.app.show_rules(self.progress.match.top.game)

    def action_leave(self) -> None:
        self.dismiss(False)


class Lessons(ModalScreen[None]):
    """The lessons of *game*; *first* is opened at once."""

    app: GipfApp

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, game: type[AnyGame], first: Lesson | None = None) -> None:
        super().__init__()
        self.game, self.first = game, first
        self.lessons = lessons_of(game)

    def compose(self) -> ComposeResult:
        heading = _("{game}: lessons").format(game=title_of(self.game))
        with Vertical(classes="dialog"):
            yield Static(heading, classes="heading", markup=False)
            yield OptionList(id="lessons", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        self.fill()
        if self.first is not None:
            self.open(self.first)

    def fill(self) -> None:
        """Lists the lessons; the cursor is on the first that is not done."""
        things = self.query_one(OptionList)
        things.clear_options()
        done = [self.app.settings.has_done(self.game.id, lesson.id) for lesson in self.lessons]
        for lesson, is_done in zip(self.lessons, done, strict=True):
            things.add_option(Option(f"{'✓' if is_done else ' '} {lesson.title}", id=lesson.id))
        things.highlighted = done.index(False) if False in done else 0
        if not self.lessons:
            words = _("{game} brings no lessons.").format(game=title_of(self.game))
            self.query_one("#about", Static).update(words)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Static).update(self.lessons[event.option_index].summary)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.open(self.lessons[event.option_index])

    def open(self, lesson: Lesson) -> None:
        """Begins a lesson."""
        try:
            progress = begin(lesson, self.game, self.app.installed.find)
        except GipfMetaError as error:
            self.notify(str(error), severity="error", markup=False)
            return

        def then(done: bool | None) -> None:
            if done:
                self.app.remember(self.app.settings.having_done(self.game.id, lesson.id))
            self.fill()

        self.app.push_screen(LessonScreen(progress), then)

    def action_leave(self) -> None:
        self.dismiss(None)
