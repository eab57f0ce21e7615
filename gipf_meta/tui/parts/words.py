"""The next words of a decision that are no points: marbles of a pool, ``ring``, ``pass``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

MOST = 9
"""How many words have a key of their own."""


class Words(Static):
    """Words to click; the first nine have the keys 1 to 9."""

    class Chosen(Message):
        """A word was clicked, or its key was pressed."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words: tuple[str, ...] = ()
        self._shown: tuple[tuple[str, ...], list[str]] | None = None

    def offer(self, words: Sequence[str], labels: Mapping[str, str]) -> None:
        """Shows *words*, each by its label if *labels* has one."""
        shown = tuple(words), [labels.get(word, word) for word in words]
        if shown == self._shown:
            return
        self._shown = shown
        self.words = tuple(words)
        line = Text()
        for n, word in enumerate(self.words[:MOST], 1):
            style = Style(reverse=True, meta={"word": word})
            line.append(f" {n} {labels.get(word, word)} ", style)
            line.append("  ")
        if len(self.words) > MOST:
            line.append(f"+{len(self.words) - MOST}  :")
        self.update(line)

    def choose(self, n: int) -> None:
        """Chooses word *n*, counted from 1, if there are that many."""
        if n <= len(self.words):
            self.post_message(self.Chosen(self.words[n - 1]))

    def on_click(self, event: events.Click) -> None:
        """Chooses the word under the mouse."""
        word = event.style.meta.get("word")
        if isinstance(word, str):
            self.post_message(self.Chosen(word))
