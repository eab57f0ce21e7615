"""Words for the decisions of players in a game of Zatre, and for its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gipf_meta_zatre.board import NAME
from gipf_meta_zatre.state import PLACE, TAKE, Move
from gipf_meta_zatre.texts import _, player_name


def predicate(move: Move) -> str:
    """The decision *move* of a player, in words that follow his name; points are told apart."""
    if move.kind != PLACE:
        return _("draws one tile") if move.kind == TAKE else _("draws nothing and ends the turn")
    return _("puts {value} on {cell}").format(value=move.value, cell=NAME[move.cell])


def points_in_words(scores: Sequence[int], seats: Iterable[Sequence[int]]) -> str:
    """The points of the winner and, if several others play, who of them has how many.

    *scores* are those of the sides, *seats* the seats of each.
    """
    best = max(scores)
    others = sorted(
        ((points, side) for points, side in zip(scores, seats, strict=True) if points < best),
        key=lambda each: -each[0],
    )
    if len(scores) == 2 and others:
        words = _.many("{count} point against {less}", "{count} points against {less}", best)
        return words.format(count=best, less=others[0][0])
    words = _.many("{count} point", "{count} points", best)
    if len(scores) - len(others) > 1:
        words = _.many("{count} point each", "{count} points each", best)
    told = words.format(count=best)
    rest = ", ".join(
        f"{_(' and ').join(map(player_name, side))} {points}" for points, side in others
    )
    return f"{told}; {rest}" if rest else told
