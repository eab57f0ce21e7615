"""Many searches are one: with the same answer for the same seed, whoever does them."""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import Option, TreeSearch, options
from gipf_meta.search.parallel import Lease, ParallelSearch, Share, merge
from tests.host.broken.sound import Nim
from tests.search.exact import solved
from tests.search.test_mcts import reached


class Here(Executor):
    """Does everything at once, and counts it."""

    def __init__(self) -> None:
        self.sent: list[Share] = []

    def submit(self, work: Any, /, *words: Any, **named: Any) -> Future[Any]:
        self.sent.append(work.__self__)
        future: Future[Any] = Future()
        try:
            future.set_result(work(*words, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Idle(Here):
    """Never begins anything; *stop* is set when it was asked for the last of so many *tasks*."""

    def __init__(self, stop: Event, tasks: int) -> None:
        super().__init__()
        self.stop, self.tasks = stop, tasks
        self.futures: list[Future[Any]] = []

    def submit(self, work: Any, /, *words: Any, **named: Any) -> Future[Any]:
        self.sent.append(work.__self__)
        self.futures.append(Future())
        if len(self.sent) == self.tasks:
            self.stop.set()
        return self.futures[-1]


def zertz() -> tuple[AnyGame, Any]:
    """A position in which much can be played."""
    game = configure(load_plugins().find("zertz"), {})
    return game, reached(game, 2, Random(1))[2]


def found(executor: Executor, budget: Budget, tasks: int = 3, seed: int = 1) -> list[Option]:
    game, state = zertz()
    return ParallelSearch(executor, tasks, game, 2).run(state, budget, Random(seed))


def test_the_same_seed_and_tasks_give_the_same_answer_wherever_they_run() -> None:
    here = found(Here(), Budget(nodes=90))
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(2) as threads:
        assert found(processes, Budget(nodes=90)) == here
        assert found(threads, Budget(nodes=90)) == here
    assert found(Here(), Budget(nodes=90), seed=2) != here


def test_each_task_takes_its_share_and_searches_in_its_own_way() -> None:
    executor = Here()
    game, state = zertz()
    search = ParallelSearch(executor, 3, game, 2)
    told = search.run(state, Budget(nodes=100), Random(1))
    assert search.nodes == 3 * 34 == sum(option.visits for option in told)
    assert len({share.seed for share in executor.sent}) == 3
    alone = options(TreeSearch(game, 2).run(state, Budget(nodes=34), Random(1)))
    assert {option.move for option in told} == {option.move for option in alone}


def test_visits_are_added_and_values_weighed_by_them() -> None:
    first = [Option("a", 0.5, 30, False, ("a", "x")), Option("b", 0.1, 10, False, ("b",))]
    second = [Option("a", -0.1, 10, False, ("a", "y")), Option("b", 0.3, 30, False, ("b", "z"))]
    third = [Option("c", 0.9, 0, False, ("c",))]
    a, b, c = sorted(merge([first, second, third]), key=lambda option: str(option.move))
    assert (a.value, a.visits, a.line) == (pytest.approx(0.35), 40, ("a", "x"))
    assert (b.value, b.visits, b.line) == (pytest.approx(0.25), 40, ("b", "z"))
    assert (c.value, c.visits) == (0.9, 0)


def test_what_one_of_them_has_proven_is_sure() -> None:
    a, c = Option("a", 0.5, 90, False, ("a",)), Option("c", 0.2, 30, False, ("c",))
    first = [a, c, Option("b", 0.1, 10, False, ("b",))]
    second = [Option("b", 1.0, 2, True, ("b", "x")), Option("a", -1.0, 2, True, ("a",))]
    assert merge([first, second]) == [
        Option("b", 1.0, 12, True, ("b", "x")), c, Option("a", -1.0, 92, True, ("a",)),
    ]  # fmt: skip


def test_a_small_game_is_solved() -> None:
    game = Nim(size=4)
    worth = solved(game, 2)
    for state in reached(game, 2, Random(1)):
        now = game.status(state)
        assert isinstance(now, Turn)
        search = ParallelSearch(Here(), 2, game, 2)
        best = search.run(state, Budget(nodes=10_000), Random(1))[0]
        assert (best.value, best.sure) == (worth(state)[now.seat], True)


def test_what_an_executor_cannot_do_is_done_here_with_the_same_result() -> None:
    asked = found(Here(), Budget(nodes=60))
    gone = ThreadPoolExecutor(1)
    gone.shutdown()
    assert found(gone, Budget(nodes=60)) == asked
    with ProcessPoolExecutor(1) as dying:
        dying.submit(os._exit, 1)
        assert found(dying, Budget(nodes=60)) == asked
    with ProcessPoolExecutor(1) as processes:  # a class in a function cannot be sent

        class Unsendable(Nim):
            pass

        game = Unsendable(size=3)
        search = ParallelSearch(processes, 2, game, 2)
        best = search.run(game.start(2), Budget(nodes=5000), Random(1))[0]
        assert best.sure


def test_what_the_game_raises_is_raised_here() -> None:
    class Failing(Nim):
        def apply(self, state: Any, move: str) -> Any:
            raise ArithmeticError("no rules")

    game = Failing()
    with pytest.raises(ArithmeticError, match="no rules"):
        ParallelSearch(Here(), 2, game, 2).run(game.start(2), Budget(nodes=5), Random(1))


def test_a_cancelled_search_waits_for_nobody() -> None:
    stop = Event()
    executor = Idle(stop, tasks=3)
    told = found(executor, Budget(nodes=10**9, cancelled=stop))
    assert sum(option.visits for option in told) == 1
    assert all(future.cancelled() for future in executor.futures)
    assert all(share.budget.cancelled.is_set() for share in executor.sent)


def test_what_is_done_elsewhere_is_cancelled_from_here_and_nowhere_else(tmp_path: Path) -> None:
    game, state = zertz()

    def looked_at(lease: Lease) -> int:
        budget = Budget(nodes=20, cancelled=lease)
        return Share(game, 2, 1000, None, state, 1, budget).run()[1]

    lost = tmp_path / "gone"
    here = found(executor := Here(), Budget(nodes=3))
    assert here
    host = executor.sent[0].budget.cancelled.host  # type: ignore[attr-defined]
    assert looked_at(Lease(tmp_path, host)) == 20
    assert looked_at(Lease(lost, host)) == 1
    assert looked_at(Lease(lost, host + "2")) == 20
