"""Pages to read: text, the rules of a game with small boards, a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import LessonsFailed, lessons_of
from gipf_meta.narration import rulebook
from gipf_meta.narration.news_so_far import ToldTurn, nothing_yet, told_lines
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.view import View
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.keys import PAGE_KEYS
from gipf_meta.tui.screens.base_screens import InterfaceModal


def _markdown(words: str) -> Widget:
    """A widget with *words* as Markdown."""
    # imported late: the Markdown reader takes 3 MB, which a match does not need
    from textual.widgets import Markdown

    return Markdown(words)


class TextPage(InterfaceModal[None]):
    """A page of Markdown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1", "leave", _("back"), tooltip=_("leave")),
    ]
    own_keys = PAGE_KEYS

    def __init__(self, title: str, page: str) -> None:
        super().__init__()
        self.heading, self.page = title, page

    def compose(self) -> ComposeResult:
        """The title above the content, which scrolls."""
        with Vertical(classes="page"):
            yield Static(self.heading, classes="heading", markup=False)
            with VerticalScroll():
                yield from self.content()

    def content(self) -> ComposeResult:
        """The widgets to read."""
        yield _markdown(self.page)

    def action_leave(self) -> None:
        """Closes the page."""
        self.dismiss(None)


class ReviewPage(TextPage):
    """A finished review, turn by turn, as plain text."""

    def content(self) -> ComposeResult:
        """The text."""
        yield Static(self.page, markup=False)


class NewsPage(TextPage):
    """All that was said of a match, turn by turn, the newest last, as *tell* returns it. F2 closes
    it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "leave", show=False, tooltip=_("leave"))]

    def __init__(self, tell: Callable[[], Sequence[ToldTurn]]) -> None:
        super().__init__(_("What happened"), "")
        self._tell = tell

    def content(self) -> ComposeResult:
        """The sentences, each below its turn."""
        yield Static(id="all-news", markup=False)

    def on_resize(self) -> None:
        """Fits the sentences to the new width, and shows the last ones."""
        scroll, part = self.query_one(VerticalScroll), self.query_one("#all-news", Static)
        columns = max(20, scroll.scrollable_content_region.width)
        part.update("\n".join(told_lines(self._tell(), columns)) or nothing_yet())
        scroll.scroll_end(animate=False)


class RulesPage(TextPage):
    """The rules of *game*, *in_match* as in ``rules_of``; its positions are shown as boards. ``l``
    opens its lessons."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lessons", _("lessons"), tooltip=_("the lessons of the game"))
    ]
    CSS = """
    RulesPage Board { margin: 0 2 1 2; }
    RulesPage .more { color: $text-muted; height: 1; }
    """

    def __init__(self, game: AnyGame, *, in_match: bool = True) -> None:
        super().__init__(title_of(game), "")
        self.game, self.in_match = game, in_match

    def content(self) -> ComposeResult:
        """Text and boards alternately."""
        if self._offers_lessons:
            yield Static(_("l: lessons, page by page"), classes="more", markup=False)
        if not self.game.rules_text.strip():
            words = _("{game} has no text of its rules.").format(game=title_of(self.game))
            yield Static(words, markup=False)
        for part in rulebook.rules_of(self.game, in_match=self.in_match):
            if isinstance(part, str):
                yield _markdown(part)
            else:
                yield self._picture(part)

    def _picture(self, view: View) -> Board:
        """A small board, with a row for each row of places and some for the words beside it."""
        board = Board(self.interface.looks)
        board.can_focus = False
        rows = [point.y for point in view.points]
        board.styles.height = max(16, max(rows) - min(rows) + 4)
        board.show(view)
        return board

    @property
    def _offers_lessons(self) -> bool:
        """Whether the game has lessons, or a list of them that says why it is empty."""
        try:
            return bool(lessons_of(type(self.game)))
        except LessonsFailed:
            return True

    def action_lessons(self) -> None:
        """Opens the lessons of the game, if there are any."""
        if self._offers_lessons:
            self.interface.show_lessons(type(self.game))
