"""Bots think two at a time; a cancelled thought gives its place to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from gipf_meta.web import thought_queue
from gipf_meta.web.thought_queue import AT_A_TIME, MOST_THREADS, ThreadThinkers

LIMIT_S = 150


class Pondering:
    """A thought that lasts until the test ends it, or for ever if it *hangs*."""

    room = "1"

    def __init__(self, *, hangs: bool = False, can_wait: bool = False) -> None:
        self.begun, self.ends, self.hangs = Event(), Event(), hangs
        self.can_wait = can_wait
        self.engine_ms = 0
        self.is_cancelled = False

    def run(self, tell: Callable[[Any], object]) -> str:
        self.begun.set()
        if self.can_wait:
            tell("so far")
        self.ends.wait()
        return "decided"

    def cancel(self) -> None:
        self.is_cancelled = True
        if not self.hangs:
            self.ends.set()


class Ended:
    """Notes which thoughts have ended, and with what."""

    def __init__(self) -> None:
        self.answers: list[tuple[Any, Callable[[], Any]]] = []
        self.parts: list[Any] = []
        self.thinkers: ThreadThinkers = ThreadThinkers(self._note, self._note_part)
        self._news = asyncio.Event()

    def _note(self, thought: Any, answer: Callable[[], Any]) -> None:
        self.answers.append((thought, answer))
        self._news.set()

    def _note_part(self, thought: Any, part: Any) -> None:
        self.parts.append((thought, part))
        self._news.set()

    async def next_part(self) -> tuple[Any, Any]:
        """Waits for the next part of an answer."""
        async with asyncio.timeout(LIMIT_S):
            while not self.parts:
                self._news.clear()
                await self._news.wait()
        return self.parts.pop(0)

    def think(self, count: int, *, hangs: bool = False, can_wait: bool = False) -> list[Any]:
        """Starts as many thoughts."""
        thoughts: list[Any] = [Pondering(hangs=hangs, can_wait=can_wait) for _ in range(count)]
        for thought in thoughts:
            self.thinkers.think(thought)
        return thoughts

    async def next(self) -> tuple[Any, Callable[[], Any]]:
        """Waits for the next end."""
        async with asyncio.timeout(LIMIT_S):
            while not self.answers:
                self._news.clear()
                await self._news.wait()
        return self.answers.pop(0)


async def begun(thought: Any) -> None:
    """Waits until a thread has begun with *thought*."""
    assert await asyncio.to_thread(thought.begun.wait, LIMIT_S)


async def test_two_think_at_a_time_and_the_others_wait() -> None:
    ended = Ended()
    thoughts = ended.think(AT_A_TIME + 1)
    for thought in thoughts[:AT_A_TIME]:
        await begun(thought)
    assert not thoughts[-1].begun.is_set()
    thoughts[0].ends.set()
    thought, answer = await ended.next()
    assert (thought, answer()) == (thoughts[0], "decided")
    await begun(thoughts[-1])
    ended.thinkers.cancel_all()


async def test_studies_take_no_place_from_bots_and_are_heard_while_they_go_on() -> None:
    ended = Ended()
    studies = ended.think(AT_A_TIME + 1, can_wait=True)
    assert {await ended.next_part() for _ in range(AT_A_TIME)} == {
        (study, "so far") for study in studies[:AT_A_TIME]
    }
    assert not studies[-1].begun.is_set()
    (bot,) = ended.think(1)
    await begun(bot)
    assert ended.answers == []
    ended.thinkers.cancel_all()
    bot.ends.set()


async def test_a_thought_that_is_cancelled_gives_its_place_away_though_its_thread_goes_on() -> None:
    ended = Ended()
    stubborn = ended.think(AT_A_TIME, hangs=True)
    (waiting,) = ended.think(1)
    for thought in stubborn:
        await begun(thought)
        thought.cancel()
    ended.thinkers.fill_places()
    await begun(waiting)
    waiting.ends.set()
    assert (await ended.next())[0] is waiting
    for thought in stubborn:
        thought.ends.set()
    assert ended.answers == [], "nobody hears of the others"


async def test_a_thought_that_was_cancelled_while_it_waited_never_begins() -> None:
    ended = Ended()
    first = ended.think(AT_A_TIME)
    dropped, last = ended.think(2)
    dropped.cancel()
    first[0].ends.set()
    await ended.next()
    await begun(last)
    assert not dropped.begun.is_set()
    ended.thinkers.cancel_all()


async def test_a_bot_that_hangs_is_answered_for_and_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thought_queue, "ANSWER_MS", 1)

    ended = Ended()
    (stubborn,) = ended.think(1, hangs=True)
    thought, answer = await ended.next()
    assert thought is stubborn
    with pytest.raises(TimeoutError, match="no answer in"):
        answer()
    assert stubborn.is_cancelled
    stubborn.ends.set()


async def test_bots_that_hang_take_no_more_than_so_many_threads() -> None:
    ended = Ended()
    stubborn = []
    for _ in range(MOST_THREADS):
        (thought,) = ended.think(1, hangs=True)
        await begun(thought)
        thought.cancel()
        stubborn.append(thought)
    (waiting,) = ended.think(1)
    ended.thinkers.fill_places()
    assert not waiting.begun.is_set()
    stubborn[0].ends.set()
    await begun(waiting)
    ended.thinkers.cancel_all()
    for thought in stubborn:
        thought.ends.set()


async def test_a_thought_for_which_there_is_no_thread_is_answered_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_words: Any) -> None:
        raise RuntimeError("can't start new thread")

    ended, thought = Ended(), Pondering()
    with monkeypatch.context() as full:
        full.setattr(thought_queue, "run_in_thread", refuse)
        ended.thinkers.think(thought)
    found, answer = await ended.next()
    assert found is thought
    with pytest.raises(RuntimeError, match="thread"):
        answer()
    ended.thinkers.think(other := Pondering())
    other.ends.set()
    assert (await ended.next())[1]() == "decided"
