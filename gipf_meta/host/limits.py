"""The limits and rate limits of a host, for a person, an address, a room, and in all."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.web.frames import LONGEST_FRAME
from gipf_meta.web.link import Allowance

SOME_KEYS: Final = 100
"""The number of keys at which full allowances are first dropped; and again whenever the keys have
doubled since."""
MOST_NEW: Final = 10_000
"""The most new people that are remembered."""
HOUR_S: Final = 3600
NEW_MS: Final = 24 * HOUR_S * 1000
"""Milliseconds after his first visit for which a person counts as new."""


class TooMany(GipfMetaError, RuntimeError):
    """A limit of the host was reached; one sentence for the person."""


class Allowances:
    """A rate limit for each of many keys: *at_once*, refilled by *per_second*."""

    def __init__(self, clock: Clock, at_once: int, per_second: float) -> None:
        self._clock, self._at_once, self._per_second = clock, at_once, per_second
        self._known: dict[str, Allowance] = {}
        self._enough = SOME_KEYS

    def __len__(self) -> int:
        return len(self._known)

    def take(self, key: str, count: int = 1) -> bool:
        """Takes *count* from what *key* has left; returns whether there was so much."""
        return self._of(key).take(count)

    def spend(self, key: str, count: int) -> None:
        """Takes *count* from what *key* has left, even if it has less."""
        self._of(key).spend(count)

    def has_left(self, key: str) -> bool:
        """Returns whether *key* has at least one left."""
        return self._of(key).has()

    def _of(self, key: str) -> Allowance:
        if key not in self._known:
            if len(self._known) >= self._enough:
                self._known = {k: each for k, each in self._known.items() if not each.is_full}
                self._enough = max(SOME_KEYS, 2 * len(self._known))
            self._known[key] = Allowance(self._clock, self._at_once, self._per_second)
        return self._known[key]


@dataclass(frozen=True)
class Limits:
    """The limits of a host. At most *sockets* are open in all, and *sockets_each* from an address.

    Frames: a person may send *frames_at_once*, and *frames_per_second* in the long run; an address
    ten times as many, for a school may be behind it. In these frames he may send *letters_at_once*,
    and *letters_per_second*; an address four times as many. Imports: a person may import
    *brought_at_once* matches, and *brought_per_hour*; an address four times as many.

    A person may open *rooms_per_hour*; *people_per_hour* new people may come from one address. A
    person may have *unfinished* matches that he opened, all new people of an address together
    *unfinished_of_newcomers*, the host *unfinished_in_all*. A person may have *open_tables* that
    wait for a player, all new people of an address together *open_tables_of_newcomers*.

    A ledger of a room may have *events_of_room*, and *letters_of_room*; then the room can only be
    ended. A person may write *events_at_once* into ledgers, and *events_per_hour* in the long run,
    with *written_at_once* letters, and *written_per_hour*. At most *idle_rooms* without watchers
    stay in memory, each for *idle_s* seconds. So many *mails* may be asked for in an hour to come
    back by, and as many to confirm addresses, of all processes together. A person is sent so many
    *notices* in a day on all his ways, each of which may tell of several matches; of all people
    together so many *notice_mails* in a day, by all processes.
    """

    sockets: int = 4000
    sockets_each: int = 200
    frames_at_once: int = 150
    frames_per_second: int = 20
    letters_at_once: int = 2 * LONGEST_FRAME
    letters_per_second: int = 10_000
    brought_at_once: int = 12
    brought_per_hour: int = 60
    rooms_per_hour: int = 60
    people_per_hour: int = 120
    unfinished: int = 200
    unfinished_of_newcomers: int = 500
    unfinished_in_all: int = 100_000
    open_tables: int = 5
    open_tables_of_newcomers: int = 30
    events_of_room: int = 10_000
    letters_of_room: int = 5_000_000
    events_at_once: int = 10_000
    events_per_hour: int = 4_000
    written_at_once: int = 5_000_000
    written_per_hour: int = 1_000_000
    idle_rooms: int = 200
    idle_s: int = 60
    mails: int = 300
    notices: int = 200
    notice_mails: int = 2_000


class Newcomers:
    """The people whose first visit was in the last day, by *clock*, and their addresses."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._came = OrderedDict[str, tuple[str, int]]()
        self._people = defaultdict[str, set[str]](set)

    def note(self, person: str, address: str) -> None:
        """Adds *person*, who has just come for the first time, from *address*."""
        if person not in self._came:
            self._came[person] = address, self._clock.now_ms()
            self._people[address].add(person)
        self._forget_old()

    def beside(self, person: str) -> Collection[str]:
        """Returns the new people of the address of *person*, with him; empty if he is not new."""
        self._forget_old()
        return self._people[self._came[person][0]] if person in self._came else ()

    def _forget_old(self) -> None:
        oldest_ms = self._clock.now_ms() - NEW_MS
        while self._came:
            person, (address, came_ms) = next(iter(self._came.items()))
            if came_ms >= oldest_ms and len(self._came) <= MOST_NEW:
                return
            del self._came[person]
            self._people[address].discard(person)
            if not self._people[address]:
                del self._people[address]


@dataclass
class HostBudget:
    """The allowances that people and addresses have left of the *limits*, by *clock*."""

    limits: Limits
    clock: Clock
    frames_of_person: Allowances = field(init=False)
    frames_of_address: Allowances = field(init=False)
    letters_of_person: Allowances = field(init=False)
    letters_of_address: Allowances = field(init=False)
    brought_of_person: Allowances = field(init=False)
    brought_of_address: Allowances = field(init=False)
    rooms: Allowances = field(init=False)
    events: Allowances = field(init=False)
    written: Allowances = field(init=False)
    people: Allowances = field(init=False)
    newcomers: Newcomers = field(init=False)

    def __post_init__(self) -> None:
        """Makes the allowances, all of them full."""
        at_once, each = self.limits.frames_at_once, self.limits.frames_per_second
        self.frames_of_person = Allowances(self.clock, at_once, each)
        self.frames_of_address = Allowances(self.clock, 10 * at_once, 10 * each)
        at_once, each = self.limits.letters_at_once, self.limits.letters_per_second
        self.letters_of_person = Allowances(self.clock, at_once, each)
        self.letters_of_address = Allowances(self.clock, 4 * at_once, 4 * each)
        at_once, hourly = self.limits.brought_at_once, self.limits.brought_per_hour
        self.brought_of_person = Allowances(self.clock, at_once, hourly / HOUR_S)
        self.brought_of_address = Allowances(self.clock, 4 * at_once, 4 * hourly / HOUR_S)
        self.rooms = self._hourly(self.limits.rooms_per_hour)
        at_once, hourly = self.limits.events_at_once, self.limits.events_per_hour
        self.events = Allowances(self.clock, at_once, hourly / HOUR_S)
        at_once, hourly = self.limits.written_at_once, self.limits.written_per_hour
        self.written = Allowances(self.clock, at_once, hourly / HOUR_S)
        self.people = self._hourly(self.limits.people_per_hour)
        self.newcomers = Newcomers(self.clock)

    def charge_replay(self, person: str, address: str) -> None:
        """Charges an import to *person* and to *address*. Raises ``TooMany``."""
        if not self.brought_of_person.take(person):
            raise TooMany(_("You have brought many matches from elsewhere; wait a while."))
        if not self.brought_of_address.take(address):
            raise TooMany(
                _("Many matches from elsewhere were brought from your address; wait a while.")
            )

    def _hourly(self, count: int) -> Allowances:
        return Allowances(self.clock, count, count / HOUR_S)


def network_of(address: str) -> str:
    """Returns the key of *address* in limits: the /64 of an IPv6 address: one client has it all.

    An IPv4 address, or a text that is no address, is returned as it is.
    """
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return str(ip_network((read, 64), strict=False))
    return str(read)
