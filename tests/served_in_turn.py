"""The memory of a host for rooms that were served: ``python -m tests.served_in_turn --rooms 2000``.

New people play one match after the other at a process of a host, a few at a time: they look at the
lists, decide some turns, end every third match, and leave for good. Printed is, after every 200,
how much memory the process has and how many rooms: of a host that forgets, both stay as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from aiohttp import ClientSession, TCPConnector

from building.sources import ROOT
from gipf_meta.host.database import Database
from gipf_meta.host.limits import Limits
from tests.host.kill import empty_database
from tests.host.playing import Match, Player, connected, open_matches, read
from tests.kill import SORTS
from tests.loaded_host import Served, served
from tests.loading_people import SeeingWatcher

EVERY: Final = 200
"""The number of rooms after which the memory is printed."""
AT_ONCE: Final = 8
"""The number of matches that are played at a time."""
LOOK_S: Final = 0.02
"""Seconds between two looks whether enough was decided in a match."""
WAIT_S: Final = 5.0
"""Seconds after which a match is left in any case: nobody may decide where all wait."""
LIMITS: Final = tuple(each.name for each in fields(Limits) if not each.name.startswith("idle_"))
"""The limits without which the host serves: all come from one address."""
SCREENS: Final = ("launcher", "tables")


async def serve_one(client: ClientSession, host: Served, match: Match, n: int, turns: int) -> None:
    """Lets the people of *match* play so many *turns*, watched by somebody, and leave."""
    rngs = [Random(f"{match.room} {seat}") for seat in range(len(match.secrets))]
    players = [Player(client, [host.url], match, rng) for rng in rngs]
    watcher = SeeingWatcher(client, [host.url], match, Random(n))
    guests = [each.stay(key) for each, key in zip(players, match.secrets, strict=True)]
    staying = [asyncio.create_task(each) for each in (*guests, watcher.stay(match.watcher))]
    for _look in range(int(WAIT_S / LOOK_S)):
        await asyncio.sleep(LOOK_S)
        if sum(len(each.done) for each in players) >= turns or all(
            each.is_over for each in players
        ):
            break
    for task in staying:
        task.cancel()
    await asyncio.gather(*staying, return_exceptions=True)
    async with connected(client, host.url, match.secrets[0]) as (socket, _person):
        asked = [{"do": "open", "screen": name, "about": {}, "id": name} for name in SCREENS]
        if n % 3 == 0:
            asked.append({"do": "resign", "room": match.room, "id": "r"})
        for message in asked:
            await socket.send_json(message)
            told = await read(socket)
            while message["id"] not in (told.get("done"), told.get("refused")):
                told = await read(socket)


async def serve_all(
    client: ClientSession, host: Served, matches: Sequence[Match], first: int, turns: int
) -> None:
    """Serves *matches* in turn, *AT_ONCE* at a time; the first one is number *first*."""
    waiting: Iterator[tuple[int, Match]] = iter(enumerate(matches, first))

    async def serve_next() -> None:
        for n, match in waiting:
            await serve_one(client, host, match, n, turns)

    await asyncio.gather(*(serve_next() for _ in range(AT_ONCE)))


async def measure(address: str, folder: Path, rooms: int, turns: int, seed: int) -> None:
    """Serves so many *rooms*, and tells the memory again and again."""
    names = list(SORTS)
    async with (
        served(ROOT, address, folder, False, LIMITS) as host,
        ClientSession(connector=TCPConnector(limit=0)) as client,
    ):
        print("| rooms served | MB | rooms in memory |\n| --: | --: | --: |", flush=True)
        for first in range(0, rooms, EVERY):
            sorts = [names[n % len(names)] for n in range(first, min(rooms, first + EVERY))]
            with closing(Database.open(address)) as database:
                matches = open_matches(database, sorts, seed + first)
            await serve_all(client, host, matches, first, turns)
            figures = await host.measure(client)
            still = figures.named["gipf_meta_rooms"]
            print(
                f"| {first + len(sorts)} | {figures.memory / 1e6:.0f} | {still:.0f} |", flush=True
            )


def main() -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=2000, metavar="N")
    parser.add_argument("--turns", type=int, default=12, metavar="N", help="decided in each")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as name, empty_database(asked.database, Path(name)) as address:
        asyncio.run(measure(address, Path(name), asked.rooms, asked.turns, asked.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
