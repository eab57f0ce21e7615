"""The library: every match that was played on this machine.

Every decision is one transaction: everything that was shown is written, and a killed program loses
nothing. Only one process plays a match at a time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

import platformdirs

from gipf_meta.base import clock
from gipf_meta.base.names import fold
from gipf_meta.base.texts import _
from gipf_meta.library.rows import (
    IS_STUDY,
    LibraryEntry,
    head_text,
    match_rows,
    read_entry,
    record_text,
    require_kept,
    turn_texts,
)
from gipf_meta.library.schema import LibraryError, check_integrity, hash_chain, seal, write_match
from gipf_meta.library.sqlite_file import Hold, LibraryDatabase
from gipf_meta.match.match import Match
from gipf_meta.match.session import Step
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.record_files import loads, save
from gipf_meta.records.writer import head, running_duel, to_record, turn_records

__all__ = ["FileKeeper", "Keeper", "Library", "LibraryEntry", "LibraryError", "LibraryKeeper"]


def library_path() -> Path:
    """The file of this user's library."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "library.sqlite"


class Library:
    """The matches of one file. Use it as a context, or ``close`` it."""

    def __init__(self, path: Path | None = None) -> None:
        """Opens the library, and creates it if there is none. Raises ``LibraryError``."""
        self.path = path or library_path()
        self.database = LibraryDatabase(self.path)

    @property
    def notice(self) -> str:
        """A sentence on the rescue of a damaged library; empty if it was sound."""
        return self.database.notice

    def close(self) -> None:
        """Closes the file."""
        self.database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def go_on(self, number: int) -> tuple[Record, LibraryKeeper]:
        """The record of match *number*, and a keeper to resume it.

        Raises ``LibraryError``, also while another process plays the match.
        """
        keeper = LibraryKeeper(self, (), number)
        try:
            record = self.record(number)
        except LibraryError:
            keeper.close()
            raise
        keeper.people, keeper.notes = record.people, Notes.of(record)
        return record, keeper

    def add(self, record: Record) -> int:
        """Adds *record* to the library; returns its number. Raises ``LibraryError``."""
        head, texts = match_rows(record)
        require_kept(head, texts)
        now = clock.date()
        return self.database.write(
            lambda db: write_match(db, None, head, texts, begun=now, changed=now)
        )

    def reserve_number(self) -> int:
        """A number for a match that is about to begin; no other match gets it.

        Raises ``LibraryError``.
        """
        return self.database.write(_reserve_number)

    def delete(self, number: int) -> None:
        """Deletes match *number*. Raises ``LibraryError``, also while a process plays it."""
        with closing(Hold(self.path, number)):
            self.database.write(partial(_delete, number=number))

    def entries(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        over: bool | None = None,
        most: int | None = None,
    ) -> list[LibraryEntry]:
        """The matches, the one that was played last first. Raises ``LibraryError``.

        Only those of *game*, with a player whose name contains *name* as ``fold`` compares them,
        that are *over* or not, which no study is; *most* of them.
        """
        conditions, values = ["1"], []
        for condition, value in (
            ("game = ?", game),
            ("instr(folded(names), ?)", None if name is None else fold(name)),
            ("over = ?", over),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if over is not None:
            conditions.append("instr(head, ?) = 0")
            values.append(IS_STUDY)
        question = (
            "SELECT id, game, head, turns, over, begun, changed FROM match"
            f" WHERE {' AND '.join(conditions)} ORDER BY change DESC, id DESC LIMIT ?"
        )
        limits = (*values, -1 if most is None else most)

        def read(db: sqlite3.Connection) -> list[Any]:
            db.create_function("folded", 1, _folded, deterministic=True)
            return db.execute(question, limits).fetchall()

        return [read_entry(row) for row in self.database.read(read)]

    def last(self) -> int:
        """The number of the unfinished match that was played last. Raises ``LibraryError``."""
        for entry in self.entries(over=False):
            if not entry.over:
                return entry.id
        raise LibraryError(_("There is no unfinished match in the library."))

    def check(self) -> None:
        """Reads the whole file, and rescues it if it is damaged. Raises ``LibraryError``."""
        self.database.check()

    def record(self, number: int) -> Record:
        """The record of match *number*. Raises ``LibraryError``."""
        head, _hash, texts, _hashes = self._read_match(number)
        try:
            return loads(record_text(head, texts), _("Match {number}").format(number=number))
        except RecordError as error:
            raise LibraryError(str(error)) from None

    def _require_row(self, row: Any, number: int) -> tuple[Any, ...]:
        """*row* itself. Raises ``LibraryError`` if it is ``None``: no match has that *number*."""
        if row is not None:
            return tuple(row)
        newest = self.database.read(lambda db: db.execute("SELECT max(id) FROM match").fetchone())
        words = _("There is no match {number} in the library: it is empty.")
        if newest[0] is not None:
            words = _("There is no match {number} in the library: the newest one is match {last}.")
        raise LibraryError(words.format(number=number, last=newest[0]))

    def begin_date(self, number: int) -> str:
        """The date on which match *number* was begun. Raises ``LibraryError``."""
        return str(self._require_row(self._begin_row(number), number)[0])

    def find_begin_date(self, number: int) -> str | None:
        """The date on which match *number* was begun; ``None`` if there is no such match.

        Raises ``LibraryError``.
        """
        row = self._begin_row(number)
        return None if row is None else str(row[0])

    def _begin_row(self, number: int) -> Any:
        question = "SELECT begun FROM match WHERE id = ?"
        return self.database.read(lambda db: db.execute(question, (number,)).fetchone())

    def hash(self, number: int) -> str:
        """The hash over all of a match: decisions, times, players. Raises ``LibraryError``."""
        return self._read_match(number)[1]

    def is_intact(self, number: int) -> bool:
        """Whether the stored hashes of a match fit its content. Raises ``LibraryError``."""
        head, sealed, texts, hashes = self._read_match(number)
        _start, *expected = hash_chain("", texts)
        return hashes == expected and sealed == seal(head, expected[-1] if expected else "")

    def _read_match(self, number: int) -> tuple[str, str, list[str], list[str]]:
        """The stored match: its head, its hash, its turns and their hashes.

        Raises ``LibraryError``.
        """

        def read(db: sqlite3.Connection) -> tuple[Any, list[Any]]:
            question = "SELECT head, hash, turns FROM match WHERE id = ?"
            row = db.execute(question, (number,)).fetchone()
            rows = db.execute("SELECT told, hash FROM turn WHERE match = ? ORDER BY n", (number,))
            turns = rows.fetchall()
            if row is not None and row[2] != len(turns):
                check_integrity(db)
            return row, turns

        row, rows = self.database.read(read)
        top = self._require_row(row, number)[:2]
        if not all(isinstance(text, str) for text in (*top, *chain.from_iterable(rows))):
            raise LibraryError(_("Match {number} is damaged.").format(number=number))
        return top[0], top[1], [text for text, _ in rows], [hashed for _, hashed in rows]


UNDECIDED: Final = 100
"""The newer matches after which the ledger of a room without a decision is deleted."""


def _reserve_number(db: sqlite3.Connection) -> int:
    number = _last_number(db) + 1
    db.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
    db.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (number,))
    db.execute(
        "DELETE FROM ledger WHERE room < ? AND room NOT IN (SELECT id FROM match)",
        (number - UNDECIDED,),
    )
    return number


def _last_number(db: sqlite3.Connection) -> int:
    """The highest number that a match was given."""
    row = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'match'").fetchone()
    return row[0] or 0


def _delete(db: sqlite3.Connection, number: int) -> None:
    for statement in ("DELETE FROM match WHERE id = ?", "DELETE FROM ledger WHERE room = ?"):
        db.execute(statement, (number,))


# ---- saving a match while it is played ----------------------------------------------------------


class Keeper(Protocol):
    """A keeper saves a match while it is played; *people* are its players."""

    people: tuple[Seat, ...]

    @property
    def place(self) -> str:
        """The argument of ``gipf-meta resume`` for this match; ``""`` while nothing is saved."""
        ...

    @property
    def notice(self) -> str:
        """A sentence on the rescue of a damaged place; empty if it was sound."""
        ...

    def keep(self, match: Match, study: Record | None = None) -> None:
        """Writes the changes of *match*, or all of a *study*. Raises ``LibraryError``."""
        ...

    def close(self) -> None:
        """Lets other processes play the match."""
        ...


class LibraryKeeper:
    """Saves a match in a library from its first decision on, locked for this process."""

    def __init__(
        self,
        library: Library,
        people: Sequence[Seat],
        number: int | None = None,
        *,
        is_reserved: bool = False,
    ) -> None:
        """Raises ``LibraryError`` if another process plays match *number*.

        A number that *is_reserved* may be that of a match which has not begun.
        """
        self.library, self.people, self.number = library, tuple(people), number
        self._written_turns: list[list[Step]] = []
        self._written_study: tuple[PlayedTurn, ...] = ()
        self._planned_study: tuple[PlayedTurn, ...] = ()
        self._written_texts = self._planned_texts = list[str]()
        self._file = library.database.files
        begun = None if number is None else library.find_begin_date(number)
        self._is_kept = begun is not None
        self.notes: Notes | None = None if self._is_kept else NO_NOTES
        """The notes beside the match; ``None``: they have not been read."""
        if number is not None and begun is None and not is_reserved:
            library.begin_date(number)  # says that there is none
        self._begun = begun or clock.date()
        self._hold = None if number is None else Hold(library.path, number)

    @property
    def place(self) -> str:
        """The number of the match in the library; ``""`` while it has none."""
        return "" if self.number is None else str(self.number)

    @property
    def notice(self) -> str:
        """The notice of the library."""
        return self.library.notice

    def close(self) -> None:
        """Lets other processes play the match."""
        if self._hold is not None:
            self._hold.close()
            self._hold = None

    def keep(self, match: Match, study: Record | None = None) -> None:
        """Writes the changes of *match*, or those of a *study*, in one transaction. Raises
        ``LibraryError``."""
        if (write := self.plan(match, study)) is not None:
            self.note_written(match, self.library.database.write(write))

    def plan(
        self, match: Match, study: Record | None = None
    ) -> Callable[[sqlite3.Connection], int] | None:
        """A function that writes the changes of *match*, or those of a *study*, in a transaction,
        and returns the match's number.

        ``None``: there is nothing to write. Call ``note_written`` after the transaction.
        """
        self._planned_study = () if study is None else study.turns
        if study is not None:
            return self._plan_study(study)
        steps = (step for session in match.sessions for step in session.steps)
        nothing = not match.result and all(step.seat is None for step in steps)  # luck alone
        if not self._is_kept and (nothing or not match.sessions[0].game.is_kept):
            return None
        bottom, notes = match.sessions[0], self._read_notes()
        turns, duel = bottom.turns(), running_duel(match)
        own = notes.beside(head(match, self.people))

        def write(db: sqlite3.Connection) -> int:
            number = self._number_in(db)
            first = _first_difference(self._written_turns, turns)
            if duel is not None:
                first = min(first, max(len(turns) - 1, 0))
            texts = turn_texts(notes.beside_turns(turn_records(bottom, turns[first:], duel)))
            return self._write_turns(db, number, own, first, texts)

        return write

    def _plan_study(self, study: Record) -> Callable[[sqlite3.Connection], int] | None:
        """A function that writes a *study*; ``None``: there is nothing in it yet."""
        if not (self._is_kept or study.turns or study.comment):
            return None

        def write(db: sqlite3.Connection) -> int:
            number = self._number_in(db)
            both = enumerate(zip(self._written_study, study.turns, strict=False))
            least = min(len(self._written_study), len(study.turns))
            first = next((n for n, (old, new) in both if old is not new), least)
            return self._write_turns(db, number, study, first, turn_texts(study.turns[first:]))

        return write

    def _write_turns(
        self, db: sqlite3.Connection, number: int | None, own: Record, first: int, texts: list[str]
    ) -> int:
        """Writes the head of *own* and its turns from the *first* on. Raises ``LibraryError``
        unless all of it can be read again."""
        everything = [*self._written_texts[:first], *texts]
        top = head_text(own, everything)
        require_kept(top, texts, everything)
        self._planned_texts, now = everything, clock.date()
        return write_match(db, number, top, texts, first=first, begun=self._begun, changed=now)

    def _number_in(self, db: sqlite3.Connection) -> int | None:
        """The number of the match in *db*; ``None``: it has none there yet."""
        number = self.number
        if self._file != self.library.database.files:
            # another file has replaced the one that was written to
            self._written_turns, self._written_study = [], ()
            begun = db.execute("SELECT begun FROM match WHERE id = ?", (number,)).fetchone()
            is_free = number is not None and begun is None and number > _last_number(db)
            if begun != (self._begun,) and not is_free:
                number = None
        return number

    def _read_notes(self) -> Notes:
        """The notes beside the match; none where they cannot be read."""
        if self.notes is None:
            self.notes = NO_NOTES
            if self.number is not None:
                with suppress(LibraryError):
                    self.notes = Notes.of(self.library.record(self.number))
        return self.notes

    def note_written(self, match: Match, number: int) -> None:
        """Remembers that *match* was written as match *number*. Raises ``LibraryError``."""
        bottom, duel = match.sessions[0], running_duel(match)
        turns = [] if self._planned_study else bottom.turns()
        self._is_kept = True
        self._file = self.library.database.files
        # the turn of a running duel is not finished
        self._written_turns = turns if duel is None else turns[:-1]
        self._written_study, self._written_texts = self._planned_study, self._planned_texts
        if number != self.number:
            self.close()
            self.number, self._hold = number, Hold(self.library.path, number)


class FileKeeper:
    """Saves a match in the file *path*, with the *notes* beside it."""

    notice = ""

    def __init__(self, path: Path, people: Sequence[Seat], notes: Notes = NO_NOTES) -> None:
        self.path, self.people, self.notes = path, tuple(people), notes

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self.path)

    def keep(self, match: Match, study: Record | None = None) -> None:
        """Writes the whole match, or *study*. Raises ``LibraryError``."""
        try:
            save(study or self.notes.beside(to_record(match, self.people)), self.path)
        except RecordError as error:
            raise LibraryError(str(error)) from None

    def close(self) -> None:
        """Does nothing: the file is not locked."""


def _first_difference(before: Sequence[Sequence[Step]], after: Sequence[Sequence[Step]]) -> int:
    """The index of the first turn that differs between *before* and *after*."""
    for n, (old, new) in enumerate(zip(before, after, strict=False)):
        if len(old) != len(new) or any(a is not b for a, b in zip(old, new, strict=True)):
            return n
    return min(len(before), len(after))


def _folded(names: object) -> str:
    """The *names* of a row as they are compared; damage may have made something else of them."""
    return fold(names) if isinstance(names, str) else ""


def is_first_match(library: Library | None, game: str) -> bool:
    """Whether *library* has no match of *game*; ``False`` without a library that can be read."""
    try:
        return library is not None and not library.entries(game=game, most=1)
    except LibraryError:
        return False
