"""A file that may hold a game: its text, from any encoding, or a sentence why it is unreadable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.files import near_name
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.protocol.failures import TOO_MUCH
from gipf_meta.records.encodings import BadEncoding, decode

LARGEST_FILE: Final = 50_000_000
"""The most bytes of a text, or of an archive inside an archive."""
ZIP: Final = b"PK\x03\x04"
GZIP: Final = b"\x1f\x8b"
"""The first bytes of archives."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file: its *name* for sentences and its *text*, or a sentence *why* it cannot be read.

    *encoding* is empty where it is UTF-8, and *notices* are sentences on it. *is_named*: this very
    file was named, not a folder or an archive around it.
    """

    name: str
    text: str = ""
    why: str = ""
    encoding: str = ""
    is_named: bool = False
    notices: tuple[str, ...] = ()


def text_in(name: str, content: bytes, *, is_named: bool = False, encoding: str = "") -> FoundFile:
    """The file called *name* with that *content*, or a sentence why that is no text; *encoding* is
    the one for a content without a byte order mark."""
    if len(content) > LARGEST_FILE:
        return too_large(name, is_named)
    try:
        found = decode(content, encoding, name)
    except BadEncoding as error:
        why = _("{path} is no record of gipf-meta: {why}").format(path=name, why=error)
        return FoundFile(name, why=why, is_named=is_named)
    return FoundFile(name, found.text, "", found.encoding, is_named, found.notices)


def too_large(name: str, is_named: bool = False) -> FoundFile:
    """The file called *name*, which is refused for its size."""
    why = _("{path} is no record: it is far too large.").format(path=name)
    return FoundFile(name, why=why, is_named=is_named)


def unreadable(name: str, error: BaseException, is_named: bool = False) -> FoundFile:
    """The file called *name*, which cannot be read because of *error*."""
    reason, near = _("it is damaged"), ""
    if isinstance(error, OSError) and error.errno:
        reason, near = system_reason(error), near_name(error) if is_named else ""
    elif isinstance(error, TOO_MUCH):
        reason = _("that is more than this machine can hold")
    why = _("{path} cannot be read: {why}.").format(path=name, why=reason)
    return FoundFile(name, why=why + near, is_named=is_named)


def contained(name: str, files: Iterable[FoundFile], is_named: bool = False) -> Iterator[FoundFile]:
    """*files*; where their iterator fails in any way, an unreadable file *name* ends them."""
    try:
        yield from files
    except Exception as error:
        yield unreadable(name, error, is_named)
