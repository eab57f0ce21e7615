"""Clocks of days at a whole host: nobody says ready, and a flag falls with nobody there."""

from __future__ import annotations

from asyncio import sleep
from typing import Any

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.consequences import Ended
from gipf_meta.rooms.events import Event, Readied
from tests.host.conftest import make_tables
from tests.host.evening import Evening, HostPage, begun
from tests.host.leaping import run_leaping

SWEPT_S = 6
"""Seconds in which every process has looked for what is due, and told the others."""
SHORT_MS = 60_000


def ledger_of(url: str, room: str) -> list[Event]:
    """The events of *room*, as a process reads them that comes later."""
    database = Database.open(url)
    events = [entry.event for entry in DatabaseLedger(database).read(room)]
    database.close()
    return events


async def match_of_days(evening: Evening, clock: str) -> tuple[HostPage, HostPage, str]:
    """Ann has opened a match with that *clock* for anybody, and has left; Bob has come to it, sat
    down and made the first move, if it was his; then he has left, too."""
    ann, bob = HostPage(evening, "Ann"), HostPage(evening, "Bob")
    evening.pages += [ann, bob]
    for page in (ann, bob):
        await page.come()
    room = await ann.submit("setup", {"game": "wager"}, opponent="anybody", clock=clock)
    await ann.watch(room)
    free = [key for key, each in ann.scene.items() if key.startswith("player:") and each["free"]]
    ann.leave()
    bob.room = room
    await bob.ask_in_room("sit", player=int(free[0].removeprefix("player:")))
    await bob.watch(room)
    assert not bob.scene["state"]["paused"], "time waits for nobody's word"
    if bob.is_due:
        await bob.play()
    bob.leave()
    return ann, bob, room


def flag_shown(page: HostPage) -> int:
    """When the flag falls of the player on turn, as *page* is told."""
    players: list[Any] = [each for key, each in page.scene.items() if key.startswith("player:")]
    (flag_ms,) = (each["flag_ms"] for each in players if "flag_ms" in each)
    return int(flag_ms)


async def leap_to(evenings: list[Evening], at_ms: int) -> None:
    """Lets time pass until *at_ms* at all processes, and each do what is due."""
    for evening in evenings:
        evening.clock.leap(at_ms - evening.clock.now_ms())
    await sleep(SWEPT_S)


def ends_of(events: list[Event]) -> list[Ended]:
    return [each for each in events if isinstance(each, Ended)]


@pytest.mark.slow
def test_a_flag_falls_at_its_moment_with_no_page_open_and_both_are_told_when_they_come(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tables(url)

    async def run() -> None:
        async with begun(url) as evening, begun(url) as other:
            ann, bob, room = await match_of_days(evening, "3 days a turn")
            await ann.come()
            flag_ms = flag_shown(ann)
            ann.leave()
            both = [evening, other]
            await leap_to(both, flag_ms - SHORT_MS)
            assert not ends_of(ledger_of(url, room))
            await leap_to(both, flag_ms + 1)
            events = ledger_of(url, room)
            assert [(each.reason, each.at_ms) for each in ends_of(events)] == [("time", flag_ms)]
            assert not any(isinstance(each, Readied) for each in events)
            for page in (ann, bob):
                await page.come()
                assert "time" in page.scene["over"]["sentence"]
                assert page.scene["over"]["you"] in ("won", "lost")
                listed = str(await page.open("tables"))
                assert "over after turn 0" in listed, "nothing was decided in Ann's first turn"
                page.leave()

    run_leaping(run(), monkeypatch)


@pytest.mark.slow
def test_the_time_in_which_no_process_served_is_nobodys_and_the_date_is_told_anew(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tables(url)

    async def run() -> None:
        async with begun(url) as evening:
            ann, _bob, room = await match_of_days(evening, "2d+12h")
            await ann.come()
            flag_ms = flag_shown(ann)
            ann.leave()
            await leap_to([evening], flag_ms - DAY_MS)
            down_ms = evening.clock.now_ms()
        async with begun(url, begin_ms=down_ms + 3 * DAY_MS) as again:
            ann.evening = again
            again.pages.append(ann)
            await ann.come()
            stopped_ms = flag_shown(ann) - flag_ms
            assert 3 * DAY_MS <= stopped_ms <= 3 * DAY_MS + SHORT_MS
            later_ms = flag_shown(ann)
            ann.leave()
            await leap_to([again], later_ms - SHORT_MS)
            assert not ends_of(ledger_of(url, room)), "it fell while nobody served"
            await leap_to([again], later_ms + 1)
            assert [each.at_ms for each in ends_of(ledger_of(url, room))] == [later_ms]

    run_leaping(run(), monkeypatch)
