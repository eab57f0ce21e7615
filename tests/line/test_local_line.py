"""The line to the rooms of this process: bots think, time passes, and nothing else runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.deeds.thoughts import BotThought, Thought
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.records.player_names import PERSON
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.pilots import PATIENCE_MS
from tests.line.rooms_here import FOUND, ROOM, SEED, Sitting, open_line, opening, players_at, sit
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager

KINDS = (PERSON, "random")


class Thinker:
    """Keeps what is to be thought about, as if it were thought about elsewhere."""

    def __init__(self, sitting: Sitting) -> None:
        self.thoughts: list[BotThought] = []
        sitting.line.think = self._take

    def _take(self, thought: Thought) -> None:
        assert isinstance(thought, BotThought)
        self.thoughts.append(thought)


def refuse_to_run(*_args: object, **_more: object) -> NoReturn:
    """Stands for functions that would start threads or processes, and fails."""
    raise AssertionError("a loop or a thread begins")


def test_a_match_of_a_pipe_needs_neither_loop_nor_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", refuse_to_run)
    for name in ("run", "new_event_loop", "get_event_loop"):
        monkeypatch.setattr(asyncio, name, refuse_to_run)
    for game, clock in ((Wager(), None), (Wager(), "5m"), (Fuse(turns=6), None)):
        sitting = sit(game, ("random", "greedy"), clock=clock)
        while sitting.played.over is None:
            assert sitting.receive(1.0), "nothing more comes"
        assert sitting.played.fault is None


def test_nothing_is_thought_about_and_no_time_passes_unless_somebody_waits() -> None:
    sitting = sit(Fuse(), KINDS)
    sitting.play_first()
    assert not sitting.receive()
    assert (sitting.clock.ms, sitting.match.player) == (0, 1)
    while sitting.played.bot_is_due:
        assert sitting.receive(1.0)
    assert sitting.clock.ms > 0


@pytest.mark.parametrize(
    "goes_on",
    [
        lambda sitting: sitting.say("take_back"),
        lambda sitting: sitting.say("resign", by=0),
        lambda sitting: sitting.say("seat", player=1, kind="greedy"),
        lambda sitting: sitting.say("seat", player=1, kind=PERSON),
        lambda sitting: sitting.line.unwatch(),
        lambda sitting: sitting.line.watch("17"),
    ],
    ids=["take_back", "resign", "bot", "person", "unwatch", "another"],
)
def test_a_bot_is_cancelled_as_soon_as_the_match_goes_on_without_it(
    goes_on: Callable[[Sitting], object],
) -> None:
    sitting = sit(Wager(), KINDS)
    thinker = Thinker(sitting)
    sitting.play_first()
    (thought,) = thinker.thoughts
    assert not thought.is_cancelled
    goes_on(sitting)
    assert thought.is_cancelled
    before = sitting.match
    sitting.line.take_answer(thought, lambda: thought.run(lambda part: None))
    sitting.receive()
    assert sitting.match == before, "its answer comes too late"


def test_a_bot_that_thinks_elsewhere_thinks_once_and_its_decision_is_played() -> None:
    sitting = sit(Wager(), KINDS)
    thinker, news = Thinker(sitting), list[int]()
    sitting.line.call_on_news(lambda: news.append(1))
    sitting.play_first()
    (thought,) = thinker.thoughts
    news.clear()
    sitting.line.take_answer(thought, lambda: thought.run(lambda part: None))
    assert news, "whoever waits is woken"
    sitting.receive()
    assert [event.player for event in sitting.events if event.event == "played"] == [0, 1]


@pytest.mark.parametrize("patience_ms", [None, PATIENCE_MS, 1_000])
def test_bots_are_given_as_much_time_as_at_a_table(patience_ms: int | None) -> None:
    sitting = sit(Wager(), KINDS, patience_ms=patience_ms)
    thinker, clock = Thinker(sitting), StillClock()
    table = begin_table(Wager(), players_at(Wager(), KINDS), FOUND.find, clock, seed=SEED)
    table.pilots.patience.ms = patience_ms
    table.play("claim")
    sitting.play_first()
    for used_ms in (300, 500):  # an answer and, if that is a challenge, what follows in the turn
        asked = table.thinking()
        assert asked is not None
        thought = thinker.thoughts[-1]
        assert thought.thinking.request.limit_ms == asked.request.limit_ms
        clock.ms += used_ms
        sitting.clock.ms += used_ms
        table.take_answer(asked, asked.choose)
        sitting.line.take_answer(thought, lambda asked=thought: asked.run(lambda part: None))  # type: ignore[misc]
        sitting.receive()
        if table.match.player != 1:
            break
    assert sitting.match == table.match


def test_patience_that_is_changed_counts_from_the_next_decision_on() -> None:
    sitting = sit(Wager(), KINDS, patience_ms=PATIENCE_MS)
    thinker = Thinker(sitting)
    sitting.line.change_patience(1_000)
    sitting.play_first()
    limit_ms = thinker.thoughts[-1].thinking.request.limit_ms
    assert limit_ms is not None
    assert limit_ms < 1_000


class Stuck(RandomBot):
    """A bot that fails."""

    def choose(self, request: Request) -> Any:
        raise LookupError("no idea")


def test_a_bot_that_fails_is_asked_again_only_when_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gipf_meta.table.players.make_bot", lambda kind: Stuck())
    sitting = sit(Wager(), KINDS)
    sitting.play_first()
    sitting.let_bots_decide()
    assert "no idea" in str(sitting.played.fault)
    assert not sitting.receive(1.0)
    assert sitting.say("ask_again") == ""
    assert sitting.played.fault is None
    sitting.let_bots_decide()
    assert "no idea" in str(sitting.played.fault)


class Cracked(Fuse):
    """A game that fails once so much time has passed."""

    def advance(self, state: Any, ms: int) -> Any:
        if ms > 500:
            raise ZeroDivisionError("cracked")
        return super().advance(state, ms)


def test_a_game_that_fails_while_time_passes_says_so_to_who_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.line.rooms_here.GAMES", {"fuse": Cracked})
    sitting = sit(Cracked())
    sitting.clock.ms += 700
    with pytest.raises(GameFailed, match="cracked"):
        sitting.played.tick()
    sitting.receive()
    assert sitting.played.paused, "nobody loses by it"


def test_a_room_that_was_left_is_told_of_no_more_and_another_is_seen() -> None:
    line = open_line()
    line.open(ROOM, opening(Wager()))
    first = Sitting(line)
    before = len(first.events)
    line.open("other", opening(Wager(goal=1)))
    second = Sitting(line, "other")
    second.play_first()
    assert first.match.top.steps == ()
    assert len(first.events) == before
    assert [event.event for event in second.events if event.event == "played"] == ["played"]


def test_what_a_match_leads_to_is_there_when_somebody_goes_there() -> None:
    sitting = sit(Wager(goal=1))
    while sitting.played.over is None:
        sitting.play_first()
    assert sitting.say("rematch") == ""
    rematch = Sitting(sitting.line, sitting.played.room.rematch)
    assert (rematch.refused, rematch.match.top.steps) == ("", ())
    rematch.play_first(2)
    sitting.line.send("branch", room=rematch.room, at=1)
    to = next(said["go"] for said in iter(sitting.line.receive, None) if "go" in said)
    branch = Sitting(sitting.line, to.removeprefix("room/"))
    assert (branch.refused, len(branch.match.top.steps)) == ("", 1)


def test_time_that_is_left_out_does_not_pass_in_a_match() -> None:
    sitting = sit(Wager(), clock="5m")
    sitting.clock.ms += 60_000
    sitting.line.leave_out(50_000)
    sitting.line.pass_time()
    sitting.receive()
    assert sitting.match.top.time_ms == 10_000
