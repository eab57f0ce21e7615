"""The hub of a host, which charges people for rooms and events, within limits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final, Protocol

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _, spoken
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.messages import RoomMessage, Said
from gipf_meta.deeds.thoughts import Thought
from gipf_meta.deeds.view_deeds import Watch
from gipf_meta.host.limits import HostBudget, TooMany
from gipf_meta.host.metrics import Figures
from gipf_meta.hub.hub import Hub, RateLimits
from gipf_meta.hub.open_rooms import OpenRoom
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import Refused

COUNTED_MS: Final = 10_000
"""Milliseconds after which the number of all unfinished matches is counted again."""

CROWDED: Final = 1 / 2
"""The part of a room's limits that any command may use up; the rest is for decisions."""


class RoomCounts(Protocol):
    """Counts the rooms of the host. Each method may raise ``DatabaseError``."""

    def count_unfinished(self, people: Collection[str]) -> int:
        """Returns the number of unfinished matches that were opened by one of *people*."""
        ...

    def count_open(self, people: Collection[str]) -> int:
        """Returns the number of open tables of *people* that wait for a player."""
        ...

    def count_all_unfinished(self) -> int:
        """Returns the number of all unfinished matches."""
        ...


class HostLimits(RateLimits):
    """Charges the rooms that people open, and the events that they write, to a *budget*; *rooms*
    counts the rooms of the host."""

    def __init__(self, budget: HostBudget, rooms: RoomCounts) -> None:
        super().__init__()
        self._budget, self._counts = budget, rooms
        self._all_unfinished, self._counted_ms = 0, -COUNTED_MS

    def opening(self, person: str, is_table: bool = False) -> None:
        """Charges a room that *person* is about to open; *is_table*: one that waits for any player.

        Raises ``TooMany`` and ``DatabaseError``.
        """
        self._require_writing(person)
        limits, counts = self._budget.limits, self._counts
        if is_table:
            words = _("{count} open tables of yours wait for somebody; end one of them first.")
            crowd = _("Many open tables of new people at your address wait for somebody; join one.")
            most = limits.open_tables, limits.open_tables_of_newcomers
            self._require_fewer(counts.count_open, person, most, words, crowd)
        self._require_room()
        words = _("{count} matches that you have opened are not over; end some of them first.")
        crowd = _("Many matches of new people at your address are not over; end some first.")
        most = limits.unfinished, limits.unfinished_of_newcomers
        self._require_fewer(counts.count_unfinished, person, most, words, crowd)
        if not self._budget.rooms.take(person):
            raise TooMany(_("You have opened many matches in the last hour; wait a while."))

    def _require_fewer(
        self,
        count: Callable[[Collection[str]], int],
        person: str,
        most: tuple[int, int],
        words: str,
        crowd_words: str,
    ) -> None:
        """Raises ``TooMany`` with *words* if *person* has ``most[0]`` rooms by *count*, or with
        *crowd_words* if he is new, and all new people of his address have ``most[1]``."""
        own, of_newcomers = most
        if count([person]) >= own:
            raise TooMany(words.format(count=own))
        if (crowd := self._budget.newcomers.beside(person)) and count(crowd) >= of_newcomers:
            raise TooMany(crowd_words)

    def _require_room(self) -> None:
        """Raises ``TooMany`` if the host has as many unfinished matches as it may have; their
        number is cached for ``COUNTED_MS``."""
        now_ms, most = self._budget.clock.now_ms(), self._budget.limits.unfinished_in_all
        if now_ms - self._counted_ms >= COUNTED_MS:
            self._all_unfinished = self._counts.count_all_unfinished()
            self._counted_ms = now_ms
        if self._all_unfinished >= most:
            raise TooMany(_("This server has as many matches as it can; come again in a while."))

    # ---- what is written ------------------------------------------------------------------------

    def change(self, entry: OpenRoom, deed: Deed, person: str) -> None:
        """Checks the limits for a *deed* of *person*; a deed with ``when_full`` is always allowed.

        Raises ``TooMany``, and ``Refused`` where he would join somebody from whom he is apart.
        """
        self.check_company(entry.state, deed, person)
        if deed.when_full:
            return
        limits, state = self._budget.limits, entry.state
        if (count := state.number) >= limits.events_of_room:
            raise TooMany(_full(state, _.many("{count} event", "{count} events", count), count))
        if (count := entry.letters) >= limits.letters_of_room:
            raise TooMany(_full(state, _.many("{count} letter", "{count} letters", count), count))
        is_crowded = (
            state.number >= limits.events_of_room * CROWDED
            or entry.letters >= limits.letters_of_room * CROWDED
        )
        if is_crowded and not (deed.leads_on or state.study is not None or state.is_ended):
            words = _("So much was done in this match that now only its decisions are kept.")
            raise TooMany(words)
        self._require_writing(person)

    def _require_writing(self, person: str) -> None:
        """Raises ``TooMany`` if *person* has written too much lately."""
        if not all(each.has_left(person) for each in (self._budget.events, self._budget.written)):
            words = _(
                "You have done more in matches and studies than this server keeps of one person in"
                " so short a time: wait a while. You can still resign, offer a draw, or leave."
            )
            raise TooMany(words)

    def note_written(self, person: str, events: int, letters: int) -> None:
        """Charges *person* for so many *events*, of so many *letters*, in a ledger."""
        self._budget.events.spend(person, events)
        self._budget.written.spend(person, letters)


def _full(room: RoomState, much: str, count: int) -> str:
    """Returns the sentence that *room* is full, and what the person can do instead.

    *much* is its size, a text with ``{count}``.
    """
    if room.study is not None:
        words = _(
            "This study has {much}, as many as this server keeps of one: save it, and open the file"
            " as another one."
        )
    elif room.is_ended:
        words = _(
            "This match has {much}, as many as this server keeps of one: look at it by yourself, or"
            " save it."
        )
    else:
        words = _(
            "This match has {much}, as many as this server keeps of one: resign, or agree on a"
            " draw."
        )
    return words.format(much=much.format(count=count))


class HostHub(Hub):
    """A hub that charges rooms and deeds of people to *budget*. *rooms* counts the host's rooms,
    *figures* measure drawing; ``note_away`` is called with each link that leaves its screen."""

    def __init__(
        self, budget: HostBudget, rooms: RoomCounts, figures: Figures, *args: Any, **about: Any
    ) -> None:
        super().__init__(*args, **about)
        self.limits, self._figures = limits, figures = HostLimits(budget, rooms), figures
        self.rooms.note_written = limits.note_written
        self.audience.drawing = lambda: figures.part("drawing")
        self.audience.note_drawn = lambda waited_ms: figures.drawn(waited_ms / 1000)
        self.note_away: Callable[[str], object] = lambda link: None

    def take_thoughts(self) -> list[Thought]:
        """Returns the thoughts that are to begin now, and counts them."""
        thoughts = super().take_thoughts()
        self._figures.thoughts.inc(len(thoughts))
        return thoughts

    def watch(self, deed: Watch, said: Said) -> list[RoomMessage]:
        """Shows a room, and calls ``note_away``, for its link shows no screen any more."""
        answers = super().watch(deed, said)
        self.note_away(said.link)
        return answers

    def disconnect(self, link: str, at_ms: int) -> None:
        """Removes a *link* that has ended, and calls ``note_away``."""
        super().disconnect(link, at_ms)
        self.note_away(link)


def is_at(hub: Hub, link: str, room: str) -> bool:
    """Returns whether *link* watches *room* in this process."""
    entry = hub.open_rooms.get(room)
    return entry is not None and link in entry.watchers


def reload_lost_rooms(hub: Hub, lost: Collection[str]) -> None:
    """Reads the *lost* rooms of *hub* again from the ledger, and drops the answers that wait.

    Nobody has got anything of what is lost: it is sent only after its commit.
    """
    hub.forget_answers()
    unread = hub.open_rooms.unread
    for entry in [*hub.open_rooms, *unread.values()]:
        if entry.state.id in lost:
            hub.audience.forget_events(entry)
            if entry.state.id not in unread:
                with suppress(GipfMetaError):  # then it is read as soon as that is possible
                    hub.audience.tell_all(hub.rooms.reload(entry))


def read_anew(hub: Hub, room: str) -> None:
    """Reads *room* again if it is in memory: its ledger was changed otherwise than by appending.

    A room that is gone is closed, and its watchers are told.
    """
    hub.rooms.ahead.take(room)
    entry = hub.open_rooms.look(room) or hub.open_rooms.unread.get(room)
    if entry is None:
        return
    try:
        entry = hub.rooms.reload(entry)
        hub.audience.tell_all(entry)
        replicas = [each for each in entry.watchers.items() if each[1].want == "events"]
        events = [each.event for each in hub.rooms.read(room)] if replicas else []
        for link, watcher in replicas:  # they make the room of all its events once more
            hub.audience.join(entry, link, watcher, events)
    except Refused:
        for link in entry.watchers:
            if (asker := hub.links.get(link)) is not None:
                with spoken(asker.language):
                    words = _("This match was removed: nobody had changed it for long.")
                    hub.links.send(link, {"notice": words})
        hub.audience.close(room)
        hub.open_rooms.close(room)
    except GipfMetaError:
        pass  # it is read as soon as that is possible
