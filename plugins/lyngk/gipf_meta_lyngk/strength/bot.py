# mypyc: compile
"""The evaluation of a position from -1 (lost) to 1 (won), by features of its stacks and claims.

The lead of the seat on turn is the sum of the worths of the features, in thousandths of a logit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import exp, height, kind_of, origin_of, target_of, top
from gipf_meta_lyngk.board import sees
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import JOKER, OVER, PLAYING, State
from gipf_meta_lyngk.strength.features import (
    MINE,
    PHASE,
    TAKEN,
    THEIRS,
    claims_feature,
    features,
    owner_of,
    phase_of,
    stack_feature,
)

SUREST: Final = 0.99
"""The highest evaluation before the end of the game."""
MOST: Final = 20_000
"""The lead, in thousandths of a logit, from which on the evaluation is ``SUREST``."""
DISJOINT: Final = 3
"""The number of moves without a common point of which one always remains: a turn touches two
points."""


def evaluate(rules: Rules, state: State, seat: int, worths: Sequence[int]) -> float:
    """Evaluates *state* for *seat* by the *worths* of features, from -1 (lost) to 1 (won)."""
    if state.phase == OVER:
        ending = state.ending
        assert ending is not None
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    if state.phase != PLAYING:
        return 0.0
    lead = sum([worths[feature] for feature in features(rules, state, state.seat)])
    return _share(lead if seat == state.seat else -lead)


def evaluate_moves(
    rules: Rules, state: State, seat: int, moves: Sequence[int], worths: Sequence[int]
) -> list[float]:
    """Evaluates *state* for *seat* after each of *moves*, as ``evaluate`` does after ``apply``.

    A move changes two stacks, and a claim the owner of some stacks. So no state is made where
    the game surely goes on and no obstacle can be taken with a claim.
    """
    if seat != state.seat or rules.takes_obstacles or not _goes_on(state, moves):
        return [evaluate(rules, rules.apply(state, move), seat, worths) for move in moves]
    ledgers = {0: _Ledger(rules, state, 0, worths)}
    found: list[float] = []
    for move in moves:
        claim = kind_of(move)
        if claim not in ledgers:
            ledgers[claim] = _Ledger(rules, state, claim, worths)
        found.append(ledgers[claim].worth_after(origin_of(move), target_of(move)))
    return found


def _goes_on(state: State, moves: Sequence[int]) -> bool:
    """Whether the game surely goes on after any turn: enough *moves* have no point in common.

    Only moves without a claim, to stacks in a straight line, are counted.
    """
    touched = found = 0
    for move in moves:
        origin, target = origin_of(move), target_of(move)
        both = 1 << origin | 1 << target
        if kind_of(move) or touched & both or not sees(state.stacks, origin, target):
            continue
        touched |= both
        found += 1
        if found == DISJOINT:
            return True
    return False


class _Ledger:
    """Evaluations after a *claim* and each move of the seat on turn, from the other's sums of
    worths."""

    def __init__(self, rules: Rules, state: State, claim: int, worths: Sequence[int]) -> None:
        mover, other = state.seat, 1 - state.seat
        own = state.claims[other]
        theirs = state.claims[mover] | (1 << claim if claim else 0)
        self._rules: Final = rules
        self._stacks: Final = state.stacks
        self._owners: Final = [owner_of(colour, own, theirs) for colour in range(JOKER)]
        left = state.occupied.bit_count() - 1
        #: of the phase after a move, and of that after one by which a stack is taken
        self._worths: Final = [_of_phase(worths, left), _of_phase(worths, left - 1)]
        self._leads: Final = [0, 0]
        self._shares: Final[list[list[int]]] = [[], []]
        for at in (0, 1):
            worth = self._worths[at]
            shares = [self._share_of(worth, stack) for stack in state.stacks]
            self._shares[at] = shares
            self._leads[at] = (
                sum(shares)
                + worth[TAKEN + MINE] * state.taken[other]
                + worth[TAKEN + THEIRS] * state.taken[mover]
                + worth[claims_feature(own, theirs)]
            )

    def _share_of(self, worths: list[int], stack: int) -> int:
        """The part of the lead that *stack* contributes."""
        if not stack or top(stack) == JOKER:
            return 0
        return self._worth(worths, top(stack), height(stack))

    def _worth(self, worths: list[int], colour: int, high: int) -> int:
        """The part of the lead that a stack with this *colour* and height contributes."""
        return 0 if high == self._rules.limit else worths[stack_feature(self._owners[colour], high)]

    def worth_after(self, origin: int, target: int) -> float:
        """The evaluation for the seat on turn after its move from *origin* to *target*."""
        colour = top(self._stacks[origin])
        high = height(self._stacks[origin]) + height(self._stacks[target])
        is_won = high == self._rules.limit and self._owners[colour] == THEIRS
        if is_won and self._rules.to_six:
            return 1.0
        at = 1 if is_won else 0
        worths, shares = self._worths[at], self._shares[at]
        added = worths[TAKEN + THEIRS] if is_won else self._worth(worths, colour, high)
        return _share(shares[origin] + shares[target] - added - self._leads[at])


def _of_phase(worths: Sequence[int], stacks: int) -> list[int]:
    """The worths of the features in the phase with that number of *stacks*."""
    base = phase_of(stacks) * PHASE
    return list(worths[base : base + PHASE])


def _share(lead: int) -> float:
    """Converts a lead in thousandths of a logit into a share from ``-SUREST`` to ``SUREST``."""
    if lead < 0:
        return -_share(-lead)
    if lead > MOST:
        return SUREST
    return min(SUREST, 1.0 - 2.0 / (1.0 + exp(lead / 1000.0)))
