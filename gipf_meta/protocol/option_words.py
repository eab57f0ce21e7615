"""What options and their values are called in words, in the player's language.

``Game.option_words`` says it: ``"variant"`` is the key of an option, ``"variant=blitz"`` that of a
value, ``"board="`` that of an option which is not given.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame


def option_title(game: type[AnyGame], option: str) -> str:
    """What *option* is called: the game's words for it, or its name with spaces."""
    return _words(game, option) or option.replace("_", " ")


def value_words(game: type[AnyGame], option: str, value: str) -> str:
    """What a value of *option* is called, written as a user types it; ``""`` is none given."""
    usual = {"on": _("on"), "off": _("off"), "": _("as usual")}
    return _words(game, f"{option}={value}") or usual.get(value, value)


def possible_values(schema: Mapping[str, Any]) -> list[str]:
    """The values an option of that *schema* can take, if they are few; else none."""
    if schema.get("type") == "boolean":
        return ["on", "off"]
    if "anyOf" in schema:
        either = [possible_values(one) for one in schema["anyOf"]]
        may_be_empty = {"type": "null"} in schema["anyOf"]
        return [*([""] if may_be_empty and any(either) else []), *chain.from_iterable(either)]
    return [str(value) for value in schema.get("enum", ())]


def _words(game: type[AnyGame], key: str) -> str:
    words = game.option_words.get(key, "")
    return catalogue_of(game)(words) if words else ""
