"""The page of keys of a screen, one a line: typing filters the lines, and Enter does one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.texts import _
from gipf_meta.tui.parts.forms import Columns, MenuLine
from gipf_meta.tui.parts.keys import PASTED
from gipf_meta.tui.screens.base_screens import InterfaceModal, InterfaceScreen

WITHOUT_LINE: Final = "word("
"""The actions of keys that a page names together: those of the words below a board."""
PAGE, MOST = 15, 1000
"""The lines by which a page moves, and more than any page has."""
MOVES: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -MOST, "end": MOST}
"""The keys that move in the list of keys, each with the lines by which it moves."""


class ListedKey(NamedTuple):
    """A line of the page: the *names* of its keys, their *sign*, its *words*, and the action that
    they do, with its node; ``None`` for keys that are only explained."""

    names: tuple[str, ...]
    sign: str
    words: str
    do: tuple[str, DOMNode] | None = None

    def fits(self, typed: str) -> bool:
        """Whether each word that is *typed* is found in the line; accents and capitals do not
        matter."""
        line = without_accents(f"{self.sign} {' '.join(self.names)} {self.words}")
        return all(word in line for word in without_accents(typed).split())


def listed_keys(screen: InterfaceScreen[Any]) -> list[ListedKey]:
    """The keys of *screen* as they are bound now: those of its footer, its others, those that only
    its page knows, those of its widgets, those that hold everywhere."""
    page, app = screen.own_keys, screen.app
    lines: dict[tuple[str, str], ListedKey] = {}

    def add(key: str, words: str, do: tuple[str, DOMNode] | None, sign: str = "") -> None:
        same = words, "" if do is None else do[0].partition("(")[0].removeprefix("app.")
        known = lines.get(same, ListedKey((), "", words, do))
        if key and key in known.names:
            return
        sign = sign or app.get_key_display(Binding(key, ""))
        names, signs = (*known.names, *([key] if key else [])), [known.sign, sign]
        lines[same] = known._replace(names=names, sign=" ".join(filter(None, signs)))

    def add_bound(bound: Sequence[tuple[str, Binding, DOMNode]]) -> None:
        for key, binding, node in bound:
            words = page.words.get(binding.action) or ""
            if (binding.tooltip or words) and binding.action not in page.hidden:
                add(key, _(words) if words else binding.tooltip, (binding.action, node))

    active = screen.active_bindings
    every = [(key, each.binding, each.node) for key, each in active.items() if each.node is not app]
    own = [each for each in every if each[2] is screen]
    add_bound([each for each in every if each[1].show])
    add_bound(own)
    for key, words, shown in page.more:
        found = active.get(key)
        do = None if found is None else (found.binding.action, found.node)
        add(key, _(words), do, _(shown) if shown else "")
    add_bound(every)
    add_bound([(key, each, app) for key, each in app._bindings])
    return [*lines.values()]


def first_fitting(lines: Sequence[ListedKey], typed: str) -> list[ListedKey]:
    """The *lines* that fit what is *typed*; first that of the key which is typed itself."""
    key = typed.strip()

    def far(line: ListedKey) -> tuple[bool, bool]:
        return key not in line.sign.split(), key.lower() not in line.sign.lower().split()

    return sorted((line for line in lines if line.fits(typed)), key=far)


class HelpPage(InterfaceModal[None]):
    """The page of keys of the screen *below*. Letters filter its lines, Enter or a click does what
    the line says, Escape widens the list again and then leaves; ``?`` leaves.

    The keys are read here, and not by a line to type in, so that keys in a burst keep their order.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "leave", show=False, priority=True, tooltip=_("leave"))
    ]

    def __init__(self, below: InterfaceScreen[Any]) -> None:
        super().__init__()
        self.below, self.page = below, below.own_keys
        self.heading = _(self.page.title)
        self.lines = listed_keys(below)
        self.typed = ""

    def compose(self) -> ComposeResult:
        """The title, the letters typed, the lines."""
        with Vertical(classes="page"):
            yield Static(self.heading, classes="heading", markup=False)
            yield Static(id="typed", markup=False)
            lines = OptionList(id="keys", markup=False)
            lines.can_focus = False
            yield lines
            yield Static(id="whole", markup=False)

    def on_mount(self) -> None:
        """Shows the lines."""
        self._show()

    @property
    def fitting(self) -> list[ListedKey]:
        """The lines that fit the letters typed."""
        return first_fitting(self.lines, self.typed)

    def _show(self) -> None:
        for found in self.query("#keys").results(OptionList):
            fitting = self.fitting
            wide = max((cell_len(line.sign) for line in self.lines), default=0)
            options = [
                Option(MenuLine(line.sign, "", (line.words,), _Fixed(wide)), id=f"{n}")
                for n, line in enumerate(fitting)
            ]
            found.clear_options()
            if not self.typed:
                found.add_options(self._texts(self.page.before))
            first = found.option_count
            found.add_options(options)
            found.highlighted = first if options else None
            if not self.typed:
                found.add_options(self._texts(self.page.about, PASTED))
                found.scroll_home(animate=False)
            words = _("{typed}: Enter does the line, Escape shows all").format(typed=self.typed)
            if not fitting:
                words = _("{typed}: no key is described so").format(typed=self.typed)
            ask = _("Type a key or a word to find it; Enter does the line.")
            self.query_one("#typed", Static).update(words if self.typed else ask)

    def _texts(self, *texts: str) -> Iterator[Option]:
        """Paragraphs that cannot be chosen."""
        return (Option(_(each), disabled=True) for each in texts if each)

    def on_key(self, event: events.Key) -> None:
        """Moves in the list, filters it, or does a line."""
        event.stop()
        if event.key == "escape":
            if self.typed:
                self._type("")
            else:
                self.action_leave()
        elif event.key == "enter":
            self._do_here()
        elif event.key == "backspace":
            self._type(self.typed[:-1])
        elif event.key in MOVES:
            self._move(MOVES[event.key])
        elif event.character and event.is_printable and (event.character.strip() or self.typed):
            self._type(self.typed + event.character)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows the whole words of the line with the cursor."""
        at = int(event.option.id or 0)
        words = self.fitting[at].words if at < len(self.fitting) else ""
        self.query_one("#whole", Static).update(words)

    def _move(self, by: int) -> None:
        """Moves the cursor by so many lines; at the first and the last one, the text beside them
        comes into view."""
        for found in self.query("#keys").results(OptionList):
            lines = [n for n, option in enumerate(found.options) if not option.disabled]
            if not lines or found.highlighted is None:
                return
            at = lines.index(found.highlighted) + by
            found.highlighted = lines[min(max(at, 0), len(lines) - 1)]
            if not 0 <= at < len(lines):
                found.scroll_to(y=0 if by < 0 else found.max_scroll_y, animate=False)

    def _type(self, typed: str) -> None:
        self.typed = typed
        self._show()

    def _do_here(self) -> None:
        """Does the line with the cursor; before there is a list, the first that fits."""
        fitting, at = self.fitting, 0
        for found in self.query("#keys").results(OptionList):
            option = found.highlighted_option
            at = int(option.id) if option is not None and option.id else 0
        if fitting:
            self._do(fitting[at])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does the line that was clicked."""
        self._do(self.fitting[int(event.option.id or 0)])

    def _do(self, line: ListedKey) -> None:
        self.dismiss(None)
        if line.do is not None and "keys" not in line.do[0]:
            action, node = line.do
            # once this page is gone: the action may open another, or look what is in front
            self.app.call_later(self.app.run_action, action, node)

    def action_leave(self) -> None:
        """Closes the page."""
        self.dismiss(None)


class _Fixed(Columns):
    """Two columns, the first of which is *wide*."""

    def __init__(self, wide: int) -> None:
        super().__init__([])
        self._wide = wide

    def widths(self, room: int) -> list[int]:
        """The widths in so much *room*."""
        return [self._wide, max(0, room - self._wide - 2)]


def page_of_keys(screen: Screen[Any]) -> HelpPage:
    """The page of keys of *screen*. Raises ``SkipAction`` in a line to type in, where the key is a
    character."""
    if not isinstance(screen, InterfaceScreen) or isinstance(screen.focused, Input):
        raise SkipAction
    return HelpPage(screen)
