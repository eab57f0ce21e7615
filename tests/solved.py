"""The themes that a game finds in turns, played from a position."""

from __future__ import annotations

from typing import Any

from gipf_meta.protocol.puzzles import Puzzling


def themes(game: Any, position: Any, *turns: str) -> list[str]:
    """The themes of *turns*, from *position*, a text or a state; all of them are known."""
    assert isinstance(game, Puzzling)
    state = game.from_text(position) if isinstance(position, str) else position
    states, moves = [state], []
    for text in turns:
        for move in game.parse_turn(states[-1], text):
            moves.append(move)
            states.append(game.apply(states[-1], move))
    found = list(game.themes_of(states, moves))
    assert set(found) <= set(game.themes())
    return found
