"""Events for clients of earlier versions: without the fields that these cannot read.

A client tells in its hello which revision of the events it reads, and refuses fields that it does
not know. One table here lists the fields that came with a later revision. Ledgers store all of
them.
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
from gipf_meta.rooms.consequences import DuelBegan, Ended
from gipf_meta.rooms.events import (
    EVENT,
    Asked,
    Event,
    Happened,
    Opened,
    Paused,
    Readied,
    Resigned,
    Stopped,
    WentOn,
    without_secrets,
)
from gipf_meta.rooms.people_events import Invited, Rested, Uninvited
from gipf_meta.rooms.study_events import Reviewed
from gipf_meta.table.openings import Opening

REVISION: Final = 2
"""The revision of the events of this version."""
FIRST_REVISION: Final = 1
"""The revision of a client that names none: versions until 0.2.0, and programs of other authors."""

SINCE: Final[Mapping[type[BaseModel], Mapping[str, int]]] = {
    Opening: {"thinking": 2, "duel_control": 2, "away_ms": 2},
    Record: {"thinking": 2, "duel_clock": 2, "clock_from": 2},
    Asked: {"ms": 2, "clock": 2},
    DuelBegan: {"rules": 2},
    Happened: {"flagged": 2},
    Paused: {"until_ms": 2, "live": 2},
    Readied: {"until_ms": 2},
    Resigned: {"claimed_by": 2},
    WentOn: {"live": 2},
    Invited: {"person": 2, "until_ms": 2},
    Uninvited: {"how": 2},
}
"""The revision with which a field came. Clients that read an earlier one do not get it."""
REASONS: Final[Mapping[str, str]] = {"absence": "resign"}
"""The reasons of ends that revision 1 does not know, each with the one that such a client finds
itself."""
LONGEST_NODE: Final = 99
"""The most numbers of a turn of a study in revision 1."""


class TooNew(GipfMetaError, ValueError):
    """A client is too old to read the events of a match; one sentence."""

    def __init__(self) -> None:
        super().__init__(_("Your program is too old for this match: install a newer one."))


def revision_said(hello: Mapping[str, object]) -> int:
    """The revision that a client reads, from its *hello*; at most ``REVISION``."""
    said = hello.get("revision")
    if not isinstance(said, int) or isinstance(said, bool):
        return FIRST_REVISION
    return min(max(said, FIRST_REVISION), REVISION)


def as_read_by(event: Event, revision: int) -> dict[str, Any]:
    """Returns *event* as JSON data for a client that reads *revision*: as an event of its own
    version, from which it finds the same events that follow. Raises ``TooNew``."""
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
    """Raises ``TooNew`` if a client that reads *revision* cannot read one of *events*."""
    if revision < REVISION:
        for event in events:
            as_read_by(event, revision)


def without_vacations(event: Event) -> Event:
    """Returns *event* as a spectator may see it: when players are away is none of his business, and
    before the next event he is told for how long no clock ran."""
    return _empty_stop(event) if isinstance(event, Rested) else without_secrets(event)


def _empty_stop(event: Rested) -> Stopped:
    at_ms = event.at_ms
    return Stopped(number=event.number, at_ms=at_ms, from_ms=at_ms, to_ms=at_ms)


def _with_known_meaning(event: Event) -> Event:
    """*event*, or its nearest equivalent for a client that knows neither clocks of duels, claims
    and vacations, nor duels that are played live: these wait in a pause."""
    if isinstance(event, Happened) and event.flagged is not None:
        return Resigned(number=event.number, at_ms=event.at_ms, player=event.flagged)
    if isinstance(event, Asked) and event.what == "live":
        return event.model_copy(update={"what": "pause"})
    if isinstance(event, Rested):
        return _empty_stop(event)
    if isinstance(event, Ended) and event.reason in REASONS:
        return event.model_copy(update={"reason": REASONS[event.reason]})
    return event


def _leave_out(data: dict[str, Any], kind: type[BaseModel], revision: int) -> None:
    """Removes from the *data* of a *kind* the fields that came after *revision*."""
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
    """Removes from the records of duels in *turns* the fields that came after *revision*."""
    waiting = [*turns]
    for turn in waiting:  # the list grows meanwhile
        for line in lines_from_data(turn.get("variations", ())) or ():
            waiting.extend(line.turns)
        for decision in turn["decisions"]:
            if duel := decision.get("duel"):
                _leave_out(duel, Record, revision)
                waiting.extend(duel.get("turns", ()))
