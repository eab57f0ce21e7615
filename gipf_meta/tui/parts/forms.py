"""Menus and forms: lines with a key beside each, fields to fill in, folded parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Collapsible, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import FieldValue, FormField

SWITCH: Final = {True: "on", False: ""}
"""The values of a switch, for a list of two choices."""
NARROW: Final = 21
"""The most columns of the words in a narrow list of choices."""
ANOTHER: Final = "another"
"""The value in a list of proposals that stands for any other text."""
LONGEST: Final = 200
"""The most letters of a field that has no limit of its own."""


NAMES: Final = ("name", "other")
"""The names of the fields of players' names that belong to no group."""


class FieldRow(Horizontal):
    """A row for the fields *entries* of one group: its name, the fields, the note of a single one;
    a field for a long text has the whole row below."""

    class Changed(Message):
        """Posted when the field of that *name* has another *value*."""

        def __init__(self, name: str, value: FieldValue) -> None:
            super().__init__()
            self.name, self.value = name, value

    def __init__(self, entries: Sequence[FormField]) -> None:
        super().__init__(classes="field")
        self.set_class(bool(entries[0].group), "group")
        self.set_class((entries[0].longest or 0) > LONGEST, "whole")
        self.entries = [*entries]

    def compose(self) -> ComposeResult:
        """The name, the fields, their notes."""
        first = self.entries[0]
        yield Static(first.group or first.label, classes="name", markup=False)
        for entry in self.entries:
            if entry.type == "text" and entry.choices:
                yield self._proposals(entry)
            yield self._field(entry)
        if not first.group:
            yield Static(first.note, classes="meaning", markup=False)

    def _field(self, entry: FormField) -> Widget:
        if entry.type in ("choice", "switch"):
            choices = _choices(entry)
            is_wide = max(words.cell_len for words, _value in choices) > NARROW
            return Select(choices, value=_written(entry.value), allow_blank=False,
                          compact=True, classes="wide" if is_wide or entry.group else "",
                          id=field_id(entry.name), name=entry.name)  # fmt: skip
        is_named = bool(entry.group) or entry.name in NAMES
        return Input(_written(entry.value), placeholder=entry.note if entry.group else "",
                     compact=True, max_length=entry.longest or LONGEST, id=field_id(entry.name),
                     classes="named" if is_named else "proposed" if entry.choices else "",
                     name=entry.name)  # fmt: skip

    def _proposals(self, entry: FormField) -> Select[str]:
        """A list of proposals beside a field where a text is typed."""
        return Select([*_choices(entry), (Text(_("another")), ANOTHER)], value=_proposed(entry),
                      allow_blank=False, compact=True, id=f"{field_id(entry.name)}-proposed",
                      name=entry.name)  # fmt: skip

    def show(self, entries: Sequence[FormField]) -> None:
        """Shows the updated *entries*; text that is being typed stays."""
        before, self.entries = self.entries, [*entries]
        words = [child for child in self.children if isinstance(child, Static)]
        for static, said in zip(words, self._words(), strict=False):
            static.update(said)
        for old, entry in zip(before, entries, strict=True):
            for proposed in self.query(f"#{field_id(entry.name)}-proposed").results(Select):
                with self.prevent(Select.Changed):
                    proposed.value = _proposed(entry)
            found = self.query(f"#{field_id(entry.name)}")
            field = found.first() if found else None
            # a row that is mounting has its entries already; one that is being removed has none
            if isinstance(field, Select) and field.query("#label"):
                with self.prevent(Select.Changed):
                    if old.choices != entry.choices:
                        field.set_options(_choices(entry))
                    field.value = _written(entry.value)
            elif isinstance(field, Input):
                field.placeholder = entry.note if entry.group else ""
                if not field.has_focus and field.value != entry.value:
                    with self.prevent(Input.Changed):
                        field.value = _written(entry.value)

    def _words(self) -> tuple[str, str]:
        first = self.entries[0]
        return first.group or first.label, first.note

    def on_select_changed(self, event: Select.Changed) -> None:
        """Posts ``Changed``; copies a proposal into its field."""
        event.stop()
        if event.select.id != f"{field_id(event.select.name or '')}-proposed":
            self._tell(event.select.name or "", str(event.value))
            return
        field = self.query_one(f"#{field_id(event.select.name or '')}", Input)
        if event.value == ANOTHER:
            field.focus()
        else:
            field.value = str(event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Posts ``Changed``."""
        event.stop()
        self._tell(event.input.name or "", event.value)

    def _tell(self, name: str, written: str) -> None:
        entry = next(each for each in self.entries if each.name == name)
        value = written == SWITCH[True] if isinstance(entry.value, bool) else written
        self.post_message(self.Changed(name, value))


class FoldedFields(Collapsible):
    """Parts of a form behind the line *title*, which is never read as markup."""

    def __init__(self, *children: Widget, title: str, id: str | None = None) -> None:
        super().__init__(*children, title=_plain(title), id=id)

    def rename(self, title: str) -> None:
        """Changes the *title* of the line."""
        if str(self.title) != title:
            self.title = _plain(title)


def field_id(name: str) -> str:
    """The id of the widget of the field *name*."""
    return f"field-{re.sub('[^A-Za-z0-9]', '_', name)}"


def _choices(entry: FormField) -> list[tuple[Text, str]]:
    choices = entry.choices or ((SWITCH[True], _("on")), (SWITCH[False], _("off")))
    return [(Text(words), value) for value, words in choices]


def _proposed(entry: FormField) -> str:
    """The proposal that stands in the field of *entry*."""
    value = _written(entry.value)
    return value if any(value == each for each, _words in entry.choices) else ANOTHER


def _written(value: FieldValue) -> str:
    return SWITCH[value] if isinstance(value, bool) else value


def _plain(title: str) -> str:
    # Textual takes a text without markup, too, though it declares a string
    return cast("str", Content(title))


LEAST_WIDTH: Final = 12
"""The fewest columns of the screen for a column of a list."""
GAP: Final = 2
"""The blanks between two columns of a list."""
LEAST_ROWS: Final = 3
"""The fewest visible rows of a list, if it has so many."""


class Columns:
    """The widths of the columns of a list whose lines have those *cells*."""

    def __init__(self, cells: Sequence[Sequence[str]]) -> None:
        columns = max(map(len, cells), default=0)
        rows = [[*row, *[""] * (columns - len(row))] for row in cells]
        self._natural = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def widths(self, room: int) -> list[int]:
        """The widths in so much *room*: the widest columns shrink first."""
        widths = [*self._natural]
        free = room - GAP * (len(widths) - 1)
        while sum(widths) > free and max(widths) > LEAST_WIDTH:
            widths[widths.index(max(widths))] -= 1
        return widths


class MenuLine:
    """The text of a line of a menu, and at its right end the *key* that chooses it.

    Always one row: *words*, and the cells of *more* beside them, end in ``…`` where they are too
    long. *columns* are those of the whole list.
    """

    def __init__(
        self, words: str, key: str = "", more: Sequence[str] = (), columns: Columns | None = None
    ) -> None:
        self.words, self.key = " ".join(words.splitlines()), key
        self.cells = [self.words, *(" ".join(cell.splitlines()) for cell in more)]
        self.columns = columns or Columns([self.cells])

    def __str__(self) -> str:
        return self.words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = self.cut(options.max_width - (cell_len(self.key) + 1 if self.key else 0))
        yield Text(f"{line} {self.key}" if self.key else line, no_wrap=True)

    def cut(self, room: int) -> str:
        """The line, without its key, cut to so much *room*."""
        widths = self.columns.widths(room)
        cells = [_cut(cell, width) for cell, width in zip(self.cells, widths, strict=False)]
        return _cut((" " * GAP).join(cells), max(room, 0))


def _cut(words: str, width: int) -> str:
    """*words* in that *width*, with ``…`` at the end where they are too long."""
    if cell_len(words) > width:
        words = set_cell_size(words, max(width - 1, 0)) + "…"
    return set_cell_size(words, width)


class Menu(OptionList):
    """A list; up from its first line and down from its last lead into the list before and after.

    Lists below each other divide the rows of the screen: each has as many as it needs, if possible.
    *lines_shown* are the values behind its options.
    """

    lines_shown: Sequence[Any] = ()

    def show(self, options: Sequence[Option], here: int | None = None) -> None:
        """Lists *options*, with the cursor at line *here*; without one it stays where it was."""
        here = self.highlighted if here is None else here
        self.clear_options()
        self.add_options(options)
        if options:
            self.highlighted = min(here or 0, self.option_count - 1)
        self.display = bool(options)
        self.styles.max_height = len(options)
        self.styles.min_height = self.least_rows

    @property
    def least_rows(self) -> int:
        """The fewest rows in which it can be used."""
        return min(self.option_count, LEAST_ROWS)

    def action_cursor_down(self) -> None:
        """Moves the cursor one line down, into the next list after the last."""
        self._go(1)

    def action_cursor_up(self) -> None:
        """Moves the cursor one line up, into the list before from the first."""
        self._go(-1)

    def _go(self, step: int) -> None:
        last = self.option_count - 1
        if self.highlighted != (last if step > 0 else 0):
            super().action_cursor_down() if step > 0 else super().action_cursor_up()
            return
        menus = [menu for menu in self.screen.query(Menu) if menu.display]
        after = menus[(menus.index(self) + step) % len(menus)]
        after.highlighted = 0 if step > 0 else after.option_count - 1
        after.focus()
