"""The laws on other values of options than those of the examined game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from gipf_meta.base.numbers import MOST_DIGITS
from gipf_meta.protocol.capabilities import Adaptable, Evaluated, timed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Advised, Broken, NotAsked, need
from gipf_meta.testing.trial.walks import Endless

EFFECT_GAMES: Final = 3
"""Random games for each count of seats in which an option should have an effect."""
EFFECT_DECISIONS: Final = 150
"""The most decisions of such a game."""
NO_OTHER: Final = "the game has no option with another value."
DECISIONS: Final = 1200
"""Decisions under all other values of options together."""

NUMBERS: Final = (-1, 0, 1, 7, *(10**n + step for n in (9, 12, MOST_DIGITS) for step in (-1, 0, 1)))
"""Numbers that are tried as values of every option."""


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
    """Values of an option of the type *kind*: all that the type names, its bounds, or a few."""
    if get_origin(kind) is Annotated:
        return _values(now, get_args(kind)[0], [*about, *kind.__metadata__])
    if kind is bool:
        return [not now]
    if get_origin(kind) is Literal:
        return [*get_args(kind)]
    if get_origin(kind) is tuple and get_args(kind) == (int, int):
        return [(0, 0), (1, 1), (2, 1)]
    bounds: list[Any] = []
    for part in about:
        for name, step in (("ge", 0), ("gt", 1), ("lt", -1), ("le", 0)):
            bound = getattr(part, name, None)
            if type(bound) is int and kind is int:
                bounds.append(bound + step)
    return bounds


def options_are_typed_as_they_are_saved(case: Case) -> None:
    """An option takes the same numbers typed and from a saved game; what it takes is saved so that
    it is read again."""
    game = type(case.game)
    for name, field in game.model_fields.items():
        option = field.alias or name
        bounds = _values(None, field.annotation, field.metadata)
        near = [bound + step for bound in bounds if type(bound) is int for step in (-1, 0, 1)]
        numbers = sorted({*NUMBERS, *near})
        values: list[int | list[int]] = [*numbers, [], [1, 2, 3], [1, 2, 3, 4]]
        values += [[number, 1] for number in numbers]
        for value in values:
            _check_value(case.game, name, option, value)


def _check_value(game: AnyGame, name: str, option: str, value: int | list[int]) -> None:
    """Raises ``Broken`` unless *option* takes *value* alike, typed and from a saved game."""
    text = "/".join(map(str, value)) if isinstance(value, list) else str(value)
    saved, typed = _with_option(game, option, value), _with_option(game, option, text)
    for other in (saved, typed):
        if other is not None:
            written = json.loads(json.dumps(other.model_dump(mode="json"))).get(option, value)
            need(
                _with_option(other, option, written) == other,
                f"The option {option} takes {value}, saves it as {written!r} and does not read that"
                " again.",
                f"Give {option} the type Whole, Counts or PerSide of gipf_meta, or bounds; a match"
                " saved with such a value is locked for ever.",
            )
    if typed is not None and isinstance(getattr(typed, name), str):
        return  # a text, which only looks like a number
    need(
        saved == typed,
        f"The option {option} takes {value} from a saved game and {text!r} typed differently.",
        f"Give {option} the type Whole, Counts or PerSide of gipf_meta, or a validator that takes"
        " both ways alike.",
    )


def _with_option(game: AnyGame, option: str, value: Any) -> AnyGame | None:
    """*game* with another *value* of an option, ``None`` if it refuses the value.

    Raises ``Broken`` if the option raises another error.
    """
    try:
        return configure(type(game), {**game.model_dump(mode="json"), option: value})
    except OptionError:
        return None
    except Exception as error:
        raise Broken(
            f"The option {option} raises {type(error).__name__} for {value!r}.",
            f"Let the validator of {option} raise ValueError for what it does not take.",
        ) from None


def options_can_be_played_at_their_bounds(case: Case) -> None:
    """With each option at its bounds, at each value of its type, or turned over, the game starts,
    can be played and can be shown."""
    others = [*other_games(case.game)]
    if not others:
        raise NotAsked(NO_OTHER)
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


def options_have_an_effect(case: Case) -> None:
    """Each option, set to another value, changes something in the random games."""
    bases = [(base, _tell(case, base)) for base in _bases(case)]
    idle = []
    for name, field in type(case.game).model_fields.items():
        others = _values(getattr(case.game, name), field.annotation, field.metadata)
        if others and not any(_acts(case, base, seen, name) for base, seen in bases):
            idle.append(field.alias or name)
    if idle:
        raise Advised(
            f"In the random games nothing depends on {', '.join(idle)}.",
            "Let the rules ask for these options, or take them away; if they matter seldom, or only"
            " together with others, all is well.",
        )


def _bases(case: Case) -> list[AnyGame]:
    """The game of *case*, and the same game with as many options as possible at another value,
    because an option may matter only where another one is on."""
    bases = [case.game]
    for which in (0, -1):
        changed = case.game
        for name, field in type(case.game).model_fields.items():
            now = getattr(changed, name)
            others = [v for v in _values(now, field.annotation, field.metadata) if v != now]
            other = others and _with_option(changed, field.alias or name, others[which])
            changed = other or changed
        if changed not in bases:
            bases.append(changed)
    return bases


def _acts(case: Case, base: AnyGame, seen: list[object], name: str) -> bool:
    """Whether another value of the option *name* changes what is *seen* of *base*."""
    field, now = type(base).model_fields[name], getattr(base, name)
    for value in _values(now, field.annotation, field.metadata):
        other = None if value == now else _with_option(base, field.alias or name, value)
        if other is not None and _tell(case, other) != seen:
            return True
    return False


def _tell(case: Case, game: AnyGame) -> list[object]:
    """The visible facts of a few random games of *game*, all from the same seed."""
    there = Case(game, EFFECT_GAMES, case.seed, EFFECT_DECISIONS, case.ask.ms, None)
    seen: list[object] = [game.seat_counts, timed(game) is None]
    for walk in there.walks:
        for moment in walk.moments:
            seen += (moment.now, moment.offers, moment.ms)
        for moment in (*walk.moments[:1], *walk.moments[-1:]):
            seen.append(there.ask.view(moment.state, None))
        if isinstance(game, Adaptable):
            seen.append(repr(game.duels()))
        if isinstance(game, Evaluated):
            seen.append(there.ask.evaluate(walk.moments[-1].state, 0))
    return seen
