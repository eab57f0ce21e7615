"""Setting up a match: who sits where, and the game's options, as a form made from the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Select, Static

from gipf_meta.bots import BOTS
from gipf_meta.game import AnyGame
from gipf_meta.options import OptionError, configure, options_of
from gipf_meta.tui.texts import _

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

NOBODY = "none"


class SetUp(Screen[None]):
    """A form: seats first, then options; Enter on Play begins."""

    app: GipfApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", _("back")),
        Binding("ctrl+s", "begin", _("play")),
    ]

    def __init__(self, game: type[AnyGame], remembered: Mapping[str, Any]) -> None:
        super().__init__()
        self.game = game
        self.remembered = remembered
        self.default = configure(game, {}).model_dump(mode="json")
        self.schema = game.model_json_schema().get("properties", {})

    def compose(self) -> ComposeResult:
        yield Static(self.game.title, id="heading", markup=False)
        with VerticalScroll(id="form"):
            yield Static(self.game.tagline, classes="about", markup=False)
            for seat in range(self.game.seat_counts[-1]):
                with Horizontal(classes="field"):
                    yield Static(self.game.seat_names[seat], classes="name", markup=False)
                    yield Select(
                        [(kind, kind) for kind in self._kinds(seat)],
                        value=self._kind(seat),
                        allow_blank=False,
                        id=f"seat-{seat}",
                        compact=True,
                    )
            for name, meaning in options_of(self.game).items():
                with Horizontal(classes="field"):
                    yield Static(name, classes="name", markup=False)
                    yield self._field(name)
                    yield Static(meaning, classes="meaning", markup=False)
        yield Static(id="status", markup=False)
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
        seats = self.remembered.get("seats", ())
        if seat < len(seats) and seats[seat] in self._kinds(seat):
            return str(seats[seat])
        if seat >= self.game.seat_counts[0]:
            return NOBODY
        return "human" if seat == 0 or self.game.needs_people else "greedy"

    def _field(self, name: str) -> Select[str] | Input:
        said = str({**self.default, **self.remembered.get("options", {})}.get(name, ""))
        some = _values(self.schema.get(name, {}))
        if some:
            value = said if said in some else some[0]
            return Select([(v, v) for v in some], value=value, allow_blank=False,
                          id=f"option-{name}", compact=True)  # fmt: skip
        return Input("" if said in ("None", "{}") else said, id=f"option-{name}", compact=True)

    def chosen(self) -> tuple[AnyGame, list[str]]:
        """The game as it was set up, and who plays. Raises ``OptionError``."""
        options: dict[str, Any] = {}
        for name in options_of(self.game):
            field = self.query_one(f"#option-{name}")
            assert isinstance(field, Select | Input)
            value = str(field.value).strip()
            default = self.default[name]
            if value != str(default) and not (value == "" and default in (None, {})):
                options[name] = value
        seats = [
            str(self.query_one(f"#seat-{n}", Select).value)
            for n in range(self.game.seat_counts[-1])
        ]
        seats = [kind for kind in seats if kind != NOBODY]
        return configure(self.game, options), seats

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "play":
            self.action_begin()
        else:
            self.app.pop_screen()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._check()

    def on_select_changed(self, event: Select.Changed) -> None:
        self._check()

    def _check(self) -> None:
        try:
            self.chosen()
        except OptionError as error:
            self.query_one("#status", Static).update(str(error))
        else:
            self.query_one("#status", Static).update("")

    def action_begin(self) -> None:
        try:
            game, seats = self.chosen()
        except OptionError as error:
            self.query_one("#status", Static).update(str(error))
        else:
            self.app.begin(game, seats)


def _values(schema: Mapping[str, Any]) -> list[str]:
    """The values an option of that *schema* can take, if they are few."""
    if schema.get("type") == "boolean":
        return ["on", "off"]
    return [str(value) for value in schema.get("enum", ())]
