"""News of what begins to wait for the person here at his hosts, as they tell it: none is asked
again and again, but for hosts of before, which tell nothing by themselves.

A host that is away is tried again, seldom and quietly; this is said once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from yarl import URL

from gipf_meta.base.texts import _, language
from gipf_meta.line.host_inquiry import (
    LIMIT_S,
    AwaitedMatch,
    HostAway,
    HostReport,
    by_urgency,
    follow,
)
from gipf_meta.line.host_words import cells_of_match, name_of_site, words_of_report
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import JoinError

AGAIN_S: Final = (1.0, 4.0, 15.0, 60.0)
"""The seconds before each attempt to reach a host that is away; the last holds from then on."""
ASK_S: Final = 60.0
"""The seconds between two questions to a host that tells nothing by itself."""


@dataclass
class _Site:
    """A host at *site*: the *rooms* of which it has told, the number of matches that a host of
    before has counted, and whether it was said that it is away."""

    site: URL
    rooms: set[str] = field(default_factory=set)
    count: int = 0
    is_away: bool = False


class WaitingHosts:
    """The hosts at *sites*, which know the person by the secrets in *known*. *say* takes the
    sentence about one that is away. *again_s* and *ask_s* are the pauses, in seconds."""

    def __init__(
        self,
        known: KnownHosts,
        sites: Sequence[URL],
        say: Callable[[str], object],
        again_s: Sequence[float] = AGAIN_S,
        ask_s: float = ASK_S,
    ) -> None:
        self._known, self._say = known, say
        self._sites = [_Site(site) for site in sites]
        self._again_s, self._ask_s = again_s, ask_s
        self._reports: asyncio.Queue[HostReport | None]
        self._have_answered: asyncio.Event
        self._silent = set(sites)

    async def news(self) -> AsyncGenerator[list[HostReport], None]:
        """Reports of what waits where the hosts have answered within seconds, and then each time of
        what has begun to wait. Raises ``JoinError`` if no host lets the person in."""
        self._reports = asyncio.Queue()
        self._have_answered = asyncio.Event()
        if not self._sites:
            self._have_answered.set()
        tasks = [asyncio.create_task(self._follow(each)) for each in self._sites]
        ended = asyncio.create_task(self._tell_end(tasks))
        try:
            if first := await self._take_first():
                yield first
            while (report := await self._reports.get()) is not None:
                yield [report]
            raise JoinError(_("None of these hosts can tell what waits for you."))
        finally:
            for task in (*tasks, ended):
                task.cancel()
            await asyncio.gather(*tasks, ended, return_exceptions=True)

    async def _take_first(self) -> list[HostReport]:
        """The reports of the hosts, once each has answered or is away, or their time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                await self._have_answered.wait()
        found = list[HostReport]()
        while not self._reports.empty():
            report = self._reports.get_nowait()
            if report is None:  # that is told after them
                self._reports.put_nowait(None)
                break
            found.append(report)
        return found

    def _note_answer(self, host: _Site) -> None:
        """Notes that *host* has answered once, or is away."""
        self._silent.discard(host.site)
        if not self._silent:
            self._have_answered.set()

    async def _tell_end(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Tells that no host is followed any more."""
        await asyncio.gather(*tasks, return_exceptions=True)
        self._reports.put_nowait(None)

    async def _follow(self, host: _Site) -> None:
        """Follows *host* until it refuses the person for good."""
        attempts = 0
        secret = self._known.secret_at(host.site)

        def take(report: HostReport, is_news: bool) -> None:
            nonlocal attempts
            attempts, host.is_away = 0, False
            self._take(host, report, is_news)

        while True:
            pause_s = self._ask_s
            try:
                if secret is None:
                    raise JoinError(_("no key is kept for it"))
                await follow(host.site, secret, language(), take, LIMIT_S)
            except JoinError as error:
                self._note_away(host, str(error))
                return
            except HostAway as error:
                self._note_away(host, str(error), _("; it is tried again"))
                pause_s = self._again_s[min(attempts, len(self._again_s) - 1)]
                attempts += 1
            await asyncio.sleep(pause_s)

    def _take(self, host: _Site, report: HostReport, is_news: bool) -> None:
        """Passes on what is new in the *report* of *host*."""
        matches = report.matches
        rooms = {each.room for each in matches}
        if not is_news:
            matches = tuple(each for each in matches if each.room not in host.rooms)
            host.rooms.clear()
        host.rooms |= rooms
        before, host.count = host.count, report.count or 0
        is_counted = not report.matches and not is_news and host.count > before
        if matches or is_counted:
            self._reports.put_nowait(replace(report, matches=matches))
        self._note_answer(host)

    def _note_away(self, host: _Site, why: str, then: str = "") -> None:
        """Says once that *host* cannot be reached."""
        if not host.is_away:
            host.is_away = True
            words = _("{host} cannot be reached: {why}{then}.")
            self._say(words.format(host=name_of_site(host.site), why=why, then=then))
        self._note_answer(host)


# ---- in words -----------------------------------------------------------------------------------


def lines_of(reports: Sequence[HostReport]) -> list[str]:
    """A line for each match in *reports*, the most urgent first, with its address; and for each
    host of before how many wait there."""
    found = [_line(match) for match in by_urgency(reports)]
    counted = [report for report in reports if not report.matches and report.count]
    return [*found, *(f"{name_of_site(each.site)}; {words_of_report(each)}" for each in counted)]


def _line(match: AwaitedMatch) -> str:
    left, words, _host = cells_of_match(match)
    return f"{left}; {words}; {match.address.of_room(match.room)}"


def data_of(reports: Sequence[HostReport]) -> list[dict[str, object]]:
    """The same as data: an object for each match; of a host of before its ``count`` alone."""
    found: list[dict[str, object]] = [
        {
            "host": str(match.site),
            "room": match.room,
            "url": match.address.of_room(match.room),
            "match": match.title,
            "what": match.what,
            "left_ms": match.left_ms,
            "invited": match.is_invitation,
        }
        for match in by_urgency(reports)
    ]
    for report in reports:
        if not report.matches and report.count:
            found.append({"host": str(report.site), "count": report.count})
    return found
