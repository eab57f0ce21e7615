# mypyc: compile
"""What a position between two turns is worth: who is nearer to joining opposite sides, and, the
nearer the end, who is seen more often in the centre, which decides when a reserve is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from gipf_meta import Over
from gipf_meta_punct.board import CENTRE, PIECES
from gipf_meta_punct.outlook import Prices, find_prices
from gipf_meta_punct.rules import Rules, is_free
from gipf_meta_punct.state import count_pieces, lay_out
from gipf_meta_punct.ways import find_dots

MOST: Final = 0.9
"""The most that a position is worth before the game is over."""
TURN: Final = 1.5
"""What it is worth to move next, as a price."""
SECOND: Final = 0.2
"""How much the second pair of sides counts beside the nearest one."""
BASE: Final = 3.0
"""How large differences count while both are near."""
STEEP: Final = 10.0
"""How large they count at all."""
PINNED: Final = 0.05
"""A piece that is covered."""
CENTRAL: Final = 0.15
"""A dot seen in the centre when a reserve is empty, …"""
CENTRAL_LATE: Final = 0.3
"""… and what is added to that by the last pieces of a reserve: with none the game ends (§5.2)."""
LATE: Final = 9
"""How many these are."""


class Sight:
    """What is seen of a position from above, for seats 0 and 1.

    *central* says how many of their dots are highest in the centre, *covered* how many of their
    pieces are covered.
    """

    def __init__(self, central: list[int], covered: list[int]) -> None:
        self.central: Final = central
        self.covered: Final = covered


def see(tops: list[int], pieces: Sequence[int]) -> Sight:
    """What is seen of *pieces*; *tops* are the highest ones."""
    central, covered = [0, 0], [0, 0]
    for space in CENTRE:
        if tops[space] >= 0:
            central[tops[space] & 1] += 1
    for one in pieces:
        if not is_free(tops, one):
            covered[one & 1] += 1
    return Sight(central, covered)


def judge(
    rules: Rules,
    sight: Sight,
    mine: Prices,
    theirs: Prices,
    white: int,
    black: int,
    seat: int,
    is_added: bool,
) -> float:
    """What it is worth to *seat*, from -1 (lost) to 1 (won), to move next in a position.

    *mine* and *theirs* are what its ways cost and those of the other seat. *is_added* says that the
    last turn has added a piece, which was perhaps the last one.
    """
    if not mine.least or not theirs.least:
        ending = rules.judge_connections(not theirs.least, not mine.least, 1 - seat)
        assert ending is not None
        return worth_of(ending, seat)
    lead_in_centre = sight.central[seat] - sight.central[1 - seat]
    if is_added and not (white if seat else black):
        if not rules.counts_centre or not lead_in_centre:
            return 0.0
        return 1.0 if lead_in_centre > 0 else -1.0
    near = mine.least + SECOND * (mine.second - mine.least)
    far = theirs.least + SECOND * (theirs.second - theirs.least)
    worth = STEEP * (far - near + TURN) / (far + near + BASE)
    worth += PINNED * (sight.covered[1 - seat] - sight.covered[seat])
    if rules.counts_centre:
        left = min(count_pieces(white), count_pieces(black))
        weight = CENTRAL * (PIECES - left) / PIECES
        if left < LATE:
            weight += CENTRAL_LATE * (LATE - left) / LATE
        worth += weight * lead_in_centre
    return MOST * worth / sqrt(1.0 + worth * worth)


def worth_of(ending: Over, seat: int) -> float:
    """What the end of a game is worth to *seat*."""
    if not ending.winners:
        return 0.0
    return 1.0 if seat in ending.winners else -1.0


@lru_cache(maxsize=1024)
def judge_position(
    rules: Rules, pieces: tuple[int, ...], white: int, black: int, seat: int
) -> float:
    """What it is worth to *seat* to move next. It is kept for whoever asks again."""
    tops = lay_out(pieces)
    sight, dots = see(tops, pieces), find_dots(tops)
    own, others = dots[seat], dots[1 - seat]
    mine = find_prices(own, others, rules.basic)
    theirs = find_prices(others, own, rules.basic)
    return judge(rules, sight, mine, theirs, white, black, seat, False)
