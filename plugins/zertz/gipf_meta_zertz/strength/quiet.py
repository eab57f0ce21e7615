# mypyc: compile
"""The value of positions without captures in machine words, the same that ``bot`` computes."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import COUNT_BITS, COUNT_MASK, GUARDS, MOST, ONE
from gipf_meta_zertz.strength.bot import WON, Weights
from gipf_meta_zertz.strength.masks import free_rings, marbles_cut_off, rings_with_one_neighbour

if TYPE_CHECKING:
    from mypy_extensions import i64

GREY: Final = ONE[1]
BLACK: Final = ONE[2]


class QuietWorth:
    """Judges how near both sides are to their goals under *rules*, by *weights*."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self.rules: Final = rules
        self.weights: Final = weights
        self.up: i64 = rules.up
        self._goal: i64 = rules.any_goal
        self._each_goal: i64 = rules.each_goal
        self._each: i64 = rules.goals[3]
        #: the progress towards each goal by the number of marbles, and what it is worth
        most = 3 * MOST  # captured before a position was set up, on the board, and in the pool
        white, grey, black, each = rules.goals
        bend = weights.bend
        self._white: Final = _parts_of_goal(white, most, bend)
        self._grey: Final = _parts_of_goal(grey, most, bend)
        self._black: Final = _parts_of_goal(black, most, bend)
        self._some: Final = _parts_of_goal(3 * each, 3 * each + 1, bend)
        self._white_worth: Final = [weights.white * part for part in self._white]
        self._grey_worth: Final = [weights.grey * part for part in self._grey]
        self._black_worth: Final = [weights.black * part for part in self._black]
        self._some_worth: Final = [weights.each * part for part in self._some]
        self._nearest: float = weights.nearest
        self._turn: float = weights.turn
        self._rim: float = weights.rim

    def in_quiet(
        self, rings: i64, white: i64, grey: i64, black: i64, first: i64, second: i64, seat: i64
    ) -> float:
        """The worth of a position in which *seat* is on turn and nobody captures."""
        worth = self.progress(first) - self.progress(second)
        tempo = self._turn
        occupied: i64 = white | grey | black
        if occupied & rings_with_one_neighbour(rings, self.up):
            free: i64 = free_rings(rings, occupied, self.up)
            cut: i64 = marbles_cut_off(rings, occupied, free, self.up)
            if cut:
                have: i64 = second if seat else first
                colour: i64 = self.best_colour(have, white, grey, black, cut)
                more = self.progress(with_one(have, colour)) - self.progress(have)
                tempo += self._rim * more
        worth += -tempo if seat else tempo
        return WON * worth / sqrt(1.0 + worth * worth)

    def best_colour(self, own: i64, white: i64, grey: i64, black: i64, among: i64) -> i64:
        """The colour of a marble on *among* that helps the owner of the counts *own* most."""
        best: i64 = 0
        most = -1.0
        colour: i64 = 0
        while colour < 3:
            standing: i64 = white if colour == 0 else grey if colour == 1 else black
            if standing & among:
                progress = self.progress(with_one(own, colour))
                if progress > most:
                    best, most = colour, progress
            colour += 1
        return best

    def has_won(self, counts: i64) -> bool:
        """Whether the captured marbles include a goal set (§2)."""
        guards: i64 = GUARDS
        return counts + self._goal & guards != 0 or counts + self._each_goal & guards == guards

    def progress(self, counts: i64) -> float:
        """The progress of the owner of *counts* towards each goal and the nearest one, weighted."""
        white: i64 = counts & COUNT_MASK
        grey: i64 = counts >> COUNT_BITS & COUNT_MASK
        black: i64 = counts >> 2 * COUNT_BITS
        each: i64 = self._each
        some: i64 = white if white < each else each
        some += grey if grey < each else each
        some += black if black < each else each
        nearest = self._white[white]
        part = self._grey[grey]
        if part > nearest:
            nearest = part
        part = self._black[black]
        if part > nearest:
            nearest = part
        part = self._some[some]
        if part > nearest:
            nearest = part
        return (
            self._white_worth[white]
            + self._grey_worth[grey]
            + self._black_worth[black]
            + self._some_worth[some]
            + self._nearest * nearest
        )


def _parts_of_goal(goal: int, most: int, bend: float) -> list[float]:
    """The progress towards *goal* with 0, 1, … *most* marbles; the last count more by *bend*."""
    parts: list[float] = []
    for have in range(most + 1):
        part = have / goal
        parts.append(part * (1 - bend + bend * part))
    return parts


def with_one(counts: i64, colour: i64) -> i64:
    """The packed *counts* with one marble of *colour* more."""
    if colour == 0:
        return counts + 1
    return counts + GREY if colour == 1 else counts + BLACK
