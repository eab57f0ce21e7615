"""Files that hold games, wherever they are: by themselves, in folders, in ``zip`` and ``gz``.

Whoever made an archive may mean harm: what is unfolded is bounded, nothing is written, and links
are not followed. What cannot be read is a sentence, and the others go on.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from gipf_meta.base.files import regular
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.records.files import FileName, read_name, shown
from gipf_meta.records.models import RecordError

LARGEST_FILE: Final = 50_000_000
"""The most bytes of a text, or of an archive inside an archive."""
LARGEST_IN_ALL: Final = 20_000_000_000
"""The most bytes that an archive may unfold to."""
LONGEST_PASTED_NAME: Final = 1_000
"""The most letters of a text that may be the name of a file."""
DEEPEST_FOLDER: Final = 50
DEEPEST_ARCHIVE: Final = 3
"""How many folders, and archives, may lie inside each other."""
_ZIP: Final = b"PK\x03\x04"
_GZIP: Final = b"\x1f\x8b"
_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file: its *name* for sentences and its *text*, or a sentence *why* it cannot be read.

    *encoding* is empty where it is UTF-8. *is_named*: somebody named this very file.
    """

    name: str
    text: str = ""
    why: str = ""
    encoding: str = ""
    is_named: bool = False


def found_files(names: Sequence[str]) -> Iterator[FoundFile]:
    """The files that *names* mean: files, folders, archives; ``-`` is standard input."""
    for name in names:
        if name == "-":
            yield _text_in(_("Standard input"), _standard_input(), is_named=True)
            continue
        try:
            path = read_name(name)
        except RecordError as error:
            yield FoundFile(name, why=str(error), is_named=True)
            continue
        if path.is_dir():
            yield from _files_in_folder(path, 0)
        else:
            yield from files_at(path, is_named=True)


def first_file(name: FileName) -> FoundFile:
    """The file at *name*, or the first one in the folder or archive that it is.

    Raises ``RecordError`` if it cannot be read, or there is none.
    """
    path = read_name(name)
    found = _files_in_folder(path, 0) if path.is_dir() else files_at(path, is_named=True)
    first = next(found, None)
    if first is None:
        raise RecordError(_("There is no file in {names}.").format(names=shown(path)))
    if first.why:
        raise RecordError(first.why)
    return first


def pasted_file(text: str) -> FoundFile:
    """What was pasted: a text, or the file whose name it is. Raises ``RecordError``."""
    name = text.strip().strip("'\"")
    if name and "\n" not in name and len(name) < LONGEST_PASTED_NAME and os.path.isfile(name):
        return first_file(name)
    return FoundFile(_("The text"), text)


def count_files(names: Sequence[str]) -> int:
    """About how many files *names* mean: as many as can be counted without reading them."""
    count = 0
    for name in names:
        if os.path.isdir(name):
            count += sum(len(files) for _folder, _folders, files in os.walk(name))
        elif name != "-" and zipfile.is_zipfile(name):
            with zipfile.ZipFile(name) as archive:
                count += len(archive.infolist())
        else:
            count += 1
    return count


def decode(content: bytes) -> tuple[str, str]:
    """The text of *content*, and its encoding, empty for UTF-8. Raises ``RecordError``.

    What is no UTF-8 and has no byte order mark is taken for Windows-1252, as old programs wrote.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            try:
                return content.decode(encoding), "" if encoding == "utf-8-sig" else encoding
            except UnicodeDecodeError:
                break
    if b"\0" in content:
        raise RecordError(_("it is not text."))
    try:
        return content.decode(), ""
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return content.decode("latin-1"), "Latin-1"


def _standard_input() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is not None:
        return bytes(buffer.read(LARGEST_FILE + 1))
    return sys.stdin.read(LARGEST_FILE + 1).encode("utf-8", "surrogateescape")


def _text_in(name: str, content: bytes, *, is_named: bool = False) -> FoundFile:
    """The file called *name* with that *content*."""
    if len(content) > LARGEST_FILE:
        return _too_large(name, is_named)
    try:
        text, encoding = decode(content)
    except RecordError:
        why = _("{path} is no record of gipf-meta: it is not text.").format(path=name)
        return FoundFile(name, why=why, is_named=is_named)
    return FoundFile(name, text, encoding=encoding, is_named=is_named)


def _too_large(name: str, is_named: bool = False) -> FoundFile:
    why = _("{path} is no record: it is far too large.").format(path=name)
    return FoundFile(name, why=why, is_named=is_named)


def _unreadable(name: str, error: Exception, is_named: bool = False) -> FoundFile:
    """The file called *name*, which cannot be read because of *error*."""
    is_known = isinstance(error, OSError) and error.errno
    reason = system_reason(error) if isinstance(error, OSError) and is_known else _("it is damaged")
    why = _("{path} cannot be read: {why}.").format(path=name, why=reason)
    return FoundFile(name, why=why, is_named=is_named)


def _files_in_folder(folder: Path, depth: int) -> Iterator[FoundFile]:
    """The files of a folder and those below it, by name; what begins with a dot is left out."""
    if depth > DEEPEST_FOLDER:
        why = _("{path} cannot be read: its folders are nested too deeply.")
        yield FoundFile(shown(folder), why=why.format(path=shown(folder)))
        return
    try:
        with os.scandir(folder) as listed:
            entries = sorted(listed, key=lambda entry: entry.name)
    except OSError as error:
        yield _unreadable(shown(folder), error)
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            why = _("{path} is a link, which is not followed: name what it leads to.")
            yield FoundFile(shown(path), why=why.format(path=shown(path)))
        elif entry.is_dir(follow_symlinks=False):
            yield from _files_in_folder(path, depth + 1)
        else:
            yield from files_at(path)


def files_at(path: Path, *, is_named: bool = False) -> Iterator[FoundFile]:
    """The file at *path*, or those of the archive that it is."""
    name = shown(path)
    try:
        with open(path, "rb", opener=regular) as file:
            begins = file.read(4)
            if begins == _ZIP and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                yield from _files_in_zip(name, file, 1)
            elif begins.startswith(_GZIP):
                yield from _files_in_gzip(name, begins, file, 1)
            else:
                yield _text_in(name, begins + file.read(LARGEST_FILE), is_named=is_named)
    except OSError as error:
        yield _unreadable(name, error, is_named)


def _files_inside(name: str, content: bytes, depth: int) -> Iterator[FoundFile]:
    """The file called *name* that lies in an archive, or those of the archive that it is."""
    if len(content) > LARGEST_FILE:
        yield _too_large(name)
    elif not content.startswith((_ZIP, _GZIP)):
        yield _text_in(name, content)
    elif depth >= DEEPEST_ARCHIVE:
        why = _("{path} cannot be read: its archives are nested too deeply.")
        yield FoundFile(name, why=why.format(path=name))
    elif content.startswith(_ZIP):
        yield from _files_in_zip(name, io.BytesIO(content), depth + 1)
    else:
        yield from _files_in_gzip(name, b"", io.BytesIO(content), depth + 1)


def _files_in_gzip(name: str, begins: bytes, file: IO[bytes], depth: int) -> Iterator[FoundFile]:
    """What a ``gz`` file holds, of which *begins* has been read."""
    try:
        file.seek(0)
    except OSError:
        file = io.BytesIO(begins + file.read(LARGEST_FILE))
    try:
        with gzip.GzipFile(fileobj=file) as unfolded:
            content = unfolded.read(LARGEST_FILE + 1)
    except (OSError, EOFError, zlib.error) as error:
        yield _unreadable(name, error)
        return
    yield from _files_inside(name, content, depth)


def _files_in_zip(name: str, file: IO[bytes], depth: int) -> Iterator[FoundFile]:
    """The files of a ``zip`` archive, in its order."""
    try:
        archive = zipfile.ZipFile(file)
        members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        yield _unreadable(name, error)
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
                    content = unfolded.read(min(LARGEST_FILE + 1, left))
            except (
                zipfile.BadZipFile, OSError, EOFError, ValueError, RuntimeError, zlib.error,
                NotImplementedError,
            ) as error:  # fmt: skip
                yield _unreadable(inside, error)
                continue
            left -= len(content)
            yield from _files_inside(inside, content, depth)
