"""A gentle start: the options that a game has for a person's first match."""

from __future__ import annotations

from typing import Any

from gipf_meta.base.texts import catalogue_of
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import changed_options, configure


def gentle_game(game: AnyGame) -> AnyGame | None:
    """*game* with the options of a gentle start.

    ``None`` for a game without such options, and if one of them was chosen explicitly.
    """
    gentle, given = type(game).gentle_start, given_options(game)
    if not gentle or any(name in given for name in gentle):
        return None
    return configure(type(game), {**changed_options(game), **gentle})


def given_options(game: AnyGame) -> dict[str, Any]:
    """The options of *game* that were chosen explicitly, even as the default, for a record."""
    given = {type(game).model_fields[field].alias or field for field in game.model_fields_set}
    options = game.model_dump(mode="json")
    return {name: value for name, value in options.items() if name in given}


def gentle_words_of(game: AnyGame) -> str:
    """The sentence on what is gentle in that start, in the player's language."""
    return catalogue_of(game)(game.gentle_words)
