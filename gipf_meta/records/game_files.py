"""Files that hold games, wherever they are: by themselves, in folders, in ``zip`` and ``gz``.

An archive may be made to do harm: the bytes that it unfolds to are bounded, nothing is written, and
links are not followed. A file that cannot be read becomes a sentence, and the others are read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gipf_meta.base.files import regular
from gipf_meta.base.texts import _
from gipf_meta.records.decoded_file import (
    GZIP,
    LARGEST_FILE,
    ZIP,
    FoundFile,
    contained,
    text_in,
    unreadable,
)
from gipf_meta.records.models import RecordError
from gipf_meta.records.record_files import FileName, read_name, shown

LONGEST_PASTED_NAME: Final = 1_000
"""The most letters of a text that may be the name of a file."""
DEEPEST_FOLDER: Final = 50
"""The most folders inside each other."""


def found_files(names: Sequence[str], encoding: str = "") -> Iterator[FoundFile]:
    """The files that *names* mean: files, folders, archives; ``-`` is standard input. *encoding* is
    that of texts without a byte order mark, ``""`` where it is not given."""
    for name in names:
        if name == "-":
            yield text_in(_("Standard input"), _standard_input(), is_named=True, encoding=encoding)
            continue
        try:
            path = read_name(name)
        except RecordError as error:
            yield FoundFile(name, why=str(error), is_named=True)
            continue
        if os.path.isdir(path):
            yield from contained(shown(path), _files_in_folder(path, 0, encoding))
        else:
            yield from files_at(path, is_named=True, encoding=encoding)


def first_file(name: FileName, encoding: str = "") -> FoundFile:
    """The file at *name*, or the first one in the folder or archive that it is; *encoding* as in
    ``found_files``.

    Raises ``RecordError`` if it cannot be read, or there is none.
    """
    path = read_name(name)
    if os.path.isdir(path):
        found = _files_in_folder(path, 0, encoding)
    else:
        found = files_at(path, is_named=True, encoding=encoding)
    first = next(found, None)
    if first is None:
        raise RecordError(_("There is no file in {names}.").format(names=shown(path)))
    if first.why:
        raise RecordError(first.why)
    return first


def pasted_file(text: str) -> FoundFile:
    """The pasted *text* as a file, or the file whose name it is. Raises ``RecordError``."""
    name = text.strip().strip("'\"")
    if name and "\n" not in name and len(name) < LONGEST_PASTED_NAME and os.path.isfile(name):
        return first_file(name)
    return FoundFile(_("The text"), text)


def count_files(names: Sequence[str]) -> int:
    """The number of files that *names* mean, as far as they can be counted without reading them."""
    from gipf_meta.records.archives import count_members

    count = 0
    for name in names:
        if os.path.isdir(name):
            count += sum(len(files) for _folder, _folders, files in os.walk(name))
        else:
            count += 1 if name == "-" else count_members(name)
    return count


def _standard_input() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is not None:
        return bytes(buffer.read(LARGEST_FILE + 1))
    return sys.stdin.read(LARGEST_FILE + 1).encode("utf-8", "surrogateescape")


def _files_in_folder(folder: Path, depth: int, encoding: str) -> Iterator[FoundFile]:
    """The files of a folder and those below it, by name; what begins with a dot is left out."""
    if depth > DEEPEST_FOLDER:
        why = _("{path} cannot be read: its folders are nested too deeply.")
        yield FoundFile(shown(folder), why=why.format(path=shown(folder)))
        return
    try:
        with os.scandir(folder) as listed:
            entries = sorted(listed, key=lambda entry: entry.name)
    except OSError as error:
        yield unreadable(shown(folder), error)
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            why = _("{path} is a link, which is not followed: name what it leads to.")
            yield FoundFile(shown(path), why=why.format(path=shown(path)))
        elif entry.is_dir(follow_symlinks=False):
            yield from _files_in_folder(path, depth + 1, encoding)
        else:
            yield from files_at(path, encoding=encoding)


def files_at(path: Path, *, is_named: bool = False, encoding: str = "") -> Iterator[FoundFile]:
    """The file at *path*, or those of the archive that it is."""
    yield from contained(shown(path), _files_at(path, is_named, encoding), is_named)


def _files_at(path: Path, is_named: bool, encoding: str) -> Iterator[FoundFile]:
    name = shown(path)
    try:
        with open(path, "rb", opener=regular) as file:
            begins = file.read(len(ZIP))
            if begins.startswith((ZIP, GZIP)):
                # archives are slow to import, and a tab has none
                from gipf_meta.records.archives import files_in_archive

                yield from files_in_archive(name, begins, file, encoding)
            else:
                content = begins + file.read(LARGEST_FILE)
                yield text_in(name, content, is_named=is_named, encoding=encoding)
    except OSError as error:
        yield unreadable(name, error, is_named)
