"""What a room is at a moment: its table, who holds which seat, and what each of them sees."""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.base.clock import StillClock
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.view import Choice, View
from gipf_meta.rooms.events import Opening
from gipf_meta.rooms.seats import Seats
from gipf_meta.rooms.table import TableOfRoom


class RoomState:
    """A *table* whose *clock* stands still until the room hears of time.

    *seats* says who holds which player's seat. *number* is that of the last event. *offer* is the
    player who offers a draw, ``None`` without an offer; *accepted* are those who would take it.
    *turn_since* is the number of the event with which the turn that is due began. *rematch* is the
    room of the rematch, ``""`` without one.

    *notice* is a sentence on the decision of a bot that was played just now, or ``""``.

    *premoves* holds what people will decide when their turn comes, by player, and
    *impossible_premoves* what was no decision of that turn, until somebody decides. Neither is an
    event: who has lost the room says it again.
    """

    def __init__(
        self, id: str, opening: Opening, table: TableOfRoom, clock: StillClock, number: int = 0
    ) -> None:
        self.id = id
        self.opening = opening
        self.table = table
        self.seats = Seats()
        self.number = number
        self.offer: int | None = None
        self.accepted: frozenset[int] = frozenset()
        self.turn_since = 0
        self.rematch = ""
        self.notice = ""
        self.premoves: dict[int, str] = {}
        self.impossible_premoves: dict[int, str] = {}
        self._clock = clock

    @property
    def at_ms(self) -> int:
        """The last moment that the room has heard of."""
        return self._clock.ms

    def withdraw_offer(self) -> None:
        """No draw is offered any more."""
        self.offer, self.accepted = None, frozenset()

    def leave_out(self, to_ms: int) -> None:
        """Goes on at *to_ms*: no time passes in the match until then."""
        self._clock.ms = max(to_ms, self._clock.ms)
        self.table.go_back(self.table.match)

    # ---- who sees what ----------------------------------------------------------------------

    def deciders(self, person: str) -> list[int]:
        """The players of the game on top for whom *person* may decide, first the one asked."""
        table, held = self.table, self.seats.held_by(person)
        if not held:
            return []
        asked = None if table.bot_is_due else table.player
        return [
            player
            for player in table.people
            # where only people can decide, they do so for a bot as well
            if player in held or (player == asked and table.players[player].bot is not None)
        ]

    def viewer(self, person: str) -> int | None:
        """The player as whom *person* sees the game on top; ``None``: as a spectator."""
        players = self.deciders(person)
        return players[0] if players else None

    def reader(self, person: str) -> int | None:
        """The player who reads as *you*; ``None`` for spectators, and who plays several."""
        held = self.seats.held_by(person)
        return held[0] if len(held) == 1 else None

    def view(self, person: str) -> View:
        """The game on top as *person* may see it. Raises ``GameFailed``."""
        viewer = self.viewer(person)
        if viewer is not None:
            return self.table.view(viewer)
        return replace(self.table.view(NOBODY), choices=())

    def choices(self, person: str) -> tuple[Choice, ...]:
        """What *person* may decide now, for any of the seats that he holds."""
        if self.table.over is not None or self.table.trouble:
            return ()
        top, players = self.table.match.top, self.deciders(person)
        if len(players) == len(top.players):
            return top.view(None).choices
        return tuple(dict.fromkeys(each for one in players for each in top.view(one).choices))
