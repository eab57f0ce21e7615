"""The costs of live matches for a host: ``python -m tests.load --matches 300 --seconds 60``.

Players with sockets of their own play at one or more processes of a host, a decision each second in
each match (``--pace``), and somebody watches each of them, at a page or (``--watch events``) with a
program that wants no scenes. Printed are the milliseconds of the processor that a move takes, by
part; how long answers take; the memory of a room; and how often a room was held up. Players and
hosts share the machine, so it should be idle.

Two versions are compared by the same script in both, one after the other, several times; so, for a
busy host with clocks that has one processor of its own: ``--matches 25 --processes 1 --clock 60m+5s
--own-core --held 80``.

The hosts run the compiled program if ``make play`` has built it for the sources as they are now.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, fields
from functools import partial
from os import sysconf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Final, NamedTuple

import psycopg
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector
from yarl import URL

from building.compiled import Builds
from building.launch import environment
from building.sources import ROOT
from gipf_meta.base.clock import RealClock
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.host_server import COLLECT, END_S, Host, listen, running_host
from gipf_meta.host.limits import Limits
from gipf_meta.host.metrics import PARTS
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.rooms.events import Stopped
from gipf_meta.web.server import signalled
from tests.attack import attack, worst_messages
from tests.host.kill import empty_database
from tests.host.playing import Guest, Match, Player, open_matches, read
from tests.kill import SORTS
from tests.program import variables

ADDRESS: Final = "127.0.0.1"
LOOK_S: Final = 1.0
"""Seconds between two looks whether all play."""
HOST_CORE: Final = "0"
"""The processor of a host that has one of its own; everybody else has the others."""
HOLDS_S: Final = 0.5
"""Seconds between two times at which a host is held up."""
WITHOUT_LIMITS: Final = Limits(
    **{each.name: 1_000_000_000 for each in fields(Limits) if not each.name.startswith("idle_")}
)
"""For guests who all come from one address; what stays in memory unwatched is as ever."""
SHOWN: Final = (0.5, 0.9, 0.99)
"""The parts of the answers of which it is told how long they took."""
TICKS_S: Final = sysconf("SC_CLK_TCK")


class Figures(NamedTuple):
    """The metrics of a host, or of several of them together: its figures, by name; the processor
    seconds that it has used in all, and the bytes of memory that it has."""

    named: dict[str, float]
    cpu_s: float
    memory: int

    def __add__(self, other: object) -> Figures:
        """Both together."""
        assert isinstance(other, Figures)
        names = self.named.keys() | other.named.keys()
        named = {name: self.named.get(name, 0) + other.named.get(name, 0) for name in names}
        return Figures(named, self.cpu_s + other.cpu_s, self.memory + other.memory)


class Cost(NamedTuple):
    """The measurements with so many *processes*.

    *parts_ms* are milliseconds of the processor that a move takes, by part; *answers_ms* is how
    long answers took, the quickest first; *room_bytes* the memory of a room with its sockets.
    """

    processes: int
    matches: int
    moves_s: float
    parts_ms: dict[str, float]
    answers_ms: list[int]
    room_bytes: float
    refused: int
    failures: float
    stops: float


@dataclass(frozen=True)
class Load:
    """How matches are played: a decision each *pace_s* seconds, by a *clock* (``None``: without).

    Who watches them *want*s ``scene`` or ``events``. Each host has its *own_core*, and one that
    *is_attacked* has its limits, too. Each is *held* up for so many milliseconds again and again.
    """

    want: str = "scene"
    pace_s: float = 1.0
    clock: str | None = None
    own_core: bool = False
    is_attacked: bool = False
    held: int = 0


def serve(database: str, limits: Limits, held_ms: int) -> None:
    """Serves a host with those *limits* for its guests; it is held up for *held_ms* now and then,
    as by something that takes long."""
    host = Host(load_plugins(), database, HostDoor(), limits)
    with listen(ADDRESS, 0) as listening:
        asyncio.run(_serve(listening, host, held_ms))


async def _serve(listening: socket.socket, host: Host, held_ms: int) -> None:
    async with running_host(listening, host) as served:
        gc.freeze()
        gc.set_threshold(*COLLECT)
        done = signalled(END_S)
        print(*served.addresses, flush=True)
        while not done.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(HOLDS_S):
                    await done.wait()
            if held_ms:
                served.driver.do(partial(Event().wait, held_ms / 1000))


@dataclass
class Spectator(Guest):
    """A spectator: he *want*s scenes, or events."""

    want: str = "scene"

    async def visit(self, socket: ClientWebSocketResponse, person: str) -> None:
        """Reads whatever he is told. Raises ``ConnectionError``."""
        watch = {"do": "watch", "id": f"w{self.comes}", "room": self.match.room}
        await socket.send_json({**watch, "want": self.want, "since": 0})
        while True:
            await read(socket)


class Served(NamedTuple):
    """A process of a host, and its address."""

    process: Process
    url: URL

    async def measure(self, client: ClientSession) -> Figures:
        """The metrics of the process, and the system's figures about it."""
        async with client.get(self.url / "metrics") as answer:
            lines = (await answer.text()).splitlines()
        named = {name: float(value) for name, value in _read_figures(lines)}
        about = Path(f"/proc/{self.process.pid}")
        times = (about / "stat").read_text().rpartition(")")[2].split()
        pages = int((about / "statm").read_text().split()[1])
        cpu_s = (int(times[11]) + int(times[12])) / TICKS_S
        return Figures(named, cpu_s, pages * sysconf("SC_PAGE_SIZE"))


def _read_figures(lines: Sequence[str]) -> list[tuple[str, str]]:
    split = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    return [(name, value) for name, _space, value in split]


@asynccontextmanager
async def served(database: str, folder: Path, load: Load) -> AsyncIterator[Served]:
    """A process that serves *database* under *load*."""
    alone = ["taskset", "--cpu-list", HOST_CORE] if load.own_core else []
    limits = ["--held", str(load.held), *(["--attacked"] if load.is_attacked else [])]
    process = await asyncio.create_subprocess_exec(
        *(*alone, sys.executable, "-m", "tests.load", "--serve", database, *limits),
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment(Builds().program(), {**variables(folder, ""), "PYTHONPATH": str(ROOT)}),
    )
    try:
        assert process.stdout is not None
        yield Served(process, URL((await process.stdout.readline()).decode().strip()))
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def measure_playing(
    database: str,
    folder: Path,
    matches: Sequence[Match],
    processes: int,
    seconds: float,
    load: Load,
) -> Cost:
    """Has *matches* played for so many *seconds* at so many *processes*, and measures it. The first
    process may be attacked meanwhile.
    """
    # written beforehand: it takes a second, in which nobody else in this process would play
    texts = worst_messages() if load.is_attacked else []
    async with AsyncExitStack() as stack:
        hosts = [
            await stack.enter_async_context(served(database, folder, load))
            for _ in range(processes)
        ]
        client = ClientSession(connector=TCPConnector(limit=0))
        client = await stack.enter_async_context(client)
        before_rooms = await _measure(client, hosts)
        players, staying = _let_in(client, hosts, matches, load)
        try:
            await _wait_until_all_play(players)
            if load.is_attacked:
                staying.append(asyncio.create_task(attack(client, hosts[0].url, texts)))
            begun, clock = await _measure(client, hosts), RealClock()
            begun_ms, answered = clock.now_ms(), [len(player.done) for player in players]
            await asyncio.sleep(seconds)
            ended, took_s = await _measure(client, hosts), (clock.now_ms() - begun_ms) / 1000
        finally:
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
    answers = [
        took_ms
        for player, known in zip(players, answered, strict=True)
        for _command, _number, took_ms in player.done[known:]
    ]
    moves = _difference(begun, ended, "gipf_meta_moves_total")
    return Cost(
        processes,
        len(matches),
        moves / took_s,
        _parts_ms(begun, ended, moves),
        sorted(answers),
        (ended.memory - before_rooms.memory) / len(matches),
        sum(len(player.refused) for player in players),
        _difference(begun, ended, "gipf_meta_failures_total"),
        0.0,
    )


def _let_in(
    client: ClientSession,
    hosts: Sequence[Served],
    matches: Sequence[Match],
    load: Load,
) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """The players of *matches*, each at another of *hosts*, who begin to play; and watchers."""
    players, staying, clock = list[Player](), list[asyncio.Task[None]](), RealClock()
    for match in matches:
        for number, key in enumerate(match.secrets):
            rng, url = Random(f"{match.room} {number}"), hosts[number % len(hosts)].url
            about = (client, [url], match, rng)
            his_s = load.pace_s * rng.uniform(0.5, 1.5)  # people do not decide in step
            players.append(Player(*about, now_ms=clock.now_ms, pace_s=his_s))
            staying.append(asyncio.create_task(players[-1].stay(key)))
        watcher = Spectator(client, [hosts[-1].url], match, rng, want=load.want)
        staying.append(asyncio.create_task(watcher.stay(match.watcher)))
    return players, staying


async def _wait_until_all_play(players: Sequence[Player]) -> None:
    """Waits until every player has seen his board."""
    while not all(player.scene for player in players):
        await asyncio.sleep(LOOK_S)


async def _measure(client: ClientSession, hosts: Sequence[Served]) -> Figures:
    """The figures of all *hosts* together."""
    figures = Figures({}, 0.0, 0)
    for host in hosts:
        figures += await host.measure(client)
    return figures


def _difference(before: Figures, after: Figures, name: str) -> float:
    return after.named[name] - before.named[name]


def _parts_ms(before: Figures, after: Figures, moves: float) -> dict[str, float]:
    """Milliseconds of the processor that a move takes, by part; ``rest`` is what no part counts."""
    part_s = {
        part: _difference(before, after, f'gipf_meta_part_cpu_seconds_total{{part="{part}"}}')
        for part in PARTS
    }
    part_s["rest"] = after.cpu_s - before.cpu_s - sum(part_s.values())
    return {part: 1000 * seconds / max(1.0, moves) for part, seconds in part_s.items()}


def table(costs: Sequence[Cost]) -> str:
    """The measurements as a table of Markdown."""
    heads = ["processes", "matches", "moves/s", *(f"{part} ms" for part in (*PARTS, "rest"))]
    heads += ["ms a move", *(f"{100 * part:g} % within ms" for part in SHOWN)]
    heads += ["longest ms", "kB a room", "refused", "failures", "stops a room"]
    rows = [heads, ["--:"] * len(heads)]
    for cost in costs:
        parts = [*cost.parts_ms.values()]
        rows.append(
            [
                *(f"{cost.processes}", f"{cost.matches}", f"{cost.moves_s:.1f}"),
                *(f"{ms:.2f}" for ms in (*parts, sum(parts))),
                *(f"{share_ms(cost.answers_ms, part)}" for part in (*SHOWN, 1.0)),
                *(f"{cost.room_bytes / 1000:.0f}", f"{cost.refused}", f"{cost.failures:.0f}"),
                f"{cost.stops:.1f}",
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def share_ms(sorted_ms: Sequence[int], part: float) -> int:
    """The milliseconds within which that *part* of the answers came."""
    return sorted_ms[min(len(sorted_ms) - 1, int(part * len(sorted_ms)))] if sorted_ms else 0


def measure(kind: str, matches: int, processes: int, seconds: float, seed: int, load: Load) -> Cost:
    """Measures on an empty database of that *kind*."""
    names = list(SORTS)
    sorts = [names[n % len(names)] for n in range(matches)]
    with TemporaryDirectory() as name, empty_database(kind, Path(name)) as address:
        if kind == "postgresql":
            _make_durable(address)
        with closing(Database.open(address)) as database:
            opened = open_matches(database, sorts, seed, load.clock)
        about = (address, Path(name), opened, processes, seconds, load)
        cost = asyncio.run(measure_playing(*about))
        with closing(Database.open(address)) as database:
            return cost._replace(stops=_count_stops(database, opened) / matches)


def _count_stops(database: Database, matches: Sequence[Match]) -> int:
    """The number of notes in one of *matches* that it was held up."""
    ledger = DatabaseLedger(database)
    entries = [entry for match in matches for entry in ledger.read(match.room)]
    return sum(isinstance(entry.event, Stopped) for entry in entries)


def _make_durable(address: str) -> None:
    """Has the server at *address* write to the disk before it answers, as any server does."""
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("ALTER SYSTEM RESET fsync")
        admin.execute("SELECT pg_reload_conf()")


def main() -> int:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300, metavar="N")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="S", help="between two decisions"
    )
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], metavar="N")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="postgresql")
    parser.add_argument("--watch", choices=("scene", "events"), default="scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", metavar="CONTROL", help="of the players in each match")
    parser.add_argument("--own-core", action="store_true", help="for the host")
    parser.add_argument(
        "--held", type=int, default=0, metavar="MS", help="what holds a host up now and then"
    )
    parser.add_argument("--attacked", action="store_true", help="one attacker does his worst")
    parser.add_argument("--serve", metavar="DATABASE", help="serves it, for the parent")
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, Limits() if asked.attacked else WITHOUT_LIMITS, asked.held)
        return 0
    load = Load(
        asked.watch,
        asked.pace,
        asked.clock,
        asked.own_core or asked.attacked,
        asked.attacked,
        asked.held,
    )
    if load.own_core:
        os.sched_setaffinity(0, os.sched_getaffinity(0) - {int(HOST_CORE)} or {0})
    costs = [
        measure(asked.database, asked.matches, processes, asked.seconds, asked.seed, load)
        for processes in asked.processes
    ]
    print("The compiled program:" if Builds().program() else "The sources, not compiled:")
    print(table(costs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
