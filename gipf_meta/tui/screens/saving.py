"""Saving a match in a file of its own: as a record, or as a picture of its board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from gipf_meta.base import clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import title_of
from gipf_meta.records.files import save, write_whole
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

FORMS = (".json", ".svg", ".png")


class Saving(ModalScreen[str]):
    """Asks for a file name, and saves; returns where, or ``""``."""

    app: GipfApp

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, match: Match, people: Sequence[Seat]) -> None:
        super().__init__()
        self.match, self.people = match, people

    def compose(self) -> ComposeResult:
        words = _("A name that ends in .json saves the match, .svg or .png a picture of the board.")
        with Vertical(classes="dialog"):
            yield Static(_("Save as"), classes="heading", markup=False)
            yield Static(words, markup=False)
            yield Input(str(self._fresh()), id="file")
            yield Static(id="why", markup=False)
            with Horizontal(classes="answers"):
                yield Button(_("Save"), id="save", variant="primary")
                yield Button(_("Picture"), id="picture")
                yield Button(_("Cancel"), id="cancel")

    def _fresh(self) -> Path:
        """A file of its own for this match."""
        game = self.match.sessions[0].game.id
        folder = platformdirs.user_documents_path()
        return (folder if folder.is_dir() else Path.home()) / f"{game}-{clock.stamp()}.json"

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "cancel":
            self.action_leave()
            return
        if event.button.id == "picture":
            field = self.query_one(Input)
            field.value = str(Path(field.value).with_suffix(".svg"))
        self._save()

    def on_input_submitted(self) -> None:
        self._save()

    def _save(self) -> None:
        path = Path(self.query_one(Input).value.strip()).expanduser()
        why = self._refusal(path)
        if why:
            self.query_one("#why", Static).update(why)
        else:
            self.dismiss(str(path))

    def _refusal(self, path: Path) -> str:
        """Writes the file; says why if that cannot be done."""
        if path.suffix.lower() not in FORMS:
            return _("{name} says no form: let it end in .json, .svg or .png.").format(
                name=path.name or _("Nothing")
            )
        if path.exists():
            return _("{path} exists already; give another name.").format(path=path)
        try:
            if path.suffix.lower() == ".json":
                save(to_record(self.match, tuple(self.people)), path)
            else:
                write_whole(self._picture(path), path)
        except GipfMetaError as error:
            return str(error)
        return ""

    def _picture(self, path: Path) -> bytes:
        # drawing is slow to import, and rarely wanted
        from gipf_meta.render.png import content_of
        from gipf_meta.render.svg import svg
        from gipf_meta.render.theme import DARK, LIGHT

        top = self.match.top
        theme = LIGHT if self.app.looks.theme == "light" else DARK
        drawn = svg(top.game.view(top.state, None), title=title_of(top.game), theme=theme)
        return content_of(drawn, path)

    def action_leave(self) -> None:
        self.dismiss("")
