"""An engine as a bot: the right to start it, and the matches in which it fails."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.base.clock import StillClock
from gipf_meta.bots import engine_bot
from gipf_meta.bots.analyst import analyse_by_engine
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import REACTION_MS, EngineBot, allow_engine
from gipf_meta.bots.engine_process import EngineFailed, EngineProcess
from gipf_meta.bots.levels import UnknownBot, is_bot, make_bot
from gipf_meta.cli import run
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Over
from gipf_meta.search.budget import Budget
from gipf_meta.table.pilots import Pilots
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.table import Table
from gipf_meta.web.parcels import Parcel, do
from gipf_meta.workshop.arena import referee
from gipf_meta.workshop.arena.referee import WatchedBot, play
from gipf_meta.workshop.arena.schedule import Task
from tests.bots.engines import SAMPLE_COMMAND, ClockOfHangs, write_engine
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager

SAYS = """
import os
for line in iter(hear, "quit"):
    word = line.partition(" ")[0]
    if word == "hello":
        with open("{log}", "a") as log:
            print("started", file=log)
    if word == "go":
        {go}
    say("ok")
"""
"""An engine that takes what it is told, and does something when it is to decide."""


@pytest.fixture(autouse=True)
def nothing_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_bot, "_allowed", {})
    monkeypatch.setattr(engine_bot, "_from_elsewhere", {})


def table_with(folder: Path, go: str) -> tuple[Table, Path]:
    """A table of Wager with an engine at its first seat, and the file that tells its starts."""
    log = folder / "log"
    bot = EngineBot(write_engine(folder, SAYS.format(log=log, go=go)), may_run=True)
    match = Match.begin(Wager(), 2, {"wager": Wager}.__getitem__, 1)
    return Table(match, [Player("A", bot), Player("B")], StillClock()), log


@pytest.mark.parametrize(
    ("go", "why"),
    [
        ("say('best sing')", "sing"),
        ("pass", "It says no decision."),
        ("os._exit(5)", "It has ended with status 5."),
        ("say('error I am ill.'); continue", "I am ill."),
    ],
)
def test_a_match_stands_still_until_the_engine_is_asked_again(
    go: str, why: str, tmp_path: Path
) -> None:
    table, log = table_with(tmp_path, go)
    for _again in range(2):
        with pytest.raises(BotFailed, match=why):
            table.play_bot()
        assert not table.match.top.steps
        table.ask_again()
    ended = "ill" in why or "status" in why  # it is started anew, and told the whole game
    assert log.read_text().count("started") == (2 if ended else 1)


def test_another_takes_its_seat(tmp_path: Path) -> None:
    table, _log = table_with(tmp_path, "os._exit(5)")
    with pytest.raises(BotFailed):
        table.play_bot()
    table.seat(0, Player.of_kind("random", "C"))
    table.play_bot()
    assert len(table.match.top.steps) == 1


def test_in_the_arena_it_loses_the_game(tmp_path: Path) -> None:
    command = write_engine(tmp_path, SAYS.format(log=tmp_path / "log", go="os._exit(5)"))
    task = Task(0, "zertz", {"variant": "blitz"}, (f"engine:{command}", "random"), 1, 2, 60_000)
    outcome = play(task)
    assert (outcome.winners, outcome.at_fault) == ((1,), 0)
    assert "It has ended with status 5." in outcome.reason


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of others")
@pytest.mark.slow
def test_in_the_arena_its_memory_can_be_limited(tmp_path: Path) -> None:
    go = "bytearray(400 << 20)"
    words = f"engine:{write_engine(tmp_path, SAYS.format(log=tmp_path / 'log', go=go))}"
    task = Task(0, "zertz", {"variant": "blitz"}, (words, "random"), 1, 2, 60_000)
    assert play(task).reason == "EngineFailed: It says no decision."
    assert "It has ended with status 1" in play(task._replace(memory_mb=200)).reason


def test_one_that_played_serves_for_the_next_game_unless_others_play_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = f"engine:{write_engine(tmp_path, SAYS.format(log=log, go='pass'))}"
    for number in range(3):
        task = Task(number, "zertz", {"variant": "blitz"}, (words, "random"), 1, 2, 60_000)
        assert play(task).reason == "EngineFailed: It says no decision."
    assert log.read_text().count("started") == 1
    play(task._replace(bots=("random", "random")))
    play(task)
    assert log.read_text().count("started") == 2


def test_an_engine_that_nobody_allowed_is_not_started(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = f"engine:{write_engine(tmp_path, SAYS.format(log=log, go='pass'))}"
    match = Match.begin(Wager(), 2, {"wager": Wager}.__getitem__, 1)
    table = Table(match, [Player.of_kind(words, "A"), Player("B")], StillClock())
    with pytest.raises(BotFailed, match="Only who starts this program names its engines"):
        table.play_bot()
    assert not log.exists()
    allow_engine(words)
    table.seat(0, Player.of_kind(words, "A"))
    with pytest.raises(BotFailed, match="It says no decision"):
        table.play_bot()
    assert log.exists()


def test_its_name_keeps_its_letters_in_records() -> None:
    assert Player.of_kind("Engine: ./My_Engine -X", "A").kind == "engine:./My_Engine -X"
    assert Player.of_kind("GREEDY:500", "A").kind == "greedy:500"
    assert is_bot("engine:anything")


@pytest.mark.parametrize("command", ["", "   ", "x" * 191, "./engine\x1b[2J"])
def test_a_command_has_some_letters_and_not_too_many(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UnknownBot, match="of 190 printable letters at most"):
        make_bot(f"engine:{command}")
    assert run(["--engine", command, "games"]) == 2
    told = capsys.readouterr()
    assert "of 190 printable letters at most" in told.err
    assert not told.out
    assert not engine_bot.allowed_engines()


def test_one_that_travels_has_one_process_where_it_comes_to() -> None:
    bot = EngineBot(SAMPLE_COMMAND, may_run=True)
    there: EngineBot = pickle.loads(pickle.dumps(bot))
    assert pickle.loads(pickle.dumps(bot)) is there
    assert there is not bot
    assert pickle.loads(pickle.dumps(EngineBot(SAMPLE_COMMAND))) is not there
    assert (there.command, there.may_run) == (SAMPLE_COMMAND, True)


def test_an_engine_that_tells_no_chances_analyses_nothing(tmp_path: Path) -> None:
    words = write_engine(tmp_path, SAYS.format(log=tmp_path / "log", go="say('best claim')"))
    bot, game = EngineBot(words, may_run=True), Wager()
    with pytest.raises(EngineFailed, match="It tells neither chances nor lines"):
        analyse_by_engine(bot, Session.begin(game, (0, 1)), Budget(100))
    bot.close()


def test_an_analysis_passes_over_what_tells_no_chances_and_names_its_seed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    infos = "'info positions 5', 'info chances 55 line claim'"
    go = f"open({str(log)!r}, 'a').write(line); say({infos})"
    bot = EngineBot(write_engine(tmp_path, SAYS.format(log=log, go=go)), may_run=True)
    game = Wager()
    found = analyse_by_engine(bot, Session.begin(game, (0, 1)), Budget(100), seed="7")
    bot.close()
    assert [line.decisions for line in found.lines] == [("claim",)]
    assert log.read_text().endswith("go positions 100 lines 3 seed 7")


def test_a_program_of_somebody_names_an_engine(tmp_path: Path) -> None:
    words = write_engine(tmp_path, SAYS.format(log=tmp_path / "Log", go="say('best Wd4')"))
    assert gm.bot(f"engine:{words}").choose(gm.new_match("zertz")) == "Wd4"


def test_it_decides_in_the_worker_of_a_server_too(tictactoe: Any) -> None:
    """The parcel that a server sends to a thinking process holds the course of the game."""
    match = Match.begin(tictactoe(), 2, {}.__getitem__, 1).play("b2").play("a1")
    bots = [Player(name, EngineBot(SAMPLE_COMMAND, may_run=True)) for name in "AB"]
    pilots, found = Pilots(bots, match.finder, StillClock()), set()
    for _time in range(2):
        thought = BotThought("room", pilots.thinking(match, 0))
        parcel = Parcel(thought.run)
        found.add(parcel.open(do(parcel.content, lambda part: None))())
    assert found <= {*tictactoe().moves(("b2", "a1"))}
    assert len(found) == 1
    running = [bot for bot in engine_bot._from_elsewhere.values() if bot.command == SAMPLE_COMMAND]
    assert sum(bot._process is not None and bot._process.is_alive for bot in running) == 1
    for bot in running:
        bot.close()


def test_a_state_of_which_nobody_knows_how_it_came_about(tictactoe: Any) -> None:
    bot = EngineBot(SAMPLE_COMMAND, may_run=True)
    game = tictactoe()
    assert bot.choose(Request(game, game.start(2), 0, 2, Random(1))) in game.moves(())
    with pytest.raises(EngineFailed, match="no positions on one line"):
        bot.choose(Request(game, ("b2",), 1, 2, Random(1)))
    bot.close()


def test_the_sample_never_loses(tictactoe: Any) -> None:
    for seat in range(2):
        players = [Player("random", make_bot("random")), Player("random", make_bot("random"))]
        bot = EngineBot(SAMPLE_COMMAND, may_run=True)
        players[seat] = Player("sample", bot)
        for seed in range(5):
            table = Table(Match.begin(tictactoe(), 2, {}.__getitem__, seed), players, StillClock())
            table.play_bots()
            assert isinstance(table.over, Over)
            assert 1 - seat not in table.over.winners
        bot.close()


@pytest.fixture
def tictactoe() -> Any:
    """The game of the example."""
    from docs.draw import find_games

    return find_games()("tictactoe")


def test_where_time_acts_no_engine_is_asked_where_everybody_would_wait_for_it() -> None:
    """In a room its decisions, those beside a turn too, come from where its seat's process is."""
    asked: list[tuple[str, int]] = []

    class Remembering(EngineBot):
        def choose(self, request: Request) -> Any:
            asked.append(("choose", request.seat))
            assert request.limit_ms == REACTION_MS
            return "pass"

        def beside(self, request: Request) -> Any | None:
            asked.append(("beside", request.seat))
            return None

    clock = StillClock()
    match = Match.begin(Fuse(fuse_ms=9_000), 2, {}.__getitem__, 1)
    players = [Player(name, Remembering("x", may_run=True)) for name in "AB"]
    table = Table(match, players, clock, is_in_room=True)
    thinking = table.thinking()
    assert not asked
    for _answer in range(2):
        assert thinking is not None
        table.take_answer(thinking, thinking.choose)
        before, thinking = thinking, table.thinking()
        assert thinking is not before
    assert asked == [("beside", 0), ("choose", 0), ("beside", 1)]
    assert thinking is None  # the second one waits, and is asked again when time has passed
    clock.ms = REACTION_MS
    table.tick()
    assert [step.text for step in table.match.top.steps] == ["pass"]


def test_in_the_arena_it_is_told_a_share_of_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that uses all that it is told ends the game in time. Beside a turn it is told so, too."""

    class Clock:
        ms = 0

        def now_ms(self) -> int:
            return self.ms

    clock, told = Clock(), list[int]()

    class Using(EngineBot):
        def choose(self, request: Request) -> Any:
            assert request.limit_ms is not None
            told.append(request.limit_ms)
            clock.ms += request.limit_ms
            return request.game.legal_moves(request.state, request.seat)[0]

        beside = choose

    monkeypatch.setattr(referee, "RealClock", lambda: clock)
    bot, game = WatchedBot(Using("x", may_run=True), 60_000), Fuse()
    for _decision in range(40):
        bot.choose(Request(game, game.start(2), 0, 2, Random(1)))
        bot.beside(Request(game, game.start(2), 1, 2, Random(1)))
    assert told[:3] == [3000, 2850, 2707]
    assert bot.left_ms > 0
    assert not bot.fault
    bot = WatchedBot(Using("x", may_run=True), 60_000, decision_ms=200)
    bot.choose(Request(game, game.start(2), 0, 2, Random(1)))
    bot.beside(Request(game, game.start(2), 1, 2, Random(1)))
    assert told[-2:] == [200, 200]


def test_one_that_hangs_is_ended_although_nobody_limits_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = tmp_path / "hangs"
    minutes_pass = partial(EngineProcess, clock=ClockOfHangs(sign))
    monkeypatch.setattr(engine_bot, "EngineProcess", minutes_pass)
    hangs = f"import signal; open({str(sign)!r}, 'w').close(); [*iter(signal.pause, 0)]"
    table, _log = table_with(tmp_path, hangs)
    with pytest.raises(BotFailed, match="It does not answer 'go seed"):
        table.play_bot()


def test_one_that_hangs_in_a_thread_is_ended_when_it_has_lost(tmp_path: Path) -> None:
    """No later game waits for it."""
    log = tmp_path / "log"
    hangs = "import signal; [*iter(signal.pause, 0)]"
    words = f"engine:{write_engine(tmp_path, SAYS.format(log=log, go=hangs))}"
    task = Task(0, "zertz", {"variant": "blitz"}, (words, "random"), 1, 2, 300)
    with ThreadPoolExecutor(1) as thread:
        for _game in range(2):
            outcome = thread.submit(play, task).result()
            assert outcome.reason == "thought longer than 0.3 s"
    assert log.read_text().count("started") == 2
