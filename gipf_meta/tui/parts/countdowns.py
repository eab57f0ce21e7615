"""The sand glasses beside the board whose time everybody sees: large, or on one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from gipf_meta.paint.palette import Palette
from gipf_meta.protocol.view import Countdown
from gipf_meta.render.whole_seconds import LAST_MS, time_left

HIGH_SCREEN, WIDE_SCREEN = 32, 110
"""The rows and columns that a screen needs for larger glasses."""
NARROW, WIDE = 26, 34
"""The columns of the panel beside the board."""
BULB, HALF, LARGE_BULB, LARGE_HALF = 6, 5, 9, 6
"""The height and half the width of a bulb in pixels, and the same where there is more room."""
GAP = "  "
BAR = 15
"""The cells of the bar of sand of a glass on one line."""


class Countdowns(Static):
    """The sand glasses of a view; a click on one clicks the word that it stands for.

    With *large* each is drawn with its sand and large digits; else each has one line.
    """

    class Chosen(Message):
        """Posted when a glass was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, large: bool, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.large = large
        self._shown: tuple[object, ...] = ()
        self._words: list[str] = []  # that of the glass on each line

    def show(self, countdowns: Sequence[Countdown], palette: Palette) -> None:
        """Draws *countdowns*, larger where there is room; redraws only what has changed."""
        self.set_class(bool(countdowns), "shown")
        size = self.app.size
        is_roomy = size.width >= WIDE_SCREEN and size.height >= HIGH_SCREEN
        shown = (*(_seen(each, self.large, is_roomy) for each in countdowns), palette)
        if shown == self._shown:
            return
        self._shown = shown
        lines: list[Text] = []
        words: list[str] = []
        for each in countdowns:
            drawn = _draw(each, palette, is_roomy) if self.large else [_draw_line(each, palette)]
            lines += drawn
            words += [each.id] * len(drawn)
        is_as_high, self._words = len(words) == len(self._words), words
        self.update(Text("\n").join(lines), layout=not is_as_high)

    def on_click(self, event: events.Click) -> None:
        """Posts which glass was clicked."""
        if 0 <= event.y < len(self._words):
            self.post_message(self.Chosen(self._words[event.y]))


def _seen(each: Countdown, is_large: bool, is_roomy: bool) -> object:
    """All that is seen of a glass: it is drawn again only when that changes."""
    sand = _glass(each, is_roomy) if is_large else round(BAR * each.left_ms / each.full_ms)
    is_urgent = each.left_ms < LAST_MS
    time = time_left(each.left_ms) if each.left_ms else ""
    return each.id, each.title, each.note, time, is_urgent, sand, is_roomy


def _glass(each: Countdown, is_roomy: bool) -> list[str]:
    """The pixels of the glass with its sand."""
    bulb, half = (LARGE_BULB, LARGE_HALF) if is_roomy else (BULB, HALF)
    return glass_pixels(bulb, half, each.left_ms / each.full_ms)


def _draw(each: Countdown, palette: Palette, is_roomy: bool) -> list[Text]:
    """The glass with its digits beside it, its title above and its note below."""
    glass = _glass(each, is_roomy)
    room = (WIDE if is_roomy else NARROW) - len(glass[0]) - len(GAP)
    beside = _digits(each, 2 if is_roomy else 1, room, len(glass))
    colours = {FRAME: palette.theme.rim, SAND: palette.theme.sand}
    lines = [Text(each.title, Style(bold=True), no_wrap=True, overflow="ellipsis")]
    for left, right in zip(half_blocks(glass), half_blocks(beside), strict=True):
        line = Text(no_wrap=True)
        for glyph, ink, ground in left:
            line.append(glyph, Style(color=colours.get(ink), bgcolor=colours.get(ground)))
        line.append(GAP)
        line.append("".join(glyph for glyph, _ink, _ground in right), _style(each, palette))
        lines.append(line)
    return [*lines, Text(each.note, no_wrap=True, overflow="ellipsis")]


def _digits(each: Countdown, scale: int, room: int, tall: int) -> list[str]:
    """The pixels of the time left, in the middle of *tall* rows; nothing for an empty glass."""
    if not each.left_ms:
        return [AIR] * tall
    pixels = digit_pixels(time_left(each.left_ms), scale)
    if len(pixels[0]) > room:
        pixels = digit_pixels(time_left(each.left_ms), 1)
    above = (tall - len(pixels)) // 4 * 2
    empty = AIR * len(pixels[0])
    return [*[empty] * above, *pixels, *[empty] * (tall - above - len(pixels))]


def _draw_line(each: Countdown, palette: Palette) -> Text:
    """The glass on one line, for a narrow screen."""
    full = round(BAR * each.left_ms / each.full_ms)
    line = Text(f"{each.title} ", no_wrap=True, overflow="ellipsis")
    line.append("█" * full + "░" * (BAR - full), Style(color=palette.theme.sand))
    if each.left_ms:
        line.append(f" {time_left(each.left_ms)} s", _style(each, palette))
    return line.append(f" {each.note}")


def _style(each: Countdown, palette: Palette) -> Style:
    """The style of the time left: in the last seconds in the colour of danger."""
    ink = palette.sign("danger") if each.left_ms < LAST_MS else palette.theme.ink
    return Style(color=ink, bold=True)


TENTHS_MS, STEADY_MS, UNSEEN_MS = 100, 250, 500
"""The milliseconds between two drawings of a clock: while tenths are shown, before that, and in a
window without focus."""
SOONEST_MS = 10
"""The shortest pause, so that a clock that has reached its deadline is not read in an endless
loop."""


def pause_ms(wait_ms: int | None, focus: bool) -> int:
    """The milliseconds to wait before the clock is read again.

    The next event comes in *wait_ms*; ``None``: no event. *focus* is whether the window has the
    focus.
    """
    if not focus:
        often = UNSEEN_MS
    else:
        often = TENTHS_MS if wait_ms is not None and wait_ms <= LAST_MS else STEADY_MS
    return often if wait_ms is None else max(SOONEST_MS, min(often, wait_ms))


FRAME, SAND, AIR = "#", "o", " "
"""The pixels of a glass."""
_DIGITS: Final = {
    "0": "ooo o.o o.o o.o ooo", "1": ".o. oo. .o. .o. ooo", "2": "ooo ..o ooo o.. ooo",
    "3": "ooo ..o ooo ..o ooo", "4": "o.o o.o ooo ..o ..o", "5": "ooo o.. ooo ..o ooo",
    "6": "ooo o.. ooo o.o ooo", "7": "ooo ..o ..o ..o ..o", "8": "ooo o.o ooo o.o ooo",
    "9": "ooo o.o ooo ..o ooo", ":": ". o . o .", ".": ". . . . o",
}  # fmt: skip
"""The pixels of each digit, row by row."""


def glass_pixels(bulb: int, half: int, share: float) -> list[str]:
    """The pixels of a glass whose two bulbs are *bulb* pixels high, with *share* of the sand above.

    The glass is *half* pixels wide on each side of its middle. The sand that has run lies below.
    However little sand is above or below, some of it is visible.
    """
    level = sqrt(share) * (bulb - 1)
    if 0 < share < 1:
        level = min(max(level, 1.0), bulb - 1.01)
    depths = range(1, bulb + 1)
    above = [_bulb_row(bulb, half, depth, depth <= level) for depth in reversed(depths)]
    below = [_bulb_row(bulb, half, depth, depth > level) for depth in depths]
    return [*above, *below]


def _bulb_row(bulb: int, half: int, depth: int, has_sand: bool) -> str:
    """A row of a bulb, *depth* pixels away from the neck; the outermost is the rim."""
    width = 2 * half + 1
    if depth == bulb:
        return FRAME * width
    wall = max(1, depth * half // (bulb - 1))
    inside = (SAND if has_sand else AIR) * (2 * wall - 1)
    return f"{FRAME}{inside}{FRAME}".center(width)


def digit_pixels(text: str, scale: int) -> list[str]:
    """The pixels of *text*, digits with ``:`` or ``.``, each *scale* pixels wide and high."""
    rows = [
        AIR.join(parts) for parts in zip(*(_DIGITS[sign].split() for sign in text), strict=True)
    ]
    wide = ["".join(pixel * scale for pixel in row.replace(".", AIR)) for row in rows]
    return [row for row in wide for _time in range(scale)]


def half_blocks(pixels: Sequence[str]) -> Iterator[list[tuple[str, str, str]]]:
    """Lines of cells that show two rows of *pixels* each: a glyph, and the pixels of its ink and of
    its ground, ``AIR`` for none."""
    for at in range(0, len(pixels), 2):
        lower = pixels[at + 1] if at + 1 < len(pixels) else AIR * len(pixels[at])
        yield [_cell(*pair) for pair in zip(pixels[at], lower, strict=True)]


def _cell(upper: str, lower: str) -> tuple[str, str, str]:
    if upper == lower:
        return (" " if upper == AIR else "█"), upper, AIR
    return ("▄", lower, AIR) if upper == AIR else ("▀", upper, lower)
