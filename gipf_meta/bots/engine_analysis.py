"""What an engine finds in a position, as the host's own search tells it."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_lines import EngineLineError, SearchInfo
from gipf_meta.bots.engine_process import EngineFailed
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import AnyGame, MoveError, Turn
from gipf_meta.search.analysis import Analysis, Line, turn_texts
from gipf_meta.search.budget import Flag


def analyse_by_engine(
    bot: EngineBot,
    session: Session,
    positions: int,
    most: int = 3,
    seed: str = "0",
    *,
    ms: int | None = None,
    cancelled: Flag | None = None,
) -> Analysis:
    """The best *most* lines that the engine *bot* finds where *session* stands, in which a seat is
    on turn, when it may look at so many *positions*, for *ms* milliseconds at most, and until it is
    *cancelled*. What it tells without chances is passed over.

    Raises ``EngineFailed``.
    """
    game, state, now = session.game, session.state, session.status
    assert isinstance(now, Turn)
    request = Request(
        game,
        state,
        now.seat,
        len(session.players),
        Random(seed),
        cancelled=cancelled or Event(),
        limit_ms=ms,
        session=session,
        seed=seed,
    )
    found: dict[int, SearchInfo] = {}
    for rest in bot.look(request, positions, most):
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


def _line(game: AnyGame, state: Any, info: SearchInfo) -> Line:
    """What *info* says, as a line from *state*. It ends where luck or a duel decides.

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
