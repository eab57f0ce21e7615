"""The looks of the interface: colours, glyphs, motion; from the terminal and the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.library.settings import Settings
from gipf_meta.paint import palette as palettes
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.palette import Palette

TECHNIQUES: Final[tuple[Technique, ...]] = get_args(Technique)
"""The ways of drawing a board, each by its name."""
THEMES: Final[Mapping[str, tuple[str, Palette]]] = {
    "dark": ("textual-dark", palettes.DARK),
    "light": ("textual-light", palettes.LIGHT),
    "high-contrast": ("textual-dark", palettes.HIGH_CONTRAST),
    "colour-blind": ("textual-dark", palettes.COLOUR_BLIND),
}
"""The theme of Textual and the colours of the board for each theme."""


@dataclass(frozen=True)
class Looks:
    """The look of everything that is drawn.

    *theme* is one of ``THEMES``. With *motion*, pieces slide. Without *coloured*, boards are grey;
    where they *are_plain*, they do not have the hue of their material.
    """

    theme: str = "dark"
    technique: Technique = "sextant"
    motion: bool = True
    coloured: bool = True
    are_plain: bool = False

    @property
    def palette(self) -> Palette:
        """The colours of the board."""
        return THEMES[self.theme][1] if self.coloured else palettes.GREYS


def technique_of(environment: Mapping[str, str]) -> Technique:
    """The finest glyphs that every terminal with this environment has; a terminal cannot be queried
    for them."""
    if environment.get("TERM") in ("linux", "dumb", "vt100", None):
        return "glyphs"
    if environment.get("TERM_PROGRAM") == "textual":
        return "quadrant"  # in a browser, sextants show seams
    return "sextant"


def looks_of(
    graphics: str,
    theme: str,
    motion: bool,
    environment: Mapping[str, str] = os.environ,
    *,
    are_plain: bool = False,
) -> Looks:
    """The looks from the settings; values that are left open or invalid are chosen for the
    terminal."""
    technique = next((t for t in TECHNIQUES if t == graphics), technique_of(environment))
    is_coloured = not environment.get("NO_COLOR")
    is_moving = motion and environment.get("TEXTUAL_ANIMATIONS") != "none"
    return Looks(theme if theme in THEMES else "dark", technique, is_moving, is_coloured, are_plain)


def looks_by(settings: Settings, graphics: str = "") -> Looks:
    """The looks by the *settings*; with other *graphics*, if they are given."""
    used = graphics or settings.graphics, settings.theme, settings.motion
    return looks_of(*used, are_plain=settings.boards == "plain")


class _ShowUnprintable(LineFilter):
    """Shows the unprintable characters of a line, which stays as wide as it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The *segments* of a line as they are sent to the terminal."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        shown = [segment._replace(text=show_unprintable(segment.text)) for segment in segments]
        return Segment.adjust_line_length(shown, sum(segment.cell_length for segment in segments))


SHOW_UNPRINTABLE: Final = _ShowUnprintable()
