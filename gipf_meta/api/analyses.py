"""Analyses at the door: the best lines of a match, as a search finds them."""

from __future__ import annotations

from random import Random

from gipf_meta.api.matches import Match
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.protocol.given_values import require_seed, require_whole
from gipf_meta.search.analysis import Analysis, deepen_analysis, nobody_decides
from gipf_meta.search.budget import MOST_NODES


def analyse(match: Match, nodes: int = 500, seed: int = 0) -> Analysis:
    """The best lines for who is to move, found by looking at *nodes* positions, and the chances: of
    a hundred such games, how many that player wins. Another *seed* searches anew.

    Raises ``IllegalMove`` if nobody is to move, ``OptionError`` for what is no number of *nodes*
    or no *seed*.
    """
    require_whole(nodes, _("The number of positions"), 1, MOST_NODES)
    require_seed(seed)
    match._check_duel()
    top = match._stack.top
    if nobody := nobody_decides(top.status):
        raise IllegalMove(nobody)
    *_less, found = deepen_analysis(top.game, top.state, len(top.players), Random(seed), nodes)
    return found
