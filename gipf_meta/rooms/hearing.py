"""How a room hears a command: when it counts, and what waits because it counts after a deadline.

What a player decided in time may arrive after his flag fell. So what others say meanwhile waits, if
it counts after that deadline.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.rooms.deadlines import deadline_ms, grace_ms, most_given_ms
from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.lag import Charge
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.said import Said
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState


def hear(
    room: Room, command: Deed, sender: str, at_ms: int, name: str = "", lag_ms: int = 0
) -> None:
    """Does in *room* what *sender*, who is called *name*, asks.

    It arrived at *at_ms*; of that the network took *lag_ms*. Time has passed here until now.
    Raises ``Waits`` if it counts after a deadline that somebody may still have met, and
    ``Refused``; then nothing has happened but for what time did.
    """
    state = room.state
    if (until_ms := _waits_until_ms(state, command, sender, at_ms, lag_ms)) is not None:
        raise Waits(until_ms)
    counts_ms, room.charge = _find_charge(state, command, sender, at_ms, lag_ms)
    if counts_ms < state.at_ms and state.gives_back:
        room.go_back()
    room.pass_time(counts_ms, may_wait=False)
    room.heard_ms = at_ms
    try:
        if why := command.why_not(state, sender):
            raise Refused(why)
        command.act(room, sender, name)
    except GipfMetaError as error:
        raise error if isinstance(error, Refused) else Refused(str(error)) from error
    finally:
        room.heard_ms = None
    room.emit_failures()


def _find_charge(
    room: RoomState, command: Deed, sender: str, arrived_ms: int, lag_ms: int
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


def _waits_until_ms(
    room: RoomState, command: Deed, sender: str, arrived_ms: int, lag_ms: int
) -> int | None:
    """Until when a *command* waits because it counts after a deadline that may still be met.

    ``None``: it need not wait. Time has passed in the room until now.
    """
    try:
        due_ms = deadline_ms(room) if room.gives_back else None
    except stops():
        raise
    except BaseException:
        return None  # the game fails: it says so when time passes
    at_ms, _charge = _find_charge(room, command, sender, arrived_ms, lag_ms)
    return None if due_ms is None or at_ms < due_ms else due_ms + grace_ms(room)


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
