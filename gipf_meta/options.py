"""Options: the types that a game's fields use, and the way from texts to a configured game.

Each type is an inverse pair: the text a user writes (``on``, ``3/2``, ``6/8/10``) is the text a
record holds.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, PlainSerializer, ValidationError

from gipf_meta.game import AnyGame

G = TypeVar("G", bound=AnyGame)


class OptionError(ValueError):
    """An unknown option or a value it cannot take; one sentence."""


def _on_off(value: object) -> object:
    if isinstance(value, bool):
        return value
    if value in ("on", "off"):
        return value == "on"
    raise ValueError("it should be on or off")


def _whole(value: object) -> object:
    return int(value) if isinstance(value, str) and _is_number(value) else value


def _is_number(text: str) -> bool:
    """Plain digits, and no more of them than any count has."""
    return text.isascii() and text.isdecimal() and len(text) < 10 and str(int(text)) == text


def _counts(value: object) -> object:
    if isinstance(value, str):
        parts = value.split("/")
        if not all(_is_number(part) for part in parts):
            raise ValueError("it should be whole numbers with / between them")
        return tuple(int(part) for part in parts)
    return value


def _per_side(value: object) -> object:
    value = _counts(_whole(value))
    if isinstance(value, int):
        value = (value,)
    sides = value if isinstance(value, tuple | list) else ()
    if len(sides) not in (1, 2) or not all(type(side) is int and side >= 0 for side in sides):
        raise ValueError("it should be one whole number for both sides, or two with / between them")
    return (sides[0], sides[-1])


def _slashes(value: tuple[int, ...]) -> str:
    return "/".join(str(number) for number in value)


def _sides(value: tuple[int, int]) -> str:
    return str(value[0]) if value[0] == value[1] else _slashes(value)


OnOff = Annotated[
    bool, BeforeValidator(_on_off), PlainSerializer(lambda value: "on" if value else "off")
]
"""Yes or no, written ``on`` and ``off``."""

Whole = BeforeValidator(_whole)
"""Lets a number be written as text: ``Annotated[Literal[37, 48], Whole]``."""

Counts = Annotated[tuple[int, ...], BeforeValidator(_counts), PlainSerializer(_slashes)]
"""Numbers with slashes between them, ``6/8/10``."""

PerSide = Annotated[tuple[int, int], BeforeValidator(_per_side), PlainSerializer(_sides)]
"""A number for both sides or one for each: ``3`` or ``3/2``."""


def read_settings(settings: Iterable[str]) -> dict[str, Any]:
    """Options from texts ``NAME=VALUE``; ``NAME.SUB=VALUE`` goes into the option ``NAME_options``.

    Raises ``OptionError`` for a text without ``=`` and for an option given twice.
    """
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name or name.endswith("."):
            raise OptionError(f"{setting!r} is no setting; write NAME=VALUE.")
        outer, dot, inner = name.partition(".")
        place: dict[str, Any] = options.setdefault(f"{outer}_options", {}) if dot else options
        key = inner if dot else name
        if key in place:
            raise OptionError(f"The option {name} is given twice.")
        place[key] = value
    return options


def options_of(game: type[AnyGame]) -> dict[str, str]:
    """The names of a game's options, each with its meaning.

    An option whose name is taken, such as ``start``, is a field of another name with an alias.
    """
    fields = game.model_fields
    return {info.alias or name: info.description or "" for name, info in fields.items()}


def configure(game: type[G], options: Mapping[str, Any]) -> G:
    """The game with *options*. Raises ``OptionError`` with one sentence on the first fault."""
    known = options_of(game)
    for name in options:
        if name not in known:
            shown = name.removesuffix("_options") + ".…" if name.endswith("_options") else name
            near = difflib.get_close_matches(name, known, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise OptionError(
                f"{game.title} has no option {shown}.{hint}"
                f" Its options: {', '.join(known) or 'none'}."
            )
    try:
        return game(**options)
    except ValidationError as error:
        raise OptionError(_sentence(game, error)) from None


def _sentence(game: type[AnyGame], error: ValidationError) -> str:
    first = error.errors()[0]
    why = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if not first["loc"]:
        return f"{game.title} cannot be played so: {why.rstrip('.')}."
    what = f"option {first['loc'][0]}"
    if not isinstance(first["input"], dict):
        what += f"={first['input']}"
    if "valid integer" in why:
        why = "should be a whole number"
    if why.startswith("should"):
        why = f"it {why}"
    return f"{game.title}, {what}: {why.rstrip('.')}."
