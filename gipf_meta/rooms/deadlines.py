"""Deadlines of a room whose players are far away, and of who must ask its bots.

What a player decided in time may arrive after his flag fell or the sand ran out. So a deadline
comes true only when nobody whose time runs could be given so much back any more.
"""

from __future__ import annotations

from typing import Final

from gipf_meta.rooms.lag import SAND_MS
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.pilots import ANSWER_MS, PLAN_MS, answer_ms
from gipf_meta.table.table import Table

PATIENCE: Final = 2
"""After how many times what a bot may take another process may ask it: the one that asked it may be
gone."""
TAKE_OVER_MS: Final = PATIENCE * ANSWER_MS
"""The milliseconds of that for a bot that is no engine."""
TAKE_OVER_PLAN_MS: Final = PATIENCE * PLAN_MS
"""The same where time acts, and a bot has less of it."""
MOST_GRACE_MS: Final = 2000
"""How long a room waits for what counts before a deadline, even if more could be given back."""


def most_given_ms(room: RoomState) -> int:
    """What somebody whose time runs now can be given back at most, in milliseconds."""
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
    """How long after a deadline the room waits for what counts before it, in milliseconds."""
    return min(MOST_GRACE_MS, most_given_ms(room))


def _is_far_away(room: RoomState, player: int) -> bool:
    """Whether *player* is a person, who may be anywhere."""
    return player in room.seats.holders and room.table.players[player].bot is None


def deadline_ms(room: RoomState) -> int | None:
    """When a flag falls, or time acts in the game on top; ``None``: never.

    Raises whatever a game raises.
    """
    wait_ms = room.table.ms_to_deadline() if room.is_running else None
    return None if wait_ms is None else room.at_ms + wait_ms


def safe_ms(room: RoomState, to_ms: int) -> int:
    """Until when time may pass at once, on the way to *to_ms*, as far as nobody can change any more
    what happens, by what is on its way to the room.

    That is all of it, but for deadlines that may still be met; and what a bot has planned comes
    before what follows from it. Raises whatever a game raises.
    """
    until_ms, due_ms = to_ms, deadline_ms(room)
    if due_ms is not None:
        is_sure = due_ms + grace_ms(room) <= to_ms
        until_ms = min(to_ms, due_ms if is_sure else due_ms - 1)
    wait_ms = room.table.ms_to_plan() if room.is_running else None
    return until_ms if wait_ms is None else min(until_ms, room.at_ms + max(wait_ms, 1))


def take_over_ms(room: RoomState) -> int | None:
    """When a process may ask the bot that is due though another one should have asked it.

    ``None``: no bot is due, or nobody plays against it.
    """
    table = room.table
    if not room.seats.holders or not table.bot_is_due or table.paused or table.fault:
        return None
    return room.happened_ms + _patience_with(table)


def _patience_with(table: Table) -> int:
    """After how many ms another process may ask the bot that is due."""
    if table.time_acts:
        return TAKE_OVER_PLAN_MS
    bot = None if table.player is None else table.players[table.player].bot
    return TAKE_OVER_MS if bot is None else PATIENCE * answer_ms(bot)
