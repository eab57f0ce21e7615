"""Words for the decisions of players in a game of LYNGK, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over, kind_of, origin_of, target_of
from gipf_meta_lyngk.board import NAME_OF
from gipf_meta_lyngk.rules import HIGHEST, STACK_OF_SIX, TAKEN, Rules, count_heights
from gipf_meta_lyngk.state import PASS, State
from gipf_meta_lyngk.texts import _

_CLAIMS_AND_MOVES: Final = (
    "", N_("claims ivory and {moves}"), N_("claims blue and {moves}"),
    N_("claims red and {moves}"), N_("claims green and {moves}"), N_("claims black and {moves}"),
)  # fmt: skip


def predicate(_rules: Rules, _state: State, move: int) -> str:
    """The decision *move* of a player, in words that follow his name."""
    if move == PASS:
        return _("passes")
    at, to = NAME_OF[origin_of(move)], NAME_OF[target_of(move)]
    words, claim = _("moves {at} onto {to}").format(at=at, to=to), kind_of(move)
    return _(_CLAIMS_AND_MOVES[claim]).format(moves=words) if claim else words


def aim(rules: Rules) -> str:
    """The stacks that win."""
    if rules.to_six:
        return _("Whoever makes a stack of six with his colour on top wins at once.")
    return _("Stacks of five are taken; who takes most of them wins.")


def explain_end(rules: Rules, state: State, end: Over) -> str:
    """The stacks that decided, each number first for the winner."""
    if end.reason == STACK_OF_SIX:
        return _("a stack of six")
    taken = max(state.taken)
    if end.reason == TAKEN:
        words = _.many(
            "nobody can move, with {count} stack taken against {less}",
            "nobody can move, with {count} stacks taken against {less}",
            taken,
        )
        return words.format(count=taken, less=min(state.taken))
    both = _("nobody can move")
    if not rules.to_six:
        both = _.many(
            "nobody can move, and each has taken {count} stack",
            "nobody can move, and each has taken {count} stacks",
            taken,
        ).format(count=taken)
    if end.reason != HIGHEST:
        return _("{both}; on the board each has as many of every height").format(both=both)
    more, less, high = _first_difference(rules, state, end.winners[0])
    words = _.many(
        "{both}; on the board it is {count} stack of {high} pieces against {less}",
        "{both}; on the board it is {count} stacks of {high} pieces against {less}",
        more,
    )
    return words.format(both=both, count=more, high=high, less=less)


def _first_difference(rules: Rules, state: State, winner: int) -> tuple[int, int, int]:
    """The numbers of the stacks of *winner* and of the other at the greatest height at which they
    differ, and that height."""
    highest = rules.limit - 1
    won, lost = (
        count_heights(state.stacks, state.claims[seat], highest) for seat in (winner, 1 - winner)
    )
    counts = zip(won, lost, range(highest, 0, -1), strict=True)
    return next((more, less, high) for more, less, high in counts if more != less)
