# mypyc: compile
"""What a position is worth: who owns more, who can move more, and who keeps contact.

Sections are those of docs/reference/dvonn.md. How ``WEIGHTS`` were found: tuning/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta_dvonn.board import EDGE, LONGEST, ROW, TARGETS, surrounded
from gipf_meta_dvonn.rules import Rules, score
from gipf_meta_dvonn.state import OVER, PLACING, State, height

WON: Final = 0.95
"""More than any position before the end is worth."""


@dataclass(frozen=True)
class Weights:
    """What the parts of a lead are worth, each as a share of what both players have.

    *pieces*: the pieces in own stacks. *late*: the same, more the fewer stacks there are. *moves*:
    the moves that own stacks have. *movers*: own stacks that can move. *reds*: own stacks with a
    DVONN piece. *near*: own stacks next to a DVONN piece. *edge* and *close*: while pieces are
    placed, own pieces on the edge, and next to a DVONN piece.
    """

    pieces: float = 0.36
    late: float = 1.05
    moves: float = 1.38
    movers: float = 0.42
    reds: float = 0.16
    near: float = 0.55
    edge: float = 0.32
    close: float = 0.65

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (
            self.pieces, self.late, self.moves, self.movers, self.reds, self.near, self.edge,
            self.close,
        )  # fmt: skip


WEIGHTS: Final = Weights()


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
    white, black = state.white, state.black
    if state.phase == OVER:
        ahead = score(state.stacks, white) - score(state.stacks, black)
        if not ahead:
            return 0.0
        return 1.0 if (ahead > 0) == (seat == 0) else -1.0
    occupied = white | black | state.dvonn
    by_red = state.dvonn and next_to(state.dvonn) & occupied
    if state.phase <= PLACING:
        worth = weights.edge * _lead((white & EDGE).bit_count(), (black & EDGE).bit_count())
        worth += weights.close * _lead((white & by_red).bit_count(), (black & by_red).bit_count())
    else:
        worth = _stacking_worth(state, occupied, by_red, weights)
    worth *= WON / sqrt(1.0 + worth * worth)
    return -worth if seat else worth


def _stacking_worth(state: State, occupied: int, by_red: int, weights: Weights) -> float:
    """What a position of the second phase is worth to White; no bounds."""
    white, black, dvonn = state.white, state.black, state.dvonn
    stacks = state.stacks
    free = ~surrounded(occupied)
    white_moves, white_movers = _mobility(stacks, white & free, occupied)
    black_moves, black_movers = _mobility(stacks, black & free, occupied)
    lead = _lead(score(stacks, white), score(stacks, black))
    done = 1.0 - occupied.bit_count() / 49.0
    return (
        (weights.pieces + weights.late * done) * lead
        + weights.moves * _lead(white_moves, black_moves)
        + weights.movers * _lead(white_movers, black_movers)
        + weights.reds * _lead((white & dvonn).bit_count(), (black & dvonn).bit_count())
        + weights.near * _lead((white & by_red).bit_count(), (black & by_red).bit_count())
    )


def _lead(mine: int, theirs: int) -> float:
    """By how much *mine* is more than *theirs*, as a share of both, from -1 to 1."""
    return (mine - theirs) / (mine + theirs + 1.0)


def _mobility(stacks: tuple[int, ...], movers: int, occupied: int) -> tuple[int, int]:
    """How many moves the stacks on *movers* have, and how many of these stacks have any."""
    moves = able = 0
    while movers:
        low = movers & -movers
        space = low.bit_length() - 1
        movers ^= low
        far = height(stacks[space])
        if far <= LONGEST:
            before = moves
            for target in TARGETS[far][space]:
                if occupied >> target & 1:
                    moves += 1
            if moves > before:
                able += 1
    return moves, able


def next_to(mask: int) -> int:
    """The spaces in *mask* and their neighbours, also beyond the board."""
    right = mask | mask << 1
    left = mask | mask >> 1
    return right | right << ROW | left | left >> ROW
