"""Presets: the ways to play a game that have names, each with its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import catalogue_of
from gipf_meta.protocol.game import AnyGame, Preset
from gipf_meta.protocol.options import configure


def preset_of(game: type[AnyGame], options: Mapping[str, Any]) -> Preset | None:
    """The preset of *game* that *options*, those that differ from the defaults, make.

    ``None``: they are somebody's own, or make no game.
    """
    if not game.presets:
        return None
    try:
        wanted = configure(game, options)
    except GipfMetaError:
        return None
    return next((each for each in game.presets if configure(game, each.options) == wanted), None)


def title_of_preset(game: type[AnyGame], preset: Preset) -> str:
    """What *preset* is called, in the player's language."""
    return catalogue_of(game)(preset.title)


def words_of_preset(game: type[AnyGame], preset: Preset) -> str:
    """The sentence on *preset*, in the player's language."""
    return catalogue_of(game)(preset.words)
