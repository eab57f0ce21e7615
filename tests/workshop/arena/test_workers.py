"""Games on processes that die, stop and hang."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from multiprocessing import active_children, connection
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gipf_meta.base.garbage import NEW_OBJECTS
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import ArenaError, Task
from gipf_meta.workshop.arena.tournament import play_tasks
from gipf_meta.workshop.arena.workers import DEATHS, Workers, processes
from tests.workshop.arena.conftest import task

ROOT = Path(__file__).parents[3]
KILLED = """
import os, signal
from gipf_meta.workshop.arena.tournament import play_tasks
from gipf_meta.workshop.arena.workers import processes
from tests.workshop.arena.test_workers import endless, task
tasks = [task("random", "random", number=number) for number in range(4)]
for outcome in play_tasks(tasks, processes(2), endless):
    print("begun", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
Play = Callable[[Task], GameOutcome]


def drawn(task: Task) -> GameOutcome:
    return GameOutcome(number=task.number, reason="drawn")


def dying_once(marks: Path, task: Task) -> GameOutcome:
    """Takes its process with it, the first time it plays game 2."""
    if task.number == 2:
        try:
            (marks / "died").touch(exist_ok=False)
        except FileExistsError:
            return drawn(task)
        os._exit(1)
    return drawn(task)


def dying(task: Task) -> GameOutcome:
    """Always takes its process with it in game 2, and in game 5."""
    if task.number in (2, 5):
        os._exit(1)
    return drawn(task)


def tell_collecting(task: Task) -> GameOutcome:
    """Tells after how many new objects the process looks for some that hold each other."""
    return GameOutcome(number=task.number, reason=f"{gc.get_threshold()[0]}")


def endless(task: Task) -> GameOutcome:
    if task.number:
        Event().wait()
    return drawn(task)


def frozen(task: Task) -> GameOutcome:
    """Stops its own process after the first game, with all that could listen there."""
    if task.number:
        os.kill(os.getpid(), signal.SIGSTOP)
    return drawn(task)


def results(play: Play, workers: Workers, games: int = 8) -> dict[int, GameOutcome]:
    tasks = [task("random", "random", number=number) for number in range(games)]
    found = list(play_tasks(tasks, workers, play))
    assert len(found) == games
    return {outcome.number: outcome for outcome in found}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_whose_process_died_is_played_again(jobs: int, tmp_path: Path) -> None:
    ends = results(partial(dying_once, tmp_path), processes(jobs))
    assert (tmp_path / "died").exists()
    assert sorted(ends) == list(range(8))
    assert {end.reason for end in ends.values()} == {"drawn"}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.slow
def test_a_game_that_kills_every_process_is_given_up_alone(jobs: int) -> None:
    ends = results(dying, processes(jobs))
    failed = {number for number, end in ends.items() if not end.counts}
    assert failed == {2, 5}
    assert ends[2].reason == f"its worker died {DEATHS} times"


@pytest.mark.parametrize("play", [endless, frozen])
def test_stopping_ends_games_under_way(play: Play) -> None:
    before = set(active_children())
    tasks = [task("random", "random", number=number) for number in range(4)]
    games = play_tasks(tasks, processes(2), play)
    assert next(games).number == 0
    workers = set(active_children()) - before
    assert workers
    games.close()
    for worker in workers:
        # not join(): the pool's own thread may be the one that is told the end
        assert connection.wait([worker.sentinel], 200)


@pytest.mark.slow
def test_workers_do_not_outlive_the_program_that_is_killed() -> None:
    """They hold the pipe open: its end is theirs."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "begun\n"
    assert done.stderr == ""


class Unable(Executor):
    """An executor whose tasks end in *error*."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def submit(self, *asked: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


def test_workers_without_the_program_are_told_of_in_one_sentence() -> None:
    workers = Workers(lambda: Unable(ModuleNotFoundError("No module named 'gipf_meta'")), 1)
    with pytest.raises(ArenaError, match="needs the same gipf-meta"):
        results(drawn, workers)


def test_a_process_that_plays_looks_for_garbage_seldom() -> None:
    told = results(tell_collecting, processes(1), games=1)
    assert told[0].reason == str(NEW_OBJECTS)


def test_no_process_plays_nothing() -> None:
    with pytest.raises(ArenaError, match="1 job or more"):
        processes(0)
