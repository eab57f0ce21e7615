"""The learned features of a position as the seat on turn sees it; ``judging`` numbers them.

The worth of each was found by ``gipf-meta train`` (docs/decisions/0028) and stands in
``worths.json``: nothing was set by hand.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import height, read_worths
from gipf_meta_dvonn.rules import Rules
from gipf_meta_dvonn.state import DRAWING, OVER, PIECES, PLACING, RED, State
from gipf_meta_dvonn.strength.judging import placing_features, stacking_features

WORTHS: Final = read_worths("gipf_meta_dvonn.strength")


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the features of *state* for *seat*, which is on turn.

    A feature that counts several times is listed as often.
    """
    own, theirs = (state.black, state.white) if seat else (state.white, state.black)
    if state.phase in (DRAWING, OVER):
        return []
    if state.phase == PLACING:
        if state.dvonn.bit_count() < PIECES[RED]:
            return []
        return placing_features(own, theirs, state.dvonn)
    heights = [height(stack) for stack in state.stacks]
    ones = sum(1 << space for space, tall in enumerate(heights) if tall == 1)
    return stacking_features(own, theirs, state.dvonn, ones, heights)
