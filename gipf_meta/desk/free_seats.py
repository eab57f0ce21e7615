"""Seats that stay free when a match begins at a host: for somebody who is invited, for anybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.records.people import PERSON
from gipf_meta.table.players import describe_kind, possible_kinds, usual_kind

INVITED: Final = "invited"
"""The kind of a seat that is for whoever gets its link."""
ANYBODY: Final = "anybody"
"""The kind of a seat that anybody may take: the table is open."""
FREE: Final = (INVITED, ANYBODY)
"""The kinds of seats at which nobody sits yet."""
WATCHED: Final = "watched"
"""The choice that lets anybody watch."""


def choices_for_seat(
    game: type[AnyGame], seat: int, has_tables: bool
) -> tuple[tuple[str, str], ...]:
    """Who can be chosen for *seat*, in words; with tables also those who come later."""
    kinds = possible_kinds(game, seat)
    if not has_tables:
        return tuple((kind, describe_kind(kind)) for kind in kinds)
    bots = [kind for kind in kinds if kind != PERSON]
    return (
        (PERSON, _("you, at this screen")),
        (INVITED, _("somebody whom you invite")),
        (ANYBODY, _("anybody: the table is open")),
        *((kind, describe_kind(kind)) for kind in bots),
    )


def usual_kind_at_tables(game: type[AnyGame], last: Mapping[str, Any], seat: int) -> str:
    """Who sat at *seat* in the *last* set-up; in a first match, others are invited."""
    seats = last.get("seats", ())
    if not isinstance(seats, Sequence) or seat >= len(seats):
        return INVITED if 0 < seat < game.seat_counts[0] else usual_kind(game, last, seat)
    return seats[seat] if seats[seat] in FREE else usual_kind(game, last, seat)


def free_players(kinds: Sequence[str]) -> dict[int, str]:
    """The seats that stay free, and who holds them: nobody."""
    return {player: "" for player, kind in enumerate(kinds) if kind in FREE}


def privacy(kinds: Sequence[str], is_watched: bool) -> dict[str, bool]:
    """Who may come in, as an ``Opening`` says it: with an open seat anybody, else as chosen."""
    is_open = ANYBODY in kinds
    return {"is_open": is_open, "is_private": not (is_open or is_watched)}


def seat_words(installed: Installed, game: str, seat: int) -> str:
    """What a seat of a game is called; its number where the game is not installed."""
    found = installed.games.get(game)
    return str(seat + 1) if found is None else seat_name(found, seat)
