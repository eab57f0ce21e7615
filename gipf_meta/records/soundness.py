"""Whether a record is sound: its match can be told again, and says the same then.

What follows behind the last decision of a record by itself is no part of it: luck that nobody has
told, a duel that begins, an answer given beforehand. Whoever goes on with the match has it follow
by the seed, so a record with it and one without it are both sound.
"""

from __future__ import annotations

from contextlib import suppress

from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.records.models import Record, all_duels
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import first_difference, idle_premoves, read_match
from gipf_meta.records.writer import to_record


def contradiction(record: Record, finder: GameFinder) -> str:
    """Where *record* says something else than the match that it tells; ``""``: nowhere.

    Duels that run in games which *finder* does not find do not count. Raises ``RecordError`` for a
    match that cannot be told again.
    """
    match = read_match(record, finder)
    with suppress(DuelUnavailable):
        match.resolve()  # whoever can tell it again can also go on with it
    return _contradiction(record, match, finder)


def _contradiction(record: Record, match: Match, finder: GameFinder) -> str:
    return first_difference(record, to_record(match), missing_games(record, finder))


def sound_record(record: Record, match: Match, finder: GameFinder) -> Record:
    """*record* itself if it is sound; else what its *match* tells, as ``read_match`` reads it, with
    what is written beside the turns."""
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
