"""Elements of SVG as text, escaped and always written the same way."""

from __future__ import annotations

from html import escape
from typing import Final, Literal, NamedTuple

from gipf_meta.base.sentences import one_line

FONT: Final = "Lato, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
SMALL, NORMAL, LARGE = 13, 15, 22
"""Sizes of letters, in pixels."""
GAP: Final = 16
"""What lies between two parts of a picture, in pixels."""


class Block(NamedTuple):
    """A part of the picture, drawn to the right of and below the origin; sizes in pixels."""

    width: float
    height: float
    markup: str


def number(value: float) -> str:
    """A number in two digits at most, always written the same way."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def words(text: str) -> str:
    """*text* as content of an element, without what XML forbids."""
    return escape(one_line(text, 10_000), quote=False)


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; *inside* is markup, and ``fill_opacity`` is the attribute ``fill-opacity``."""
    said = "".join(
        f" {key.replace('_', '-')}"
        f'="{escape(one_line(value, 10_000) if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def text(
    what: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    anchor: Literal["start", "middle", "end"] = "middle",
    bold: bool = False,
) -> str:
    """One line of text; *y* is the middle of its capitals."""
    weight: dict[str, str | float] = {"font_weight": "bold"} if bold else {}
    base = y + 0.36 * size
    return tag(
        "text", words(what), x=x, y=base, font_size=size, fill=colour, text_anchor=anchor, **weight
    )


def width_of(what: str, size: float) -> float:
    """About how wide *what* is, rather too much than too little: fonts differ."""
    return size * sum(0.34 if letter in " .,:;'|!iIjlt()[]" else 0.62 for letter in what)


def moved(markup: str, x: float, y: float, /, **about: str) -> str:
    """*markup* with its origin at *x*, *y*."""
    return tag("g", markup, transform=f"translate({number(x)} {number(y)})", **about)
