"""Tests that are killed leave no PostgreSQL running."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import psutil
import pytest

from tests.host import postgres

LIMIT_S = 100
USER = """
import sys
from tests.host import postgres
server = postgres.server_of(sys.argv[1])
postgres.start_again(server)
print(server.get_pid(), postgres.watched_until_here(server.pgdata).pid, flush=True)
sys.stdin.read()
"""


def begun(run: str) -> tuple[Popen[str], list[psutil.Process]]:
    """A process that uses the server of *run*; the server, and what watches over it."""
    user = Popen([sys.executable, "-c", USER, run], stdin=PIPE, stdout=PIPE, text=True)
    assert user.stdout is not None
    return user, [psutil.Process(int(pid)) for pid in user.stdout.readline().split()]


@pytest.mark.slow
def test_a_database_ends_with_the_last_test_process_also_if_that_is_killed() -> None:
    run = f"killed-tests-{os.getpid()}"
    folder = Path(postgres.server_of(run).pgdata)
    one, (server, over_one) = begun(run)
    other, (same, over_other) = begun(run)
    with one, other:
        assert server == same
        one.kill()
        assert psutil.wait_procs([over_one], LIMIT_S)[0]
        assert server.is_running()
        assert folder.exists()
        other.kill()
        _gone, alive = psutil.wait_procs([server, over_other], LIMIT_S)
    assert not alive
    assert not folder.exists()
