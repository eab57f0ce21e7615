"""Words for the decisions of players in a game of DVONN, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over, kind_of, origin_of, target_of
from gipf_meta_dvonn.board import NAME_OF
from gipf_meta_dvonn.rules import Rules, piece_to_place, score
from gipf_meta_dvonn.state import PASS, State
from gipf_meta_dvonn.texts import _

# by colour, because languages decline them
_PLACES: Final = (
    "",
    N_("places a white piece on {name}"),
    N_("places a black piece on {name}"),
    N_("places a DVONN piece on {name}"),
)


def predicate(_rules: Rules, state: State, move: int) -> str:
    """The decision *move* of a player, in words that follow his name."""
    if move == PASS:
        return _("passes")
    to = NAME_OF[target_of(move)]
    if not kind_of(move):
        return _(_PLACES[piece_to_place(state)]).format(name=to)
    return _("moves from {at} onto {to}").format(at=NAME_OF[origin_of(move)], to=to)


def aim(_rules: Rules) -> str:
    """The pieces that are counted at the end."""
    return _("When nobody can move any more, whoever has more pieces in his stacks wins.")


def explain_end(_rules: Rules, state: State, end: Over) -> str:
    """The number of pieces that each side's stacks hold."""
    white, black = score(state.stacks, state.white), score(state.stacks, state.black)
    if not end.winners:
        words = _.many(
            "nobody can move, with {count} piece in the stacks of each colour",
            "nobody can move, with {count} pieces in the stacks of each colour",
            white,
        )
    else:
        words = _.many(
            "nobody can move, with {count} piece in white stacks and {black} in black ones",
            "nobody can move, with {count} pieces in white stacks and {black} in black ones",
            white,
        )
    return words.format(count=white, black=black)
