# mypyc: compile
"""What a position is worth: who is nearer to joining opposite sides.

The nearness of a player is the price of the cheapest way from a side to the opposite one, over all
spaces: his own dots cost nothing. Inside a turn a piece is judged by the best that it can do: what
its dots take from his way, and add to the other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from gipf_meta_punct.board import DOT, MINOR, OTHER, PLACEMENTS, RAYS, SPACES
from gipf_meta_punct.rules import Rules, is_room
from gipf_meta_punct.state import PLACEMENT_MASK, State, count_pieces
from gipf_meta_punct.ways import BOARD, CENTRAL, DOTS, Walk, find_tops, list_spaces

MOST: Final = 0.9
"""The most that a position is worth before the game is over."""
LATE: Final = 9
"""With fewer pieces in a reserve the centre counts: the last piece ends the game (§5.2)."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What spaces cost on the way, and what else counts.

    *empty*, *central* (an empty space where no new piece may lie) and *enemy*: the price of such a
    space. *turn*: what it is worth to move next, as a price. *second*: how much the second pair of
    sides counts beside the best one. *base*: how large differences count while both are near.
    *steep*: how large they count at all.
    *pinned*: a piece that is covered. *centre*: a dot seen in the centre when a reserve is empty.
    *near*: how much less a space counts for each point of price off the cheapest way.
    """

    empty: int = 1
    central: int = 2
    enemy: int = 3
    turn: float = 1.5
    second: float = 0.2
    base: float = 3.0
    steep: float = 10.0
    pinned: float = 0.01
    centre: float = 0.05
    near: float = 0.36

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (
            self.empty, self.central, self.enemy, self.turn, self.second, self.base, self.steep,
            self.pinned, self.centre, self.near,
        )  # fmt: skip


WEIGHTS: Final = Weights()


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
    ending = state.ending
    if ending is not None:
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    outlook = find_outlook(rules.basic, weights, state.pieces)
    gain = 0.0
    mover = state.seat
    if state.kind >= 0:
        gain = _best_gain(rules, state, weights)
        mover = 1 - mover
    worth = _worth(rules, state, weights, outlook, gain, mover)
    return worth if seat == 0 else -worth


def _worth(
    rules: Rules, state: State, weights: Weights, outlook: Outlook, gain: float, mover: int
) -> float:
    """What a position is worth to seat 0 if *mover* is next. The seat of *state* gains *gain*."""
    white, black = outlook.white, outlook.black
    lead = black - white + (gain if state.seat == 0 else -gain)
    lead += weights.turn if mover == 0 else -weights.turn
    worth = weights.steep * lead / (white + black + weights.base) + weights.pinned * outlook.pins
    if rules.counts_centre:
        left = min(count_pieces(state.white), count_pieces(state.black))
        if left < LATE:
            worth += weights.centre * outlook.centre * (LATE - left) / LATE
    return MOST * worth / sqrt(1.0 + worth * worth)


class Outlook:
    """What is the same in all decisions of a turn.

    *white* and *black*: what a connection costs seats 0 and 1: the best pair of sides, and a little
    the second. *pins*: how many more pieces of seat 1 than of seat 0 are covered. *centre*: how
    many more dots of seat 0 are visible in the centre.
    """

    def __init__(self, basic: bool, weights: Weights, pieces: tuple[int, ...]) -> None:
        tops = find_tops(pieces)
        self.white: Final = _find_price(basic, weights, tops[0], tops[1])
        self.black: Final = _find_price(basic, weights, tops[1], tops[0])
        self.centre: Final = (tops[0] & CENTRAL).bit_count() - (tops[1] & CENTRAL).bit_count()
        pins = covered = 0
        for index in range(len(pieces) - 1, -1, -1):
            dots = DOTS[pieces[index] >> 1 & PLACEMENT_MASK]
            if dots & covered:
                pins += 1 if pieces[index] & 1 else -1
            covered |= dots
        self.pins: Final = pins


def _find_price(basic: bool, weights: Weights, own: int, others: int) -> float:
    """What a connection costs the seat whose dots are on *own*."""
    walk = Walk(basic, own, others, weights.empty, weights.central, weights.enemy)
    return walk.least + weights.second * (walk.second - walk.least)


@lru_cache(maxsize=1024)
def find_outlook(basic: bool, weights: Weights, pieces: tuple[int, ...]) -> Outlook:
    """The outlook of a position. It is kept, for all decisions of a turn ask for it."""
    return Outlook(basic, weights, pieces)


# -- inside a turn ---------------------------------------------------------------------------


class Chances:
    """What a dot of *seat* gains on each space, as a price, while all *pieces* lie.

    *gains* are by space, *bare* the same as if the space were empty, *won* as if a dot of the
    other seat were on it. *most* is the highest gain. *room* are the empty spaces, the highest gain
    first.
    """

    def __init__(self, basic: bool, weights: Weights, pieces: tuple[int, ...], seat: int) -> None:
        tops = find_tops(pieces)
        mine, theirs = tops[seat], tops[1 - seat]
        own = _find_shares(basic, weights, mine, theirs)
        other = _find_shares(basic, weights, theirs, mine)
        empty, block, enemy = weights.empty, weights.enemy - weights.empty, weights.enemy
        self.bare: Final = [own[n] * empty + other[n] * block for n in range(SPACES)]
        self.won: Final = [(own[n] + other[n]) * enemy for n in range(SPACES)]
        gains = self.bare.copy()
        for space in list_spaces(theirs):
            gains[space] = self.won[space]
        for space in list_spaces(mine):
            gains[space] = 0.0
        self.gains: Final[list[float]] = gains
        self.most: Final = max(gains)
        room = list_spaces(BOARD & ~(mine | theirs))
        self.room: Final[list[int]] = sorted(room, key=gains.__getitem__, reverse=True)


@lru_cache(maxsize=256)
def find_chances(basic: bool, weights: Weights, pieces: tuple[int, ...], seat: int) -> Chances:
    """The chances of *seat*. They are kept, for all decisions of a turn ask for them."""
    return Chances(basic, weights, pieces, seat)


def _find_shares(basic: bool, weights: Weights, own: int, others: int) -> list[float]:
    """How much each space matters to the seat whose dots are on *own*: 1 on the cheapest way, less
    beside it."""
    walk = Walk(basic, own, others, weights.empty, weights.central, weights.enemy, back=True)
    shares = [0.0] * SPACES
    share = 1.0
    before = 0
    for spaces in walk.spaces_near():
        for space in list_spaces(spaces ^ before):
            shares[space] = share
        before = spaces
        share *= weights.near
    return shares


def _best_gain(rules: Rules, state: State, weights: Weights) -> float:
    """The most that the chosen piece can gain for its seat, as a price."""
    seat = state.seat
    chances = find_chances(rules.basic, weights, state.pieces, seat)
    if state.lifted < 0:
        return _best_gain_of_new(rules, state, chances)
    bare = state.tops
    gains = chances.gains.copy()
    at = state.lifted >> 1 & PLACEMENT_MASK
    dot = DOT[at]
    lost = 0.0
    most = chances.most
    for space in (dot, MINOR[at], OTHER[at]):
        top = bare[space]
        if top < 0:
            gains[space] = chances.bare[space]
        elif top & 1 != seat:
            gains[space] = chances.won[space]
        lost += gains[space]
        most = max(most, gains[space])
    best = -1.0
    kind = state.kind
    for space in RAYS[dot] if state.target < 0 else [state.target]:
        one = gains[space]
        if one + most + most > best:
            for placement in PLACEMENTS[6 * space + kind]:
                gain = one + gains[MINOR[placement]] + gains[OTHER[placement]]
                if gain > best and placement != at and rules.level_on(bare, placement, seat) >= 0:
                    best = gain
    return best - lost


def _best_gain_of_new(rules: Rules, state: State, chances: Chances) -> float:
    """The most that a new piece can gain for its seat, as a price."""
    bare, gains = state.tops, chances.gains
    keeps_out = rules.keeps_out(state)
    best = -1.0
    kind = state.kind
    spaces = chances.room if state.target < 0 else [state.target]
    most = gains[spaces[0]]
    for space in spaces:
        one = gains[space]
        if one + most + most <= best:
            break
        for placement in PLACEMENTS[6 * space + kind]:
            gain = one + gains[MINOR[placement]] + gains[OTHER[placement]]
            if gain > best and is_room(bare, placement, keeps_out):
                best = gain
    return best
