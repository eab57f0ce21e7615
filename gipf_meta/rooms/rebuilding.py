"""Rebuilds a room from its events: each one comes true again, and what follows is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms import events as room_events
from gipf_meta.rooms.consequences import FOLLOWING, Drawn, Ended
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import Ledger, LedgerEntry, LedgerError
from gipf_meta.rooms.openings import is_lesson, match_before, table_to_rebuild
from gipf_meta.rooms.room import Room


def rebuild(id: str, events: Iterable[Event], finder: GameFinder) -> Room:
    """The room whose *events* these are, all from its last opening on. No bot is asked.

    Where they do not tell the seed, luck draws what they say. Raises ``LedgerError``, a sentence,
    if they contradict each other or if their game cannot be played here.
    """
    *_earlier, (room, _group) = retell(id, events, finder)
    return room


def retell(
    id: str, events: Iterable[Event], finder: GameFinder
) -> Iterator[tuple[Room, Sequence[Event]]]:
    """The room of *events* after each of them and what follows from it, with these events.

    It is the same room each time. Raises ``LedgerError`` as ``rebuild`` does.
    """
    groups = _groups(events)
    first = groups[0][0] if groups else None
    if not isinstance(first, room_events.Opened):
        raise LedgerError(_("This match has no beginning."))
    clock = StillClock()
    clock.ms = first.at_ms
    is_secret = first.opening.seed is None
    try:
        luck = _luck(groups[0]) if is_secret else ()
        before = match_before(first.opening, finder)
        table = table_to_rebuild(first.opening, finder, clock, luck, before)
        room = Room(id, first.opening, table, clock, first.number - 1, first.by, before)
        _compare(room.take_emitted(), groups[0], is_secret)
    except LedgerError:
        raise
    except (GipfMetaError, LookupError) as error:
        raise _impossible(error) from error
    yield room, groups[0]
    for group in groups[1:]:
        _tell_group(room, group)
        yield room, group
    room.state.table.is_retold = False
    room.know_failures()


def go_on(room: Room, events: Iterable[Event]) -> None:
    """Lets *events* come true in *room*, which follow its last one. No bot is asked.

    Raises ``LedgerError`` if they do not fit; then the room is spoilt.
    """
    room.go_back()
    room.state.table.is_retold = True
    for group in _groups(events):
        _tell_group(room, group)
    room.state.table.is_retold = False
    room.know_failures()


def _tell_group(room: Room, group: Sequence[Event]) -> None:
    """Lets the first event of *group* come true in *room*, and compares what follows.

    Raises ``LedgerError``.
    """
    is_secret, table = room.state.opening.seed is None, room.state.table
    if group[0].number != room.state.number + 1:
        raise _damage(room.state.number)
    try:
        if is_secret:
            table.match = replace(table.match, known_luck=_luck(group))
        _tell_again(room, group[0])
    except LedgerError:
        raise
    except (GipfMetaError, LookupError) as error:
        raise _impossible(error) from error
    _compare(room.take_emitted(), group, is_secret)


def _impossible(error: Exception) -> LedgerError:
    return LedgerError(_("This match cannot be gone on with: {why}").format(why=error))


def _damage(number: int) -> LedgerError:
    return LedgerError(
        _("The ledger of this match is damaged after event {number}.").format(number=number)
    )


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    """The events, each with those that follow from it."""
    groups: list[list[Event]] = []
    for event in events:
        if isinstance(event, FOLLOWING) and groups:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _luck(group: Sequence[Event]) -> tuple[str, ...]:
    """What luck drew after the first event of *group*."""
    return tuple(event.text for event in group if isinstance(event, Drawn))


def _tell_again(room: Room, event: Event) -> None:
    """Lets *event* come true again, at its time."""
    at_ms = event.from_ms if isinstance(event, room_events.Stopped) else event.at_ms
    room.pass_time(at_ms, may_wait=False)
    if not isinstance(event, room_events.Happened):
        values = event.model_dump(exclude={"number", "at_ms", "event"})
        room.make_true(type(event), **values)


def _compare(said: Sequence[Event], group: Sequence[Event], is_secret: bool) -> None:
    """Raises ``LedgerError`` unless what was *said* now is what the ledger has."""
    if [_plain(each, is_secret) for each in said] != [_plain(each, is_secret) for each in group]:
        raise _damage(group[0].number - 1)


def _plain(event: Event, is_secret: bool) -> Any:
    """*event* as far as it comes out the same whenever it is told."""
    if is_secret and isinstance(event, Ended):
        return event.model_copy(update={"seed": None})
    return event


@dataclass(frozen=True)
class RoomAhead:
    """A *room* that was rebuilt of *entries*, or the *error* with which that has failed.

    Neither: the ledger knows no such room.
    """

    entries: Sequence[LedgerEntry] = ()
    room: Room | None = None
    error: GipfMetaError | None = None


GoesOn: TypeAlias = Callable[[], bool]
"""Whether the room is still wanted."""
Rebuild: TypeAlias = Callable[[GoesOn], RoomAhead | None]
"""The work of rebuilding a room, for any thread; ``None``: it was not wanted any more."""


def rebuild_ahead(
    room_id: str, ledger: Ledger, finder: GameFinder, goes_on: GoesOn
) -> RoomAhead | None:
    """Rebuilds a room as *ledger* has it; it ends early where that no longer *goes_on*."""
    found = RoomAhead()
    try:
        if entries := ledger.read(room_id):
            for room, _group in retell(room_id, [each.event for each in entries], finder):
                if not goes_on():
                    return None
                found = RoomAhead(entries, room)
    except GipfMetaError as error:
        return RoomAhead(error=error)
    return found


class RoomsAhead:
    """The rooms of *ledger* that were rebuilt ahead, and are not open yet.

    *finder* finds games, *is_open* knows which rooms need not be rebuilt.
    """

    def __init__(self, ledger: Ledger, finder: GameFinder, is_open: Callable[[str], bool]) -> None:
        self._ledger, self._finder, self._is_open = ledger, finder, is_open
        self._found: dict[str, RoomAhead] = {}

    def work(self, room_id: str) -> Rebuild | None:
        """The work of rebuilding a room, for any thread; ``None``: it can be asked for at once."""
        if is_lesson(room_id) or self._is_open(room_id):
            return None
        return partial(rebuild_ahead, room_id, self._ledger, self._finder)

    def take(self, room_id: str, found: RoomAhead | None = None) -> None:
        """Keeps what was *found* for those who ask for the room now; ``None``: all have asked."""
        self._found.pop(room_id, None)
        if found is not None:
            self._found[room_id] = found

    def peek(self, room_id: str) -> Room | None:
        """The room of that id, for who only looks at it; ``None``: it was not rebuilt."""
        found = self._found.get(room_id)
        return None if found is None else found.room

    def find_error(self, room_id: str) -> GipfMetaError | None:
        """Why the room of that id could not be rebuilt just now; ``None``: it could."""
        found = self._found.get(room_id)
        return None if found is None else found.error

    def find(self, room_id: str) -> tuple[Room, Sequence[LedgerEntry]] | None:
        """The room of that id, and what it was rebuilt of, for whoever opens it; ``None``: it was
        not rebuilt. Raises whatever the rebuilding has raised, to everybody who asks."""
        found = self._found.get(room_id)
        if found is not None and found.error is not None:
            raise found.error
        if found is None or found.room is None:
            return None
        del self._found[room_id]
        return found.room, found.entries
