"""Replays a game that is written in its own notation, line by line, for tools and referees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.protocol.capabilities import Positions, read_position
from gipf_meta.protocol.game import (
    DRAWN,
    AnyGame,
    Chance,
    Duel,
    IllegalMove,
    MoveError,
    Over,
    Turn,
    reason_of,
    seat_name,
)
from gipf_meta.protocol.options import start_state


class PlaythroughError(GipfMetaError, ValueError):
    """A line of a written game cannot be played; one sentence with the line and what it says.

    *line* is its text, ``""`` where the text is no list of lines.
    """

    def __init__(self, words: str, line: str = "") -> None:
        super().__init__(words)
        self.line = line


def playthrough(
    game: AnyGame, seats: int, lines: Iterable[str], position: str = ""
) -> Iterator[dict[str, Any]]:
    """Replays *lines*, from the start or a *position*; yields that start, each turn (or other play
    of a line) and the result.

    Each item is ready to be written as JSON. Skips blank lines and ``#`` comments. ``resign SEAT``
    and ``draw`` end the game, unless its own notation has a word for resigning, or this is one of
    its decisions now. Where luck begins the game, the start comes with the first turn, because the
    lines before it may say what luck drew. Raises ``PlaythroughError`` at the first line that
    cannot be played.
    """
    state = read_position(game, position, seats)[0] if position else start_state(game, seats)
    ended: Over | None = None
    has_start = not isinstance(game.status(state), Chance)
    if has_start:
        yield {"start": _position(game, state, None)}
    number = 0
    ahead = _Lines(lines)
    for line_number, text in ahead:
        before = state
        try:
            if ended is not None:
                raise _over_error(game, ended)
            items = _play_line(game, state, seats, text, ahead.following)
            for turn_text, state, ended in items:
                if turn_text is None:
                    continue
                if not has_start:
                    yield {"start": _position(game, before, None)}
                    has_start = True
                number += 1
                yield {
                    "n": number,
                    "text": turn_text,
                    "position": _position(game, state, ended),
                    "next": _who_acts(ended or game.status(state)),
                }
        except MoveError as error:
            if not has_start:
                yield {"start": _position(game, before, None)}
            raise PlaythroughError(
                _("Line {number}, {text!r}: {error}").format(
                    number=line_number, text=text, error=error
                ),
                text,
            ) from None
    if not has_start:
        yield {"start": _position(game, state, None)}
    yield {"result": _result(ended or game.status(state))}


def playthrough_of(session: Session) -> Iterator[dict[str, Any]]:
    """Replays the turns of *session*; yields as ``playthrough`` does."""
    game, seats, ended = session.game, len(session.players), session.ended
    lines = list(session.turn_texts())
    if ended is not None and not game.writes_resignations:
        lines += _line_of_end(session, ended)
    for item in playthrough(game, seats, lines, session.begun_from):
        yield item if "result" not in item else {"result": _result(session.status)}


def _line_of_end(session: Session, ended: Over) -> list[str]:
    """The line that ends the game from outside, where there is one."""
    if ended.reason == DRAWN and not ended.winners:
        return ["draw"]
    seats = range(len(session.players))
    for seat in seats if ended.reason == "resign" else ():
        allies = session.allies(seat)
        if ended.winners == tuple(other for other in seats if other not in allies):
            return [f"resign {seat}"]
    return []


class _Lines:
    """The lines, without blank lines and comments, with their numbers; looks one line ahead."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = enumerate(lines, 1)
        self._seen: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while True:
            if not self._seen:
                self._read_ahead()
            if not self._seen:
                return
            yield self._seen.pop()

    def following(self) -> str:
        """The next line, empty at the end."""
        if not self._seen:
            self._read_ahead()
        return self._seen[0][1] if self._seen else ""

    def _read_ahead(self) -> None:
        """Reads the next line that is neither blank nor a comment."""
        for number, line in self._lines:
            text = line.strip()
            if text and not text.startswith("#"):
                self._seen.append((number, text))
                return


def _play_line(
    game: AnyGame, state: Any, seats: int, text: str, following: Callable[[], str]
) -> Iterator[tuple[str | None, Any, Over | None]]:
    """Plays a line; yields its canonical text, the state after it, an end from outside the rules.

    Raises ``MoveError``.
    """
    outside = None if game.writes_resignations else _end_from_outside(game, state, seats, text)
    if outside is None or _is_decision(game, state, seats, text):
        for turn_text, after in game.play_line(state, text, following):
            yield turn_text, after, None
        return
    now = game.status(state)
    if isinstance(now, Over):
        raise _over_error(game, now)
    end, canonical = outside
    yield canonical, state, end


def _is_decision(game: AnyGame, state: Any, seats: int, text: str) -> bool:
    """Whether *text* is a word of the game now, which comes before what ends it from outside."""
    return any(
        game.format(state, move) == text
        for seat in range(seats)
        for move in game.legal_moves(state, seat)
    )


def _over_error(game: AnyGame, end: Over) -> IllegalMove:
    """The error for a line after the *end* of the game."""
    return IllegalMove(_("the game is over ({reason}).").format(reason=reason_of(game, end)))


def _end_from_outside(game: AnyGame, state: Any, seats: int, text: str) -> tuple[Over, str] | None:
    """The end that ``resign SEAT`` or ``draw`` makes, with its canonical text; ``None`` for others.

    Raises ``MoveError`` for a seat that does not exist.
    """
    word, *rest = text.lower().split()
    if word == "draw" and not rest:
        return Over((), DRAWN), "draw"
    if word != "resign":
        return None
    letters = [name.lower()[:1] for name in game.seat_names[:seats]]
    for seat, letter in enumerate(letters):
        if rest == [str(seat)] or (rest == [letter] and letters.count(letter) == 1):
            allies = game.allies(state, seat)
            winners = tuple(other for other in range(seats) if other not in allies)
            return Over(winners, "resign"), f"resign {seat}"
    known = ", ".join(f"{seat} ({seat_name(game, seat)})" for seat in range(seats))
    raise MoveError(_("say which seat resigns: {seats}.").format(seats=known))


def _position(game: AnyGame, state: Any, ended: Over | None) -> str | None:
    """The position on one line; ``None`` for games without positions."""
    return game.to_text(state, ended) if isinstance(game, Positions) else None


def _who_acts(now: object) -> dict[str, Any] | None:
    """The next to act, for JSON: a seat, luck or a duel; ``None`` when the game is over."""
    if isinstance(now, Turn):
        return {"seat": now.seat}
    if isinstance(now, Chance):
        return {"chance": True}
    if isinstance(now, Duel):
        return {"duel": now.game}
    return None


def _result(now: object) -> dict[str, Any] | None:
    """The result of the game, for JSON; ``None`` while it goes on."""
    if not isinstance(now, Over):
        return None
    result: dict[str, Any] = {"winners": list(now.winners), "reason": now.reason}
    if now.scores is not None:
        result["scores"] = list(now.scores)
    if now.sheets is not None:
        result["sheets"] = [dict(sheet) for sheet in now.sheets]
    return result
