"""The themes that a game finds in turns, played from a position."""

from __future__ import annotations

from typing import Any


def themes(game: Any, position: Any, *turns: Any) -> list[str]:
    """The themes of *turns*, from *position*, a text or a state."""
    states, moves = [_state(game, position)], []
    for text in turns:
        for move in game.parse_turn(states[-1], text):
            moves.append(move)
            states.append(game.apply(states[-1], move))
    return _found(game, states, moves)


def themes_of_decisions(game: Any, position: Any, *decisions: str) -> list[str]:
    """The themes of single *decisions*, from *position*, a text or a state."""
    states, moves = [_state(game, position)], []
    for text in decisions:
        moves.append(game.parse(states[-1], game.status(states[-1]).seat, text))
        states.append(game.apply(states[-1], moves[-1]))
    return _found(game, states, moves)


def _state(game: Any, position: Any) -> Any:
    return game.from_text(position) if isinstance(position, str) else position


def _found(game: Any, states: list[Any], moves: list[Any]) -> list[str]:
    """The themes that *game* finds; all of them are known, and none is named twice."""
    found = list(game.themes_of(states, moves))
    assert set(found) <= set(game.themes())
    assert len(set(found)) == len(found)
    return found
