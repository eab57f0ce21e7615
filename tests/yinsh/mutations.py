"""Rules of YINSH broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "yinsh",
        "rules.py",
        "if vacant >> at & 1:",
        "if FULL >> at & 1:",
        "A run that reaches a ring cannot be jumped (§4).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if has_row(state.markers[seat]):\n            return after",
        "if False:\n            return after",
        "All rows of the mover go, each with a ring (§5).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if placing or has_row(state.markers[seat]):",
        "if placing or has_row(state.markers[seat]) and state.pool:",
        "A waiting row is removed before an empty pool ends the game (§6.4).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if white == black or self.exhausted_draw:",
        "if white == black:",
        "Whether more rings win when the markers are used up is an option (§10).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if self.no_move_loses and len(stuck) == 1:",
        "if len(stuck) == 1:",
        "Whether who cannot move has lost is an option, also after the end (§10).",
        "yinsh/test_positions.py",
    ),
    Mutation(
        "yinsh",
        "strength/playout.py",
        "not waits and self.pool and self._is_stuck",
        "not waits and self._is_stuck",
        "An empty pool ends the game before a player who cannot move loses it (§6.4).",
        "yinsh/test_scenarios.py",
    ),
    Mutation(
        "yinsh",
        "motion.py",
        "return (Motion((ring, Way(POOL, NAME_OF[first])), turned=tuple(turned)),)",
        "return (Motion((ring, Way(POOL, NAME_OF[first])), turned=tuple(turned[:1])),)",
        "All markers on the way of a ring turn over (§4).",
        "yinsh/test_motion.py",
    ),
    Mutation(
        "yinsh",
        "numbering.py",
        "rings = state.rings[1 - seat]",
        "rings = state.rings[seat]",
        "A seat sees the rings of the other, too.",
        "yinsh/test_numbering.py",
    ),
)
