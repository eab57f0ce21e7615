"""The processes of a host that is measured, of this checkout or another: begun as people begin
them, without limits, on a processor of their own; and the processor time that they and their
database use."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from os import sysconf
from pathlib import Path
from sys import executable
from typing import Final, NamedTuple

from aiohttp import ClientSession
from yarl import URL

from building.compiled import Builds
from building.launch import environment
from tests.program import variables

ADDRESS: Final = "127.0.0.1"
HOST_CORE: Final = "0"
"""The processor of a host that has one of its own; everybody else has the others."""
HOLDS_S: Final = 0.5
"""Seconds between two times at which a host is held up."""
MOST: Final = 1_000_000_000
"""A limit that nobody reaches: all guests come from one address."""
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


class Served(NamedTuple):
    """A process of a host, and its address."""

    process: Process
    url: URL

    async def measure(self, client: ClientSession) -> Figures:
        """The metrics of the process, and the system's figures about it."""
        async with client.get(self.url / "metrics") as answer:
            lines = (await answer.text()).splitlines()
        named = {name: float(value) for name, value in _read_figures(lines)}
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return Figures(named, cpu_s(self.process.pid), pages * sysconf("SC_PAGE_SIZE"))

    async def hold_up(self, held_ms: int) -> None:
        """Holds the process up again and again, as something that takes long would."""
        while True:
            await asyncio.sleep(HOLDS_S)
            self.process.send_signal(signal.SIGSTOP)
            try:
                await asyncio.sleep(held_ms / 1000)
            finally:
                self.process.send_signal(signal.SIGCONT)


def _read_figures(lines: Sequence[str]) -> list[tuple[str, str]]:
    split = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    return [(name, value) for name, _space, value in split]


def cpu_s(pid: int, with_ended: bool = False) -> float:
    """The processor seconds of a process; *with_ended*: and those of its children that ended."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, times[11 : 15 if with_ended else 13])) / TICKS_S


def database_cpu_s(folder: Path | None) -> float:
    """The processor seconds of the PostgreSQL with its data in *folder*; 0 without one."""
    if folder is None:
        return 0.0
    first = int((folder / "postmaster.pid").read_text().split()[0])
    return cpu_s(first, with_ended=True) + sum(_children_cpu_s(first))


def _children_cpu_s(parent: int) -> Iterator[float]:
    for about in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may end meanwhile
            if int(about.read_text().rpartition(")")[2].split()[1]) == parent:
                yield cpu_s(int(about.parent.name))


def has_own_core() -> bool:
    """Whether a host can have a processor of its own here, and everybody else another one."""
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1


def leave_host_core() -> None:
    """Leaves the host's processor to it: this process, and all that it begins, use the others."""
    os.sched_setaffinity(0, os.sched_getaffinity(0) - {int(HOST_CORE)})


class Place(NamedTuple):
    """A place for a process of a host: the command that runs it there, its address, and that of the
    database, where it has another one there."""

    command: tuple[str, ...] = ()
    address: str = ADDRESS
    database: str = ""


HERE: Final = Place()


@asynccontextmanager
async def served(
    tree: Path,
    database: str,
    folder: Path,
    own_core: bool,
    limits: Sequence[str],
    place: Place = HERE,
) -> AsyncIterator[Served]:
    """A process of the host of *tree* that serves *database* at its *place*, without the *limits*
    of those names.

    It runs the compiled program if ``make play`` has built it for the sources as they are now.
    """
    alone = ["taskset", "--cpu-list", HOST_CORE] if own_core else []
    words = ["host", "--address", place.address, "--port", "0"]
    words += [word for name in limits for word in ("--limit", f"{name}={MOST}")]
    paths = os.pathsep.join(map(str, (tree, *sorted(tree.glob("plugins/*")))))
    own = {
        **variables(folder, paths),
        "GIPF_META_DATABASE": place.database or database,
        "PYTHONSAFEPATH": "1",
    }
    process = await asyncio.create_subprocess_exec(
        *(*place.command, *alone, executable, "-m", "gipf_meta", *words),
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment(Builds(tree).program(), own),
    )
    try:
        assert process.stdout is not None
        yield Served(process, await _address_in(process.stdout))
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGCONT)
            process.terminate()
        await process.wait()


async def _address_in(lines: asyncio.StreamReader) -> URL:
    """The first address that a host prints."""
    async for line in lines:
        for word in line.decode().split():
            if word.startswith("http://"):
                return URL(word)
    raise RuntimeError("The host has not begun.")
