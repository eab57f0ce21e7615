"""Colours of a board in a terminal, by role and part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from gipf_meta.paint.glyphs import RGB
from gipf_meta.protocol.view import MarkKind
from gipf_meta.render import theme as picture
from gipf_meta.render.theme import Theme, role_colour

Sign: TypeAlias = MarkKind | Literal["cursor", "lit"]
"""A mark of the view, or a sign of the screen: where the cursor is, what can be clicked."""

READABLE: Final = 3.0
"""The least contrast of words and signs with their ground (WCAG: large text, graphics)."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board, as ``#rrggbb``.

    *theme* has the colours of the board and the marks; *roles* has those of pieces where they
    differ from pictures on paper. *letters* says that every piece bears its label. Where
    *coloured* is false, all is grey.
    """

    name: str
    theme: Theme
    cursor: str
    lit: str
    sand: str
    roles: Mapping[str, str] = field(default_factory=dict, hash=False)
    letters: bool = False
    coloured: bool = True

    def piece(self, role: str) -> str:
        """The colour of the pieces of *role*; an unknown role has a colour of its own."""
        colour = self.roles.get(role) or role_colour(role)
        return colour if self.coloured else grey(colour)

    def sign(self, sign: Sign) -> str:
        """The colour of a mark, of the cursor, or of points that can be clicked."""
        if sign == "cursor":
            return self.cursor
        return self.lit if sign == "lit" else self.theme.marks[sign]


DARK: Final = Palette(
    "dark",
    replace(
        picture.DARK,
        plate="#3f495b",
        place="#7683a0",
        line="#7f8ca6",
        rim="#a9b4c8",
        muted="#96a0b2",
    ),
    cursor="#ffd24a",
    lit="#c792ea",
    sand="#ffb84d",
    roles={"p1": "#f0e9d6", "p2": "#1b1e25", "black": "#1b1e25", "red": "#e05a4e"},
)

LIGHT: Final = Palette(
    "light",
    replace(picture.LIGHT, ground="#f4f1ea", plate="#e3d9c4", place="#b39a6c", line="#8d7850"),
    cursor="#b14e00",
    lit="#7b1fa2",
    sand="#c98a10",
)

HIGH_CONTRAST: Final = Palette(
    "high contrast",
    Theme(
        ground="#000000",
        card="#000000",
        plate="#000000",
        place="#ffffff",
        special="#0a5fd8",
        line="#c8c8c8",
        rim="#ffffff",
        ink="#ffffff",
        muted="#ffffff",
        held="#ffff00",
        marks={
            "legal": "#00ff66",
            "selected": "#ff9cff",
            "last": "#00ccff",
            "danger": "#ffb000",
            "capture": "#ff6a5a",
        },
    ),
    cursor="#ffff00",
    lit="#ff9cff",
    sand="#ffb000",
    roles={"p1": "#ffffff", "p2": "#000000", "white": "#ffffff", "black": "#000000"}
    | {"grey": "#8a8a8a", "red": "#ff5a4a"}
    | {f"v{n}": "#ffffff" for n in range(1, 7)},
    letters=True,
)

COLOUR_BLIND: Final = replace(
    DARK,
    name="colour-blind",
    theme=replace(
        DARK.theme,
        plate="#333c4b",
        special="#0072b2",
        held="#e69f00",
        marks={
            "legal": "#00c792",
            "selected": "#56b4e9",
            "last": "#e69f00",
            "danger": "#f0e442",
            "capture": "#f58231",
        },
    ),
    cursor="#f0e442",
    lit="#cc79a7",
    sand="#e69f00",
    roles={
        "p1": "#f7f3e6",
        "p2": "#0b3a5d",
        "red": "#d55e00",
        "black": "#1b1e25",
        "v1": "#f7f3e6",
        "v2": "#9fd4f2",
        "v3": "#f2c879",
        "v4": "#7fd1b8",
        "v5": "#e3b3cf",
        "v6": "#f0e98c",
    },
    letters=True,
)
"""The colours of Okabe and Ito; green and vermilion are lighter, to be seen on the plate."""


def grey(colour: str) -> str:
    """The grey that is as light as *colour*."""
    red, green, blue = rgb(colour)
    return hex_text((round(0.2126 * red + 0.7152 * green + 0.0722 * blue),) * 3)


def _grey_palette(palette: Palette) -> Palette:
    """*palette* in shades of grey."""
    colours = {f.name: getattr(palette.theme, f.name) for f in fields(Theme)}
    marks = {kind: grey(colour) for kind, colour in palette.theme.marks.items()}
    parts = {name: grey(colour) for name, colour in colours.items() if name != "marks"}
    return replace(
        palette,
        name="greys",
        theme=Theme(**parts, marks=marks),
        cursor="#ffffff",
        lit="#ffffff",
        sand=grey(palette.sand),
        letters=True,
        coloured=False,
    )


@cache
def rgb(colour: str) -> RGB:
    """``#rrggbb`` as three numbers; the inverse of ``hex_text``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=65536)
def hex_text(colour: RGB) -> str:
    """Three numbers as ``#rrggbb``; the inverse of ``rgb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(one: str, other: str, share: float) -> str:
    """The colour *one* with a *share* (0 to 1) of the colour *other*."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(rgb(one), rgb(other), strict=True))
    return hex_text((r, g, b))


GREYS: Final = _grey_palette(DARK)
"""For terminals without colour: lightness, shapes and letters say everything."""

PALETTES: Final = {
    palette.name: palette for palette in (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND, GREYS)
}
