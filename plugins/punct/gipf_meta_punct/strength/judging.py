# mypyc: compile
"""The evaluation of a position between two turns: by prices of ways, and by dots in the centre.

The seat that is nearer to joining opposite sides leads, and, the nearer the end, the one with
more visible dots in the centre, which decides when a reserve is empty. To this lead, made by
hand, the learned worths of features are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from gipf_meta import Over, exp
from gipf_meta_punct.board import CENTRE, PIECES
from gipf_meta_punct.rules import Rules, is_free
from gipf_meta_punct.state import count_pieces, lay_out
from gipf_meta_punct.strength.outlook import Prices, price_both

if TYPE_CHECKING:
    from mypy_extensions import i64

FARTHEST: Final = 17
"""The price of a connection on the empty board; higher prices count like it."""
DEAREST: Final = 5
"""The most by which the second pair of sides counts as dearer than the first."""
_STEP_OF: Final = (0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 7)
"""The group of each price, from 0 to ``FARTHEST``, for the worth of the second pair of sides."""
_SECONDS: Final = 8 * (DEAREST + 1)
"""The number of features of a second pair: by that group, and by how much dearer the pair is."""

_OWN_SECOND: Final = FARTHEST * FARTHEST
"""The first feature for one's own second pair.

The features before it are for the prices of both: (own - 1) * FARTHEST + the other's - 1.
"""
_OTHER_SECOND: Final = _OWN_SECOND + _SECONDS
_MORE_CENTRAL: Final = _OTHER_SECOND + _SECONDS
"""The feature for each dot more in the centre, by the pieces left in the smaller reserve, …"""
_FEWER_CENTRAL: Final = _MORE_CENTRAL + PIECES + 1
"""… and for each dot fewer."""
_MORE_COVERED: Final = _FEWER_CENTRAL + PIECES + 1
_FEWER_COVERED: Final = _MORE_COVERED + 1
FEATURES: Final = _FEWER_COVERED + 1
"""The number of features."""

_HIGHEST: Final = 5000
"""The limit of a sum in thousandths of a logit; higher ones count like it."""
_SHARES: Final = [2.0 / (1.0 + exp(-lead / 1000.0)) - 1.0 for lead in range(_HIGHEST + 1)]
"""The share, from 0 to 1, of each number of thousandths of a logit."""

MOST: Final = 0.9
"""The highest evaluation before the game is over."""
TURN: Final = 1.5
"""The worth of being on turn, as a price."""
SECOND: Final = 0.2
"""The weight of the second pair of sides beside the nearest one."""
BASE: Final = 3.0
"""The addition to the sum of both prices, which divides their difference in the lead."""
STEEP: Final = 10.0
"""The factor of the difference of both prices in the lead."""
PINNED: Final = 0.05
"""The weight of a piece that is covered."""
CENTRAL: Final = 0.15
"""The weight of a dot in the centre when a reserve is empty, …"""
CENTRAL_LATE: Final = 0.3
"""… and the addition to it by the last pieces of a reserve: with none the game ends (§5.2)."""
LATE: Final = 9
"""The number of these last pieces."""


class Sight:
    """Counts of a position as seen from above, for seats 0 and 1.

    *central* has the numbers of their dots that are highest in the centre, *covered* the numbers
    of their pieces that are covered.
    """

    def __init__(self, central: list[int], covered: list[int]) -> None:
        self.central: Final = central
        self.covered: Final = covered


def see(tops: list[int], pieces: Sequence[int]) -> Sight:
    """The counts for *pieces*; *tops* are the highest ones."""
    central, covered = [0, 0], [0, 0]
    for space in CENTRE:
        if tops[space] >= 0:
            central[tops[space] & 1] += 1
    for one in pieces:
        if not is_free(tops, one):
            covered[one & 1] += 1
    return Sight(central, covered)


def list_features(
    counts_centre: bool,
    sight: Sight,
    mine: Prices,
    theirs: Prices,
    white: int,
    black: int,
    seat: int,
) -> list[int]:
    """The numbers of the features for *seat*, which is on turn; neither seat is connected.

    *mine* and *theirs* are the prices of its ways and of those of the other seat.
    """
    near: i64 = min(mine.least, FARTHEST)
    far: i64 = min(theirs.least, FARTHEST)
    found = [
        (near - 1) * FARTHEST + far - 1,
        _OWN_SECOND + _second_of(near, mine.second - mine.least),
        _OTHER_SECOND + _second_of(far, theirs.second - theirs.least),
    ]
    if counts_centre:
        lead = sight.central[seat] - sight.central[1 - seat]
        if lead:
            first = _MORE_CENTRAL if lead > 0 else _FEWER_CENTRAL
            left = min(count_pieces(white), count_pieces(black))
            found += [first + left] * abs(lead)
    covered = sight.covered[seat] - sight.covered[1 - seat]
    if covered:
        found += [_MORE_COVERED if covered > 0 else _FEWER_COVERED] * abs(covered)
    return found


def _second_of(price: i64, dearer: i64) -> i64:
    """The number of the feature, from 0, of a second pair that is that much *dearer* than
    *price*."""
    step: i64 = _STEP_OF[price]
    return step * (DEAREST + 1) + min(dearer, DEAREST)


class Worths:
    """The worths of features beside the hand-made lead.

    *worths* are those of all features, in thousandths of a logit.
    """

    def __init__(self, worths: Sequence[int]) -> None:
        self.worths: Final[list[int]] = [*worths]
        self.are_none: Final = not any(worths)

    def __reduce__(self) -> tuple[type[Worths], tuple[object, ...]]:
        return Worths, (self.worths,)

    def share(self, features: list[int]) -> float:
        """The sum of the worths of *features* as a share from -1 to 1."""
        total: i64 = 0
        for feature in features:
            total += self.worths[feature]
        if total < 0:
            return -_SHARES[min(-total, _HIGHEST)]
        return _SHARES[min(total, _HIGHEST)]


def judge(
    rules: Rules,
    worths: Worths,
    sight: Sight,
    mine: Prices,
    theirs: Prices,
    white: int,
    black: int,
    seat: int,
    is_added: bool,
) -> float:
    """Evaluates a position for *seat*, which is on turn, from -1 (lost) to 1 (won).

    *mine* and *theirs* are the prices of its ways and of those of the other seat. *is_added*:
    the last turn has added a piece, which was perhaps the last one.
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
    share = MOST * worth / sqrt(1.0 + worth * worth)
    if worths.are_none:
        return share
    found = list_features(rules.counts_centre, sight, mine, theirs, white, black, seat)
    return _add_logits(share, worths.share(found))


def _add_logits(share: float, other: float) -> float:
    """The share whose logit is the sum of the logits of two shares, ``MOST`` at most."""
    return max(-MOST, min(MOST, (share + other) / (1.0 + share * other)))


def worth_of(ending: Over, seat: int) -> float:
    """The value of an ended game for *seat*: 1 won, -1 lost, 0 drawn."""
    if not ending.winners:
        return 0.0
    return 1.0 if seat in ending.winners else -1.0


@lru_cache(maxsize=1024)
def judge_position(
    rules: Rules, worths: Worths, pieces: tuple[int, ...], white: int, black: int, seat: int
) -> float:
    """Evaluates a position for *seat*, which is on turn; the latest 1024 results are cached."""
    tops = lay_out(pieces)
    mine, theirs = price_both(tops, seat, rules.basic)
    return judge(rules, worths, see(tops, pieces), mine, theirs, white, black, seat, False)
