"""Presets: the ways to play a game that have names, each with its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.sentences import did_you_mean, show_unprintable
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame, Preset, title_of
from gipf_meta.protocol.options import OptionError, configure


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


def find_preset(game: type[AnyGame], id: str) -> Preset:
    """The preset of *game* that is called so, in whatever case. Raises ``OptionError``."""
    known = {preset.id: preset for preset in game.presets}
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
    """What *preset* is called, in the player's language."""
    return catalogue_of(game)(preset.title)


def words_of_preset(game: type[AnyGame], preset: Preset) -> str:
    """The sentence on *preset*, in the player's language."""
    return catalogue_of(game)(preset.words)
