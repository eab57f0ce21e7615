"""Whole matches with clocks of days, served by two processes, in which people go on vacation."""

from __future__ import annotations

from typing import Any

from gipf_meta.deeds.weeks import tell_vacations
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.options import configure
from gipf_meta.rooms.people_events import Rested
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening
from tests.rooms.far_simulation import FarSimulation
from tests.rooms.hours import HoursSimulation
from tests.rooms.simulation import PEOPLE, ROOM

HOUR_MS = DAY_MS // 24


class RestSimulation(FarSimulation):
    """One room that two machines serve, from *seed*, with vacations of its people."""

    times_ms = (0, 40, 700, HOUR_MS, 7 * HOUR_MS, DAY_MS, 3 * DAY_MS)

    def _draw_opening(self) -> Opening:
        opening = super()._draw_opening()
        while timed(configure(self.games[opening.game], opening.options)) is not None:
            opening = super()._draw_opening()  # people open none with sand and a clock of days
        control = self.rng.choice(("1440m/turn", "2880m+720m", "4320m"))
        duels = self.rng.choice((None, "2000m", "60s"))
        values: dict[str, Any] = {"control": control, "duel_control": duels}
        return opening.model_copy(update=values)

    def _pass_time(self) -> None:
        """Lets time pass; now and then a machine hears of a vacation, or of none any more."""
        super()._pass_time()
        rng = self.rng
        if rng.random() > 0.3:
            return
        held = sorted(set(self.room.seats.holders.values())) or PEOPLE
        person, machine = rng.choice(held), rng.choice(self.machines)
        begin_ms, spans = self.now_ms + rng.choice((-DAY_MS, 0, HOUR_MS, DAY_MS)), list[Any]()
        for _span in range(rng.choice((0, 1, 1, 2))):
            until_ms = begin_ms + rng.choice((1, HOUR_MS, DAY_MS, 9 * DAY_MS, 40 * DAY_MS))
            spans.append((max(0, begin_ms), max(1, until_ms)))
            begin_ms = until_ms + rng.choice((1, DAY_MS))

        def tell(hub: Hub, now_ms: int) -> None:
            def act(room: Room) -> None:
                tell_vacations(room, person, spans, now_ms)

            hub.rooms.attempt(hub.rooms.find(ROOM), act)

        self._on(machine, tell)

    @property
    def vacations(self) -> int:
        """The number of times at which the room was told of a vacation."""
        return sum(isinstance(entry.event, Rested) for entry in self.ledger.read(ROOM))


class RestsAndHours(RestSimulation, HoursSimulation):
    """The same, in a room in which duels are played live, pauses are agreed on, people leave, and
    each of them gets the match to its end alone."""

    def _draw_opening(self) -> Opening:
        return HoursSimulation._draw_opening(self)
