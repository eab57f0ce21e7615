"""Block glyphs are small pictures: samples of a cell become a glyph in two colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

RGB: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

FLAT: Final = 7
"""Colours that differ by less than this in every channel are drawn as one colour."""

QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Glyphs by the bits of their quarters, row by row from the left: bit 0 is the upper left one."""

BRAILLE: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille glyph's dots: four rows of two."""


def _sextants() -> str:
    """The 64 glyphs of 2 x 3 samples, bits as in ``QUADRANTS``."""
    # four of them are no sextants in Unicode
    elsewhere = {0: " ", 0b010101: "▌", 0b101010: "▐", 63: "█"}
    own = (chr(code) for code in range(0x1FB00, 0x1FB3C))
    return "".join(elsewhere.get(bits) or next(own) for bits in range(64))


SEXTANTS: Final = _sextants()
"""Glyphs by the bits of their sixths, as in ``QUADRANTS``."""


class Blocks(NamedTuple):
    """Block glyphs of *columns* x *rows* samples; *glyphs* by the bits of the inked samples."""

    glyphs: str
    columns: int
    rows: int


BLOCKS: Final = {"quadrant": Blocks(QUADRANTS, 2, 2), "sextant": Blocks(SEXTANTS, 2, 3)}


def braille(bits: int) -> str:
    """The braille glyph whose dots are *bits*, as in ``BRAILLE``."""
    return chr(0x2800 + bits)


class ColouredGlyph(NamedTuple):
    """A glyph in two colours; *main* is the colour that fills more of the cell."""

    glyph: str
    ink: RGB
    ground: RGB
    main: RGB


def fit_glyph(samples: Sequence[RGB], glyphs: str) -> ColouredGlyph:
    """The glyph of *glyphs*, and the two colours, that come nearest to *samples*.

    Those samples are inked that are nearer to the lightest one than to the darkest.
    """
    reds, greens, blues = zip(*samples, strict=True)
    low = (min(reds), min(greens), min(blues))
    spread = (max(reds) - low[0], max(greens) - low[1], max(blues) - low[2])
    if max(spread) < FLAT:
        flat = round_colour(samples[0])
        return ColouredGlyph(" ", flat, flat, flat)
    darkest = min(samples, key=_lightness)
    lightest = max(samples, key=_lightness)
    r, g, b = (light - dark for light, dark in zip(lightest, darkest, strict=True))
    middle = (
        r * (lightest[0] + darkest[0])
        + g * (lightest[1] + darkest[1])
        + b * (lightest[2] + darkest[2])
    ) / 2
    bits = 0
    for n, sample in enumerate(samples):
        if r * sample[0] + g * sample[1] + b * sample[2] > middle:
            bits |= 1 << n
    inked = [sample for n, sample in enumerate(samples) if bits >> n & 1]
    bare = [sample for n, sample in enumerate(samples) if not bits >> n & 1]
    ground = _mean(bare or inked)
    ink = _mean(inked or bare)
    return ColouredGlyph(glyphs[bits], ink, ground, ink if len(inked) > len(bare) else ground)


def _lightness(colour: RGB) -> int:
    return 2 * colour[0] + 7 * colour[1] + colour[2]


def _mean(colours: Sequence[RGB]) -> RGB:
    r, g, b = map(sum, zip(*colours, strict=True))
    n = len(colours)
    return round_colour((r // n, g // n, b // n))


def round_colour(colour: RGB) -> RGB:
    """*colour* with six bits a channel: fewer different cells, and no eye sees the difference."""
    r, g, b = colour
    return min(r + 2, 255) & 0xFC, min(g + 2, 255) & 0xFC, min(b + 2, 255) & 0xFC
