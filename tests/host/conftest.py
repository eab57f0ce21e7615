"""Databases for tests: the same tests run on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, event

from gipf_meta.host import process
from gipf_meta.host.database import Database
from tests.host import postgres


@pytest.fixture(scope="session")
def postgres_database() -> Iterator[str]:
    """A PostgreSQL database of this process, on a server for all processes of the test run."""
    server = postgres.start(os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())))
    with postgres.fresh_database(server) as address:
        yield address


@pytest.fixture
def postgres_schema(postgres_database: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with postgres.fresh_schema(postgres_database) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rooms.sqlite'}"
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    """The address of an empty database with its tables, in a file: which kind it is makes no
    difference to a terminal."""
    return make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """An open database without rooms."""
    database = open_new(url)
    yield database
    database.close()


_steps: dict[str, str] = {}
"""The statements that made the tables the first time, for each kind of database."""


def open_new(url: str) -> Database:
    """The empty database at *url*, with its tables, opened."""
    make_tables(url)
    return Database.open(url)


def make_tables(url: str) -> str:
    """*url*, whose empty database has its tables now. They are made at once as they were the first
    time, when the program went through all of its migrations, which takes ten times as long."""
    kind = url.partition(":")[0]
    if kind not in _steps:
        with recorded() as told:
            Database.open(url).close()
        _steps[kind] = "".join(f"{each};\n" for each in told)
    elif kind == "sqlite":
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.executescript(f"BEGIN;\n{_steps[kind]}COMMIT;")
    else:
        with psycopg.connect(url) as connection:
            connection.execute(_steps[kind].encode())
    return url


@contextmanager
def recorded() -> Iterator[list[str]]:
    """Yields a list of the statements that change a database, executed within the block."""
    told: list[str] = []

    def listen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.lstrip().split()[0] in ("CREATE", "ALTER", "INSERT", "UPDATE", "DROP"):
            told.append(statement.strip())

    event.listen(Engine, "before_cursor_execute", listen)
    yield told
    event.remove(Engine, "before_cursor_execute", listen)


@pytest.fixture(autouse=True)
def look_fast_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that begins waits only a moment for others that serve its database."""
    monkeypatch.setattr(process, "LOOK_S", 0.01)
