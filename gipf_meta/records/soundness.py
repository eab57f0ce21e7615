"""The soundness of a record: its match can be replayed, and makes an equal record.

Events that follow by themselves behind the last decision are no part of it: a draw of luck, the
begin of a duel, a premove. They follow by the seed when the match is resumed, so a record with them
and one without them are both sound.
"""

from __future__ import annotations

from contextlib import suppress

from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.records.models import Record, all_duels
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import first_difference, idle_premoves, read_match
from gipf_meta.records.writer import to_record


def contradiction(record: Record, finder: GameFinder) -> str:
    """The place where *record* differs from the match that it makes, or ``""``.

    Duels that run in games which *finder* does not find do not count. Raises ``RecordError`` for a
    match that cannot be replayed.
    """
    match = read_match(record, finder)
    with suppress(DuelUnavailable):
        match.resolve()  # a match that can be replayed can also be resumed
    return _contradiction(record, match, finder)


def _contradiction(record: Record, match: Match, finder: GameFinder) -> str:
    return first_difference(record, to_record(match), missing_games(record, finder))


def sound_record(record: Record, match: Match, finder: GameFinder) -> Record:
    """*record* itself if it is sound; else the record of its *match*, as ``read_match`` reads it,
    with the notes of *record*."""
    if not (idle_premoves(record) or _contradiction(record, match, finder)):
        return record
    sound = Notes.of(record).beside(to_record(match, record.people))
    return sound.model_copy(update={"study": record.study})


def missing_games(record: Record, finder: GameFinder) -> frozenset[str]:
    """The games of duels in *record* that *finder* does not find."""
    return frozenset(
        game for game in {duel.game for duel in all_duels(record)} if not _is_here(game, finder)
    )


def _is_here(game: str, finder: GameFinder) -> bool:
    try:
        finder(game)
    except LookupError:
        return False
    return True
