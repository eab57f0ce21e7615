"""An engine as a bot: ``engine:COMMAND``, a program that speaks the engine protocol.

The person who starts this program says which engines it may start (``allow_engine``): a record or
somebody far away names a bot, too, and must not thereby run a command here.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from itertools import count
from threading import Lock
from typing import Any, Final

from gipf_meta.base.engine_names import PREFIX, command_of, is_engine
from gipf_meta.base.texts import _
from gipf_meta.bots import engine_lines
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_process import ANSWER_MS, GRACE_MS, EngineFailed, EngineProcess
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.protocol.capabilities import Positions, timed
from gipf_meta.protocol.game import AnyGame, Duel, beside_moves
from gipf_meta.protocol.options import changed_options

LONGEST_COMMAND: Final = 190
"""The most letters of a command: so records can hold the bot's name."""
REACTION_MS: Final = 1500
"""The time that an engine takes for a decision where time acts, in milliseconds of the match."""
MOST_MS: Final = 60_000
"""The most time for a decision of an engine that gets no other limit, in milliseconds."""
AROUND_MS: Final = ANSWER_MS + GRACE_MS + 1000
"""The milliseconds beyond its limit that an engine may take: to start, and to answer after
``stop``."""
MOST_ENGINES: Final = 8
"""The most engines that came from another process and run here."""

_allowed: Final[dict[str, None]] = {}
_numbers: Final = count()
_from_elsewhere: Final[dict[str, EngineBot]] = {}


def allow_engine(words: str) -> None:
    """Lets this program start the engine that *words* name, if they name one."""
    if is_engine(words):
        _allowed[command_of(words)] = None


def allowed_engines() -> tuple[str, ...]:
    """The names of the engines that this program may start, in the order they were allowed."""
    return tuple(f"{PREFIX}{command}" for command in _allowed)


def why_no_engine(words: str) -> str:
    """Why not: the reason why this program may not start the engine that *words* name; ``""`` if it
    may, or if they name no engine."""
    if not is_engine(words) or command_of(words) in _allowed:
        return ""
    return _("Only who starts this program names its engines: gipf-meta --engine COMMAND.")


class EngineBot:
    """The engine that *command* starts, at its first request, if it *may_run*.

    It has *memory_mb* megabytes at most; ``None``: as it likes. It gets each game step by step. An
    engine that fails is started anew at the next request.
    """

    reaction_ms = REACTION_MS
    engine_ms = MOST_MS + AROUND_MS

    def __init__(self, command: str, may_run: bool | None = None, key: str = "") -> None:
        """Makes the bot. *may_run* ``None``: if the engine was allowed. *key* tells it from others
        of the same command."""
        self.command: Final = command
        self.may_run: Final = command in _allowed if may_run is None else may_run
        self.memory_mb: int | None = None
        self._key: Final = key or f"{os.getpid()}/{next(_numbers)}"
        self._lock: Final = Lock()
        self._process: EngineProcess | None = None
        self._sent: tuple[engine_lines.HostCommand, ...] = ()
        self._plays: frozenset[str] = frozenset()

    def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
        return engine_from_elsewhere, (self.command, self.may_run, self._key)

    def choose(self, request: Request) -> Any:
        """The engine's decision. Raises ``EngineFailed``, and ``MoveError`` for an answer that is
        none."""
        best = self._think(request, None).all(engine_lines.BEST)
        if not best:
            raise EngineFailed(_("It says no decision."))
        return request.game.parse(request.state, request.seat, best[-1])

    def beside(self, request: Request) -> Any | None:
        """The engine's decision beside the turn; ``None``: it waits. Raises as ``choose``."""
        if not beside_moves(request.game, request.state, request.seat):
            return None
        best = self._think(request, request.seat).all(engine_lines.BEST)
        return request.game.parse(request.state, request.seat, best[-1]) if best else None

    def look(self, request: Request, positions: int, lines: int) -> tuple[str, ...]:
        """Returns the engine's lines of information on its best *lines* while it searches so many
        *positions*: the text after ``info`` of each. Raises ``EngineFailed``."""
        ms, seed = request.limit_ms, request.seed
        question = engine_lines.Think(ms=ms, positions=positions, lines=lines, seed=seed)
        return self._ask(request, question).all(engine_lines.INFO)

    def close(self) -> None:
        """Ends the engine."""
        if self._process is not None:
            self._process.close()

    def _think(self, request: Request, beside: int | None) -> engine_lines.EngineAnswer:
        seed = request.seed or str(request.rng.getrandbits(62))
        return self._ask(request, engine_lines.Think(ms=request.limit_ms, seed=seed, beside=beside))

    def _ask(self, request: Request, question: engine_lines.Think) -> engine_lines.EngineAnswer:
        with self._lock:
            process = self._running()
            course = (*_course_below(request, self._plays), *_course(request))
            known = len(self._sent)
            new = course[known:] if course[:known] == self._sent else course
            self._sent = ()
            ms = MOST_MS if request.limit_ms is None else request.limit_ms
            answer = process.ask(*new, question, ms=ms, cancelled=request.cancelled)
            self._sent = course
            return answer

    def _running(self) -> EngineProcess:
        """The engine, started if it does not run. Raises ``EngineFailed``."""
        if self._process is None or not self._process.is_alive:
            if not self.may_run:
                raise EngineFailed(why_no_engine(f"{PREFIX}{self.command}"))
            self._sent = ()
            self._process = EngineProcess(self.command, memory_mb=self.memory_mb)
            greeting = self._process.ask(engine_lines.Hello(), ms=ANSWER_MS)
            self._plays = frozenset(greeting.all(engine_lines.PLAYS))
        return self._process


def engine_from_elsewhere(command: str, may_run: bool, key: str) -> EngineBot:
    """The engine of another process that has this *key* there; here it keeps its own process."""
    bot = _from_elsewhere.pop(key, None) or EngineBot(command, may_run, key)
    _from_elsewhere[key] = bot
    if len(_from_elsewhere) > MOST_ENGINES:
        _from_elsewhere.pop(next(iter(_from_elsewhere))).close()
    return bot


# ---- what an engine is told --------------------------------------------------------------------


def _course(request: Request) -> Iterator[engine_lines.HostCommand]:
    """The lines that lead to the state of *request*. Raises ``EngineFailed`` if none do."""
    game, session = request.game, request.session
    if session is None:
        yield engine_lines.ChooseGame(game.id, request.seats, changed_options(game))
        yield from _lines_of_state(game, request)
        return
    yield from lines_of_beginning(session)
    for _step, lines in commands_by_step(session):
        yield from lines
    now_ms = session.steps[-1].at_ms if session.steps else 0
    if timed(game) is not None and session.time_ms + request.later_ms != now_ms:
        yield engine_lines.HasPassed(session.time_ms + request.later_ms)


def _course_below(request: Request, plays: Container[str]) -> Iterator[engine_lines.HostCommand]:
    """The lines of the games in which the game of *request* is a duel, so that an engine which
    *plays* them knows them, too."""
    for session in request.below:
        if session.game.id in plays:
            yield from lines_of_beginning(session)
            for _step, lines in commands_by_step(session):
                yield from lines


def lines_of_beginning(session: Session) -> tuple[engine_lines.HostCommand, ...]:
    """The commands for the beginning of *session*."""
    game, position = session.game, session.begun_from
    choose = engine_lines.ChooseGame(game.id, len(session.players), changed_options(game))
    return (choose, engine_lines.BeginAt(position)) if position else (choose,)


def commands_by_step(
    session: Session,
) -> Iterator[tuple[Step, tuple[engine_lines.HostCommand, ...]]]:
    """The steps of *session*, each with the commands that send it to an engine: first the time, if
    it has passed and acts, then the step itself."""
    now_ms, has_clock = 0, timed(session.game) is not None
    for step in session.steps:
        line = _line_of_step(session, step)
        if has_clock and step.at_ms != now_ms:
            now_ms = step.at_ms
            yield step, (engine_lines.HasPassed(now_ms), line)
        else:
            yield step, (line,)


def _lines_of_state(game: AnyGame, request: Request) -> Iterator[engine_lines.HostCommand]:
    """The line that sets up the state of *request*, whose session is unknown."""
    if request.state == game.start(request.seats):
        return
    if not isinstance(game, Positions):
        raise EngineFailed(_("The game has no positions on one line that it could be told."))
    yield engine_lines.BeginAt(game.to_text(request.state))


def _line_of_step(session: Session, step: Step) -> engine_lines.HostCommand:
    if step.seat is not None:
        return engine_lines.HasDecided(step.seat, step.text)
    now = session.game.status(step.before)
    if not isinstance(now, Duel):
        return engine_lines.HasDrawn(step.text)
    played = now.game
    if isinstance(step.duel, Session):
        played = step.duel.game.id
    elif isinstance(step.duel, UnreadDuel):
        played = str(step.duel.record["game"])
    for winner in now.seats:
        if session.game.settle(step.before, winner, played) == step.move:
            return engine_lines.HasEndedDuel(winner, played)
    return engine_lines.HasEndedDuel(None, played)
