"""A screen of the desk in line mode: the numbers of the lines that can be chosen."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gipf_meta.line.desk_lines import Item
from gipf_meta.render.text import WIDTH

if TYPE_CHECKING:
    from gipf_meta.desk.parts import FieldValue, Form, Screen

INDENT: Final = 5
"""The columns before the words of a line, for its number."""


@dataclass
class ShownScreen:
    """A *screen*, its *items* by number, and the values of its fields with the changes made here.
    *lines* are those that were printed of it."""

    screen: Screen
    items: list[Item] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    values: dict[str, FieldValue] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def form(self) -> Form | None:
        """The form with a button, which is submitted when it is filled in; ``None`` without one."""
        return next((form for form in self.forms if form.button), None)


def add(shown: ShownScreen, item: Item) -> None:
    """Gives *item* the next number."""
    shown.items.append(item)
    shown.lines.append(with_head(f"{len(shown.items):3}  ", item.words))


def with_head(head: str, words: str) -> str:
    """*words* after *head*, the lines of them below each other."""
    indent = " " * INDENT
    return textwrap.fill(words, WIDTH, initial_indent=head, subsequent_indent=indent)
