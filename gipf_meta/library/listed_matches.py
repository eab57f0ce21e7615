"""The matches of the library: their entries in the player's language, and the matches replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from gipf_meta.base.clock import local_date
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import fold
from gipf_meta.base.texts import N_, _, catalogue_of
from gipf_meta.library.store import Library, LibraryEntry
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.starting_point import from_a_position
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.game import AnyGame, reason_words, title_of
from gipf_meta.records.models import RecordError, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.player_names import call_players, name_sides
from gipf_meta.records.reader import replay

GamesById: TypeAlias = Mapping[str, type[AnyGame]]
"""Games by their ids."""
NOBODY = N_("nobody")
DAMAGED = N_("damaged")
"""The words of ``LibraryEntry.result`` for a draw, and for a row that cannot be read."""


def player_word(name: str, games: GamesById) -> str:
    """The name of a player; if it is that of a seat of one of *games*, in the player's language."""
    called = (catalogue_of(game)(name) for game in games.values() if name in game.seat_names)
    return next(called, _(name) if name == NOBODY else name)


def player_words(entry: LibraryEntry, games: GamesById) -> str:
    """The players of a match, with lines between them."""
    return " - ".join(player_word(name, _own(entry, games)) for name in entry.names)


def result_words(entry: LibraryEntry, games: GamesById) -> str:
    """The winners of a match that is over, and the reason."""
    own = _own(entry, games)
    who, blank, reason = entry.result.rpartition(" (")
    if not blank:
        return _(DAMAGED) if entry.result == DAMAGED else entry.result
    each_and = _(" and ")
    winners = each_and.join(player_word(name, own) for name in who.split(" and "))
    return f"{winners} ({reason_words(games.get(entry.game), reason.removesuffix(')'))})"


def called_players(entry: LibraryEntry, games: GamesById, own: str) -> list[str]:
    """The players of a match as lists call them; *own* is the user's name, or ``""``."""
    return call_players(entry.names, entry.kinds, games.get(entry.game), own)


def sides_words(entry: LibraryEntry, games: GamesById, own: str) -> str:
    """The players of a match as a title of lists: ``You against expert``."""
    return name_sides(called_players(entry, games, own), entry.kinds)


def winner_words(entry: LibraryEntry, games: GamesById, own: str) -> str:
    """The winners of a match as lists call them, or words for one that goes on, is drawn or
    damaged, or is a study."""
    if entry.study:
        return _("a study")
    if not entry.over:
        return _("goes on")
    if not entry.reason:
        return entry.result
    players = called_players(entry, games, own)
    winners = [players[seat] for seat in entry.winners if seat < len(players)]
    return _(" and ").join(winners) or _("a draw")


def reason_of_entry(entry: LibraryEntry, games: GamesById) -> str:
    """The reason why a match is over, in the player's language; ``""`` for one that goes on."""
    return reason_words(games.get(entry.game), entry.reason) if entry.reason else ""


def turns_words(entry: LibraryEntry) -> str:
    """Words for the number of turns of a match, and for its begin from a position."""
    turns = _("turn {turns}").format(turns=entry.turns)
    return f"{turns}, {from_a_position()}" if entry.position else turns


def words_of_entry(entry: LibraryEntry, games: GamesById, own: str) -> tuple[str, ...]:
    """All words about a match that a search in the list looks through."""
    title = title_of(games[entry.game]) if entry.game in games else entry.game
    return (
        str(entry.id), local_date(entry.changed), title, sides_words(entry, games, own),
        turns_words(entry), winner_words(entry, games, own), *entry.names, entry.result,
        reason_of_entry(entry, games),
    )  # fmt: skip


def has_words(entry: LibraryEntry, typed: str, games: GamesById, own: str, *more: str) -> bool:
    """Whether all words *typed* are in those of the match, or in *more* of its words, as ``fold``
    compares them."""
    known = fold("\n".join((*words_of_entry(entry, games, own), *more)))
    return all(word in known for word in fold(typed).split())


def _own(entry: LibraryEntry, games: GamesById) -> GamesById:
    return {entry.game: games[entry.game]} if entry.game in games else {}


def match_of_library(
    library: Library, installed: Installed, number: int
) -> tuple[Match | None, tuple[Seat, ...], Notes, str]:
    """Match *number* as far as it can be replayed, its people, its notes, and its fault, or ``""``.

    The match is ``None`` if nothing of it can be replayed; then the fault, a sentence, says why.
    """
    people: tuple[Seat, ...] = ()
    notes = NO_NOTES
    try:
        record = library.record(number)
        people, notes = record.people, Notes.of(record)
        return replay(record, installed.find), people, notes, ""
    except DuelUnavailable as error:
        return error.match, people, notes, ""
    except GipfMetaError as error:
        match = error.match if isinstance(error, RecordError) else None
        return match, people, notes, reason(error)
