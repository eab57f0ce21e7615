"""What engines are told of the games they play: how each has come to its state, step by step.

A position forgets what was played before it: in Zatre the sheets, and who has begun. So a game is
told from its start; only where time has acted, which is no step, is it told from a position. Both
players of a match are engines, so all decisions after the opening pass through here; what luck
drew, and how duels ended, is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gipf_meta.bots.bot import Request
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, Chance, Duel

Step: TypeAlias = dict[str, Any]
"""A decision, what luck drew, or how a duel ended, as ``engine.py`` reads it."""

MOST_LOTS: Final = 8
"""The most that luck and duels decide between two decisions."""


class EngineError(Exception):
    """An engine cannot be asked, has ended, or has said what is no answer; one sentence."""


@dataclass(frozen=True)
class Course:
    """How a game came to *state*: a *position* (``None``: its start), and the steps *since*."""

    position: str | None
    since: tuple[Step, ...]
    state: Any


class Courses:
    """The courses of the games of one match, the duels among them, by the ids of the games.

    *begun* is the match where engines are asked first; ``None``: its games begin there.
    """

    def __init__(self, begun: Match | None = None) -> None:
        self._courses: dict[str, Course] = {}
        if begun is not None:
            session = begun.sessions[0]
            self._courses[session.game.id] = Course(None, steps_of(session), session.state)

    def until(self, request: Request) -> Course:
        """The course until the state of *request*, in which a seat is on turn.

        Raises ``EngineError`` for a game without positions in which time acts.
        """
        game, state = request.game, request.state
        start = Course(None, (), game.start(request.seats))
        for course in (self._courses.get(game.id, start), start):
            lots = find_lots(game, course.state, state)
            if lots is not None:
                return Course(course.position, (*course.since, *lots), state)
        if not isinstance(game, Positions):
            raise EngineError(f"{game.id} has no positions, so no engine can be asked.")
        return Course(game.to_text(state), (), state)

    def note(self, request: Request, move: Any) -> None:
        """Takes the *move* that is played in the state of *request*."""
        game, state, course = request.game, request.state, self.until(request)
        step = {"seat": request.seat, "decision": game.format(state, move)}
        after = game.apply(state, move)
        self._courses[game.id] = Course(course.position, (*course.since, step), after)


def steps_of(session: Session) -> tuple[Step, ...]:
    """What has happened in *session*, as engines are told it."""
    return tuple(
        {"seat": step.seat, "decision": step.text}
        if step.seat is not None
        else next(lot for lot, move in lots_in(session.game, step.before) if move == step.move)
        for step in session.steps
    )


def find_lots(game: AnyGame, state: Any, wanted: Any, most: int = MOST_LOTS) -> list[Step] | None:
    """What luck and duels decided between *state* and *wanted*; ``None``: nothing leads there."""
    if state == wanted:
        return []
    if most:
        for step, move in lots_in(game, state):
            rest = find_lots(game, game.apply(state, move), wanted, most - 1)
            if rest is not None:
                return [step, *rest]
    return None


def lots_in(game: AnyGame, state: Any) -> Iterator[tuple[Step, Any]]:
    """All that luck or a duel can decide in *state*, each as a step and as a move."""
    now = game.status(state)
    if isinstance(now, Chance):
        for outcome, _weight in now.outcomes:
            yield {"luck": game.format(state, outcome)}, outcome
    elif isinstance(now, Duel):
        for winner in (*now.seats, None):
            step = {"winner": winner, "duel": now.game}
            yield step, game.settle(state, winner, now.game)
