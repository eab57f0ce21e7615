# mypyc: compile
"""The memory of a search for positions: a table that is bounded, and filled as it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
COMPLETE: Final = 255
"""The depth of a position that was searched to the ends of the game."""
MOST_STATES: Final = 50_000
"""The states that a table of a search by states holds, and as many older ones."""
NO_MOVE: Final = -1
NO_KEY: Final = -1


class RememberedPosition:
    """The knowledge of a search about the position with *key*.

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

    A position has two places: one holds the entry that was searched deepest in the newest search,
    the other the last entry. An entry is made when its place is first needed, and changed from then
    on.
    """

    def __init__(self, entries: int) -> None:
        self._mask: i64 = entries - 1
        self._nothing: Final = RememberedPosition()
        self._entries: Final[list[RememberedPosition]] = [self._nothing] * entries
        self._age: i64 = 0

    def begin(self) -> None:
        """Begins another search: its entries replace those of earlier ones."""
        self._age += 1

    def find(self, key: i64) -> RememberedPosition:
        """The entry of the position with *key*; if it is not known, one with another key."""
        place: i64 = key & self._mask
        found = self._entries[place]
        return found if found.key == key else self._entries[place ^ 1]

    def keep(self, key: i64, depth: i64, bound: i64, score: i64, move: i64) -> None:
        """Enters the findings on a position."""
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


# ---- searches by states --------------------------------------------------------------------------


class TableEntry:
    """The knowledge of a search about a state.

    *score* is for the seat that decides, *bound* says whether the score is exact, *depth* counts
    the decisions that were searched, *move* is the best one.
    """

    __slots__ = ("bound", "depth", "move", "score")

    def __init__(self, depth: int, bound: int, score: float, move: Any) -> None:
        self.depth = depth
        self.bound = bound
        self.score = score
        self.move = move


class TranspositionTable:
    """Remembers entries by their states. When it is full, it forgets the older half."""

    def __init__(self, entries: int = MOST_STATES) -> None:
        self.entries = entries
        self.recent: dict[Any, TableEntry] = {}
        self.older: dict[Any, TableEntry] = {}

    def get(self, state: Any) -> TableEntry | None:
        """The entry of *state*, or ``None``."""
        known = self.recent.get(state)
        return known if known is not None else self.older.get(state)

    def keep(self, state: Any, known: TableEntry) -> None:
        """Remembers *known* as the entry of *state*."""
        if len(self.recent) >= self.entries:
            self.older, self.recent = self.recent, {}
        self.recent[state] = known
