"""Bots that think in processes of their own, as on a server for many."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gipf_meta.base.garbage import NEW_OBJECTS
from gipf_meta.web.parcels import Parcel
from gipf_meta.web.process_pool import COMMAND, in_processes
from gipf_meta.web.thought_queue import WorkerThinkers
from gipf_meta.web.worker_process import frame_of, read_frame

pytestmark = pytest.mark.slow

LIMIT_S = 150
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def find_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the processes import what the tests let them do."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def think(seed: int, tell: Callable[[Any], object]) -> tuple[int, int]:
    """A number, and the process that has found it."""
    tell("so far")
    return Random(seed).randrange(1000), os.getpid()


def think_for_ever(tell: Callable[[Any], object]) -> None:
    """Tells the process, and never ends."""
    tell(os.getpid())
    while True:
        pass


def print_words(tell: Callable[[Any], object]) -> str:
    """Prints as a plugin may."""
    print("what a plugin prints")
    return "decided"


def tell_collecting(tell: Callable[[Any], object]) -> tuple[int, int, int]:
    """When the process looks for objects that hold each other."""
    return gc.get_threshold()


class Thought:
    """Something to think about."""

    room = "1"

    def __init__(self, run: Callable[..., Any], can_wait: bool = False) -> None:
        self.run, self.can_wait, self.is_cancelled = run, can_wait, False
        self.engine_ms = 0

    def cancel(self) -> None:
        self.is_cancelled = True


class Told:
    """Notes what the thinkers tell."""

    def __init__(self, processes: int = 2) -> None:
        self.news: asyncio.Queue[tuple[Thought, Any]] = asyncio.Queue()
        self.thinkers: WorkerThinkers = in_processes(processes)(self._end, self._part)

    def _end(self, thought: Any, answer: Callable[[], Any]) -> None:
        try:
            self.news.put_nowait((thought, answer()))
        except Exception as error:
            self.news.put_nowait((thought, error))

    def _part(self, thought: Any, part: Any) -> None:
        self.news.put_nowait((thought, ("part", part)))

    def think(self, run: Callable[..., Any], can_wait: bool = False) -> Thought:
        thought: Any = Thought(run, can_wait)
        self.thinkers.think(thought)
        return thought  # type: ignore[no-any-return]

    async def next(self) -> tuple[Thought, Any]:
        async with asyncio.timeout(LIMIT_S):
            return await self.news.get()


def is_alive(process: int) -> bool:
    """Whether a process of that number runs, and is no zombie."""
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True
    ).stdout
    return bool(found) and not found.startswith("Z")


async def gone(process: int) -> None:
    """Waits until a process has ended."""
    async with asyncio.timeout(LIMIT_S):
        while is_alive(process):
            await asyncio.sleep(0.01)


async def test_a_process_thinks_tells_parts_and_is_used_again() -> None:
    told = Told()
    first = told.think(partial(think, 5))
    assert await told.next() == (first, ("part", "so far"))
    thought, (found, process) = await told.next()
    assert (thought, found) == (first, Random(5).randrange(1000))
    assert process != os.getpid()
    told.think(print_words)
    assert (await told.next())[1] == "decided"
    told.think(tell_collecting)
    assert (await told.next())[1][0] == NEW_OBJECTS
    told.think(partial(think, 6))
    await told.next()
    assert (await told.next())[1][1] == process
    told.thinkers.cancel_all()
    await gone(process)


async def test_a_thought_that_is_cancelled_or_killed_frees_its_place() -> None:
    told = Told()
    hanging = told.think(think_for_ever)
    _thought, (_part, process) = await told.next()
    hanging.cancel()
    told.thinkers.fill_places()
    await gone(process)
    killed = told.think(think_for_ever)
    _thought, (_part, process) = await told.next()
    os.kill(process, signal.SIGKILL)
    thought, error = await told.next()
    assert thought is killed
    assert "crashed" in str(error)
    told.think(partial(think, 1))
    await told.next()
    assert (await told.next())[1][0] == Random(1).randrange(1000)
    told.thinkers.cancel_all()


async def test_studies_take_what_bots_leave_and_give_it_back() -> None:
    told = Told(processes=3)
    studies = [told.think(think_for_ever, can_wait=True) for _ in range(3)]
    begun = {(await told.next())[0] for _ in range(3)}
    assert begun == set(studies)
    bots = [told.think(partial(think, seed)) for seed in (1, 2)]
    ended = set()
    while len(ended) < 2:
        thought, news = await told.next()
        if thought in bots and news[0] != "part":
            ended.add(thought)
    told.thinkers.cancel_all()


def test_a_process_ends_with_its_server_whatever_it_does() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame_of(Parcel(think_for_ever).content))
        process.stdin.flush()
        assert read_frame(process.stdout)
        process.stdin.close()
        assert process.wait(LIMIT_S) == 0
