"""Root-parallel search: the same state searched many times over, each time with another seed.

What the searches found is added up move by move. They run wherever a
``concurrent.futures.Executor`` runs them; they share nothing but the question.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import Option, TreeSearch, options, rank

LOOK_S: Final = 0.02
"""How long it can take until a search that waits for others sees that it was cancelled."""

Found: TypeAlias = tuple[list[Option], int]
"""What a search says of each move, and how many nodes it has looked at."""


@dataclass(frozen=True)
class Lease:
    """A search goes on while there is something at *path*. Unlike an ``Event`` it can be sent to
    another process. On another machine than *host* nobody can take it away."""

    path: Path
    host: str

    def is_set(self) -> bool:
        """Whether it was taken away."""
        return platform.node() == self.host and not self.path.exists()


@dataclass(frozen=True)
class Share:
    """One of the searches, to be done anywhere."""

    game: AnyGame
    seats: int
    pace_ms: int
    guess: float | None
    state: Any
    seed: int
    budget: Budget

    def searched(self) -> Found:
        """Does it."""
        search = TreeSearch(self.game, self.seats, self.pace_ms, self.guess)
        root = search.run(self.state, self.budget, Random(self.seed))
        return options(root), search.nodes


class ParallelSearch:
    """A search in one game, done in so many *tasks* by an *executor*, else like ``TreeSearch``.

    A budget's nodes are shared by the tasks; its time each of them has. What an executor cannot do,
    because it is broken or shut down, is done here: slower, with the same result. *nodes* is what
    all looked at together.
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
        """The moves of the seat that is on turn in *state*, the best one first. No time ends it:
        the same for the same seed and number of tasks."""
        nodes = None if budget.nodes is None else -(-budget.nodes // self.tasks)
        with TemporaryDirectory(prefix="gipf-meta-") as folder:
            # what still works when this block is left, cancelled, sees that the folder is gone
            lease = Lease(Path(folder), platform.node())
            share = replace(budget, nodes=nodes, cancelled=lease)
            shares = [
                Share(
                    self.game, self.seats, self.pace_ms, self.guess, state, rng.getrandbits(64),
                    share,
                )
                for _task in range(self.tasks)
            ]  # fmt: skip
            futures = [self._sent(one) for one in shares]
            working = {future for future in futures if future is not None}
            while working and not budget.cancelled.is_set():
                _done, working = wait(working, timeout=LOOK_S)
            for future in working:
                future.cancel()
        found = [
            self._found(one, future, budget)
            for one, future in zip(shares, futures, strict=True)
            if future not in working
        ]
        # an answer is owed even if nobody had time to find one
        found = found or [self._found(shares[0], None, budget)]
        self.nodes = sum(nodes for _options, nodes in found)
        return merged([told for told, _nodes in found])

    def _sent(self, share: Share) -> Future[Found] | None:
        try:
            return self.executor.submit(share.searched)
        except Exception:  # broken, or shut down: each kind says so in its own way
            return None

    def _found(self, share: Share, future: Future[Found] | None, budget: Budget) -> Found:
        """What came of a share, done here if nothing came. Raises what the game raises."""
        if future is not None:
            try:
                return future.result()
            except Exception:
                pass  # if that was the game and not the executor, it happens here again
        ms = None if budget.ms is None else budget.ms // self.tasks
        here = replace(share.budget, ms=ms, cancelled=budget.cancelled)
        return replace(share, budget=here).searched()


def merged(found: Sequence[Sequence[Option]]) -> list[Option]:
    """What searches of the same state found, as if one had: the best move first."""
    by_move: dict[Any, list[Option]] = {}
    for told in found:
        for option in told:
            by_move.setdefault(option.move, []).append(option)
    return sorted(map(_together, by_move.values()), key=rank, reverse=True)


def _together(told: list[Option]) -> Option:
    """What several searches say of one move: what is sure; else the mean."""
    visits = sum(option.visits for option in told)
    sure = [option for option in told if option.sure]
    best = max(sure or told, key=lambda option: option.visits)
    value = best.value
    if not sure and visits:
        value = sum(option.value * option.visits for option in told) / visits
    return Option(best.move, value, visits, bool(sure), best.line)
