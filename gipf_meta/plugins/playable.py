"""Whether a game can be played with the games that are installed, and how it is adapted to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_object
from gipf_meta.base.sentences import did_you_mean, one_line
from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import (
    BoardHere,
    Installed,
    UnknownGame,
    check_game,
    installed_plugins,
)
from gipf_meta.protocol.capabilities import Adaptable
from gipf_meta.protocol.game import AnyGame, Game, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.options import OptionError, configure, options_of

G = TypeVar("G", bound=AnyGame)


def configure_here(game: type[G], options: Mapping[str, Any], installed: Installed) -> G:
    """The *game* with *options* that somebody has chosen.

    Raises ``OptionError``, also where an option names a game in which no duel can be played here.
    """
    return with_known_games(configure(game, options), installed)


def setting_up(game: str, options: str, position: str) -> BoardHere:
    """The board of *game* with *options*, which are JSON, as *position* has it; ``""``: the start.

    Raises ``GipfMetaError`` if that is no such board.
    """
    if (read := read_object(options)) is None:
        raise OptionError(_("The options of a board are an object of JSON."))
    board = configure(BoardHere, {"game": game, "options": read, "position": position})
    board.start(1)
    return board


def configured(game: str | type[AnyGame] | AnyGame, options: Mapping[str, Any]) -> AnyGame:
    """The *game* with its *options*. Raises ``UnknownGame``, ``PluginError``, ``OptionError``."""
    if isinstance(game, str):
        return configure(installed_plugins().find_typed(game), options)
    if isinstance(game, type):
        return configure(check_game(game), options)
    if not isinstance(game, Game):
        why = _(
            "{given} is no game: give the id of one, a class of Game, or a game with its options."
        )
        raise UnknownGame(why.format(given=one_line(repr(game), 60)))
    check_game(type(game))
    if options:
        title = title_of(game)
        raise OptionError(_("{title} has its options already.").format(title=title))
    return game


def with_known_games(game: G, installed: Installed) -> G:
    """*game* itself. Raises ``OptionError`` if an option that was set on purpose names a game that
    is not *installed*, or in which no duel can be played.

    A class that is not installed itself may name others that are not.
    """
    if installed.games.get(game.id) is not type(game):
        return game
    most = game.seat_counts[-1]
    possible = sorted({each for seats in range(2, most + 1) for each in installed.games_for(seats)})
    for option, named in _chosen_games(game):
        if named in possible:
            continue
        why = _("there is no such game here")
        if named in installed.games:
            why = _("that game cannot decide a duel")
        hint = did_you_mean(named, possible)
        raise OptionError(
            _("{title}, option {option}={value}: {why}.{hint} Possible: {games}.").format(
                title=title_of(game),
                option=option,
                value=one_line(named, 60),
                why=why,
                hint=hint,
                games=", ".join(possible),
            )
        )
    return game


def _chosen_games(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The options of *game* that were set and name a game, each with the game's id.

    An option ``X`` names a game if there is an option ``X_options``.
    """
    known = options_of(type(game))
    for field, info in type(game).model_fields.items():
        option = info.alias or field
        if field in game.model_fields_set and f"{option}_options" in known:
            yield option, str(getattr(game, field))


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

    A game of older rules, as an old match had them, becomes one of today's. Checks the options of
    its duels now, not when a duel begins, and, unless *is_new* is false, that a new match may begin
    with them all: raises ``OptionError``.
    """
    newest = installed.games.get(game.id)
    if newest is not None and newest.rules_version > game.rules_version:
        game = configure(newest, game.model_dump(mode="json"))
    if is_new:
        check_new_match(game)
    if not isinstance(game, Adaptable):
        return game, ()
    adapted, notices = game.adapted_to(sorted(installed.games))
    for name, options in adapted.duels() if isinstance(adapted, Adaptable) else ():
        duel = configure_here(installed.find(name), options, installed)
        if is_new:
            check_new_match(duel)
    return adapted, notices


def playable_showcase(installed: Installed) -> Showcase | None:
    """The way of playing that a plugin shows off; ``None`` without one, and if that fails."""
    with suppress(Exception):  # a plugin that fails is no reason to show nothing
        show = installed.showcase()
        if isinstance(show, Showcase) and show.game.id in installed.games:
            return show
    return None
