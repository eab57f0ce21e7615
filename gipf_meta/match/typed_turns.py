"""Reads what players type: one decision, or a whole turn in which others may decide, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import (
    AnyGame,
    BadNotation,
    Chance,
    Duel,
    IllegalMove,
    MoveError,
    Turn,
)


def read_decisions(game: AnyGame, state: Any, seat: int, on_turn: bool, text: str) -> Sequence[Any]:
    """Reads *text* as one decision or else, for a seat that is *on_turn*, as a whole turn.

    Raises ``MoveError``: about the turn if *text* looks like a turn, else about the decision.
    """
    try:
        return (game.parse(state, seat, text),)
    except MoveError as error:
        as_decision = error
    if not on_turn:
        raise as_decision
    try:
        moves = game.parse_turn(state, text)
    except BadNotation:
        raise as_decision from None
    except IllegalMove as error:
        raise (as_decision if isinstance(as_decision, IllegalMove) else error) from None
    _check_owners(game, state, moves)
    return moves


def _check_owners(game: AnyGame, state: Any, moves: Sequence[Any]) -> None:
    """Raises ``MoveError`` unless *moves* are legal decisions of the seats that are on turn."""
    for move in moves:
        now = game.status(state)
        if isinstance(now, Duel):
            raise IllegalMove(_("A duel is won by playing it, not by writing who won."))
        if isinstance(now, Chance) and now.number is not None:
            raise IllegalMove(_("What luck draws is not yours to write."))
        if isinstance(now, Turn) and move not in game.legal_moves(state, now.seat):
            game.parse(state, now.seat, game.format(state, move))
        state = game.apply(state, move)


def texts_of_seat(session: Session, seat: int, moves: Sequence[Any]) -> list[str]:
    """The texts of those *moves* that *seat* decides; other seats decide the others."""
    game, state, words = session.game, session.state, []
    for move in moves:
        now = game.status(state)
        if isinstance(now, Turn) and now.seat == seat:
            words.append(game.format(state, move))
        state = game.apply(state, move)
    return words


def play_given_answer(session: Session, seat: int) -> Session | None:
    """The session after the next decision that *seat* gave beforehand.

    ``None`` if it gave none, or one that is no longer legal.
    """
    words = session.intent(seat)
    if not words:
        return None
    try:
        move = session.game.parse(session.state, seat, words[0])
    except MoveError:
        return None
    return session.play(seat, move, then=words[1:])
