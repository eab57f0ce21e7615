"""Callers of an engine wait as long as docs/engines.md promises: none gives up before."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee
from gipf_meta.base.clock import StillClock
from gipf_meta.base.timelimit import TimeLimit
from gipf_meta.bots import analyst, engine_bot, engine_process
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import MOST_MS, EngineBot
from gipf_meta.bots.engine_process import GRACE_MS
from gipf_meta.deeds.thoughts import AnalysisThought, BotThought
from gipf_meta.line import local_line
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import Match
from gipf_meta.table import pilots
from gipf_meta.table.pilots import Pilots
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.web.thought_queue import ThreadThinkers, WorkerThinkers
from gipf_meta.workshop.arena.referee import play
from gipf_meta.workshop.arena.schedule import Task
from tests.small_games.wager import Wager

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"
PROMISED_MS = MOST_MS + GRACE_MS


class Claiming(EngineBot):
    """An engine without a process, which claims, or else passes."""

    def choose(self, request: Request) -> Any:
        return request.game.turn_moves(request.state, request.seat)[0]


def match() -> Match:
    return Match.begin(Wager(), 2, {"wager": Wager}.__getitem__, 1)


def players() -> list[Player]:
    return [Player(name, Claiming("x", may_run=True)) for name in "AB"]


@pytest.fixture
def limits_ms(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The limits that are set while the test runs, in milliseconds."""
    set_ms: list[int] = []

    def noted(ms: int, what: str) -> TimeLimit:
        set_ms.append(ms)
        return TimeLimit(ms, what)

    monkeypatch.setattr(pilots, "time_limit", noted)
    monkeypatch.setattr(local_line, "time_limit", noted)
    return set_ms


@pytest.mark.parametrize(
    ("words", "ms"),
    [
        (r"an engine has (\d+) seconds for a\s+decision", engine_bot.MOST_MS),
        (r"a host may have enough after (\d+) seconds", engine_bot.MOST_MS),
        (r"told to stop, and ended (\d+) seconds later", engine_process.GRACE_MS),
        (r"it answers within (\d+) seconds", engine_process.ANSWER_MS),
    ],
)
def test_the_page_promises_the_time_that_an_engine_gets(words: str, ms: int) -> None:
    (seconds,) = re.findall(words, PAGE.read_text(encoding="utf-8"))
    assert int(seconds) * 1000 == ms


def test_a_table_waits_as_long_as_an_engine_was_promised(limits_ms: list[int]) -> None:
    Table(match(), players(), StillClock()).play_bot()
    assert max(limits_ms) > PROMISED_MS


def test_the_arena_waits_as_long_as_it_tells_an_engine(
    limits_ms: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    told_ms: list[int] = []

    class Told(Claiming):
        def choose(self, request: Request) -> Any:
            told_ms.append(request.limit_ms or 0)
            return super().choose(request)

    monkeypatch.setattr(
        "gipf_meta.workshop.arena.referee.make_bot", lambda *_, **__: Told("x", True)
    )
    play(Task(0, "die", {}, ("engine:x", "engine:y"), 1, 0, 3_600_000))
    assert max(told_ms) > PROMISED_MS
    assert min(limits_ms) > max(told_ms) + GRACE_MS


def bot_thought() -> BotThought:
    return BotThought("room", Pilots(players(), match().finder, StillClock()).thinking(match(), 0))


def analysis_thought() -> AnalysisThought:
    return AnalysisThought("room", "link", "1", "en", Addressee(("A", "B")), match().top, None)


@pytest.mark.parametrize("thought", [bot_thought, analysis_thought], ids=["bot", "analysis"])
@pytest.mark.parametrize(
    "thinkers", [ThreadThinkers, partial(WorkerThinkers, lambda take: Idle())], ids=["t", "w"]
)
def test_a_server_waits_as_long_as_an_engine_was_promised(
    thinkers: Any, thought: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "_appointed", analyst.Analyst(Claiming("x", may_run=True)))
    limits_s: list[float] = []

    async def ask() -> None:
        loop = asyncio.get_running_loop()
        call_later = loop.call_later

        def noted(delay: float, *args: Any, **kwargs: Any) -> asyncio.TimerHandle:
            limits_s.append(delay)
            return call_later(delay, *args, **kwargs)

        monkeypatch.setattr(loop, "call_later", noted)
        asked = thinkers(lambda *end: None, lambda *part: None)
        asked.think(thought())
        asked.cancel_all()

    asyncio.run(ask())
    assert min(limits_s) * 1000 > PROMISED_MS


class Idle:
    """A worker that does nothing."""

    def ask(self, parcel: bytes) -> None:
        """Takes *parcel*, and does nothing."""

    def end(self) -> None:
        """Ends."""


def test_a_line_waits_as_long_as_an_engine_was_promised(limits_ms: list[int]) -> None:
    LocalLine._think_here(_Taking(), bot_thought())  # type: ignore[arg-type]
    assert max(limits_ms) > PROMISED_MS


class _Taking:
    """A line that only unpacks the answer of a thought."""

    def take_answer(self, thought: Any, answer: Any) -> None:
        """Runs *answer*."""
        answer()
