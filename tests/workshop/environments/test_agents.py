"""Agents as bots and as engines: both see what the environments show, and answer in sentences."""

from __future__ import annotations

import io
import runpy
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.base.clock import StillClock
from gipf_meta.bots import engine_bot
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_lines import EngineAnswer, HostCommand, split_line
from gipf_meta.bots.engine_process import EngineRefused
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Finder
from gipf_meta.protocol.options import configure
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.workshop.engine_checks.refutation import check_engine

np = pytest.importorskip("numpy")

from gipf_meta.workshop.environments.agent_engine import AgentEngine  # noqa: E402
from gipf_meta.workshop.environments.agents import AgentBot, Agents  # noqa: E402
from gipf_meta.workshop.environments.chosen_match import chosen_match  # noqa: E402

FIND = Finder()
EXAMPLE = Path(__file__).parents[3] / "examples/engines/network_engine.py"
WITH_DUELS: dict[str, Any] = {"zertz_potentials": 3, "challenges_enabled": "on"}
TO_A_DUEL = "Ga1-b2 Gi5-h5 Za1-b2 Zi5-h5 Zi1-h2 Zi1-h2 Zb2^ challenge"


class Watcher:
    """An agent that notes what it sees, and takes one of the first legal numbers by chance."""

    seen: list[tuple[bytes, bytes]] = []
    worth: Any = 0.2

    def __call__(self, observation: Any, mask: Any, rng: Any) -> Any:
        self.seen.append((np.packbits(observation).tobytes(), np.packbits(mask).tobytes()))
        return np.flatnonzero(mask)[: 1 + rng.integers(5)][-1]

    def value(self, observation: Any) -> Any:
        assert observation.dtype == np.bool_
        return self.worth


def agents_of(agent: Any, game: str, options: dict[str, Any]) -> Agents:
    """*agent* for a game with *options*."""
    return Agents(agent, chosen_match(game, None, options), FIND)


class InThisProcess:
    """An engine without a process, which plays the games of *agents*; *told* are its lines."""

    agents: Agents
    games = ("gipf", "zertz", "tamsk", "zatre")
    told: list[str] = []
    is_alive = True

    def __init__(self, command: str, memory_mb: int | None = None) -> None:
        self._engine = AgentEngine(self.agents, self.games, "Mine")

    def ask(self, *lines: HostCommand, **limits: Any) -> EngineAnswer:
        """As a process answers."""
        said: list[tuple[str, str]] = []
        for line in lines:
            self.told.append(line.line)
            *said, (last, rest) = map(split_line, self._engine.answer(line.line, Event()))
            if last != "ok":
                raise EngineRefused(rest, rest)
        return EngineAnswer(tuple(said))

    def close(self) -> None:
        """There is nothing to end."""


def played(match: Match, bot: Bot, decisions: int) -> Iterator[str]:
    """Lets *bot* play both sides of *match* so long; yields its decisions, with those of duels."""
    table = Table(match, [Player("A", bot, "human"), Player("B", bot, "human")], StillClock())
    table.play_bots(decisions)
    assert table.fault is None
    for session in table.match.sessions:
        for step in session.steps:
            yield from (each.text for each in getattr(step.duel, "steps", ()))
            yield step.text


@pytest.mark.parametrize(
    ("game", "options", "before"),
    [
        ("zertz", {"board": 48}, ""),
        ("tamsk", {}, ""),
        ("zatre", {}, ""),
        ("gipf", WITH_DUELS, TO_A_DUEL),
    ],
    ids=str,
)
def test_a_bot_and_an_engine_see_and_decide_the_same(
    game: str, options: dict[str, Any], before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = agents_of(Watcher(), game, options)
    monkeypatch.setattr(InThisProcess, "agents", agents, raising=False)
    monkeypatch.setattr(InThisProcess, "told", [])
    monkeypatch.setattr(engine_bot, "EngineProcess", InThisProcess)
    monkeypatch.setattr(EngineBot, "reaction_ms", AgentBot.reaction_ms)
    found = []
    for bot in (AgentBot(agents), EngineBot("mine", may_run=True)):
        match = Match.begin(configure(FIND(game), options), 2, FIND, seed=3)
        for text in before.split():
            match = match.play(text)
        monkeypatch.setattr(Watcher, "seen", [])
        found.append(([*played(match, bot, 6)], Watcher.seen))
    assert found[0] == found[1]
    assert len({seen for seen, _mask in Watcher.seen}) > 3
    assert any(line.startswith("play ") for line in InThisProcess.told)


def test_in_a_duel_it_sees_what_environments_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watcher, "seen", [])
    numbered = chosen_match("gipf", None, WITH_DUELS)
    match = Match.begin(configure(FIND("gipf"), WITH_DUELS), 2, FIND, seed=3)
    state = numbered.begin()
    for text in TO_A_DUEL.split():
        match = match.play(text)
    for step in match.sessions[0].steps:
        if step.seat is None:  # a lot says who begins the duel
            state = numbered.after_luck(state, step.move)
        else:
            state = numbered.after(state, numbered.number_of(state, step.move))
    assert match.top.game.id == "zertz"
    [*played(match, AgentBot(agents_of(Watcher(), "gipf", WITH_DUELS)), 1)]
    assert state.player is not None
    bits = numbered.observe(state, state.player)
    seen = np.unpackbits(np.frombuffer(Watcher.seen[0][0], np.uint8))[: numbered.observation_size]
    assert np.flatnonzero(seen).tolist() == [n for n in range(bits.bit_length()) if bits >> n & 1]


def talk(agent: Any, *lines: str, game: str = "zertz", **options: Any) -> list[str]:
    """The lines with which an engine answers *lines*."""
    engine = AgentEngine(agents_of(agent, game, options), [game], "Mine")
    return [said for line in lines for said in engine.answer(line, Event())]


def test_it_tells_its_chances() -> None:
    info, best, ok = talk(Watcher(), "hello 1", "game zertz 2", "go seed 1")[-3:]
    assert info == f"info rank 1 chances 60 positions 1 line {best.removeprefix('best ')}"
    assert ok == "ok"


def broken(answer: Any) -> Any:
    """An agent that always answers so."""
    return lambda observation, mask: answer


def fails(observation: Any, mask: Any) -> Any:
    raise ValueError("shapes differ")


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        (broken(10**6), "error No decision that is possible now has the number 1000000."),
        (broken(-1), "error No decision that is possible now has the number -1."),
        (broken(float("nan")), "error The number of a decision is a whole number, and not nan."),
        (broken(np.array([1.5])), "error The number of a decision is a whole number, and not 1.5."),
        (broken(None), "error The number of a decision is a whole number, and not None."),
        (fails, "error fails failed (ValueError: shapes differ)."),
        (sys.exit, "error exit failed (TypeError: "),
    ],
)
def test_a_broken_agent_is_refused_in_a_sentence_and_the_engine_stays(agent: Any, why: str) -> None:
    said = talk(agent, "game zertz 2", "go", "legal")
    assert said[1].startswith(why)
    assert (said[2].split()[0], said[-1]) == ("legal", "ok")


def test_a_value_is_no_number_beyond_1(monkeypatch: pytest.MonkeyPatch) -> None:
    for worth in (1.5, float("nan")):
        monkeypatch.setattr(Watcher, "worth", worth)
        said = talk(Watcher(), "game zertz 2", "go")
        assert said[-1] == f"error The value of a state is a number from -1 to 1, and not {worth}."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('game zertz 2 {"board": 48}', "error Watcher was made for another game than this: ZÈRTZ"),
        ("game tamsk 2", "error This engine plays: zertz."),
        ("go", "error Say first which game it is, as in: game zertz 2."),
        ("set level hard", "error This engine has no options."),
    ],
)
def test_it_refuses_what_its_agent_was_not_made_for(line: str, why: str) -> None:
    assert talk(Watcher(), line)[-1].startswith(why)


def test_the_sample_answers_a_host(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = 'hello 1\ngame zertz 2\ngo\ngame zertz 2 {"board": 48}\ngo\n'
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr(sys, "__stdout__", sys.stdout)
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "engine Random net"
    assert [line.split()[0] for line in said[-6:]] == ["ok", "best", "ok", "ok", "best", "ok"]


def test_one_agent_plays_one_game() -> None:
    with pytest.raises(gm.OptionError, match="An agent plays one game"):
        gm.serve_engine(Watcher(), "zertz", "tamsk")
    with pytest.raises(gm.OptionError, match="A class gets the options"):
        gm.serve_engine(Watcher, "zertz", board=48)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["zertz", "tamsk", "zatre", "gipf"])
def test_the_sample_holds_the_laws_of_engines(game: str) -> None:
    command = shlex.join((sys.executable, str(EXAMPLE)))
    broken = [each for each in check_engine(command, FIND, [game], count=2) if not each.ok]
    assert not broken, broken[0]
