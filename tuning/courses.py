"""The courses of games for engines: how each has come to its state, step by step.

A position forgets the turns before it: in Zatre the sheets, and who has begun. So a game goes to an
engine from its start; only where time acts, which is no step, from a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import commands_by_step
from gipf_meta.bots.engine_lines import HasDecided, HasDrawn, HasEndedDuel, HostCommand
from gipf_meta.protocol.capabilities import Positions, timed

Step: TypeAlias = dict[str, Any]
"""A decision, what luck drew, or how a duel ended, as ``engine.py`` reads it."""


class EngineError(Exception):
    """An engine cannot be asked, has ended, or has said what is no answer; one sentence."""


@dataclass(frozen=True)
class Course:
    """The course of a game to its state: a *position* (``None``: its start), and the steps
    *since*."""

    position: str | None
    since: tuple[Step, ...] = ()


def course_of(request: Request) -> Course:
    """The course until the state of *request*, in which a seat is on turn.

    Raises ``EngineError`` for a game without positions in which time acts.
    """
    game, session = request.game, request.session
    assert session is not None, "a table knows how its games came about"
    if timed(game) is None:
        return Course(None, tuple(_told(lines[-1]) for _step, lines in commands_by_step(session)))
    if not isinstance(game, Positions):
        raise EngineError(f"{game.id} has no positions, so no engine can be asked.")
    return Course(game.to_text(request.state))


def _told(line: HostCommand) -> Step:
    """The step that *line* tells."""
    if isinstance(line, HasDecided):
        return {"seat": line.seat, "decision": line.decision}
    if isinstance(line, HasDrawn):
        return {"luck": line.outcome}
    assert isinstance(line, HasEndedDuel)
    return {"winner": line.winner, "duel": line.game}
