"""A large sandglass beside a board, and large digits, as lines of coloured half blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

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

    The glass is *half* pixels wide on each side of its middle. What has run lies below. However
    little is left or has run, some of it is seen.
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
