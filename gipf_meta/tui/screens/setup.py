"""Setting up a match: who sits where, the clock, and the game's options, as a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Select, Static

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots import BOTS
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.game import AnyGame, seat_name, tagline_of
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.tui.parts.fields import OptionFields
from gipf_meta.tui.parts.status import Status

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

NOBODY = "none"


class SetUp(Screen[None]):
    """A form: seats first, then options; Enter on Play begins.

    *remembered* are the seats and options of the last time, kept under *key*.
    """

    app: GipfApp

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
            yield OptionFields(self.game, self.last.get("options", {}))
        yield Status()
        with Horizontal(classes="answers"):
            yield Button(_("Play"), id="play", variant="primary")
            yield Button(_("Back"), id="back")
        yield Footer()

    def on_mount(self) -> None:
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

    def chosen(self) -> tuple[AnyGame, dict[str, Any]]:
        """The game as it was set up, and all that is to be remembered of the form.

        Raises ``OptionError`` and ``TimeControlError`` with a sentence.
        """
        options = self.query_one(OptionFields).chosen()
        told: dict[str, Any] = {"options": options, "seats": [], "names": []}
        for seat in range(self.game.seat_counts[-1]):
            kind = str(self.query_one(f"#seat-{seat}", Select).value)
            if kind != NOBODY:
                name = self.query_one(f"#name-{seat}", Input).value.strip()
                told["seats"].append(kind)
                told["names"].append(name or self.game.seat_names[seat])
        if len(set(told["names"])) < len(told["names"]):
            raise OptionError(_("Give everybody a name of his own."))
        if clock := self.query_one("#clock", Input).value.strip():
            told["clock"] = str(TimeControl.read(clock))
        return configure(self.game, options), told

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "play":
            self.action_begin()
        else:
            self.app.pop_screen()

    def on_input_changed(self) -> None:
        self._check()

    def on_select_changed(self) -> None:
        self._check()

    def on_option_fields_changed(self) -> None:
        self._check()

    def _check(self) -> None:
        """Says what is wrong with the form while it is filled in."""
        try:
            self.chosen()
        except GipfMetaError as error:
            self.query_one(Status).say(str(error))
        else:
            self.query_one(Status).say("")

    def action_begin(self) -> None:
        try:
            game, told = self.chosen()
        except GipfMetaError as error:
            self.query_one(Status).say(str(error))
        else:
            self.app.begin(game, self.key, told)

    def action_rules(self) -> None:
        self.app.show_rules(self.game())
