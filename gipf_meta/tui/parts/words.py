"""The next words of a decision that are no points: marbles of a pool, ``ring``, ``pass``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

DIGITS = "123456789"
LETTERS = "xcbfgjklt"
"""The keys of words among which there are numbers: no number stands before another. Letters that
mean nothing on a board, and neither do their capitals."""
MOST = len(DIGITS)
"""How many words have a key of their own."""
LEAST, LEAST_READ = 5, 10
"""The letters of a name that are shown however little room there is, and those with which it can be
read."""


class Words(Static):
    """Words to click; the nine that are shown have the keys 1 to 9, or letters.

    A piece that lies beside the board is drawn as it lies there. A word that may be said several
    times is a counter: its key counts up, the capital counts down.

    *said* are the names of those that are shown, as far as there is room.

    Tab leads here while there are words: then arrows lead to all of them, and Enter chooses one.
    """

    FOCUS_ON_CLICK = False  # the keys stay with the board
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, "go(-1)", show=False) for key in ("left", "up")),
        *(Binding(key, "go(1)", show=False) for key in ("right", "down")),
        Binding("enter,space,plus", "choose_here", show=False),
        Binding("minus,backspace", "less_here", show=False),
    ]

    class Chosen(Message):
        """A word was clicked, or its key was pressed."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Less(Message):
        """A word that was said several times is to be said once less."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words: tuple[str, ...] = ()
        self.cursor = 0
        self._rows = 1, 1
        self._names: list[str] = []
        self.said: list[str] = []
        self._pieces: Mapping[str, Text] = {}
        self._counts: Mapping[str, int] = {}
        self._full: Collection[str] = ()
        self._shown: object = None

    @property
    def page(self) -> tuple[str, ...]:
        """The words that are shown: those with keys."""
        first = self.cursor - self.cursor % MOST
        return self.words[first : first + MOST]

    @property
    def keys(self) -> str:
        """The keys of the words that are shown: letters if a word is a number or is counted."""
        numbered = any(part.isdigit() for name in self._names for part in name.split())
        return LETTERS if numbered or self._counts else DIGITS

    def fit(self, rows: int, most: int) -> None:
        """Shows the words on up to *rows* rows, with names as long as these allow.

        Where names could not be read then, or told apart, they get up to *most* rows. A word is
        never left out: where even the shortest names need more rows, they get them.
        """
        if self._rows != (rows, most):
            self._rows = rows, most
            self._draw()

    def rows_within(self, rows: int, most: int, columns: int) -> int:
        """The rows that the words take where they have so many, as ``fit`` has it, also while they
        are not shown."""
        _said, chips = self._cut_names(rows, most, columns)
        return _count_lines([len(chip) for chip in chips], columns)

    def offer(
        self,
        words: Sequence[str],
        names: Mapping[str, str],
        pieces: Mapping[str, Text] | None = None,
        counts: Mapping[str, int] | None = None,
        full: Collection[str] = (),
    ) -> None:
        """Shows *words*, each by its name if *names* has one, or as a drawn piece.

        *counts* says how often each counter was said; those that are *full* cannot be said again.
        """
        pieces, counts = pieces or {}, counts or {}
        shown_names = [names.get(word, word) for word in words]
        shown = tuple(words), shown_names, dict(pieces), dict(counts), set(full)
        if shown == self._shown:
            return
        self._shown = shown
        if self.words != tuple(words):
            self.cursor = 0
        self.words, self._names = tuple(words), shown_names
        self._pieces, self._counts, self._full = pieces, counts, full
        self.can_focus = bool(words)
        self._draw()

    def _draw(self) -> None:
        """Draws the words with keys; names that do not fit on the rows are cut."""
        self.said, chips = self._cut_names(*self._rows, self.size.width)
        self.update(_fill_lines(chips, self.size.width))

    def _cut_names(self, rows: int, most: int, columns: int) -> tuple[list[str], list[Text]]:
        """The names of the words with keys, as long as *rows* of so many *columns* allow, and the
        words with them."""
        first = self.cursor - self.cursor % MOST
        names = self._names[first : first + MOST]
        rest = len(self.words) - len(names)
        keyed = list(zip(self.keys, self.page, strict=False))
        said, chips = names, list[Text]()
        for longest, room in _ways_to_cut(names, rows, most):
            said = [_cut(name, longest) for name in names]
            chips = [
                self._draw_word(key, word, name)
                for (key, word), name in zip(keyed, said, strict=False)
            ]
            if rest:
                chips.append(Text(f"+{rest}  :", Style(meta={"next page": True})))
            if _count_lines([len(chip) for chip in chips], columns) <= room:
                break
        return said, chips

    def _draw_word(self, key: str, word: str, name: str) -> Text:
        """A word with its *key*, to be clicked: by its *name*, as a piece, or as a counter."""
        here = self.screen.focused is self and self.words[self.cursor] == word
        style = Style(reverse=True, bold=here, underline=here, meta={"word": word})
        chip = Text().append(f"{'▸' if here else ' '}{key} ", style)
        if word in self._pieces and word not in self._counts:
            chip.append(self._pieces[word].copy())
            chip.stylize(Style(meta={"word": word}))
            return chip
        chip.append(f"{name} ", style)
        if word in self._counts:
            dim, count = Style(dim=True), self._counts[word]
            less = Style(reverse=True, meta={"less": word})
            more = Style(reverse=True, meta={"word": word})
            chip.append("- ", less if count else dim)
            chip.append(f"{count}", Style(bold=bool(count)))
            chip.append(" +", dim if word in self._full else more)
        return chip

    def press(self, key: str) -> None:
        """Chooses the word with that *key*, or the piece with that number on it; a capital counts
        down."""
        at = self.keys.find(key.lower())
        if 0 <= at < len(self.page):
            word = self.page[at]
            less = key != key.lower() and word in self._counts
            self.post_message(self.Less(word) if less else self.Chosen(word))
            return
        for word in self.page:
            if word in self._pieces and self._pieces[word].plain.startswith(f"[{key}]"):
                self.post_message(self.Chosen(word))

    def action_go(self, by: int) -> None:
        """Leads to the next word; -1: to the previous one."""
        if self.words:
            self.cursor = (self.cursor + by) % len(self.words)
            self._draw()

    def action_choose_here(self) -> None:
        """Chooses the word with the cursor."""
        if self.words:
            self.post_message(self.Chosen(self.words[self.cursor]))

    def action_less_here(self) -> None:
        """Counts the word with the cursor down."""
        if self.words and self.words[self.cursor] in self._counts:
            self.post_message(self.Less(self.words[self.cursor]))

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
        word, less = event.style.meta.get("word"), event.style.meta.get("less")
        if isinstance(word, str):
            self.post_message(self.Chosen(word))
        elif isinstance(less, str):
            self.post_message(self.Less(less))
        elif event.style.meta.get("next page"):
            first = self.cursor - self.cursor % MOST + MOST
            self.cursor = first if first < len(self.words) else 0
            self._draw()


def _fill_lines(chips: Sequence[Text], width: int) -> Text:
    """*chips* side by side; none is broken at the end of a line."""
    line, used = Text(), 0
    for chip in chips:
        if used:
            is_full = 0 < width < used + 1 + len(chip)
            line.append("\n" if is_full else " ")
            used = 0 if is_full else used + 1
        line.append(chip)
        used += len(chip)
    return line


def _count_lines(widths: Sequence[int], width: int) -> int:
    """The lines that ``_fill_lines`` needs for chips of these *widths*; more for a broken one."""
    lines, used = 1, 0
    for each in widths:
        lines += (each - 1) // width if width else 0
        is_full = 0 < width < used + 1 + each and used > 0
        lines += is_full
        used = each if is_full or not used else used + 1 + each
    return lines


def _cut(name: str, most: int) -> str:
    """*name* with at most *most* letters."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _ways_to_cut(names: Sequence[str], rows: int, most: int) -> Iterator[tuple[int, int]]:
    """The most letters of each of *names*, and the rows that they may take then; best first."""
    longest, apart = max([LEAST, *map(len, names)]), len(set(names))
    read = min(longest, LEAST_READ)
    while read < longest and len({_cut(name, read) for name in names}) < apart:
        read += 1
    for room in range(rows, max(rows, most) + 1):
        yield from ((letters, room) for letters in range(longest, read - 1, -1))
    yield from ((letters, most) for letters in range(read - 1, LEAST - 1, -1))
