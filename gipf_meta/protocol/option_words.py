"""Words for options and their values, in the player's language.

The declarations of the options say it (``Option``), or ``Game.option_words`` in their place:
``"variant"`` is the key of an option, ``"variant=blitz"`` that of a value, ``"board="`` that of an
option which is not given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame

WORDS: Final = "words"
"""The key under which the schema of an option holds the words for its values."""


def option_title(game: type[AnyGame], option: str) -> str:
    """Words for *option*: the game's, or its name with spaces."""
    return _words(game, option) or option.replace("_", " ")


def value_words(game: type[AnyGame], option: str, value: str) -> str:
    """Words for a *value* of *option*, written as a user types it; ``""`` is none given."""
    if is_duration(option):
        return write_seconds(value)
    usual = {"on": _("on"), "off": _("off"), "": _("as usual")}
    return _words(game, f"{option}={value}") or usual.get(value, value)


def changed_in_words(game: AnyGame, room: int) -> str:
    """The options in which *game* differs from its defaults, ``level: 1: no clock``: as many as
    have *room*, and ``…`` for the others."""
    default, kind = type(game)().model_dump(mode="json"), type(game)
    parts = [
        f"{option_title(kind, name)}: {value_words(kind, name, str(value))}"
        for name, value in game.model_dump(mode="json").items()
        if value != default.get(name) and not isinstance(value, Mapping)
    ]
    words = ", ".join(parts)
    while parts and len(words) > room:
        parts.pop()
        words = ", ".join([*parts, "…"])
    return words if parts else ""


def possible_values(schema: Mapping[str, Any]) -> list[str]:
    """The values an option of that *schema* can take, if they are few; else none."""
    if schema.get("type") == "boolean":
        return ["on", "off"]
    if "anyOf" in schema:
        either = [possible_values(one) for one in schema["anyOf"]]
        may_be_empty = {"type": "null"} in schema["anyOf"]
        return [*([""] if may_be_empty and any(either) else []), *chain.from_iterable(either)]
    return [str(value) for value in schema.get("enum", ())]


def is_duration(option: str) -> bool:
    """Whether *option* counts milliseconds, as those do whose names end in ``_ms``."""
    return option.endswith("_ms")


def write_seconds(value: str) -> str:
    """Milliseconds as people read them: ``180000`` as ``180 s``; what is no number stays."""
    return value if (ms := read_whole(value)) is None else f"{ms / 1000:.12g} s"


def read_seconds(words: str) -> str:
    """Milliseconds from seconds as people write them; inverse of ``write_seconds``. *words* that
    are no seconds stay as they are."""
    found = re.fullmatch(r"(\d{1,12})(?:[.,](\d{1,3}))?\s*s?", words.strip(), re.ASCII)
    if found is None:
        return words
    return str(int(found[1]) * 1000 + int((found[2] or "0").ljust(3, "0")))


def all_words(game: type[AnyGame]) -> dict[str, str]:
    """All words of options and values, in English, by their keys."""
    return {**_declared_words(game), **game.option_words}


@lru_cache(maxsize=200)
def _declared_words(game: type[AnyGame]) -> Mapping[str, str]:
    """The words that stand beside the declarations. Cached: a form asks for hundreds."""
    words: dict[str, str] = {}
    for field, info in game.model_fields.items():
        option = info.alias or field
        if info.title:
            words[option] = info.title
        extra = info.json_schema_extra
        values = extra.get(WORDS) if isinstance(extra, Mapping) else None
        if isinstance(values, Mapping):
            words |= {f"{option}={value}": str(called) for value, called in values.items()}
    return words


def _words(game: type[AnyGame], key: str) -> str:
    words = game.option_words.get(key) or _declared_words(game).get(key, "")
    return catalogue_of(game)(words) if words else ""
