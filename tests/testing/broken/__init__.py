"""Small sound games, and many versions of them that each break one law.

``BROKEN`` names for each the law that must find it and a word that its advice must hold.
"""

from tests.testing.broken import (
    chances,
    declared,
    lines,
    matches,
    mirrors,
    motions,
    notation,
    numbering,
    pictures,
    playouts,
    pure,
    searching,
    setting_up,
    signs,
    teaching,
    turns,
    values,
)
from tests.testing.broken.defect import BROKEN, Defect
from tests.testing.broken.sound import SOUND, SOUND_VARIANTS, Nim

__all__ = [
    "BROKEN",
    "SOUND",
    "SOUND_VARIANTS",
    "Defect",
    "Nim",
    "chances",
    "declared",
    "lines",
    "matches",
    "mirrors",
    "motions",
    "notation",
    "numbering",
    "pictures",
    "playouts",
    "pure",
    "searching",
    "setting_up",
    "signs",
    "teaching",
    "turns",
    "values",
]
