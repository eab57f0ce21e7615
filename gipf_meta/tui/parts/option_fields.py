"""The options of a game as fields of a form, made from the game itself; those of its duels too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Collapsible, Input, Select, Static

from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.option_words import (
    is_duration,
    option_title,
    possible_values,
    read_seconds,
    value_words,
    write_seconds,
)
from gipf_meta.protocol.options import configure, options_of
from gipf_meta.tui.parts.fold import Fold

INNER = "_options"
"""An option ``X_options`` holds the options of the game that the option ``X`` names."""


class OptionFields(Vertical):
    """A field for each option of *game*, filled with *values*, and with the defaults elsewhere.

    *installed* are the games that an option may name.
    """

    class Changed(Message):
        """The value of a field has changed."""

    def __init__(
        self, game: type[AnyGame], values: Mapping[str, Any], installed: Installed
    ) -> None:
        super().__init__()
        self.game, self.values, self.installed = game, values, installed
        self.default = configure(game, {}).model_dump(mode="json")
        self.schema = game.model_json_schema().get("properties", {})
        self.fields: dict[str, Select[str] | Input] = {}
        self.slots: dict[str, Vertical] = {}
        self.inner: dict[str, InnerOptions] = {}

    def compose(self) -> ComposeResult:
        """A row for each option: its name, its field, what it means."""
        meanings = options_of(self.game)
        for name, meaning in meanings.items():
            outer = name.removesuffix(INNER)
            if outer != name and outer in meanings:
                self.slots[outer] = Vertical(id=f"inner-{outer}")
                yield self.slots[outer]
                continue
            field = self.fields[name] = self._field(name, f"{name}{INNER}" in meanings)
            with Horizontal(classes="field"):
                title = option_title(self.game, name)
                yield Static(title, classes="name", markup=False)
                yield field
                yield Static(meaning, classes="meaning", markup=False)

    async def on_mount(self) -> None:
        """Fills in the options of the games that options name."""
        for name in self.fields:
            await self._fill_inner(name)

    def _field(self, name: str, names_a_game: bool) -> Select[str] | Input:
        value = str({**self.default, **self.values}.get(name, ""))
        value = "" if value in ("None", "{}") else value
        games = self.installed.games_for(2)
        some = games if names_a_game else possible_values(self.schema.get(name, {}))
        if some:
            some = some if value in some or not names_a_game else [*some, value]
            selected = value if value in some else some[0]
            pairs = [(Text(self._value_words(name, each)), each) for each in some]
            return Select(pairs, value=selected, allow_blank=False, compact=True)
        return Input(write_seconds(value) if is_duration(name) else value, compact=True)

    def _value_words(self, name: str, value: str) -> str:
        """What a value is called; a game, where the option names one, by its title."""
        if name in self.slots or f"{name}{INNER}" in options_of(self.game):
            return self.installed.title(value)
        return value_words(self.game, name, value)

    async def _fill_inner(self, name: str) -> None:
        """Shows the options of the game that the option *name* names."""
        slot = self.slots.get(name)
        game = self.installed.games.get(str(self.fields[name].value))
        if slot is None or (name in self.inner and self.inner[name].game is game):
            return
        self.inner.pop(name, None)
        await slot.remove_children()
        if game is not None and options_of(game):
            values = self.values.get(f"{name}{INNER}", {})
            values = values if isinstance(values, Mapping) else {}
            title = _("Options of {game}, for {option}").format(
                game=title_of(game), option=option_title(self.game, name)
            )
            self.inner[name] = InnerOptions(game, values, title, self.installed)
            await slot.mount(self.inner[name])

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Shows the options of another game where the field names one, and posts ``Changed``."""
        event.stop()
        name = next((n for n, field in self.fields.items() if field is event.select), None)
        if name is not None:
            await self._fill_inner(name)
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Posts ``Changed``."""
        event.stop()
        self.post_message(self.Changed())

    def changed_values(self) -> dict[str, Any]:
        """The values that differ from the defaults, as ``configure`` takes them."""
        options: dict[str, Any] = {}
        for name, field in self.fields.items():
            value, default = str(field.value).strip(), self.default[name]
            value = read_seconds(value) if is_duration(name) else value
            if value != str(default) and not (value == "" and default in (None, {})):
                options[name] = value
            if name in self.inner and (inner := self.inner[name].changed_values()):
                options[f"{name}{INNER}"] = inner
        return options

    def focus_first(self) -> None:
        """Gives the keys to the first field."""
        for field in list(self.fields.values())[:1]:
            field.focus()

    def summary(self) -> str:
        """The options that differ from the defaults, in words; empty for none."""
        parts = []
        for name, value in self.changed_values().items():
            outer = name.removesuffix(INNER)
            if outer in self.inner and outer != name:
                parts.append(f"{option_title(self.game, outer)}: …")
            else:
                words = self._value_words(name, value)
                parts.append(f"{option_title(self.game, name)}: {words}")
        return ", ".join(parts)


class InnerOptions(Fold):
    """The options of a *game* that an option names; made when they are unfolded."""

    def __init__(
        self, game: type[AnyGame], values: Mapping[str, Any], title: str, installed: Installed
    ) -> None:
        super().__init__(title=title)
        self.game, self.values, self.installed = game, values, installed
        self.fields: OptionFields | None = None

    async def on_collapsible_expanded(self) -> None:
        """Makes the fields, the first time."""
        if self.fields is None:
            self.fields = OptionFields(self.game, self.values, self.installed)
            await self.query_one(Collapsible.Contents).mount(self.fields)

    def changed_values(self) -> dict[str, Any]:
        """The values that differ from the defaults, as ``configure`` takes them."""
        return self.fields.changed_values() if self.fields is not None else dict(self.values)
