"""The widget for the next words of a decision that are no points: marbles of a pool, ``ring``,
``pass``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.tui.parts import word_pages
from gipf_meta.tui.parts.word_pages import are_numbers, count_lines, lines_of

TURNING = len(" Tab 99/99 ")
"""The columns of the control that turns the page."""


class Words(Static):
    """Words to click, page by page; the nine on a page have the keys 1 to 9, or letters.

    A piece beside the board is drawn as it is there. A word that may be said several times is a
    counter: its key counts up, its capital counts down. In a palette a word has the same key on
    every page, numbers are typed, and the piece in hand is marked.

    *said* are the names of the visible words, as far as there is room.

    Tab gives the focus to the words: then arrows move to all of them, and Enter chooses one.
    """

    FOCUS_ON_CLICK = False  # the keys stay with the board
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", show=False, tooltip=_("the word before")),
        Binding("right", "go(1)", show=False, tooltip=_("the next word")),
        Binding("up", "go_line(-1)", show=False, tooltip=_("a line of words up")),
        Binding("down", "go_line(1)", show=False, tooltip=_("a line of words down")),
        Binding("pageup", "turn_page(-1)", show=False, tooltip=_("a page of words back")),
        Binding("pagedown", "turn_page(1)", show=False, tooltip=_("a page of words on")),
        Binding("home", "go_to(0)", show=False, tooltip=_("the first word")),
        Binding("end", "go_to(-1)", show=False, tooltip=_("the last word")),
        Binding(
            "enter,space,plus",
            "choose_here",
            show=False,
            tooltip=_("choose the word with the cursor; so does a click"),
        ),
        Binding("minus,backspace", "less_here", show=False, tooltip=_("count that word down")),
    ]

    class Chosen(Message):
        """Posted when a word was clicked, or its key was pressed."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Less(Message):
        """Posted when a counter is to count down by one."""

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
        self._hand: str | None = None
        self._keys: list[str] = []
        self._widths: list[int] = []
        self._typed = ""
        self._lender: Widget | None = None
        self._left_at: dict[tuple[str, ...], int] = {}
        self.cursor_cell = Offset(0, 0)
        """The first cell of the word with the cursor."""

    @property
    def page(self) -> tuple[str, ...]:
        """The words of the current page."""
        return tuple(self.words[at] for at in self._page(self.size.width))

    @property
    def keys(self) -> list[str]:
        """The keys of the words of the current page; ``""`` for a word without a key."""
        return [self._keys[at] for at in self._page(self.size.width)]

    def _page(self, columns: int) -> range:
        """The places of the words on the page with the cursor, on rows of so many *columns*."""
        return next((page for page in self._pages(columns) if self.cursor in page), range(0))

    def _pages(self, columns: int) -> list[range]:
        if self._hand is None:
            return word_pages.pages_of(len(self.words))
        return word_pages.pages_of_palette(self._widths, columns, TURNING)

    def fit(self, rows: int, most: int) -> None:
        """Shows the words on up to *rows* rows, with names as long as these allow.

        Where names could not be read then, or told apart, they get up to *most* rows. A word is
        never left out: where even the shortest names need more rows, they get them.
        """
        if self._rows != (rows, most):
            self._rows = rows, most
            self._draw()

    def rows_within(self, rows: int, most: int, columns: int) -> int:
        """The rows that the words take within the limits of ``fit``, also while they are hidden."""
        _said, chips = self._cut_names(rows, most, columns)
        return count_lines([len(chip) for chip in chips], columns)

    def offer(
        self,
        words: Sequence[str],
        names: Mapping[str, str],
        pieces: Mapping[str, Text] | None = None,
        counts: Mapping[str, int] | None = None,
        full: Collection[str] = (),
        hand: str | None = None,
    ) -> None:
        """Shows *words*, each by its name if *names* has one, or as a drawn piece.

        *counts* has the number of times that each counter was said; those that are *full* cannot be
        said again. For the words of a palette, *hand* is the one in hand.
        """
        pieces, counts = pieces or {}, counts or {}
        shown_names = [names.get(word, word) for word in words]
        shown = tuple(words), shown_names, dict(pieces), dict(counts), set(full), hand
        if shown == self._shown:
            return
        self._shown = shown
        if self.words != tuple(words):
            self._change_cursor(tuple(words), hand is not None)
        self.words, self._names, self._hand = tuple(words), shown_names, hand
        self._pieces, self._counts, self._full = pieces, counts, full
        self._keys = word_pages.keys_of(shown_names, bool(counts))
        if hand is not None:
            self._keys = word_pages.keys_of_palette(shown_names)
        keyed = zip(self._keys, self.words, self._names, strict=True)
        self._widths = [len(self._draw_word(*each)) for each in keyed]
        self.can_focus = bool(words)
        self._draw()

    def _change_cursor(self, words: tuple[str, ...], is_palette: bool) -> None:
        """Moves the cursor to the first of other *words*; in a palette, to where it was. Returns
        the focus that was borrowed to type a number."""
        self._left_at = {**self._left_at, self.words: self.cursor} if is_palette else {}
        self.cursor, self._typed = self._left_at.get(words, 0), ""
        lender, self._lender = self._lender, None
        if lender is not None:
            self.screen.set_focus(lender)

    def _draw(self) -> None:
        """Draws the words of a page; names that do not fit on the rows are cut."""
        self.said, chips = self._cut_names(*self._rows, self.size.width)
        page = self._page(self.size.width)
        for row, line in enumerate(lines_of([len(chip) for chip in chips], self.size.width)):
            for at in line:
                if at < len(page) and page[at] == self.cursor:
                    before = (len(chips[each]) + 1 for each in line if each < at)
                    self.cursor_cell = Offset(sum(before), row)
        self.update(_fill_lines(chips, self.size.width))

    def _cut_names(self, rows: int, most: int, columns: int) -> tuple[list[str], list[Text]]:
        """The names of the words of a page, as long as *rows* of so many *columns* allow, and the
        drawn words."""
        page = self._page(columns)
        names = [self._names[at] for at in page]
        turning = [self._draw_turning(columns)] if len(page) < len(self.words) else []
        said, chips = names, list[Text]()
        for longest, room in word_pages.ways_to_cut(names, rows, most):
            said = [word_pages.cut(name, longest) for name in names]
            chips = [
                self._draw_word(self._keys[at], self.words[at], name)
                for at, name in zip(page, said, strict=True)
            ]
            chips += turning
            if count_lines([len(chip) for chip in chips], columns) <= room:
                break
        return said, chips

    def _draw_turning(self, columns: int) -> Text:
        """The control that turns the page: its key, the number of the page, and that of all
        pages."""
        pages = self._pages(columns)
        at = pages.index(self._page(columns))
        key = "↓" if self.screen.focused is self else "Tab"
        return Text(f" {key} {at + 1}/{len(pages)} ", Style(meta={"next page": True}))

    def _draw_word(self, key: str, word: str, name: str) -> Text:
        """A word with its *key*, to be clicked: by its *name*, as a piece, or as a counter."""
        here = self.screen.focused is self and self.words[self.cursor] == word
        held = word == self._hand
        style = Style(reverse=not held, bold=here or held, underline=here, meta={"word": word})
        mark = "▸" if here else "•" if held else " "
        chip = Text().append(f"{mark}{key} " if key else mark, style)
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
        """Chooses the word with that *key*, or the piece with that number; a capital counts down.
        The digits of a number move the cursor to it, and choose it once no longer number begins
        with them."""
        if self._hand is not None and are_numbers(self._names):
            self._type(key)
            return
        is_palette = self._hand is not None
        here = range(len(self.words)) if is_palette else self._page(self.size.width)
        for at in here:
            if self._keys[at] == key.lower():
                word = self.words[at]
                less = key != key.lower() and word in self._counts
                self.post_message(self.Less(word) if less else self.Chosen(word))
                return
        for at in here:
            word = self.words[at]
            if word in self._pieces and self._pieces[word].plain.startswith(f"[{key}]"):
                self.post_message(self.Chosen(word))

    def _type(self, digit: str) -> None:
        """Adds a *digit* to the number that is typed, or begins another with it."""
        for typed in (self._typed + digit, digit):
            meant = [at for at, name in enumerate(self._names) if name.startswith(typed)]
            if not meant:
                continue
            self._typed = typed
            if len(meant) == 1 and self._names[meant[0]] == typed:
                self.post_message(self.Chosen(self.words[meant[0]]))
                return
            self.cursor = meant[0]  # the number itself is the first of those it begins
            if not self.has_focus:
                self._lender = self.screen.focused
                self.screen.set_focus(self)  # Enter chooses it
            self._draw()
            return

    def action_go(self, by: int) -> None:
        """Moves the cursor to the next word; -1: to the previous one."""
        if self.words:
            self._go_to((self.cursor + by) % len(self.words))

    def action_go_line(self, by: int) -> None:
        """Moves the cursor to the next line, after the last one to the next page; -1: to the line
        before."""
        columns = self.size.width
        page, chips = self._page(columns), self._cut_names(*self._rows, columns)[1]
        lines = [
            [page[at] for at in line if at < len(page)]
            for line in lines_of([len(chip) for chip in chips], columns)
        ]
        lines = [line for line in lines if line]
        line = next((n for n, each in enumerate(lines) if self.cursor in each), 0)
        if 0 <= line + by < len(lines):
            aside = lines[line].index(self.cursor)
            self._go_to(lines[line + by][min(aside, len(lines[line + by]) - 1)])
        elif self.words:
            self._go_to((page[-1] + 1 if by > 0 else page[0] - 1) % len(self.words))

    def action_turn_page(self, by: int) -> None:
        """Moves the cursor to the first word of the next page; -1: of the page before. With a
        single page the key has its other meaning."""
        pages = self._pages(self.size.width)
        if len(pages) < 2:
            raise SkipAction
        at = pages.index(self._page(self.size.width))
        self._go_to(pages[(at + by) % len(pages)][0])

    def action_go_to(self, at: int) -> None:
        """Moves the cursor to the first word; -1: to the last."""
        if self.words:
            self._go_to(at % len(self.words))

    def _go_to(self, at: int) -> None:
        self.cursor, self._typed = at, ""
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
        self._typed = ""
        self._draw()

    def on_resize(self) -> None:
        """Fits the names to the new width."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Chooses the word under the mouse; a click on the page control turns the page."""
        word, less = event.style.meta.get("word"), event.style.meta.get("less")
        if isinstance(word, str):
            self.post_message(self.Chosen(word))
        elif isinstance(less, str):
            self.post_message(self.Less(less))
        elif event.style.meta.get("next page"):
            self.action_turn_page(1)


def _fill_lines(chips: Sequence[Text], columns: int) -> Text:
    """*chips* side by side; none is broken at the end of a line."""
    lines = lines_of([len(chip) for chip in chips], columns)
    return Text("\n").join(Text(" ").join(chips[at] for at in line) for line in lines)
