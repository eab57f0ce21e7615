"""Words for the decisions of players in a game of ZÈRTZ, and for its end."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Over
from gipf_meta_zertz.notation import jump_cells
from gipf_meta_zertz.positions import marble_at
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import (
    CLAIM,
    LEAVE,
    PASS,
    REMOVE,
    TAKEBACK,
    State,
    cell_of,
    kind_of,
    unpack,
)
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.view import marbles_cut_off

_WON: Final = {
    "board_full": N_("the last marble has filled the board"),
    "no_marbles": N_("the other player has no marble to place and no capture"),
}
_DRAWN: Final = {
    "board_full": N_("the board is full, and nobody has a goal set"),
    "no_marbles": N_("a player has no marble to place and no capture"),
    "repetition": N_("the position has come back"),
}
_PLACES: Final = (
    N_("places a white marble on {name}"),
    N_("places a grey marble on {name}"),
    N_("places a black marble on {name}"),
)
_JUMPS: Final = (
    N_("jumps from {name} to {landing}, capturing the white marble on {over}"),
    N_("jumps from {name} to {landing}, capturing the grey marble on {over}"),
    N_("jumps from {name} to {landing}, capturing the black marble on {over}"),
)


def predicate(rules: Rules, state: State, move: int) -> str:
    """The decision *move* of a player, in words that follow his name."""
    if move == PASS:
        return _("passes")
    if move == TAKEBACK:
        return _("demands that the missed capture be made")
    lattice, kind = rules.board.lattice, kind_of(move)
    name = lattice.name_of[cell_of(move)]
    if kind < REMOVE:
        return _(_PLACES[kind]).format(name=name)
    if kind == REMOVE:
        cut_off = ", ".join(marbles_cut_off(rules, state, move))
        words = _("removes ring {name}")
        if cut_off:
            words = _("removes ring {name}, capturing what that cuts off: {marbles}")
        return words.format(name=name, marbles=cut_off)
    if kind in (CLAIM, LEAVE):
        words = _("leaves the full region {rings}")
        if kind == CLAIM:
            words = _("claims the full region {rings}")
        return words.format(rings=" ".join(lattice.names(rules.next_claim(state))))
    over, landing = jump_cells(rules, move)
    captured = marble_at(state, over)
    assert captured is not None
    return _(_JUMPS[captured]).format(
        name=name, landing=lattice.name_of[landing], over=lattice.name_of[over]
    )


def aim(rules: Rules) -> str:
    """The goal sets, or that the first capture wins."""
    white, grey, black, each = rules.goals
    if set(rules.goals) == {1}:
        return _("Whoever captures the first marble wins.")
    words = _(
        "Whoever first captures {white} white, {grey} grey or {black} black marbles, or {each} of"
        " each colour, wins."
    )
    return words.format(white=white, grey=grey, black=black, each=each)


def explain_end(rules: Rules, state: State, end: Over) -> str:
    """The goal set of the winner, or what else has ended the game."""
    if end.reason == "goal":
        return _goal_set(rules, unpack(state.second if end.winners[0] else state.first))
    return _((_WON if end.winners else _DRAWN)[end.reason])


def _goal_set(rules: Rules, captured: tuple[int, int, int]) -> str:
    """The marbles among those *captured* that make a goal set: of one colour, else of all."""
    white, grey, black = captured
    of_one_colour = (
        _.many("{count} white marble", "{count} white marbles", white),
        _.many("{count} grey marble", "{count} grey marbles", grey),
        _.many("{count} black marble", "{count} black marbles", black),
    )
    for count, goal, words in zip(captured, rules.goals, of_one_colour, strict=False):
        if count >= goal:
            return words.format(count=count)
    each = rules.goals[3]
    return _.many(
        "{count} white, {count} grey and {count} black marble",
        "{count} white, {count} grey and {count} black marbles",
        each,
    ).format(count=each)
