"""The learned features of a position as the seat on turn sees it; ``judging`` numbers them.

The worth of each, which is added to the hand-made lead, stands in ``worths.json``, as
``gipf-meta train`` writes it (docs/decisions/0028).
"""

from __future__ import annotations

from typing import Final

from gipf_meta import read_worths
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State
from gipf_meta_punct.strength.judging import list_features, see
from gipf_meta_punct.strength.outlook import price_both

WORTHS: Final = read_worths("gipf_meta_punct.strength")


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the features of *state* for *seat*, which begins its turn."""
    if state.kind >= 0 or state.ending is not None:
        return []
    sight = see(state.tops, state.pieces)
    mine, theirs = price_both(state.tops, seat, rules.basic)
    return list_features(rules.counts_centre, sight, mine, theirs, state.white, state.black, seat)
