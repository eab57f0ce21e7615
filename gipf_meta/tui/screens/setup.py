"""The form for a new match: seats, clock, the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Footer, Input, Select, Static

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol.game import AnyGame, seat_name, tagline_of
from gipf_meta.protocol.options import OptionError
from gipf_meta.tui.parts.option_fields import OptionFields
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.interface import InterfaceScreen

NOBODY = "none"
"""The kind of player at a seat that stays empty."""


class SetUpForm(InterfaceScreen[None]):
    """Seats first, then the clock and the options; Enter on Play begins.

    *last* is what was chosen the last time; the choices are remembered under *key*.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", _("back")),
        Binding("ctrl+s", "begin", _("play")),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "app.keys", show=False),
    ]

    def __init__(self, game: type[AnyGame], title: str, key: str, last: Mapping[str, Any]) -> None:
        super().__init__()
        self.game, self.heading, self.key = game, title, key
        self.last = last

    def compose(self) -> ComposeResult:
        """A row for each seat, for the clock and for each option; two buttons."""
        yield Static(self.heading, id="heading", markup=False)
        with VerticalScroll(id="form"):
            yield Static(tagline_of(self.game), classes="about", markup=False)
            for seat in range(self.game.seat_counts[-1]):
                own = self.game.seat_names[seat]
                names = self.last.get("names", ())
                with Horizontal(classes="field"):
                    yield Static(seat_name(self.game, seat), classes="name", markup=False)
                    kinds = [(kind, kind) for kind in self._kinds(seat)]
                    yield Select(kinds, value=self._kind(seat), allow_blank=False,
                                 id=f"seat-{seat}", compact=True)  # fmt: skip
                    name = str(names[seat]) if seat < len(names) and names[seat] != own else ""
                    yield Input(name, placeholder=_("a name, if you like"), id=f"name-{seat}",
                                compact=True, max_length=60)  # fmt: skip
            with Horizontal(classes="field"):
                yield Static(_("clock"), classes="name", markup=False)
                yield Input(str(self.last.get("clock", "")), id="clock", compact=True)
                words = _("10m+5s, 10m or 30s/turn; empty: no clock.")
                yield Static(words, classes="meaning", markup=False)
            yield OptionFields(self.game, self.last.get("options", {}), self.interface.installed)
        yield Status()
        with Horizontal(classes="answers"):
            yield Button(_("Play"), id="play", variant="primary")
            yield Button(_("Back"), id="back")
        yield Footer()

    def on_mount(self) -> None:
        """Gives the keys to Play: Enter begins."""
        self.query_one("#play", Button).focus()

    def _kinds(self, seat: int) -> list[str]:
        optional = seat >= self.game.seat_counts[0]
        return ["human", *BOTS, *([NOBODY] if optional else [])]

    def _kind(self, seat: int) -> str:
        seats = self.last.get("seats", ())
        if seat < len(seats) and seats[seat] in self._kinds(seat):
            return str(seats[seat])
        if seat >= self.game.seat_counts[0]:
            return NOBODY
        return "human" if seat == 0 or self.game.needs_people else "greedy"

    def read(self) -> tuple[AnyGame, dict[str, Any]]:
        """Reads the form: the game with its options, and all choices as they are remembered.

        Raises ``OptionError`` and ``TimeControlError``, each with a sentence.
        """
        options = self.query_one(OptionFields).changed_values()
        choices: dict[str, Any] = {"options": options, "seats": [], "names": []}
        for seat in range(self.game.seat_counts[-1]):
            kind = str(self.query_one(f"#seat-{seat}", Select).value)
            if kind != NOBODY:
                name = self.query_one(f"#name-{seat}", Input).value.strip()
                choices["seats"].append(kind)
                choices["names"].append(name or self.game.seat_names[seat])
        if len(set(choices["names"])) < len(choices["names"]):
            raise OptionError(_("Give everybody a name of his own."))
        if clock := self.query_one("#clock", Input).value.strip():
            choices["clock"] = str(TimeControl.read(clock))
        return configure_here(self.game, options, self.interface.installed), choices

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begins, or goes back."""
        if event.button.id == "play":
            self.action_begin()
        else:
            self.app.pop_screen()

    def on_input_changed(self) -> None:
        """Checks the form."""
        self._check()

    def on_select_changed(self) -> None:
        """Checks the form."""
        self._check()

    def on_option_fields_changed(self) -> None:
        """Checks the form."""
        self._check()

    def _check(self) -> None:
        """Says what is wrong with the form while it is filled in."""
        try:
            self.read()
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
            self.interface.begin_match(game, self.key, choices)

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        self.interface.show_rules(self.game())
