"""Whole turns out of single decisions: lists all legal turns of a position, and counts them.

A duel inside a turn counts once for each possible winner. A lot that decides who begins a duel
counts once: no text of a turn contains it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

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

MOST_TURNS: Final = 200
"""The most turns of the sequences that are counted: more than anybody can wait for."""


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
    """All ways to decide the turn that is due: the decisions, and the state after them.

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
    """All legal turns in canonical notation, each with the state after it. Raises ``LuckDue``."""
    return {game.format_turn(state, path): after for path, after in whole_turns(game, state)}


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of legal sequences of *depth* complete turns whose texts differ.

    The end of the game ends a sequence; it counts if it has *depth* turns. Raises ``LuckDue``.
    """
    if depth == 0:
        return 1
    if not game.one_text_per_path:
        return sum(perft(game, after, depth - 1) for after in legal_turns(game, state).values())
    if depth == 1:
        return sum(1 for _ in whole_turns(game, state))
    return sum(perft(game, after, depth - 1) for _, after in whole_turns(game, state))


def perft_decisions(game: AnyGame, state: Any, depth: int) -> int:
    """The number of legal sequences of *depth* single decisions; duels and lots are no decisions.

    Raises ``LuckDue``.
    """
    if depth == 0:
        return 1
    step = 1 if isinstance(game.status(state), Turn) else 0
    return sum(perft_decisions(game, after, depth - step) for _, after in successors(game, state))
