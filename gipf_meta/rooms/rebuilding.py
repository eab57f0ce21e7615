"""Rebuilds a room by a replay of its events, and compares the events that follow with the
ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.game import AnyGame
from gipf_meta.rooms import events as room_events
from gipf_meta.rooms.consequences import FOLLOWING, Drawn, DuelBegan, Ended
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import Ledger, LedgerEntry, LedgerError
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import is_lesson, match_before, table_to_rebuild
from gipf_meta.table.table import Table


def rebuild(id: str, events: Iterable[Event], finder: GameFinder) -> Room:
    """Returns the room of *events*, which begin with its last opening. Asks no bot.

    Where the events hide the seed, luck draws what they tell. Raises ``LedgerError``, a sentence,
    if they contradict each other or if their game cannot be played here.
    """
    *_earlier, (room, _group) = replay(id, events, finder)
    return room


def replay(
    id: str, events: Iterable[Event], finder: GameFinder
) -> Iterator[tuple[Room, Sequence[Event]]]:
    """Replays *events*; yields the room after each event and those that follow from it, with these
    events.

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
        _replay_group(room, group)
        yield room, group
    room.state.table.is_retold = False
    room.know_failures()


def go_on(room: Room, events: Iterable[Event]) -> None:
    """Applies *events*, which follow its last one, to *room*. Asks no bot.

    Raises ``LedgerError`` if they do not fit; then the room must be thrown away.
    """
    room.go_back()
    room.state.table.is_retold = True
    for group in _groups(events):
        _replay_group(room, group)
    room.state.table.is_retold = False
    room.know_failures()


def _replay_group(room: Room, group: Sequence[Event]) -> None:
    """Applies the first event of *group* to *room*, and compares what follows from it.

    Raises ``LedgerError``.
    """
    is_secret, table = room.state.opening.seed is None, room.state.table
    if group[0].number != room.state.number + 1:
        raise _damage(room.state.number)
    try:
        if is_secret:
            table.match = replace(table.match, known_luck=_luck(group))
        _play_duels_by_their_rules(table, group)
        _replay_event(room, group[0])
    except LedgerError:
        raise
    except (GipfMetaError, LookupError) as error:
        raise _impossible(error) from error
    _compare(room.take_emitted(), group, is_secret)


def _play_duels_by_their_rules(table: Table, group: Sequence[Event]) -> None:
    """Lets the duels that begin with *group*, and later ones in the same games, be played by the
    versions of the rules by which they began, if these are older than today's."""
    for event in group:
        if isinstance(event, DuelBegan) and event.rules is not None:
            finder = table.match.finder
            with suppress(GipfMetaError, LookupError):  # a game that is not here is found missing
                if event.rules < finder(event.game).rules_version:
                    older = partial(_find_version, finder, event.game, event.rules)
                    table.match = replace(table.match, finder=older)


def _find_version(finder: GameFinder, game: str, rules: int, id: str) -> type[AnyGame]:
    """The game of that *id*; *game* by that version of its *rules*."""
    found = finder(id)
    return found.of_rules_version(rules) if id == game else found


def _impossible(error: Exception) -> LedgerError:
    return LedgerError(_("This match cannot be continued: {why}").format(why=error))


def _damage(number: int) -> LedgerError:
    return LedgerError(
        _("The ledger of this match is damaged after event {number}.").format(number=number)
    )


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    """The events in groups: each event with those that follow from it."""
    groups: list[list[Event]] = []
    for event in events:
        if isinstance(event, FOLLOWING) and groups:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _luck(group: Sequence[Event]) -> tuple[str, ...]:
    """The draws of luck that followed from the first event of *group*."""
    return tuple(event.text for event in group if isinstance(event, Drawn))


def _replay_event(room: Room, event: Event) -> None:
    """Applies *event* once more, at its time."""
    at_ms = event.from_ms if isinstance(event, room_events.Stopped) else event.at_ms
    if isinstance(event, room_events.Happened):
        _let_happen(room, at_ms)
    else:
        room.pass_time(at_ms, may_wait=False)
        values = event.model_dump(exclude={"number", "at_ms", "event"})
        room.emit(type(event), **values)


def _let_happen(room: Room, at_ms: int) -> None:
    """Lets time change the match of *room* at *at_ms*.

    Versions until 0.2.0 let the flag of somebody who answered within another's turn fall too early,
    by an increment. If nothing else happens then, it falls.
    """
    table, before = room.state.table, room.state.table.match
    room.pass_time(at_ms, may_wait=False)
    if room.emitted or before.control is None:
        return
    room.go_back()
    table.match = replace(before, control=before.control.as_before)
    room.pass_time(at_ms, may_wait=False)
    table.match = replace(table.match, control=before.control)


def _compare(said: Sequence[Event], group: Sequence[Event], is_secret: bool) -> None:
    """Raises ``LedgerError`` unless the events *said*, which the replay emitted, are those of the
    ledger."""
    if [_plain(each, is_secret) for each in said] != [_plain(each, is_secret) for each in group]:
        raise _damage(group[0].number - 1)


def _plain(event: Event, is_secret: bool) -> Any:
    """*event* without what a replay cannot find: the seed, where it was secret, and the rules of a
    duel, which earlier versions did not tell."""
    if isinstance(event, DuelBegan):
        return event.model_copy(update={"rules": None})
    if is_secret and isinstance(event, Ended):
        return event.model_copy(update={"seed": None})
    return event


@dataclass(frozen=True)
class RoomAhead:
    """A *room* that was rebuilt from *entries*, or the *error* with which that failed.

    Neither: the ledger knows no such room.
    """

    entries: Sequence[LedgerEntry] = ()
    room: Room | None = None
    error: GipfMetaError | None = None


GoesOn: TypeAlias = Callable[[], bool]
"""Tells whether the room is still wanted."""
Rebuild: TypeAlias = Callable[[GoesOn], RoomAhead | None]
"""Rebuilds a room, in any thread; returns ``None`` if the room was no longer wanted."""


def rebuild_ahead(
    room_id: str, ledger: Ledger, finder: GameFinder, goes_on: GoesOn
) -> RoomAhead | None:
    """Rebuilds a room from *ledger*; returns ``None`` as soon as *goes_on* tells that it is no
    longer wanted."""
    found = RoomAhead()
    try:
        if entries := ledger.read(room_id):
            for room, _group in replay(room_id, [each.event for each in entries], finder):
                if not goes_on():
                    return None
                found = RoomAhead(entries, room)
    except GipfMetaError as error:
        return RoomAhead(error=error)
    return found


class RoomsAhead:
    """The rooms of *ledger* that were rebuilt ahead of their first use, and are not open yet.

    *finder* finds games; *is_open* tells which rooms are open, and need no rebuilding.
    """

    def __init__(self, ledger: Ledger, finder: GameFinder, is_open: Callable[[str], bool]) -> None:
        self._ledger, self._finder, self._is_open = ledger, finder, is_open
        self._found: dict[str, RoomAhead] = {}

    def work(self, room_id: str) -> Rebuild | None:
        """The job that rebuilds a room, for any thread; ``None``: the room is there without."""
        if is_lesson(room_id) or self._is_open(room_id):
            return None
        return partial(rebuild_ahead, room_id, self._ledger, self._finder)

    def take(self, room_id: str, found: RoomAhead | None = None) -> None:
        """Holds *found* until the room is opened; ``None``: nobody waits for it any more."""
        self._found.pop(room_id, None)
        if found is not None:
            self._found[room_id] = found

    def peek(self, room_id: str) -> Room | None:
        """The room of that id, to look at only; ``None``: it was not rebuilt."""
        found = self._found.get(room_id)
        return None if found is None else found.room

    def find_error(self, room_id: str) -> GipfMetaError | None:
        """The error with which the rebuilding of the room failed; ``None``: it did not."""
        found = self._found.get(room_id)
        return None if found is None else found.error

    def find(self, room_id: str) -> tuple[Room, Sequence[LedgerEntry]] | None:
        """Hands the room of that id, and its entries, to its opener; ``None``: it was not rebuilt.
        Raises the error of the rebuilding, at each call."""
        found = self._found.get(room_id)
        if found is not None and found.error is not None:
            raise found.error
        if found is None or found.room is None:
            return None
        del self._found[room_id]
        return found.room, found.entries
