"""All ends of a random game, with their probabilities, where few decisions are left."""

from __future__ import annotations

from typing import Any, TypeAlias

from gipf_meta.protocol.capabilities import Timed, timed
from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn
from gipf_meta.search.playout import A_DECISION_MS, utilities

Ends: TypeAlias = dict[tuple[float, ...], float]
"""The utilities of each seat in an end, and how likely that end is."""


def count_ends(game: AnyGame, state: Any, seats: int, most: int) -> Ends | None:
    """The ends of random games from *state*; ``None`` if more than *most* states follow.

    Random is what ``play_at_random`` means: all ``turn_moves`` are equally likely, luck draws by
    weight, lots decide duels, and every decision after the first takes a second.
    """
    try:
        return _Counter(game, seats, most).ends(state, first=True)
    except _TooMany:
        return None


class _TooMany(Exception):
    """More states follow than may be counted."""


class _Counter:
    def __init__(self, game: AnyGame, seats: int, most: int) -> None:
        self.game, self.seats, self.left = game, seats, most
        self.clock: Timed | None = timed(game)

    def ends(self, state: Any, *, first: bool) -> Ends:
        """The ends from *state*; the *first* decision takes no time. Raises ``_TooMany``."""
        self.left -= 1
        if self.left < 0:
            raise _TooMany
        now = self.game.status(state)
        if self.clock and not first and isinstance(now, Turn):
            state = self.clock.advance(state, A_DECISION_MS)
            now = self.game.status(state)
        if isinstance(now, Over):
            return {utilities(now, self.seats): 1.0}
        if isinstance(now, Turn):
            moves = [(move, 1) for move in self.game.turn_moves(state, now.seat)]
        elif isinstance(now, Chance):
            moves = [*now.outcomes]
        else:
            moves = [(self.game.settle(state, seat, now.game), 1) for seat in now.seats]
        if len(moves) > self.left:
            raise _TooMany
        still_first = first and not isinstance(now, Turn)
        whole = sum(weight for _, weight in moves)
        found: Ends = {}
        for move, weight in moves:
            after = self.ends(self.game.apply(state, move), first=still_first)
            for end, chance in after.items():
                found[end] = found.get(end, 0.0) + chance * weight / whole
        return found
