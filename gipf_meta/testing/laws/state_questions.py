"""The calls of a game's methods about a state, and the content of a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from math import isnan
from random import Random
from typing import Any

from pydantic import BaseModel

from gipf_meta.protocol.capabilities import Evaluated, Eventful, Explained, Narrated, Positions
from gipf_meta.protocol.game import MoveError, Over, Turn
from gipf_meta.testing.trial.findings import Broken, GuardedGame
from gipf_meta.testing.trial.walks import WalkState

MOST = 6
"""The most moves of a seat about which questions are asked."""


def questions(
    game: GuardedGame, moment: WalkState, seats: int, state: Any
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Pairs of a method's name and a call of it about *state*, with the moves of *moment*.

    A call returns a value; a failure is a value, too.
    """
    moves = [move for offered in moment.offers for move in offered[:MOST]]
    moves += [moment.move] if moment.has_move else []

    def ask(name: str, *args: Any, **named: Any) -> tuple[str, Callable[[], object]]:
        return name, lambda: _answer(game, name, args, named)

    # methods that others depend on come first: their failures are reported first
    yield ask("status", state)
    for move in moves:
        yield ask("apply", state, move)
        yield ask("format", state, move)
        yield ask("format_turn", state, (move,))
        yield ask("list_text", state, (move,))
    for seat in range(seats):
        yield ask("legal_moves", state, seat)
        yield ask("turn_moves", state, seat)
        yield ask("allies", state, seat)
        yield ask("view", state, seat)
    yield ask("view", state)
    if isinstance(moment.now, Turn | Over):
        texts = ["nonsense", *(text for move in moves if (text := _text(game, state, move)))]
        seat = moment.now.seat if isinstance(moment.now, Turn) else 0
        for text in texts[: MOST + 1]:
            yield ask("parse", state, seat, text)
            yield ask("parse_turn", state, text)
    if isinstance(game.game, Positions):
        yield ask("to_text", state)
    if isinstance(game.game, Evaluated):
        yield from (ask("evaluate", state, seat) for seat in range(seats))
    if isinstance(game.game, Eventful):
        yield from (ask("happenings", state, move) for move in moves)
    if isinstance(game.game, Narrated):
        yield from (ask("predicate", state, move) for move in moves)
    if isinstance(game.game, Explained) and isinstance(moment.now, Over):
        yield ask("explain_end", state, moment.now)
    if getattr(game.game, "real_time", False) and isinstance(moment.now, Turn | Over):
        yield ask("deadline", state)
        yield ask("advance", state, 1)
        yield ask("advance", state, 1_000_000)


def _text(game: GuardedGame, state: Any, move: Any) -> str | None:
    text = _answer(game, "format", (state, move), {})
    return text if isinstance(text, str) else None


def _answer(game: GuardedGame, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> object:
    try:
        answer = getattr(game, name)(*args, **named)
    except (Broken, MoveError) as error:
        return str(error)
    if isinstance(answer, float) and isnan(answer):
        return "nan"  # which is not equal to itself
    return tuple(answer) if isinstance(answer, list) else answer


def snapshot(value: Any) -> object:
    """The content of *value*, as a copy that no later change of *value* reaches."""
    try:
        return _snapshot(value)
    except RecursionError:
        return repr(value)


def _snapshot(value: Any) -> object:
    if value is None or isinstance(value, int | float | str | bytes | Enum | type):
        return value
    if isinstance(value, Mapping):
        return ("mapping", tuple((_snapshot(key), _snapshot(item)) for key, item in value.items()))
    if isinstance(value, tuple | list):
        return (type(value).__name__, tuple(_snapshot(item) for item in value))
    if isinstance(value, set | frozenset):
        return (type(value).__name__, frozenset(_snapshot(item) for item in value))
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, Random):
        return value.getstate()
    held = fields_of(value)
    if not held:
        return repr(value)
    return (type(value).__name__, tuple((name, _snapshot(item)) for name, item in held.items()))


def fields_of(value: Any) -> dict[str, Any]:
    """The fields or attributes of *value*, without cached properties."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name, None) for field in dataclasses.fields(value)}
    if isinstance(value, BaseModel):
        return dict(value)
    names = list(getattr(value, "__dict__", ()))
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return {
        name: getattr(value, name)
        for name in names
        if hasattr(value, name)
        and not name.startswith("__")
        and not isinstance(getattr(type(value), name, None), cached_property)
    }


def find_changeable(value: Any) -> str | None:
    """A part of *value* that can be changed, as the middle of a sentence; ``None`` if none can."""
    try:
        return _find_changeable(value, "")
    except RecursionError:
        return None


def _is_value(value: Any) -> bool:
    """Whether the class of *value* has an ``__eq__`` and a ``__hash__`` of its own."""
    kind: Any = type(value)
    own = kind.__eq__ != object.__eq__ and kind.__hash__ not in (None, object.__hash__)
    return own and not dataclasses.is_dataclass(kind) and not issubclass(kind, BaseModel)


def _find_changeable(value: Any, path: str) -> str | None:
    if value is None or isinstance(value, int | float | str | bytes | Enum | type):
        return None
    if isinstance(value, list | dict | set | bytearray | Random):
        return f"{path} is a {type(value).__name__}"
    if isinstance(value, tuple | frozenset):
        names = getattr(value, "_fields", None)
        for number, item in enumerate(value):
            inner = f"'s {names[number]}" if names else f"[{number}]"
            if found := _find_changeable(item, path + inner):
                return found
        return None
    if _is_value(value):
        return None  # its author has defined its value; another law checks that it stays
    for name, item in fields_of(value).items():
        try:
            setattr(value, name, item)
        except (AttributeError, TypeError, ValueError):
            pass
        else:
            return f"{path} is a {type(value).__name__} that lets its {name} be set"
        if found := _find_changeable(item, f"{path}'s {name}"):
            return found
    return None
