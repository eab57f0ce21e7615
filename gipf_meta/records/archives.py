"""Files in ``zip`` and ``gz``, also inside each other, with a bound on the bytes they unfold to."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from gipf_meta.base.texts import _
from gipf_meta.records import decoded_file
from gipf_meta.records.decoded_file import (
    GZIP,
    ZIP,
    FoundFile,
    contained,
    text_in,
    too_large,
    unreadable,
)
from gipf_meta.records.record_files import shown

LARGEST_IN_ALL: Final = 20_000_000_000
"""The most bytes that an archive may unfold to."""
DEEPEST_ARCHIVE: Final = 3
"""The most archives inside each other."""


def count_members(name: str) -> int:
    """The number of files in the archive *name*; 1 for any other file, or none."""
    if not zipfile.is_zipfile(name):
        return 1
    try:
        with zipfile.ZipFile(name) as archive:
            return len(archive.infolist())
    except Exception:
        return 1


def files_in_archive(
    name: str, begins: bytes, file: IO[bytes], encoding: str = ""
) -> Iterator[FoundFile]:
    """The files of the archive *name*, an open *file* of which *begins* has been read; *encoding*
    is that of texts without a byte order mark, ``""`` where it is not given."""
    if begins.startswith(GZIP):
        yield from _files_in_gzip(name, begins, file, 1, encoding)
    elif stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        yield from _files_in_zip(name, file, 1, encoding)
    else:  # a pipe: its end, where a zip has its list, comes last
        content = begins + file.read(decoded_file.LARGEST_FILE)
        yield from _files_inside(name, content, 0, encoding)


def _files_inside(name: str, content: bytes, depth: int, encoding: str) -> Iterator[FoundFile]:
    """The file called *name* that lies in an archive, or those of the archive that it is."""
    if len(content) > decoded_file.LARGEST_FILE:
        yield too_large(name)
    elif not content.startswith((ZIP, GZIP)):
        yield text_in(name, content, encoding=encoding)
    elif depth >= DEEPEST_ARCHIVE:
        why = _("{path} cannot be read: its archives are nested too deeply.")
        yield FoundFile(name, why=why.format(path=name))
    elif content.startswith(ZIP):
        yield from _files_in_zip(name, io.BytesIO(content), depth + 1, encoding)
    else:
        yield from _files_in_gzip(name, b"", io.BytesIO(content), depth + 1, encoding)


def _files_in_gzip(
    name: str, begins: bytes, file: IO[bytes], depth: int, encoding: str
) -> Iterator[FoundFile]:
    """The files in a ``gz`` file, of which *begins* has been read."""
    try:
        file.seek(0)
    except OSError:
        file = io.BytesIO(begins + file.read(decoded_file.LARGEST_FILE))
    try:
        with gzip.GzipFile(fileobj=file) as unfolded:
            content = unfolded.read(decoded_file.LARGEST_FILE + 1)
    except Exception as error:  # it may be made to do harm
        yield unreadable(name, error)
        return
    yield from _files_inside(name, content, depth, encoding)


def _files_in_zip(name: str, file: IO[bytes], depth: int, encoding: str) -> Iterator[FoundFile]:
    """The files of a ``zip`` archive, in its order."""
    try:
        archive = zipfile.ZipFile(file)
        members = archive.infolist()
    except Exception as error:
        yield unreadable(name, error)
        return
    left = LARGEST_IN_ALL
    with archive:
        for member in members:
            inside = f"{name}:{shown(member.filename)}"
            if member.is_dir() or Path(member.filename).name.startswith("."):
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                why = _("{path} is a link, which is not followed: name what it leads to.")
                yield FoundFile(inside, why=why.format(path=inside))
                continue
            if left <= 0:
                why = _("{path} cannot be read: the archive unfolds to far too much.")
                yield FoundFile(inside, why=why.format(path=inside))
                return
            try:
                with archive.open(member) as unfolded:
                    content = unfolded.read(min(decoded_file.LARGEST_FILE + 1, left))
            except Exception as error:
                yield unreadable(inside, error)
                continue
            left -= len(content)
            yield from contained(inside, _files_inside(inside, content, depth, encoding))
