"""Adapts a game to the games that are installed."""

from __future__ import annotations

from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import Adaptable
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure


def playable(game: AnyGame, installed: Installed) -> tuple[AnyGame, tuple[str, ...]]:
    """*game* as it can be played with the *installed* games, and a notice for each change.

    A game of older rules, as an old match had them, becomes one of today's. Checks the options of
    its duels now, not when a duel begins: raises ``OptionError``.
    """
    newest = installed.games.get(game.id)
    if newest is not None and newest.rules_version > game.rules_version:
        game = configure(newest, game.model_dump(mode="json"))
    if not isinstance(game, Adaptable):
        return game, ()
    adapted, notices = game.adapted_to(sorted(installed.games))
    for name, options in adapted.duels() if isinstance(adapted, Adaptable) else ():
        configure(installed.find(name), options)
    return adapted, notices
