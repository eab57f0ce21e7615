"""The next words of a decision that are no points: marbles of a pool, ``ring``, ``pass``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

MOST = 9
"""How many words have a key of their own."""
LENGTHS = (24, 16, 12, 8, 5)
"""The letters of a name that are shown: as many as fit on one line with the other names."""


class Words(Static):
    """Words to click; the nine that are shown have the keys 1 to 9.

    Tab leads here while there are words: then arrows lead to all of them, and Enter chooses one.
    """

    FOCUS_ON_CLICK = False  # the keys stay with the board
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, "go(-1)", show=False) for key in ("left", "up")),
        *(Binding(key, "go(1)", show=False) for key in ("right", "down")),
        Binding("enter,space", "choose_here", show=False),
    ]

    class Chosen(Message):
        """A word was clicked, or its key was pressed."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words: tuple[str, ...] = ()
        self.cursor = 0
        self._names: list[str] = []
        self._shown: tuple[tuple[str, ...], list[str]] | None = None

    @property
    def page(self) -> tuple[str, ...]:
        """The words that are shown: those with keys."""
        first = self.cursor - self.cursor % MOST
        return self.words[first : first + MOST]

    def offer(self, words: Sequence[str], names: Mapping[str, str]) -> None:
        """Shows *words*, each by its name if *names* has one."""
        shown = tuple(words), [names.get(word, word) for word in words]
        if shown == self._shown:
            return
        self._shown = shown
        self.words, self._names = shown
        self.cursor = 0
        self.can_focus = bool(words)
        self._draw()

    def _draw(self) -> None:
        """Draws the words with keys; on a narrow screen long names are cut."""
        first = self.cursor - self.cursor % MOST
        names = self._names[first : first + MOST]
        rest = len(self.words) - len(names)
        room = self.size.width - 8 * (rest > 0)
        for most in LENGTHS:
            if self.size.width and sum(len(name) + 5 for name in names) > room:
                names = [name if len(name) <= most else f"{name[: most - 1]}…" for name in names]
        line = Text()
        for n, (word, name) in enumerate(zip(self.page, names, strict=True), 1):
            here = self.screen.focused is self and self.words[self.cursor] == word
            style = Style(reverse=True, bold=here, underline=here, meta={"word": word})
            line.append(f"{'▸' if here else ' '}{n} {name} ", style)
            line.append(" ")
        if rest:
            line.append(f"+{rest}  :", Style(meta={"next page": True}))
        self.update(line)

    def choose(self, n: int) -> None:
        """Chooses word *n* of those that are shown, counted from 1, if there are that many."""
        if n <= len(self.page):
            self.post_message(self.Chosen(self.page[n - 1]))

    def action_go(self, by: int) -> None:
        """Leads to the next word; -1: to the previous one."""
        if self.words:
            self.cursor = (self.cursor + by) % len(self.words)
            self._draw()

    def action_choose_here(self) -> None:
        """Chooses the word with the cursor."""
        if self.words:
            self.post_message(self.Chosen(self.words[self.cursor]))

    def on_focus(self) -> None:
        """Shows the cursor."""
        self._draw()

    def on_blur(self) -> None:
        """Hides the cursor."""
        self._draw()

    def on_resize(self) -> None:
        """Fits the names to the new width."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Chooses the word under the mouse; a click on the rest shows the next words."""
        word = event.style.meta.get("word")
        if isinstance(word, str):
            self.post_message(self.Chosen(word))
        elif event.style.meta.get("next page"):
            first = self.cursor - self.cursor % MOST + MOST
            self.cursor = first if first < len(self.words) else 0
            self._draw()
