"""A database that fails when a test wants it: statements and commits are counted."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import psycopg
import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

Fault = Literal["refused", "lost", "unheard"]
"""A call is refused; its connection is lost; a commit is done, and its answer never heard."""
SAID = "disk I/O error"


class Faults:
    """The calls of a database, each by the function of the host that made it; ``fails`` decides by
    the number and the function of a call whether it fails, ``how`` in which way."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.failed: list[str] = []
        self.fails: Callable[[int, str], bool] = lambda number, place: False
        self.how: Fault = "refused"

    @contextmanager
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
        """Counts every call of every database within the block, and lets some fail."""

        def execute(cursor: Any, _statement: str, _parameters: Any, context: Any) -> None:
            self.ask(cursor.connection, context.dialect.loaded_dbapi.OperationalError)

        def commit(dialect: DefaultDialect, connection: Any) -> None:
            if self.how == "unheard":
                do_commit(dialect, connection)
            self.ask(connection, dialect.loaded_dbapi.OperationalError, is_commit=True)
            if self.how != "unheard":
                do_commit(dialect, connection)

        async def listen(*_words: Any, **_options: Any) -> Any:
            return _Silent(self)

        do_commit = DefaultDialect.do_commit

        with monkeypatch.context() as patch:
            patch.setattr(DefaultDialect, "do_commit", commit)
            patch.setattr(psycopg.AsyncConnection, "connect", listen)
            event.listen(Engine, "do_execute", execute)
            try:
                yield self
            finally:
                event.remove(Engine, "do_execute", execute)

    def ask(self, connection: Any, error: type[Exception], *, is_commit: bool = False) -> None:
        """Notes a call, and lets it fail if it is to."""
        number, place = len(self.asked), _place() + (" commit" if is_commit else "")
        self.asked.append(place)
        if (is_commit or self.how != "unheard") and self.fails(number, place):
            self.failed.append(place)
            if self.how == "lost" and isinstance(connection, psycopg.Connection):
                connection.close()
            raise error(SAID)


class _Silent:
    """A connection that hears of no news, so they are looked for again and again."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    async def execute(self, _statement: str) -> None:
        self._faults.ask(None, psycopg.OperationalError)

    async def notifies(self, timeout: float, stop_after: int | None = None) -> AsyncIterator[Any]:
        await asyncio.sleep(timeout)
        for never in ():
            yield never

    async def close(self) -> None:
        """Closes nothing."""


def _place() -> str:
    """Returns the function of the host that calls the database."""
    frame = sys._getframe(2)
    names = list[str]()
    while frame is not None:
        file = frame.f_code.co_filename
        if "/gipf_meta/" in file and not file.endswith(("/engines.py", "/database.py")):
            names.append(f"{file.rpartition('/')[2]}:{frame.f_code.co_name}")
            if len(names) == 2:
                break
        frame = frame.f_back  # type: ignore[assignment]
    return " < ".join(names)
