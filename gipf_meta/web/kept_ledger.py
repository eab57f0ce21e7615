"""The ledger of rooms in the library of this machine; the id of a room is its match's number."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.library.library_ledger import LedgerBehind, LedgerRow, RoomLedger
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.match.match import GameFinder
from gipf_meta.records.models import Record, Seat
from gipf_meta.rooms.events import Opened
from gipf_meta.rooms.ledger import (
    Batch,
    Conflict,
    LedgerEntry,
    LedgerError,
    MemoryPlans,
    read_events,
    write_events,
)
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening


class KeptLedger(MemoryPlans):
    """The ``Ledger`` of the rooms in *library*.

    A match of the library without a ledger, or with turns that its ledger lacks, is opened as it
    stands in the library, at the time of *clock*; *person* holds its seats. *finder* finds games.
    """

    def __init__(self, library: Library, finder: GameFinder, clock: Clock, person: str) -> None:
        super().__init__()
        self._library, self._finder = library, finder
        self._clock, self._person = clock, person
        self._rooms = RoomLedger(library)

    def append(self, batch: Batch) -> None:
        """Adds the events of *batch*, and updates the match in the library.

        Raises ``Conflict`` and ``LedgerError``.
        """
        self.require_plan(batch)
        try:
            self._rooms.append(_number(batch.room), _row(batch), batch.after, batch.summary)
        except LedgerBehind:
            raise Conflict from None
        except LibraryError as error:
            raise LedgerError(str(error)) from error

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*, from the last opening of the match on.

        With *since* 0 this process holds the match from then on. Raises ``LedgerError``, also while
        another process holds it.
        """
        number = _number(room)
        if not number:
            return []
        try:
            rows = self._rooms.read(number)
            if since == 0 and self._rooms.is_behind(number):
                self._open_anew(room, number, rows[-1].number if rows else 0)
                rows = self._rooms.read(number)
            elif since == 0 and rows:
                self._rooms.hold(number)
        except LibraryError as error:
            raise LedgerError(str(error)) from error
        entries = [entry for row in rows for entry in _entries(row)]
        opened = [n for n, entry in enumerate(entries) if isinstance(entry.event, Opened)]
        return [e for e in entries[opened[-1] if opened else 0 :] if e.event.number > since]

    def rooms(self) -> list[str]:
        """Returns the ids of the rooms that have a ledger. Raises ``LedgerError``."""
        try:
            return [str(room) for room in self._rooms.rooms()]
        except LibraryError as error:
            raise LedgerError(str(error)) from error

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """Returns ``()``: a match that nobody watches pauses by itself."""
        return ()

    def release(self, room: str) -> None:
        """Releases the match of *room* to other processes."""
        self._rooms.release(_number(room))

    def close(self) -> None:
        """Releases all matches to other processes."""
        self._rooms.close()

    def _open_anew(self, room: str, number: int, after: int) -> None:
        """Opens the match anew, as it stands in the library, after event *after*.

        Raises ``LibraryError`` and ``LedgerError``.
        """
        record = self._library.record(number)
        try:
            anew = Room.open(
                room,
                _opening(record, self._finder),
                self._finder,
                self._person,
                self._clock.now_ms(),
                number=after,
            )
        except GipfMetaError as error:
            raise LedgerError(str(error)) from error
        batch = Batch(room, anew.take_emitted(), anew.summary())
        self._rooms.append(number, _row(batch), after, batch.summary, is_anew=True)


def _opening(record: Record, finder: GameFinder) -> Opening:
    """Returns the opening that goes on with *record*; players whom it does not name are called
    like their seats. Raises ``LookupError``."""
    people = record.people
    if not people:
        names = finder(record.game).seat_names
        people = tuple(Seat(name=name) for name in names[: len(record.players)])
    return Opening(
        game=record.game,
        players=people,
        options=dict(record.options),
        seed=record.seed,
        control=record.clock,
        duel_control=record.duel_clock,
        thinking=record.thinking,
        rules=record.rules,
        record=record,
    )


def _number(room: str) -> int:
    """Returns the number of the match of *room*; 0 if *room* is no whole number."""
    return read_whole(room) or 0


def _row(batch: Batch) -> LedgerRow:
    text = write_events(batch.events)
    return LedgerRow(batch.events[-1].number, batch.sender, batch.id, text, "")


def _entries(row: LedgerRow) -> list[LedgerEntry]:
    """Returns the events of *row* as entries. Raises ``LedgerError``."""
    try:
        events = read_events(row.told)
    except ValueError:
        raise LedgerError(
            _("The ledger of this match is damaged before event {number}.").format(
                number=row.number
            )
        ) from None
    return [LedgerEntry(event, row.sender, row.id) for event in events]
