"""The panel beside the board: the state of the game, trays, score sheets, a waiting game, turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import wrap
from typing import Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import MouseEvent
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.clock_words import clock_lines
from gipf_meta.narration.note_lines import HERE, tree_lines
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.palette import DARK, Palette
from gipf_meta.paint.tray_cells import TrayRow, paint_trays
from gipf_meta.protocol.view import Tray, View
from gipf_meta.records.study import Study
from gipf_meta.render import text
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.chances_row import ChancesRow
from gipf_meta.tui.parts.countdowns import Countdowns
from gipf_meta.tui.parts.looks import Looks

LAST_TURNS = 200
"""The number of turns that are listed."""
WIDE_SCREEN = 110
"""The columns of a screen from which on the panel has the width ``WIDE``."""
NARROW_SCREEN = 72
"""The columns of a screen from which on the panel stands beside the board."""
AROUND_HERE: Final = 2
"""The rows of the tree that stay visible above and below the current turn."""
NARROW, WIDE = 26, 34
"""The columns of the panel."""


class SidePanel(VerticalScroll, can_focus=False):
    """The panel beside the board."""

    palette: Palette = DARK
    """The colours of the sand glasses."""
    shown: tuple[Match, View, list[str], int | None] | None = None
    study: Study | None = None
    """The tree that is listed instead of the turns."""
    flag_ms: int | None = None
    """When the flag of the player on turn falls by a clock of days, in milliseconds since 1970."""
    shown_stakes: tuple[Sequence[str], View | None] | None = None
    _followed: Study | None = None
    """The study when its current turn was last scrolled into view."""

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks

    def compose(self) -> ComposeResult:
        """The chances, the caption, the other people, glasses, clocks, trays, sheets, the waiting
        game, turns."""
        yield ChancesRow(self.looks)
        yield Static(id="caption", markup=False)
        yield Static(id="others", markup=False)
        yield Countdowns(large=True, id="countdowns")
        yield Static(id="clocks", markup=False)
        yield Trays(self.looks, id="trays")
        yield Static(id="sheets", markup=False)
        yield WaitingGame(self.looks, id="waiting")
        yield Static(id="turns", markup=False)

    def show(self, match: Match, view: View, names: list[str], own: int | None = None) -> None:
        """Shows the game on top of *match*, whose *view* is given; redraws only what changed.

        Where not everything has room, trays take fewer rows, and the sheet of the seat *own* comes
        first: before the other sheets and, if that is not enough, before the trays. The stakes of a
        question that is open come before everything except the clocks.
        """
        self.shown = match, view, names, own
        self.query_one(Countdowns).show(view.countdowns, self.palette)
        room = self.scrollable_content_region
        clocks = clock_lines(match, names, self.flag_ms)
        above = self._rows_above_trays(room.width) + _count_rows("\n".join(clocks), room.width)
        free = room.height - above
        sheets = sheet_lines(view, room.width)
        mine = [sheet for sheet in view.sheets if sheet.seat == own]
        needed = sheet_lines(replace(view, sheets=tuple(mine)), room.width) or sheets
        trays = self.query_one(Trays)
        trays.show(view.trays, max(0, free - len(needed)))
        if mine and trays.rows + len(sheets) > free:
            others = (sheet for sheet in view.sheets if sheet.seat != own)
            sheets = sheet_lines(replace(view, sheets=(*mine, *others)), room.width)
        if is_first := bool(mine) and trays.rows + len(needed) > free:
            sheets = [*sheets[1:], ""]  # the line between them and the trays
        self._put_sheets_first(is_first)
        self._put_stakes_first(free - trays.rows - len(sheets))
        self._show_lines("clocks", clocks)
        self._show_lines("sheets", sheets)
        self._show_lines("turns", self._turns(match, names))
        if self.study is not None and self.study is not self._followed:
            self._followed = self.study
            self.call_after_refresh(self._show_where)

    def show_time(self, match: Match, view: View, names: list[str]) -> None:
        """Shows the time that is left in *match*, which was shown before."""
        if self.shown is not None:
            self.shown = match, view, names, self.shown[-1]
        self.query_one(Countdowns).show(view.countdowns, self.palette)
        self._show_lines("clocks", clock_lines(match, names, self.flag_ms))

    def _show_lines(self, name: str, lines: Sequence[str]) -> None:
        """Shows *lines* in the part *name*; lines that are shown already are not drawn again."""
        part, words = self.query_one(f"#{name}", Static), Text("\n".join(lines))
        if part.content != words:
            part.update(words)
        part.display = bool(lines)

    def _show_where(self) -> None:
        """Scrolls to the current turn of the study, as little as possible."""
        part = self.query_one("#turns", Static)
        lines = str(part.content).split("\n")
        here = next((n for n, line in enumerate(lines) if line.startswith(HERE)), None)
        if here is None or not part.display:
            return
        columns = part.content_size.width
        above = _count_rows("".join(f"{line}\n" for line in lines[:here]), columns)
        rows = _count_rows(lines[here], columns)
        y = part.virtual_region.y + above
        around = min(AROUND_HERE, (self.scrollable_content_region.height - rows) // 2)
        region = Region(0, max(0, y - around), 1, rows + 2 * around)
        self.scroll_to_region(region, animate=False, force=True)

    def _turns(self, match: Match, names: Sequence[str]) -> list[str]:
        return (
            _turn_lines(match, names)
            if self.study is None
            else ["", *tree_lines(self.study, in_words=True)]
        )

    def _rows_above_trays(self, columns: int) -> int:
        """The rows of everything above the players' clocks."""
        parts = (self.query_one(f"#{name}", Static) for name in ("caption", "others"))
        texts = [str(part.content) for part in parts if part.display]
        glasses = self.query_one(Countdowns)
        rows = sum(len(wrap(line, max(1, columns))) for each in texts for line in each.split("\n"))
        return rows + (glasses.outer_size.height if glasses.display else 0)

    def _put_sheets_first(self, is_first: bool) -> None:
        """Puts the sheets above the trays, or below them."""
        sheets, trays = self.query_one("#sheets"), self.query_one(Trays)
        if is_first != (self.children.index(sheets) < self.children.index(trays)):
            if is_first:
                self.move_child(sheets, before=trays)
            else:
                self.move_child(sheets, after=trays)

    def _put_stakes_first(self, free: int) -> None:
        """Puts the stakes of the question above everything except the clocks if they have no room
        in so many *free* rows; else below the sheets, where the stakes of a running duel always
        are."""
        part = self.query_one(WaitingGame)
        stakes, waiting = self.shown_stakes or ((), None)
        rows = _count_rows(words_at_stake(stakes), self.scrollable_content_region.width)
        is_first = waiting is None and bool(stakes) and rows > free
        clocks, caption = self.query_one("#clocks"), self.query_one("#caption")
        if is_first == (self.children.index(part) < self.children.index(caption)):
            return
        if is_first:
            for each in (part, clocks):
                self.move_child(each, before=0)
            self.scroll_home(animate=False)
        else:
            self.move_child(part, before=self.query_one("#turns"))
            self.move_child(clocks, after=self.query_one("#countdowns"))

    def show_others(self, lines: Sequence[str]) -> None:
        """Shows *lines* on the people at the table who are at other devices."""
        part, words = self.query_one("#others", Static), "\n".join(lines)
        if part.content != words:
            part.update(words)
        part.display = bool(words)

    def show_stakes(self, stakes: Sequence[str], waiting: View | None) -> None:
        """Shows the *stakes* of a duel, and the view of the game that is *waiting* for it."""
        self.shown_stakes = stakes, waiting
        part = self.query_one(WaitingGame)
        room = self.scrollable_content_region.size
        part.show(stakes, waiting, room.width, room.height - part.virtual_region.y)

    def on_resize(self) -> None:
        """Fits the lines to the new width."""
        self.fit()

    def fit(self) -> None:
        """Fits everything to the rows and columns of the panel."""
        if self.shown_stakes is not None:
            self.show_stakes(*self.shown_stakes)
        if self.shown is not None:
            self.show(*self.shown)


def panel_columns(screen: int) -> int:
    """The columns in a panel with a fixed width, on a screen of *screen* columns."""
    if screen < NARROW_SCREEN:  # the panel stands below the board
        return screen - 3
    return WIDE if screen >= WIDE_SCREEN else NARROW


def sheet_lines(view: View, columns: int) -> list[str]:
    """The score sheets of *view*, beside each other where a panel of *columns* has room."""
    gap = "  " if columns >= WIDE else " "
    return [line for lines in text.score_sheets(view.sheets, columns, gap) for line in ("", *lines)]


def _turn_lines(match: Match, names: Sequence[str]) -> list[str]:
    turns = match.top.turns()
    if not turns:
        return []
    lines = [
        f"{turn[0].number:>3}. {story.turn_words(match.top, turn, names)}"
        for turn in turns[-LAST_TURNS:]
    ]
    return ["", _("Turns"), *reversed(lines)]


ROOM: Final = (110, 36)
"""The columns and rows that a screen needs for the board of the waiting game."""
COLUMNS: Final = 34
"""The columns of that board: those of the panel beside a board on a wide screen."""
TALLEST: Final = 20
"""The most rows of that board."""
BESIDE: Final = COLUMNS + 22
"""The columns of a panel in which the board stands beside the words."""


class StillBoard(Board, can_focus=False):
    """A board that is only to be looked at: it takes no click, and has no cursor."""

    def _point_under(self, event: MouseEvent) -> str | None:
        return None


class WaitingGame(Vertical):
    """The stakes of the duel on the screen, and the board of the game that waits for it."""

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks
        self._drawn: View | None = None

    def compose(self) -> ComposeResult:
        """The words, and the board."""
        yield Static(id="stakes", markup=False)
        yield StillBoard(self.looks, id="picture")

    def show(self, stakes: Sequence[str], view: View | None, columns: int, rows: int) -> None:
        """Shows the *stakes*, and the *view* of the waiting game; nothing without one.

        There is room for *columns* and *rows*: the board stands beside the words, below them, or is
        left out.
        """
        words = words_at_stake(stakes)
        line = self.query_one("#stakes", Static)
        if line.content != words:
            line.update(words)
        line.display = bool(words)
        picture = self.query_one(StillBoard)
        is_beside = columns >= BESIDE
        self.set_class(is_beside, "wide")
        above = 0 if is_beside else _count_rows(words, columns)
        needed = self._rows(view) if view is not None else 0
        picture.display = 0 < needed <= rows - above
        if picture.display and view is not None:
            picture.styles.height = needed
            if view != self._drawn:
                self._drawn = view
                picture.show(view)
        self.display = bool(words) or picture.display

    def _rows(self, view: View) -> int:
        """The fewest rows that the board needs here, drawn in shapes if it can be; 0: no room."""
        size = self.app.size
        if not view.points or size.width < ROOM[0] or size.height < ROOM[1]:
            return 0
        heights = range(5, TALLEST + 1)
        layouts = {rows: fit_layout(view, COLUMNS, rows, self.looks.technique) for rows in heights}
        fitting = [rows for rows, layout in layouts.items() if layout is not None]
        shapes = [
            rows for rows in fitting if (layout := layouts[rows]) and layout.technique != "glyphs"
        ]
        return next(iter(shapes or fitting), 0)


def words_at_stake(stakes: Sequence[str]) -> str:
    """The *stakes* below their title, after a blank line; ``""`` without any."""
    return "\n".join(["", _("At stake"), *stakes]) if stakes else ""


def _count_rows(words: str, columns: int) -> int:
    """The rows of *words* on lines of so many *columns*."""
    return sum(len(wrap(line, max(1, columns))) or 1 for line in words.splitlines())


class Trays(Static):
    """The trays: the heaps of each player, drawn with the pieces of the board."""

    class Chosen(Message):
        """Posted when a heap was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks
        self._trays: Sequence[Tray] = ()
        self._rows: list[TrayRow] | None = None
        self._most: int | None = None

    def show(self, trays: Sequence[Tray], most: int | None = None) -> None:
        """Shows *trays*, on at most so many rows if they are readable there; redraws only changed
        trays."""
        self._trays, self._most = trays, most
        self._paint()

    @property
    def rows(self) -> int:
        """The rows that the trays take."""
        return len(self._rows or ())

    def change_looks(self, looks: Looks) -> None:
        """Paints the trays with the colours and glyphs of *looks*."""
        self.looks = looks
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        """Fits the trays to their new width."""
        self._paint()

    def _paint(self) -> None:
        width = self.content_size.width
        if not width:
            return
        palette, technique = self.looks.palette, self.looks.technique
        rows = paint_trays(self._trays, palette, technique, width, self._most)
        if rows == self._rows:
            return
        self._rows = rows
        text = Text(no_wrap=True)
        for n, row in enumerate(rows):
            for colours, cells in groupby(row.cells, lambda cell: (cell.ink, cell.ground)):
                style = Style(color=colours[0], bgcolor=colours[1])
                text.append("".join(cell.glyph for cell in cells), style)
            text.append("\n" if n < len(rows) - 1 else "")
        self.styles.height = len(rows)
        self.update(text)

    def on_click(self, event: events.Click) -> None:
        """Chooses the heap under the mouse."""
        at = event.get_content_offset(self)
        if at is None or self._rows is None or at.y >= len(self._rows):
            return
        for columns, heap in self._rows[at.y].heaps:
            if at.x in columns:
                self.post_message(self.Chosen(heap))
                return
