"""All moments of a match, from its beginning to now, and its duels. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gipf_meta.match.match import Match
from gipf_meta.match.session import LiveClock, Session, Step
from gipf_meta.protocol.game import Over


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match: its *sessions* at that time, the bottom one first.

    *text* is the decision that led to the moment, empty where a game begins; *turn* is the number
    of that decision's turn.
    """

    sessions: tuple[Session, ...]
    text: str = ""
    turn: int = 0

    @property
    def depth(self) -> int:
        """The number of suspended games below: 0 in the match itself, 1 in a duel, …"""
        return len(self.sessions) - 1


def moments(match: Match) -> tuple[Moment, ...]:
    """All moments of *match*, from its beginning to now."""
    return tuple(each_moment(match.sessions))


def each_moment(sessions: Sequence[Session]) -> Iterator[Moment]:
    """The moments of the match with these *sessions*, one at a time."""
    return _stack_moments((), sessions)


def count_moments(match: Match) -> int:
    """The number of moments of *match*."""
    return sum(map(count_session_moments, match.sessions))


def moment_at(match: Match, at: int) -> Moment:
    """Moment *at* of *match*, made alone: a long match has many, and each holds its steps.

    Raises ``IndexError`` if there is no such moment.
    """
    below: tuple[Session, ...] = ()
    for session in match.sessions:
        count = count_session_moments(session)
        if 0 <= at < count:
            return _moment_in(below, session, at)
        below, at = (*below, session), at - count
    raise IndexError(at)


def _moment_in(below: tuple[Session, ...], session: Session, at: int) -> Moment:
    """Moment *at* of *session*, which lies on those *below*."""
    if at == 0:
        return Moment((*below, _start_of(session)))
    at -= 1
    for n, step in enumerate(session.steps):
        count = count_step_moments(step)
        if at < count:
            now = _session_before(session, n, step)
            if isinstance(step.duel, Session) and at < count - 1:
                return _moment_in((*below, now), step.duel, at)
            return Moment((*below, _session_after(session, n, step, now)), step.text, step.number)
        at -= count
    raise IndexError(at)


def _stack_moments(below: tuple[Session, ...], stack: Sequence[Session]) -> Iterator[Moment]:
    """The moments of the sessions of *stack*, which lie on those *below*."""
    first, *above = stack
    yield from _session_moments(below, first)
    if above:
        yield from _stack_moments((*below, first), above)


def _session_moments(below: tuple[Session, ...], session: Session) -> Iterator[Moment]:
    """The moments of *session* and its duels."""
    yield Moment((*below, _start_of(session)))
    for n, step in enumerate(session.steps):
        now = _session_before(session, n, step)
        if isinstance(step.duel, Session):
            yield from _session_moments((*below, now), step.duel)
        yield Moment((*below, _session_after(session, n, step, now)), step.text, step.number)


def _start_of(session: Session) -> Session:
    """The session before its first decision."""
    first, live = session.first_state, _live_at(session, 0)
    return replace(session, state=first, steps=(), time_ms=0, ended=None, live=live)


def _live_at(session: Session, at_ms: int) -> LiveClock | None:
    """The live clock of *session* when its time is *at_ms*; ``None``: none runs yet."""
    live = session.live
    return live if live is not None and live.from_ms <= at_ms else None


def _session_after(session: Session, n: int, step: Step, before: Session) -> Session:
    """The session after its decision *n*, which was *step* and came to it as it was *before*."""
    if n + 1 == len(session.steps):
        return session
    return replace(before, state=session.state_after(step), steps=session.steps[: n + 1])


def _session_before(session: Session, n: int, step: Step) -> Session:
    """The session before its decision *n*, which was *step*."""
    return replace(
        session,
        state=step.before,
        steps=session.steps[:n],
        time_ms=step.at_ms,
        ended=None,
        live=_live_at(session, step.at_ms),
    )


class LastDecision(NamedTuple):
    """The last decision of a player: the sessions *before* it, and whether another player has
    decided since, or a duel has ended (*is_followed*)."""

    before: tuple[Session, ...]
    is_followed: bool

    @property
    def moments(self) -> int:
        """The number of moments that the match had after the decision."""
        return 1 + sum(map(count_session_moments, self.before))


def last_decision(sessions: Sequence[Session], players: Collection[int]) -> LastDecision | None:
    """The last decision that one of *players* made in the match with these *sessions*, its duels
    included; ``None``: they have made none."""
    is_followed = False
    for depth in reversed(range(len(sessions))):
        below, steps = tuple(sessions[:depth]), sessions[depth].steps
        found = _last_decision(below, sessions[depth], players, is_followed)
        if found is not None:
            return found
        is_followed = is_followed or any(step.seat is not None for step in steps)
    return None


def _last_decision(
    below: tuple[Session, ...], session: Session, players: Collection[int], is_followed: bool
) -> LastDecision | None:
    """The last decision of *players* in *session*, which lies on those *below*, and its duels."""
    for n in reversed(range(len(session.steps))):
        step = session.steps[n]
        if isinstance(step.duel, Session):
            now = _session_before(session, n, step)
            found = _last_decision((*below, now), step.duel, players, is_followed=True)
            if found is not None:
                return found
        elif step.seat is not None and session.players[step.seat] in players:
            return LastDecision((*below, _session_before(session, n, step)), is_followed)
        is_followed = is_followed or step.seat is not None or step.duel is not None
    return None


def ends_of_turns(match: Match) -> list[int]:
    """The moment, as a number among ``moments``, that each turn of the game on top led to."""
    *below, top = match.sessions
    # a session has the moment of its start, and one for each decision
    at = sum(count_session_moments(session) for session in below)
    ends = []
    for turn in top.turns():
        at += sum(count_step_moments(step) for step in turn)
        ends.append(at)
    return ends


def count_session_moments(session: Session) -> int:
    """The number of moments of *session*: its start, and one for each decision, also in duels."""
    return 1 + sum(map(count_step_moments, session.steps))


def count_step_moments(step: Step) -> int:
    """The number of moments to which *step* leads: more than one if it ends a duel."""
    return 1 + (count_session_moments(step.duel) if isinstance(step.duel, Session) else 0)


def branch(match: Match, moment: Moment, seed: int) -> Match:
    """A new match that continues *match* from *moment* and draws its luck by *seed*.

    Raises ``DuelUnavailable`` if a duel comes next at that moment and cannot be played.
    """
    draws = sum(count_draws(session) for session in moment.sessions)
    begun = Match(moment.sessions, match.finder, seed, draws, match.control, (), match.thinking)
    return begun.resolve()


def count_draws(session: Session) -> int:
    """The number of lots drawn in a session and its duels."""
    own = sum(step.seat is None and step.duel is None for step in session.steps)
    duels = (step.duel for step in session.steps if isinstance(step.duel, Session))
    return own + sum(map(count_draws, duels))


@dataclass(frozen=True, slots=True)
class PlayedDuel:
    """A duel of a match: the id of its *game*, the *players* of the match at its seats, its *turns*
    as texts. The *result*, ``None`` while it is played, names players of the match."""

    game: str
    players: tuple[int, ...]
    turns: tuple[str, ...]
    result: Over | None


def played_duels(sessions: Sequence[Session]) -> Iterator[PlayedDuel]:
    """The duels of a match, a stack of *sessions*, in the order in which they began."""
    for depth, session in enumerate(sessions):
        if depth:
            yield _duel(session)
        yield from _finished_duels(session)


def _finished_duels(session: Session) -> Iterator[PlayedDuel]:
    """The duels that were played inside *session*, and those inside them."""
    for step in session.steps:
        if isinstance(step.duel, Session):
            yield _duel(step.duel)
            yield from _finished_duels(step.duel)
        elif step.duel is not None:
            yield _unread_duel(step.duel.record)


def _duel(session: Session) -> PlayedDuel:
    now, players = session.status, session.players
    end = _among(players, now) if isinstance(now, Over) else None
    return PlayedDuel(session.game.id, players, session.turn_texts(), end)


def _unread_duel(record: Mapping[str, Any]) -> PlayedDuel:
    """The duel of a *record* whose game is not installed."""
    players, result = tuple(record["players"]), record["result"]
    turns = tuple(turn["text"] for turn in record.get("turns", ()))
    end = Over(tuple(result["winners"]), result["reason"])
    return PlayedDuel(record["game"], players, turns, _among(players, end))


def _among(players: Sequence[int], end: Over) -> Over:
    """The *end* of a duel, its winners named as *players* of the match."""
    return replace(end, winners=tuple(players[seat] for seat in end.winners))
