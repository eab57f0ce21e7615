"""What an engine finds in a position, as the host's own search tells it."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_lines import SearchInfo
from gipf_meta.bots.engine_process import EngineFailed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.search.analysis import Analysis, Line, turn_texts


def analyse_by_engine(
    bot: EngineBot,
    game: AnyGame,
    state: Any,
    seats: int,
    positions: int,
    most: int = 3,
    seed: str = "0",
) -> Analysis:
    """The best *most* lines that the engine *bot* finds from *state*, in which a seat is on turn,
    when it may look at so many *positions*. What
    it tells without chances is passed over.

    Raises ``EngineFailed``, and ``MoveError`` for a line that cannot be played.
    """
    now = game.status(state)
    assert isinstance(now, Turn)
    request = Request(game, state, now.seat, seats, Random(seed), seed=seed)
    found: dict[int, SearchInfo] = {}
    for rest in bot.look(request, positions, most):
        info = SearchInfo.read(rest)
        if info is not None and info.decisions:
            found[info.rank] = info  # a later one is better
    if not found:
        raise EngineFailed(_("It tells neither chances nor lines."))
    lines = tuple(_line(game, state, found[rank]) for rank in sorted(found)[:most])
    return Analysis(lines, max(info.positions for info in found.values()), lines[0].sure)


def _line(game: AnyGame, state: Any, info: SearchInfo) -> Line:
    """What *info* says, as a line from *state*. It ends where luck or a duel decides."""
    moves, after = [], state
    for text in info.decisions:
        now = game.status(after)
        if not isinstance(now, Turn):
            break
        moves.append(game.parse(after, now.seat, text))
        after = game.apply(after, moves[-1])
    texts = tuple(text for text, _state in game.texts(state, moves))
    turns = turn_texts(game, state, moves)
    return Line(texts, info.chances / 50 - 1, 0, info.is_sure, turns, tuple(moves))
