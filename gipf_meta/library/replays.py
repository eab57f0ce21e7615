"""Matches of the library, replayed as far as that can be done here."""

from __future__ import annotations

from gipf_meta.base.stops import stops
from gipf_meta.library.store import Library
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import reason
from gipf_meta.records.models import RecordError, Seat
from gipf_meta.records.reader import replay


def match_of_library(
    library: Library, installed: Installed, number: int
) -> tuple[Match | None, tuple[Seat, ...], str]:
    """Match *number* as far as it can be replayed, its people, and what is wrong with it.

    The match is ``None`` if nothing of it can be replayed; then the sentence says why.
    """
    people: tuple[Seat, ...] = ()
    try:
        record = library.record(number)
        people = record.people
        return replay(record, installed.find), people, ""
    except DuelUnavailable as error:
        return error.match, people, ""
    except stops():
        raise
    except BaseException as error:  # a game may fail in any way while its match is replayed
        match = error.match if isinstance(error, RecordError) else None
        return match, people, reason(error)
