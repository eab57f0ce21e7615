"""The question for a file name, to save a match: as a record, or as a picture of its board."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import platformdirs
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from gipf_meta.base import clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import title_of
from gipf_meta.records.file_names import read_name, read_new_name, shown
from gipf_meta.records.files import save, write_whole
from gipf_meta.records.models import RecordError, Seat
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import GameFailed
from gipf_meta.tui.screens.interface import InterfaceModal

FORMS = (".json", ".svg", ".png")
"""The endings of files that can be written."""


class SaveDialog(InterfaceModal[str]):
    """Asks for a file name, and saves *match*, played by *people*.

    The answer is the path of the file, ``""`` if none was written.
    """

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, match: Match, people: Sequence[Seat]) -> None:
        super().__init__()
        self.match, self.people = match, people

    def compose(self) -> ComposeResult:
        """The line for the name above three buttons."""
        words = _("A name that ends in .json saves the match, .svg or .png a picture of the board.")
        with Vertical(classes="dialog"):
            yield Static(_("Save as"), classes="heading", markup=False)
            yield Static(words, markup=False)
            yield Input(str(self._new_path()), id="file")
            yield Static(id="why", markup=False)
            with Horizontal(classes="answers"):
                yield Button(_("Save"), id="save", variant="primary")
                yield Button(_("Picture"), id="picture")
                yield Button(_("Cancel"), id="cancel")

    def _new_path(self) -> Path:
        """A path named after the game and the time, in the folder for documents."""
        game = self.match.sessions[0].game.id
        folder = Path()
        with suppress(OSError, RuntimeError):  # whose home may not be entered, or who has none
            documents = platformdirs.user_documents_path()
            folder = documents if documents.is_dir() else Path.home()
        return folder / f"{game}-{clock.stamp()}.json"

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Saves, as a picture if that button was pressed, or cancels."""
        if event.button.id == "cancel":
            self.action_leave()
            return
        if event.button.id == "picture":
            field = self.query_one(Input)
            path = Path(field.value.strip())
            if path.name:
                field.value = str(path.with_suffix(".svg"))
        self._save()

    def on_input_submitted(self) -> None:
        """Saves."""
        self._save()

    def _save(self) -> None:
        try:
            self.dismiss(str(self._write(self.query_one(Input).value.strip())))
        except GipfMetaError as error:
            self.query_one("#why", Static).update(str(error))

    def _write(self, name: str) -> Path:
        """Writes the file *name*; returns its path. Raises ``GipfMetaError``."""
        path = read_name(name)
        form = path.suffix.lower()
        if form not in FORMS:
            raise RecordError(
                _("{name} says no form: let it end in .json, .svg or .png.").format(
                    name=shown(path.name or name)
                )
            )
        path = read_new_name(path)
        if form == ".json":
            save(to_record(self.match, tuple(self.people)), path)
        else:
            write_whole(self._picture(path), path)
        return path

    def _picture(self, path: Path) -> bytes:
        """The picture of the board in the form that *path* ends in. Raises ``RuntimeError``."""
        # drawing is slow to import, and rarely wanted
        from gipf_meta.render.png import picture_bytes
        from gipf_meta.render.svg import svg
        from gipf_meta.render.theme import DARK, LIGHT

        top = self.match.top
        theme = LIGHT if self.interface.looks.theme == "light" else DARK
        try:
            drawn = svg(top.view(None), title=title_of(top.game), theme=theme)
        except stops():
            raise
        except BaseException as error:  # a game may fail in any way
            raise GameFailed.of(top.game, error) from error
        return picture_bytes(drawn, path)

    def action_leave(self) -> None:
        """Closes the question; no file is written."""
        self.dismiss("")
