"""Colours of a picture: the colour of each role, and the ink that can be read on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from zlib import crc32

from gipf_meta.protocol.view import MarkKind

INKS: Final = ("#16181d", "#ffffff")
"""Dark and light: with any colour, one of the two has a contrast of at least 4.2."""

ROLES: Final[Mapping[str, str]] = {
    "p1": "#fbf5e6",
    "p2": "#2b2f36",
    "white": "#fbf8f0",
    "grey": "#8f959d",
    "black": "#24272c",
    "red": "#c8452f",
    "v1": "#fdf3d0",
    "v2": "#d9ecf7",
    "v3": "#f9dccb",
    "v4": "#d8efdd",
    "v5": "#e9dff3",
    "v6": "#f5d3dd",
    "hidden": "#b9bdc4",
}
"""The colours of roles that the host knows. The two players differ in lightness."""

LETTERS: Final[Mapping[str, str]] = {
    "p1": "W",
    "p2": "B",
    "white": "W",
    "grey": "G",
    "black": "B",
    "red": "R",
}
"""The letter that a colour stands for: a label of that letter alone says nothing new."""

STRANGERS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#5aa2dd", "#d55e00", "#cc79a7")
"""Colours for other roles; colour-blind people can tell them apart."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, as ``#rrggbb``.

    *ground* is the paper, *card* that of trays and score sheets, *plate* the board, *place* its
    rings, spaces and cells, *special* its special cells, *line* its lines and outlines. *rim* is
    the outline of pieces, *ink* words, *muted* less important words, *held* the things that a
    place holds.
    """

    ground: str
    card: str
    plate: str
    place: str
    special: str
    line: str
    rim: str
    ink: str
    muted: str
    held: str
    marks: Mapping[MarkKind, str] = field(hash=False)


LIGHT: Final = Theme(
    ground="#ffffff",
    card="#f6f3ec",
    plate="#ece4d3",
    place="#cdb68f",
    special="#9cc3d9",
    line="#a08a63",
    rim="#3a352c",
    ink="#22252b",
    muted="#655f54",
    held="#a86a00",
    marks={
        "legal": "#00724f",
        "selected": "#0b62c4",
        "last": "#c2410c",
        "danger": "#f2b705",
        "capture": "#b3123a",
    },
)

DARK: Final = Theme(
    ground="#15181e",
    card="#1f242d",
    plate="#2c3340",
    place="#56617a",
    special="#2f6f96",
    line="#7583a0",
    rim="#aab4c6",
    ink="#eceff4",
    muted="#a9b2c1",
    held="#f0b53c",
    marks={
        "legal": "#3fd6a0",
        "selected": "#6db3ff",
        "last": "#ff9d5c",
        "danger": "#ffd23f",
        "capture": "#ff6b8b",
    },
)


def role_colour(role: str) -> str:
    """The colour of *role*. An unknown role always has the same colour."""
    return ROLES.get(role) or STRANGERS[crc32(role.encode("utf-8", "replace")) % len(STRANGERS)]


def ink_on(colour: str) -> str:
    """The ink of ``INKS`` with the higher contrast on *colour*."""
    return max(INKS, key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
