"""The parts of a screen of the desk as lists, fields and words in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from rich.text import Text as Words
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Collapsible, Static
from textual.widgets.option_list import Option

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import (
    AnyPart,
    Button,
    FieldValue,
    Fold,
    Form,
    FormField,
    Heading,
    Paragraph,
    Rows,
    Screen,
    WarningText,
)
from gipf_meta.library.store import Library
from gipf_meta.line.desk_lines import fillable_entries, message_of, place_of, values_of
from gipf_meta.line.line import Message
from gipf_meta.match.lesson_progress import begin, find_lesson, marks_of_position
from gipf_meta.match.puzzle_lessons import PUZZLE
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import Piece, Point, View
from gipf_meta.records.reader import replay
from gipf_meta.tui.parts import forms
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.forms import Columns, Menu, MenuLine
from gipf_meta.tui.parts.looks import Looks

FRONT: Final = "launcher"
"""The name of the first screen; beside its lists is a preview of the line with the cursor."""
KEYS_OF_PAGES: Final = {
    "library": "h",
    "tables": "h",
    "statistics": "s",
    "settings": "p",
    "two": "0",
    "puzzles": "*",
}
"""The keys of the pages."""
ROWS_BETWEEN: Final = 2
"""The fewest rows of a list on a first screen that is crowded, but for the games and the pages."""
KEYS_OF_MATCHES: Final = "abdefgijkmnoqrtuvwxyz"
"""The keys of the unfinished matches: letters without another meaning on the first screen, but
those whose capitals are keys of games."""
KEYS_OF_GAMES: Final = "123456789" + KEYS_OF_MATCHES.upper()
"""The keys of the games and plugins, in the order of the list; the rest have none."""
ELSEWHERE: Final = ("rules", "lessons", "help", "open_match")
"""Screens to which no line leads: a terminal has pages and commands of its own."""


SAMPLE = View(
    tuple(Point(f"{x}", 2 * x, 0, "ring") for x in range(4)),
    pieces=(
        Piece("0", "marble", "white", "W"),
        Piece("1", "marble", "grey", "G"),
        Piece("2", "marble", "black", "B"),
    ),
)
"""A small board, to show colours and graphics by."""


class ListLine(NamedTuple):
    """A line of a list: its *cells*, and the *buttons* of its row."""

    cells: tuple[str, ...]
    buttons: tuple[Button, ...] = ()

    @property
    def first(self) -> Button | None:
        """The main button of the line; ``None`` without a button that works in a terminal."""
        chosen = [each for each in self.buttons if each.primary] or [
            each for each in self.buttons if deed_of(each.do) not in ELSEWHERE
        ]
        return chosen[0] if chosen else None

    def does_the_same(self, line: ListLine) -> bool:
        """Whether the first buttons of both lines send the same message."""
        return [each.do for each in self.buttons[:1]] == [each.do for each in line.buttons[:1]]

    def button(self, deed: str) -> Button | None:
        """The button with the action *deed*, as ``deed_of`` names it."""
        return next((each for each in self.buttons if deed_of(each.do) == deed), None)


def deed_of(do: Mapping[str, Any]) -> str:
    """The name of the message's action: its ``do`` (``sit``), a request for a match, or the screen
    that it opens."""
    about = do.get("about")
    if place_of(do) == "match" and isinstance(about, dict):
        return str(about.get("do", ""))
    return place_of(do) or str(do.get("do", ""))


@dataclass(frozen=True)
class WidgetBlock:
    """The plan of a widget: its parts, *inner* blocks, and the *key* by which the widget shown
    before is found and reused."""

    key: str
    text: str = ""
    level: str = ""
    lines: tuple[ListLine, ...] = ()
    entries: tuple[FormField, ...] = ()
    inner: tuple[WidgetBlock, ...] = ()


def blocks_of(parts: Sequence[AnyPart], inside: str = "") -> Iterator[WidgetBlock]:
    """The blocks of *parts*: consecutive buttons, and fields of one group, form one block.

    *inside* is the key of the fold around them. Warnings have no block: the status line shows them.
    """
    every, title = [*_flat(parts)], ""
    counts: dict[str, int] = {}

    def key(kind: str) -> str:
        counts[kind] = counts.get(kind, -1) + 1
        return f"{inside}{kind}-{counts[kind]}"

    while every:
        part, many = every[0], 1
        if isinstance(part, Button):
            row = [*takewhile(lambda each: isinstance(each, Button), every)]
            many = len(row)
            buttons = [each for each in row if isinstance(each, Button) and _leads(each)]
            lines = tuple(ListLine((each.text, each.note), (each,)) for each in buttons)
            if lines:
                yield WidgetBlock(key("buttons"), lines=lines)
        elif isinstance(part, Rows):
            lines = tuple(ListLine(row.cells, row.buttons) for row in part.rows)
            if part.columns:
                yield WidgetBlock(key("table"), lines=(ListLine(part.columns), *lines))
            else:
                yield WidgetBlock(key(f"rows-{title}"), lines=lines)
        elif isinstance(part, FormField):
            of_one = [part, *(_of_group(every[1:], part.group) if part.group else ())]
            many = len(of_one)
            name = "-".join(f"{each.name}-{each.type}" for each in of_one)
            if part.type != "file":
                yield WidgetBlock(f"{inside}field-{name}", entries=tuple(of_one))
        elif isinstance(part, Fold):
            name = next((each.name for each in fillable_entries(part.parts)), key("fold"))
            inner = tuple(blocks_of(part.parts, f"{inside}fold-{name}-"))
            yield WidgetBlock(f"{inside}fold-{name}", text=part.text, inner=inner)
        elif isinstance(part, Heading):
            title = part.text
            yield WidgetBlock(key(f"heading-{part.text}"), text=part.text, level="part-heading")
        elif isinstance(part, Paragraph):
            yield WidgetBlock(key(f"text-{title}"), text=part.text, level="about")
        every = every[many:]


def _flat(parts: Sequence[AnyPart]) -> Iterator[AnyPart]:
    for part in parts:
        yield from _flat(part.above) if isinstance(part, Form) else (part,)


def _of_group(parts: Sequence[AnyPart], group: str) -> Iterator[FormField]:
    """The first of *parts*, as long as they are fields of that *group*."""
    for part in parts:
        if not isinstance(part, FormField) or part.group != group:
            return
        yield part


def _leads(button: Button) -> bool:
    return button.do.get("do") in ("open", "submit", "sit") and deed_of(button.do) not in ELSEWHERE


class DeskParts(VerticalScroll, can_focus=False):
    """The parts of a *page*, in widgets that are reused where nothing changes, so that a person can
    type in a field while the list below changes.

    *keys* are those beside the lines, each with the id of its line.
    """

    def __init__(self) -> None:
        super().__init__(id="lists")
        self.forms: list[Form] = []
        self.values: dict[str, FieldValue] = {}
        self.warnings: list[str] = []
        self.lines: dict[str, ListLine] = {}
        self.keys: dict[str, str] = {}
        self._name, self._is_changing = "", False
        self._made: dict[str, Widget] = {}

    async def show(self, page: Screen) -> None:
        """Shows *page* instead of the one before."""
        self._name = page.name
        self.forms = [part for part in page.parts if isinstance(part, Form)]
        self.warnings = [each.text for each in _flat(page.parts) if isinstance(each, WarningText)]
        self.values = {}
        for form in self.forms:
            self.values |= values_of(form)
        blocks, self.lines = [*blocks_of(page.parts)], {}
        self.keys = self._keys_of(blocks) if page.name == FRONT else {}
        stale = {*self._made}
        await self._fill(self, _with_filter(blocks), stale)
        for key in stale:
            widget = self._made.pop(key)
            if widget.is_attached:  # else it was removed with its parent
                await widget.remove()
        self._fit()

    def on_resize(self) -> None:
        """Fits the lists to the new rows."""
        self._fit()

    def _fit(self) -> None:
        """Fits the lists of the first screen to its rows: the games, and the places below all, are
        seen, if the others keep a few lines each. Blank rows between the lists that would cost
        lines are left out (``app.tcss``), and so are the headings of the games and below them. The
        headings above stay: they say whose move it is."""
        menus = [menu for menu in self.query(Menu) if menu.display]
        titles = [*self.query(".part-heading")]
        lines = sum(menu.option_count for menu in menus)
        is_crowded = lines + 2 * len(titles) > self.size.height
        self.set_class(is_crowded, "crowded")
        if self._name == FRONT:
            above = max(1, self._count_above_games())
            for number, title in enumerate(titles):
                title.display = number < above or not is_crowded
        headings = sum(title.display for title in titles)
        first = [menu for menu in menus if menu.has_class("games") or menu is menus[-1]]
        later = [menu for menu in menus if menu not in first]
        least = {menu: menu.least_rows for menu in menus}
        if self._name == FRONT and is_crowded:
            least |= {menu: min(least[menu], ROWS_BETWEEN) for menu in later}
        free = self.size.height - headings - sum(least.values())
        for menu in (*first, *later):
            more = max(0, min(menu.option_count - least[menu], free))
            menu.styles.min_height = menu.styles.max_height = least[menu] + more
            free -= more

    def _count_above_games(self) -> int:
        """The number of headings above that of the games; 0 if there are no games."""
        order = [*self.query(".part-heading, .games")]
        games = next((n for n, each in enumerate(order) if each.has_class("games")), 0)
        return max(0, games - 1)

    async def _fill(self, body: Widget, blocks: Sequence[WidgetBlock], stale: set[str]) -> None:
        """Shows *blocks* in *body*; removes the keys of reused widgets from the *stale* ones."""
        before: Widget | None = None
        for block in blocks:
            stale.discard(block.key)
            widget = self._made.get(block.key)
            if widget is None:
                widget = self._made[block.key] = _make(block)
                if before is None:
                    await body.mount(widget, before=0 if body.children else None)
                else:
                    await body.mount(widget, after=before)
            elif before is not None and _stands_before(widget, before):
                body.move_child(widget, after=before)
            self._show(widget, block)
            if isinstance(widget, forms.FoldedFields):
                for contents in widget.query(Collapsible.Contents):  # none if it is just closing
                    await self._fill(contents, block.inner, stale)
            before = widget

    def _show(self, widget: Widget, block: WidgetBlock) -> None:
        if isinstance(widget, Menu):
            self._show_lines(widget, block)
        elif isinstance(widget, forms.FieldRow):
            widget.show(block.entries)
        elif isinstance(widget, forms.FoldedFields):
            widget.rename(block.text)
        elif isinstance(widget, Static):
            words = _table(block.lines, self.app.size.width - 4) if block.lines else block.text
            if widget.content != words:
                widget.update(words)

    def _show_lines(self, menu: Menu, block: WidgetBlock) -> None:
        """Lists the lines of *block*; the cursor stays on the line that does the same."""
        old, here = self._line_of(menu), None
        menu.lines_shown = block.lines
        keys = {line: key for key, line in self.keys.items()}
        cells = [line.cells[:1] if self._name == FRONT else line.cells for line in block.lines]
        columns = Columns(cells)
        options = []
        for n, (line, shown) in enumerate(zip(block.lines, cells, strict=True)):
            id = f"{block.key}:{n}"
            self.lines[id] = line
            if old is not None and old.does_the_same(line):
                here = n
            prompt = MenuLine(shown[0], keys.get(id, ""), shown[1:], columns)
            options.append(Option(prompt, id=id))
        menu.show(options, here)
        menu.set_class(any(line.button("setup") is not None for line in block.lines), "games")

    def _line_of(self, menu: Menu) -> ListLine | None:
        shown, here = menu.lines_shown, menu.highlighted
        return shown[here] if here is not None and here < len(shown) else None

    def _keys_of(self, blocks: Sequence[WidgetBlock]) -> dict[str, str]:
        """The keys beside the lines of the first screen: no letter is the key of two lines, not
        even in the other case."""
        games: dict[str, str] = {}
        matches: list[str] = []
        pages: dict[str, str] = {}
        for block in blocks:
            is_games = any(line.button("setup") is not None for line in block.lines)
            for n, line in enumerate(block.lines):
                id = f"{block.key}:{n}"
                if block.key.startswith("buttons"):
                    pages[KEYS_OF_PAGES.get(deed_of(line.buttons[0].do), "")] = id
                elif is_games:
                    games[KEYS_OF_GAMES[len(games) : len(games) + 1]] = id
                elif line.buttons:
                    matches.append(id)
        free = [key for key in KEYS_OF_MATCHES if key.upper() not in games]
        keys = {**games, **dict(zip(free, matches, strict=False)), **pages}
        keys.pop("", None)  # lines without a key
        return keys

    # ---- what somebody does -------------------------------------------------------------------

    def line_with_cursor(self, focused: Widget | None) -> ListLine | None:
        """The line with the cursor in the list that is *focused*; else that of the first list."""
        menus = [focused] if isinstance(focused, Menu) else [*self.query(Menu)]
        return next((self._line_of(menu) for menu in menus if menu.display), None)

    def turn_to_changing(self) -> str:
        """Has the game that is chosen next set up first, or no longer; returns what to do then."""
        self._is_changing = not self._is_changing
        return _("Now choose the game that you set up before you play.") * self._is_changing

    def button_of(self, line: ListLine) -> Button | None:
        """The button that is meant when *line* is chosen: the main one, or that of the form."""
        change = line.button("setup") if self._is_changing else None
        self._is_changing = False
        return change or line.first

    def note(self, name: str, value: FieldValue, *, is_live: bool = True) -> Message | None:
        """Stores the new *value* of the field *name*; returns the message that submits the form if
        the field is live."""
        before = self.values.get(name)
        if before is None or value == before:
            return None
        self.values[name] = value
        for form in self.forms:
            entry = next((each for each in fillable_entries(form.parts) if each.name == name), None)
            if entry is not None and is_live and (entry.live or not form.button):
                return message_of(form, values_in(form, self.values), name)
        return None

    def submission(self) -> Message | None:
        """The message that submits the form that has a button; ``None``: there is none."""
        for form in self.forms:
            if form.button:
                return message_of(form, values_in(form, self.values))
        return None


def values_in(form: Form, values: Mapping[str, FieldValue]) -> dict[str, FieldValue]:
    """The *values* that belong to fields of *form*."""
    return {entry.name: values[entry.name] for entry in fillable_entries(form.parts)}


def _with_filter(blocks: Sequence[WidgetBlock]) -> list[WidgetBlock]:
    """*blocks*, where the fields above a list to choose from are folded, except the first.

    A list of matches is long, and a terminal is not.
    """
    above = [n for n, block in enumerate(blocks) if block.entries]
    if len(above) < 2 or not any(block.key.startswith("rows") for block in blocks):
        return [*blocks]
    folded = tuple(blocks[n] for n in above[1:])
    words = " · ".join(each.entries[0].label for each in folded)
    rest = [block for n, block in enumerate(blocks) if n not in above]
    return [blocks[above[0]], WidgetBlock("filter", text=words, inner=folded), *rest]


def _stands_before(widget: Widget, other: Widget) -> bool:
    """Whether *widget* stands before the *other* one, beside it."""
    beside = [*widget.parent.children] if widget.parent is not None else []
    return other in beside and beside.index(widget) < beside.index(other)


def _make(block: WidgetBlock) -> Widget:
    """A widget for *block*; its text is set later."""
    if block.key.startswith("table"):
        return Static(classes="table", markup=False)
    if block.lines or "rows" in block.key.split("-"):
        return Menu(markup=False)
    if block.entries:
        return forms.FieldRow(block.entries)
    if block.inner:
        return forms.FoldedFields(title=block.text)
    return Static(block.text, classes=block.level, markup=False)


def _table(lines: Sequence[ListLine], room: int) -> Words:
    """A table as words: the first of the *lines* names its columns."""
    widths = Columns([line.cells for line in lines])
    shown = [str(MenuLine(line.cells[0], "", line.cells[1:], widths).cut(room)) for line in lines]
    words = Words("\n".join(shown), no_wrap=True)
    words.stylize("bold", 0, len(shown[0]))
    return words


# ---- the line with the cursor ------------------------------------------------------------------


class Preview(Vertical):
    """The preview of the line with the cursor: a board, and words below it."""

    def __init__(self, looks: Looks, *, is_front: bool) -> None:
        super().__init__(id="preview")
        self.board = Board(looks, id="board")
        self.board.can_focus = self.board.display = False
        self.about = Static(id="about", markup=False)
        self._between = "\n" if is_front else " · "

    def compose(self) -> ComposeResult:
        """The board above the words."""
        yield self.board
        yield self.about

    def say(self, line: ListLine | None) -> None:
        """Shows the cells of *line*; nothing where it has only one, which the list shows
        already."""
        cells = [*filter(None, line.cells)] if line is not None else []
        self.about.update(self._between.join(cells))
        self.about.display = len(cells) > 1

    def show(self, view: View, *, is_narrow: bool = False) -> None:
        """Shows the board of *view*, if it has one and the window is not too narrow."""
        self.board.show(view)
        self.board.display = bool(view.points) and not is_narrow


def about_in(button: Button) -> dict[str, str]:
    """The parameters in the message of *button*."""
    about = button.do.get("about")
    return {name: str(value) for name, value in about.items()} if isinstance(about, dict) else {}


def view_of(line: ListLine, installed: Installed, library: Library | None) -> View:
    """The board that *line* is about, without marks on possible choices; an empty view where there
    is none, or where only a host has it."""
    with suppress(GipfMetaError):  # choosing the line shows why
        if (session := _session_of(line, installed, library)) is not None:
            with Gate(session.game):
                view = session.view(None)
                return replace(view, marks=marks_of_position(view))
    return View(())


def _session_of(line: ListLine, installed: Installed, library: Library | None) -> Session | None:
    """The current session of the game or match that *line* is about, or ``None``. Raises
    ``GipfMetaError``."""
    names = about_in(line.first) if line.first is not None else {}
    if "showcase" in names and (show := playable_showcase(installed)) is not None:
        return _begun(show.game)
    if "puzzle" in names:
        return _of_puzzle(names["puzzle"], installed)
    if names.get("game") in installed.games:
        game = installed.games[names["game"]]
        with Gate(game):
            usual = game()
        return _begun(usual)
    if "match" in names and library is not None:
        return replay(library.record(int(names["match"])), installed.find).top
    return None


def _of_puzzle(id: str, installed: Installed) -> Session:
    """The session before the first turn of the puzzle with that *id*. Raises ``GipfMetaError``."""
    name, _dash, number = id.rpartition("-")
    game = installed.find(name)
    return begin(find_lesson(game, f"{PUZZLE}{number}"), game, installed.find).match.top


def _begun(game: AnyGame) -> Session:
    """A session of *game* before the first decision."""
    return Session.begin(game, tuple(range(game.seat_counts[0])))
