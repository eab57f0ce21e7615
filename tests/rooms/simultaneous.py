"""Matches served by two processes in which much falls on the same millisecond; from a seed.

Bots answer, flags fall, sand runs out, and people decide at multiples of one step of time. So a
bot's decision is due when its flag falls, say, or when its turn is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.rooms.far_simulation import FarSimulation

STEP_MS = 500
"""Every time is a multiple of it, in milliseconds."""
GAMES = ("tamsk", "tamsk", "tamsk", "fuse", "wager", "wager", "pig")
DUELS = ("fuse", "fuse", "die", "elsewhere", "brittle", "wager")
PLAYERS = ("human", "random:500", "random:1000", "clumsy")
CONTROLS = (None, "3s", "1s", "2s+500ms", "1s/turn", "500ms/turn")


class SimultaneousSimulation(FarSimulation):
    """One room that two machines serve, whose times are multiples of ``STEP_MS``."""

    times_ms: ClassVar[Sequence[int]] = (0, 0, 0, STEP_MS, STEP_MS, 2 * STEP_MS, 4 * STEP_MS)
    clocks_apart_ms: ClassVar[Sequence[int]] = (0, 0, STEP_MS, -STEP_MS, 2 * STEP_MS, -4 * STEP_MS)
    lags_ms: ClassVar[Sequence[int]] = (0, 0, STEP_MS, 2 * STEP_MS, 60_000)

    def _draw_opening(self) -> Opening:
        rng = self.rng
        id = rng.choice(GAMES)
        kind = self.games[id]
        kinds = rng.choices(PLAYERS, (6, 2, 2, 1), k=rng.choice(kind.seat_counts))
        return Opening(
            game=id,
            players=tuple(Seat(name=f"P{n}", player=each) for n, each in enumerate(kinds)),
            options=configure(kind, self._draw_options(id)).model_dump(mode="json"),
            seed=rng.randrange(2**63),
            control=rng.choice(CONTROLS),
            rules=kind.rules_version,
            is_open=rng.random() < 0.2,
        )

    def _draw_options(self, id: str) -> dict[str, Any]:
        rng = self.rng
        if id == "wager":
            return {"duel": rng.choice(DUELS)}
        if id == "tamsk":
            sand_ms, timer_ms = rng.choice((2, 4, 6, 12)), rng.choice((1, 2, 4))
            times_ms = {"sand_ms": sand_ms * STEP_MS, "timer_ms": timer_ms * STEP_MS}
            return {"level": rng.choice((2, 3, 3)), **times_ms}
        return {}
