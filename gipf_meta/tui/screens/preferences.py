"""The form for the settings; every change shows at once and is remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Select, Static

from gipf_meta.base.texts import _, language_names
from gipf_meta.library.settings import THEMES
from gipf_meta.protocol.view import Piece, Point, View
from gipf_meta.search.bench import how_rules_run
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.key_bar import KeyBar
from gipf_meta.tui.parts.keys_page import SETTINGS_KEYS, KeysPage
from gipf_meta.tui.parts.looks import TECHNIQUES
from gipf_meta.tui.screens.interface import InterfaceScreen

BY_ITSELF = "auto"
"""The value of a field that is left to the program; ``""`` in the settings."""
SAMPLE = View(
    tuple(Point(f"{x}", 2 * x, 0, "ring") for x in range(4)),
    pieces=(
        Piece("0", "marble", "white", "W"),
        Piece("1", "marble", "grey", "G"),
        Piece("2", "marble", "black", "B"),
    ),
)
"""A small board, to see colours and graphics by."""


class Preferences(InterfaceScreen[None]):
    """Name, theme, graphics, language, motion, and whether decisions are asked for twice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("back")),
        Binding("question_mark", "app.keys", _("keys")),
    ]
    own_keys: ClassVar[KeysPage] = SETTINGS_KEYS

    def compose(self) -> ComposeResult:
        """A row for each setting, and a sample of a board."""
        settings = self.interface.settings
        yield Static(_("Settings"), id="heading", markup=False)
        with VerticalScroll(id="form"):
            with Horizontal(classes="field"):
                yield Static(_("Your name"), classes="name", markup=False)
                yield Input(settings.name, placeholder=_("You"), id="name", compact=True,
                            max_length=60)  # fmt: skip
                words = _("in lists, titles and new matches")
                yield Static(words, classes="meaning", markup=False)
            yield from self._field(
                "theme", _("Colours"), settings.theme or "dark",
                [(_(name), name) for name in THEMES],
                _("boards and screens"),
            )  # fmt: skip
            yield from self._field(
                "graphics", _("Graphics"), settings.graphics or BY_ITSELF,
                [(_("what the terminal can"), BY_ITSELF), *((name, name) for name in TECHNIQUES)],
                _("take the first that shows three whole discs below"),
            )  # fmt: skip
            yield from self._field(
                "language", _("Language"), settings.language or BY_ITSELF,
                [(_("that of the computer"), BY_ITSELF),
                 *((name, code) for code, name in language_names().items())],
                _("changes when the program is started again"),
            )  # fmt: skip
            yield from self._switch("motion", _("Motion"), settings.motion,
                                    _("pieces slide; bots wait a moment first"))  # fmt: skip
            yield from self._switch("confirm", _("Confirm"), settings.confirm,
                                    _("each move must be chosen twice, against slips"))  # fmt: skip
            yield from self._field(
                "thinking_s", _("Thinking"), str(settings.patience_ms // 1000),
                [(f"{n} s", str(n)) for n in settings.thinking_choices_s],
                _("a bot's turn takes no longer; more makes strong bots stronger"),
            )  # fmt: skip
            with Vertical(id="sample"):
                board = Board(self.interface.looks)
                board.can_focus = False
                yield board
            yield Static(how_rules_run(), classes="note", markup=False)
        yield KeyBar()

    def _field(
        self, name: str, title: str, value: str, values: list[tuple[str, str]], words: str
    ) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Static(title, classes="name", markup=False)
            yield Select(values, value=value, allow_blank=False, id=name, compact=True)
            yield Static(words, classes="meaning", markup=False)

    def _switch(self, name: str, title: str, value: bool, words: str) -> ComposeResult:
        values = [(_("on"), "on"), (_("off"), "off")]
        return self._field(name, title, "on" if value else "off", values, words)

    def on_mount(self) -> None:
        """Draws the sample, and gives the keys to the first list."""
        self.query_one(Board).show(SAMPLE)
        self.query_one("#theme", Select).focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Applies and keeps the setting."""
        name, value = str(event.select.id), str(event.value)
        setting: Any = "" if value == BY_ITSELF else value
        if name in ("motion", "confirm"):
            setting = value == "on"
        elif name == "thinking_s":
            setting = int(value)
        self.interface.apply_settings(replace(self.interface.settings, **{name: setting}))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keeps the user's name."""
        settings, name = self.interface.settings, event.value.strip()
        if name != settings.name:
            self.interface.apply_settings(settings.with_name(name))

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
