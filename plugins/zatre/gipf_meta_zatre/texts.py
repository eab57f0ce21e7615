"""The words of this plugin, in the player's language."""

from collections.abc import Sequence
from typing import Final

from gipf_meta import N_, called, catalogue, is_you

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
    """The name by which the reader knows the player at a seat: that of the seat where nobody
    reads."""
    return called(seat, _(PLAYERS[seat]))


def told_of(seat: int, yours: str, theirs: str, **values: object) -> str:
    """A sentence on the player at *seat*: *yours* if he reads it, else *theirs*, with his name as
    ``{who}``. Either is filled with *values*."""
    return (yours if is_you(seat) else theirs).format(who=player_name(seat), **values)


def players_named(seats: Sequence[int], *, begins: bool = True) -> str:
    """The names of the players at *seats*, joined: ``Player 1 and Player 2``, ``Anna and you``.

    *begins*: nothing stands before them.
    """
    names = [player_name(seat) for seat in seats]
    for n, seat in enumerate(seats):
        if is_you(seat) and (n or not begins):
            names[n] = _("you")
    return _(" and ").join(names)
