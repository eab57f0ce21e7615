"""A match that one press begins: against bots that a beginner can beat."""

from __future__ import annotations

from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import begin_match
from gipf_meta.desk.parts import About, Do, submitting
from gipf_meta.desk.responses import PageMessages
from gipf_meta.library.store import is_first_match
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.player_names import name_sides
from gipf_meta.table.players import usual_kind


def begins_at_once(game: type[AnyGame]) -> bool:
    """Whether one person can play *game* against bots."""
    return not game.needs_people and game.seat_counts[0] > 1


def beginning_at_once(game: type[AnyGame]) -> Do:
    """The message that begins a match of *game*."""
    return submitting("at_once", {"game": game.id})


def words_at_once(game: type[AnyGame]) -> str:
    """The sides of that match: ``You against Mia · beginner``."""
    kinds = _kinds(game)
    return name_sides([_("You"), *(CHARACTERS[kind].called for kind in kinds[1:])], kinds)


def begin_at_once(context: Context, about: About, person: str, at_ms: int) -> PageMessages:
    """Begins a match of the game in *about*; the first one with the game's gentlest options.

    Raises ``GipfMetaError``.
    """
    kind = context.game_of(about)
    game = kind()
    if is_first_match(context.library, kind.id):
        game = gentle_game(game) or game
    kinds = _kinds(kind)
    names = [context.settings.name, *("" for _bot in kinds[1:])]
    choices: dict[str, Any] = {"seats": kinds, "names": names}
    return begin_match(context, game, choices, person, at_ms)


def _kinds(game: type[AnyGame]) -> list[str]:
    return [usual_kind(game, {}, seat) for seat in range(game.seat_counts[0])]
