"""Words for the decisions of players in a game of TZAAR, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over, kind_of, origin_of, target_of
from gipf_meta_tzaar.board import NAME_OF
from gipf_meta_tzaar.rules import CAPTURED, NO_CAPTURE, Rules, count_kind
from gipf_meta_tzaar.state import CAPTURE, KINDS, PASS, PLACE, State, piece_of
from gipf_meta_tzaar.texts import _

# by colour and kind, because languages decline them
_CAPTURED: Final = (
    (
        "", N_("the last white Tzaar is captured"), N_("the last white Tzarra is captured"),
        N_("the last white Tott is captured"),
    ),
    (
        "", N_("the last black Tzaar is captured"), N_("the last black Tzarra is captured"),
        N_("the last black Tott is captured"),
    ),
)  # fmt: skip
_COVERED: Final = (
    (
        "", N_("a white stack has covered the last white Tzaar"),
        N_("a white stack has covered the last white Tzarra"),
        N_("a white stack has covered the last white Tott"),
    ),
    (
        "", N_("a black stack has covered the last black Tzaar"),
        N_("a black stack has covered the last black Tzarra"),
        N_("a black stack has covered the last black Tott"),
    ),
)  # fmt: skip
_NO_CAPTURE: Final = (N_("no white stack can capture"), N_("no black stack can capture"))
_PLACES: Final = (
    "",
    N_("places a Tzaar on {name}"),
    N_("places a Tzarra on {name}"),
    N_("places a Tott on {name}"),
)


def predicate(_rules: Rules, _state: State, move: int) -> str:
    """The decision *move* of a player, in words that follow his name."""
    if move == PASS:
        return _("passes")
    to = NAME_OF[target_of(move)]
    if kind_of(move) == PLACE:
        return _(_PLACES[piece_of(move)]).format(name=to)
    words = _("puts {at} onto {to}")
    if kind_of(move) == CAPTURE:
        words = _("captures {to} with {at}")
    return words.format(at=NAME_OF[origin_of(move)], to=to)


def aim(_rules: Rules) -> str:
    """The kinds that nobody may run out of."""
    return _("Whoever has no piece of one of the three kinds left, or cannot capture, loses.")


def explain_end(_rules: Rules, state: State, end: Over) -> str:
    """The kind that the loser has lost, or that nothing of his can capture."""
    loser = 1 - end.winners[0]
    if end.reason == NO_CAPTURE:
        return _(_NO_CAPTURE[loser])
    own = state.owned(loser)
    lost = next((kind for kind in KINDS if not count_kind(state.stacks, own, kind)), 0)
    return _((_CAPTURED if end.reason == CAPTURED else _COVERED)[loser][lost])
