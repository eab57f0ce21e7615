"""The options of a game as fields of a form, those of the games of its duels too.

A field is called like the options that lead to it: ``option:zertz_duel:variant`` is the variant of
the game that decides a duel over ZÈRTZ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, Entry, Fold, Value
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.option_form import INNER, OptionField, changed_values, option_fields
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import options_of

PREFIX: Final = "option:"
DEEPEST: Final = 3
"""How many games' options can stand inside each other."""
SWITCH: Final = frozenset({"on", "off"})
"""The values of an option that is a switch."""


def option_parts(
    game: type[AnyGame],
    values: Mapping[str, Value],
    installed: Installed,
    last: object,
    prefix: str = PREFIX,
) -> Iterator[AnyPart]:
    """A field for each option of *game*, with those *values* by field, and as *last* elsewhere."""
    for option in _options(game, installed, last):
        name, written = f"{prefix}{option.name}", _written(option, values, prefix)
        yield _entry(option, name, written)
        inner = _inner_game(option, written, installed, prefix)
        if inner is not None:
            title = _("Options of {game}, for {option}").format(
                game=title_of(inner), option=option.title
            )
            inner_last = _inner_last(last, option.name)
            parts = option_parts(inner, values, installed, inner_last, f"{name}:")
            yield Fold(text=title, parts=tuple(parts))


def options_in(
    game: type[AnyGame],
    values: Mapping[str, Value],
    installed: Installed,
    last: object,
    prefix: str = PREFIX,
) -> dict[str, Any]:
    """The options that differ from the defaults in a form with those *values* by field.

    Fields that the form does not have are as *last*.
    """
    written: dict[str, str] = {}
    inside: dict[str, dict[str, Any]] = {}
    for option in _options(game, installed, last):
        written[option.name] = _written(option, values, prefix)
        inner = _inner_game(option, written[option.name], installed, prefix)
        if inner is not None:
            inner_last = _inner_last(last, option.name)
            name = f"{prefix}{option.name}:"
            inside[option.name] = options_in(inner, values, installed, inner_last, name)
    return changed_values(game, written, inside)


def _options(game: type[AnyGame], installed: Installed, last: object) -> Iterator[OptionField]:
    return option_fields(game, last if isinstance(last, Mapping) else {}, installed)


def _inner_last(last: object, option: str) -> object:
    return last.get(f"{option}{INNER}") if isinstance(last, Mapping) else None


def _inner_game(
    option: OptionField, written: str, installed: Installed, prefix: str
) -> type[AnyGame] | None:
    """The game that *option* names, if it has options of its own."""
    if not option.names_game or prefix.count(":") > DEEPEST:
        return None
    game = installed.games.get(written)
    return game if game is not None and options_of(game) else None


def _written(option: OptionField, values: Mapping[str, Value], prefix: str) -> str:
    value = values.get(f"{prefix}{option.name}", option.written)
    if isinstance(value, bool):
        return "on" if value else "off"
    return value.strip()


def _entry(option: OptionField, name: str, written: str) -> Entry:
    possible = [value for value, _words in option.choices]
    if {*possible} == SWITCH:
        return Entry(
            name=name, label=option.title, type="switch", value=written == "on",
            note=option.meaning, live=True,
        )  # fmt: skip
    if option.choices:
        value = written if written in possible else option.written
        return Entry(
            name=name, label=option.title, type="choice", value=value, choices=option.choices,
            note=option.meaning, live=True,
        )  # fmt: skip
    return Entry(
        name=name, label=option.title, type="number" if option.is_number else "text", value=written,
        note=option.meaning, live=True, least=option.least, most=option.most,
    )  # fmt: skip
