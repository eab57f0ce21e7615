"""The hour at which a duel inside a match of weeks is played live: agreed on by its players or,
where time acts in the duel, set by the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from gipf_meta.match.timecontrol import DAY_MS, NO_CLOCK, TimeControl
from gipf_meta.protocol.capabilities import timed
from gipf_meta.records.models import LONGEST_NAME
from gipf_meta.rooms.state import DuelPlace, LiveHour, RoomState

SOONEST_MS: Final = 600_000
"""The least time from an offer to the hour of a duel that is played live, in milliseconds."""
LATEST_MS: Final = 30 * DAY_MS
"""The longest time from an offer to that hour."""
MOST_OFFERS: Final = 3
"""The most requests about an hour that a player may make in one duel."""
MOST_POSTPONED: Final = 2
"""How often the hour of a duel with sand is put off because nobody is there; then it begins."""

LiveClockText: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


def clock_of(text: str | None) -> TimeControl | None:
    """The time control of the *text* of a live clock; ``None`` for ``none``, where time acts.

    Raises ``TimeControlError``.
    """
    return None if text == NO_CLOCK else TimeControl.stored(text, None)


def next_hour(
    hour: LiveHour | None, at_ms: int, until_ms: int | None, clock: str | None
) -> LiveHour | None:
    """The hour that a pause until *until_ms*, begun at *at_ms*, waits for, by *clock*; *hour* is
    the one before it. ``None``: it waits for no hour."""
    if clock is None or until_ms is None:
        return None
    postponed = 0 if hour is None else hour.postponed + (at_ms >= hour.at_ms)
    return LiveHour(until_ms, clock, postponed)


def begin_live(room: RoomState, clock: str | None) -> None:
    """Lets the duel on top be played live from now on by *clock*, the text of a time control;
    ``None`` or ``none``: its clocks stay as they are. Raises ``TimeControlError``."""
    if (control := clock_of(clock)) is not None and len(room.table.match.sessions) > 1:
        room.table.match = room.table.match.begin_live(control)


def duel_place(room: RoomState) -> DuelPlace:
    """The place of the duel on top; empty: there is no duel."""
    return tuple(len(session.steps) for session in room.table.match.sessions[:-1])


def offers_made(room: RoomState, player: int) -> int:
    """The requests about an hour that *player* has made in the duel on top."""
    return room.live_offers.count((duel_place(room), player))


def is_duel_in_weeks(room: RoomState) -> bool:
    """Whether a duel is on top of a match with a slow clock."""
    match = room.table.match
    return len(match.sessions) > 1 and match.control is not None and match.control.is_slow


def has_sand_in_weeks(room: RoomState) -> bool:
    """Whether time acts in a duel on top of a match of weeks."""
    return is_duel_in_weeks(room) and timed(room.table.match.top.game) is not None


def _turn_of(control: TimeControl) -> int:
    """The time of one turn by a slow *control*, a day to 30 days, in milliseconds."""
    return min(max(control.turn_ms or control.total_ms, control.increment_ms, DAY_MS), LATEST_MS)


def first_hour_ms(room: RoomState) -> int | None:
    """The hour that the room sets to the duel on top: the time of one turn later, in which nobody
    is on vacation, where it has sand, in a match of weeks among people; ``None``: it sets none."""
    control = room.table.match.control
    if control is None or not (has_sand_in_weeks(room) and room.seats.are_shared):
        return None
    return room.rests.later(room.at_ms, _turn_of(control))


def _players_there(room: RoomState) -> frozenset[int]:
    """The players of the duel on top who are ready, and whose persons look at the room."""
    holders: Mapping[int, str] = room.seats.holders
    return frozenset(
        player
        for player in room.ready
        if player in holders and room.gone_since_ms(holders[player]) is None
    )


def is_everybody_there(room: RoomState) -> bool:
    """Whether all people of the duel on top are ready and look at the room."""
    return bool(room.ready) and not room.unready and room.ready <= _players_there(room)


def how_it_begins(room: RoomState, hour: LiveHour) -> dict[str, object]:
    """The fields of the event with which the wait for *hour* ends now: those of ``Paused``, with
    ``until_ms``, where it is put off, else those of ``WentOn``."""
    control = room.table.match.control
    there, is_sand = _players_there(room), hour.clock == NO_CLOCK
    is_put_off = not there and hour.postponed < MOST_POSTPONED
    if is_sand and control is not None and (is_put_off or _is_away(room, there)):
        return {"until_ms": room.rests.later(room.at_ms, _turn_of(control)), "live": hour.clock}
    return {"live": hour.clock if there else NO_CLOCK}


def _is_away(room: RoomState, there: frozenset[int]) -> bool:
    """Whether somebody who plays the duel on top, and is not one of those *there*, is on vacation:
    no sand runs against him."""
    players = {*room.table.match.top.players} - there
    return any(room.rests.until_ms(player, room.at_ms) is not None for player in players)
