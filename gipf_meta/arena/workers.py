"""Where games are played: any ``concurrent.futures.Executor`` will do.

A worker that dies takes no game with it: what it was playing is played again.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import connection
from typing import Final

from gipf_meta.arena.referee import Outcome, play
from gipf_meta.arena.schedule import ArenaError, Task
from gipf_meta.base.sentences import describe_error
from gipf_meta.base.texts import _

DEATHS: Final = 3
"""After so many workers that died over it a game is given up; after the first it plays alone."""

CONNECTING_S: Final = 5
"""How long a cluster may take to answer."""


@dataclass(frozen=True)
class Workers:
    """*make* gives an executor, another one when it broke; *width* games are under way at a time.

    *death* is what a task raises whose worker died.
    """

    make: Callable[[], Executor]
    width: int
    death: type[Exception] = BrokenExecutor


def played(
    tasks: Iterable[Task], workers: Workers, play: Callable[[Task], Outcome] = play
) -> Generator[Outcome, None, None]:
    """Plays all *tasks* and yields how they ended, in the order in which they did.

    Closing it stops the games under way. Raises ``ArenaError`` if the workers cannot play.
    """
    coming = iter(tasks)
    suspects: deque[Task] = deque()  # what was being played when a worker died: one at a time now
    deaths: Counter[int] = Counter()
    running: dict[Future[Outcome], Task] = {}
    executor = workers.make()
    alone = False

    def submit(task: Task) -> None:
        try:
            running[executor.submit(play, task)] = task
        except BrokenExecutor:
            suspects.append(task)

    try:
        while True:
            if not running:
                alone = bool(suspects)
                if alone:
                    executor.shutdown(wait=False)
                    executor = workers.make()
                    submit(suspects.popleft())
            while not (alone or suspects) and len(running) < workers.width:
                task = next(coming, None)
                if task is None:
                    break
                submit(task)
            if not running and not suspects:
                return
            done, _not_done = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                task = running.pop(future)
                try:
                    outcome = future.result()
                except workers.death:
                    deaths[task.number] += 1
                    if deaths[task.number] < DEATHS:
                        suspects.append(task)
                        continue
                    outcome = Outcome.void(task, f"its worker died {DEATHS} times")
                except CancelledError as error:
                    raise ArenaError(
                        _("The workers are gone; with --file the same command goes on from here.")
                    ) from error
                except Exception as error:
                    raise ArenaError(
                        _("A worker cannot play ({fault}); it needs the same gipf-meta.").format(
                            fault=describe_error(error)
                        )
                    ) from error
                yield outcome
    finally:
        executor.shutdown(wait=False)


# ---- processes of this machine -----------------------------------------------------------------


def processes(jobs: int) -> Workers:
    """So many processes on this machine. Raises ``ArenaError``."""
    if jobs < 1:
        raise ArenaError(_("Give 1 job or more."))
    return Workers(lambda: _Pool(jobs, initializer=_watch), 2 * jobs)


class _Pool(ProcessPoolExecutor):
    """Processes that are killed when they are not waited for, and end when their parent dies."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if not wait:
            # kill_workers() of Python 3.14; one that hangs could not be asked to end
            for process in [*(self._processes or {}).values()]:
                process.kill()
        # The dead are soon waited for. Left alone, a pool that is being tidied up when the program
        # ends may be woken when its pipe is closed already, and the user sees a traceback.
        super().shutdown(cancel_futures=cancel_futures or not wait)


def _watch() -> None:
    """Begins a worker: it ends with its parent, not by Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()


# ---- many machines -----------------------------------------------------------------------------


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of the Dask scheduler at *address*. Raises ``ArenaError``."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ArenaError(
            _("A cluster needs an extra: pip install 'gipf-meta[distributed]'.")
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # one sentence is enough
    try:
        whole = address if "://" in address else f"tcp://{address}"
        # a client that was told nonsense complains again, much later and at length
        import_module("distributed.comm").get_address_host_port(whole, strict=True)
        client = distributed.Client(whole, timeout=CONNECTING_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ArenaError(
            _("No Dask scheduler answers at {address}.").format(address=address)
        ) from error
    with client:
        width = 2 * max(1, sum(client.nthreads().values()))
        yield Workers(client.get_executor, width, distributed.KilledWorker)
