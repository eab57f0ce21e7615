"""The screens of a host's desk as lines to choose from and fields to fill in, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from gipf_meta.desk.parts import AnyPart, Button, Entry, Fold, Form, Rows, Value
from gipf_meta.line.line import Message

ELSEWHERE: Final = ("rules", "lessons", "help", "settings")
"""Screens to which no line leads: a terminal has pages of its own."""


class DeskLine(NamedTuple):
    """A line in *words*. To choose it does what *button* says, by the message *do*.

    ``None``: it cannot be chosen.
    """

    words: str
    button: str = ""
    do: Message | None = None


def lines_of(part: AnyPart) -> list[DeskLine]:
    """The lines of a list or a button; none for other parts."""
    if isinstance(part, Button):
        words = f"{part.text}: {part.note}" if part.note else part.text
        return [] if place_of(part.do) in ELSEWHERE else [DeskLine(words, "", part.do)]
    lines: list[DeskLine] = []
    for row in part.rows if isinstance(part, Rows) else ():
        buttons = [each for each in row.buttons if place_of(each.do) not in ELSEWHERE]
        lines += [DeskLine("; ".join(row.cells), each.text, each.do) for each in buttons]
        if not buttons:
            lines.append(DeskLine("; ".join(row.cells)))
    return lines


def place_of(do: Mapping[str, Any]) -> str:
    """The screen that the message *do* is about; empty if it is about a room."""
    return str(do.get("screen", ""))


def entries(parts: Iterable[AnyPart]) -> Iterator[Entry]:
    """The fields of a form that a terminal can fill in, those in folds too."""
    for part in parts:
        if isinstance(part, Fold):
            yield from entries(part.parts)
        elif isinstance(part, Entry) and part.type != "file":
            yield part


def values_of(form: Form) -> dict[str, Value]:
    """What stands in the fields of *form*."""
    return {entry.name: entry.value for entry in entries(form.parts)}


def message_of(form: Form, values: Mapping[str, Value], changed: str = "") -> Message:
    """The message that submits *form* with *values*; *changed* is the field that has changed."""
    given = form.do.get("values")
    fixed = given if isinstance(given, dict) else {}
    return {**form.do, "values": {**fixed, **values}, "changed": changed}
