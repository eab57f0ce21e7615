"""The screens about oneself at a host, as a terminal can use them: what only a browser can do is
left out, and a code is asked after until it is confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, Button, Fold, Form, ListRow, Rows, Screen
from gipf_meta.line.line import Message

PAGE_DEEDS: Final = frozenset({"show_key", "renew_key", "passkey", "push"})
"""The deeds of buttons that only a page in a browser can carry out."""
PAIRED: Final[Message] = {
    "do": "submit",
    "screen": "pairing",
    "about": {},
    "values": {"step": "paired"},
}
"""The message that asks whether the code that is shown here was confirmed."""
POLL_S: Final = 2.0
"""The seconds between two such messages."""


def declining(secret: str) -> Message:
    """The message that ends the *secret* of somebody else as whom one was signed in."""
    values = {"step": "not_me", "secret": secret}
    return {"do": "submit", "screen": "sign_in", "about": {}, "values": values}


def for_terminal(screen: Screen) -> Screen:
    """*screen* without the buttons that only a browser carries out, and folds with nothing else."""
    parts = tuple(_usable(screen.parts))
    return screen if parts == screen.parts else screen.model_copy(update={"parts": parts})


def _usable(parts: tuple[AnyPart, ...]) -> Iterator[AnyPart]:
    for part in parts:
        if isinstance(part, Button):
            if not _is_of_page(part):
                yield part
        elif isinstance(part, Rows):
            rows = tuple(map(_usable_row, part.rows))
            yield part if rows == part.rows else part.model_copy(update={"rows": rows})
        elif isinstance(part, Form | Fold):
            inside = tuple(_usable(part.parts))
            if isinstance(part, Fold) and _leads_nowhere(part, inside):
                continue
            yield part if inside == part.parts else part.model_copy(update={"parts": inside})
        else:
            yield part


def _usable_row(row: ListRow) -> ListRow:
    buttons = tuple(button for button in row.buttons if not _is_of_page(button))
    if buttons == row.buttons:
        return row
    cells = row.cells if buttons else (row.cells[0], _("only in a browser"))
    return row.model_copy(update={"cells": cells, "buttons": buttons})


def _leads_nowhere(fold: Fold, inside: tuple[AnyPart, ...]) -> bool:
    """Whether *fold* had buttons, and none of them is *inside* any more."""
    had, has = (any(isinstance(each, Button) for each in parts) for parts in (fold.parts, inside))
    return had and not has


def _is_of_page(button: Button) -> bool:
    return button.do.get("do") in PAGE_DEEDS


def who_one_becomes(name: str, before: str) -> str:
    """The sentences before somebody called *before* becomes the person called *name*."""
    words = _("You come back as {name}.").format(name=name or _("somebody without a name"))
    if before in ("", name):
        return words
    left = _("This device has been that of {name} until now.").format(name=before)
    return f"{words} {left}"


def who_one_is(name: str) -> str:
    """The sentence on who the person is now: the one called *name*."""
    return _("You are {name} here.").format(name=name) if name else _("You are back here.")


def signed_out_sentence() -> str:
    """The sentence after this device has forgotten who it was at a host."""
    return _("You are signed out: this machine keeps no key for that host any more.")
