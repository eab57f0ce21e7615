"""Deadlines of a room whose players are far away, and the commands that wait for them.

What a player decided in time may arrive after his flag fell or the sand ran out. So a deadline
comes true only when nobody whose time runs could be given so much back any more. What others say
meanwhile waits, if it counts after the deadline.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.lag import SAND_MS, Charge
from gipf_meta.rooms.said import Said

MOST_GRACE_MS: Final = 2000
"""How long a room waits for what counts before a deadline, even if more could be given back."""


def most_given_ms(room: EmittingRoom) -> int:
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


def grace_ms(room: EmittingRoom) -> int:
    """How long after a deadline the room waits for what counts before it, in milliseconds."""
    return min(MOST_GRACE_MS, most_given_ms(room))


def _is_far_away(room: EmittingRoom, player: int) -> bool:
    """Whether *player* is a person, who may be anywhere."""
    return player in room.seats.holders and room.table.players[player].bot is None


def find_charge(
    room: EmittingRoom, command: Deed, sender: str, arrived_ms: int, lag_ms: int
) -> tuple[int, Charge | None]:
    """When a *command* of *sender* counts, and what is charged for it if it is a decision.

    It arrived at *arrived_ms*; of that the network took *lag_ms*.
    """
    if not room.gives_back:
        return arrived_ms, None
    most_ms, table = most_given_ms(room), room.table
    players = room.deciders(sender) if command.is_decision else []
    if most_ms and players and (table.time_acts or table.player in players):
        player = None if table.time_acts else table.player
        charge = Charge.of(arrived_ms, max(0, lag_ms), most_ms, room.happened_ms, player)
        return charge.at_ms, charge
    # so late that nobody who has decided before it loses what he is given back
    return max(arrived_ms - most_ms, room.happened_ms), None


def pass_safe_time(room: EmittingRoom, now_ms: int) -> None:
    """Lets as much time pass until *now_ms* as nobody can change any more by what is on its way.

    That is all of it, but for deadlines that may still be met.
    """
    while room.at_ms < now_ms:
        until_ms, deadline_ms = now_ms, room.deadline_ms
        if deadline_ms is not None:
            is_sure = deadline_ms + grace_ms(room) <= now_ms
            until_ms = min(now_ms, deadline_ms if is_sure else deadline_ms - 1)
        if (plan_ms := room.plan_ms) is not None:
            until_ms = min(until_ms, max(plan_ms, room.at_ms + 1))
        if until_ms <= room.at_ms:
            break
        room.reach(until_ms)


class Waits(Exception):
    """A command is not heard yet: it counts after a deadline, and waits until *until_ms*."""

    def __init__(self, until_ms: int) -> None:
        super().__init__(until_ms)
        self.until_ms = until_ms


@dataclass(frozen=True)
class HeldCommand:
    """A *command* that waits until *until_ms*. The room stood after event *number* when it came."""

    command: Deed
    said: Said
    until_ms: int
    number: int


class HeldCommands:
    """The commands that wait for a deadline, in the order in which they arrived."""

    def __init__(self) -> None:
        self._held: list[HeldCommand] = []

    def add(self, held: HeldCommand) -> None:
        """Lets a command wait, unless it has come before and waits already."""
        if not self.has(held.said.person, held.command):
            self._held.append(held)

    def has(self, person: str, command: Deed) -> bool:
        """Whether that *command* of *person* waits."""
        one = (person, command.room, command.id)
        return any((h.said.person, h.command.room, h.command.id) == one for h in self._held)

    def take(self, is_due: Callable[[HeldCommand], bool]) -> list[HeldCommand]:
        """Removes and returns the commands that wait no longer."""
        due = [held for held in self._held if is_due(held)]
        self._held = [held for held in self._held if held not in due]
        return due

    def due_ms(self) -> int | None:
        """When the first of them waits no longer, at the latest; ``None``: none waits."""
        return min((held.until_ms for held in self._held), default=None)
