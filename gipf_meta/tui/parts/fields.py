"""The fields of a form: rows of a name, what is filled in, what it means; parts that are folded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Collapsible, Input, Select, Static

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Entry, Value

SWITCH: Final = {True: "on", False: ""}
"""The values of a switch, as a list of two has them."""
NARROW: Final = 21
"""The columns of the words to choose from that a narrow list has room for."""
LONGEST: Final = 200
"""The most letters of a field that has no limit of its own."""


class FieldRow(Horizontal):
    """A row for *entries*, those of one group: its name, the fields, what a single one means."""

    class Changed(Message):
        """The field of that *name* has another *value* now."""

        def __init__(self, name: str, value: Value) -> None:
            super().__init__()
            self.name, self.value = name, value

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(classes="field group" if entries[0].group else "field")
        self.entries = [*entries]

    def compose(self) -> ComposeResult:
        """The name, the fields, what they mean."""
        first = self.entries[0]
        yield Static(first.group or first.label, classes="name", markup=False)
        for entry in self.entries:
            yield self._field(entry)
        if not first.group:
            yield Static(first.note, classes="meaning", markup=False)

    def _field(self, entry: Entry) -> Widget:
        if entry.type in ("choice", "switch"):
            choices = _choices(entry)
            is_wide = max(words.cell_len for words, _value in choices) > NARROW
            return Select(choices, value=_written(entry.value), allow_blank=False,
                          compact=True, classes="wide" if is_wide or entry.group else "",
                          id=field_id(entry.name), name=entry.name)  # fmt: skip
        return Input(_written(entry.value), placeholder=entry.note if entry.group else "",
                     compact=True, max_length=entry.longest or LONGEST, id=field_id(entry.name),
                     classes="named" if entry.group else "",
                     name=entry.name)  # fmt: skip

    def show(self, entries: Sequence[Entry]) -> None:
        """Shows *entries* as they are now; what somebody types at the moment stays."""
        before, self.entries = self.entries, [*entries]
        words = [child for child in self.children if isinstance(child, Static)]
        for static, said in zip(words, self._words(), strict=False):
            static.update(said)
        for old, entry in zip(before, entries, strict=True):
            found = self.query(f"#{field_id(entry.name)}")
            field = found.first() if found else None
            # a row that is just coming shows its entries already; one that is going shows nothing
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
        """Posts ``Changed``."""
        event.stop()
        self._tell(event.select.name or "", str(event.value))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Posts ``Changed``."""
        event.stop()
        self._tell(event.input.name or "", event.value)

    def _tell(self, name: str, written: str) -> None:
        entry = next(each for each in self.entries if each.name == name)
        value = written == SWITCH[True] if isinstance(entry.value, bool) else written
        self.post_message(self.Changed(name, value))


class Fold(Collapsible):
    """Parts of a form behind the line *title*, which is never read as markup."""

    def __init__(self, *children: Widget, title: str, id: str | None = None) -> None:
        super().__init__(*children, title=_plain(title), id=id)

    def rename(self, title: str) -> None:
        """Says *title* on the line."""
        if str(self.title) != title:
            self.title = _plain(title)


def field_id(name: str) -> str:
    """The id of the widget of the field *name*."""
    return f"field-{re.sub('[^A-Za-z0-9]', '_', name)}"


def _choices(entry: Entry) -> list[tuple[Text, str]]:
    choices = entry.choices or ((SWITCH[True], _("on")), (SWITCH[False], _("off")))
    return [(Text(words), value) for value, words in choices]


def _written(value: Value) -> str:
    return SWITCH[value] if isinstance(value, bool) else value


def _plain(title: str) -> str:
    # Textual takes a text without markup, too, though it declares a string
    return cast("str", Content(title))
