"""Games as lists of turns: an object of JSON a line, which does not say of which game.

``moves`` are the turns in the notation of the game, a pass among them. ``winner`` is the player who
won, from 1, where the turns do not end the game. Whatever else a line says is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gipf_meta.protocol.readers import Reader, WrittenGame, WrittenResult, WrittenTurn

_BEGINS: Final = re.compile(r'\s*\{[^\n]*"moves"\s*:\s*\[')


def turn_lists_reader(game: str, options: Mapping[str, Any]) -> Reader:
    """The reader of such lines as those of the game with this id, played with *options*."""

    def read(text: str) -> Iterator[WrittenGame]:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _written(line, number, game, options)

    return Reader(
        "turns",
        "JSON",
        lambda text: _BEGINS.match(text) is not None,
        read,
        example='{"moves": ["e5", "b2,b1"], "winner": 1}\n',
    )


def _written(line: str, number: int, game: str, options: Mapping[str, Any]) -> WrittenGame:
    """The game that *line* tells, which has this *number*. Raises ``ValueError``."""
    found = json.loads(line)
    moves = found.get("moves") if isinstance(found, dict) else None
    if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
        raise ValueError(f"line {number}")
    winner = found.get("winner")
    if winner not in (None, 1, 2):
        raise ValueError(f"line {number}")
    return WrittenGame(
        game,
        tuple(map(WrittenTurn, moves)),
        options,
        result=None if winner is None else WrittenResult((winner - 1,), "resign"),
    )
