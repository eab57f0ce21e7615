"""The screens of a host's desk in the terminal: its lobby, the form for a match, one's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.text import Text as Words
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import (
    AnyPart,
    Entry,
    Fold,
    Form,
    Heading,
    Screen,
    Text,
    Value,
    WarningText,
)
from gipf_meta.online.client import Message
from gipf_meta.online.desk_lines import (
    Line,
    entries,
    lines_of,
    message_of,
    values_of,
)
from gipf_meta.online.terminal.interface import at_host
from gipf_meta.online.terminal.keys import LOBBY_KEYS
from gipf_meta.tui.parts import fold
from gipf_meta.tui.parts.key_bar import KeyBar
from gipf_meta.tui.parts.keys_page import KeysPage
from gipf_meta.tui.parts.menu import Menu, MenuLine
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.interface import InterfaceScreen

LOOK_S: Final = 10.0
"""How often the lobby looks for new tables."""
SWITCH: Final = {True: "on", False: ""}
"""The values of a switch, as a field has them."""


class DeskPage(InterfaceScreen[None]):
    """A screen of the host's desk, and whatever it leads to; the first one is the lobby."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", _("back")),
        Binding("ctrl+s", "submit", _("play")),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "app.keys", _("keys"), show=False),
        Binding("ctrl+p", "app.command_palette", show=False),
        Binding("ctrl+q", "app.quit", _("quit"), priority=True),
    ]
    own_keys: ClassVar[KeysPage] = LOBBY_KEYS

    def __init__(self) -> None:
        super().__init__()
        self.shown: Message = {}
        self.page: Screen | None = None
        self.values: dict[str, Value] = {}
        self._asked = 0
        self._lines: dict[str, Line] = {}
        self._forms: list[Form] = []

    def compose(self) -> ComposeResult:
        """The title, the parts of the screen, a status line."""
        yield Static("gipf_meta", id="heading", markup=False)
        yield VerticalScroll(id="form", can_focus=False)
        yield Status()
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Looks for new tables from time to time."""
        self.query_one(Status).say(_("The host is asked …"))
        self._begin_rebuild()
        self.set_interval(LOOK_S, self._look_again)

    def on_screen_resume(self) -> None:
        """Shows the lobby, after a match too; not on the way to one."""
        if not at_host(self).is_in_room:
            self.open("launcher")

    def _look_again(self) -> None:
        is_asked = self._asked > 0  # the host may be away
        if self.is_current and self.page is not None and not (self._forms or is_asked):
            self.open(self.page.name, self.page.about)

    # ---- showing ------------------------------------------------------------------------------

    def open(self, screen: str, about: Mapping[str, str] | None = None) -> None:
        """Asks for a *screen* of the desk."""
        self._tell({"do": "open", "screen": screen, "about": dict(about or {})})

    def _tell(self, do: Message) -> None:
        self._asked += 1

        def hear(answer: Message) -> None:
            self._asked -= 1
            for status in self.query(Status):  # it may be closed, or not open yet
                status.say(str(answer.get("why", "")))

        at_host(self).tell_host(do, hear)

    def show(self, shown: Message) -> None:
        """Shows a screen that the host has sent."""
        if shown != self.shown:
            self.shown, self.page = shown, Screen.model_validate(shown)
            self._begin_rebuild()

    def _begin_rebuild(self) -> None:
        if self.page is not None and self.query("#form"):
            self.run_worker(self._rebuild(self.page), exclusive=True)

    async def _rebuild(self, page: Screen) -> None:
        """Makes the widgets of *page*; the keys stay where they were."""
        focused, here = self.focused, None
        kept = focused.id if focused is not None else None
        if isinstance(focused, OptionList):
            here = focused.highlighted
        opened = [each.id for each in self.query(fold.Fold) if not each.collapsed]
        form = self.query_one("#form", VerticalScroll)
        self.query_one("#heading", Static).update(page.title)
        self._lines, self._forms, self.values = {}, [], {}
        await form.remove_children()
        await form.mount(*self._widgets(page.parts))
        for each in self.query(fold.Fold):
            each.collapsed = each.id not in opened
        self.refresh_bindings()
        self._focus(kept, here)

    def _focus(self, kept: str | None, here: int | None) -> None:
        """Gives the keys to the part *kept*, at line *here*; without one to the first."""
        kinds = (Select, Input, Menu, Button)
        parts = [part for part in self.query() if isinstance(part, kinds) and part.focusable]
        wanted = next((part for part in parts if part.id == kept and kept), None)
        buttons = [part for part in parts if isinstance(part, Button)]
        wanted = wanted or next(iter(buttons or parts), None)
        if isinstance(wanted, Menu):
            wanted.highlighted = min(here or 0, wanted.option_count - 1)
        if wanted is not None:
            wanted.focus()

    def _widgets(self, parts: Sequence[AnyPart], inside: str = "") -> Iterator[Widget]:
        """The widgets of *parts*; *inside* names the fold around them."""
        waiting: list[Line] = []
        for number, part in enumerate(parts):
            if lines := lines_of(part):
                waiting += lines
                continue
            yield from self._menu(waiting, f"{inside}menu-{number}")
            waiting = []
            if isinstance(part, Heading):
                yield Static(part.text, classes="part-heading", markup=False)
            elif isinstance(part, Text | WarningText):
                yield Static(part.text, classes="about", markup=False)
            elif isinstance(part, Entry) and part.type != "file":
                yield self._field(part)
            elif isinstance(part, Fold):
                name = f"{inside}fold-{number}"
                yield fold.Fold(*self._widgets(part.parts, f"{name}-"), title=part.text, id=name)
            elif isinstance(part, Form):
                self._forms.append(part)
                self.values |= values_of(part)
                yield from self._widgets(part.parts, f"form-{number}-")
                if part.button:
                    yield Button(Words(part.button), id="submit", variant="primary")
        yield from self._menu(waiting, f"{inside}menu-last")

    def _menu(self, lines: Sequence[Line], name: str) -> Iterator[Widget]:
        if lines:
            self._lines |= {f"{name}:{n}": line for n, line in enumerate(lines)}
            yield Menu(*(_option(f"{name}:{n}", line) for n, line in enumerate(lines)),
                       id=name, markup=False)  # fmt: skip

    def _field(self, entry: Entry) -> Widget:
        """A row: the name of the field, the field, what it means."""
        value = self.values.get(entry.name, entry.value)
        field: Widget
        id = f"field-{re.sub('[^A-Za-z0-9]', '_', entry.name)}"
        if entry.type in ("choice", "switch"):
            choices = entry.choices or (("", _("no")), ("on", _("yes")))
            chosen = SWITCH[value] if isinstance(value, bool) else value
            field = Select([(Words(words), key) for key, words in choices], value=chosen,
                           allow_blank=False, compact=True, classes="wide",
                           id=id, name=entry.name)  # fmt: skip
        else:
            longest = entry.longest or 200
            field = Input(str(value), compact=True, max_length=longest, id=id, name=entry.name)
        label = f"{entry.group}: {entry.label}" if entry.group else entry.label
        return Horizontal(
            Static(label, classes="name", markup=False),
            field,
            Static(entry.note, classes="meaning", markup=False),
            classes="field",
        )

    # ---- choosing -----------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does what the line says."""
        line = self._lines.get(event.option.id or "")
        if line is not None and line.do is not None:
            self._do(line.do)

    def _do(self, do: Mapping[str, Any]) -> None:
        if do.get("do") == "sit":
            self._tell_and_go(dict(do))
        else:
            self._tell(dict(do))

    def _tell_and_go(self, do: Message) -> None:
        """Takes a seat, and goes to its table."""

        def hear(answer: Message) -> None:
            if "refused" in answer:
                self.query_one(Status).say(str(answer["why"]))
            else:
                at_host(self).go_to(str(do["room"]))

        at_host(self).tell_host(do, hear)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Notes the value; a live field is submitted at once."""
        self._note(event.select.name or "", str(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Notes the value, and goes to the next field."""
        self._note(event.input.name or "", event.value)
        self.focus_next()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Notes the value."""
        self._note(event.input.name or "", event.value)

    def _note(self, name: str, written: str) -> None:
        before = self.values.get(name)
        value: Value = bool(written) if isinstance(before, bool) else written
        if before is None or value == before:
            return
        self.values[name] = value
        for form in self._forms:
            entry = next((each for each in entries(form.parts) if each.name == name), None)
            if entry is not None and (entry.live or not form.button):
                self._tell(message_of(form, self.values, name))

    def on_button_pressed(self) -> None:
        """Submits the form."""
        self.action_submit()

    def action_submit(self) -> None:
        """Submits the form, as it is filled in."""
        for field in self.query(Input):
            if (name := field.name or "") in self.values:
                self.values[name] = field.value
        for form in self._forms:
            if form.button:
                self._tell(message_of(form, self.values))

    def action_back(self) -> None:
        """Opens the screen before."""
        if self.page is not None and self.page.back is not None:
            self.open(self.page.back.screen, self.page.back.about)

    def action_rules(self) -> None:
        """Opens the rules of the game that the screen is about."""
        game = self.page.about.get("game", "") if self.page is not None else ""
        if game in self.interface.installed.games:
            self.interface.show_rules(self.interface.installed.games[game]())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers to go back, to submit and the rules only where that can be done."""
        if action == "back":
            return self.page is not None and self.page.back is not None
        if action == "submit":
            return any(form.button for form in self._forms)
        return action != "rules" or bool(self.page and "game" in self.page.about)


def _option(name: str, line: Line) -> Option:
    return Option(MenuLine(line.words, line.button), id=name, disabled=line.do is None)
