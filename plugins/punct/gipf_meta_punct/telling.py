"""Words for the decisions of players in a game of PÜNCT, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over
from gipf_meta_punct.board import DOT, KIND, MINOR, NAMES, OTHER
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIE, State, placement_of
from gipf_meta_punct.texts import _
from gipf_meta_punct.view import END_WORDS, KIND_NAMES

_CONNECTED: Final = (
    N_("white pieces connect two opposite sides"),
    N_("black pieces connect two opposite sides"),
)
_NO_TURN: Final = (
    N_("no white piece can be placed or moved"),
    N_("no black piece can be placed or moved"),
)


def predicate(rules: Rules, state: State, move: int) -> str:
    """The turn of a player that *move* ends, in words that follow his name; ``""``: it goes on."""
    if move < GO:
        return ""
    placement = move - LIE
    if move < LIE:
        ways = rules.lying(state, move - GO)
        if len(ways) > 1:
            return ""
        placement = ways[0]
    words = _("adds a new {kind} on {name}, with dots on {one} and {two}")
    start = ""
    if state.lifted >= 0:
        was = placement_of(state.lifted)
        start = NAMES[DOT[was]]
        words = _("moves the {kind} from {start} to {name}, with dots on {one} and {two}")
        if DOT[was] == DOT[placement]:
            words = _("turns the {kind} on {name}, with dots on {one} and {two}")
    return words.format(
        kind=_(KIND_NAMES[KIND[placement]]), start=start, name=NAMES[DOT[placement]],
        one=NAMES[MINOR[placement]], two=NAMES[OTHER[placement]],
    )  # fmt: skip


def aim(_rules: Rules) -> str:
    """The connection."""
    return _("Whoever first connects two opposite sides of the board with his pieces wins.")


def explain_end(rules: Rules, state: State, end: Over) -> str:
    """The connection, or the visible dots in the centre, where these decide."""
    if end.reason == "connection":
        if not end.winners:
            return _("pieces of both colours connect two opposite sides")
        return _(_CONNECTED[end.winners[0]])
    is_stuck = end.reason == "no_turn"
    why = _(_NO_TURN[state.seat]) if is_stuck else _(END_WORDS[end.reason])
    if not (is_stuck or end.reason == "last_piece") or not rules.counts_centre:
        return why
    more, less = sorted(rules.count_centre(state.tops), reverse=True)
    if more == less:
        words = _.many(
            "{why}, and each shows {count} dot in the centre",
            "{why}, and each shows {count} dots in the centre",
            more,
        )
    else:
        words = _.many(
            "{why}, with {count} dot in the centre against {less}",
            "{why}, with {count} dots in the centre against {less}",
            more,
        )
    return words.format(why=why, count=more, less=less)
