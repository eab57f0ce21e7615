"""Matches that one press begins: as the last one against bots, else against bots that a beginner
can beat, or of two people at this screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import CLOCK, DUEL_CLOCK, WATCHED, begin_match
from gipf_meta.desk.match_words import caption_of
from gipf_meta.desk.parts import About, Button, Do, opening, submitting
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.setup import SHOWCASE, SetUp, find_set_up
from gipf_meta.library.store import is_first_match
from gipf_meta.match.timecontrol import NO_CLOCK, TimeControl
from gipf_meta.plugins.playable import check_new_match, configure_here
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.player_names import PERSON
from gipf_meta.table.players import (
    NOBODY,
    possible_kinds,
    read_seats,
    usual_kind,
)

TWO: Final = "two"
"""The parameter of a match for two people at this screen."""


@dataclass(frozen=True)
class MatchAtOnce:
    """A match of *game* that one press begins, with the *choices* of a form for its players and its
    clock. *usual* are the options that go without saying."""

    game: AnyGame
    choices: Mapping[str, Any]
    usual: Mapping[str, Any]

    @property
    def words(self) -> str:
        """The players, the clock, and the options that are not usual: ``You · Mia, no clock``."""
        return caption_of(self.game, self.choices, self.usual)


# ---- messages and buttons ------------------------------------------------------------------------


def begins_at_once(game: type[AnyGame]) -> bool:
    """Whether one person can play *game* against bots."""
    return not game.needs_people and game.seat_counts[0] > 1


def beginning_at_once(game: type[AnyGame]) -> Do:
    """The message that begins a match of *game*."""
    return submitting("at_once", {"game": game.id})


def is_for_two(game: type[AnyGame]) -> bool:
    """Whether two people can play *game* at one screen."""
    return 2 in game.seat_counts


def beginning_for_two(game: type[AnyGame]) -> Do:
    """The message that begins a match of *game* for two people at this screen."""
    return submitting("at_once", {"game": game.id, TWO: "yes"})


def beginning_showcase() -> Do:
    """The message that begins a match of a plugin's showcase."""
    return submitting("at_once", SHOWCASE)


def changing(about: About) -> Button:
    """The button that opens the form for the match that *about* would begin at once."""
    return Button(text=_("Change …"), do=opening("setup", about))


def words_at_once(context: Context, about: About) -> str:
    """The match that a press begins, in words; ``""`` where it cannot be said."""
    try:
        match = match_at_once(context, about)
        with Gate(match.game):
            return match.words
    except GipfMetaError:
        return ""


def words_for_two(context: Context, game: type[AnyGame]) -> str:
    """The match of two people that a press begins, in words."""
    return words_at_once(context, {"game": game.id, TWO: "yes"})


def begin_at_once(context: Context, about: About, person: str, at_ms: int) -> PageMessages:
    """Begins the match in *about*. Raises ``GipfMetaError``."""
    match = match_at_once(context, about)
    return begin_match(context, match.game, match.choices, person, at_ms)


# ---- which match ---------------------------------------------------------------------------------


def match_at_once(context: Context, about: About) -> MatchAtOnce:
    """The match that one press begins: with the choices of the last time, if they were against
    bots, or, for two people, if these sat at one screen; else the gentlest one.

    Raises ``GipfMetaError``.
    """
    is_for_two = TWO in about
    set_up = find_set_up(context, {key: about[key] for key in _SUBJECTS if key in about})
    kind = set_up.game
    with Gate(kind):
        usual = configure_here(kind, set_up.usual, context.installed)
        known = changed_options(usual)
        with suppress(GipfMetaError):  # the file of settings may be older, or damaged
            if _is_as_wanted(set_up, is_for_two):
                return _as_last_time(context, set_up, known)
        kinds = _usual_kinds(kind, is_for_two)
        if not is_for_two and kind.gentle_start and is_first_match(context.library, kind.id):
            usual = gentle_game(usual) or usual
    own = context.settings.name
    names = [own, *(_second_name(context, is_for_two) for _other in kinds[1:])]
    try:
        choices = read_seats(kind, kinds, names, False)
    except GipfMetaError:  # he is called like a seat
        choices = read_seats(kind, kinds, ["" for _kind in kinds], False)
    return MatchAtOnce(usual, choices, known)


_SUBJECTS: Final = ("game", "showcase")


def _is_as_wanted(set_up: SetUp, is_for_two: bool) -> bool:
    """Whether the last set-up has one person among bots, or *is_for_two* people at one screen."""
    game, last = set_up.game, set_up.last
    kinds, names = _texts(last.get("seats")), _texts(last.get("names"))
    people = kinds.count(PERSON)
    if not (len(kinds) == 2 == people if is_for_two else people == 1):
        return False
    return (
        len(kinds) in game.seat_counts
        and len(names) == len(kinds)
        and NOBODY not in kinds
        and all(kind in possible_kinds(game, seat) for seat, kind in enumerate(kinds))
    )


def _as_last_time(context: Context, set_up: SetUp, usual: Mapping[str, Any]) -> MatchAtOnce:
    """The match of the last set-up. Raises ``GipfMetaError``."""
    game, last = set_up.game, set_up.last
    kinds, names = _texts(last.get("seats")), _texts(last.get("names"))
    options = set_up.options if isinstance(set_up.options, Mapping) else {}
    chosen = configure_here(game, options, context.installed)
    check_new_match(chosen)
    if kinds.count(PERSON) == 1:
        own = kinds.index(PERSON)
        names[own] = context.settings.name or names[own]
    choices = read_seats(game, kinds, names, last.get("lot") is True)
    for key in (CLOCK, DUEL_CLOCK):
        if text := str(last.get(key, "")):
            is_none = key == DUEL_CLOCK and text == NO_CLOCK
            choices[key] = text if is_none else str(TimeControl.read(text))
    if last.get(WATCHED) is True:
        choices[WATCHED] = True
    return MatchAtOnce(chosen, choices, usual)


def _usual_kinds(game: type[AnyGame], is_for_two: bool) -> list[str]:
    if is_for_two:
        return [PERSON, PERSON]
    return [usual_kind(game, {}, seat) for seat in range(game.seat_counts[0])]


def _second_name(context: Context, is_for_two: bool) -> str:
    """The name of the one with whom the user sat at this screen last; ``""``: nobody has one."""
    if not is_for_two:
        return ""
    for last in reversed([*context.settings.set_ups.values()]):
        if _texts(last.get("seats")) == [PERSON, PERSON]:
            names = [name for name in _texts(last.get("names")) if name != context.settings.name]
            return next(filter(None, names), "")
    return ""


def _texts(value: object) -> list[str]:
    """The texts in *value*, of any type: a person may have damaged the file of settings."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [each for each in value if isinstance(each, str)]
