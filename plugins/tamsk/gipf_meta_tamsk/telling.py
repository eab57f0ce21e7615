"""Words for the decisions of players in a game of TAMSK, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over
from gipf_meta_tamsk.board import NAMES
from gipf_meta_tamsk.positions import REASONS
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import (
    CLAIM,
    ENTER,
    FLIP,
    LATE_PLACE,
    LIFT,
    MOVE,
    NONE,
    PASS,
    PLACE,
    PUT_BACK,
    RING,
    WAIT,
    Move,
    State,
)
from gipf_meta_tamsk.texts import _

_RUNS_LONGEST: Final = (
    N_("{rings}, and red sand runs longest"),
    N_("{rings}, and black sand runs longest"),
)
_ON_FULL_SPACE: Final = (
    N_("a red glass was put on a full space"),
    N_("a black glass was put on a full space"),
)
_DOES: Final = {
    MOVE: N_("moves the glass from {at} to {to}"),
    ENTER: N_("places a glass on {to}"),
    PLACE: N_("puts the lifted glass down on {to}"),
    LATE_PLACE: N_("still puts the glass in the hand down on {to}"),
    LIFT: N_("lifts the glass of {at}"),
    PASS: N_("passes"),
    PUT_BACK: N_("puts the glass in the hand back"),
    RING: N_("drops the forgotten ring on {to}"),
    CLAIM: N_("claims the forgotten ring and drops a ring on {to}"),
    FLIP: N_("turns the 15-second glass"),
    WAIT: N_("waits a beat"),
}


def predicate(_rules: Rules, _state: State, move: Move) -> str:
    """The decision *move* of a player, in words that follow his name."""
    at, to = (NAMES[space] if space != NONE else "" for space in (move.at, move.to))
    words = _(_DOES[move.kind]).format(at=at, to=to)
    if move.ring and move.kind in (MOVE, ENTER, PLACE, LATE_PLACE):
        return _("{does} and drops a ring").format(does=words)
    return words


def aim(_rules: Rules) -> str:
    """The rings that both want to get rid of."""
    return _("When nobody can move any more, whoever has fewer rings left wins.")


def explain_end(rules: Rules, state: State, end: Over) -> str:
    """The rings that are left, or what else has ended the game."""
    if end.reason == "full_space":
        return _(_ON_FULL_SPACE[1 - end.winners[0]])
    if end.reason == "resign":
        return _(REASONS["resign"])
    why = _rings_left(state)
    if end.winners and state.left[0] == state.left[1]:
        why = _(_RUNS_LONGEST[end.winners[0]]).format(rings=why)
    if end.reason == "stall":
        words = _("no ring was dropped in {count} turns; {rings}")
        return words.format(count=rules.stall_limit, rings=why)
    return why


def _rings_left(state: State) -> str:
    fewer, more = min(state.left), max(state.left)
    if fewer == more:
        words = _.many("{count} ring left each", "{count} rings left each", fewer)
    else:
        words = _.many(
            "{count} ring left against {more}", "{count} rings left against {more}", fewer
        )
    return words.format(count=fewer, more=more)
