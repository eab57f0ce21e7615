"""A screen for one session of a match: it opens the screen of a duel, and closes after its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_meta.match.match import Match
from gipf_meta.narration import asking, story
from gipf_meta.narration.news import news
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.least_size import lacking_columns, spare_columns
from gipf_meta.protocol.option_words import changed_in_words
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.asking import Asking
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.open_widgets import while_open
from gipf_meta.tui.parts.side_panel import NARROW_SCREEN, WIDE_SCREEN, SidePanel
from gipf_meta.tui.screens.dialogs import Ask, Pick
from gipf_meta.tui.screens.table_screen import TableScreen

PANEL, WIDEST_PANEL = 38, 64
"""The columns of the panel on a wide screen (``app.tcss``), and of the widest one."""
NARROW_PANEL, NARROWEST_PANEL = 30, 14
"""The columns of the panel on a narrow screen (``app.tcss``), and beside a wide board."""
ASKED = 4
"""The rows of the question below a board on a low screen (``app.tcss``)."""


class SessionScreen(TableScreen):
    """The session at *depth* of a table's match: 0 is the match itself, 1 a duel, …

    The answer of a duel's screen is its news. *seen* is the match as it was last shown.
    """

    def __init__(self, table: Table, depth: int = 0) -> None:
        super().__init__(table)
        self.depth = depth
        self.seen = table.match
        self.is_in_duel = False
        self.has_told_end = False
        self._has_question = False

    def show_match(self, match: Match) -> None:
        """Shows how *match* stands."""
        raise NotImplementedError

    def heading(self, match: Match, stakes: Sequence[str]) -> str:
        """The games, down to the one on the screen; who plays it and what is not as usual, or what
        the duel is about."""
        heading = self.heading_of(match.sessions, self.table.seats)
        if not self.depth:
            room = self.size.width - len(heading) - 5
            return f"{heading}   {changed_in_words(match.top.game, room)}".rstrip()
        if not stakes:
            return heading
        path = story.path(match.sessions)
        about = f"{path}   {stakes[0]}"
        whole = about + heading.removeprefix(path)
        return whole if len(whole) < self.size.width - 1 else about

    def on_mount(self) -> None:
        """Fits the panel once the board has its rows."""
        self.call_after_refresh(while_open(self, self.fit_panel))

    def on_resize(self) -> None:
        """Fits the panel to the new size of the board."""
        self.call_after_refresh(while_open(self, self.fit_panel))

    def fit_panel(self) -> None:
        """Shares the columns and rows of the screen between the board and what stands around it."""
        self._fit_rows()
        panel = self.query_one(SidePanel)
        panel.styles.width = self._panel_columns()
        self.call_after_refresh(while_open(panel, panel.fit))

    def _panel_columns(self) -> int | None:
        """The columns of the panel; ``None`` if it keeps those that every such screen has.

        On a wide screen the panel beside a duel has those that the board does not need. On a narrow
        one it gives up some to a board that would be cramped.
        """
        width, rows = self.size.width, self.query_one(Board).size.height
        technique = self.interface.looks.technique
        if width >= WIDE_SCREEN and self.depth:
            most = WIDEST_PANEL - PANEL
            return PANEL + spare_columns(self.view, width - PANEL, rows, technique, most)
        if NARROW_SCREEN <= width < WIDE_SCREEN:
            most = NARROW_PANEL - NARROWEST_PANEL
            lacking = lacking_columns(self.view, width - NARROW_PANEL, rows, technique, most)
            return NARROW_PANEL - lacking if lacking else None
        return None

    def _fit_rows(self) -> None:
        """Marks a low screen whose board stands upright with one more row only (``app.tcss``).

        A board that can be drawn in shapes lies on its side rather than stand there in letters.
        """
        width, height = self.query_one(Board).size
        height += self.query_one(Asking).size.height - ASKED
        technique, is_tall = self.interface.looks.technique, False
        if self.has_class("-low") and not self.has_class("-tiny") and width:
            now, taller = (
                fit_layout(self.view, width, rows, technique) for rows in (height, height + 1)
            )
            is_upright = taller is not None and not taller.turned
            is_tall = is_upright and (now is None or now.turned)
        self.set_class(is_tall, "tall")

    def enter_duel(self, match: Match) -> None:
        """Announces the duel that has begun, then opens its screen; once."""
        if self.is_in_duel:
            return
        self.is_in_duel = True
        self.seen = match
        question = asking.duel_begins(match, self.depth, self.names, self.table.only_person)
        self.query_one(Board).show(match.sessions[self.depth].view(None))

        def begin(_answer: str | None) -> None:
            self.app.push_screen(type(self)(self.table, self.depth + 1), self._end_duel)

        self.push_paused(Ask(*question), begin)

    def another_duel(self, match: Match) -> bool:
        """Says why a duel has taken the place of the one that was on the screen, if one has."""
        if not self.depth or self.table.trouble or len(self.seen.sessions) <= self.depth:
            return False
        made, known = (len(each.sessions[self.depth - 1].steps) for each in (match, self.seen))
        if made == known:
            return False
        self.seen = match
        question = asking.duel_follows(match, self.depth, self.names)
        self.push_paused(Ask(*question), lambda _answer: self.refresh_table())
        return True

    def leave_duel(self, match: Match) -> None:
        """Closes the screen of a duel that is over; it stays the current screen until then."""
        if not self.has_told_end:
            self.has_told_end = True
            seen, reader = self.seen.sessions, self.table.only_person
            told = news(seen, match.sessions, self.names, reader, in_words=True)
            self.dismiss("\n".join(line for line in told if line))

    def _end_duel(self, news: str | None) -> None:
        """Tells the *news* of the duel whose screen has closed, and goes on with the game."""
        match = self.seen = self.table.match

        def go_on(_answer: str | None) -> None:
            self.is_in_duel = False
            self.refresh_table()

        def tell() -> None:
            self.show_match(match)
            waited, reader = match.sessions[self.depth], self.table.only_person
            told = asking.duel_ends(waited, news, self.view.prompt, reader)
            self.app.push_screen(Ask(*told), go_on)

        self.guarded(tell)

    def ask_for_duel(self) -> None:
        """Asks for another game to decide the duel that cannot be played."""

        def choose(game: str | None) -> None:
            if game:
                self.act(lambda: self.table.choose_duel(game))
            else:
                self.interface.leave_match()

        question = asking.other_duel(self.table.trouble, self.interface.installed)
        self.ask_once(question, choose)

    def ask_once(self, question: asking.Question, then: Callable[[str | None], None]) -> None:
        """Asks *question*, and calls *then* with the answer.

        The screen may be shown again before the answer comes: the question is not asked anew.
        """
        if self._has_question:
            return
        self._has_question = True

        def take_answer(answer: str | None) -> None:
            self._has_question = False
            then(answer)

        self.app.push_screen(Pick.answer(question), take_answer)
