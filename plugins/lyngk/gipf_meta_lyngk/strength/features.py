# mypyc: compile
"""The learned features of a position as the seat on turn sees it: their numbers and worths.

The worth of each stands in ``worths.json``, in thousandths of a logit of winning; ``gipf-meta
train`` finds it. Each feature is about one stack, the stacks taken or the claims that are left,
so the change by a turn is quickly counted (``bot``).
"""

from __future__ import annotations

from typing import Final

from gipf_meta import height, read_worths, top
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import JOKER, PLAYING, State

PHASES: Final = 4
"""The number of phases of a game, by the stacks that are left."""
NEUTRAL: Final = 0
MINE: Final = 1
THEIRS: Final = 2
"""The owners of stacks, as features tell them apart."""
HEIGHTS: Final = 6
STACK: Final = 0
"""The first feature of a stack: by owner and height; full stacks have none."""
TAKEN: Final = 3 * HEIGHTS
"""The first feature of a stack that was taken, by the player who took it."""
CLAIMS: Final = TAKEN + 3
"""The first feature of claims: by the number of colours that the seat on turn and the other
claimed."""
PHASE: Final = CLAIMS + 9
"""The number of features of a phase."""
FEATURES: Final = PHASES * PHASE
WORTHS: Final = read_worths("gipf_meta_lyngk.strength")


def phase_of(stacks: int) -> int:
    """The phase in which that number of *stacks* is on the board."""
    return 0 if stacks > 32 else 1 if stacks > 24 else 2 if stacks > 16 else 3


def stack_feature(whose: int, high: int) -> int:
    """The feature of a stack within its phase."""
    return STACK + whose * HEIGHTS + high - 1


def owner_of(colour: int, own: int, theirs: int) -> int:
    """The owner of the stacks of a *colour*, where *own* and *theirs* are the colours claimed."""
    return MINE if own >> colour & 1 else THEIRS if theirs >> colour & 1 else NEUTRAL


def claims_feature(own: int, theirs: int) -> int:
    """The feature of the claims within its phase, by the numbers of colours that each has
    claimed."""
    return CLAIMS + 3 * own.bit_count() + theirs.bit_count()


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the features of *state* for *seat*, which is on turn."""
    if state.phase != PLAYING:
        return []
    own, theirs = state.claims[seat], state.claims[1 - seat]
    base = phase_of(state.occupied.bit_count()) * PHASE
    found = [
        base + stack_feature(owner_of(top(stack), own, theirs), height(stack))
        for stack in state.stacks
        if stack and top(stack) != JOKER and height(stack) < rules.limit
    ]
    found += [base + TAKEN + MINE] * state.taken[seat]
    found += [base + TAKEN + THEIRS] * state.taken[1 - seat]
    found.append(base + claims_feature(own, theirs))
    return found
