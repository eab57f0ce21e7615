"""Writes a record into a file in the form that its name asks for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from gipf_meta.match.match import GameFinder
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.files import FileName, dumps, read_name, write_whole
from gipf_meta.records.models import Record
from gipf_meta.records.sheet_writer import to_sheet

SGF: Final = ".sgf"
SHEET: Final = ".txt"
WRITERS: Final[Mapping[str, Callable[[Record, GameFinder], str]]] = {
    SGF: to_boardspace,
    SHEET: to_sheet,
}
"""Who writes the forms of others, by the endings of their files."""


def form_of(name: FileName) -> str:
    """The form that the *name* of a file asks for, one of ``WRITERS``; ``""``: ours."""
    ending = Path(os.fsdecode(name)).suffix.lower()
    return ending if ending in WRITERS else ""


def export(record: Record, finder: GameFinder, form: str = "") -> str:
    """The record as text: in a *form* of ``WRITERS``, or as this program saves it.

    Raises ``RecordError``.
    """
    return WRITERS[form](record, finder) if form else dumps(record)


def save_as_named(record: Record, name: FileName, finder: GameFinder) -> None:
    """Writes the record into the file *name*, whole or not at all: as SGF or as a note sheet if the
    name ends so, else as this program saves it. Makes no folder. Raises ``RecordError``."""
    text = export(record, finder, form_of(read_name(name)))
    write_whole(text.encode(), name, makes_folders=False)
