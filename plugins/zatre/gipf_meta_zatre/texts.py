"""The words of this plugin, in the player's language."""

from typing import Final

from gipf_meta import N_, catalogue

_ = catalogue("gipf_meta_zatre")

PLAYERS: Final = (
    N_("Player 1"),
    N_("Player 2"),
    N_("Player 3"),
    N_("Player 4"),
    N_("Player 5"),
    N_("Player 6"),
)

END_WORDS: Final = {"score": N_("the most points")}
"""Why a game is over."""


def player_name(seat: int) -> str:
    """The name of the player at a seat, in the reader's language."""
    return _(PLAYERS[seat])
