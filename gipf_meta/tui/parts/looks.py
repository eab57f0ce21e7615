"""How things look: colours, glyphs, motion; chosen by the terminal, and by the player."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from gipf_meta.paint import palette as palettes
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.palette import Palette

TECHNIQUES: Final[tuple[Technique, ...]] = get_args(Technique)
THEMES: Final[Mapping[str, tuple[str, Palette]]] = {
    "dark": ("textual-dark", palettes.DARK),
    "light": ("textual-light", palettes.LIGHT),
    "high-contrast": ("textual-dark", palettes.HIGH_CONTRAST),
    "colour-blind": ("textual-dark", palettes.COLOUR_BLIND),
}
"""For each theme, the one of Textual's and the colours of the board."""


@dataclass(frozen=True)
class Looks:
    """*theme* is one of ``THEMES``; *motion* is off for those who asked for stillness."""

    theme: str = "dark"
    technique: Technique = "sextant"
    motion: bool = True
    coloured: bool = True

    @property
    def palette(self) -> Palette:
        return THEMES[self.theme][1] if self.coloured else palettes.GREYS


def technique_of(environment: Mapping[str, str]) -> Technique:
    """The finest glyphs a terminal surely has: they cannot be asked for."""
    if environment.get("TERM") in ("linux", "dumb", "vt100", None):
        return "glyphs"
    if environment.get("TERM_PROGRAM") == "textual":
        return "quadrant"  # in a browser, sextants show seams
    return "sextant"


def looks_of(
    graphics: str, theme: str, motion: bool, environment: Mapping[str, str] = os.environ
) -> Looks:
    """What was chosen, and where nothing was, what suits the terminal."""
    technique = next((t for t in TECHNIQUES if t == graphics), technique_of(environment))
    coloured = not environment.get("NO_COLOR")
    moving = motion and environment.get("TEXTUAL_ANIMATIONS") != "none"
    return Looks(theme if theme in THEMES else "dark", technique, moving, coloured)
