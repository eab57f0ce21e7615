"""The views of a game that were made last: several people and sentences need the same ones."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from gipf_meta.base.texts import languages
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.view import View

MOST_STATES: Final = 3
"""Of how many states views are kept: of this one, the one before it, and where the turn began."""


class Views:
    """Makes views, and keeps those of the states that were asked for last.

    A view depends on nothing but the game, the state, the seat and the language, so nobody can
    tell a view that was kept from one that is made anew. Copies keep nothing.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[int, _Made] = {}

    def find(self, game: AnyGame, state: Any, seat: int | None) -> View:
        """The view of *state* for *seat*, as ``Game.view``. Raises whatever the game raises."""
        known = self._made.pop(id(state), None)
        # the state is kept beside its views: no other one can have its id meanwhile
        if known is None or known.game is not game or known.state is not state:
            known = _Made(game, state, {})
        self._made[id(state)] = known
        if len(self._made) > MOST_STATES:
            self._made.pop(next(iter([*self._made])), None)
        key = seat, languages()
        if key not in known.views:
            known.views[key] = game.view(state, seat)
        return known.views[key]

    def __reduce__(self) -> tuple[type[Views], tuple[()]]:
        return Views, ()


class _Made(NamedTuple):
    """The *views* of a state that were made, by seat and language."""

    game: AnyGame
    state: Any
    views: dict[tuple[int | None, tuple[str, ...]], View]
