"""Two processes whose machines' clocks are seconds apart: nobody is charged wrongly."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen

import pytest
from aiohttp import ClientSession
from yarl import URL

from gipf_meta.base.clock import RealClock
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import Played
from gipf_meta.rooms.recount import recount
from gipf_meta.table.openings import Opening
from tests.host.playing import Match, Player
from tests.program import variables
from tests.web.serving import printed_address

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

AHEAD_MS = 3_000
"""By how much the clock of one machine is ahead."""
ERROR_MS = 500
"""How far a process may err about the time of the database on a busy machine."""
THOUGHT_S = 0.3
"""How long everybody thinks about each decision."""
CONTROL_MS = 600_000
SECRETS = ("secret_of_ann_who_is_here", "secret_of_bob_who_is_here")


@contextmanager
def hosting(folder: Path, database: str, ahead_ms: int) -> Iterator[URL]:
    """A process of ``gipf-meta host`` whose clock is ahead; its address."""
    words = ["--database", database, "--address", "127.0.0.1", "--port", "0"]
    process = Popen(
        [sys.executable, "-m", "tests.host.shifted_host", str(ahead_ms), *words],
        env=variables(folder, ""),
        stdout=PIPE,
        stderr=DEVNULL,
        text=True,
    )
    with process:
        try:
            yield URL(printed_address(process))
        finally:
            process.kill()


def open_match(url: str) -> Match:
    """A short match of ZÈRTZ with a clock, whose players are known by ``SECRETS``."""
    with closing(Database.open(url)) as database:
        people = DatabasePeople(database)
        holders = [people.identify({"secret": secret})[0] for secret in SECRETS]
        ledger, find = DatabaseLedger(database), load_plugins().find
        hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
        opening = Opening(
            game="zertz",
            players=(Seat(name="Ann"), Seat(name="Bob")),
            options={"goals": "1/1/1/1"},
            seed=1,
            control=f"{CONTROL_MS // 1000}s",
        )
        hub.open_room("r", opening, holders[0], database.now_ms(), dict(enumerate(holders)))
    return Match("r", "zertz", SECRETS, "")


async def play(match: Match, hosts: Sequence[URL]) -> list[Player]:
    """Plays *match* to its end: each player at a host of his own."""
    clock = RealClock()
    async with ClientSession() as client:
        players = [
            Player(client, [host], match, Random(seed), now_ms=clock.now_ms, pace_s=THOUGHT_S)
            for seed, host in enumerate(hosts)
        ]
        stays = (each.stay(key) for each, key in zip(players, match.secrets, strict=True))
        await asyncio.gather(*stays)
    return players


def test_nobody_is_charged_for_the_clock_of_his_process(url: str, tmp_path: Path) -> None:
    match = open_match(url)
    with ExitStack() as stack:
        hosts = [
            stack.enter_context(hosting(tmp_path, url, ahead_ms)) for ahead_ms in (0, AHEAD_MS)
        ]
        players = asyncio.run(play(match, hosts))
    with closing(Database.open(url)) as database:
        events = [entry.event for entry in DatabaseLedger(database).read(match.room)]
    found = recount(match.room, events, load_plugins().find)  # every charge and every clock
    played = {event.number: event for event in events if isinstance(event, Played)}
    assert len(played) >= 6
    assert {event.player for event in played.values()} == {0, 1}
    earliest, latest = [], []  # when each decision arrived, less when it was sent and answered
    for player in players:
        for command, number, took_ms in player.done:
            if command.message["do"] == "play":
                event = next(played[n] for n in range(number, 0, -1) if n in played)
                assert event.arrived_ms is not None
                earliest.append(event.arrived_ms - command.sent_ms)
                latest.append(event.arrived_ms - command.sent_ms - took_ms)
    assert len(earliest) == len(played), "every decision was answered"
    assert max(latest) - min(earliest) < ERROR_MS, "both processes have the same time"
    for number, _player in enumerate(players):
        thoughts = sum(event.player == number for event in played.values())
        used_ms = CONTROL_MS - found.left_ms[number]
        given_ms = found.given_ms.get(number, 0)
        assert used_ms + given_ms >= thoughts * THOUGHT_S * 1000 - ERROR_MS
        assert used_ms <= CONTROL_MS
