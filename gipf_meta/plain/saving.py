"""Where a match that is played line by line is kept, and what the players are told of it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import platformdirs

from gipf_meta.base import clock
from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper
from gipf_meta.plain.terminal import Line
from gipf_meta.records.files import save
from gipf_meta.records.models import RecordError
from gipf_meta.table.table import Table


def saved_games() -> Path:
    """Where matches are saved that were given no name."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "matches"


class Saving:
    """Keeps the match at a table in the library, as the table does, and in files, as it is told."""

    def __init__(self, table: Table, line: Line) -> None:
        self.table = table
        self.line = line
        self.path: Path | None = None
        self.keep_error = self.notice = ""

    @property
    def place(self) -> str:
        """Where the match is kept: its number in the library, or a file; empty if it is not."""
        keeper = self.table.keeper
        return keeper.place if keeper is not None and not self.table.keep_error else ""

    def tell_notices(self) -> None:
        """Says what is wrong with the place where the match is kept, once."""
        notice = self.table.keeper.notice if self.table.keeper else ""
        if notice != self.notice:
            self.notice = notice
            self.line.tell(notice)
        if self.table.keep_error != self.keep_error:
            self.keep_error = self.table.keep_error
            if self.keep_error:
                self.line.tell(
                    _("{unkept} Play goes on; save FILE keeps the match elsewhere.").format(
                        unkept=self.keep_error
                    )
                )

    def save(self, name: str = "") -> None:
        """Saves the match in the file *name*; without a name, in one of its own if it is kept
        nowhere yet."""
        path = Path(name).expanduser() if name else self._fresh_path()
        if name and path.exists() and path != self.path and name != self.place:
            self.line.tell(_("{path} exists already; give another name.").format(path=path))
        elif not name and (kept := self.kept()):
            self.line.tell(kept)
        elif self._write(path):
            self.line.say(_("Saved in {path}; {go_on}").format(path=path, go_on=_go_on(path)))

    def finish(self) -> None:
        """Brings a file that was saved before up to date."""
        if self.path is not None:
            self._write(self.path)

    def kept(self) -> str:
        """A sentence on where the match is kept as it stands; empty if it is not."""
        self.table.tick()
        self.table.keep()
        if self.place:
            told = _("Kept in {place}; {go_on}")
            if self.place.isdecimal():
                told = _("Kept as match {place}; {go_on}")
            return told.format(place=self.place, go_on=_go_on(self.place))
        if self.table.keeper is not None and not self.table.keep_error:
            return _("Nothing was played.")
        return ""

    def rescued(self) -> str:
        """Saves a match that cannot go on here, and says in half a sentence what became of it."""
        if not any(session.steps for session in self.table.match.sessions):
            return _("nothing had been played.")
        if self.kept():
            return _("it is kept: {resume} goes on.").format(resume=_resume(self.place))
        path = self._fresh_path()
        try:
            save(self.table.record(), path)
        except RecordError as error:
            return _("it could not be saved: {error}").format(error=error)
        return _("it is saved: {resume} goes on.").format(resume=_resume(path))

    def _write(self, path: Path) -> bool:
        """Saves the match as it stands; says why if that cannot be done.

        A match that is kept nowhere else is kept there from now on.
        """
        try:
            save(self.table.record(), path)
        except RecordError as error:
            self.line.tell(str(error))
            return False
        self.path = path
        if not self.place:
            self.table.keeper, self.table.keep_error = FileKeeper(path, self.table.seats), ""
        return True

    def _fresh_path(self) -> Path:
        """A file of its own for this match."""
        game = self.table.match.sessions[0].game.id
        return saved_games() / f"{game}-{clock.stamp()}-{os.getpid()}.json"


def _resume(place: str | Path) -> str:
    return f"gipf-meta resume {shlex.quote(str(place))}"


def _go_on(place: str | Path) -> str:
    return _("go on with: {resume}").format(resume=_resume(place))
