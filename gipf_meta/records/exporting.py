"""Writes a record into a file in the form that its name asks for."""

from __future__ import annotations

import os

from gipf_meta.match.match import GameFinder
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.files import FileName, dumps, read_name, write_whole
from gipf_meta.records.models import Record


def is_sgf(name: FileName) -> bool:
    """Whether the *name* of a file asks for SGF."""
    return os.fspath(name).lower().endswith(".sgf")


def export(record: Record, finder: GameFinder, *, sgf: bool) -> str:
    """The record as text: as *sgf*, or as this program saves it. Raises ``RecordError``."""
    return to_boardspace(record, finder) if sgf else dumps(record)


def save_as_named(record: Record, name: FileName, finder: GameFinder) -> None:
    """Writes the record into the file *name*, whole or not at all: as SGF if the name ends so, else
    as this program saves it. Makes no folder. Raises ``RecordError``."""
    text = export(record, finder, sgf=is_sgf(read_name(name)))
    write_whole(text.encode(), name, makes_folders=False)
