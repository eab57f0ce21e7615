"""News of what waits for the people of open pages and programs: these need not ask again and again,
and are told wherever they are.

Who watches a room sees what happens there: a change of it alone costs nothing here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, cast

from gipf_meta.base.dates import zone_name
from gipf_meta.base.pending import Noted
from gipf_meta.base.texts import language
from gipf_meta.desk.responses import AwaitsMessage, PageMessages, WaitsMessage
from gipf_meta.host.room_lists import MOST_AT_ONCE, LiveLists

TellLink = Callable[[str, Callable[[], AwaitsMessage | None]], bool]
"""Sends a link the message that the callback makes in its language; returns whether it is there."""


class PeopleOfRooms(Protocol):
    """The source of the people whom rooms concern."""

    def rooms_by_person(self, rooms: Collection[str]) -> Mapping[str, Collection[str]]:
        """Returns those of *rooms* that may wait for somebody, by the people. Raises
        ``DatabaseError``."""
        ...


class WaitingMaker(Protocol):
    """The source of what waits for a person."""

    def waiting(self, person: str) -> WaitsMessage | None:
        """Returns what waits for *person*, in the language that is spoken now."""
        ...


@dataclass
class _Follower:
    """A link of *person*, which knows of the *rooms*, the first of *count*.

    *at* are the rooms that it watches, as far as they wait or have changed meanwhile, *quiet* those
    that it has left since: what began to wait there was seen.
    """

    person: str
    rooms: frozenset[str]
    count: int
    at: set[str] = field(default_factory=set)
    quiet: set[str] = field(default_factory=set)


class FollowedWaiting:
    """Tells links what has begun to wait for their people. *is_at* says whether a link watches a
    room in this process."""

    def __init__(
        self,
        lists: PeopleOfRooms,
        desks: WaitingMaker,
        is_at: Callable[[str, str], bool],
    ) -> None:
        self._lists, self._desks, self._is_at = lists, desks, is_at
        self._followers: dict[str, _Follower] = {}
        self._changed, self._due = Noted[str](), Noted[str]()
        self._made: dict[tuple[str, str, str | None], WaitsMessage | None] = {}

    def note_answers(self, link: str, person: str, answers: PageMessages) -> None:
        """Follows what waits for *person* for *link*, if *answers* say so."""
        for answer in answers:
            if answer.get("follows"):
                rooms, count = _rooms_in(cast("WaitsMessage", answer))
                self._followers[link] = _Follower(person, rooms, count)

    def note(self, room: str) -> None:
        """Notes that *room* has changed."""
        if self._followers:
            self._changed.note(room)

    forget_room = note

    def note_place(self, link: str) -> None:
        """Notes that *link* watches another room, or has ended."""
        if link in self._followers:
            self._due.note(link)

    def forget(self, link: str) -> None:
        """Follows nothing for *link* any more."""
        self._followers.pop(link, None)
        self._due.forget(link)

    async def tell(self, tell: TellLink) -> None:
        """Calls *tell* for at most ``MOST_AT_ONCE`` links for which something has changed. Raises
        ``DatabaseError``."""
        self._made.clear()
        if self._changed:
            with self._changed.dealt_with() as changed:
                rooms = await asyncio.to_thread(self._lists.rooms_by_person, changed)
                for link, each in self._followers.items():
                    # what is in his list is his business even if he is nobody there any more
                    his = each.rooms.intersection(changed).union(rooms.get(each.person, ()))
                    self._note_changes(link, each, his)
        for link, each in self._followers.items():
            if left := {room for room in each.at if not self._is_at(link, room)}:
                each.at -= left
                each.quiet |= left
                self._due.note(link)
        for link in self._due.first(MOST_AT_ONCE):
            self._due.note(link)  # it comes last until it has its message
            if not tell(link, partial(self._message_for, link)):
                self.forget(link)

    def _note_changes(self, link: str, follower: _Follower, rooms: Collection[str]) -> None:
        """Notes that *link* is to be told, if one of *rooms*, which have changed, is not watched by
        it."""
        for room in rooms:
            if self._is_at(link, room):
                follower.at.add(room)
            else:
                self._due.note(link)

    def _message_for(self, link: str) -> AwaitsMessage | None:
        """Returns what has begun to wait, and how much does; ``None``: nothing is new."""
        follower = self._followers.get(link)
        if follower is None or link not in self._due:
            return None
        said = self._make(follower.person)
        self._due.forget(link)
        if said is None:
            return None
        rooms, count = _rooms_in(said)
        here = {room for room in rooms if self._is_at(link, room)}
        count -= len(here)
        follower.at |= here
        before, known = follower.count, {*follower.rooms, *follower.quiet, *follower.at}
        follower.rooms, follower.count = rooms, count
        follower.quiet.clear()
        news = [row for row in said["waits"] if row["room"] not in known]
        if not news and count == before:
            return None
        return {"awaits": {"waits": news, "count": count, "now_ms": said["now_ms"]}}

    def _make(self, person: str) -> WaitsMessage | None:
        """Returns what waits for *person*, once for all his links of one language and zone."""
        key = person, language(), zone_name()
        if key not in self._made:
            self._made[key] = self._desks.waiting(person)
        return self._made[key]


@dataclass(frozen=True)
class PageNews:
    """All that open pages of a process are told as it changes: *lists*, and what waits for their
    people (*followed*)."""

    lists: LiveLists
    followed: FollowedWaiting

    def note_answers(self, link: str, person: str, answers: PageMessages) -> None:
        """Notes the *answers* of desks, which say what *person* is shown at *link*."""
        self.lists.note_answers(link, person, answers)
        self.followed.note_answers(link, person, answers)

    def note_change(self, room: str) -> None:
        """Notes that *room* has changed."""
        self.lists.note(room)
        self.followed.note(room)

    def note_away(self, link: str) -> None:
        """Notes that *link* watches another room, or has ended."""
        self.lists.forget(link)
        self.followed.note_place(link)

    async def tell(self, tell: Callable[[str, Callable[[], Any]], bool]) -> None:
        """Tells it, by *tell*. Raises ``DatabaseError``."""
        await self.lists.tell(tell)
        await self.followed.tell(tell)


def _rooms_in(said: WaitsMessage) -> tuple[frozenset[str], int]:
    """Returns the rooms that *said* lists, and how many wait."""
    return frozenset(row["room"] for row in said["waits"]), said["count"]
