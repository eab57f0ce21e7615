"""The names of the host's bots: levels in records and commands, given names to people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BOT_NAMES: Final[Mapping[str, str]] = {
    "beginner": "Mia",
    "easy": "Oskar",
    "medium": "Nora",
    "hard": "Viktor",
    "expert": "Adela",
    "greedy": "Bruno",
    "random": "Lola",
}
"""The given name of each bot by its level. They mean nobody."""
