"""The law on other values of options than those of the examined game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.walks import Endless

DECISIONS: Final = 1200
"""Decisions under all other values of options together."""


def other_games(game: AnyGame) -> Iterator[AnyGame]:
    """The game with one option changed: to a bound, to another value of its type, or turned over.

    Values that the game refuses are left out.
    """
    chosen = game.model_dump(mode="json")
    for name, field in type(game).model_fields.items():
        now = getattr(game, name)
        for value in _values(now, field.annotation, field.metadata):
            if value == now:
                continue
            try:
                yield configure(type(game), {**chosen, field.alias or name: value})
            except OptionError:
                continue


def _values(now: Any, kind: Any, about: list[Any]) -> list[Any]:
    """Values of an option of the type *kind*: all that the type names, or its bounds."""
    if get_origin(kind) is Annotated:
        return _values(now, get_args(kind)[0], [*about, *kind.__metadata__])
    if kind is bool:
        return [not now]
    if get_origin(kind) is Literal:
        return [*get_args(kind)]
    bounds: list[Any] = []
    for part in about:
        for name, step in (("ge", 0), ("gt", 1), ("lt", -1), ("le", 0)):
            bound = getattr(part, name, None)
            if type(bound) is int and kind is int:
                bounds.append(bound + step)
    return bounds


def options_can_be_played_at_their_bounds(case: Case) -> None:
    """With each option at its bounds, at each value of its type, or turned over, the game starts,
    can be played and can be shown."""
    others = [*other_games(case.game)]
    for other in others:
        there = Case(other, 1, case.seed, DECISIONS // len(others) + 10, case.ask.ms, None)
        case.there = there
        _play(there)
    case.there = None


def _play(case: Case) -> None:
    for walk in case.walks:
        case.here = (walk, max(0, len(walk.moments) - 1)) if walk.moments else None
        if walk.stopped and not isinstance(walk.stopped, Endless):
            raise walk.stopped
        for moment in {0: None, len(walk.moments) // 2: None, len(walk.moments) - 1: None}:
            case.here = (walk, moment)
            case.ask.view(walk.moments[moment].state, None)
