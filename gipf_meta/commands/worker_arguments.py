"""Arguments for parallel work: the number of processes of this machine, or a cluster of
machines."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import read_number
from gipf_meta.commands.parser import UsageError

if TYPE_CHECKING:
    from gipf_meta.commands.parser import Parser
    from gipf_meta.workshop.arena.workers import Workers

DASK: Final = "dask:"
MOST_JOBS: Final = 1000


def add_workers(command: Parser, jobs: int | None = None) -> None:
    """Adds ``--jobs`` and ``--executor`` to *command*; by default *jobs*, or a process a core."""
    where = command.rare.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=read_number(MOST_JOBS),
        metavar="N",
        help=_("processes; default: {n}").format(n=jobs or _("one a core")),
    )
    where.add_argument(
        "--executor", metavar="dask:ADDRESS", help=_("the Dask cluster with this scheduler")
    )


def cores() -> int:
    """The number of cores that this process may use, at most the limit of jobs."""
    try:
        found = len(os.sched_getaffinity(0))
    except AttributeError:  # neither macOS nor Windows has it
        found = os.cpu_count() or 1
    return min(found, MOST_JOBS)


@contextmanager
def chosen_workers(arguments: argparse.Namespace, jobs: int | None = None) -> Iterator[Workers]:
    """The workers that the arguments name, else so many *jobs*, or one a core.

    Raises ``UsageError``, ``ArenaError``.
    """
    from gipf_meta.workshop.arena.workers import (  # slow, and every command would wait
        cluster,
        processes,
    )

    if arguments.executor is None:
        yield processes(arguments.jobs or jobs or cores())
        return
    if not arguments.executor.startswith(DASK):
        raise UsageError(
            _("{words!r} is no executor; write dask: and the address of a scheduler.").format(
                words=arguments.executor
            )
        )
    with cluster(arguments.executor.removeprefix(DASK)) as workers:
        yield workers
