"""A bot of ours as an engine, and an engine as a bot: together they play what the bot plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from threading import Event
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots import engine_bot
from gipf_meta.bots.analyst import analyse_by_engine
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_lines import EngineAnswer, HostCommand, split_line
from gipf_meta.bots.engine_process import EngineRefused
from gipf_meta.bots.engine_server import AnsweringEngine
from gipf_meta.bots.levels import make_bot
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.analysis import Analysis, Line, deepen_analysis
from gipf_meta.search.budget import Budget
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager
from tests.specimens import find_specimens

INSTALLED = load_plugins()
OWN: Mapping[str, Any] = {"wager": Wager, "fuse": Fuse}
SOME = 6
"""Decisions of a match that is played both ways."""


def find(name: str) -> Any:
    """A game of the tests, or an installed one."""
    return OWN.get(name) or INSTALLED.find(name)


class InThisProcess:
    """An engine of ours without a process; *heard* are the lines that it was told."""

    heard: list[str] = []
    is_alive = True

    def __init__(self, command: str, memory_mb: int | None = None) -> None:
        self._engine = AnsweringEngine(command, OWN, find, "1")

    def ask(
        self, *lines: HostCommand, ms: int | None = None, cancelled: Any = None
    ) -> EngineAnswer:
        """As a process answers."""
        said: list[tuple[str, str]] = []
        for told in lines:
            self.heard.append(told.line)
            *said, (last, rest) = map(split_line, self._engine.answer(told.line, Event()))
            if last != "ok":
                raise EngineRefused(rest, rest)
        return EngineAnswer(tuple(said))

    def close(self) -> None:
        """There is nothing to end."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lets engines answer in this process; the lines that they are told."""
    monkeypatch.setattr(engine_bot, "EngineProcess", InThisProcess)
    monkeypatch.setattr(InThisProcess, "heard", [])
    return InThisProcess.heard


def decisions(
    game: str, options: Mapping[str, Any], make: Callable[[], Bot], seed: int, most: int = SOME
) -> list[tuple[int | None, str, int]]:
    """The first decisions of two bots, with those of duels: seat, text and time in ms."""
    match = Match.begin(configure(find(game), options), 2, find, seed)
    table = Table(match, [Player(name, make(), "easy") for name in "AB"], StillClock())
    table.play_bots(most)
    assert not table.fault
    found = []
    for session in table.match.sessions:
        for step in session.steps:
            duel = getattr(step.duel, "steps", ())
            found += [(each.seat, each.text, each.at_ms) for each in (*duel, step)]
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in find_specimens()),
        ("fuse", {"fuse_ms": 4000}),
        ("wager", {"duel": "zertz", "goal": 1}),
        ("gipf", {"variant": "basic", "zertz_potentials": "3", "zertz_duel": "die"}),
    ],
)
@pytest.mark.sample(5, "slow")
def test_an_engine_plays_as_its_bot_does_inside(
    game: str, options: Mapping[str, Any], heard: list[str]
) -> None:
    inside = decisions(game, options, lambda: make_bot("beginner"), 5)
    as_engine = decisions(game, options, lambda: EngineBot("beginner", may_run=True), 5)
    assert as_engine == inside
    assert any(line.startswith("go ") for line in heard)


def test_a_game_is_told_from_where_it_was_left(heard: list[str]) -> None:
    decisions("zertz", {}, lambda: EngineBot("random", may_run=True), 1, most=8)
    assert heard.count("game zertz 2") == 2  # once to each engine
    assert heard.count("hello 1") == 2


def test_an_engine_is_told_the_match_again_after_a_duel(heard: list[str]) -> None:
    decisions("wager", {}, lambda: EngineBot("random", may_run=True), 3, most=60)
    assert any(line.startswith("game die 2") for line in heard)
    assert {line.partition(" ")[0] for line in heard} >= {"game", "play", "luck", "duel", "go"}
    again = heard.index("game wager 2", heard.index(next(h for h in heard if "game die" in h)))
    assert any(line.startswith("duel ") and line.endswith(" die") for line in heard[again:])


def test_it_analyses_as_this_program_does(heard: list[str]) -> None:
    game = configure(INSTALLED.find("zertz"), {})
    state = game.start(2)
    *_less, ours = deepen_analysis(game, state, 2, Budget(250), Random("0"))
    found = analyse_by_engine(
        EngineBot("easy", may_run=True), Session.begin(game, (0, 1)), Budget(250)
    )
    assert [line.decisions for line in found.lines] == [line.decisions for line in ours.lines]
    assert [line.turns for line in found.lines] == [line.turns for line in ours.lines]
    assert abs(found.lines[0].value - ours.lines[0].value) < 0.002
    assert (found.positions, found.sure) == (ours.positions, ours.sure)
    assert heard[-1] == "go positions 250 lines 3 seed 0"


def talk(*lines: str, bot: str = "random") -> list[str]:
    """The lines with which an engine of ours answers *lines*."""
    engine = AnsweringEngine(bot, OWN, find, "1")
    return [said for line in lines for said in engine.answer(line, Event())]


def test_it_introduces_itself() -> None:
    assert talk("hello 1") == [
        "engine gipf_meta 1, random",
        "plays wager",
        "plays fuse",
        "option bot choice random random greedy beginner easy medium hard expert",
        "ok",
    ]


def test_it_lists_what_is_legal() -> None:
    *legal, ok = talk("game fuse 2", "play 0 pass", "legal")[2:]
    assert legal == ["legal pass"]
    assert ok == "ok"


def test_it_decides_beside_a_turn_or_waits() -> None:
    said = {talk("game fuse 2", f"go beside 1 seed {n}")[-2] for n in range(9)}
    assert said == {"best trim", "wait"}


def test_it_tells_chances_and_lines_while_it_thinks() -> None:
    said = talk("game zertz 2", "go positions 250 lines 2 seed 1")
    ranks = [line.split()[2] for line in said if line.startswith("info ")]
    assert ranks == ["1", "2"] * (len(ranks) // 2)
    assert len(ranks) > 2
    best = [line for line in said if line.startswith("info rank 1 ")][-1]
    assert said[-2] == f"best {best.partition(' line ')[2].partition(';')[0]}"


def test_it_thinks_for_ever_until_it_is_told_to_stop() -> None:
    engine, enough = AnsweringEngine("random", OWN, find, "1"), Event()
    list(engine.answer("game zertz 2", enough))
    said = []
    for line in engine.answer("go forever", enough):
        said.append(line)
        if len(said) == 2:
            enough.set()
    assert said[-1] == "ok"
    assert said[-2].startswith("best ")


@pytest.mark.parametrize("others", ["positions 1000000", "forever", "forever positions 1000000"])
def test_all_limits_hold_together(others: str) -> None:
    *_infos, best, ok = talk("game zertz 2", f"go ms 1 {others}")
    assert best.startswith("best ")
    assert ok == "ok"
    said = talk("game zertz 2", "go ms 1000000 forever positions 100")
    assert [line.split()[5:7] for line in said if "info" in line] == [["positions", "100"]]


def test_nobody_has_to_hear_an_answer_to_its_end() -> None:
    engine = AnsweringEngine("random", OWN, find, "1")
    answer: Any = engine.answer("hello 1", Event())
    assert next(answer).startswith("engine ")
    answer.close()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["begin"], "error 'begin' is no command"),
        (["legal"], "error Say first which game it is, as in: game zertz 2."),
        (["game chess 2"], "error There is no game 'chess'"),
        (["game fuse 3"], "error "),
        (['game wager 2 {"stake": 1}'], "error "),
        (["game fuse 2", "play 0 sing"], "error "),
        (["game fuse 2", "play 9 pass"], "error There is no seat 9; the seats are 0 to 1."),
        (["game fuse 2", "go beside 9"], "error There is no seat 9; the seats are 0 to 1."),
        (["game fuse 2", "luck 6"], "error "),
        (["game fuse 2", "duel 0 zertz"], "error "),
        (["game wager 2", "time 5"], "error Time does not act in this game."),
        (["game fuse 2", "time 5", "time 4"], "error It is 5 ms already."),
        (["game fuse 2", "time 5000", "go"], "error The game is over here"),
        (["set bot chess"], "error There is no bot 'chess'"),
        (["set book games.txt"], "error There is no option 'book'; the options are: bot."),
        (["game fuse 2", "start nowhere"], "error Fuse has no positions on one line."),
    ],
)
def test_it_refuses_in_a_sentence(lines: list[str], why: str) -> None:
    said = talk(*lines)
    assert said[-1].startswith(why)
    assert said[:-1] == ["ok"] * (len(lines) - 1)


def test_a_refused_line_changes_nothing() -> None:
    refused = talk("game zertz 2", "play 0 nowhere", "play 1 Wd4", "start x", "legal")
    assert [line for line in refused if not line.startswith("error ")] == [
        "ok",
        *talk("game zertz 2", "legal")[1:],
    ]


def answers(engine: AnsweringEngine, *lines: str) -> list[list[str]]:
    """The answers of *engine* to each of *lines*."""
    return [[*engine.answer(line, Event())] for line in lines]


def one_of_ours() -> AnsweringEngine:
    return AnsweringEngine("random", OWN, find, "1")


@pytest.mark.parametrize(
    ("game", "before", "position"),
    [
        ("fuse", ("time 900", "play 0 pass"), ""),
        ("tamsk", ("time 5000",), ""),
        ("wager", ("play 0 claim",), ""),
        ("zertz", ("play 0 Wd4", "play 0 a1"), ""),
        ("zertz", ("play 0 Wd4",), "d4,e4 1/1/1 0/0/0 0/0/0 1"),
    ],
)
def test_at_start_nothing_is_left_of_what_was_played_before_its_time_neither(
    game: str, before: tuple[str, ...], position: str
) -> None:
    engine, fresh = one_of_ours(), one_of_ours()
    begins = (f"start {position}".rstrip(), "legal", "time 500", "go seed 1")
    assert answers(fresh, f"game {game} 2")[0][-1] == "ok"
    assert {said[-1] for said in answers(engine, f"game {game} 2", *before)} == {"ok"}
    assert answers(engine, *begins) == answers(fresh, *begins)
    assert answers(engine, "game die 2", f"game {game} 2", *begins)[2:] == answers(fresh, *begins)


def test_only_what_is_proven_has_all_chances_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [(1.0, True), (0.99999, False), (-0.99999, False), (-1.0, True)]
    lines = tuple(Line(("g1",), value, 9, sure) for value, sure in values)

    def found(*_asked: object) -> list[Analysis]:
        return [Analysis(lines, 9, True)]

    monkeypatch.setattr("gipf_meta.bots.engine_server.deepen_analysis", found)
    said = [line for line in talk("game zertz 2", "go positions 9 lines 4") if "rank" in line]
    chances = [line.split()[4] for line in said]
    assert chances == ["100", "99.9", "0.1", "0"]
    assert ["sure" in line for line in said] == [True, False, False, True]
