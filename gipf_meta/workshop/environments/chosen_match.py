"""The match that a learning program chooses: a game by name or class, options and seats."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.plugins.playable import configured, playable, with_known_games
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_whole
from gipf_meta.records.models import MOST_SEATS
from gipf_meta.workshop.environments.followed_match import seats_of_start
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from gipf_meta.workshop.environments.small_games import NotNumbered


def chosen_match(
    game: str | type[AnyGame] | AnyGame,
    seats: int | None,
    options: Mapping[str, Any],
    start: Any = None,
) -> NumberedMatch:
    """The matches of *game*: the id of an installed one, a class of your own, or one with options.

    *seats* is how many play, by default as many as at the first *start*, as ``read_starts`` reads
    it, or as few as can. A ``UserWarning`` tells what was changed because a game is missing. Raises
    ``UnknownGame``, and as ``numbered_match`` and ``read_starts``.
    """
    installed = installed_plugins()
    wanted = with_known_games(configured(game, options), installed)
    chosen, notices = playable(wanted, installed, is_new=start is None)
    for notice in notices:
        warnings.warn(notice, stacklevel=3)
    if seats is not None:
        seats = require_whole(seats, _("The number of players"), 1, MOST_SEATS)
    finder = Finder(() if isinstance(game, str) else (type(chosen),))
    if seats is None:
        seats = seats_of_start(chosen, start) or chosen.seat_counts[0]
    return numbered_match(chosen, seats, finder)


def numbered_match(
    game: AnyGame, seats: int, finder: Callable[[str], type[AnyGame]]
) -> NumberedMatch:
    """The matches of *game* for so many *seats*; *finder* finds the games of duels.

    Raises ``OptionError``, ``GameFailed``, and ``NotNumbered``, also where people alone can decide.
    """
    _require_no_people(game)
    with Gate(game):
        match = NumberedMatch(game, seats, finder)
    for each in match.all_games:
        _require_no_people(each)
    return match


def _require_no_people(game: AnyGame) -> None:
    """Raises ``NotNumbered`` if people decide *game*."""
    if game.needs_people:
        why = _("{title} is decided by people, so no program can play it.")
        raise NotNumbered(why.format(title=title_of(game)))
