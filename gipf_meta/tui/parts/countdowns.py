"""The glasses beside the board that run for everybody to see: large, or on one line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from gipf_meta.paint.palette import Palette
from gipf_meta.paint.sandglass import AIR, FRAME, SAND, digit_pixels, glass_pixels, half_blocks
from gipf_meta.protocol.view import Countdown
from gipf_meta.render.clocks import LAST_MS, time_left

HIGH_SCREEN, WIDE_SCREEN = 32, 110
"""The rows and columns of a screen from which on glasses are larger."""
NARROW, WIDE = 26, 34
"""The columns of the panel beside the board."""
BULB, HALF, LARGE_BULB, LARGE_HALF = 6, 5, 9, 6
"""How many pixels high and half wide a bulb is, and where there is more room."""
GAP = "  "
BAR = 15
"""The cells of the sand on one line."""


class Countdowns(Static):
    """The glasses of a view; a click on one is the word that it stands for.

    *large* draws each with its sand and large digits; else each has one line.
    """

    class Chosen(Message):
        """A glass was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, large: bool, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.large = large
        self._shown: tuple[object, ...] = ()
        self._words: list[str] = []  # that of the glass on each line

    def show(self, countdowns: Sequence[Countdown], palette: Palette) -> None:
        """Draws *countdowns*, larger where there is room; only what has changed."""
        self.set_class(bool(countdowns), "shown")
        size = self.app.size
        is_roomy = size.width >= WIDE_SCREEN and size.height >= HIGH_SCREEN
        lines: list[Text] = []
        words: list[str] = []
        for each in countdowns:
            drawn = _draw(each, palette, is_roomy) if self.large else [_draw_line(each, palette)]
            lines += drawn
            words += [each.id] * len(drawn)
        shown = tuple((line.plain, tuple(line.spans)) for line in lines)
        if shown != self._shown:
            is_as_high = len(words) == len(self._words)
            self._shown, self._words = shown, words
            self.update(Text("\n").join(lines), layout=not is_as_high)

    def on_click(self, event: events.Click) -> None:
        """Says which glass was clicked."""
        if 0 <= event.y < len(self._words):
            self.post_message(self.Chosen(self._words[event.y]))


def _draw(each: Countdown, palette: Palette, is_roomy: bool) -> list[Text]:
    """The glass with its digits beside it, its title above and its note below."""
    bulb, half = (LARGE_BULB, LARGE_HALF) if is_roomy else (BULB, HALF)
    glass = glass_pixels(bulb, half, each.left_ms / each.full_ms)
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
"""How often a clock is drawn: while tenths are shown, before, and in a window without focus."""
SOONEST_MS = 10
"""The shortest pause: a clock that has reached its due time is not read without end."""


def pause_ms(due_ms: int | None, focus: bool) -> int:
    """How many ms to wait before the clock is read again.

    The next event is due in *due_ms*; ``None``: no event. *focus* says whether the window has it.
    """
    if not focus:
        often = UNSEEN_MS
    else:
        often = TENTHS_MS if due_ms is not None and due_ms <= LAST_MS else STEADY_MS
    return often if due_ms is None else max(SOONEST_MS, min(often, due_ms))
