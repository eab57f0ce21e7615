"""The tags of a game's own notation for the draws of luck, among the headers of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from gipf_meta.base.names import plain_letters
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import OptionError, configure, options_of

_BLANKS: Final = re.compile(r"\s*,\s*")
"""A comma, with the blanks with which people write it."""


def own_tags_in(game: type[AnyGame], headers: Mapping[str, str]) -> dict[str, str]:
    """Those of *headers* that are tags of *game*: spelled exactly so, and no value of an option
    that is called alike, which sheets may set so (``[Setup "random"]``)."""
    return {
        name: headers[name]
        for name in game.own_tags
        if name in headers and not _sets_option(game, name, headers[name])
    }


def _sets_option(game: type[AnyGame], name: str, value: str) -> bool:
    for option in options_of(game):
        if plain_letters(option) == plain_letters(name):
            try:
                configure(game, {option: value})
            except OptionError:
                continue
            return True
    return False


def options_of_tags(game: type[AnyGame], tags: Mapping[str, str]) -> dict[str, Any]:
    """The options under which luck draws as these *tags* of *game* say."""
    return {option: value for name in tags for option, value in game.own_tags[name].items()}


def read_own_tags(
    game: AnyGame, state: Any, tags: Mapping[str, str]
) -> tuple[tuple[str, ...], Any]:
    """The draws of luck from *state*, as these *tags* of *game* say them, and the state after that.
    Raises ``MoveError``."""
    drawn: list[str] = []
    for name, value in tags.items():
        for move in game.read_own_tag(state, name, _BLANKS.sub(",", value)):
            drawn.append(game.format(state, move))
            state = game.apply(state, move)
    return tuple(drawn), state
