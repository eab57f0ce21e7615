"""The process of a bot is killed once: a second kill may disturb the wait for its end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gipf_meta.web.process_pool import ThinkingProcess


class FakeProcess:
    """A process that counts how often it is killed, and ends with that."""

    def __init__(self) -> None:
        self.stdin = self
        self.stdout = asyncio.StreamReader()
        self.kills = 0

    def kill(self) -> None:
        """Ends."""
        self.kills += 1
        self.stdout.feed_eof()

    async def wait(self) -> int:
        """It has ended."""
        return -9


async def test_a_process_that_is_ended_while_it_begins_or_later_is_killed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, may_begin = list[FakeProcess](), asyncio.Event()

    async def begin(*_command: Any, **_about: Any) -> FakeProcess:
        await may_begin.wait()
        begun.append(FakeProcess())
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    told = list[bytes | None]()
    early = ThinkingProcess(told.append)
    await asyncio.sleep(0)
    early.end()
    may_begin.set()
    await early._life
    late = ThinkingProcess(told.append)
    while len(begun) < 2:
        await asyncio.sleep(0)
    late.end()
    late.end()
    await late._life
    assert [process.kills for process in begun] == [1, 1]
    assert told == []
