"""A match in the words of lists: its result, or who decides next, and how long it was."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.records.player_names import name_sides


def result_sentence(called: Sequence[str], own: int | None, winners: Sequence[int]) -> str:
    """The result of a match whose players are *called* so: ``Lost to Mia``, ``Anna beat Ben``.

    *own* is the seat of the reader, ``None`` if he has not played; without *winners* it is a draw.
    """
    players = range(len(called))
    won = [seat for seat in winners if seat in players]
    others = join_names([called[seat] for seat in players if seat not in (*won, own)])
    if own is None and not won:
        return _("{players}: a draw").format(players=join_names(called))
    by = join_names([called[seat] for seat in won])
    if own is None:
        beaten = _("{winners} beat {others}") if others else _("{winners} won")
        return beaten.format(winners=by, others=others)
    if not won:
        drawn = _("Drawn with {others}") if others else _("Drawn")
        return drawn.format(others=others)
    if own not in won:
        return _("Lost to {winners}").format(winners=by)
    ahead = _("Won against {others}") if others else _("Won")
    return ahead.format(others=others)


def turn_sentence(
    called: Sequence[str], kinds: Sequence[str], own: int | None, player: int | None
) -> str:
    """The words for whose turn it is: ``Your move against Mia``, ``Waiting for Mia``.

    Where nobody knows it, and for who does not play (*own* is ``None``), they name the players,
    who have these *kinds*.
    """
    if own is None or player is None or player >= len(called):
        return name_sides(called, kinds)
    if player != own:
        return _("Waiting for {name}").format(name=called[player])
    others = join_names([name for seat, name in enumerate(called) if seat != own])
    return _("Your move against {others}").format(others=others) if others else _("Your move")


def moves_words(count: int) -> str:
    """The words for a number of moves."""
    return _.many("{count} move", "{count} moves", count).format(count=count)


def join_names(names: Sequence[str]) -> str:
    """The *names* as a list in a sentence: ``Anna, Ben and Cyril``."""
    *first, last = names or ("",)
    return f"{', '.join(first)}{_(' and ')}{last}" if first else last
