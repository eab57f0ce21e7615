"""The options of a game as fields of a form, with those of the games of its duels.

The name of a field is the path of options to it: ``option:zertz_duel:variant`` is the variant of
the game that decides a duel over ZÈRTZ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, FieldValue, Fold, FormField
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.option_words import (
    is_duration,
    option_title,
    possible_values,
    read_seconds,
    value_words,
    write_seconds,
)
from gipf_meta.protocol.options import configure, options_of

PREFIX: Final = "option:"
DEEPEST: Final = 3
"""The depth to which the options of games can be nested."""
SWITCH: Final = frozenset({"on", "off"})
"""The values of an option that is a switch."""


@dataclass(frozen=True)
class OptionForm:
    """The options of *game* in a form with those *values* by field; the others are as in *last*.

    The name of a field is *prefix* and the name of the option.
    """

    game: type[AnyGame]
    values: Mapping[str, FieldValue]
    installed: Installed
    last: object
    prefix: str = PREFIX

    def parts(self) -> Iterator[AnyPart]:
        """Yields a field for each option, and, folded, the options of the game that the option
        names."""
        for option, written, inner in self._written():
            yield _entry(option, f"{self.prefix}{option.name}", written)
            if inner is not None:
                title = _("Options of {game}, for {option}").format(
                    game=title_of(inner.game), option=option.title
                )
                yield Fold(text=title, parts=tuple(inner.parts()))

    def options(self) -> dict[str, Any]:
        """Returns the options that differ from the defaults."""
        written: dict[str, str] = {}
        inside: dict[str, dict[str, Any]] = {}
        for option, text, inner in self._written():
            written[option.name] = text
            if inner is not None:
                inside[option.name] = inner.options()
        return changed_values(self.game, written, inside)

    def _written(self) -> Iterator[tuple[OptionField, str, OptionForm | None]]:
        """Yields each option, its value as text, and the form of the game that it names, ``None``
        if that game has no options."""
        for option in _options(self.game, self.installed, self.last):
            written = _written(option, self.values, self.prefix)
            game = _inner_game(option, written, self.installed, self.prefix)
            inner = None
            if game is not None:
                last, prefix = _inner_last(self.last, option.name), f"{self.prefix}{option.name}:"
                inner = OptionForm(game, self.values, self.installed, last, prefix)
            yield option, written, inner


def _options(game: type[AnyGame], installed: Installed, last: object) -> Iterator[OptionField]:
    return option_fields(game, last if isinstance(last, Mapping) else {}, installed)


def _inner_last(last: object, option: str) -> object:
    return last.get(f"{option}{INNER}") if isinstance(last, Mapping) else None


def _inner_game(
    option: OptionField, written: str, installed: Installed, prefix: str
) -> type[AnyGame] | None:
    """The game that *option* names; ``None`` if it has no options of its own."""
    if not option.names_game or prefix.count(":") > DEEPEST:
        return None
    game = installed.games.get(written)
    return game if game is not None and options_of(game) else None


def _written(option: OptionField, values: Mapping[str, FieldValue], prefix: str) -> str:
    value = values.get(f"{prefix}{option.name}", option.written)
    if isinstance(value, bool):
        return "on" if value else "off"
    return value.strip()


def _entry(option: OptionField, name: str, written: str) -> FormField:
    possible = [value for value, _words in option.choices]
    if {*possible} == SWITCH:
        return FormField(
            name=name, label=option.title, type="switch", value=written == "on",
            note=option.meaning, live=True,
        )  # fmt: skip
    if option.choices:
        value = written if written in possible else option.written
        return FormField(
            name=name, label=option.title, type="choice", value=value, choices=option.choices,
            note=option.meaning, live=True,
        )  # fmt: skip
    return FormField(
        name=name, label=option.title, type="number" if option.is_number else "text", value=written,
        note=option.meaning, live=True, least=option.least, most=option.most,
    )  # fmt: skip


INNER: Final = "_options"
"""An option ``X_options`` holds the options of the game that the option ``X`` names."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a field of a form: its *title*, its *meaning*, and its value as text, *written*.

    *choices* are the values that it can have, each with its words; without any, the value is typed.
    *names_game* is true if the value is the id of a game, whose options follow in ``NAME_options``.
    *is_number* is true for a whole number, from *least* to *most* where it has such limits. A
    duration is written in seconds.
    """

    name: str
    title: str
    meaning: str
    written: str
    choices: tuple[tuple[str, str], ...]
    names_game: bool
    is_number: bool = False
    least: int | None = None
    most: int | None = None


def option_fields(
    game: type[AnyGame], values: Mapping[str, Any], installed: Installed
) -> Iterator[OptionField]:
    """A field for each option of *game*, filled with *values*, and with the defaults elsewhere."""
    schema = _schema(game)
    filled = {**_defaults(game), **values}
    known = options_of(game)
    for name, meaning in known.items():
        if name.removesuffix(INNER) != name and name.removesuffix(INNER) in known:
            continue
        written = str(filled.get(name, ""))
        written = "" if written in ("None", "{}") else written
        is_time = is_duration(name)
        written = write_seconds(written) if is_time else written
        names_game = f"{name}{INNER}" in known
        about = schema.get(name, {})
        possible = possible_values(about)
        if names_game:
            games = installed.games_for(2)
            possible = games if written in games else [*games, written]
        if possible and written not in possible:
            written = possible[0]
        choices = tuple((each, describe_value(game, name, each, installed)) for each in possible)
        yield OptionField(
            name,
            option_title(game, name),
            meaning,
            written,
            choices,
            names_game,
            about.get("type") == "integer" and not is_time,
            *((None, None) if is_time else _limits(about)),
        )


def changed_values(
    game: type[AnyGame], written: Mapping[str, str], inner: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """The options of a form that differ from the defaults of *game*, as ``configure`` takes them.

    *written* has the value of each field; *inner* has, for an option that names a game, the options
    that differ from the defaults of that game.
    """
    defaults, options = _defaults(game), dict[str, Any]()
    for name, value in written.items():
        default = defaults[name]
        value = read_seconds(value) if is_duration(name) else value
        if value != str(default) and not (value == "" and default in (None, {})):
            options[name] = value
        if inner.get(name):
            options[f"{name}{INNER}"] = dict(inner[name])
    return options


def describe_changes(game: type[AnyGame], options: Mapping[str, Any], installed: Installed) -> str:
    """The *options* that differ from the defaults, in words; empty for none."""
    known, parts = options_of(game), []
    for name, value in options.items():
        outer = name.removesuffix(INNER)
        if outer != name and outer in known:
            parts.append(f"{option_title(game, outer)}: …")
        else:
            words = describe_value(game, name, value, installed)
            parts.append(f"{option_title(game, name)}: {words}")
    return ", ".join(parts)


def describe_value(game: type[AnyGame], name: str, value: str, installed: Installed) -> str:
    """The words for a *value* of the option *name*; for a game its title."""
    if f"{name}{INNER}" in options_of(game):
        return installed.title(value)
    return value_words(game, name, value)


def _limits(schema: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """The least and the most that a whole number of that *schema* can be."""
    least, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    most, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    return (
        least if isinstance(least, int) else above + 1 if isinstance(above, int) else None,
        most if isinstance(most, int) else below - 1 if isinstance(below, int) else None,
    )


@lru_cache(maxsize=100)
def _schema(game: type[AnyGame]) -> Mapping[str, Any]:
    """The JSON schema of each option of *game*. Cached: a form reads it several times."""
    properties: Mapping[str, Any] = game.model_json_schema().get("properties", {})
    return properties


def _defaults(game: type[AnyGame]) -> dict[str, Any]:
    return configure(game, {}).model_dump(mode="json")
