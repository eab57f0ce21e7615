"""A newcomer's first duel: an ordinary match, opened where a recorded one came to its duel."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import N_, _
from gipf_meta.bots.characters import EASIEST
from gipf_meta.desk.context import Context
from gipf_meta.desk.duel_story import DuelStory, tell_duel
from gipf_meta.desk.match_actions import going_to_room, who_may_come
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import PageMessages, StoryMessage
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.playback import Moment, branch, moments
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.game import Turn
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import loads
from gipf_meta.records.writer import to_record
from gipf_meta.table.new_table import take_seats
from gipf_meta.table.openings import Opening

T = TypeVar("T")

IDEA: Final = N_("Play a power. Doubt a power. Fight for it.")
"""The sentence that says what is played here."""


def story_of(installed: Installed) -> Match | None:
    """The recorded match of the showcase, with its duel; ``None`` where it cannot be played."""
    show = playable_showcase(installed)
    if show is None or not show.first_duel:
        return None
    try:
        match = read_match(loads(show.first_duel), installed.find)
        _doubt(match)
    except GipfMetaError:  # a game or a kind of its duel is not installed
        return None
    return match


def first_duel(match: Match, finder: GameFinder, name: str, seed: int) -> Record:
    """The record of *match* up to the decision for its duel, with somebody called *name* at the
    seat that decides and the easiest bot at each other; luck comes from *seed*.

    Raises ``RecordError`` if the match has no duel.
    """
    moment = _doubt(match)
    game, players = match.sessions[0].game, match.sessions[0].players
    doubter = _player_of(moment)
    kinds = [PERSON if player == doubter else EASIEST for player in players]
    names = [name if player == doubter else "" for player in players]
    return to_record(branch(match, moment, seed), take_seats(game, kinds, names).seats)


def begin_first_duel(context: Context, person: str, at_ms: int) -> PageMessages:
    """Opens a room for the first duel, with *person* in it. Raises ``GipfMetaError``."""
    record = first_duel_here(context.installed, context.settings.name, context.new_seed())
    room, kinds = context.new_room(), [seat.player for seat in record.people]
    come = who_may_come(context, kinds, is_watched=False)
    opening = Opening.of_record(record).model_copy(update=come)
    context.hub.open_room(room, opening, person, at_ms)
    return [going_to_room(room)]


def first_duel_here(installed: Installed, name: str, seed: int) -> Record:
    """The record from which the first duel is played with the *installed* games.

    Raises ``DeskError`` without such a match.
    """
    story = story_of(installed)
    if story is None:
        raise DeskError(_("No installed plugin has a first duel to play."))
    return first_duel(story, installed.find, name, seed)


def has_first_duel(context: Context) -> bool:
    """Whether a first duel can be played here."""
    return context.cached(("first duel",), lambda: story_of(context.installed) is not None)


def picture_of_story(context: Context) -> Picture | None:
    """The first picture of the story of that duel; ``None``: it cannot be drawn."""
    return context.cached(("first duel", "picture"), partial(_draw_story, context, DuelStory.still))


def frames_of_story(context: Context) -> StoryMessage:
    """The message with the story of that duel. Raises ``DeskError`` where there is none."""
    frames = context.cached(
        ("first duel", "frames"), partial(_draw_story, context, DuelStory.frames)
    )
    if frames is None:
        raise DeskError(_("No installed plugin has a first duel to play."))
    return {"story": list(frames)}


def _draw_story(context: Context, draw: Callable[[DuelStory], T]) -> T | None:
    """The result of *draw* for the story of the first duel; ``None``: there is none to draw."""
    match = story_of(context.installed)
    if match is None:
        return None
    with suppress(GipfMetaError):
        begun = _doubt(match)
        doubter = _player_of(begun)
        assert doubter is not None, "somebody decides then"
        return draw(tell_duel(match, begun, doubter))
    return None


def _player_of(moment: Moment) -> int | None:
    """The player who decides at *moment*; ``None`` if nobody does."""
    top = moment.sessions[-1]
    now = top.status
    return top.players[now.seat] if isinstance(now, Turn) else None


def _doubt(match: Match) -> Moment:
    """The moment of the decision that led to the first duel. Raises ``RecordError``."""
    deciding: Moment | None = None
    for moment in moments(match):
        if moment.depth and deciding is not None:
            return deciding
        if _player_of(moment) is not None:
            deciding = moment
    raise RecordError(_("The match has no duel."))
