"""Legal decisions as texts, for those who play by texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from gipf_meta.protocol.game import AnyGame


class Decisions(Sequence[str]):
    """Legal decisions as texts: a sequence that writes a text only when it is asked for.

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
            return tuple(self._game.format(self._state, move) for move in self._moves[index])
        return self._game.format(self._state, self._moves[index])

    def __repr__(self) -> str:
        more = f", … {len(self) - 8} more" if len(self) > 8 else ""
        return f"<{len(self)} decisions: {', '.join(self[:8])}{more}>"
