"""Adapts a game to the games that are installed."""

from __future__ import annotations

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import Adaptable
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import OptionError, configure


def check_new_match(game: AnyGame) -> None:
    """Raises ``OptionError`` if *game* lets no new match begin with its options."""
    try:
        game.check_new_match()
    except GipfMetaError:
        raise
    except ValueError as error:
        raise OptionError(
            _("{title} cannot be played so: {why}.").format(title=title_of(game), why=error)
        ) from error


def playable(
    game: AnyGame, installed: Installed, is_new: bool = True
) -> tuple[AnyGame, tuple[str, ...]]:
    """*game* as it can be played with the *installed* games, and a notice for each change.

    Checks the options of its duels now, not when a duel begins, and, unless *is_new* is false, that
    a new match may begin with them all: raises ``OptionError``.
    """
    if is_new:
        check_new_match(game)
    if not isinstance(game, Adaptable):
        return game, ()
    adapted, notices = game.adapted_to(sorted(installed.games))
    for name, options in adapted.duels() if isinstance(adapted, Adaptable) else ():
        duel = configure(installed.find(name), options)
        if is_new:
            check_new_match(duel)
    return adapted, notices
