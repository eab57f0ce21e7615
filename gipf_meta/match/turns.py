"""Lists and counts the legal decisions, and whole turns, of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Turn,
    title_of,
)
from gipf_meta.protocol.gate import Gate

MOST_TURNS: Final = 200
"""The most turns in the sequences that are counted: more than a person can wait for."""


class LuckDue(GipfMetaError, ValueError):
    """Luck decides next in *game*, so turns cannot be listed or counted; one sentence."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(
            _("Luck decides next in {title}, so turns cannot be counted here.").format(
                title=title_of(game)
            )
        )


def successors(game: AnyGame, state: Any) -> Iterator[tuple[Any, Any]]:
    """Each decision, duel or lot that can come next, with the state after it.

    Raises ``LuckDue`` where luck of the game itself decides.
    """
    now = game.status(state)
    if isinstance(now, Turn):
        for move in game.turn_moves(state, now.seat):
            yield move, game.apply(state, move)
    elif isinstance(now, Duel):
        for winner in sorted(now.seats):
            move = game.settle(state, winner, now.game)
            yield move, game.apply(state, move)
    elif isinstance(now, Chance):
        lot = now.outcomes[0][0]
        after = game.apply(state, lot)
        if not isinstance(game.status(after), Duel):
            raise LuckDue(game)
        yield lot, after


def whole_turns(game: AnyGame, state: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All ways to decide the next turn: the decisions, and the state after them.

    Raises ``LuckDue``.
    """
    now = game.status(state)
    if isinstance(now, Over):
        return
    if not isinstance(now, Turn):
        raise LuckDue(game)
    yield from _rest_of_turn(game, state, now.number, ())


def _rest_of_turn(
    game: AnyGame, state: Any, number: int, path: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All ways to end turn *number*, of which *path* has been decided."""
    for move, after in successors(game, state):
        now = game.status(after)
        longer = (*path, move)
        begins = isinstance(now, Turn | Chance) and now.number not in (None, number)
        if isinstance(now, Over) or begins:
            yield longer, after
        else:
            yield from _rest_of_turn(game, after, number, longer)


def legal_turns(game: AnyGame, state: Any) -> dict[str, Any]:
    """All legal turns in canonical notation, each with the state after it. Raises ``LuckDue``, and
    ``GameFailed``."""
    with Gate(game):
        return _legal_turns(game, state)


def _legal_turns(game: AnyGame, state: Any) -> dict[str, Any]:
    return {game.format_turn(state, path): after for path, after in whole_turns(game, state)}


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of legal sequences of *depth* complete turns whose texts differ.

    The end of the game ends a sequence; it counts if it has *depth* turns. Raises ``LuckDue``, and
    ``GameFailed``.
    """
    with Gate(game):
        return _perft(game, state, depth)


def _perft(game: AnyGame, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if not game.one_text_per_path:
        return sum(_perft(game, after, depth - 1) for after in _legal_turns(game, state).values())
    if depth == 1:
        return sum(1 for _ in whole_turns(game, state))
    return sum(_perft(game, after, depth - 1) for _, after in whole_turns(game, state))


def perft_decisions(game: AnyGame, state: Any, depth: int) -> int:
    """The number of legal sequences of *depth* single decisions; duels and lots are no decisions.

    Raises ``LuckDue``, and ``GameFailed``.
    """
    with Gate(game):
        return _perft_decisions(game, state, depth)


def _perft_decisions(game: AnyGame, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    step = 1 if isinstance(game.status(state), Turn) else 0
    return sum(_perft_decisions(game, after, depth - step) for _, after in successors(game, state))


class Decisions(Sequence[str]):
    """Legal decisions as texts: a sequence that writes each text only when it is read.

    ``in`` knows the canonical texts; ``Match.play`` reads more than those.
    """

    __slots__ = ("_game", "_moves", "_state")

    def __init__(self, game: AnyGame, state: Any, moves: Sequence[Any]) -> None:
        self._game, self._state, self._moves = game, state, moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self._text(move) for move in self._moves[index])
        return self._text(self._moves[index])

    def _text(self, move: Any) -> str:
        with Gate(self._game):
            return self._game.format(self._state, move)

    def __repr__(self) -> str:
        more = f", … {len(self) - 8} more" if len(self) > 8 else ""
        return f"<{len(self)} decisions: {', '.join(self[:8])}{more}>"
