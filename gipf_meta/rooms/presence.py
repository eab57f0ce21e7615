"""Who is there: the people who watch each room, here and by other processes; who has gone, when."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeVar

MOST_GONE: Final = 10_000
"""How many people are remembered who have gone, over all rooms."""

_Noted = TypeVar("_Noted")


class Presence:
    """The people who watch rooms: *here*, and elsewhere, as other processes say.

    Times are those of whoever notes something, in milliseconds.
    """

    def __init__(self) -> None:
        self._gone: dict[tuple[str, str], int] = {}
        self._since_ms: int | None = None
        self._here: dict[str, frozenset[str]] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        self._changed: set[str] = set()

    def people(self, room: str) -> frozenset[str]:
        """Everybody who watches *room*."""
        elsewhere = (rooms.get(room, frozenset()) for rooms in self._elsewhere.values())
        return self._here.get(room, frozenset()).union(*elsewhere)

    def gone_since_ms(self, room: str, person: str) -> int | None:
        """Since when *person* does not watch *room*, at least; ``None``: he does, or nobody knows.

        Who was not there since this began is gone since then.
        """
        if person in self.people(room):
            return None
        return self._gone.get((room, person), self._since_ms)

    def note(self, room: str, people: Collection[str], at_ms: int) -> bool:
        """Notes who watches *room* here at *at_ms*; whether that has changed."""
        return self._noting(room, at_ms, lambda: self._note_here(room, people))

    def _note_here(self, room: str, people: Collection[str]) -> bool:
        before, now = self._here.get(room, frozenset()), frozenset(people)
        if now == before:
            return False
        self._changed.add(room)
        _put(self._here, room, now)
        return True

    def note_elsewhere(self, process: str, room: str, people: Collection[str], at_ms: int) -> None:
        """Notes who watches *room* by another *process* at *at_ms*."""
        self._noting(room, at_ms, lambda: self._note_elsewhere(process, room, people))

    def _note_elsewhere(self, process: str, room: str, people: Collection[str]) -> None:
        rooms = self._elsewhere.setdefault(process, {})
        _put(rooms, room, frozenset(people))
        if not rooms:
            del self._elsewhere[process]

    def forget_process(self, process: str, at_ms: int) -> list[str]:
        """Forgets who watches by a *process* that is gone; the rooms of which it told."""
        rooms = list(self._elsewhere.get(process, {}))
        for room in rooms:
            self.note_elsewhere(process, room, (), at_ms)
        return rooms

    def _noting(self, room: str, at_ms: int, note: Callable[[], _Noted]) -> _Noted:
        """What *note* returns, which changes who watches *room*; notes who has gone by that."""
        if self._since_ms is None:
            self._since_ms = at_ms
        before = self.people(room)
        noted = note()
        now = self.people(room)
        for person in now:
            self._gone.pop((room, person), None)
        for person in before - now:
            self._gone[room, person] = at_ms
        while len(self._gone) > MOST_GONE:
            del self._gone[next(iter(self._gone))]
        return noted

    def take_changes(self) -> dict[str, frozenset[str]]:
        """Who watches here now, for each room where that has changed since the last call."""
        changed, self._changed = self._changed, set()
        return {room: self._here.get(room, frozenset()) for room in changed}


def _put(rooms: dict[str, frozenset[str]], room: str, people: frozenset[str]) -> None:
    if people:
        rooms[room] = people
    else:
        rooms.pop(room, None)
