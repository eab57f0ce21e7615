"""Months of matches of days in which people agree on hours for their duels, at two machines.

The laws of ``months`` hold: nobody waits for ever, and a second program counts every clock again.
"""

from __future__ import annotations

from typing import Any

from gipf_meta.deeds.deed import RoomFacts
from gipf_meta.deeds.weeks import PlayLive
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.rooms.months import MINUTE_MS, SLOW, MonthsSimulation

AHEAD_MS = (MINUTE_MS, 11 * MINUTE_MS, 11 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS)
CLOCKS = ("10m+5s", "60s", "60s", "5s/turn", "1s")


class HoursSimulation(MonthsSimulation):
    """One room of two people who play for days, with a duel in most turns."""

    def _draw_opening(self) -> Opening:
        rng, kind = self.rng, self.games["wager"]
        options = {"duel": rng.choice(("wager", "wager", "fuse")), "goal": 8}
        return Opening(
            game="wager",
            players=(Seat(name="P0"), Seat(name="P1")),
            options=configure(kind, options).model_dump(mode="json"),
            seed=rng.randrange(2**63),
            control=rng.choice(SLOW),
            duel_control=rng.choice((None, None, "none", "60m/turn")),
            away_ms=rng.choice((None, DAY_MS)),
            rules=kind.rules_version,
        )

    def _act(self) -> None:
        """Lets somebody offer an hour for the duel, answer, be ready for it, or decide."""
        rng, room = self.rng, self.room
        is_open = room.seats.are_shared and PlayLive.is_open(RoomFacts(room))
        if not is_open or room.table.match.top.steps or rng.random() < 0.3:
            super()._act()
            return
        client = self._client_of(rng.choice([*room.seats.holders.values()]))
        at_ms = None if rng.random() < 0.2 else self.now_ms + rng.choice(AHEAD_MS)
        offer: dict[str, Any] = {"do": "live", "at_ms": at_ms, "clock": rng.choice(CLOCKS)}
        self.send(client, offer if rng.random() < 0.5 else {"do": "go_on"})
