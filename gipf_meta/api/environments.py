"""Environments of other libraries in the public API: PettingZoo and OpenSpiel.

Each needs a package that not everybody has, which is imported when it is first used.
"""

from __future__ import annotations

from typing import Any

from gipf_meta.protocol.game import AnyGame


def pettingzoo_env(game: str | type[AnyGame] | AnyGame, **settings: Any) -> Any:
    """An environment of PettingZoo in which agents play one match of *game* after another.

    *settings* are ``seats``, ``render_mode``, ``most_decisions``, ``start``, ``opponent`` and
    ``learner_seat``, as for ``vector``, and the options of the game, as for ``new_match``. The page
    about it is docs/learning.md.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, ``BadNotation`` for a position,
    ``UnknownBot``, and ``ExtraMissing`` without PettingZoo.
    """
    from gipf_meta.workshop.environments.pettingzoo import env

    return env(game, **settings)


def register_open_spiel(*games: type[AnyGame]) -> None:
    """Registers the game ``gipf_meta`` with OpenSpiel, for all installed games and *games*, classes
    of your own: ``pyspiel.load_game("gipf_meta(game=zertz)")``. The page about it is
    docs/learning.md.

    Raises ``PluginError``, and ``ExtraMissing`` without OpenSpiel.
    """
    from gipf_meta.workshop.environments.open_spiel import register

    register(*games)
