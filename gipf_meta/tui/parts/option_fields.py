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
from gipf_meta.plugins.option_form import (
    INNER,
    OptionField,
    changed_values,
    describe_changes,
    option_fields,
)
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.option_words import option_title
from gipf_meta.protocol.options import options_of
from gipf_meta.tui.parts.fold import Fold


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
        self.fields: dict[str, Select[str] | Input] = {}
        self.slots: dict[str, Vertical] = {}
        self.inner: dict[str, InnerOptions] = {}

    def compose(self) -> ComposeResult:
        """A row for each option: its name, its field, what it means."""
        for option in option_fields(self.game, self.values, self.installed):
            field = self.fields[option.name] = self._field(option)
            with Horizontal(classes="field"):
                yield Static(option.title, classes="name", markup=False)
                yield field
                yield Static(option.meaning, classes="meaning", markup=False)
            if option.names_game:
                self.slots[option.name] = Vertical(id=f"inner-{option.name}")
                yield self.slots[option.name]

    async def on_mount(self) -> None:
        """Fills in the options of the games that options name."""
        for name in self.fields:
            await self._fill_inner(name)

    def _field(self, option: OptionField) -> Select[str] | Input:
        if option.choices:
            pairs = [(Text(words), value) for value, words in option.choices]
            return Select(pairs, value=option.written, allow_blank=False, compact=True)
        return Input(option.written, compact=True)

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
        written = {name: str(field.value).strip() for name, field in self.fields.items()}
        inner = {name: fields.changed_values() for name, fields in self.inner.items()}
        return changed_values(self.game, written, inner)

    def focus_first(self) -> None:
        """Gives the keys to the first field."""
        for field in list(self.fields.values())[:1]:
            field.focus()

    def summary(self) -> str:
        """The options that differ from the defaults, in words; empty for none."""
        return describe_changes(self.game, self.changed_values(), self.installed)


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
