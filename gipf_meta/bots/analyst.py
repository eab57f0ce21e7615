"""The analyst that searches positions for people: this program, or an engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final

from gipf_meta.base.engine_names import engine_name
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Request, engine_ms
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_lines import EngineLineError, SearchInfo
from gipf_meta.bots.engine_process import EngineFailed, EngineRefused
from gipf_meta.bots.levels import make_bot
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import AnyGame, MoveError, Turn
from gipf_meta.search.analysis import Analysis, Line, analyse, deepen_analysis, turn_texts
from gipf_meta.search.budget import MOST_NODES, Budget

FIRST_POSITIONS: Final = 500
"""The positions an engine searches before its first lines; then four times as many each time."""
SEATS: Final = 2
"""The seats of a game that an engine can analyse: its chances are those of one of two."""


class NoAnalyst(GipfMetaError, ValueError):
    """No analyst has that name; one sentence."""


class AnalystFailed(GipfMetaError, RuntimeError):
    """The engine that analyses positions for people has failed, not the game; one sentence."""


class Analyst:
    """The analyst of positions: *engine*, or this program where there is none.

    With *helps* this program analyses the games that the engine does not play; games of more than
    two it analyses always.
    """

    def __init__(self, engine: EngineBot | None = None, helps: bool = False) -> None:
        self.engine, self.helps = engine, helps

    @property
    def engine_ms(self) -> int:
        """The most milliseconds that the engine takes for a position; 0: there is no engine."""
        return 0 if self.engine is None else engine_ms(self.engine)

    def look(
        self, session: Session, budget: Budget, most: int = 1, *, seed: int = 0
    ) -> Analysis | None:
        """Returns the engine's best *most* lines within *budget* where *session* stands, with a
        seat on turn. ``None``: this program is to search itself.

        Raises ``AnalystFailed``.
        """
        if self.engine is None or len(session.players) != SEATS:
            return None
        if not isinstance(session.status, Turn):
            return None
        try:
            return analyse_by_engine(self.engine, session, budget, most, str(seed))
        except EngineRefused as error:
            if self.helps:
                return None
            raise self._failed(error) from error
        except EngineFailed as error:
            if budget.cancelled.is_set():
                return None
            raise self._failed(error) from error

    def _failed(self, error: EngineFailed) -> AnalystFailed:
        assert self.engine is not None
        words = _("The engine {command!r} cannot say how it stands. {why}")
        return AnalystFailed(words.format(command=engine_name(self.engine.command), why=error))

    def deepen(
        self, session: Session, budget: Budget, most: int = 3, *, seed: int = 0
    ) -> Iterator[Analysis]:
        """Better and better analyses of *session*, as ``deepen_analysis``: the last is what
        ``analyse`` finds.

        Raises ``AnalystFailed``.
        """
        whole = _positions(budget)
        positions, begun = min(FIRST_POSITIONS, whole), budget.clock.now_ms()
        ms = budget.ms
        while found := self.look(session, replace(budget, nodes=positions, ms=ms), most, seed=seed):
            if budget.cancelled.is_set():
                return
            yield found
            if budget.ms is not None:
                ms = budget.ms - (budget.clock.now_ms() - begun)
            if found.sure or positions == whole or (ms is not None and ms <= 0):
                return
            positions = min(4 * positions, whole)
        seats = len(session.players)
        game, state = session.game, session.state
        yield from deepen_analysis(game, state, seats, budget, Random(seed), most)

    def analyse(
        self, session: Session, budget: Budget, most: int = 3, *, seed: int = 0
    ) -> Analysis:
        """The best *most* lines where *session* stands, when *budget* is spent.

        Raises ``AnalystFailed``.
        """
        found = self.look(session, budget, most, seed=seed)
        if found is None:
            game, state, seats = session.game, session.state, len(session.players)
            found = analyse(game, state, seats, budget, Random(seed), most)
        return found

    def close(self) -> None:
        """Ends the engine."""
        if self.engine is not None:
            self.engine.close()


_appointed: Analyst = Analyst()


def analyst() -> Analyst:
    """The analyst where none is named."""
    return _appointed


def analyst_called(words: str) -> Analyst:
    """The analyst *words*, an engine named as at the start. Raises ``NoAnalyst``."""
    bot = make_bot(words, may_run=True)
    if not isinstance(bot, EngineBot):
        raise NoAnalyst(
            _("{words!r} is no engine; write it as engine:COMMAND.").format(words=words)
        )
    return Analyst(bot)


@contextmanager
def looking(words: str | None) -> Iterator[Analyst]:
    """Opens the analyst named *words* for a ``with`` block, after which its engine ends; ``None``:
    the appointed one.

    Raises ``NoAnalyst``, ``UnknownBot``.
    """
    if words is None:
        yield analyst()
        return
    named = analyst_called(words)
    try:
        yield named
    finally:
        named.close()


def appoint_analyst(words: str) -> None:
    """Appoints the engine of this name as the analyst where none is named. Raises ``NoAnalyst``."""
    global _appointed
    _appointed = Analyst(analyst_called(words).engine, helps=True)


# ---- what an engine finds ------------------------------------------------------------------------


def analyse_by_engine(
    bot: EngineBot,
    session: Session,
    budget: Budget,
    most: int = 3,
    seed: str = "0",
) -> Analysis:
    """The best *most* lines that the engine *bot* finds within *budget* where *session* stands,
    with a seat on turn.

    Lines without chances are passed over. Raises ``EngineFailed``.
    """
    game, state, now = session.game, session.state, session.status
    assert isinstance(now, Turn)
    request = Request(
        game,
        state,
        now.seat,
        len(session.players),
        Random(seed),
        cancelled=budget.cancelled,
        limit_ms=budget.ms,
        session=session,
        seed=seed,
    )
    found: dict[int, SearchInfo] = {}
    for rest in bot.look(request, _positions(budget), most):
        try:
            info = SearchInfo.read(rest)
        except EngineLineError as error:
            raise EngineFailed(str(error)) from None
        if info is not None and info.decisions:
            found[info.rank] = info  # a later one is better
    if not found:
        raise EngineFailed(_("It tells neither chances nor lines."))
    lines = tuple(_line(game, state, found[rank]) for rank in sorted(found)[:most])
    return Analysis(lines, max(info.positions for info in found.values()), lines[0].sure)


def _positions(budget: Budget) -> int:
    return MOST_NODES if budget.nodes is None else budget.nodes


def _line(game: AnyGame, state: Any, info: SearchInfo) -> Line:
    """Makes a line from *state* of *info*. It ends where luck or a duel decides.

    Raises ``EngineFailed`` for one that cannot be played.
    """
    moves, after = [], state
    for text in info.decisions:
        now = game.status(after)
        if not isinstance(now, Turn):
            break
        try:
            moves.append(game.parse(after, now.seat, text))
        except MoveError as error:
            raise EngineFailed(
                _("It tells a line with {text!r}: {why}").format(text=one_line(text, 40), why=error)
            ) from None
        after = game.apply(after, moves[-1])
    texts = tuple(text for text, _state in game.texts(state, moves))
    turns = turn_texts(game, state, moves)
    value = info.chances / 50 - 1
    sure = info.is_sure and value in (-1, 0, 1)  # nothing else can be proven
    return Line(texts, value, 0, sure, turns, tuple(moves))
