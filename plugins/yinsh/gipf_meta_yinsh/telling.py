"""Words for the decisions of players in a game of YINSH, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over
from gipf_meta_yinsh.board import BETWEEN, NAME_OF, POINT_BITS, names
from gipf_meta_yinsh.rules import Rules, all_markers
from gipf_meta_yinsh.state import (
    MOVING,
    PASS,
    PLACING,
    TAKING_ROW,
    State,
    first_of,
    kind_of,
    last_of,
)
from gipf_meta_yinsh.texts import _
from gipf_meta_yinsh.view import END_WORDS

_NO_MOVE: Final = (N_("no white ring can move"), N_("no black ring can move"))


def predicate(_rules: Rules, state: State, move: int) -> str:
    """The decision *move* of a player, in words that follow his name."""
    if move == PASS:
        return _("passes")
    kind, last = kind_of(move), NAME_OF[last_of(move)]
    if kind == PLACING:
        return _("places a ring on {name}").format(name=last)
    if kind not in (TAKING_ROW, MOVING):
        return _("removes the ring on {name}").format(name=last)
    first = NAME_OF[first_of(move)]
    if kind == TAKING_ROW:
        return _("removes the row from {first} to {last}").format(first=first, last=last)
    turned = names(BETWEEN[first_of(move) << POINT_BITS | last_of(move)] & all_markers(state))
    words = _("moves the ring from {first} to {last}")
    if turned:
        words = _("moves the ring from {first} to {last}, turning {markers}")
    return words.format(first=first, last=last, markers=", ".join(turned))


def aim(rules: Rules) -> str:
    """The number of rings to remove, one for each row."""
    if rules.goal == 1:
        return _("The first row of five wins.")
    words = _("Each row of five removes one of your rings; {count} rings removed win.")
    return words.format(count=rules.goal)


def explain_end(_rules: Rules, state: State, end: Over) -> str:
    """The rings that were removed, and what has ended the game before the last of them."""
    if end.reason == "no_move":
        return _(_NO_MOVE[1 - end.winners[0]])
    more, less = max(state.removed), min(state.removed)
    if more == less:
        removed = _.many(
            "{count} ring removed by each player", "{count} rings removed by each player", more
        )
    else:
        removed = _.many(
            "{count} ring removed against {less}", "{count} rings removed against {less}", more
        )
    removed = removed.format(count=more, less=less)
    if end.reason == "rings":
        return removed
    return _("{why}, with {removed}").format(why=_(END_WORDS[end.reason]), removed=removed)
