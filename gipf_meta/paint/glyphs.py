"""Glyphs that are small pictures: samples of a cell become a glyph in two colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

RGB: TypeAlias = tuple[int, int, int]

FLAT: Final = 7
"""Colours that differ by less in every channel are one."""

QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Bits by row, from the left: the first is the upper left quarter."""

BRAILLE: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of the four rows of two dots."""


def _sextants() -> str:
    """All 64, bits as in ``QUADRANTS``; four of them are elsewhere in Unicode."""
    elsewhere = {0: " ", 0b010101: "▌", 0b101010: "▐", 63: "█"}
    own = (chr(code) for code in range(0x1FB00, 0x1FB3C))
    return "".join(elsewhere.get(bits) or next(own) for bits in range(64))


SEXTANTS: Final = _sextants()


class Blocks(NamedTuple):
    """Block glyphs of *columns* x *rows* samples; *glyphs* by the bits of the inked samples."""

    glyphs: str
    columns: int
    rows: int


BLOCKS: Final = {"quadrant": Blocks(QUADRANTS, 2, 2), "sextant": Blocks(SEXTANTS, 2, 3)}


def braille(bits: int) -> str:
    """The glyph of these dots."""
    return chr(0x2800 + bits)


class Fit(NamedTuple):
    """A glyph in two colours; *main* is the one that fills more of the cell."""

    glyph: str
    ink: RGB
    ground: RGB
    main: RGB


def fitted(samples: Sequence[RGB], glyphs: str) -> Fit:
    """The glyph and the two colours that come nearest to *samples*.

    The samples are parted across the channels in which they differ most.
    """
    reds, greens, blues = zip(*samples, strict=True)
    low = (min(reds), min(greens), min(blues))
    way = (max(reds) - low[0], max(greens) - low[1], max(blues) - low[2])
    if max(way) < FLAT:
        flat = _coarse(samples[0])
        return Fit(" ", flat, flat, flat)
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
    return Fit(glyphs[bits], ink, ground, ink if len(inked) > len(bare) else ground)


def _lightness(colour: RGB) -> int:
    return 2 * colour[0] + 7 * colour[1] + colour[2]


def _mean(colours: Sequence[RGB]) -> RGB:
    r, g, b = map(sum, zip(*colours, strict=True))
    n = len(colours)
    return _coarse((r // n, g // n, b // n))


def _coarse(colour: RGB) -> RGB:
    """Six bits a channel: fewer different looks, and nobody sees it."""
    r, g, b = colour
    return min(r + 2, 255) & 0xFC, min(g + 2, 255) & 0xFC, min(b + 2, 255) & 0xFC
