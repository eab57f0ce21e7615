"""Colours of a board in a terminal, by role and part."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from gipf_meta.paint.glyphs import RGB
from gipf_meta.protocol.view import MarkKind
from gipf_meta.render import theme as picture
from gipf_meta.render.theme import Theme

Sign: TypeAlias = MarkKind | Literal["cursor", "lit"]
"""A mark of the view, or a sign of the screen: where the cursor is, what can be clicked."""

READABLE: Final = 3.0
"""The least contrast of words and signs with their ground (WCAG: large text, graphics)."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board: those of a *theme*. Where *coloured* is false, all is grey."""

    name: str
    theme: Theme
    coloured: bool = True

    def piece(self, role: str) -> str:
        """The colour of the pieces of *role*; an unknown role has a colour of its own."""
        colour = self.theme.piece(role)
        return colour if self.coloured else grey(colour)

    def sign(self, sign: Sign) -> str:
        """The colour of a mark, of the cursor, or of points that can be clicked."""
        if sign == "cursor":
            return self.theme.cursor
        return self.theme.lit if sign == "lit" else self.theme.marks[sign]


DARK: Final = Palette(
    "dark",
    replace(
        picture.DARK,
        plate="#3f495b",
        place="#7683a0",
        line="#7f8ca6",
        rim="#a9b4c8",
        muted="#96a0b2",
        roles={"p1": "#f0e9d6", "p2": "#1b1e25", "black": "#1b1e25", "red": "#e05a4e"},
    ),
)

LIGHT: Final = Palette(
    "light",
    replace(picture.LIGHT, ground="#f4f1ea", plate="#e3d9c4", place="#b39a6c", line="#8d7850"),
)

HIGH_CONTRAST: Final = Palette("high-contrast", picture.HIGH_CONTRAST)

COLOUR_BLIND: Final = Palette("colour-blind", replace(picture.COLOUR_BLIND, muted="#96a0b2"))


def grey(colour: str) -> str:
    """The grey that is as light as *colour*."""
    red, green, blue = rgb(colour)
    return hex_text((round(0.2126 * red + 0.7152 * green + 0.0722 * blue),) * 3)


def _grey_palette(palette: Palette) -> Palette:
    """*palette* in shades of grey; its pieces turn grey when they are painted."""
    theme = palette.theme
    colours = {f.name: getattr(theme, f.name) for f in fields(Theme)}
    parts = {name: grey(colour) for name, colour in colours.items() if isinstance(colour, str)}
    marks = {kind: grey(colour) for kind, colour in theme.marks.items()}
    parts |= {"cursor": "#ffffff", "lit": "#ffffff"}
    greys = Theme(**parts, marks=marks, roles=theme.roles, letters=True)
    return Palette("greys", greys, coloured=False)


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
