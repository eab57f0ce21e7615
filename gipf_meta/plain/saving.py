"""Keeps a match that is played line by line, and tells the players where."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import platformdirs

from gipf_meta.base import clock
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.single_files import program
from gipf_meta.records.file_names import read_new_name
from gipf_meta.records.files import save
from gipf_meta.records.models import RecordError
from gipf_meta.table.table import Table


def matches_folder() -> Path:
    """The folder of the matches that were saved without a name."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "matches"


class Saving:
    """Keeps the match at *table* in the library or in a file, and tells the players on *line*.

    *path* is the file in which the match was saved last.
    """

    def __init__(self, table: Table, line: Line) -> None:
        self.table = table
        self.line = line
        self.path: Path | None = None
        self._told_error = self._told_notice = ""

    @property
    def place(self) -> str:
        """The match's number in the library, or its file; empty if nothing keeps the match."""
        keeper = self.table.keeper
        return keeper.place if keeper is not None and not self.table.keep_error else ""

    def tell_notices(self) -> None:
        """Says, once, what is wrong with the place that keeps the match."""
        notice = self.table.keeper.notice if self.table.keeper else ""
        if notice != self._told_notice:
            self._told_notice = notice
            self.line.tell(notice)
        error = self.table.keep_error
        if error != self._told_error:
            self._told_error = error
            if error:
                self.line.tell(
                    _("{unkept} Play goes on; save FILE keeps the match elsewhere.").format(
                        unkept=error
                    )
                )

    def save(self, name: str = "") -> None:
        """Saves the match in the file *name*.

        Without a name, saves it in a new file, unless the library keeps it already.
        """
        if not name and (place := self.keep()):
            self.line.tell(place)
            return
        try:
            path = read_new_name(name, self._own_files) if name else self._fresh_path()
        except RecordError as error:
            self.line.tell(str(error))
            return
        if self._write(path):
            how = _how_to_go_on(path)
            self.line.say(_("Saved in {path}; {go_on}").format(path=path, go_on=how))

    @property
    def _own_files(self) -> list[Path]:
        """The files in which this match stands already: they may be written anew."""
        keeper = self.table.keeper
        kept = keeper.path if isinstance(keeper, FileKeeper) else None
        return [path for path in (self.path, kept) if path is not None]

    def update_file(self) -> None:
        """Brings the file in which the match was saved up to date."""
        if self.path is not None:
            self._write(self.path)

    def keep(self) -> str:
        """Keeps the match as it is now; returns a sentence on where, empty if that failed."""
        self.table.tick()
        self.table.keep()
        if self.place:
            sentence = _("Kept in {place}; {go_on}")
            if read_whole(self.place) is not None:
                sentence = _("Kept as match {place}; {go_on}")
            return sentence.format(place=self.place, go_on=_how_to_go_on(self.place))
        if self.table.keeper is not None and not self.table.keep_error:
            return _("Nothing was played.")
        return ""

    def rescue(self) -> str:
        """Saves a match that cannot go on here; returns half a sentence on where, or why not."""
        if not any(session.steps for session in self.table.match.sessions):
            return _("nothing had been played.")
        if self.keep():
            return _("it is kept: {resume} goes on.").format(resume=_resume(self.place))
        path = self._fresh_path()
        try:
            save(self.table.record(), path)
        except RecordError as error:
            return _("it could not be saved: {error}").format(error=error)
        return _("it is saved: {resume} goes on.").format(resume=_resume(path))

    def _write(self, path: Path) -> bool:
        """Saves the match as it is now in the file *path*; says why if that fails.

        If nothing else keeps the match, that file keeps it from now on.
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
        """A new file for this match."""
        game = self.table.match.sessions[0].game.id
        return matches_folder() / f"{game}-{clock.stamp()}-{os.getpid()}.json"


def _resume(place: str | Path) -> str:
    """The command that resumes the match at *place*."""
    return f"{program()} resume {shlex.quote(str(place))}"


def _how_to_go_on(place: str | Path) -> str:
    """Half a sentence on how to resume the match at *place*."""
    return _("go on with: {resume}").format(resume=_resume(place))
