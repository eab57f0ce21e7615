"""Plays the games of a tournament, until all are played or its test decides: its workers."""

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
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import connection
from typing import Final

from gipf_meta.arena.journal import TournamentJournal
from gipf_meta.arena.referee import GameOutcome, play
from gipf_meta.arena.schedule import ArenaError, Task, Tournament
from gipf_meta.arena.standings import Outcomes, SequentialTest
from gipf_meta.base.sentences import describe_error
from gipf_meta.base.texts import _


def run(
    tournament: Tournament,
    workers: Workers,
    journal: TournamentJournal | None = None,
    finished: Callable[[GameOutcome], None] = lambda outcome: None,
) -> Outcomes:
    """Plays the games that *journal* does not hold; returns the outcomes of all games.

    Each outcome is written to the journal, then given to *finished*. Raises ``ArenaError`` if the
    workers cannot play, ``OSError`` if the journal cannot be written.
    """
    outcomes = dict(journal.outcomes) if journal else {}
    test = SequentialTest(tournament)
    missing = [number for number in range(tournament.total) if number not in outcomes]
    if test.update(outcomes) or not missing:
        return outcomes
    with closing(play_tasks(map(tournament.task, missing), workers)) as games:
        for outcome in games:
            if journal:
                journal.append(outcome)
            outcomes[outcome.number] = outcome
            finished(outcome)
            if test.update(outcomes):
                break
    return outcomes


DEATHS: Final = 3
"""How many workers may die over a game before it is given up. After the first it plays alone."""

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


def play_tasks(
    tasks: Iterable[Task], workers: Workers, play: Callable[[Task], GameOutcome] = play
) -> Generator[GameOutcome, None, None]:
    """Plays all *tasks* and yields their outcomes in the order in which the games end.

    Closing the generator stops the running games. Raises ``ArenaError`` if the workers cannot play.
    """
    coming = iter(tasks)
    suspects: deque[Task] = deque()  # ran when a worker died, and now run one at a time
    deaths: Counter[int] = Counter()
    running: dict[Future[GameOutcome], Task] = {}
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
                    outcome = GameOutcome.void(task, f"its worker died {DEATHS} times")
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
    """The workers of *jobs* processes on this machine. Raises ``ArenaError``."""
    if jobs < 1:
        raise ArenaError(_("Give 1 job or more."))
    return Workers(lambda: _Pool(jobs, initializer=_end_with_parent), 2 * jobs)


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


def _end_with_parent() -> None:
    """Makes this worker process end with its parent, and not by Ctrl-C."""
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
