"""The same tournament on a Dask cluster of this machine."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from gipf_meta.workshop.arena.schedule import ArenaError
from gipf_meta.workshop.arena.tournament import run
from gipf_meta.workshop.arena.workers import cluster, processes
from tests.workshop.arena.test_schedule import tournament

PLAYED = tournament("random", "greedy", options={"variant": "blitz"}, games=12)


@pytest.mark.slow
def test_a_cluster_whose_worker_is_killed_comes_to_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as local:
        killed: list[int] = []

        def finished(outcome: Any) -> None:
            if not killed:
                killed.append(local.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        with cluster(local.scheduler_address) as found:
            outcomes = run(PLAYED, found, None, finished)
    assert killed
    assert outcomes == run(PLAYED, processes(2))


@pytest.mark.parametrize("address", ["nowhere", "smoke://signals", "127.0.0.1:1"])
def test_an_address_where_nobody_answers(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("gipf_meta.workshop.arena.workers.CONNECTING_S", 0.2)
    with (
        pytest.raises(ArenaError, match=f"No Dask scheduler answers at {address}."),
        cluster(address),
    ):
        pass


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("gipf_meta.workshop.arena.workers.import_module", missing)
    with pytest.raises(ArenaError, match=r"pip install '\.\[distributed\]'"), cluster("x"):
        pass
