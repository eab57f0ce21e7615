"""Live matches at a host of a checkout, and what they cost: one measurement of ``tests.load``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import psycopg
from aiohttp import ClientSession, TCPConnector

from building.sources import ROOT
from gipf_meta.base.clock import RealClock, cpu_ms
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.metrics import PARTS
from gipf_meta.rooms.events import Stopped
from tests.attack import attack, worst_messages
from tests.host import postgres
from tests.host.playing import Match
from tests.kill import SORTS
from tests.loaded_host import HERE, Figures, Place, Served, database_cpu_s, served
from tests.loading_people import AGAIN, LiveTable
from tests.opened_elsewhere import OpenedThere, opened

LOOK_S: Final = 0.2
"""Seconds between two looks whether all play."""
DECISIONS: Final = 30
"""The decisions in a short match: after them a table may need another match."""
ODD: Final = 1.0
"""Seconds that a measurement lasts at least: percentages of less mean nothing."""
TWO: Final = tuple(name for name, sort in SORTS.items() if sort.seats == 2)
"""The sorts of matches that are played: those of two players."""


@dataclass(frozen=True)
class Load:
    """How so many *tables* play, of these *sorts*, for so many *seconds*: a decision each *pace_s*
    seconds, by a *clock* (``None``: without); without *seconds* until each has played one match.

    Who watches them *want*s ``scene`` or ``events``. A host of so many *processes* has its
    *own_core*, and one that *is_attacked* has its limits, too. Each is *held* up for so many
    milliseconds again and again. All of a match may be at the same process, *by_room*. After
    *again* scenes somebody compares his with a whole one. The processes may have other *places*.
    """

    tables: int = 25
    seconds: float = 60.0
    processes: int = 1
    kind: str = "postgresql"
    by_room: bool = False
    want: str = "scene"
    pace_s: float = 1.0
    clock: str | None = None
    own_core: bool = False
    is_attacked: bool = False
    held: int = 0
    seed: int = 1
    sorts: Sequence[str] = TWO
    again: int = AGAIN
    places: Sequence[Place] = ()

    @property
    def rounds(self) -> int:
        """The matches that wait for each table."""
        return 1 + int(self.seconds / max(self.pace_s, 0.1) / DECISIONS)

    @property
    def kind_of_run(self) -> str:
        """The database and the processes, in words."""
        processes = f"{self.processes} process" + ("es" if self.processes > 1 else "")
        return f"{self.kind}, {processes}{', by room' if self.by_room else ''}"


class Cost(NamedTuple):
    """The measurements under a *load*, which took *took_s*.

    *host_ms* are milliseconds of the processor that a decision takes, by part, and *took_ms* those
    that pass meanwhile, also while the processor is somebody else's; *players_ms* and
    *database_ms* those of the players and of PostgreSQL. *answers_ms* is how long answers took,
    *scenes_ms* how long until a watcher saw what was decided, the quickest first. *room_bytes* is
    the memory of a table with its sockets. Of the scenes so many were *compared* with whole ones.
    """

    load: Load
    took_s: float
    decisions: int
    host_ms: Mapping[str, float]
    took_ms: Mapping[str, float]
    players_ms: float
    database_ms: float
    answers_ms: list[int]
    scenes_ms: list[int]
    room_bytes: float
    unanswered: int
    refused: list[str]
    failures: float
    compared: int
    faults: list[str]
    stops: float = 0.0

    @property
    def decision_ms(self) -> float:
        """Milliseconds of the processor that a decision takes at the host, all parts together."""
        return sum(self.host_ms.values())

    def busy(self, ms: float) -> float:
        """The share of a processor that somebody has used for so many milliseconds a decision."""
        return ms * self.decisions / 1000 / self.took_s


class _Moment(NamedTuple):
    """The means that everybody has used up to a moment."""

    at_ms: int
    host: Figures
    players_ms: float
    database_s: float


class _Measured:
    """The people and the processes of one measurement."""

    def __init__(self, load: Load, data: Path | None) -> None:
        self._load, self._data, self._clock = load, data, RealClock()
        self.tables = list[LiveTable]()

    async def _moment(self, client: ClientSession, hosts: Sequence[Served]) -> _Moment:
        figures = Figures({}, 0.0, 0)
        for host in hosts:
            figures += await host.measure(client)
        return _Moment(self._clock.now_ms(), figures, cpu_ms(), database_cpu_s(self._data))

    async def play(
        self, tree: Path, database: str, folder: Path, there: OpenedThere
    ) -> tuple[_Moment, _Moment, _Moment]:
        """Has the matches that were opened *there* played at a host of *tree*: before, at the begin
        and at the end of the measurement."""
        load, staying = self._load, list[asyncio.Task[Any]]()
        # written beforehand: it takes a second, in which nobody else in this process would play
        texts = worst_messages() if load.is_attacked else []
        limits = [] if load.is_attacked else [n for n in there.limits if not n.startswith("idle_")]
        async with AsyncExitStack() as stack:
            about = (tree, database, folder, load.own_core, limits)
            places = load.places or [HERE] * load.processes
            processes = [served(*about, place) for place in places]
            hosts = [await stack.enter_async_context(each) for each in processes]
            client = ClientSession(connector=TCPConnector(limit=0))
            client = await stack.enter_async_context(client)
            before = await self._moment(client, hosts)
            self._let_in(client, hosts, there)
            playing = [asyncio.create_task(table.play()) for table in self.tables]
            try:
                if load.seconds:
                    while not all(table.plays for table in self.tables):
                        await asyncio.sleep(LOOK_S)
                if load.is_attacked:
                    staying.append(asyncio.create_task(attack(client, hosts[0].url, texts)))
                if load.held:
                    staying += (asyncio.create_task(host.hold_up(load.held)) for host in hosts)
                begun = await self._moment(client, hosts)
                await asyncio.wait(playing, timeout=load.seconds or None)
                ended = await self._moment(client, hosts)
            finally:
                for task in (*playing, *staying):
                    task.cancel()
                gone = await asyncio.gather(*playing, *staying, return_exceptions=True)
            failed = [each for each in gone if isinstance(each, Exception)]
            if failed:
                raise failed[0]
        return before, begun, ended

    def _let_in(self, client: ClientSession, hosts: Sequence[Served], there: OpenedThere) -> None:
        load, urls = self._load, [host.url for host in hosts]
        matches = [Match(room, "", keys, watcher) for room, keys, watcher in there.matches]
        for n in range(load.tables):
            about = (client, urls, matches[n :: load.tables], self._clock.now_ms, load.pace_s)
            self.tables.append(LiveTable(*about, load.want, load.by_room, load.again))

    def cost(self, before: _Moment, begun: _Moment, ended: _Moment) -> Cost:
        """The measurements between those moments."""
        answers = [each for table in self.tables for each in table.answers(begun.at_ms)]
        scenes = [ms for table in self.tables for ms in table.scenes(begun.at_ms)]
        players = [player for table in self.tables for player in table.players]
        sights = [sight for table in self.tables for sight in table.sights]
        decisions = sum(do == "play" for do, _ms in answers)
        each_ms = 1000 / max(1, decisions)
        parts_s = {part: _part_s(begun.host, ended.host, part, "cpu_") for part in PARTS}
        parts_s["rest"] = ended.host.cpu_s - begun.host.cpu_s - sum(parts_s.values())
        return Cost(
            self._load,
            max(ODD, (ended.at_ms - begun.at_ms) / 1000),
            decisions,
            {part: each_ms * seconds for part, seconds in parts_s.items()},
            {part: each_ms * _part_s(begun.host, ended.host, part, "") for part in PARTS},
            (ended.players_ms - begun.players_ms) / max(1, decisions),
            each_ms * (ended.database_s - begun.database_s),
            sorted(ms for _do, ms in answers),
            sorted(scenes),
            (ended.host.memory - before.host.memory) / len(self.tables),
            sum(player.waiting is not None for player in players),
            [why for player in players for _command, why in player.refused],
            _difference(begun.host, ended.host, "gipf_meta_failures_total"),
            sum(sight.compared for sight in sights),
            [fault for sight in sights for fault in sight.faults],
        )


def _difference(before: Figures, after: Figures, name: str) -> float:
    return after.named.get(name, 0.0) - before.named.get(name, 0.0)


def _part_s(before: Figures, after: Figures, part: str, kind: str) -> float:
    return _difference(before, after, f'gipf_meta_part_{kind}seconds_total{{part="{part}"}}')


def measure(load: Load, tree: Path = ROOT) -> Cost:
    """Measures the host of *tree* on an empty database."""
    with TemporaryDirectory() as name, durable_database(load.kind, Path(name)) as (address, data):
        return measure_on(address, data, Path(name), load, tree)


def measure_on(address: str, data: Path | None, folder: Path, load: Load, tree: Path) -> Cost:
    """Measures on the empty database at *address*."""
    there = opened(tree, address, [_wanted(load, n) for n in range(_count(load))])
    measured = _Measured(load, data)
    cost = measured.cost(*asyncio.run(measured.play(tree, address, folder, there)))
    if tree != ROOT or load.clock is None:
        return cost
    with closing(Database.open(address)) as database:
        ledger = DatabaseLedger(database)
        entries = [entry for room, *_ in there.matches for entry in ledger.read(room)]
    return cost._replace(
        stops=sum(isinstance(entry.event, Stopped) for entry in entries) / load.tables
    )


def _count(load: Load) -> int:
    return load.tables * load.rounds


def _wanted(load: Load, n: int) -> dict[str, Any]:
    name = load.sorts[n % load.tables % len(load.sorts)]
    sort, seed = SORTS[name], load.seed + n
    about = {"game": sort.game, "options": sort.options, "seats": sort.seats}
    return {**about, "room": f"{name}-{seed}", "seed": seed, "control": load.clock}


@contextmanager
def durable_database(kind: str, folder: Path) -> Iterator[tuple[str, Path | None]]:
    """The address of an empty database of that *kind*, and where PostgreSQL has its data."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'rooms.sqlite'}", None
        return
    run = f"load-{token_hex(4)}"
    with postgres.fresh_database(postgres.start(run)) as address:
        _make_durable(address)
        yield address, Path(postgres.server_of(run).pgdata)


def _make_durable(address: str) -> None:
    """Has the server at *address* write to the disk before it answers, as any server does."""
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("ALTER SYSTEM RESET fsync")
        admin.execute("SELECT pg_reload_conf()")


def share_ms(sorted_ms: Sequence[int], part: float) -> int:
    """The milliseconds within which that *part* of the answers came."""
    return sorted_ms[min(len(sorted_ms) - 1, int(part * len(sorted_ms)))] if sorted_ms else 0
