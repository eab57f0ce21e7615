"""The form for a new match: seats, clock, the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.playable import check_new_match, configure_here
from gipf_meta.protocol.game import AnyGame, tagline_of
from gipf_meta.protocol.options import options_of
from gipf_meta.table.seat_choices import SECTIONS
from gipf_meta.tui.parts.fold import Fold
from gipf_meta.tui.parts.key_bar import KeyBar
from gipf_meta.tui.parts.keys_page import FORM_KEYS, KeysPage
from gipf_meta.tui.parts.open_widgets import while_open
from gipf_meta.tui.parts.option_fields import OptionFields
from gipf_meta.tui.parts.seat_fields import SeatFields
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.interface import InterfaceScreen


class SetUpForm(InterfaceScreen[None]):
    """Who plays first, then the clock; the options are folded into one line.

    Enter in a field leads to the next one, and at last to Play; where the user's name is asked for
    the first time, it begins.

    *last* is what was chosen the last time; the choices are remembered under *key*.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", _("back")),
        Binding("ctrl+s", "begin", _("play")),
        Binding("ctrl+o", "options", _("options")),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "app.keys", show=False),
    ]
    own_keys: ClassVar[KeysPage] = FORM_KEYS

    def __init__(self, game: type[AnyGame], title: str, key: str, last: Mapping[str, Any]) -> None:
        super().__init__()
        self.game, self.heading, self.key = game, title, key
        self.last = last
        self._options: OptionFields | None = None

    def compose(self) -> ComposeResult:
        """A row for each seat and for the clock, the options, two buttons."""
        yield Static(self.heading, id="heading", markup=False)
        with VerticalScroll(id="form"):
            yield Static(tagline_of(self.game), classes="about", markup=False)
            # a gentle start is offered after the form
            sections = {"seats": self._seats, "clock": self._clock, "options": self._option_fold}
            for name in SECTIONS:
                if name in sections:
                    yield from sections[name]()
        yield Status()
        with Horizontal(classes="answers"):
            yield Button(_("Play"), id="play", variant="primary")
            yield Button(_("Back"), id="back")
        yield KeyBar()

    def _seats(self) -> ComposeResult:
        yield SeatFields(self.game, self.last, self.interface.settings.name)

    def _clock(self) -> ComposeResult:
        with Horizontal(classes="field short"):
            yield Static(_("clock"), classes="name", markup=False)
            yield Input(str(self.last.get("clock", "")), id="clock", compact=True)
            words = _("10m+5s, 10m or 30s/turn; empty: no clock.")
            yield Static(words, classes="meaning", markup=False)

    def _option_fold(self) -> ComposeResult:
        if options_of(self.game):
            values, installed = self.last.get("options", {}), self.interface.installed
            self._options = OptionFields(self.game, values, installed)
            yield Fold(self._options, title=_("Options: as usual"), id="options")

    def on_mount(self) -> None:
        """Asks for the user's name the first time; else gives the keys to Play: Enter begins."""
        self._check()
        name = self.query_one(SeatFields).user_field()
        if name is None or self.interface.settings.name_asked:
            self.query_one("#play", Button).focus()
        else:
            name.focus()

    def read(self) -> tuple[AnyGame, dict[str, Any]]:
        """Reads the form: the game with its options, and all choices as they are remembered.

        Raises ``OptionError`` and ``TimeControlError``, each with a sentence.
        """
        options = self._options.changed_values() if self._options is not None else {}
        choices = {"options": options, **self.query_one(SeatFields).read()}
        if clock := self.query_one("#clock", Input).value.strip():
            choices["clock"] = str(TimeControl.read(clock))
        return configure_here(self.game, options, self.interface.installed), choices

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begins, or goes back."""
        if event.button.id == "play":
            self.action_begin()
        else:
            self.app.pop_screen()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leads to the next field; begins where all that was asked for is the user's name."""
        seats = self.query_one(SeatFields)
        if event.input is seats.user_field() and not self.interface.settings.name_asked:
            self.action_begin()
        elif (after := seats.name_field_after(event.input)) is not None:
            after.focus()
        elif any(isinstance(part, OptionFields) for part in event.input.ancestors):
            self.focus_next()
        else:
            self.query_one("#play", Button).focus()

    def on_input_changed(self) -> None:
        """Checks the form."""
        self._check()

    def on_seat_fields_changed(self) -> None:
        """Checks the form."""
        self._check()

    def on_option_fields_changed(self) -> None:
        """Checks the form."""
        self._check()

    def _check(self) -> None:
        """Says what is wrong with the form while it is filled in, and which options it has."""
        if self._options is not None:
            words = self._options.summary() or _("as usual")
            title = _("Options: {options}").format(options=words)
            self.query_one("#options", Fold).rename(title)
        try:
            game = self.read()[0]
            self.query_one(SeatFields).name_starter(game)
            check_new_match(game)
        except GipfMetaError as error:
            self.query_one(Status).say(str(error))
        else:
            self.query_one(Status).say("")

    def action_begin(self) -> None:
        """Begins the match; says what is wrong with the form if it cannot."""
        try:
            game, choices = self.read()
        except GipfMetaError as error:
            self.query_one(Status).say(str(error))
        else:
            self._keep_name()
            self.interface.begin_match(game, self.key, choices)

    def _keep_name(self) -> None:
        """Keeps the user's name from the first time on; later only the settings change it."""
        settings, field = self.interface.settings, self.query_one(SeatFields).user_field()
        if field is not None and not settings.name_asked:
            self.interface.keep_settings(settings.with_name(field.value.strip()))

    def action_options(self) -> None:
        """Unfolds the options, or folds them."""
        for fold in self.query("#options").results(Fold):
            fold.collapsed = not fold.collapsed
            if not fold.collapsed and self._options is not None:
                self.call_after_refresh(while_open(self, self._options.focus_first))

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        self.interface.show_rules(self.game())
