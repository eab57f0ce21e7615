"""Workers for many tasks at a time: processes of this machine, or a Dask cluster.

Workers may die: their tasks are done again, one at a time, so that a task that kills its workers is
told from those that ran beside it.
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
from typing import Any, Final, Protocol, TypeVar

from gipf_meta.base.garbage import collect_seldom
from gipf_meta.base.sentences import describe_error
from gipf_meta.base.texts import _
from gipf_meta.workshop.arena.schedule import ArenaError

DEATHS: Final = 3
"""The number of workers that may die over a task before it is given up. After the first it runs
alone."""

CONNECTING_S: Final = 5
"""Seconds that a cluster may take to answer."""


@dataclass(frozen=True)
class Workers:
    """*make* makes an executor, and a new one after it broke. *width* tasks run at a time.

    *death* is the error of a task whose worker died.
    """

    make: Callable[[], Executor]
    width: int
    death: type[Exception] = BrokenExecutor


class NumberedTask(Protocol):
    """A task with a *number* of its own."""

    @property
    def number(self) -> int:
        """The number of the task."""
        ...


TaskT = TypeVar("TaskT", bound=NumberedTask)
ResultT = TypeVar("ResultT")


def run_tasks(
    tasks: Iterable[TaskT],
    work: Callable[[TaskT], ResultT],
    workers: Workers,
    give_up: Callable[[TaskT], ResultT],
) -> Generator[ResultT, None, None]:
    """Lets *workers* do the *work* on all *tasks*; yields the results in the order they come.

    A task over which ``DEATHS`` workers died gets the result that *give_up* returns for it. Closing
    the generator stops all running tasks. Raises ``ArenaError`` if the workers cannot work.
    """
    coming = iter(tasks)
    suspects: deque[TaskT] = deque()  # ran when a worker died, and now run one at a time
    deaths: Counter[int] = Counter()
    running: dict[Future[ResultT], TaskT] = {}
    executor = workers.make()
    alone = False

    def submit(task: TaskT) -> None:
        try:
            running[executor.submit(work, task)] = task
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
                    result = future.result()
                except workers.death:
                    deaths[task.number] += 1
                    if deaths[task.number] < DEATHS:
                        suspects.append(task)
                        continue
                    result = give_up(task)
                except CancelledError as error:
                    raise ArenaError(
                        _("The workers are gone; what is kept in a file is not done again.")
                    ) from error
                except Exception as error:
                    raise ArenaError(
                        _("A worker cannot play ({fault}); it needs the same gipf-meta.").format(
                            fault=describe_error(error)
                        )
                    ) from error
                yield result
    finally:
        executor.shutdown(wait=False)


# ---- processes of this machine -----------------------------------------------------------------


def processes(jobs: int) -> Workers:
    """The workers of *jobs* processes on this machine. Raises ``ArenaError``."""
    if jobs < 1:
        raise ArenaError(_("Give 1 job or more."))
    return Workers(lambda: _Pool(jobs, initializer=_begin_process), 2 * jobs)


def this_process() -> Workers:
    """The worker that this process itself is, one task after another."""
    return Workers(_Here, 1)


class _Here(Executor):
    """Does each task at once, in this process."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """The result of *work*, which is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **more))
        except Exception as error:
            done.set_exception(error)
        return done


class _Pool(ProcessPoolExecutor):
    """Processes that end when their parent dies, and that ``shutdown(wait=False)`` kills."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the processes; without *wait*, kills them."""
        if not wait:
            # as kill_workers() of Python 3.14 does; a process that hangs cannot end itself
            for process in [*(self._processes or {}).values()]:
                process.kill()
        # Killed processes are soon gone, so waiting for them is cheap. A pool that nobody waits for
        # may wake up when its pipe is already closed, and print a traceback as the program ends.
        super().shutdown(cancel_futures=cancel_futures or not wait)


def _begin_process() -> None:
    """Makes this process one that searches, and that ends with its parent, not by Ctrl-C."""
    collect_seldom()
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
            _(
                "A cluster needs more: install gipf-meta with its extra [distributed], in a clone"
                " by pip install '.[distributed]'."
            )
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # one sentence is enough
    try:
        whole = address if "://" in address else f"tcp://{address}"
        # a client with a wrong address complains again, much later and at length
        import_module("distributed.comm").get_address_host_port(whole, strict=True)
        client = distributed.Client(whole, timeout=CONNECTING_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ArenaError(
            _("No Dask scheduler answers at {address}.").format(address=address)
        ) from error
    with client:
        width = 2 * max(1, sum(client.nthreads().values()))
        yield Workers(client.get_executor, width, distributed.KilledWorker)
