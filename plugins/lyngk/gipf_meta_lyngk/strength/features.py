# mypyc: compile
"""What may be learned of a position, as whoever is on turn sees it: numbers of features.

What each is worth stands in ``worths.json``, in thousandths of a logit of winning; ``gipf-meta
train`` finds it. Each is told of one stack, of the stacks taken or of the claims that are left: so
what a turn changes in them is soon counted (``bot``).
"""

from __future__ import annotations

from typing import Final

from gipf_meta import height, read_worths, top
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import JOKER, PLAYING, State

PHASES: Final = 4
"""How far the game has gone, by the stacks that are left."""
NEUTRAL: Final = 0
MINE: Final = 1
THEIRS: Final = 2
"""Whose a stack is."""
HEIGHTS: Final = 6
STACK: Final = 0
"""The first feature of a stack: by whose it is, and its height; full ones count for nothing."""
TAKEN: Final = 3 * HEIGHTS
"""The first feature of a stack that was taken, by whose it is."""
CLAIMS: Final = TAKEN + 3
"""The first feature of claims that both have left: of who is on turn, then of the other."""
PHASE: Final = CLAIMS + 9
"""The features of a phase."""
FEATURES: Final = PHASES * PHASE
WORTHS: Final = read_worths("gipf_meta_lyngk.strength")


def phase_of(stacks: int) -> int:
    """The phase in which so many stacks are on the board."""
    return 0 if stacks > 32 else 1 if stacks > 24 else 2 if stacks > 16 else 3


def stack_feature(whose: int, high: int) -> int:
    """The feature of a stack within its phase."""
    return STACK + whose * HEIGHTS + high - 1


def owner_of(colour: int, own: int, theirs: int) -> int:
    """Whose the stacks of a *colour* are, if *own* and *theirs* are claimed."""
    return MINE if own >> colour & 1 else THEIRS if theirs >> colour & 1 else NEUTRAL


def claims_feature(own: int, theirs: int) -> int:
    """The feature of the claims that are left, within its phase."""
    return CLAIMS + 3 * own.bit_count() + theirs.bit_count()


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the features of *state* as *seat* sees it, which is on turn."""
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
