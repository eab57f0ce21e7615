"""A second program that counts the notices of a host, written from what they promise alone.

It knows nothing of the program. It is told in plain data how a room stands after each command, who
opens and closes a board, and which ways people have; and whatever is delivered. What it holds the
host to:

* Whoever must do something that he did not have to do before, and did not cause it himself, gets
  one notice on each of his ways, unless he sits at that board. So does who is invited by name,
  whoever plays where an hour is agreed, and all but who ended it where a match ends.
* Who leaves a board that waits for him gets the same notice then, if he has not got it already.
* What is delivered is true at that moment: the room still waits for him, for the same. It goes to
  nobody who sits at the board, and once; a second time only where the process died between the
  acceptance and its note of it, and then in the same parcel.
* Of one room a parcel has one notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ASKED, END, HOUR, INVITATION, TURN = "asked", "end", "hour", "invitation", "turn"
SORT_OF_KIND = {
    "turn": TURN,
    "answer": TURN,
    "duel": TURN,
    "offer": ASKED,
    "hour": HOUR,
    "invitation": INVITATION,
    "end": END,
}
"""The parts that a notice tells, by its kind."""
HOUR_AHEAD_MS = 600_000
"""Milliseconds before an hour at which it is told."""
TOLD = ("push", "mail")
"""The kinds of ways on which something is delivered."""


class WrongPost(AssertionError):
    """Something that was told and should not have been, or the other way round; one sentence."""


class Want(NamedTuple):
    """A want of a room, of a player: of that *sort*, and *since* when, as anything that is another
    one for each new want. It may be told as of event *number* already."""

    sort: str
    since: str
    number: int = 0


class Place(NamedTuple):
    """How a room stands after a command *by* a person (``""``: nobody), whose events have the
    numbers from *first* to *last*.

    By player: the persons who are *holders* of seats, what it *wants* of people, and the persons
    who are *invited* by name.
    """

    room: str
    first: int
    last: int
    by: str
    holders: Mapping[int, str]
    wants: Mapping[int, tuple[Want, ...]]
    invited: Mapping[int, str]
    hour_ms: int | None
    is_over: bool

    def wanted(self) -> dict[tuple[str, Want], int]:
        """The persons of whom it wants something, and what, with the player."""
        return {
            (person, want): player
            for player, wants in self.wants.items()
            for want in wants
            if (person := self.holders.get(player))
        }


NOWHERE = Place("", 0, 0, "", {}, {}, {}, None, False)


@dataclass
class Item:
    """A notice for *person* on a *way*: what a room wants, or what has happened there.

    It tells one of the events from *first* to *last*. *state* is empty while it waits, else
    ``sent`` or ``past``; *parcel* is the delivery it was part of. One that *may* stand in the
    outbox need not: its person sat at the board, and perhaps not every process knew that.
    """

    way: str
    person: str
    room: str
    want: Want
    first: int
    last: int
    due_ms: int
    state: str = ""
    parcel: str = ""
    may: bool = False

    def is_told_by(self, number: int, kind: str) -> bool:
        """Whether a row of event *number* and of that *kind* is this one."""
        return self.first <= number <= self.last and SORT_OF_KIND[kind] == self.want.sort


class Row(NamedTuple):
    """A row of the outbox."""

    way: str
    room: str
    number: int
    kind: str
    person: str
    result: str


@dataclass
class SecondPost:
    """A list of what must stand in the outbox, and what was delivered of it.

    *ways* have their person and kind, *ended* are those that are no more; *items* are all notices
    that were ever due; on a way of a kind they are delivered at *next_ms*. *may_repeat* has the
    parcels that were accepted by a process that died before it had noted it, each with where that
    was; *repeats* those that came a second time.
    """

    ways: dict[str, tuple[str, str]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    items: list[Item] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    sitting: Counter[tuple[str, str]] = field(default_factory=Counter)
    next_ms: Callable[[str, int], int] = lambda kind, ms: ms
    may_repeat: dict[str, str] = field(default_factory=dict)
    repeats: list[tuple[str, str]] = field(default_factory=list)
    delivered: int = 0
    _since: dict[tuple[str, str, Want], tuple[int, int]] = field(default_factory=dict)

    # ---- what happens ---------------------------------------------------------------------------

    def take(self, place: Place, now_ms: int) -> None:
        """Takes how a room stands after its next command."""
        room, before = place.room, self.places.get(place.room, NOWHERE)
        if place.first != before.last + 1:
            raise WrongPost(f"{room}: events {before.last + 1} to {place.first - 1} were not told")
        self.places[room] = place
        new = set[str]()
        for person, want in place.wanted().keys() - before.wanted().keys():
            self._since.setdefault((room, person, want), (place.first, place.last))
            new.add(person)
        if place.is_over:
            new = set() if before.is_over else set(place.holders.values()) - {""}
            for person in new:
                self._since[room, person, Want(END, "")] = place.first, place.last
        for person in set(place.invited.values()) - set(before.invited.values()):
            if not place.is_over:
                self._since[room, person, Want(INVITATION, "")] = place.first, place.last
                new.add(person)
        for person in sorted(new - {place.by, ""}):
            what, sits = self._first_want(person, place), self.sits(person, room)
            self._tell(person, what, now_ms, may=sits)
        if place.hour_ms is not None and place.hour_ms != before.hour_ms:
            for person in sorted(set(place.holders.values()) - {""}):
                want = Want(HOUR, str(place.hour_ms))
                self._since[room, person, want] = place.first, place.last
                self._tell(person, (room, want), max(now_ms, place.hour_ms - HOUR_AHEAD_MS))
        self._drop_past(room)

    def _first_want(self, person: str, place: Place) -> tuple[str, Want]:
        """The notice to *person* of a room that wants more than one thing: what is asked of him,
        then that he is on turn, then what has happened."""
        if place.is_over:
            return place.room, Want(END, "")
        wants = [want for who, want in place.wanted() if who == person]
        found = sorted(wants, key=lambda want: (want.sort != ASKED, want))
        return place.room, found[0] if found else Want(INVITATION, "")

    def sit(self, person: str, room: str) -> None:
        """*person* opens a board."""
        self.sitting[person, room] += 1

    def leave(self, person: str, room: str) -> None:
        """*person* closes a board, or the process dies at which he has it open."""
        self.sitting[person, room] -= 1

    def look(self, now_ms: int) -> None:
        """A process looks at what is due: who sits at the board is not told, and is told what the
        room wants of him when he has left it."""
        for each in self.items:
            is_due = each.due_ms <= now_ms or each.want.sort not in (TURN, ASKED)
            if not each.state and is_due and self.sits(each.person, each.room):
                each.state = "past"

    def sits(self, person: str, room: str) -> bool:
        """Whether *person* has a board open."""
        return self.sitting[person, room] > 0

    def remind_all(self, now_ms: int) -> None:
        """All people are told who do not sit at a board that waits for them, and were not told
        before."""
        for room, place in self.places.items():
            for person in sorted({who for who, _want in place.wanted()}):
                if not self.sits(person, room):
                    self._tell(person, self._first_want(person, place), now_ms)

    def _tell(self, person: str, what: tuple[str, Want], due_ms: int, *, may: bool = False) -> None:
        room, want = what
        first, last = self._since[room, person, want]
        first = min(first, want.number or first)
        for way, (owner, kind) in self.ways.items():
            if owner != person:
                continue
            ms = due_ms if want.sort == HOUR else self.next_ms(kind, due_ms)
            known = self._find(way, room, person, want)
            if known is None:
                self.items.append(Item(way, person, room, want, first, last, ms, may=may))
            elif not may:
                # it was not told: he came, and has gone again; or he sat there when it came
                if known.state == "past" or (known.may and not known.state):
                    known.state, known.due_ms = "", ms
                known.may = False

    def _find(self, way: str, room: str, person: str, want: Want) -> Item | None:
        for each in self.items:
            if (each.way, each.room, each.person, each.want) == (way, room, person, want):
                return each
        return None

    def is_true(self, item: Item) -> bool:
        """Whether what *item* tells is still so."""
        place = self.places[item.room]
        if item.want.sort == END:
            return place.is_over
        if item.want.sort == HOUR:
            return place.hour_ms is not None and str(place.hour_ms) == item.want.since
        if item.want.sort == INVITATION:
            return item.person in place.invited.values() and not place.is_over
        return (item.person, item.want) in place.wanted()

    def _drop_past(self, room: str) -> None:
        for each in self.items:
            if each.room == room and not each.state and not self.is_true(each):
                each.state = "past"

    def end_way(self, way: str) -> None:
        """A way is no more, and nothing is told on it."""
        del self.ways[way]
        self.ended.add(way)
        self.items = [each for each in self.items if each.way != way]

    # ---- what is delivered ----------------------------------------------------------------------

    def begin(self, way: str, told: Iterable[tuple[str, int, str]]) -> None:
        """A delivery begins on a *way*: rooms, numbers and kinds. Raises ``WrongPost`` unless it is
        true now, and for somebody who does not sit there."""
        rooms = Counter[str]()
        for room, number, kind in told:
            rooms[room] += 1
            item = self._told(way, room, number, kind)
            if not self.is_true(item):
                raise WrongPost(f"{way} is told of {room} event {number} ({kind}), which is past")
            if self.sits(item.person, room):
                raise WrongPost(f"{way} is told of {room}, at whose board {item.person} sits")
        if not rooms or max(rooms.values()) > 1:
            raise WrongPost(f"{way} is told of the rooms {dict(rooms)} in one parcel")

    def accept(self, way: str, parcel: str, told: Iterable[tuple[str, int, str]]) -> None:
        """The other server has accepted a *parcel* on a *way*. Raises ``WrongPost`` if it had it,
        unless somebody died meanwhile."""
        self.delivered += 1
        for room, number, kind in told:
            item = self._told(way, room, number, kind)
            if item.state == "sent":
                where = self.may_repeat.get(item.parcel)
                if where is None:
                    raise WrongPost(f"{way} is told twice of {room} event {number} ({kind})")
                if item.parcel != parcel:
                    raise WrongPost(f"{way} is told again of {room} in another parcel: {where}")
                if (parcel, where) not in self.repeats:
                    self.repeats.append((parcel, where))
            item.state, item.parcel = "sent", parcel
            self._pass_over(item)

    def _pass_over(self, told: Item) -> None:
        """Notes that older notices of the room of one that was *told* are not told any more."""
        for each in self.items:
            is_older = each.want.sort != HOUR and each.last <= told.last
            if (each.way, each.room, each.state) == (told.way, told.room, "") and is_older:
                each.state = "past"

    def _told(self, way: str, room: str, number: int, kind: str) -> Item:
        for each in self.items:
            if (each.way, each.room) == (way, room) and each.is_told_by(number, kind):
                return each
        raise WrongPost(f"{way} is told of {room} event {number} ({kind}), of which nobody waits")

    def fail(self, way: str, told: Iterable[tuple[str, int, str]], again_ms: int) -> None:
        """A delivery on a *way* has failed; it is tried again until *again_ms*."""
        for room, number, kind in told:
            self._told(way, room, number, kind).due_ms = again_ms

    def died(self, parcel: str, where: str) -> None:
        """A process died before it had noted that a *parcel* was accepted."""
        self.may_repeat[parcel] = where

    # ---- the law --------------------------------------------------------------------------------

    def check(self, rows: Iterable[Row]) -> None:
        """Raises ``WrongPost`` unless the *rows* of the outbox are those that must stand there."""
        found = Counter[int]()
        for row in rows:
            if row.way in self.ended:
                if not row.result:
                    raise WrongPost(f"a row waits for the way {row.way}, which is no more: {row}")
                continue
            try:
                item = self._told(row.way, row.room, row.number, row.kind)
            except WrongPost as error:
                raise WrongPost(f"a row for nothing: {row}") from error
            if item.person != row.person:
                raise WrongPost(f"a row for {row.person} instead of {item.person}: {row}")
            found[id(item)] += 1
            kind = self.ways[row.way][1]
            if kind not in TOLD and row.result != "kept":
                raise WrongPost(f"the row of a {kind} is {row.result!r}: {row}")
            if item.state == "sent" and row.result not in ("", "sent"):
                raise WrongPost(f"what was sent is noted as {row.result!r}: {row}")
            if row.result == "sent" and item.state != "sent":
                raise WrongPost(f"what was not sent is noted as sent: {row}")
        for item in self.items:
            if found[id(item)] != 1 and not (item.may and not found[id(item)]):
                raise WrongPost(f"{found[id(item)]} rows of {item}")

    def check_delivered(self, now_ms: int) -> None:
        """Raises ``WrongPost`` unless all is delivered that was due at *now_ms*."""
        for item in self.items:
            if item.state or item.due_ms > now_ms or self.sits(item.person, item.room):
                continue
            if self.ways[item.way][1] in TOLD and self.is_true(item):
                raise WrongPost(f"not delivered: {item}")
