"""How much one person, or one address, may ask of the server in a time."""

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
"""After so many keys those are looked for that need not be remembered; and again whenever twice as
many are there as were left."""
MOST_NEW: Final = 10_000
"""So many new people are remembered."""
HOUR_S: Final = 3600
NEW_MS: Final = 24 * HOUR_S * 1000
"""For how many milliseconds somebody who has come for the first time is new."""


class TooMany(GipfMetaError, RuntimeError):
    """Somebody asks for more than a host gives to one person or address; one sentence."""


class Allowances:
    """An allowance for each of many keys: *at_once*, and *per_second* more as time passes."""

    def __init__(self, clock: Clock, at_once: int, per_second: float) -> None:
        self._clock, self._at_once, self._per_second = clock, at_once, per_second
        self._known: dict[str, Allowance] = {}
        self._enough = SOME_KEYS

    def __len__(self) -> int:
        return len(self._known)

    def take(self, key: str, count: int = 1) -> bool:
        """Takes *count* from what *key* has left; whether there was so much."""
        return self._of(key).take(count)

    def spend(self, key: str, count: int) -> None:
        """Takes *count* from what *key* has left, also if there was not so much."""
        self._of(key).spend(count)

    def has_left(self, key: str) -> bool:
        """Whether *key* has one left."""
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
    """The limits of a host. *sockets* in all may be open, and *sockets_each* of an address.

    A person may send *frames_at_once*, and *frames_per_second* in the long run; an address ten
    times as many, for there may be a school behind it. In them a person may send *letters_at_once*,
    and *letters_per_second*; an address four times as many. Of matches from elsewhere he may bring
    *brought_at_once*, and *brought_per_hour*, and all people of an address four times as many.
    *rooms_per_hour* are those that a person may open, *people_per_hour* those who may come from one
    address for the first time. Of the matches that somebody has opened *unfinished* may wait for
    their end, and *unfinished_of_newcomers* of all new people of an address together;
    *unfinished_in_all* of everybody. Of his *open_tables* so many may wait for somebody, and
    *open_tables_of_newcomers* of all new people of an address together.

    A room may have *events_of_room*, and *letters_of_room* in its ledger; then it can only be
    ended. A person may write *events_at_once* into ledgers, and *events_per_hour* in the long run,
    of *written_at_once* letters, and *written_per_hour*. Of rooms that nobody watches *idle_rooms*
    stay in memory, each for *idle_s* seconds.
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


class Newcomers:
    """Who has come for the first time in the last day, by *clock*, and from which address."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._came = OrderedDict[str, tuple[str, int]]()
        self._people = defaultdict[str, set[str]](set)

    def note(self, person: str, address: str) -> None:
        """Notes that *person* has just come for the first time, from *address*."""
        if person not in self._came:
            self._came[person] = address, self._clock.now_ms()
            self._people[address].add(person)
        self._forget_old()

    def beside(self, person: str) -> Collection[str]:
        """The new people of the address of *person*, himself included; empty if he is not new."""
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
    """What everybody has left of the *limits*, by *clock*."""

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
        """Gives everybody the whole."""
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
        """Counts a match that *person* brings from *address*. Raises ``TooMany``."""
        if not self.brought_of_person.take(person):
            raise TooMany(_("You have brought many matches from elsewhere; wait a while."))
        if not self.brought_of_address.take(address):
            raise TooMany(
                _("Many matches from elsewhere were brought from your address; wait a while.")
            )

    def _hourly(self, count: int) -> Allowances:
        return Allowances(self.clock, count, count / HOUR_S)


def network_of(address: str) -> str:
    """What stands for *address* in limits: of IPv6 the /64, for whoever has one has them all.

    What is no address stands for itself.
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
