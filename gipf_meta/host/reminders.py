"""Reminders of the hours at which duels are played live: a notice at every page of the players.

Each process asks the database for the hours that are near, and tells its own pages; which of them
it has told, each page remembers for itself. So it matters not how many processes there are, nor
whether one has begun anew meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gipf_meta.base.texts import _
from gipf_meta.desk.context import ListedRoom
from gipf_meta.desk.table_rows import span_words
from gipf_meta.host.outbox_rows import BEFORE_HOUR_MS
from gipf_meta.host.room_lists import Lists


@dataclass(frozen=True, slots=True)
class Reminder:
    """The hour of the duel at *table*, whose game is called *title*, and that comes *left_ms* after
    now."""

    table: ListedRoom
    title: Callable[[], str]
    left_ms: int

    @property
    def key(self) -> tuple[str, int]:
        """The room and its hour, by which a page knows of what it was reminded."""
        return self.table.room, self.table.hour_ms or 0

    def is_for(self, person: str) -> bool:
        """Whether *person* holds a seat at the table."""
        return any(person == seat.person for seat in self.table.seats if seat.person)

    def notice(self, person: str) -> str:
        """Returns the sentence for *person*."""
        others = [seat.name for seat in self.table.seats if seat.person != person]
        words = _("Your live duel begins in {time}: {game} with {names}.")
        time = span_words(self.left_ms)
        return words.format(time=time, game=self.title(), names=", ".join(others))


class Reminders:
    """The hours in *lists* that are near, by the time of the rooms, ``now_ms``; *title* returns how
    a game is called."""

    def __init__(
        self, lists: Lists, title: Callable[[str], str], now_ms: Callable[[], int]
    ) -> None:
        self._lists, self._title, self._now_ms = lists, title, now_ms

    def look(self) -> list[Reminder]:
        """Returns the reminders that are due now. Raises ``DatabaseError``."""
        now_ms = self._now_ms()
        soon = self._lists.hours_between(now_ms, now_ms + BEFORE_HOUR_MS)
        return [self._remind(table, (table.hour_ms or now_ms) - now_ms) for table in soon]

    def _remind(self, table: ListedRoom, left_ms: int) -> Reminder:
        return Reminder(table, lambda: self._title(table.game), left_ms)
