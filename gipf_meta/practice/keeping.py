"""Where the entries of a person's practice are kept: one after the other, none ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.practice.entries import Entry

MOST_ENTRIES: Final = 20_000
"""The most entries of a person: six a day for nine years."""


class NotKept(GipfMetaError, RuntimeError):
    """An entry of practice could not be read or kept; one sentence."""


class PracticeKeeper(Protocol):
    """The entries of one person."""

    def entries(self) -> Sequence[Entry]:
        """All entries, in whatever order. Raises ``GipfMetaError``."""
        ...

    def add(self, entry: Entry) -> None:
        """Adds *entry*; processes that add at the same time add one after the other. Raises
        ``GipfMetaError``; ``NotKept`` where there are ``MOST_ENTRIES`` already."""
        ...


class MemoryKeeper:
    """Keeps entries as long as the program runs: where nothing is saved, and in tests."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._entries = tuple(entries)

    def entries(self) -> Sequence[Entry]:
        """All entries."""
        return self._entries

    def add(self, entry: Entry) -> None:
        """Adds *entry*. Raises ``NotKept``."""
        require_room(len(self._entries))
        self._entries = (*self._entries, entry)


def require_room(count: int) -> None:
    """Raises ``NotKept`` if *count* entries are as many as one person may have."""
    if count >= MOST_ENTRIES:
        words = _("Nothing more of your practice is noted: there are {count} entries, the most.")
        raise NotKept(words.format(count=count))
