"""A match played back: every moment of it, in and out of its duels. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session, Step


@dataclass(frozen=True, slots=True)
class Moment:
    """How a match stood: its *sessions* then, the bottom one first.

    *text* is the decision that has just been taken, empty where a game begins; *turn* the number
    of its turn.
    """

    sessions: tuple[Session, ...]
    text: str = ""
    turn: int = 0

    @property
    def depth(self) -> int:
        """0 in the match itself, 1 in a duel, …"""
        return len(self.sessions) - 1


def moments(match: Match) -> tuple[Moment, ...]:
    """Every moment of *match*, from its beginning to how it stands."""
    return tuple(_of_stack((), match.sessions))


def _of_stack(below: tuple[Session, ...], stack: Sequence[Session]) -> Iterator[Moment]:
    first, *above = stack
    yield from _of_session(below, first)
    if above:
        yield from _of_stack((*below, first), above)


def _of_session(below: tuple[Session, ...], session: Session) -> Iterator[Moment]:
    start = session.game.start(len(session.players))
    now = replace(session, state=start, steps=(), time_ms=0, ended=None)
    yield Moment((*below, now))
    for n, step in enumerate(session.steps):
        now = _before(session, n, step)
        if isinstance(step.duel, Session):
            yield from _of_session((*below, now), step.duel)
        after = session.game.apply(step.before, step.move)
        now = replace(now, state=after, steps=session.steps[: n + 1])
        last = n + 1 == len(session.steps)
        yield Moment((*below, session if last else now), step.text, step.number)


def _before(session: Session, n: int, step: Step) -> Session:
    """The session before its decision *n*."""
    return replace(
        session, state=step.before, steps=session.steps[:n], time_ms=step.at_ms, ended=None
    )


def branch(match: Match, moment: Moment, seed: int) -> Match:
    """A new match that goes on from *moment*, with luck of its own drawn by *seed*.

    Raises ``DuelUnavailable`` if a duel is due there that cannot be played.
    """
    draws = sum(_draws(session) for session in moment.sessions)
    return Match(moment.sessions, match.finder, seed, draws, match.control).resolve()


def _draws(session: Session) -> int:
    """How often luck was asked in a session and its duels."""
    own = sum(step.seat is None and step.duel is None for step in session.steps)
    return own + sum(_draws(step.duel) for step in session.steps if isinstance(step.duel, Session))
