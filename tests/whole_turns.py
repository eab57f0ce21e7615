"""The whole turns of a position as texts, and positions after such texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gipf_meta import AnyGame


def whole_turns(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """Every legal turn from *state*, decision by decision: its text and the state after it."""
    stack: list[tuple[Any, tuple[Any, ...]]] = [(state, ())]
    while stack:
        now, moves = stack.pop()
        for move in game.legal_moves(now, now.seat):
            after = game.apply(now, move)
            if after.ending is None and after.number == state.number:
                stack.append((after, (*moves, move)))
            else:
                yield game.format_turn(state, (*moves, move)), after


def turns(game: AnyGame, state: Any) -> set[str]:
    """The texts of all legal turns."""
    listed = [text for text, _ in whole_turns(game, state)]
    assert len(set(listed)) == len(listed)
    return set(listed)


def play(game: AnyGame, state: Any, *texts: str) -> Any:
    """The state after these turns."""
    for text in texts:
        for move in game.parse_turn(state, text):
            state = game.apply(state, move)
    return state
