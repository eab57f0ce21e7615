"""News: appends to a room are reported to other processes, also after a connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.database_news import News
from gipf_meta.host.tables import DatabaseError
from gipf_meta.rooms.ledger import Batch
from gipf_meta.rooms.room import Room
from tests.host.test_database_ledger import open_room, went_on

Told = AsyncGenerator[tuple[str, int], None]


def listen(database: Database, poll_s: float, act: Callable[[Told], Awaitable[None]]) -> None:
    """Lets *act* hear the news of *database* when they have begun."""

    async def hear() -> None:
        open_room(DatabaseLedger(database), "first")
        async with aclosing(begun_again(News(database, poll_s))) as told:
            await hear_of(told, "first", 3)
            await act(told)

    asyncio.run(hear())


async def begun_again(news: News) -> Told:
    """The *news* one by one, begun again whenever they fail, as by a process."""
    while True:
        with suppress(DatabaseError):
            async for changes in news:
                for each in changes:
                    yield each


async def hear_of(told: Told, room: str, number: int) -> None:
    """Waits until event *number* of *room* is reported; other news are ignored."""

    async def wait() -> None:
        async for news in told:
            if news == (room, number):
                return

    await asyncio.wait_for(wait(), 150)


def append(ledger: DatabaseLedger, room: Room, number: int) -> None:
    """Appends event *number* to *room*."""
    ledger.append(Batch(room.state.id, [went_on(room, number)], room.summary()))


def test_what_another_process_appends_is_told(url: str, database: Database) -> None:
    second = Database.open(url)
    other = DatabaseLedger(second)

    async def act(told: Told) -> None:
        room = open_room(other)
        await hear_of(told, "r", room.state.number)
        with other.together():
            append(other, room, room.state.number + 1)
            open_room(other, "s")
        await hear_of(told, "r", room.state.number + 1)
        await hear_of(told, "s", room.state.number)

    listen(database, 1000, act)
    second.close()


def test_notifications_that_come_together_are_told_together(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that come while the first is taken wait for their turn, and are one list then."""
    monkeypatch.setattr("gipf_meta.host.database_news.TOGETHER_S", 0.3)
    database = Database.open(postgres_schema)
    ledger = DatabaseLedger(database)

    async def hear() -> list[tuple[str, int]]:
        async with aclosing(aiter(News(database, 1000))) as told:
            await anext(told)
            rooms = [open_room(ledger, name) for name in ("r", "s", "t")]
            assert await anext(told) != []
            for room in rooms:
                append(ledger, room, room.state.number + 1)
            return await anext(told)

    assert [room for room, _number in asyncio.run(hear())][-3:] == ["r", "s", "t"]
    database.close()


def test_what_was_missed_while_the_connection_was_lost_is_told(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database.open(postgres_schema)
    monkeypatch.setattr("gipf_meta.host.database_news.CHANNEL", "nobody_listens_here")
    listening = sa.text(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )

    async def act(told: Told) -> None:
        ledger = DatabaseLedger(database)
        room = open_room(ledger)
        await hear_of(told, "r", room.state.number)
        assert database.read(lambda db: db.execute(listening).scalars().all()) == [True]
        append(ledger, room, room.state.number + 1)
        await hear_of(told, "r", room.state.number + 1)

    listen(database, 0.05, act)
    database.close()


def test_whoever_listens_no_longer_is_let_go_also_at_the_moment_of_an_answer(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database.open(postgres_schema)

    class Answering:
        """A connection whose first answer comes when the test says so."""

        def __init__(self) -> None:
            self.is_asked, self.answer = asyncio.Event(), asyncio.Event()

        async def execute(self, _statement: str) -> None:
            self.is_asked.set()
            await self.answer.wait()

        async def notifies(self, timeout: float) -> AsyncGenerator[None, None]:
            await asyncio.sleep(timeout)
            yield None

        async def close(self) -> None:
            """Closes nothing."""

    async def hear() -> None:
        async for _news in News(database, poll_s=1000):
            pass

    async def cancel() -> None:
        connection = Answering()

        async def connect(*_words: object, **_options: object) -> Answering:
            return connection

        monkeypatch.setattr("psycopg.AsyncConnection.connect", connect)
        listening = asyncio.create_task(hear())
        await connection.is_asked.wait()
        connection.answer.set()
        listening.cancel()
        await asyncio.wait([listening], timeout=200)
        assert listening.cancelled()

    asyncio.run(cancel())
    database.close()
