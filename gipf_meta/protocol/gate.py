"""The gate: whatever a plugin raises becomes ``GameFailed`` here, and nowhere else.

    with Gate(game):
        now = game.status(state)

What a game says by the protocol passes: a refusal, or another sentence of this program. So does
what tells the program to stop. All else is the game's failure, ``SystemExit``, a recursion and the
end of memory, too; whoever calls ``Session``, a search or another function that says ``GameFailed``
catches errors of ours alone.

Not around a ``yield``: what a caller throws in there is no failure of a game.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import AnyGame


class Gate:
    """The context in which *game* is asked something. Raises ``GameFailed`` if it fails."""

    __slots__ = ("_game",)

    def __init__(self, game: AnyGame | type[AnyGame]) -> None:
        self._game = game

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, (GipfMetaError, *stops())):
            raise GameFailed.of(self._game, error) from error
