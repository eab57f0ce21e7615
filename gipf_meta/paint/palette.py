"""Colours of a board in a terminal, by role and part, and block glyphs in two of them.

A terminal shows no wood: where pictures have a board of it, boards here are flat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from gipf_meta.protocol.view import BoardMaterial, MarkKind
from gipf_meta.render import theme as picture
from gipf_meta.render.board_material import LOOKS, LOOSE
from gipf_meta.render.theme import Theme

Sign: TypeAlias = MarkKind | Literal["cursor", "lit", "cut"]
"""A mark of the view, or a sign of the screen: where the cursor is, what can be clicked, what can
be removed."""

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
        if sign == "cut":
            return self.theme.lit
        return self.theme.lit if sign == "lit" else self.theme.marks[sign]

    def of(self, board: BoardMaterial) -> Palette:
        """This palette on a *board* of that material: plate and places have its hue, and are as
        light as before. There is none where all is grey or of high contrast."""
        if board not in LOOKS or not self.coloured or self.theme.is_day is None:
            return self
        look = LOOKS[board]
        return _tinted(self, look.day, LOOSE if "cloth" in look.own else look.day)


DARK: Final = Palette(
    "dark",
    replace(
        picture.DARK, plate="#3f495b", place="#7683a0", special="#2f6f96", line="#7f8ca6",
        rim="#a9b4c8", muted="#96a0b2",
        roles={"p1": "#f0e9d6", "p2": "#1b1e25", "black": "#1b1e25", "red": "#e05a4e"},
    ),
)  # fmt: skip
LIGHT: Final = Palette(
    "light",
    replace(
        picture.LIGHT, ground="#f4f1ea", plate="#e3d9c4", place="#b39a6c", special="#9cc3d9",
        line="#8d7850", rim="#3a352c", sand="#c98a10",
    ),
)  # fmt: skip
HIGH_CONTRAST: Final = Palette(
    "high-contrast", replace(picture.HIGH_CONTRAST, place="#ffffff", special="#0a5fd8")
)
COLOUR_BLIND: Final = Palette(
    "colour-blind",
    replace(
        picture.COLOUR_BLIND, plate="#333c4b", place="#7683a0", special="#0072b2",
        rim="#a9b4c8", muted="#96a0b2",
    ),
)  # fmt: skip


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
    changed: dict[str, Any] = {**parts, "marks": marks, "letters": True}
    greys = replace(theme, **changed)
    return Palette("greys", greys, coloured=False)


@cache
def rgb(colour: str) -> RGB:
    """``#rrggbb`` as three numbers; the inverse of ``hex_text``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=65536)
def hex_text(colour: RGB) -> str:
    """Three numbers as ``#rrggbb``; the inverse of ``rgb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(maxsize=64)
def _tinted(palette: Palette, plate: str, place: str) -> Palette:
    """*palette* with plate and places in the hues of these colours."""
    theme, hues = palette.theme, {"plate": plate, "place": place}
    parts: dict[str, Any] = {
        part: _as_light_as(hue, getattr(theme, part)) for part, hue in hues.items()
    }
    return replace(palette, theme=replace(theme, **parts))


def _as_light_as(hue: str, other: str) -> str:
    """The shade of *hue* that is as light as the colour *other*: what can be read on that can be
    read on it."""
    wanted, (least, most) = picture.luminance(other), (-1.0, 1.0)
    for _step in range(12):
        share = (least + most) / 2
        found = mix(hue, "#ffffff" if share > 0 else "#000000", abs(share))
        if picture.luminance(found) < wanted:
            least = share
        else:
            most = share
    return found


def mix(one: str, other: str, share: float) -> str:
    """The colour *one* with a *share* (0 to 1) of the colour *other*."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(rgb(one), rgb(other), strict=True))
    return hex_text((r, g, b))


GREYS: Final = _grey_palette(DARK)
"""For terminals without colour: lightness, shapes and letters say everything."""

PALETTES: Final = {
    palette.name: palette for palette in (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND, GREYS)
}


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
