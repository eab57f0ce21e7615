"""Saving a match in line mode, and printing where it is saved."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import platformdirs

from gipf_meta.base import clock
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import one_line
from gipf_meta.base.signals import Interrupted
from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.single_files import program
from gipf_meta.records.exporting import form_of, save_as_named
from gipf_meta.records.models import RecordError
from gipf_meta.records.record_files import PICTURES, read_new_name, save, shown


def matches_folder() -> Path:
    """The folder of the matches that are saved without a name."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "matches"


class Saving:
    """Saves the match that is *played* in the library or in a file, and prints it at *terminal*. A
    host saves its matches itself; they can be saved in a file as well.

    *path* is the file in which the match was saved last.
    """

    def __init__(self, played: PlayedMatch, terminal: Terminal) -> None:
        self.played = played
        self.terminal = terminal
        self.path: Path | None = None
        self._told_error = self._told_notice = ""
        self._exported: list[Path] = []

    @property
    def place(self) -> str:
        """The match's number in the library, or its file; ``""`` if the match is not saved."""
        local_room = self.played.local_room
        return "" if local_room is None else local_room.kept_match.place

    def tell_notices(self) -> None:
        """Prints, once, what is wrong with the library or the file of the match."""
        local_room = self.played.local_room
        if local_room is None:
            return
        notice, error = local_room.kept_match.notice, local_room.kept_match.error
        if notice != self._told_notice:
            self._told_notice = notice
            self.terminal.tell(notice)
        if error != self._told_error:
            self._told_error = error
            if error:
                self.terminal.tell(
                    _("{unkept} Play goes on; save FILE keeps the match elsewhere.").format(
                        unkept=error
                    )
                )

    def save(self, name: str = "") -> None:
        """Saves the match in the file *name*, in the format that its ending names.

        Without a name, saves it in a new file, unless it is already saved in the library.
        """
        if not name and self.played.is_far:
            self.terminal.tell(_("Type save FILE: in which file?"))
            return
        if not name and (place := self.keep()):
            self.terminal.tell(place)
            return
        try:
            path = read_new_name(name, self._own_files) if name else self._fresh_path()
            if path.suffix.lower() in PICTURES:
                words = _("{name}: line by line no picture is saved; gipf-meta render makes one.")
                raise RecordError(words.format(name=shown(path.name)))
            readers = load_plugins().readers.values()
            if form_of(path, readers):
                save_as_named(self.played.record(), path, self.played.match.finder, readers)
                self._exported.append(path)
                self.terminal.say(_("Saved in {place}.").format(place=path))
                return
        except RecordError as error:
            self.terminal.tell(str(error))
            return
        if not self._write(path):
            return
        if self.played.is_far:
            self.terminal.say(_("Saved in {place}.").format(place=path))
        else:
            how = self._how_to_go_on(path)
            self.terminal.say(_("Saved in {path}; {go_on}").format(path=path, go_on=how))

    @property
    def _own_files(self) -> list[Path]:
        """The files that hold this match already: they may be overwritten."""
        local_room = self.played.local_room
        keeper = None if local_room is None else local_room.kept_match.keeper
        path_of_keeper = keeper.path if isinstance(keeper, FileKeeper) else None
        files = [path for path in (self.path, path_of_keeper) if path is not None]
        return [*files, *self._exported]

    def update_file(self) -> None:
        """Updates the file in which the match was saved."""
        if self.path is not None:
            self._write(self.path)

    def keep(self) -> str:
        """Saves the match as it is now; returns a sentence on where, ``""`` if that failed."""
        local_room = self.played.local_room
        assert local_room is not None, "a host keeps its matches"
        local_room.keep()
        if self.place:
            sentence = _("Kept in {place}; {go_on}")
            if read_whole(self.place) is not None and self.played.study is not None:
                sentence = _("Kept as study {place}; {go_on}")
            elif read_whole(self.place) is not None:
                sentence = _("Kept as match {place}; {go_on}")
            return sentence.format(place=self.place, go_on=self._how_to_go_on(self.place))
        if local_room.kept_match.keeper is not None and not local_room.kept_match.error:
            return _("Nothing was played.")
        return ""

    def rescue(self) -> str:
        """Saves a match that is broken off; returns half a sentence on where, or why not."""
        is_played = any(session.steps for session in self.played.match.sessions)
        if not (is_played or self.played.study):
            return _("nothing had been played.")
        if self.keep() and self.place:
            return _("it is kept: {resume} goes on.").format(resume=self._resume(self.place))
        path = self._fresh_path()
        try:
            save(self.played.record(), path)
        except RecordError as error:
            return _("it could not be saved: {error}").format(error=error)
        return _("it is saved: {resume} goes on.").format(resume=self._resume(path))

    def break_off(self, why: BaseException) -> int:
        """Saves a match that is broken off, and prints one sentence; returns the exit status."""
        if self.played.study is not None and isinstance(why, EOFError):
            self.terminal.tell(self.keep())  # a study need not come to an end
            return 0
        what = str(why).rstrip(".")
        if isinstance(why, EOFError):
            what = _("The input ended in the middle of the game")
        elif isinstance(why, KeyboardInterrupt):
            what = _("Interrupted in the middle of the game")
        elif isinstance(why, Interrupted):
            what = _("The program was told to end in the middle of the game")
        elif isinstance(why, OSError) and why.filename is None:  # no file: a stream
            what = _("The output was closed in the middle of the game")
        try:
            print(f"{one_line(what)}; {self.rescue()}", file=sys.stderr)
        except OSError:
            pass  # the terminal is gone; the match is not
        return 2

    def _write(self, path: Path) -> bool:
        """Saves the match as it is now in the file *path*; if that fails, prints why and returns
        ``False``.

        If the match is not saved elsewhere, it is saved in that file from now on.
        """
        try:
            save(self.played.record(), path)
        except RecordError as error:
            self.terminal.tell(str(error))
            return False
        self.path, local_room = path, self.played.local_room
        if local_room is not None and not self.place:
            local_room.kept_match.keeper, local_room.kept_match.error = (
                FileKeeper(path, self.played.seats),
                "",
            )
        return True

    def _fresh_path(self) -> Path:
        """The path of a new file for this match."""
        game = self.played.match.sessions[0].game.id
        return matches_folder() / f"{game}-{clock.stamp()}-{os.getpid()}.json"

    def _resume(self, place: str | Path) -> str:
        """The command that resumes the match, or the study, at *place*."""
        command = "resume" if self.played.study is None else "study"
        return f"{program()} {command} {shlex.quote(str(place))}"

    def _how_to_go_on(self, place: str | Path) -> str:
        """Half a sentence with the command that resumes the match at *place*."""
        return _("go on with: {resume}").format(resume=self._resume(place))
