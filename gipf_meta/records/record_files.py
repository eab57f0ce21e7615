"""Records as JSON, in files: the only place, but for the library, where a match is on the disk."""

from __future__ import annotations

import json
import os
import stat
import tempfile
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Container, Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gipf_meta.base.files import near_name, regular
from gipf_meta.base.json_text import LARGEST, check_shape, read_deep_json
from gipf_meta.base.sentences import one_line, system_reason
from gipf_meta.base.texts import _
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS
from gipf_meta.records.lines import lines_from_data, lines_to_data
from gipf_meta.records.models import (
    FORMAT,
    FORMAT_OF_LINES,
    MOST_DECISIONS,
    Record,
    RecordError,
    count_levels,
    turn_to_data,
    without_variations,
)

MOST_BYTES: Final = 4 * LARGEST
"""The most bytes of a file: a letter has up to four."""
PICTURES: Final = (".svg", ".png")
"""The endings of pictures of a board, which are no records."""


def dumps(record: Record) -> str:
    """The record as JSON text; inverse of ``loads``. Raises ``RecordError`` where ``loads`` could
    not read it: every record that is saved can be read again."""
    data = to_data(record)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if len(text) > LARGEST:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    require_readable(text)
    return text


def require_readable(text: str) -> None:
    """Raises ``RecordError`` unless ``loads`` reads the *text* of a record."""
    try:
        loads(text)
        text.encode()
    except UnicodeEncodeError:
        raise RecordError(cannot_be_kept(_("it holds a broken character"))) from None
    except RecordError as error:
        raise RecordError(cannot_be_kept(error)) from None


def cannot_be_kept(why: object) -> str:
    """The sentence for something that is not saved, with the reason *why* it is unreadable."""
    return _("This cannot be kept, for it could not be read again ({why}).").format(
        why=str(why).rstrip(".")
    )


def to_data(record: Record) -> dict[str, Any]:
    """The record as JSON data: the format, and every entry that differs from its default."""
    bare = record.model_copy(update={"turns": tuple(map(without_variations, record.turns))})
    data = bare.model_dump(mode="json", exclude_defaults=True)
    for n, turn in enumerate(record.turns):
        if turn.variations:
            data["turns"][n] = turn_to_data(turn)
    return {"format": _add_formats(data.get("turns", ())), **data}


def _add_formats(turns: Iterable[Any]) -> int | str:
    """Adds the format to each duel in the JSON data of *turns*; returns that of their record."""
    own: int | str = FORMAT
    waiting = [*turns]
    for turn in waiting:  # which grows meanwhile
        variations = turn.get("variations", ())
        if isinstance(variations, dict):
            own = FORMAT_OF_LINES
        waiting.extend(each for line in lines_from_data(variations) or () for each in line.turns)
        for decision in turn["decisions"]:
            if duel := decision.get("duel"):
                decision["duel"] = {"format": _add_formats(duel.get("turns", ())), **duel}
    return own


def list_lines(data: Any) -> None:
    """Lists the variations in the JSON *data* of a record flat, those of its duels as well, so they
    add no depth. Data that is no record is left as it is. Raises ``ValueError`` with the end of a
    sentence if more than ``DEEPEST_VARIATIONS`` of them stand inside each other."""
    records = [data]
    while records:
        record = records.pop()
        turns = record.get("turns") if isinstance(record, dict) else None
        waiting = [*turns] if isinstance(turns, list) else []
        for turn in waiting:  # which grows meanwhile
            if not isinstance(turn, dict):
                continue
            if lines := lines_from_data(turn.get("variations", ())):
                if count_levels(lines) > DEEPEST_VARIATIONS:
                    raise ValueError(_("its values are nested far too deeply"))
                turn["variations"] = lines_to_data(lines, nested=False)
                waiting.extend(each for line in lines for each in line.turns)
            decisions = turn.get("decisions")
            if isinstance(decisions, list):
                records.extend(each.get("duel") for each in decisions if isinstance(each, dict))


def save(record: Record, name: FileName, *, makes_folders: bool = True) -> None:
    """Writes the record into the file *name*; as ``write_whole``. Raises ``RecordError``."""
    write_whole(dumps(record).encode(), name, makes_folders=makes_folders)


def write_whole(content: bytes, name: FileName, *, makes_folders: bool = True) -> None:
    """Writes the file *name*, whole or not at all. Raises ``RecordError``.

    Follows a link; never replaces anything but an ordinary file (no device, folder, pipe). The
    folder of the file must be there unless this call *makes_folders*.
    """
    path = _place(name)
    if not makes_folders and not is_there(path.parent):
        raise RecordError(
            _("{path} cannot be written: there is no folder {folder}.").format(
                path=shown(path), folder=shown(path.parent)
            )
        )
    _write(content, path)


def require_place(name: FileName) -> None:
    """Makes the folder of the file *name*. Raises ``RecordError`` if it cannot be written there."""
    path = _place(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        refuse_writing(path, error)


def _place(name: FileName) -> Path:
    """The path of the file *name*. Raises ``RecordError`` where something else than a file is."""
    path = Path(os.path.realpath(read_name(name)))
    if is_no_file(path):
        raise RecordError(
            _("{path} is no ordinary file; give another name.").format(path=shown(path))
        )
    return path


def _write(content: bytes, path: Path) -> None:
    """Writes the file beside its place, and moves it there. Raises ``RecordError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # of no part of the name: it may be as long as names can be
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".gipf-meta-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o644)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        refuse_writing(path, error)


def load(name: FileName) -> Record:
    """Reads a record from the file *name*. Raises ``RecordError``."""
    path = read_name(name)
    try:
        with open(path, "rb", opener=regular) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        refuse_reading(path, error)
    if len(content) > MOST_BYTES:
        raise RecordError(_("{path} is no record: it is far too large.").format(path=shown(path)))
    try:
        return loads(content.decode("utf-8-sig"), shown(path))
    except UnicodeDecodeError:
        raise RecordError(
            _("{path} is no record of gipf-meta: it is not text.").format(path=shown(path))
        ) from None


def loads(text: str, name: str = "") -> Record:
    """Reads a record from JSON text, which errors call *name*. Raises ``RecordError``."""
    name = name or _("The text")
    try:
        data = read_deep_json(text)
        list_lines(data)
        check_shape(data)
    except ValueError as error:
        raise RecordError(_("{name} is no record: {why}.").format(name=name, why=error)) from None
    if not isinstance(data, dict) or "format" not in data or "game" not in data:
        raise RecordError(
            _("{name} is no record of gipf-meta: it names no format and no game.").format(name=name)
        )
    if type(data["format"]) not in (int, str) or data["format"] not in (FORMAT, FORMAT_OF_LINES):
        raise RecordError(
            _(
                "{name} has the format {format!r}; this program reads formats {known} and {lines}."
            ).format(name=name, format=_Shown(data["format"]), known=FORMAT, lines=FORMAT_OF_LINES)
        )
    if _count_decisions(data) > MOST_DECISIONS:
        raise RecordError(
            _("{name} is no record: no match has more than {most} decisions.").format(
                name=name, most=MOST_DECISIONS
            )
        )
    try:
        return Record.model_validate({**data, "format": FORMAT})
    except ValidationError as error:
        raise RecordError(_damage(name, error.errors()[0])) from None


class _Shown:
    """A value of a record as a sentence shows it: on one line, not all of a long one."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return one_line(repr(self.value), 60)


def _count_decisions(data: Any) -> int:
    """The number of decisions in the JSON *data*, with those of duels."""
    count, rest = 0, [data]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            decisions = value.get("decisions")
            count += len(decisions) if isinstance(decisions, list) else 0
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
    return count


def _damage(name: str, first: ErrorDetails) -> str:
    """The sentence on *first*, the first error that pydantic found in a record."""
    text = _("{name} is damaged at {place}: its value is not what belongs there.")
    if first["type"] == "missing":
        text = _("{name} is damaged at {place}: nothing stands there.")
    elif first["type"] == "extra_forbidden":
        text = _("{name} is damaged at {place}: no record has such an entry.")
    return text.format(name=name, place=one_line(".".join(map(str, first["loc"])), 100))


LONGEST_LINK: Final = 60_000
"""The most letters of a record in a link."""
LARGEST_OF_LINK: Final = 4 << 20
"""The most bytes of JSON that a link unfolds to."""


def link_of(record: Record) -> str:
    """The record as letters, digits, ``-`` and ``_``; inverse of ``record_of_link``.

    Raises ``RecordError`` for one that is too long for a link, or could not be read again.
    """
    text = json.dumps(to_data(record), ensure_ascii=False, separators=(",", ":"))
    require_readable(text)
    content = text.encode()
    link = urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    if len(content) > LARGEST_OF_LINK or len(link) > LONGEST_LINK:
        words = _(
            "The match is too long to be opened here: gipf-meta library import takes it from its"
            " file into the library."
        )
        raise RecordError(words)
    return link


def record_of_link(link: str, largest: int = LARGEST_OF_LINK) -> Record:
    """The record that ``link_of`` has written, if it unfolds to no more bytes than the *largest*.

    Raises ``RecordError``.
    """
    if len(link) > LONGEST_LINK:
        raise RecordError(_("The link is too long to be that of a match."))
    try:
        packed = urlsafe_b64decode(link + "=" * (-len(link) % 4))
        unfolding = zlib.decompressobj()
        content = unfolding.decompress(packed, largest)
        if unfolding.unconsumed_tail:
            raise RecordError(_("The link is too long to be that of a match."))
        if not unfolding.eof:
            raise ValueError
        text = content.decode()
    except (ValueError, zlib.error):
        raise RecordError(
            _("The link to a match is damaged: copy it whole, or ask for it again.")
        ) from None
    return loads(text, _("The link"))


FileName: TypeAlias = str | PathLike[str]
"""The name of a file from a caller: a text, or a path of Python's."""

SHOWN: Final = 200
"""The letters that a sentence shows, about, of a longer name."""


def read_name(name: FileName) -> Path:
    """The path that a *name* means; in a text, ``~`` and ``~user`` are people's folders.

    Does not look whether the file exists. Raises ``RecordError``.
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
    """Whether there is anything at *path*. Raises ``RecordError`` where the system refuses."""
    return _mode(path) is not None


def is_no_file(path: Path) -> bool:
    """Whether there is something else than an ordinary file: a folder, a device, a pipe.

    Raises ``RecordError`` where the system refuses.
    """
    mode = _mode(path)
    return mode is not None and not stat.S_ISREG(mode)


def _mode(path: Path) -> int | None:
    """The system's mode of *path*; ``None``: there is nothing. Raises ``RecordError``."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        refuse_writing(path, error)


def refuse_writing(path: Path, error: OSError) -> NoReturn:
    """Raises ``RecordError`` with the reason why nothing can be written at *path*."""
    raise RecordError(
        _("{path} cannot be written: {why}.").format(path=shown(path), why=system_reason(error))
    ) from error


def refuse_reading(path: Path, error: OSError) -> NoReturn:
    """Raises ``RecordError`` with the reason why *path* cannot be read, and what was perhaps
    meant."""
    words = _("{path} cannot be read: {why}.").format(path=shown(path), why=system_reason(error))
    raise RecordError(words + near_name(error)) from error


def shown(name: FileName) -> str:
    """A name in a sentence: on one line, not all of a long one."""
    return one_line(os.fspath(name), SHOWN)
