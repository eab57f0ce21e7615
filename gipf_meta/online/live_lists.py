"""Lists of tables on open pages: what changes in them, at whatever process, is sent by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from gipf_meta.online.lists import Listed

MOST_ROOMS: Final = 500
"""If more rooms have changed at once, all lists are looked at again."""
MOST_AT_ONCE: Final = 100
"""How many pages are told at once; the others are told the next time."""


class Lists(Protocol):
    """Knows which tables there are."""

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        """Those whose lists have one of *rooms*."""
        ...

    def open_tables(self) -> list[Listed]:
        """The rooms in which anybody may take a seat."""
        ...


class Desks(Protocol):
    """Makes the parts of screens that are lists of tables."""

    def live_parts(self, person: str, screen: str) -> list[dict[str, Any]]:
        """Those that *person* is shown on *screen*."""
        ...


Tell = Callable[[str, Callable[[], dict[str, Any] | None]], bool]
"""Tells a page what is made in its language; whether the page is there."""


@dataclass
class _Shown:
    """*person* looks at a *screen*, of which the page has these *parts*."""

    person: str
    screen: str
    parts: list[dict[str, Any]]


class LiveLists:
    """Tells pages what changes on the *screens* that they show. ``follow`` hears of the changes."""

    def __init__(self, lists: Lists, desks: Desks) -> None:
        self._lists, self._desks = lists, desks
        self._shown: dict[str, _Shown] = {}
        self._changed: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._open: list[Listed] | None = None

    def note_answers(self, link: str, person: str, answers: Collection[dict[str, Any]]) -> None:
        """Notes which screen the page of *person* at *link* shows, if *answers* have another."""
        for answer in answers:
            if (screen := answer.get("screen")) is not None:
                self.forget(link)
                if (live := screen.get("live")) is not None:
                    shown = _Shown(person, screen["name"], screen["parts"][:live])
                    self._shown[link] = shown

    def forget(self, link: str) -> None:
        """The page at *link* shows no list any more."""
        self._shown.pop(link, None)

    async def follow(self, news: AsyncIterable[tuple[str, int]]) -> AsyncIterator[tuple[str, int]]:
        """The *news*, of which it takes note."""
        async for room, number in news:
            if self._shown:
                self._changed.add(room)
            yield room, number

    async def tell(self, tell: Tell) -> None:
        """Tells the pages what has changed since the last call. Raises ``DatabaseError``."""
        changed, self._changed = self._changed, set()
        if changed and self._shown:
            await asyncio.to_thread(self._find_waiting, changed)
        for link in [*self._waiting][:MOST_AT_ONCE]:
            del self._waiting[link]
            if not tell(link, partial(self._message_for, link)):
                self.forget(link)

    def _find_waiting(self, changed: Collection[str]) -> None:
        """Notes which pages must be told of the rooms that have *changed*."""
        before, self._open = self._open, self._lists.open_tables()
        is_for_all = self._open != before or len(changed) > MOST_ROOMS
        people = frozenset[str]() if is_for_all else self._lists.people_of(changed)
        for link, shown in [*self._shown.items()]:
            if is_for_all or shown.person in people:
                self._waiting[link] = None

    def _message_for(self, link: str) -> dict[str, Any] | None:
        """What the page at *link* is told; ``None`` if it shows that already."""
        shown = self._shown.get(link)
        if shown is None:
            return None
        parts = self._desks.live_parts(shown.person, shown.screen)
        if parts == shown.parts:
            return None
        shown.parts = parts
        return {"live": {"name": shown.screen, "live": len(parts), "parts": parts}}
