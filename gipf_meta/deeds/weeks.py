"""Matches of weeks: the deed by which the players of a duel agree to play it live, at an hour; and
vacations, as the host tells a room of them and as the players read of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, Literal, Self

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.dates import day_words
from gipf_meta.base.texts import _
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.rests import Rest
from gipf_meta.match.timecontrol import NO_CLOCK, TimeControl
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import playing, why_not_playing, why_over, why_request_open
from gipf_meta.rooms.consequences import MomentMs
from gipf_meta.rooms.live_hours import (
    LATEST_MS,
    MOST_OFFERS,
    SOONEST_MS,
    LiveClockText,
    has_sand_in_weeks,
    is_duel_in_weeks,
    offers_made,
)
from gipf_meta.rooms.people_events import Rested, Vacation
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.slow_time import is_resting
from gipf_meta.rooms.state import AgreementRequest, RoomState

USUAL_CLOCK: Final = "10m+5s"
"""The clock of a duel that is played live, if no other is named."""
_HOUR_MS: Final = 3_600_000


class PlayLive(Deed):
    """Offers the others to play the duel live at the hour *at_ms*, in milliseconds since 1970, by
    *clock*, which has no meaning where sand runs; ``None``: not live after all, but by the clock
    that the duel has."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["live"]
    at_ms: MomentMs | None
    clock: LiveClockText = USUAL_CLOCK

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over and facts.is_shared and is_duel_in_weeks(facts.state)

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        at_ms = (state.reached_ms // _HOUR_MS + 2) * _HOUR_MS  # the same one for an hour
        return (cls.of(at_ms=at_ms, clock=USUAL_CLOCK),)

    def _why_not(self, state: RoomState, person: str) -> str:
        return (
            why_not_playing(state, person)
            or why_over(state)
            or _why_not_live(state, person)
            or why_request_open(state)
            or _why_no_more_offers(state, playing(state, person)[0])
            or self._why_not_then(state)
        )

    def _why_not_then(self, state: RoomState) -> str:
        """Why not: the hour is too soon or too late, or its clock is none for one sitting."""
        if self.at_ms is None:
            if state.hour is None:
                return _("No hour was agreed on for this duel.")
            if state.hour.clock == NO_CLOCK:
                return _("Sand runs in this duel: it needs an hour. Offer another one.")
            return ""
        if self.at_ms < state.reached_ms + SOONEST_MS:
            return _("Name an hour that is at least ten minutes ahead.")
        if self.at_ms > state.reached_ms + LATEST_MS:
            return _("Name an hour that is at most 30 days ahead.")
        return "" if has_sand_in_weeks(state) else _why_no_clock(self.clock)

    def act(self, room: Room, person: str, name: str) -> None:
        clock = None
        if self.at_ms is not None:
            is_sand = has_sand_in_weeks(room.state)
            clock = NO_CLOCK if is_sand else str(TimeControl.read(self.clock))
        player = playing(room.state, person)[0]
        room.emit(events.Asked, player=player, what="live", ms=self.at_ms, clock=clock)


def carry_out_live(room: Room, request: AgreementRequest) -> None:
    """Lets time stand until the hour of *request*, to which all have agreed, or go on where it has
    none."""
    if request.ms is None:
        room.emit(events.WentOn, live=NO_CLOCK)
    else:
        room.emit(events.Paused, until_ms=request.ms, live=request.clock)


def why_too_late(state: RoomState) -> str:
    """Why not: the hour that is offered has come meanwhile, so nobody can agree to it."""
    request = state.request
    if request is None or request.what != "live" or request.ms is None:
        return ""
    if request.ms > state.reached_ms:
        return ""
    return _("That hour has passed: offer another one.")


def _why_not_live(state: RoomState, person: str) -> str:
    """Why not: the game on top is none that several people can still agree to play live."""
    match, top = state.table.match, state.table.match.top
    if not is_duel_in_weeks(state):
        return _("Only a duel in a match with a clock of days is played live at an hour.")
    if state.table.trouble or top.game.needs_people:
        return _("This duel is not played on a board here.")
    if top.live is not None or (has_sand_in_weeks(state) and not state.is_paused):
        return _("This duel is played live already.")
    if any(step.seat is not None for step in top.steps):
        return _("This duel has begun: its clock stays as it is.")
    holders = state.seats.holders
    if set(state.free_seats) & set(match.top.players):
        return _("A seat is free: nobody there can agree.")
    if all(holders.get(player, person) == person for player in top.players):
        return _("Nobody else plays this duel: you need not agree on an hour.")
    return ""


def _why_no_more_offers(state: RoomState, player: int) -> str:
    """Why not: *player* has made as many offers as he may in this duel."""
    if offers_made(state, player) < MOST_OFFERS:
        return ""
    return _("You have made three offers for this duel: now only others can make one.")


def _why_no_clock(text: str) -> str:
    """Why not: *text* is no clock for one sitting."""
    try:
        control = TimeControl.read(text)
    except TimeControlError as error:
        return str(error)
    if control.is_playable_live:
        return ""
    return _("A duel that is played live has a clock of a minute or more, and less than a day.")


def tell_vacations(room: Room, person: str, spans: Sequence[Rest], at_ms: int) -> None:
    """Tells *room* at *at_ms* the vacations of *person*, for the host: all that have not ended. A
    room that knows them already, has ended, or has no slow clock stays as it is.

    A seat that has rested for too long already rests no more, or not to the end.
    """
    held = room.state.seats.held_by(person)
    if not (held and _has_slow_clock(room.state)):
        return
    room.go_back()
    room.pass_time(at_ms)
    for player in held:
        state = room.state
        now_ms, rests = state.at_ms, state.rests
        allowed = rests.may_rest(player, spans, now_ms)
        if allowed != rests.coming(player, now_ms) and not state.is_ended:
            _emit(room, player, allowed)


def repeat_vacations(room: Room) -> None:
    """Tells *room* again the vacations that it knows: somebody who only watched was not told of
    them, and plays now."""
    state = room.state
    for player in sorted(state.rests.ahead):
        if spans := state.rests.coming(player, state.at_ms):
            _emit(room, player, spans)


def _emit(room: Room, player: int, spans: Sequence[Rest]) -> None:
    said = [Vacation(from_ms=begin, until_ms=until) for begin, until in spans]
    room.emit(Rested, player=player, spans=said)


def _has_slow_clock(state: RoomState) -> bool:
    """Whether the match goes on, and it or its duels have a clock of days."""
    control = state.table.match.control
    if control is None or state.is_ended or state.study is not None:
        return False
    return control.is_slow or (control.duels is not None and control.duels.is_slow)


def vacation_lines(state: RoomState, person: str, names: Sequence[str]) -> Iterator[str]:
    """The vacations of the players, a line each: those that run, and to players those that are
    announced. Only they read dates."""
    is_player = bool(state.seats.held_by(person))
    stands = is_resting(state)
    for player, (begin, until) in sorted(state.rests.first(state.at_ms).items()):
        name, runs = names[player], begin <= state.at_ms
        if not is_player:
            if runs and stands:
                yield _("{name} is away; no clock runs.").format(name=name)
            continue
        yield _line(name, is_reader(player), begin, until, runs=runs, stands=stands)


def vacation_news(state: RoomState, person: str, event: Rested, name: str) -> Iterator[str]:
    """The sentences for *person* on *event*, by which the player of that *name* has announced
    vacations, or called them off; none for spectators."""
    if not state.seats.held_by(person):
        return
    is_own = is_reader(event.player)
    if not event.spans:
        words = _("{name} has no vacation ahead any more; the clocks run.")
        if is_own:
            words = _("You have no vacation ahead any more; the clocks run.")
        yield words.format(name=name)
    for each in event.spans:
        runs = each.from_ms <= event.at_ms
        yield _line(name, is_own, each.from_ms, each.until_ms, runs=runs, stands=False)


def _line(name: str, is_own: bool, begin: int, until: int, *, runs: bool, stands: bool) -> str:
    """The line on one vacation, to a player."""
    if not runs:
        words = _("{name} will be away from {from} until {until}; no clock of days runs then.")
        if is_own:
            words = _("You will be away from {from} until {until}; no clock of days runs then.")
    elif stands:
        words = _("{name} is away until {until}; no clock runs.")
        if is_own:
            words = _("You are away until {until}; no clock runs.")
    else:
        words = _("{name} is away until {until}.")
        if is_own:
            words = _("You are away until {until}.")
    return words.format(**{"name": name, "from": day_words(begin), "until": day_words(until)})
