"""The options of a game as fields of a form, made from the game itself; those of its duels too."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Collapsible, Input, Select, Static

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import configure, options_of

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

INNER = "_options"
"""An option ``X_options`` holds those of the game that the option ``X`` names."""


class OptionFields(Vertical):
    """A field for each option of *game*, filled with the values *told*, else with the defaults."""

    app: GipfApp

    class Changed(Message):
        """Some field says something else now."""

    def __init__(self, game: type[AnyGame], told: Mapping[str, Any]) -> None:
        super().__init__()
        self.game = game
        self.told = told
        self.default = configure(game, {}).model_dump(mode="json")
        self.schema = game.model_json_schema().get("properties", {})
        self.fields: dict[str, Select[str] | Input] = {}
        self.rooms: dict[str, Vertical] = {}
        self.inner: dict[str, InnerOptions] = {}

    def compose(self) -> ComposeResult:
        meanings = options_of(self.game)
        for name, meaning in meanings.items():
            outer = name.removesuffix(INNER)
            if outer != name and outer in meanings:
                self.rooms[outer] = Vertical(id=f"inner-{outer}")
                yield self.rooms[outer]
                continue
            field = self.fields[name] = self._field(name, f"{name}{INNER}" in meanings)
            with Horizontal(classes="field"):
                yield Static(name, classes="name", markup=False)
                yield field
                yield Static(meaning, classes="meaning", markup=False)

    async def on_mount(self) -> None:
        for name in self.fields:
            await self._fill_inner(name)

    def _field(self, name: str, names_a_game: bool) -> Select[str] | Input:
        said = str({**self.default, **self.told}.get(name, ""))
        said = "" if said in ("None", "{}") else said
        games = self.app.installed.for_seats(2)
        some = games if names_a_game else _values(self.schema.get(name, {}))
        if some:
            some = some if said in some or not names_a_game else [*some, said]
            value = said if said in some else some[0]
            pairs = [(each or "–", each) for each in some]
            return Select(pairs, value=value, allow_blank=False, compact=True)
        return Input(said, compact=True)

    async def _fill_inner(self, name: str) -> None:
        """Shows the options of the game that the option *name* names."""
        room = self.rooms.get(name)
        game = self.app.installed.games.get(str(self.fields[name].value))
        if room is None or (name in self.inner and self.inner[name].game is game):
            return
        self.inner.pop(name, None)
        await room.remove_children()
        if game is not None and options_of(game):
            told = self.told.get(f"{name}{INNER}", {})
            inner = InnerOptions(game, told if isinstance(told, Mapping) else {}, name)
            self.inner[name] = inner
            await room.mount(inner)

    async def on_select_changed(self, event: Select.Changed) -> None:
        event.stop()
        name = next((n for n, field in self.fields.items() if field is event.select), None)
        if name is not None:
            await self._fill_inner(name)
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())

    def chosen(self) -> dict[str, Any]:
        """What differs from the defaults, as ``configure`` takes it."""
        options: dict[str, Any] = {}
        for name, field in self.fields.items():
            value, default = str(field.value).strip(), self.default[name]
            if value != str(default) and not (value == "" and default in (None, {})):
                options[name] = value
            if name in self.inner and (inner := self.inner[name].chosen()):
                options[f"{name}{INNER}"] = inner
        return options


class InnerOptions(Collapsible):
    """The options of a *game* that the option *name* names; made when they are unfolded."""

    def __init__(self, game: type[AnyGame], told: Mapping[str, Any], name: str) -> None:
        title = _("Options of {game}, for {option}").format(game=title_of(game), option=name)
        super().__init__(title=title)
        self.game, self.told = game, told
        self.fields: OptionFields | None = None

    async def on_collapsible_expanded(self) -> None:
        if self.fields is None:
            self.fields = OptionFields(self.game, self.told)
            await self.query_one(Collapsible.Contents).mount(self.fields)

    def chosen(self) -> dict[str, Any]:
        """What differs from the defaults, as ``configure`` takes it."""
        return self.fields.chosen() if self.fields is not None else dict(self.told)


def _values(schema: Mapping[str, Any]) -> list[str]:
    """The values an option of that *schema* can take, if they are few."""
    if schema.get("type") == "boolean":
        return ["on", "off"]
    if "anyOf" in schema:
        either = [_values(one) for one in schema["anyOf"]]
        may_be_empty = {"type": "null"} in schema["anyOf"]
        return [*([""] if may_be_empty and any(either) else []), *chain.from_iterable(either)]
    return [str(value) for value in schema.get("enum", ())]
