"""Reads texts that players type: one decision, or a whole turn in which others may decide, too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from gipf_meta.base.addressee import called
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import (
    AnyGame,
    BadNotation,
    Chance,
    Duel,
    Game,
    IllegalMove,
    MoveError,
    Turn,
    seat_name,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.refusals import check_on_turn


def read_decisions(game: AnyGame, state: Any, seat: int, on_turn: bool, text: str) -> Sequence[Any]:
    """Reads *text* as one decision or, for a seat that is *on_turn*, as a whole turn.

    A text that begins with a decision and says more than that decision's own text is read whole, so
    the player need not give the rest again. Raises ``MoveError``. The reasons come in this order:
    another seat is on turn, and this one may decide nothing beside it; a place does not exist; a
    part cannot be read or played; the parts belong together, but not here. A turn in which *text*
    writes a decision of another seat, or a draw of luck, is refused.
    """
    try:
        with Gate(game):
            return _read(game, state, seat, on_turn, text)
    except BadNotation:
        with Gate(game):
            points = game.view(state, seat).points
        if missing := missing_place(text, (point.id for point in points)):
            raise BadNotation(missing) from None
        raise


def _read(game: AnyGame, state: Any, seat: int, on_turn: bool, text: str) -> Sequence[Any]:
    """As ``read_decisions``, with the reasons of the game alone."""
    if not on_turn:
        _check_may_decide(game, state, seat)
    try:
        first = game.parse(state, seat, text)
    except MoveError as error:
        as_decision = error
    else:
        return _read_whole(game, state, seat, text, first) if on_turn else (first,)
    if not on_turn:
        raise as_decision
    try:
        moves = game.parse_turn(state, text)
    except BadNotation:
        raise as_decision from None
    except IllegalMove as error:
        is_turn = _writes_every_decision(game) and "," in text
        is_about_decision = isinstance(as_decision, IllegalMove) and not is_turn
        raise (as_decision if is_about_decision else error) from None
    _check_owners(game, state, seat, moves, text)
    return moves


def _read_whole(game: AnyGame, state: Any, seat: int, text: str, first: Any) -> Sequence[Any]:
    """The decisions in *text*, of which *first* is the first, and often the only one."""
    if " ".join(text.split()) == game.format(state, first):
        return (first,)
    try:
        moves = game.parse_turn(state, text)
        if moves[:1] != (first,):
            return (first,)
        _check_owners(game, state, seat, moves, text)
    except MoveError:
        return (first,)
    return moves


def _check_may_decide(game: AnyGame, state: Any, seat: int) -> None:
    """Raises ``IllegalMove`` if another seat than *seat* is on turn, and *seat* must wait."""
    now = game.status(state)
    if isinstance(now, Turn) and now.seat != seat and not game.legal_moves(state, seat):
        check_on_turn(seat, now.seat, lambda each: called(each, seat_name(game, each)))


def _writes_every_decision(game: AnyGame) -> bool:
    """Whether a text of a whole turn of *game* has a word for each decision: the host reads it."""
    return type(game).parse_turn is Game.parse_turn


def _check_owners(game: AnyGame, state: Any, seat: int, moves: Sequence[Any], text: str) -> None:
    """Raises ``MoveError`` unless *seat* may decide all of *moves* that *text*, which they are read
    from, writes.

    A notation may leave out decisions of others inside a turn: such moves are accepted.
    """
    for move in moves:
        now = game.status(state)
        if isinstance(now, Duel):
            raise IllegalMove(_("A duel is won by playing it, not by writing who won."))
        written = game.format(state, move)
        is_said = _writes_every_decision(game) or _has_word(text, written)
        if isinstance(now, Chance) and (now.number is not None or is_said):
            raise IllegalMove(_("What luck draws is not yours to write."))
        if isinstance(now, Turn) and now.seat != seat and is_said:
            raise IllegalMove(
                _("{name} decides on {words!r}: write your own decisions alone.").format(
                    name=called(now.seat, seat_name(game, now.seat)), words=written
                )
            )
        if isinstance(now, Turn) and move not in game.legal_moves(state, now.seat):
            game.parse(state, now.seat, written)
        state = game.apply(state, move)


def _has_word(text: str, word: str) -> bool:
    """Whether *text* has *word*, with no other letter or digit at its ends."""
    return bool(word) and bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text))


def texts_of_seat(session: Session, seat: int, moves: Sequence[Any]) -> list[str]:
    """The texts of those *moves* that *seat* decides; other seats decide the others."""
    with Gate(session.game):
        game, state, words = session.game, session.state, []
        for move in moves:
            now = game.status(state)
            if isinstance(now, Turn) and now.seat == seat:
                words.append(game.format(state, move))
            state = game.apply(state, move)
        return words


def play_premove(session: Session, seat: int) -> Session | None:
    """The session after the next premove of *seat*.

    ``None`` if it gave none, or one that is no longer legal.
    """
    words = session.premoves(seat)
    if not words:
        return None
    try:
        with Gate(session.game):
            move = session.game.parse(session.state, seat, words[0])
    except MoveError:
        return None
    return session.play(seat, move, then=words[1:])


_NAME: Final = re.compile(r"([a-z])([0-9]{1,3})", re.ASCII)
_NAMED: Final = re.compile(r"(?<![a-wyz])([a-z][0-9]{1,3})(?![0-9])", re.ASCII)
"""A letter and a number in a text: behind a small letter it is the end of a word, but for ``x``,
the sign of a capture."""


def missing_place(text: str, places: Iterable[str]) -> str:
    """A sentence on the first place that *text* names and that is none of *places*; else "".

    Says nothing where places are not called by a letter and a number, such as ``d4``.
    """
    known = dict.fromkeys(places)
    if not known or not all(map(_NAME.fullmatch, known)):
        return ""
    missing = next((name for name in _NAMED.findall(text) if name not in known), "")
    if not missing:
        return ""
    letter = missing[0]
    beside = _in_order(name for name in known if name[0] == letter)
    if not beside:
        ends = _in_order(known)
        return _("There is no {place} on the board: its places are {first} to {last}.").format(
            place=missing, first=ends[0], last=ends[-1]
        )
    numbers = [int(name[1:]) for name in beside]
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return _(
            "There is no {place} on the board: the places with {letter} are {first} to {last}."
        ).format(place=missing, letter=letter, first=beside[0], last=beside[-1])
    return _("There is no {place} on the board: the places with {letter} are {places}.").format(
        place=missing, letter=letter, places=", ".join(beside)
    )


def _in_order(names: Iterable[str]) -> list[str]:
    """*names* by their letters, then by their numbers."""
    return sorted(names, key=lambda name: (name[0], int(name[1:])))
