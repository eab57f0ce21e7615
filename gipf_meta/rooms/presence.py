"""Who is there: the people who watch each room, here and by other processes."""

from __future__ import annotations

from collections.abc import Collection


class Presence:
    """The people who watch rooms: *here*, and elsewhere, as other processes say."""

    def __init__(self) -> None:
        self._here: dict[str, frozenset[str]] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        self._changed: set[str] = set()

    def people(self, room: str) -> frozenset[str]:
        """Everybody who watches *room*."""
        elsewhere = (rooms.get(room, frozenset()) for rooms in self._elsewhere.values())
        return self._here.get(room, frozenset()).union(*elsewhere)

    def note(self, room: str, people: Collection[str]) -> bool:
        """Notes who watches *room* here; whether that has changed."""
        before, now = self._here.get(room, frozenset()), frozenset(people)
        if now == before:
            return False
        self._changed.add(room)
        _put(self._here, room, now)
        return True

    def note_elsewhere(self, process: str, room: str, people: Collection[str]) -> None:
        """Notes who watches *room* by another *process*."""
        rooms = self._elsewhere.setdefault(process, {})
        _put(rooms, room, frozenset(people))
        if not rooms:
            del self._elsewhere[process]

    def forget_process(self, process: str) -> list[str]:
        """Forgets who watches by a *process* that is gone; the rooms of which it told."""
        return list(self._elsewhere.pop(process, {}))

    def take_changes(self) -> dict[str, frozenset[str]]:
        """Who watches here now, for each room where that has changed since the last call."""
        changed, self._changed = self._changed, set()
        return {room: self._here.get(room, frozenset()) for room in changed}


def _put(rooms: dict[str, frozenset[str]], room: str, people: frozenset[str]) -> None:
    if people:
        rooms[room] = people
    else:
        rooms.pop(room, None)
