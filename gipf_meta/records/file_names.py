"""Names of files, as people write them: the one reader, for every interface and command.

What cannot be a name is refused in one sentence, so a name never ends a program or a match.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Container
from os import PathLike
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from gipf_meta.base.sentences import one_line, system_reason
from gipf_meta.base.texts import _
from gipf_meta.records.models import RecordError

FileName: TypeAlias = str | PathLike[str]
"""What somebody calls a file: a text, or a path of Python's."""

SHOWN: Final = 200
"""A sentence shows about so many letters of a longer name."""


def read_name(name: FileName) -> Path:
    """The path that a *name* means; in a text, ``~`` and ``~user`` are people's folders.

    Asks no disk whether something is there. Raises ``RecordError``.
    """
    text = os.fspath(name) if isinstance(name, str | PathLike) else None
    if not isinstance(text, str):
        raise RecordError(
            _("A file is named by a text or a path, not by {what}.").format(
                what=one_line(repr(name), SHOWN)
            )
        )
    if not text.strip():
        raise RecordError(_("Say which file: its name is empty."))
    try:
        if b"\0" in os.fsencode(text):
            raise ValueError
    except ValueError:
        raise RecordError(
            _("{path} is no name of a file: it has a character that no name can have.").format(
                path=shown(text)
            )
        ) from None
    if isinstance(name, PathLike) or not text.startswith("~"):
        return Path(text)
    found = os.path.expanduser(text)
    if found.startswith("~"):
        raise RecordError(
            _(
                "{path} cannot be found: nobody has the folder {folder} here. A file whose name"
                " begins so is written ./{path}."
            ).format(path=shown(text), folder=shown(Path(text).parts[0]))
        )
    return Path(found)


def read_new_name(name: FileName, own: Container[Path] = ()) -> Path:
    """As ``read_name``, for a file that is to be written: nothing may stand there yet.

    Files of one's *own* may be written anew. Raises ``RecordError``.
    """
    path = read_name(name)
    if path in own or not is_there(path):
        return path
    raise RecordError(_("{path} exists already; give another name.").format(path=shown(path)))


def is_there(path: Path) -> bool:
    """Whether there is anything at *path*. Raises ``RecordError`` where that cannot be told."""
    return _mode(path) is not None


def is_no_file(path: Path) -> bool:
    """Whether there is something else than an ordinary file: a folder, a device, a pipe.

    Raises ``RecordError`` where that cannot be told.
    """
    mode = _mode(path)
    return mode is not None and not stat.S_ISREG(mode)


def _mode(path: Path) -> int | None:
    """What stands at *path*, as the system says it; ``None``: nothing. Raises ``RecordError``."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        refuse_writing(path, error)


def refuse_writing(path: Path, error: OSError) -> NoReturn:
    """Raises ``RecordError``: why nothing can be written at *path*."""
    raise RecordError(
        _("{path} cannot be written: {why}.").format(path=shown(path), why=system_reason(error))
    ) from error


def refuse_reading(path: Path, error: OSError) -> NoReturn:
    """Raises ``RecordError``: why *path* cannot be read."""
    raise RecordError(
        _("{path} cannot be read: {why}.").format(path=shown(path), why=system_reason(error))
    ) from error


def shown(name: FileName) -> str:
    """A name in a sentence: on one line, not all of a long one."""
    return one_line(os.fspath(name), SHOWN)
