"""Root-parallel search: searches the same state many times, each time with another seed.

The results are merged move by move. The searches run wherever a ``concurrent.futures.Executor``
runs them; they share nothing but the state.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import Option, TreeSearch, options, rank

LOOK_S: Final = 0.02
"""Seconds until a search that waits for others sees that it is cancelled."""

SearchResult: TypeAlias = tuple[list[Option], int]
"""The moves as one search sees them, and how many nodes it has."""


@dataclass(frozen=True)
class Lease:
    """A flag for other processes: it is set when *path* is gone.

    On another machine than *host* it is never set.
    """

    path: Path
    host: str

    def is_set(self) -> bool:
        """Whether the search is cancelled."""
        return platform.node() == self.host and not self.path.exists()


@dataclass(frozen=True)
class Share:
    """One of the searches: all that a worker needs to run it."""

    game: AnyGame
    seats: int
    pace_ms: int
    guess: float | None
    state: Any
    seed: int
    budget: Budget

    def run(self) -> SearchResult:
        """Runs the search. Raises what the game raises."""
        search = TreeSearch(self.game, self.seats, self.pace_ms, self.guess)
        root = search.run(self.state, self.budget, Random(self.seed))
        return options(root), search.nodes


class ParallelSearch:
    """A search in one game that an *executor* does in *tasks* tasks, else like ``TreeSearch``.

    The tasks share the nodes of a budget; each of them has all of its time. If the executor is
    broken or shut down, this process does its work: slower, with the same result. After a run,
    *nodes* counts the nodes of all tasks.
    """

    def __init__(
        self,
        executor: Executor,
        tasks: int,
        game: AnyGame,
        seats: int,
        pace_ms: int = 1000,
        guess: float | None = None,
    ) -> None:
        self.executor, self.tasks = executor, tasks
        self.game, self.seats, self.pace_ms, self.guess = game, seats, pace_ms, guess
        self.nodes = 0

    def run(self, state: Any, budget: Budget, rng: Random) -> list[Option]:
        """The moves of the seat that is on turn in *state*, the best one first.

        Without a time limit they are the same for the same seed and number of tasks.
        """
        nodes = None if budget.nodes is None else -(-budget.nodes // self.tasks)
        with TemporaryDirectory(prefix="gipf-meta-") as folder:
            # a search that still runs when this block ends sees that the folder is gone
            lease = Lease(Path(folder), platform.node())
            share = replace(budget, nodes=nodes, cancelled=lease)
            shares = [
                Share(
                    self.game, self.seats, self.pace_ms, self.guess, state, rng.getrandbits(64),
                    share,
                )
                for _task in range(self.tasks)
            ]  # fmt: skip
            futures = [self._submit(one) for one in shares]
            working = {future for future in futures if future is not None}
            while working and not budget.cancelled.is_set():
                _done, working = wait(working, timeout=LOOK_S)
            for future in futures:
                if future in working:
                    future.cancel()
        found = [
            self._result(one, future, budget)
            for one, future in zip(shares, futures, strict=True)
            if future not in working
        ]
        # even a cancelled search must answer
        found = found or [self._result(shares[0], None, budget)]
        self.nodes = sum(nodes for _options, nodes in found)
        return merge([options for options, _nodes in found])

    def _submit(self, share: Share) -> Future[SearchResult] | None:
        try:
            return self.executor.submit(share.run)
        except Exception:  # broken, or shut down: each kind says so in its own way
            return None

    def _result(
        self, share: Share, future: Future[SearchResult] | None, budget: Budget
    ) -> SearchResult:
        """The result of *share*: that of *future*, or of a search here if the executor failed.

        Raises what the game raises.
        """
        if future is not None:
            try:
                return future.result()
            except Exception:
                pass  # an error of the game, not of the executor, is raised again below
        ms = None if budget.ms is None else budget.ms // self.tasks
        here = replace(share.budget, ms=ms, cancelled=budget.cancelled)
        return replace(share, budget=here).run()


def merge(found: Sequence[Sequence[Option]]) -> list[Option]:
    """Merges the results of searches of the same state into one: the best move first."""
    by_move: dict[Any, list[Option]] = {}
    for options_ in found:
        for option in options_:
            by_move.setdefault(option.move, []).append(option)
    return sorted(map(_merge_move, by_move.values()), key=rank, reverse=True)


def _merge_move(found: list[Option]) -> Option:
    """Merges what several searches *found* of one move: a proof, else the mean."""
    visits = sum(option.visits for option in found)
    sure = [option for option in found if option.sure]
    best = max(sure or found, key=lambda option: option.visits)
    value = best.value
    if not sure and visits:
        value = fsum(option.value * option.visits for option in found) / visits
    return Option(best.move, value, visits, bool(sure), best.line)
