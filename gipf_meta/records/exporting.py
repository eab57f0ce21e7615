"""Writes a record into a file, in the form of the file's ending, or as text in a form by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from gipf_meta.base.addressee import told_to
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import error_text
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import work_limit
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.failures import describe_failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.readers import AnyReader, WrittenGame
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.game_from_record import tell
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.record_files import FileName, dumps, read_name, write_whole
from gipf_meta.records.sheet_writer import to_sheet

SGF: Final = ".sgf"
SHEET: Final = ".txt"
WRITERS: Final[Mapping[str, Callable[[Record, GameFinder], str]]] = {
    SGF: to_boardspace,
    SHEET: to_sheet,
}
"""The functions that write forms for any game, by the endings of their files."""
WRITING_MS: Final = 20_000
"""The most milliseconds of the processor that a reader may take to write a game."""


def form_of(name: FileName, readers: Iterable[AnyReader] = ()) -> str:
    """The form for the ending of the *name* of a file: one of ``WRITERS``, or the name of the first
    of *readers* whose files end so; ``""``: this program's own."""
    ending = Path(os.fsdecode(name)).suffix.lower()
    if not ending or ending in WRITERS:
        return ending
    theirs = (each.name for each in writing(readers) if each.ending == ending)
    return next(theirs, "")


def writing(readers: Iterable[AnyReader]) -> list[AnyReader]:
    """Those of *readers* that write what they read."""
    return [reader for reader in readers if reader.write is not None]


def export(
    record: Record, finder: GameFinder, form: str = "", readers: Iterable[AnyReader] = ()
) -> str:
    """The record as text: in a *form* of ``WRITERS``, in that of the one of *readers* with this
    name or whose files end so (``zen``), or, without a form, as this program saves it.

    No reader is spoken to: players have the names of the record. Raises ``RecordError``.
    """
    with told_to(None):
        return _export(record, finder, form, readers)


def _export(record: Record, finder: GameFinder, form: str, readers: Iterable[AnyReader]) -> str:
    if not form:
        return dumps(record)
    if form in WRITERS:
        return WRITERS[form](record, finder)
    theirs = {reader.name: reader for reader in writing(readers)}
    form = next((name for name, each in theirs.items() if each.ending == f".{form}"), form)
    if form not in theirs:
        raise RecordError(
            _("No reader that writes is called {name}; these do: {names}.").format(
                name=form, names=", ".join(theirs) or _("none")
            )
        )
    return _written(tell(record, finder), theirs[form])


def other_forms(
    record: Record, finder: GameFinder, readers: Iterable[AnyReader]
) -> Mapping[str, str]:
    """The record in the form of each of *readers* that can write it, by their names."""
    try:
        game = tell(record, finder)
    except RecordError:
        return {}
    texts = {}
    for reader in writing(readers):
        try:
            texts[reader.name] = _written(game, reader)
        except RecordError:
            continue
    return texts


def _written(game: WrittenGame, reader: AnyReader) -> str:
    """*game* as *reader* writes it. Raises ``RecordError``."""
    assert reader.write is not None
    try:
        with Gate(reader.name, ValueError), work_limit(WRITING_MS, _("Writing it")):
            text = reader.write(game)
            if not isinstance(text, str):
                raise TypeError(f"it wrote {type(text).__name__}, which is no text")
    except ValueError as error:
        why = error_text(error)
        raise RecordError(_("The record cannot be written: {why}").format(why=why)) from None
    except GipfMetaError as error:
        raise RecordError(
            _("The record cannot be written: the reader {reader} failed ({why}).").format(
                reader=reader.name, why=describe_failure(error)
            )
        ) from None
    return text


def save_as_named(
    record: Record, name: FileName, finder: GameFinder, readers: Iterable[AnyReader] = ()
) -> None:
    """Writes the record into the file *name*, whole or not at all: in the form of its ending, else
    as this program saves it. Makes no folder. Raises ``RecordError``."""
    all_readers = tuple(readers)
    text = export(record, finder, form_of(read_name(name), all_readers), all_readers)
    write_whole(text.encode(), name, makes_folders=False)
