"""The words for what the library counts, in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gipf_meta.base.texts import N_, _, catalogue_of
from gipf_meta.protocol.game import AnyGame

KINDS = {
    "game": N_("Games"), "player": N_("Players"),
    "duel": N_("Duels"), "use": N_("What was used"),
}  # fmt: skip
"""The kinds of counts, each with its heading."""
KIND_WORDS = {
    "game": N_("game"), "player": N_("player"), "duel": N_("duel"), "use": N_("use"),
}  # fmt: skip
"""The kinds of counts, each as it stands before one of them."""
COUNTED = (
    N_("played"), N_("over"), N_("won"), N_("lost"), N_("drawn"),
    N_("fought"), N_("first player won"), N_("second player won"),
)  # fmt: skip
"""The library's words for what is counted."""


def counted_words(key: str, games: Iterable[type[AnyGame]]) -> str:
    """What is counted as *key*: a word of the library, or of one of the *games* that tally."""
    if key in COUNTED:
        return _(key)
    words = (catalogue_of(game)(key) for game in games)
    return next((word for word in words if word != key), key)


def counts_line(counts: Mapping[str, int], games: Iterable[type[AnyGame]]) -> str:
    """All *counts* of one thing: ``played 3, over 2``."""
    brought = tuple(games)
    return ", ".join(f"{counted_words(key, brought)} {n}" for key, n in counts.items())
