"""Presets: the ways to play a game that have names, each with its options."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.sentences import did_you_mean, show_unprintable
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame, Preset, title_of
from gipf_meta.protocol.options import OptionError, configure


@lru_cache(maxsize=100)
def presets_of(game: type[AnyGame]) -> tuple[tuple[Preset, AnyGame], ...]:
    """The presets of *game*, each with the game that it makes; without those that make none.

    Cached: a form asks with every change of a field.
    """
    made = list[tuple[Preset, AnyGame]]()
    for preset in game.presets:
        with suppress(Exception):  # the kit tells the author; others play without it
            made.append((preset, configure(game, preset.options)))
    return tuple(made)


def preset_of(game: type[AnyGame], options: Mapping[str, Any]) -> Preset | None:
    """The preset of *game* that *options*, those that differ from the defaults, make.

    ``None``: they are no preset's, or make no game.
    """
    try:
        wanted = configure(game, options)
    except GipfMetaError:
        return None
    return next((preset for preset, made in presets_of(game) if made == wanted), None)


def find_preset(game: type[AnyGame], id: str) -> Preset:
    """The preset of *game* that is called so, in whatever case. Raises ``OptionError``."""
    known = {preset.id: preset for preset, _made in presets_of(game)}
    name = match_id(id, known)
    if name in known:
        return known[name]
    raise OptionError(
        _("{title} has no preset {preset}.{hint} Its presets: {presets}.").format(
            title=title_of(game),
            preset=show_unprintable(id),
            hint=did_you_mean(name, known),
            presets=", ".join(known) or _("none"),
        )
    )


def title_of_preset(game: type[AnyGame], preset: Preset) -> str:
    """The title of *preset* in the player's language."""
    return catalogue_of(game)(preset.title)


def words_of_preset(game: type[AnyGame], preset: Preset) -> str:
    """The sentence on *preset*, in the player's language."""
    return catalogue_of(game)(preset.words)
