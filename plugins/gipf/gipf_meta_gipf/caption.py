"""How a game of GIPF stands, in a sentence."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, has_you, is_you
from gipf_meta_gipf.positions import player_name, side_name, told_of
from gipf_meta_gipf.state import ASK_ANSWER, OVER, Result, State
from gipf_meta_gipf.texts import _

END_WORDS: Final = {
    "unfinished": N_("unfinished"),
    "no_move": N_("the other player has no move left"),
    "last_gipf": N_("the last GIPF-piece of the other player is gone"),
}
"""Why a game is over."""
_YOUR_END: Final = {
    "no_move": N_("you have no move left"),
    "last_gipf": N_("your last GIPF-piece is gone"),
}
_THEIR_END: Final = {
    "no_move": N_("{name} has no move left"),
    "last_gipf": N_("the last GIPF-piece of {name} is gone"),
}
"""The same to the reader who has lost, and to him who has won."""


def caption(state: State) -> str:
    """The sentence on how the game stands, or has ended."""
    if state.ask == OVER:
        result = state.result()
        if result.winner < 0:
            return _("The game is over without a winner.")
        return told_of(
            result.winner,
            _("You have won: {why}."),
            _("{player} has won: {why}."),
            why=_why_over(result),
        )
    if has_you():
        turn = _("Turn {number}: yours.") if is_you(state.mover) else _("Turn {number}, {player}.")
        if state.ask == ASK_ANSWER and not is_you(state.mover):
            turn = _("Turn {number}, {player}: it is you who answers.")
        return _("{turn} Reserves: {first} {white}, {second} {black}.").format(
            turn=turn.format(number=state.number, player=player_name(state.mover)),
            first=side_name(0),
            second=side_name(1),
            white=state.white_reserve,
            black=state.black_reserve,
        )
    return _("Turn {number}, {player}. Reserves {white} and {black}.").format(
        number=state.number,
        player=player_name(state.mover),
        white=state.white_reserve,
        black=state.black_reserve,
    )


def _why_over(result: Result) -> str:
    """Why the game is over, as a part of a sentence on its winner."""
    loser = 1 - result.winner
    if is_you(loser):
        return _(_YOUR_END[result.reason])
    if is_you(result.winner):
        return _(_THEIR_END[result.reason]).format(name=player_name(loser))
    return _(END_WORDS[result.reason])
