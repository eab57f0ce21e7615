"""Elements of SVG as text: escaped, and equal for equal values."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final, Literal, NamedTuple

from gipf_meta.base.sentences import one_line

FONT: Final = "Lato, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
SMALL, NORMAL, LARGE = 13, 15, 22
"""Sizes of letters, in pixels."""
GAP: Final = 16
"""The distance between two parts of a picture, in pixels."""


class Block(NamedTuple):
    """A part of the picture, to the right of the origin and below it; sizes in pixels."""

    width: float
    height: float
    markup: str


def format_number(value: float) -> str:
    """*value* with two decimals at most, and none that are zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape_text(text: str) -> str:
    """*text* as the content of an element, without the characters that XML forbids."""
    return escape(one_line(text, 10_000))


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; *inside* is markup, and ``fill_opacity`` is the attribute ``fill-opacity``,
    ``class_`` is ``class``."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}"
        f'="{escape(one_line(value, 10_000) if isinstance(value, str) else format_number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(
    what: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    anchor: Literal["start", "middle", "end"] = "middle",
    bold: bool = False,
    about: Mapping[str, str | float] | None = None,
) -> str:
    """One line of text; *y* is the middle of its capitals. All lengths are in pixels.

    *about* are other attributes.
    """
    weight: dict[str, str | float] = {"font_weight": "bold"} if bold else {}
    base = y + 0.36 * size
    return tag(
        "text",
        escape_text(what),
        x=x,
        y=base,
        font_size=size,
        fill=colour,
        text_anchor=anchor,
        **weight,
        **(about or {}),
    )


def text_width(what: str, size: float) -> float:
    """The width of *what* in the unit of *size*, rather too large than too small: fonts differ."""
    return size * sum(0.34 if letter in " .,:;'|!iIjlt()[]" else 0.62 for letter in what)


def translate(markup: str, x: float, y: float, /, **about: str) -> str:
    """Moves the origin of *markup* to (*x*, *y*); *about* are attributes of the group."""
    return tag("g", markup, transform=f"translate({format_number(x)} {format_number(y)})", **about)


def page(width: float, height: float, *parts: str, about: str = "") -> str:
    """A picture of its own on the theme's ground, in pixels; *about* is its title and the like,
    with the definitions that *parts* refer to."""
    wide, high = map(format_number, (width, height))
    return tag(
        "svg",
        about,
        tag("rect", width=wide, height=high, fill="var(--ground)"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        width=wide,
        height=high,
        role="img",
        font_family=FONT,
    )
