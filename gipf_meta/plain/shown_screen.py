"""A screen of the desk in line mode: its lines, the numbers of those that can be chosen, and what
is read of it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from gipf_meta.base.sentences import show_unprintable_lines
from gipf_meta.base.texts import _
from gipf_meta.line.desk_lines import (
    Item,
    has_word,
    name_of,
    names_of_field,
    names_of_row,
    word_of,
    words_of_field,
    words_of_row,
)
from gipf_meta.plain.terminal import Terminal
from gipf_meta.render.text import WIDTH

if TYPE_CHECKING:
    from gipf_meta.desk.parts import AnyPart, Button, FieldValue, Form, Rows, Screen

INDENT: Final = 5
"""The columns before the words of a line, for its number."""
PAGES_OF_ITS_OWN: Final = ("help",)
"""The screens that are not offered in line mode: they explain the page in a browser."""


@dataclass
class ShownScreen:
    """A *screen*, its *items* by number, and the values of its fields with the changes made here.
    *lines* are those that can be read of it."""

    screen: Screen
    items: list[Item] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    values: dict[str, FieldValue] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def form(self) -> Form | None:
        """The form with a button, which is submitted when it is filled in; ``None`` without one."""
        return next((form for form in self.forms if form.button), None)


class ScreenReader:
    """The reading of screens at *terminal*: a screen is read whole once, and then what has changed
    since. *is_far*: it is the desk of a host. *unfolded* are the folds whose fields are listed."""

    def __init__(self, terminal: Terminal, is_far: bool) -> None:
        self._terminal, self._is_far = terminal, is_far
        self.unfolded: set[str] = set()
        self._read: dict[tuple[str, ...], list[str]] = {}
        self._last: tuple[str, ...] = ()
        self._title = ""
        self._is_interrupted = False

    def note_interruption(self) -> None:
        """Notes that a page of its own was read since: the screen is named when it comes again."""
        self._is_interrupted = True

    def forget(self) -> None:
        """Has the screen that was read last be read whole again."""
        self._read.pop(self._last, None)

    def read(self, shown: ShownScreen) -> None:
        """Numbers the lines of a screen that can be chosen, and prints the lines that have not been
        read: all when it is read for the first time, and those that have changed since."""
        shown.items.clear()
        shown.lines.clear()
        for part in shown.screen.parts:
            self._add_part(shown, part, None)
        place = _place(shown.screen)
        is_called_so = place == self._last or shown.screen.title == self._title
        is_same = place[:1] == self._last[:1] and is_called_so
        stays = is_same and not self._is_interrupted
        before = self._read.get(self._last if stays else place)
        self._last, self._title, self._is_interrupted = place, shown.screen.title, False
        self._read[place] = [*shown.lines]
        title = [] if shown.screen.back is None else [shown.screen.title]
        if before is None:
            self._say("", *title, *shown.lines)
            return
        changed = [*_changed(before, shown.lines)]
        if stays:
            self._say(*changed)
            return
        named = title or [part.text for part in shown.screen.parts if part.part == "heading"][:1]
        self._say("", *named, *(line for line in changed if line not in named))
        self._terminal.tell(_("list reads all lines again."))

    def _say(self, *lines: str) -> None:
        """Prints *lines* of a host so that none of their letters acts on the terminal."""
        self._terminal.say(*map(show_unprintable_lines, lines))

    # ---- the lines ------------------------------------------------------------------------------

    def _add_part(self, shown: ShownScreen, part: AnyPart, form: Form | None) -> None:
        match part.part:
            case "heading":
                shown.lines.append(part.text)
            case "text" | "warning":
                shown.lines.append(textwrap.fill(part.text, WIDTH))
            case "picture" if part.name:
                shown.lines.append(textwrap.fill(part.name, WIDTH))
            case "button" if self._leads_on(part):
                names = frozenset({part.text.casefold()})
                words = f"{part.text}: {part.note}" if part.note else part.text
                _add(shown, Item(words, buttons=(part,), names=names))
            case "rows":
                self._add_rows(shown, part)
            case "form":
                for each in part.above:
                    self._add_part(shown, each, part)
            case "fold" if name_of(part) in self.unfolded:
                for each in part.parts:
                    self._add_part(shown, each, form)
            case "fold":
                _add(shown, Item(part.text, fold=part))
            case "field":
                words = words_of_field(part, shown.values[part.name])
                _add(shown, Item(words, entry=part, form=form, names=names_of_field(part)))

    def _add_rows(self, shown: ShownScreen, rows: Rows) -> None:
        """Adds a list; below it the actions of its lines, where there is more than one."""
        first, several = "", list[tuple[int, Item]]()
        for row in rows.rows:
            buttons = tuple(button for button in row.buttons if self._leads_on(button))
            words = words_of_row(row, rows.columns)
            if not buttons:
                shown.lines.append(with_head(" " * INDENT, words))
                continue
            if len(row.buttons) == 1:
                words = f"{words}; {buttons[0].text}"
            item = Item(words, buttons, names=names_of_row(row))
            _add(shown, item)
            if len(row.buttons) > 1:
                first = buttons[0].text
                several.append((len(shown.items), item))
        if examples := _examples(several):
            template = _("A number alone: {first}. Other words after it: {others}.")
            words = template.format(first=first, others=", ".join(examples))
            shown.lines.append(textwrap.fill(words, WIDTH))

    def _leads_on(self, button: Button) -> bool:
        """Whether the screen that *button* opens can be shown here."""
        screen = button.do.get("screen", "")
        # the settings saved at a host are those of a page
        return screen not in PAGES_OF_ITS_OWN and not (screen == "settings" and self._is_far)


def _place(screen: Screen) -> tuple[str, ...]:
    """The key of *screen*: its name, and what it is about."""
    return (screen.name, *(f"{name}={word}" for name, word in sorted(screen.about.items())))


def _changed(before: list[str], now: list[str]) -> list[str]:
    """The lines of *now* that are not where they were *before*."""
    blocks = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    return [line for tag, _i, _j, a, b in blocks if tag != "equal" for line in now[a:b]]


def _examples(numbered: list[tuple[int, Item]]) -> list[str]:
    """Examples of the further actions of *numbered* lines: each with the number of a line
    that has it, of one that has all where there is one."""
    words = dict.fromkeys(word_of(each) for _n, item in numbered for each in item.buttons[1:])
    by_richness = sorted(numbered, key=lambda each: len(each[1].buttons))
    return [
        f"{number} {word}"
        for word in words
        for number in [n for n, item in by_richness if has_word(item, word)][-1:]
    ]


def _add(shown: ShownScreen, item: Item) -> None:
    """Gives *item* the next number."""
    shown.items.append(item)
    shown.lines.append(with_head(f"{len(shown.items):3}  ", item.words))


def with_head(head: str, words: str) -> str:
    """*words* after *head*, the lines of them below each other."""
    indent = " " * INDENT
    return textwrap.fill(words, WIDTH, initial_indent=head, subsequent_indent=indent)
