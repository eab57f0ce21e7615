"""Analyses in the public API: the best lines of a match, as a search finds them."""

from __future__ import annotations

from gipf_meta.api.matches import Match
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import looking
from gipf_meta.bots.levels import UnknownBot
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.protocol.given_values import require_seed, require_text, require_whole
from gipf_meta.search.analysis import Analysis, nobody_decides
from gipf_meta.search.budget import MOST_NODES, Budget


def analyse(match: Match, nodes: int | None = None, seed: int = 0, by: str = "") -> Analysis:
    """The best lines for the player to move, and his chances: how many of a hundred such games he
    wins. The search looks at *nodes* positions, or at as many as take about a second; another
    *seed* searches anew. *by* names an engine that searches: ``engine:COMMAND``.

    Raises ``IllegalMove`` if nobody is to move, ``OptionError`` for what is no number of *nodes*
    or no *seed*, ``UnknownBot`` and ``NoAnalyst`` for what is no engine, ``AnalystFailed`` if one
    fails.
    """
    if nodes is not None:
        nodes = require_whole(nodes, _("The number of positions"), 1, MOST_NODES)
    seed = require_seed(seed)
    require_text(by, _("The name of a bot"), UnknownBot)
    match._check_duel()
    top = match._stack.top
    if nobody := nobody_decides(top.status):
        raise IllegalMove(nobody)
    with looking(by or None) as analyst:
        nodes = nodes or top.game.positions_a_second
        return analyst.analyse(top, Budget(nodes), seed=seed)
