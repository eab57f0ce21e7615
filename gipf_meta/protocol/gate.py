"""The gate: whatever a plugin raises becomes ``GameFailed`` here, and nowhere else.

    with Gate(game):
        now = game.status(state)

Errors that the protocol lets a game raise pass: a refusal, or another sentence of this program. So
do requests to stop the program. Anything else is the game's failure, ``SystemExit``, a recursion
and the end of memory, too; so callers of ``Session``, of a search or of another function that
raises ``GameFailed`` catch errors of this program alone.

Never put a gate around a ``yield``: an error that a caller throws in there is no failure of a game.
Values that a plugin yields are taken by ``Gate(game).each(answers)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self, TypeVar, cast

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import AnyGame

_T = TypeVar("_T")


class Gate:
    """The context in which a plugin is called. Raises ``GameFailed`` if the plugin fails.

    *plugin* is the game, or the name of a bot, a reader or another plugin. *lets* are the errors
    that it may raise beside those of this program.
    """

    __slots__ = ("_lets", "_plugin")

    def __init__(self, plugin: AnyGame | type[AnyGame] | str, *lets: type[Exception]) -> None:
        self._plugin, self._lets = plugin, lets

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is None or isinstance(error, (GipfMetaError, *self._lets, *stops())):
            return
        raise GameFailed.of(self._plugin, error)

    def each(self, answers: Iterator[_T]) -> Iterator[_T]:
        """The *answers* of a plugin, each taken from its iterator inside the gate."""
        while True:
            with self:
                answer = next(answers, self)
            if answer is self:
                return
            yield cast("_T", answer)
