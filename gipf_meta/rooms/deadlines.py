"""The deadlines of a room: of clocks and sand for players far away, and of processes that serve
bots.

A decision that a player made in time may arrive after his flag fell or the sand ran out. So the
room lets a deadline pass only when no player whose time runs could be given back so much lag that
his decision would still count.
"""

from __future__ import annotations

from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.rooms.people_events import expiry_ms
from gipf_meta.rooms.slow_time import later_ms
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.lag import SAND_MS
from gipf_meta.table.pilots import ANSWER_MS, PLAN_MS, answer_ms
from gipf_meta.table.players import BotFailed
from gipf_meta.table.table import Table

PATIENCE: Final = 2
"""The factor by which another process waits longer than a bot may think before it asks the bot
itself: the process that asked it may be gone."""
TAKE_OVER_MS: Final = PATIENCE * ANSWER_MS
"""The time after which another process asks a bot that is no engine, in milliseconds."""
TAKE_OVER_PLAN_MS: Final = PATIENCE * PLAN_MS
"""The same where time acts in the game, and a bot has less time to answer."""
MOST_GRACE_MS: Final = 2000
"""The longest time after a deadline that a room waits for decisions from before it, in
milliseconds."""


def most_given_ms(room: RoomState) -> int:
    """The most lag that a player whose time runs now can be given back, in milliseconds."""
    table, match = room.table, room.table.match
    if not (room.gives_back and table.clock_runs) or table.paused:
        return 0
    if table.time_acts:
        return SAND_MS if any(_is_far_away(room, player) for player in match.top.players) else 0
    player = match.player
    if player is None or not _is_far_away(room, player):
        return 0
    return room.quota_of(player).left_ms


def grace_ms(room: RoomState) -> int:
    """How long after a deadline the room waits for decisions that count before it, in
    milliseconds."""
    return min(MOST_GRACE_MS, most_given_ms(room))


def _is_far_away(room: RoomState, player: int) -> bool:
    """Whether *player* is a person, who may be anywhere, and no bot."""
    return player in room.seats.holders and room.table.players[player].bot is None


def deadline_ms(room: RoomState) -> int | None:
    """The time at which a flag falls, or time acts in the game on top; ``None``: never.

    Raises the errors of the game.
    """
    wait_ms = room.table.ms_to_deadline() if room.is_running else None
    return None if wait_ms is None else later_ms(room, wait_ms)


def ms_to_change(state: RoomState, known_fault: BotFailed | None) -> int | None:
    """The milliseconds until something happens in the room without a command; ``None``: nothing
    does. *known_fault* is the failure of a bot of which an event has told."""
    ends_ms = state.pause_ends_ms, expiry_ms(state)
    waits = [max(0, end_ms - state.at_ms) for end_ms in ends_ms if end_ms is not None]
    if state.is_running:
        table = state.table
        try:
            plan_ms, wait_ms = table.ms_to_plan(), table.ms_to_deadline()
        except GipfMetaError:
            return 0  # the game fails: the error comes when time passes
        if table.fault is not known_fault:
            return 0
        if plan_ms is not None:
            waits.append(plan_ms)
        if wait_ms is not None:
            waits.append(later_ms(state, wait_ms) - state.at_ms + grace_ms(state))
    return min(waits, default=None)


def safe_ms(room: RoomState, to_ms: int) -> int:
    """The time up to which the room may let time pass at once, at most *to_ms*.

    It is *to_ms*, but before a deadline that a decision on its way may still meet, and not beyond
    the next decision that a bot has planned. Raises the errors of the game.
    """
    until_ms, due_ms = to_ms, deadline_ms(room)
    if due_ms is not None:
        is_sure = due_ms + grace_ms(room) <= to_ms
        until_ms = min(to_ms, due_ms if is_sure else due_ms - 1)
    wait_ms = room.table.ms_to_plan() if room.is_running else None
    return until_ms if wait_ms is None else min(until_ms, room.at_ms + max(wait_ms, 1))


def take_over_ms(room: RoomState) -> int | None:
    """The time from which another process may ask the bot that is on turn, because the process that
    should have asked it may have stopped.

    ``None``: no bot is on turn, or no person plays against it.
    """
    table = room.table
    if not room.seats.holders or not table.bot_is_due or table.paused or table.fault:
        return None
    return room.happened_ms + _patience_with(table)


def _patience_with(table: Table) -> int:
    """The milliseconds after which another process may ask the bot that is on turn."""
    if table.time_acts:
        return TAKE_OVER_PLAN_MS
    bot = None if table.player is None else table.players[table.player].bot
    return TAKE_OVER_MS if bot is None else PATIENCE * answer_ms(bot)
