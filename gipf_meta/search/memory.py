# mypyc: compile
"""What a search remembers of positions: a table that is bounded, and filled as it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
COMPLETE: Final = 255
"""The depth of a position that was searched to the ends of the game."""
NO_MOVE: Final = -1
NO_KEY: Final = -1


class RememberedPosition:
    """What a search knows of the position with *key*.

    *score* is for the seat that decides, *bound* says whether it is exact, *depth* counts the
    decisions that were searched, *move* is the best one. *age* is the search that entered it.
    """

    __slots__ = ("age", "bound", "depth", "key", "move", "score")

    def __init__(self) -> None:
        self.key: i64 = NO_KEY
        self.score: i64 = 0
        self.depth: i64 = -1
        self.bound: i64 = AT_MOST
        self.move: i64 = NO_MOVE
        self.age: i64 = 0


class TranspositionMemory:
    """Remembers *entries* positions by their keys, a power of two.

    A position has two places: one keeps what was searched deepest in the newest search, the other
    what came last. An entry is made when its place is first needed, and changed from then on.
    """

    def __init__(self, entries: int) -> None:
        self._mask: i64 = entries - 1
        self._nothing: Final = RememberedPosition()
        self._entries: Final[list[RememberedPosition]] = [self._nothing] * entries
        self._age: i64 = 0

    def begin(self) -> None:
        """Says that another search begins: what was known before gives way to what it finds."""
        self._age += 1

    def find(self, key: i64) -> RememberedPosition:
        """The entry of the position with *key*; if it is not known, one with another key."""
        place: i64 = key & self._mask
        found = self._entries[place]
        return found if found.key == key else self._entries[place ^ 1]

    def keep(self, key: i64, depth: i64, bound: i64, score: i64, move: i64) -> None:
        """Remembers what was found."""
        place: i64 = key & self._mask & ~1
        entry = self._entries[place]
        if entry.key != key and entry.age == self._age and entry.depth > depth:
            place += 1
            entry = self._entries[place]
        if entry is self._nothing:
            entry = self._entries[place] = RememberedPosition()
        entry.key = key
        entry.score = score
        entry.depth = depth
        entry.bound = bound
        entry.move = move
        entry.age = self._age
