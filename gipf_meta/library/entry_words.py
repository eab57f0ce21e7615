"""The list of matches in the player's language: who played, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from gipf_meta.base.texts import N_, _, catalogue_of
from gipf_meta.library.store import Entry
from gipf_meta.protocol.game import AnyGame, reason_words

Games: TypeAlias = Mapping[str, type[AnyGame]]
"""Games by their ids."""
NOBODY = N_("nobody")
DAMAGED = N_("damaged")
"""What ``Entry.result`` says of a draw, and of a row that cannot be read."""


def player_word(name: str, games: Games) -> str:
    """The name of a player; if it is that of a seat of one of *games*, in the player's language."""
    called = (catalogue_of(game)(name) for game in games.values() if name in game.seat_names)
    return next(called, _(name) if name == NOBODY else name)


def player_words(entry: Entry, games: Games) -> str:
    """The players of a match, with lines between them."""
    return " - ".join(player_word(name, _own(entry, games)) for name in entry.names)


def result_words(entry: Entry, games: Games) -> str:
    """Who won a match that is over, and why."""
    own = _own(entry, games)
    who, blank, reason = entry.result.rpartition(" (")
    if not blank:
        return _(DAMAGED) if entry.result == DAMAGED else entry.result
    each_and = _(" and ")
    winners = each_and.join(player_word(name, own) for name in who.split(" and "))
    return f"{winners} ({reason_words(games.get(entry.game), reason.removesuffix(')'))})"


def _own(entry: Entry, games: Games) -> Games:
    return {entry.game: games[entry.game]} if entry.game in games else {}
