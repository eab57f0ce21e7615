"""Options: the types of a game's fields, and how texts configure a game.

Each type is an inverse pair: a record holds the text that a user writes (``on``, ``3/2``,
``6/8/10``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, TypeVar

from pydantic import BeforeValidator, Field, PlainSerializer, ValidationError
from pydantic_core import ErrorDetails

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_game, match_id
from gipf_meta.base.numbers import MOST_DIGITS, read_whole
from gipf_meta.base.sentences import did_you_mean, one_line, show_unprintable
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame, Duel, title_of
from gipf_meta.protocol.option_words import WORDS, possible_values

G = TypeVar("G", bound=AnyGame)

MOST_PARTS: Final = 1_000
"""The most values inside the value of an option."""

LONGEST_TEXT: Final = 10_000
"""The most letters of a text in an option."""


class OptionError(GipfMetaError, ValueError):
    """The game has no such option, or the option no such value; one sentence."""


def _read_on_off(value: object) -> object:
    """Reads ``on`` and ``off``. Raises ``ValueError``."""
    if isinstance(value, bool):
        return value
    if value in ("on", "off"):
        return value == "on"
    raise ValueError(_("it should be on or off"))


def _read_whole(value: object) -> object:
    """Reads a text of digits; leaves every other value as it is. Raises ``ValueError``."""
    if isinstance(value, str) and _is_number(value):
        value = int(value)
    if type(value) is int and not _is_writable(value):
        raise ValueError(
            _("it should be a whole number of {most} digits at most").format(most=MOST_DIGITS)
        )
    return value


def _is_number(text: str) -> bool:
    """Whether *text* is a whole number that an option may have, written canonically."""
    number = read_whole(text, -(10**MOST_DIGITS) + 1)
    return number is not None and str(number) == text


def _is_writable(number: int) -> bool:
    """Whether *number* has at most ``MOST_DIGITS`` digits."""
    return abs(number) < 10**MOST_DIGITS


def _read_counts(value: object) -> object:
    """Reads numbers with slashes between them. Raises ``ValueError``."""
    if isinstance(value, str):
        parts = value.split("/")
        value = tuple(int(part) if _is_number(part) else None for part in parts)
    if type(value) is int:
        value = (value,)
    if isinstance(value, tuple | list) and not (value and all(map(_is_count, value))):
        raise ValueError(_("it should be whole numbers with / between them"))
    return value


def _is_count(value: object) -> bool:
    """Whether *value* is a whole number, not negative, that an option may have."""
    return type(value) is int and value >= 0 and _is_writable(value)


def _read_per_side(value: object) -> object:
    """Reads one number for both sides, or one for each. Raises ``ValueError``."""
    value = _read_counts(_read_whole(value))
    sides = value if isinstance(value, tuple | list) else ()
    if len(sides) not in (1, 2) or not all(map(_is_count, sides)):
        raise ValueError(
            _("it should be one whole number for both sides, or two with / between them")
        )
    return (sides[0], sides[-1])


def _write_counts(value: tuple[int, ...]) -> str:
    """Writes numbers with slashes between them; the inverse of ``_read_counts``."""
    return "/".join(str(number) for number in value)


def _write_per_side(value: tuple[int, int]) -> str:
    """Writes one number where both sides have the same; the inverse of ``_read_per_side``."""
    return str(value[0]) if value[0] == value[1] else _write_counts(value)


OnOff = Annotated[
    bool, BeforeValidator(_read_on_off), PlainSerializer(lambda value: "on" if value else "off")
]
"""Yes or no, written ``on`` and ``off``."""

Whole = BeforeValidator(_read_whole)
"""Lets a number be written as text: ``Annotated[Literal[37, 48], Whole]``."""

Counts = Annotated[tuple[int, ...], BeforeValidator(_read_counts), PlainSerializer(_write_counts)]
"""Numbers with slashes between them, ``6/8/10``."""

PerSide = Annotated[
    tuple[int, int], BeforeValidator(_read_per_side), PlainSerializer(_write_per_side)
]
"""A number for both sides or one for each: ``3`` or ``3/2``."""


def Option(
    default: Any,
    title: str = "",
    description: str = "",
    values: Mapping[Any, str] | None = None,
    **more: Any,
) -> Any:
    """Declares an option of a game: its *default*, its *title*, and its meaning, *description*.

    *values* has the words for its values; ``""`` is none given, where that is possible. *more* goes
    to pydantic's ``Field``: bounds such as ``ge`` and ``le``, an ``alias``.
    """
    if values:
        words = {str(value): called for value, called in values.items()}
        more["json_schema_extra"] = {**more.get("json_schema_extra", {}), WORDS: words}
    return Field(default, title=title or None, description=description, **more)


def read_settings(settings: Iterable[str]) -> dict[str, Any]:
    """Reads options from texts ``NAME=VALUE``; ``NAME.SUB=VALUE`` goes into ``NAME_options``.

    Raises ``OptionError`` for a text without ``=`` and for an option given twice.
    """
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name or name.endswith("."):
            raise OptionError(
                _("{setting!r} is no setting; write NAME=VALUE.").format(setting=setting)
            )
        outer, dot, inner = name.partition(".")
        place: dict[str, Any] = options.setdefault(f"{outer}_options", {}) if dot else options
        key = inner if dot else name
        if key in place:
            raise OptionError(
                _("The option {name} is given twice.").format(name=show_unprintable(name))
            )
        place[key] = value
    return options


def read_options(
    game: type[AnyGame], settings: Iterable[str], find: Callable[[str], type[AnyGame]]
) -> dict[str, Any]:
    """Options of *game* as ``read_settings`` reads them, names and ids typed in whatever case.

    *find* knows the games of duels, whose options are named inside. Raises ``OptionError``.
    """
    known, options, typed_inside = options_of(game), dict[str, Any](), dict[str, list[Any]]()
    for typed, value in read_settings(settings).items():
        name = match_id(typed, known)
        if isinstance(value, dict):
            typed_inside.setdefault(name, []).extend(value.items())
        elif name in options:
            raise OptionError(_("The option {name} is given twice.").format(name=name))
        else:
            options[name] = _match_value(game, name, value)
    for name, inside in typed_inside.items():
        options[name] = _read_inner_options(game, name, options, inside, find)
    return options


def _read_inner_options(
    game: type[AnyGame],
    name: str,
    options: Mapping[str, Any],
    inside: Iterable[tuple[str, str]],
    find: Callable[[str], type[AnyGame]],
) -> dict[str, str]:
    """The options typed *inside* the option *name*: of the game that another option names."""
    outer = name.removesuffix("_options")
    inner_game = options.get(outer) or game().model_dump(mode="json").get(outer)
    known: Iterable[str] = ()
    inside_game: type[AnyGame] | None = None
    with suppress(GipfMetaError):  # a game that is not here: its options stay as they were typed
        inside_game = find(match_game(str(inner_game)))
        known = options_of(inside_game)
    inner: dict[str, str] = {}
    for typed, value in inside:
        option = match_id(typed, known)
        if option in inner:
            name = show_unprintable(f"{outer}.{option}")
            raise OptionError(_("The option {name} is given twice.").format(name=name))
        inner[option] = value if inside_game is None else _match_value(inside_game, option, value)
    return inner


def _match_value(game: type[AnyGame], name: str, value: str) -> str:
    """The value of the option *name* that was typed, in whatever case, if it is an id."""
    if f"{name}_options" in options_of(game):
        return match_game(value)
    known: list[str] = []
    with suppress(Exception):  # a type without a schema has no ids
        known = possible_values(game.model_json_schema()["properties"][name])
    return match_id(value, known)


def options_of(game: type[AnyGame]) -> dict[str, str]:
    """The names of a game's options, each with its meaning in the player's language.

    An option named like a method, such as ``start``, is a field of another name with an alias.
    """
    fields = game.model_fields
    translate = catalogue_of(game)
    return {info.alias or name: translate(info.description or "") for name, info in fields.items()}


def options_in_duel(
    game: type[AnyGame], options: Mapping[str, Any], duel: Duel
) -> Mapping[str, Any]:
    """The *options* for *game* to decide *duel*: with the claimant's seat, where it has an option
    for that."""
    if "claimant" not in options_of(game):
        return options
    return {**options, "claimant": duel.seats.index(duel.claimant)}


def changed_options(game: AnyGame) -> dict[str, Any]:
    """The options in which *game* differs from its defaults, as a record holds them."""
    default = type(game)().model_dump(mode="json")
    options = game.model_dump(mode="json")
    return {name: value for name, value in options.items() if value != default.get(name)}


def given_options(game: AnyGame) -> dict[str, Any]:
    """The options given to *game* explicitly, even as defaults, as a record holds them."""
    fields = type(game).model_fields
    given = {fields[name].alias or name for name in game.model_fields_set}
    return {name: value for name, value in game.model_dump(mode="json").items() if name in given}


def configure(game: type[G], options: Mapping[str, Any]) -> G:
    """The game with *options*, texts or values. Raises ``OptionError`` on the first fault."""
    known = options_of(game)
    for name in options:
        if name not in known:
            option = name.removesuffix("_options") + ".…" if name.endswith("_options") else name
            option = show_unprintable(option)
            hint = did_you_mean(name, known)
            raise OptionError(
                _("{title} has no option {option}.{hint} Its options: {options}.").format(
                    title=title_of(game),
                    option=option,
                    hint=hint,
                    options=", ".join(known) or _("none"),
                )
            )
    for name, value in options.items():
        if _is_too_large(value):
            raise OptionError(
                _("{title}, option {option}: its value is far too large.").format(
                    title=title_of(game), option=name
                )
            )
    try:
        return game(**options)
    except ValidationError as error:
        raise OptionError(_sentence(game, error)) from None


def _is_too_large(value: object) -> bool:
    """Whether *value* has more digits, letters, values or levels than any option needs."""
    level, count = [value], 0
    for _depth in range(10):
        inner: list[object] = []
        for each in level:
            if isinstance(each, str) and len(each) > (
                MOST_DIGITS if each.removeprefix("-").isdecimal() else LONGEST_TEXT
            ):
                return True
            if isinstance(each, int) and not _is_writable(each):
                return True
            if isinstance(each, Mapping):
                inner.extend((*each.keys(), *each.values()))
            elif isinstance(each, tuple | list | set | frozenset):
                inner.extend(each)
        count += len(inner)
        if count > MOST_PARTS:
            return True
        if not inner:
            return False
        level = inner
    return True


def require_seats(game: AnyGame, seats: int) -> None:
    """Raises ``OptionError`` unless *seats* players can play *game*."""
    counts = game.seat_counts
    if seats not in counts:
        text = _("{title} is for {least} players, not for {count}.")
        if len(counts) > 1:
            text = _("{title} is for {least} to {most} players, not for {count}.")
        raise OptionError(
            text.format(title=title_of(game), least=counts[0], most=counts[-1], count=seats)
        )


def start_state(game: AnyGame, seats: int) -> Any:
    """The state in which a match of *game* for *seats* players begins.

    Raises ``OptionError`` if the game is not for that number, or if its options do not fit or
    cannot be written so that they are read again.
    """
    require_seats(game, seats)
    _require_readable(game)
    try:
        return game.start(seats)
    except GipfMetaError:
        raise
    except ValueError as error:
        raise OptionError(str(error)) from error


def _require_readable(game: AnyGame) -> None:
    """Raises ``OptionError`` unless the options, as a record holds them, make the same game."""
    try:
        written = json.dumps(game.model_dump(mode="json"), allow_nan=False)
        same = configure(type(game), json.loads(written)) == game
    except (TypeError, ValueError):
        same = False
    if not same:
        raise OptionError(
            _("{title} cannot be saved with these options, so it cannot be played.").format(
                title=title_of(game)
            )
        )


def _sentence(game: type[AnyGame], error: ValidationError) -> str:
    """The sentence on the first fault that pydantic found."""
    first = error.errors()[0]
    title, why = title_of(game), _why(first).rstrip(".")
    if not first["loc"]:
        return _("{title} cannot be played so: {why}.").format(title=title, why=why)
    option = str(first["loc"][0])
    if not isinstance(first["input"], dict):
        option += f"={one_line(str(first['input']), 60)}"
    sentence = _("{title}, option {option}: {why}.")
    return sentence.format(title=title, option=option, why=why)


def _why(first: ErrorDetails) -> str:
    """The reason against a value, as the end of a sentence: the game's words, or those for it."""
    kind, context = first["type"], first.get("ctx", {})
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if kind in ("literal_error", "enum"):
        expected = context["expected"].replace(" or ", _(" or "))
        return _("it should be {expected}").format(expected=expected)
    limits = {
        "greater_than": _("it should be greater than {limit}"),
        "greater_than_equal": _("it should be greater than or equal to {limit}"),
        "less_than": _("it should be less than {limit}"),
        "less_than_equal": _("it should be less than or equal to {limit}"),
        "multiple_of": _("it should be a multiple of {limit}"),
    }
    if kind in limits:
        (limit,) = context.values()
        return limits[kind].format(limit=limit)
    kinds = {
        "int": _("it should be a whole number"),
        "float": _("it should be a number"),
        "bool": _("it should be on or off"),
        "string": _("it should be another text"),
    }
    return kinds.get(kind.partition("_")[0], _("it cannot have that value"))
