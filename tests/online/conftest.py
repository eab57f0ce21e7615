"""Databases for tests: the same tests run on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.host import process
from gipf_meta.host.database import Database
from tests.online import postgres


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


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rooms.sqlite'}"
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """An open database without rooms."""
    database = Database.open(url)
    yield database
    database.close()


@pytest.fixture(autouse=True)
def look_fast_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that begins waits only a moment for others that serve its database."""
    monkeypatch.setattr(process, "LOOK_S", 0.01)
