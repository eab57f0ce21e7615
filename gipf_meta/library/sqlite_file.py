"""The connection to the library's SQLite file: transactions, locks, the rescue on damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.library import schema
from gipf_meta.library.rescue import replace
from gipf_meta.library.schema import (
    LibraryError,
    check_integrity,
    connect,
    connect_to_image,
    transaction,
)
from gipf_meta.library.sqlite_pages import read_image

try:
    import resource
except ImportError:  # where programs have no such limits
    resource = None  # type: ignore[assignment]

T = TypeVar("T")


class LibraryDatabase:
    """A connection to the file.

    *notice* says how a damaged file was rescued; it is empty if nothing was damaged. *files* counts
    the files that stood at the path: it grows when a damaged file is replaced, or when the file is
    removed. Where nothing may be written, a copy in memory is read.
    """

    def __init__(self, path: Path) -> None:
        """Opens the file, and creates it if there is none. Raises ``LibraryError``."""
        self.path = path
        self.notice = ""
        self.files = 0
        self._no_room: sqlite3.DatabaseError | None = None
        with _in_sentences(path):
            self._open()

    def close(self) -> None:
        """Closes the connection."""
        self.connection.close()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Returns what *work* reads in one transaction. Raises ``LibraryError``."""
        return self._run(work, "DEFERRED")

    def check(self) -> None:
        """Reads the whole file, and rescues it if it is damaged. Raises ``LibraryError``."""
        self.read(check_integrity)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does *work* in one transaction, whole or not at all. Raises ``LibraryError``."""
        return self._run(work, "IMMEDIATE")

    def _run(self, work: Callable[[sqlite3.Connection], T], kind: str) -> T:
        with _in_sentences(self.path):
            is_same = _identity(self.path) == self._identity
            if not is_same or (self._no_room and kind != "DEFERRED"):
                self.close()
                self._no_room = None
                self._open(is_same)
            if self._no_room and kind != "DEFERRED":
                raise self._no_room
            try:
                with transaction(self.connection, kind):
                    return work(self.connection)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
            except MemoryError:
                # a damaged length asks for memory that is not there
                if not self._fails_check():
                    raise
            self.close()
            self._set_aside()
            with transaction(self.connection, kind):
                return work(self.connection)

    def _fails_check(self) -> bool:
        try:
            check_integrity(self.connection)
        except sqlite3.DatabaseError:
            return True
        return False

    def _open(self, is_same: bool = False) -> None:
        """Opens the file; *is_same*: the one that was open. Opens a copy in memory where the file
        is read-only or the disk is full."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.connection = connect(self.path)
        except sqlite3.DatabaseError as error:
            only_read = _code(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
            if only_read or _is_about_room(error):
                self.connection = _connect_to_copy(self.path, error)
                self._no_room = None if only_read else error
            elif _is_damage(error):
                self._identity = _identity(self.path)
                self._set_aside()
                return
            else:
                raise
        self._identity = _identity(self.path)
        self.files += not is_same

    def _set_aside(self) -> None:
        """Replaces the damaged file by its readable parts, unless another process just did."""
        with closing(_lock_file(self.path, "damage", schema.BUSY_MS)):
            if _identity(self.path) == self._identity:
                self.notice = replace(self.path)
        self.connection = connect(self.path)
        self._identity = _identity(self.path)
        self.files += 1


class Hold:
    """A lock on one match, which this process has until ``close`` or its own end."""

    def __init__(self, path: Path, number: int) -> None:
        """Raises ``LibraryError`` if another process holds it."""
        self._file = _folder(path) / str(number)
        with _in_sentences(path):
            _drop_stale_locks(path)
            try:
                self._lock = _lock_file(path, str(number), 0)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise LibraryError(
                    _(
                        "Match {number} is being played in another window; it can be played in one"
                        " at a time."
                    ).format(number=number)
                ) from None

    def close(self) -> None:
        """Releases the match."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._lock.close()


# ---- the file ----------------------------------------------------------------------------------


def _identity(path: Path) -> tuple[int, int] | None:
    """A value that differs between a file and another one that replaces it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _in_sentences(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and of files into ``LibraryError``: a sentence to the player."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        words = str(error)
        why = {
            "database is locked": _("another program holds it"),
            "attempt to write a readonly database": _("it may only be read"),
            "unable to open database file": _("it cannot be opened there"),
        }.get(words, words)
        if _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            why = _why_not_written(error)
        raise LibraryError(
            _("The library {path} cannot be used: {why}.").format(path=path, why=why)
        ) from error
    except (OSError, MemoryError) as error:
        why = _("there is not enough memory")
        if isinstance(error, OSError):
            why = system_reason(error)
        raise LibraryError(
            _("The library {path} cannot be used: {why}.").format(path=path, why=why)
        ) from error


def _folder(path: Path) -> Path:
    """The folder of the locks of the library, the same by every link to its file."""
    return path.resolve().with_suffix(".locks")


def held_names(path: Path) -> list[str]:
    """The names of the locks of the library at *path* that may be held, matches by their
    numbers."""
    folder = _folder(path)
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []


def _lock_file(path: Path, name: str, wait_ms: int) -> sqlite3.Connection:
    """A lock that ends with the process. Waits *wait_ms* milliseconds for another process.

    Raises ``sqlite3.OperationalError``.
    """
    file = _folder(path) / name
    file.parent.mkdir(exist_ok=True)
    while True:
        file.touch()
        before = _identity(file)
        lock = sqlite3.connect(file, timeout=wait_ms / 1000, isolation_level=None)
        with undone_by(lock.close):
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
        if before is not None and _identity(file) == before:
            return lock
        # the process that had the lock has just removed the file
        lock.close()


def _drop_stale_locks(path: Path) -> None:
    """Removes the files of locks whose process is gone."""
    folder = _folder(path)
    for file in [folder / name for name in held_names(path)]:
        lock, is_journal, _rest = file.name.partition("-journal")
        if is_journal:
            # of a version that wrote them
            if not (folder / lock).exists():
                file.unlink(missing_ok=True)
            continue
        with suppress(OSError, sqlite3.Error), closing(_lock_file(path, lock, 0)):
            file.unlink(missing_ok=True)


# ---- damage ------------------------------------------------------------------------------------


def _code(error: sqlite3.DatabaseError) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)


def _connect_to_copy(path: Path, error: sqlite3.DatabaseError) -> sqlite3.Connection:
    """A copy in memory of a library that may only be read; raises *error* if it cannot be."""
    try:
        image = read_image(path)
    except OSError:
        raise error from None
    if not image:
        raise error
    return connect_to_image(image, path)


def _why_not_written(error: sqlite3.DatabaseError) -> str:
    """The reason why nothing was written: the disk is full, the program may write no more, or the
    disk is broken."""
    extended = getattr(error, "sqlite_errorcode", 0)
    if not _is_about_room(error):
        return _("the disk does not answer")
    if resource is not None:
        most, _hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        if most != resource.RLIM_INFINITY:
            return _("the disk is full for this program: ulimit -f lets no file grow")
    if extended == sqlite3.SQLITE_IOERR_WRITE:
        return _("the disk does not answer")
    return _("the disk is full")


def _is_about_room(error: sqlite3.DatabaseError) -> bool:
    """Whether a write failed because there was no room, as far as SQLite tells."""
    extended = getattr(error, "sqlite_errorcode", 0)
    return _code(error) == sqlite3.SQLITE_FULL or extended in (
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_WRITE,
    )
