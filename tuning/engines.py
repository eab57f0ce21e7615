"""Bots in processes of their own, asked by lines of JSON (``engine.py`` says which)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.bots.bot import Request
from gipf_meta.protocol.options import changed_options
from gipf_meta.workshop.arena.referee import GameOutcome, play
from gipf_meta.workshop.arena.schedule import Task
from tuning.courses import EngineError, course_of

PACE_MS: Final = 1500
"""The time of a decision in a game in which time acts, as with ``expert``."""


@dataclass(frozen=True)
class EngineCommand:
    """The command that starts an engine: its *words* and its *environment*.

    For a decision it may look at *nodes* positions, or use *ms* milliseconds of processor time; or
    its level ``expert`` decides where people wait *patience_ms* for a turn.
    """

    words: Sequence[str]
    environment: Mapping[str, str]
    ms: int | None = None
    nodes: int | None = None
    patience_ms: int | None = None


class EngineProcess:
    """A running engine. ``close`` ends its process."""

    def __init__(self, command: EngineCommand) -> None:
        """Starts the process. Raises ``EngineError`` if it does not greet."""
        self._process = subprocess.Popen(
            command.words,
            env={**command.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.is_compiled: Final = bool(self._hear().get("compiled"))

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a *question* that ``engine.py`` knows. Raises ``EngineError``."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            print(json.dumps(question), file=stdin, flush=True)
        except OSError:
            raise EngineError("The engine has ended.") from None
        return self._hear()

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()
        self._process.communicate()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise EngineError("The engine has ended.")
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise EngineError(f"The engine says no object of JSON but {line[:80]!r}.")
        return said


class Engine(EngineProcess):
    """A running engine, as a bot. *spent* is what it has told of its decisions."""

    reaction_ms = PACE_MS

    def __init__(self, command: EngineCommand) -> None:
        """Starts the process. Raises ``EngineError`` if it does not greet."""
        super().__init__(command)
        self._command = command
        self.spent: Final[list[Mapping[str, Any]]] = []

    def choose(self, request: Request) -> Any:
        """The engine's decision. Raises ``EngineError``, ``MoveError`` if it is none."""
        return self._ask("expert" if self._command.patience_ms else "choose", request)

    def beside(self, request: Request) -> Any | None:
        """The engine's decision beside its turn, or ``None``. Raises as ``choose``."""
        return self._ask("beside", request)

    def _ask(self, what: str, request: Request) -> Any | None:
        course = course_of(request)
        question = {
            "ask": what,
            "game": request.game.id,
            "options": changed_options(request.game),
            "position": course.position,
            "since": course.since,
            "seat": request.seat,
            "seats": request.seats,
            "pace_ms": self.reaction_ms,
            "seed": request.rng.getrandbits(62),
            "ms": self._command.ms,
            "nodes": self._command.nodes,
            "patience_ms": self._command.patience_ms,
        }
        said = self.ask(question)
        if what == "expert":
            self.spent.append(said)
        decision = said.get("decision")
        if decision is None and what == "beside":
            return None
        return request.game.parse(request.state, request.seat, str(decision))


def spent_words(spent: Sequence[Mapping[str, Any]]) -> str:
    """Tells the time that an engine *spent* on the decisions that took it any, and its memory."""
    times = [ms for said in spent if (ms := float(said.get("ms") or 0)) >= 1]
    if not times:
        return "no decision took time"
    mean_s, longest_s = sum(times) / len(times) / 1000, max(times) / 1000
    peak_mb = max(int(said.get("peak_mb") or 0) for said in spent)
    return f"{len(times)} decisions, {mean_s:.2f} s each, {longest_s:.2f} s at most; {peak_mb} MB"


def play_with_engines(engines: Mapping[str, EngineCommand], task: Task) -> GameOutcome:
    """Plays the game of *task* in the arena; its bots are the *engines* of these names."""
    started: list[tuple[str, Engine]] = []
    with ExitStack() as stack:

        def start(name: str) -> Engine:
            engine = Engine(engines[name])
            stack.callback(engine.close)
            if engines[name].patience_ms:
                started.append((name, engine))
            return engine

        outcome = play(task, start)
        for name, engine in started:
            spent = spent_words(engine.spent)
            print(f"game {task.number}, {name}: {spent}", file=sys.stderr, flush=True)
        return outcome
