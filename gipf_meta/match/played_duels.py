"""The duels of a match: in which game, between whom, their turns, and how they ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Over


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
    """The duel that a record tells whose game is not installed."""
    players, result = tuple(record["players"]), record["result"]
    turns = tuple(turn["text"] for turn in record.get("turns", ()))
    end = Over(tuple(result["winners"]), result["reason"])
    return PlayedDuel(record["game"], players, turns, _among(players, end))


def _among(players: Sequence[int], end: Over) -> Over:
    """The *end* of a duel, its winners named as *players* of the match."""
    return replace(end, winners=tuple(players[seat] for seat in end.winners))
