"""The words of boardspace.net's files, and those that this program adds to its own.

The site's viewers pass over properties that they do not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SITE: Final = "boardspace.net"
WON: Final = "Game won by {name}"
DRAW: Final = "The game is a draw"
"""The values of ``RE`` for a game with a winner, and for one without."""

APPLICATION: Final = "gipf-meta"
"""The value of ``AP``, before the version, in a file that this program has written."""
OPTIONS: Final = "XO"
"""The property that holds the options which are not the usual ones, as JSON."""
FACTS: Final[Mapping[str, str]] = {
    "date": "DT", "source": "GN", "event": "EV", "place": "PC", "round": "RO", "clock": "TC",
    "site": "SO", "title": "GC", "result": "RE",
}  # fmt: skip
"""The properties for facts about a match, by the keys of records."""
KEPT: Final = frozenset({*FACTS.values(), "SU", "AP", OPTIONS})
"""The properties of a game that are read, beside gestures, times, signs and comments."""
PASSED_OVER: Final = frozenset({"GM", "VV", "FF", "CA", "ST", "CM"})
"""The properties that say how a file is to be read or shown, and nothing of its game."""
SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "!": ("TE", "1"), "!!": ("TE", "2"), "?": ("BM", "1"), "??": ("BM", "2"),
    "!?": ("IT", ""), "?!": ("DO", ""),
}  # fmt: skip
"""The properties of SGF for signs."""
OTHER_SIGNS: Final = "XS"
"""The property of other signs."""
SIGN_OF: Final = {coded: sign for sign, coded in SIGNS.items()}
SIGN_CODES: Final = frozenset({OTHER_SIGNS, *(name for name, _value in SIGNS.values())})
