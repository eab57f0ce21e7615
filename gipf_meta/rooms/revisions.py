"""What clients of before are told: the events of a room without what they cannot read.

A client says in its hello which revision of the events it reads, and refuses fields that it does
not know. What has come with a later revision stands in one table here. Ledgers keep everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import BaseModel

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.records.lines import lines_from_data
from gipf_meta.records.models import FORMAT, LONGEST_NAME, PlayedTurn, Record, turn_to_data
from gipf_meta.records.record_files import to_data
from gipf_meta.rooms.consequences import Ended
from gipf_meta.rooms.events import EVENT, Asked, Event, Happened, Opened, Paused, Readied, Resigned
from gipf_meta.rooms.openings import Opening
from gipf_meta.rooms.study_events import Reviewed

REVISION: Final = 2
"""The revision of the events that are told here."""
FIRST_REVISION: Final = 1
"""What a client reads that says none: those until 0.2.0, and programs that others have written."""

SINCE: Final[Mapping[type[BaseModel], Mapping[str, int]]] = {
    Opening: {"thinking": 2, "duel_control": 2, "away_ms": 2},
    Record: {"thinking": 2, "duel_clock": 2},
    Asked: {"ms": 2},
    Happened: {"flagged": 2},
    Paused: {"until_ms": 2},
    Readied: {"until_ms": 2},
    Resigned: {"claimed_by": 2},
}
"""The revision with which a field has come. Who reads an earlier one is not told it."""
REASONS: Final[Mapping[str, str]] = {"absence": "resign"}
"""The reasons of ends that revision 1 does not know, each with the one that it finds itself."""
LONGEST_NODE: Final = 99
"""The most numbers of a turn of a study in revision 1."""


class TooNew(GipfMetaError, ValueError):
    """A client cannot be told of a match, for its program is too old; one sentence."""

    def __init__(self) -> None:
        super().__init__(_("Your program is too old for this match: install a newer one."))


def revision_said(hello: Mapping[str, object]) -> int:
    """The revision that a client reads, as its *hello* says it, and at most that of today."""
    said = hello.get("revision")
    if not isinstance(said, int) or isinstance(said, bool):
        return FIRST_REVISION
    return min(max(said, FIRST_REVISION), REVISION)


def as_read_by(event: Event, revision: int) -> dict[str, Any]:
    """*event* as JSON data for a client that reads *revision*, as one that it could have had itself
    and from which it finds what follows. Raises ``TooNew``."""
    if revision < REVISION:
        event = _with_known_meaning(event)
    data: dict[str, Any] = EVENT.dump_python(event, mode="json")
    if revision >= REVISION:
        return data
    if len(getattr(event, "node", ())) > LONGEST_NODE:
        raise TooNew
    _leave_out(data, type(event), revision)
    if isinstance(event, Opened):
        _leave_out(data["opening"], Opening, revision)
        if event.opening.record is not None:
            data["opening"]["record"] = _record_data(event.opening.record, revision)
    elif isinstance(event, Reviewed):
        for mark, written in zip(event.marks, data["marks"], strict=True):
            if len(mark.node) > LONGEST_NODE:
                raise TooNew
            if mark.better:
                written["better"] = [_turn_data(turn, revision) for turn in mark.better]
    return data


def require_readable(events: Iterable[Event], revision: int) -> None:
    """Raises ``TooNew`` if a client that reads *revision* cannot be told *events*."""
    if revision < REVISION:
        for event in events:
            as_read_by(event, revision)


def _with_known_meaning(event: Event) -> Event:
    """*event*, or what it comes to for who knows no clocks of duels, and no claims."""
    if isinstance(event, Happened) and event.flagged is not None:
        return Resigned(number=event.number, at_ms=event.at_ms, player=event.flagged)
    if isinstance(event, Ended) and event.reason in REASONS:
        return event.model_copy(update={"reason": REASONS[event.reason]})
    return event


def _leave_out(data: dict[str, Any], kind: type[BaseModel], revision: int) -> None:
    """Takes out of the *data* of a *kind* what has come after *revision*."""
    for name, since in SINCE.get(kind, {}).items():
        if since > revision:
            data.pop(name, None)


def _record_data(record: Record, revision: int) -> dict[str, Any]:
    """*record* as JSON data. Raises ``TooNew`` if its variations are too deep."""
    data = to_data(record)
    if data["format"] != FORMAT:
        raise TooNew
    about = data.get("about", {})
    if any(len(name) > LONGEST_NAME for name in about):
        data["about"] = {name: each for name, each in about.items() if len(name) <= LONGEST_NAME}
    _leave_out(data, Record, revision)
    _leave_out_of_duels(data.get("turns", ()), revision)
    return data


def _turn_data(turn: PlayedTurn, revision: int) -> dict[str, Any]:
    """A *turn* of a review as JSON data. Raises ``TooNew`` if its variations are too deep."""
    data = turn_to_data(turn)
    if isinstance(data.get("variations"), dict):
        raise TooNew
    _leave_out_of_duels([data], revision)
    return data


def _leave_out_of_duels(turns: Any, revision: int) -> None:
    """Takes out of the records of duels in *turns* what has come after *revision*."""
    waiting = [*turns]
    for turn in waiting:  # which grows meanwhile
        for line in lines_from_data(turn.get("variations", ())) or ():
            waiting.extend(line.turns)
        for decision in turn["decisions"]:
            if duel := decision.get("duel"):
                _leave_out(duel, Record, revision)
                waiting.extend(duel.get("turns", ()))
