"""Hosts that are killed while people play: ``python -m tests.host.kill --matches 200``.

Two processes of ``gipf-meta host`` serve one database. Players with sockets play whole matches,
while each process is killed at random instants, also before it serves, and begun again. Players
come back to either process and send again what was not answered. To one decision of each player the
answer is lost for certain: whoever has given it is killed, and the decision comes again. Counted is
what was answered and is not kept, what stands twice or otherwise than it was told, what was not
recognised when it came again, and matches that cannot go on.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from secrets import token_hex
from socket import create_server
from tempfile import TemporaryDirectory
from typing import Any, Final

from aiohttp import ClientSession, TCPConnector
from yarl import URL

from gipf_meta.base.clock import RealClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.match.match import GameFinder
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.rooms.consequences import Ended
from gipf_meta.rooms.events import Opened, Played
from gipf_meta.rooms.ledger import LedgerEntry
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import recount
from tests.host import postgres
from tests.host.playing import Command, Match, Player, Watcher, open_matches
from tests.kill import SORTS, Kills
from tests.program import variables

PROCESSES: Final = 2
LONGEST_LIFE_S: Final = 3.0
"""Seconds for which a process serves at most before it is killed, or as long as its start took."""
UNBORN: Final = 0.15
"""How often a process is killed before it serves."""
LIMIT_S: Final = 900.0
"""Seconds after which a match that is not over cannot go on."""


@dataclass
class Tally(Kills):
    """The counts of a run; there should be no *faults*.

    *recognised* counts the decisions whose answer was lost, and which were answered as done again.
    """

    players: int = 0
    came_again: int = 0
    recognised: int = 0
    answered: int = 0
    refused: int = 0
    events: int = 0
    events_in_duels: int = 0


@dataclass
class HostProcess:
    """``gipf-meta host`` at *url*, which is killed and begun again. *process* is the living one."""

    folder: Path
    database: str
    url: URL
    rng: Random
    kills: int = 0
    clock: RealClock = field(default_factory=RealClock)
    process: Process | None = None

    async def live(self) -> None:
        """Serves until it is killed."""
        self.process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "gipf_meta", "host", "--address", str(self.url.host)),
            *("--port", str(self.url.port), "--database", self.database),
            stdout=PIPE,
            stderr=DEVNULL,
            env=variables(self.folder, ""),
        )
        assert process.stdout is not None
        try:
            if self.rng.random() < UNBORN:
                await asyncio.sleep(self.rng.uniform(0, LONGEST_LIFE_S))
                return
            begun_ms = self.clock.now_ms()
            await process.stdout.readline()
            took_s = (self.clock.now_ms() - begun_ms) / 1000
            with suppress(TimeoutError):
                async with asyncio.timeout(self.rng.uniform(0, max(LONGEST_LIFE_S, took_s))):
                    await process.wait()
        finally:
            self.kill()
            self.process = None
            await process.wait()
            self.kills += process.returncode == -signal.SIGKILL

    def kill(self) -> None:
        """Kills the process, unless it is dead."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    async def live_again_and_again(self) -> None:
        """Is killed and begun again until it is cancelled."""
        while True:
            await self.live()


@dataclass
class UnansweredPlayer(Player):
    """A player who loses the answer to his first decision: the host that gave it is killed.

    *kill* has what kills each host. *lost* is that decision, with the number in the lost answer.
    """

    kill: Mapping[URL, Callable[[], None]] = field(default_factory=dict)
    lost: tuple[Command, int] | None = None

    @property
    def was_recognised(self) -> bool:
        """Whether that decision was answered in the same way when it came again."""
        return self.lost in [(command, number) for command, number, _took_ms in self.done]

    async def _take_answer(self, told: dict[str, Any]) -> None:
        assert self.waiting is not None
        assert self.host is not None
        if self.lost is None and "done" in told and self.waiting.message["do"] == "play":
            self.lost = self.waiting, told["number"]
            self.kill[self.host]()
            raise ConnectionResetError
        await super()._take_answer(told)


def free_addresses(count: int) -> list[URL]:
    """Addresses of this machine where nobody listens."""
    sockets = [create_server(("127.0.0.1", 0)) for _ in range(count)]
    addresses = [URL(f"http://127.0.0.1:{each.getsockname()[1]}/") for each in sockets]
    for each in sockets:
        each.close()
    return addresses


class Killing:
    """Matches on the *database*, whose two hosts are killed again and again."""

    def __init__(self, database: str, folder: Path, seed: int) -> None:
        self.database, self.rng, self.tally = database, Random(seed), Tally()
        urls = free_addresses(PROCESSES)
        seeds = [self.rng.random() for _url in urls]
        self.hosts = [
            HostProcess(folder, database, url, Random(seed))
            for url, seed in zip(urls, seeds, strict=True)
        ]

    async def play(self, matches: Sequence[Match], at_once: int) -> None:
        """Plays *matches* to their end, *at_once* at a time."""
        todo = iter(matches)
        killing = [asyncio.create_task(host.live_again_and_again()) for host in self.hosts]
        try:
            async with ClientSession(connector=TCPConnector(limit=0)) as client:

                async def work_off() -> None:
                    for match in todo:
                        await self.play_one(client, match)

                await asyncio.gather(*(work_off() for _lane in range(at_once)))
        finally:
            for task in killing:
                task.cancel()
            await asyncio.gather(*killing, return_exceptions=True)
            self.tally.kills = sum(host.kills for host in self.hosts)

    async def play_one(self, client: ClientSession, match: Match) -> None:
        """Plays a match to its end, and compares the events of all sockets with the ledger."""
        urls, clock = [host.url for host in self.hosts], RealClock()
        kill = {host.url: host.kill for host in self.hosts}
        players = [
            UnansweredPlayer(
                client, urls, match, Random(self.rng.random()), now_ms=clock.now_ms, kill=kill
            )
            for _player in match.secrets
        ]
        watcher = Watcher(client, urls, match, Random(self.rng.random()))
        with suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                keys = (*match.secrets, match.watcher)
                guests = zip((*players, watcher), keys, strict=True)
                await asyncio.gather(*(guest.stay(key) for guest, key in guests))
        tally = self.tally
        tally.matches += 1
        tally.players += len(players)
        tally.recognised += sum(player.was_recognised for player in players)
        tally.came_again += sum(guest.comes - 1 for guest in (*players, watcher))
        tally.answered += sum(len(player.done) for player in players)
        tally.refused += sum(len(player.refused) for player in players)
        with closing(Database.open(self.database)) as database:
            entries = DatabaseLedger(database).read(match.room)
        tally.events += len(entries)
        tally.events_in_duels += duel_decisions(entries)
        faults = find_faults(match.room, entries, players, watcher, load_plugins().find)
        tally.faults += (f"{match.room}: {fault}" for fault in faults)
        print(f"{match.room}: {len(entries)} events", file=sys.stderr)


def duel_decisions(entries: Sequence[LedgerEntry]) -> int:
    """How many decisions of *entries* were made in duels."""
    depth = count = 0
    for each in entries:
        depth += {"duel_began": 1, "duel_ended": -1}.get(each.event.event, 0)
        count += depth > 0 and isinstance(each.event, Played)
    return count


def find_faults(
    room: str,
    entries: Sequence[LedgerEntry],
    players: Sequence[UnansweredPlayer],
    watcher: Watcher,
    finder: GameFinder,
) -> Iterator[str]:
    """Yields the faults of the *entries* of *room*, a sentence each."""
    events = [entry.event for entry in entries]
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        yield "its events are not numbered from 1 on"
    if not events or not isinstance(events[-1], Ended):
        yield f"it is not over after {LIMIT_S:.0f} s"
    for told, kept in zip(watcher.events, events, strict=False):
        if told != kept and not isinstance(kept, Opened):  # the seed is not told
            yield f"event {kept.number} was told as {told!r} and is kept as {kept!r}"
    if len(watcher.events) > len(events):
        yield f"{len(watcher.events) - len(events)} events were told and are not kept"
    for player in players:
        yield from _find_faults_of(player, entries)
    try:
        rebuild(room, events, finder)
        recount(room, events, finder)
    except GipfMetaError as error:
        yield f"it cannot be told again: {error}"


def _find_faults_of(player: UnansweredPlayer, entries: Sequence[LedgerEntry]) -> Iterator[str]:
    """Each decision that was answered is there once, and none that was refused."""
    decisions = [
        (entry.id, entry.event)
        for entry in entries
        if entry.sender == player.person and isinstance(entry.event, Played)
    ]
    kept, times = dict(decisions), Counter(id for id, _event in decisions)
    yield from (f"{id} of {player.person} stands twice" for id in times if times[id] > 1)
    for command, number, _took_ms in player.done:
        if command.message["do"] != "play":
            continue
        decision = kept.pop(command.id, None)
        if decision is None:
            yield f"{command.message} was answered with event {number} and is not kept"
        elif decision.text != command.message["text"]:
            yield f"{command.message} is kept as {decision!r}"
        elif decision.number > number:
            yield f"{command.message} was answered with event {number} and is {decision.number}"
    if player.lost is not None and not player.was_recognised:
        command, number = player.lost
        yield f"{command.message} was answered with event {number} and not so when it came again"
    for command, why in player.refused:
        if command.id in kept:
            yield f"{command.message} is kept though it was refused: {why}"


@contextmanager
def empty_database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of that *kind*."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'rooms.sqlite'}"
    else:
        with postgres.fresh_database(postgres.start(f"kill-{token_hex(4)}")) as address:
            yield address


def kill_hosts(
    address: str, folder: Path, sorts: Sequence[str], seed: int, at_once: int = 4
) -> Tally:
    """Plays a match of each of *sorts* on the database at *address* while its hosts are killed."""
    with closing(Database.open(address)) as database:
        matches = open_matches(database, sorts, seed)
    killing = Killing(address, folder, seed)
    asyncio.run(killing.play(matches, at_once))
    return killing.tally


def main() -> int:
    """Kills hosts, and prints what has become of the matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, metavar="N")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--at-once", type=int, default=4, metavar="N")
    parser.add_argument("--seed", type=int, default=1, help="of the instants; time varies anyhow")
    asked = parser.parse_args()
    sorts = [name for _round in range(asked.matches) for name in SORTS][: asked.matches]
    with TemporaryDirectory() as name, empty_database(asked.database, Path(name)) as address:
        tally = kill_hosts(address, Path(name), sorts, asked.seed, asked.at_once)
    for fault in islice(tally.faults, 100):
        print(fault)
    for words, value in vars(tally).items():
        print(f"{words.replace('_', ' ')}: {len(value) if words == 'faults' else value}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
