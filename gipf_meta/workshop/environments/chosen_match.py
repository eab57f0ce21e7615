"""The match that a learning program chooses: a game by name or class, options and seats."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.plugins.playable import configured, playable, with_known_games
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_whole
from gipf_meta.records.models import MOST_SEATS
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from gipf_meta.workshop.environments.small_games import NotNumbered


def chosen_match(
    game: str | type[AnyGame] | AnyGame, seats: int | None, options: Mapping[str, Any]
) -> NumberedMatch:
    """The matches of *game*: the id of an installed one, a class of your own, or one with options.

    *seats* is how many play, by default as few as can. A ``UserWarning`` tells what was changed
    because a game is missing. Raises ``UnknownGame``, ``OptionError``, ``GameFailed``, and
    ``NotNumbered``, also where people alone can decide.
    """
    installed = installed_plugins()
    chosen, notices = playable(with_known_games(configured(game, options), installed), installed)
    for notice in notices:
        warnings.warn(notice, stacklevel=3)
    if seats is not None:
        seats = require_whole(seats, _("The number of players"), 1, MOST_SEATS)
    finder = Finder(() if isinstance(game, str) else (type(chosen),))
    _require_no_people(chosen)
    with Gate(chosen):
        match = NumberedMatch(chosen, seats or chosen.seat_counts[0], finder)
    for each in match.all_games:
        _require_no_people(each)
    return match


def _require_no_people(game: AnyGame) -> None:
    """Raises ``NotNumbered`` if people decide *game*."""
    if game.needs_people:
        why = _("{title} is decided by people, so no program can play it.")
        raise NotNumbered(why.format(title=title_of(game)))
