"""Plays one game between bots, from its opening to its end, whatever the bots do.

A bot loses the game by a fault: an error, an answer that cannot be played, too much time. An error
of the game while the bot thinks counts as its fault, for nobody can tell the two apart.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import replace
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from gipf_meta.base.clock import RealClock, StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import stops
from gipf_meta.base.timelimit import (
    TookTooLong,
    can_interrupt,
    run_in_thread,
    time_limit,
)
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.engine_bot import AROUND_MS, EngineBot
from gipf_meta.bots.levels import SearchingBot, make_bot
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import UnknownGame, installed_plugins
from gipf_meta.protocol.failures import describe_failure
from gipf_meta.protocol.game import AnyGame, Over, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.workshop.arena.schedule import Task

SHARE: Final = 1 / 20
"""The part of the time left in a game that an engine gets for its next decision."""
LONGEST: Final = 10_000
"""The most decisions of a game; after them it is a draw."""


class GameOutcome(BaseModel):
    """The outcome of game *number*: *winners* are seats; no winners means a draw.

    *at_fault* is the seat that lost by a fault, which *reason* names. If *counts* is false, the
    game itself failed, and nobody has won or lost.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    winners: tuple[int, ...] = ()
    reason: str
    scores: tuple[int, ...] | None = None
    decisions: int = 0
    at_fault: int | None = None
    counts: bool = True

    @classmethod
    def void(cls, task: Task, reason: str) -> GameOutcome:
        """The outcome of a game that could not be played to its end, by no bot's fault."""
        return cls(number=task.number, reason=one_line(reason), counts=False)


class WatchedBot:
    """A bot under supervision: *fault* names its first fault, after which it gets no more requests.

    It may think *limit_ms* in all, by the clock on the wall. An engine gets *decision_ms* for each
    decision; ``None``: a share of what is left in all, so that one which always uses all of its
    time ends the game in time.
    """

    def __init__(self, bot: Bot, limit_ms: int, decision_ms: int | None = None) -> None:
        self.bot = bot
        self.decision_ms = decision_ms
        self.reaction_ms = bot.reaction_ms
        self.limit_ms = self.left_ms = limit_ms
        # the clock of the game ends an engine, and no patience of the table before
        self.engine_ms = limit_ms + AROUND_MS if isinstance(bot, EngineBot) else 0
        self.fault = ""

    def choose(self, request: Request) -> Any:
        """The bot's decision, if it is possible. Raises the bot's fault."""

        def answer() -> Any:
            possible = request.game.turn_moves(request.state, request.seat)
            return self._check(self.bot.choose(self._limited(request)), possible)

        return self._watch(answer)

    def beside(self, request: Request) -> Any | None:
        """The bot's decision beside its turn, if it is possible. Raises the bot's fault."""

        def answer() -> Any | None:
            move = self.bot.beside(self._limited(request))
            possible = request.game.legal_moves(request.state, request.seat)
            return None if move is None else self._check(move, possible)

        return self._watch(answer)

    def _limited(self, request: Request) -> Request:
        """*request*, with a limit for an engine; our bots are to decide the same everywhere."""
        if not isinstance(self.bot, EngineBot):
            return request
        ms = int(self.left_ms * SHARE) if self.decision_ms is None else self.decision_ms
        return replace(request, limit_ms=max(1, ms))

    def _check(self, move: Any, possible: Sequence[Any]) -> Any:
        if move not in possible:
            raise ValueError(f"{move!r} cannot be played")
        return move

    def _watch(self, answer: Callable[[], Any]) -> Any:
        clock = RealClock()
        begun = clock.now_ms()
        try:
            with Gate("The bot"):
                return _run_within(max(1, self.left_ms), answer)
        except (GipfMetaError, *stops()) as error:  # the table's own patience ends with a stop
            self.fault = _fault(error, self.limit_ms)
            if isinstance(error, TookTooLong) and isinstance(self.bot, EngineBot):
                self.bot.close()  # it may still think, in a thread that nobody waits for
            raise
        finally:
            self.left_ms -= clock.now_ms() - begun


def _fault(error: BaseException, limit_ms: int) -> str:
    if isinstance(error, TookTooLong):
        return f"thought longer than {limit_ms / 1000:g} s"
    if isinstance(error, stops()):
        return "thought too long about one decision"
    return describe_failure(error)


def _run_within(ms: int, answer: Callable[[], Any]) -> Any:
    """Runs *answer* for at most *ms* milliseconds. Raises ``TookTooLong``.

    Outside the main thread nothing can be interrupted: an answer that takes too long goes on in a
    thread of its own.
    """
    if can_interrupt():
        with time_limit(ms, "It"):
            return answer()
    given = run_in_thread(answer)
    if not wait([given], timeout=ms / 1000).done:
        raise TookTooLong
    return given.result()


class _Engines(threading.local):
    """The engines of the last game that this thread has played: they serve for the next one."""

    def __init__(self) -> None:
        self.idle: dict[tuple[str, int, int | None], EngineBot] = {}


_engines: Final = _Engines()


def _bots_of(task: Task) -> list[Bot]:
    """The bots of *task*. The person who starts a tournament named its engines, so they may run."""
    bots: list[Bot] = []
    before, _engines.idle = _engines.idle, {}
    for seat, words in enumerate(task.bots):
        key = words, task.bots[:seat].count(words), task.memory_mb
        bot = before.pop(key) if key in before else make_bot(words, may_run=True)
        if isinstance(bot, EngineBot):
            bot.memory_mb = task.memory_mb
            _engines.idle[key] = bot
        elif isinstance(bot, SearchingBot) and bot.eager and bot.thread_ms is None:
            bot.thread_ms = task.decision_ms
        bots.append(bot)
    for unused in before.values():
        unused.close()
    return bots


def play(task: Task, make: Callable[[str], Bot] | None = None) -> GameOutcome:
    """Plays the game of *task*: always with the same outcome, unless time ends what a bot thinks.

    *make* makes the bot of a name; ``None``: that of the program. Raises ``UnknownGame`` where the
    game is not installed: elsewhere it may be.
    """
    bots: list[WatchedBot] = []
    table: Table | None = None
    try:
        made = _bots_of(task) if make is None else map(make, task.bots)
        bots += [WatchedBot(bot, task.limit_ms, task.decision_ms) for bot in made]
        players = [Player(words, bot, words) for words, bot in zip(task.bots, bots, strict=True)]
        with Gate(task.game):
            table = Table(begin_match(task), players, StillClock())
            table.play_bots(LONGEST)
        failed = table.trouble
    except UnknownGame:
        raise
    except GipfMetaError as error:
        failed = describe_failure(error)
    return _outcome(task, table, bots, failed)


def _outcome(
    task: Task, table: Table | None, bots: Sequence[WatchedBot], failed: str
) -> GameOutcome:
    if table is None:
        return GameOutcome.void(task, failed)
    bottom = table.match.sessions[0]
    decisions = len(bottom.steps)
    for seat, bot in enumerate(bots):
        if bot.fault:
            allies = bottom.allies(seat)
            return GameOutcome(
                number=task.number,
                winners=tuple(other for other in bottom.players if other not in allies),
                reason=bot.fault,
                decisions=decisions,
                at_fault=seat,
            )
    if failed:
        return GameOutcome.void(task, failed)
    end = table.over or Over((), f"no end after {LONGEST} decisions")
    return GameOutcome(
        number=task.number,
        winners=end.winners,
        reason=end.reason,
        scores=end.scores,
        decisions=decisions,
    )


def begin_match(task: Task) -> Match:
    """The match of *task* after its opening, from which its bots decide.

    Raises ``LookupError``, ``OptionError``, ``GameFailed``, ``TookTooLong``.
    """
    installed = installed_plugins()
    game: AnyGame = configure(installed.find(task.game), task.options)
    nobody = [Player(words, None, words) for words in task.bots]
    begun = begin_table(game, nobody, installed.find, StillClock(), seed=task.seed)
    return play_opening(begun.match, task.opening)


def play_opening(match: Match, turns: int) -> Match:
    """*match* after *turns* random turns, which follow from its seed and its game alone.

    An opening in which the game ends or fails is left out: then *match* itself is returned.
    """
    table = Table(match, [Player("", make_bot("random"))] * len(match.top.players), StillClock())
    now = match.sessions[0].status
    last = now.number + turns if isinstance(now, Turn) else 0
    for _decision in range(LONGEST):
        now = table.match.sessions[0].status
        if isinstance(now, Over) or table.trouble:
            break
        if isinstance(now, Turn) and now.number >= last:
            return table.match
        table.play_bot()
    return match
