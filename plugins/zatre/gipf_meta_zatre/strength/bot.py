# mypyc: compile
"""The judgement of positions by the likely total of every sheet (docs/reference/zatre.md §6).

How ``WEIGHTS`` were found: docs/decisions/0028.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta import FrozenParts
from gipf_meta_zatre.board import CELLS, DOUBLING, SIZE
from gipf_meta_zatre.grid import FIT, Grid, sums_made
from gipf_meta_zatre.rules import DRAWN, Rules
from gipf_meta_zatre.sheet import Sheet, bonus, count_sums
from gipf_meta_zatre.state import State


@dataclass(frozen=True)
class Weights(FrozenParts):
    """The weights of the parts of a lead, in points unless another unit is named.

    *tens*, *elevens*, *twelves* and *crosses*: the entries that a turn makes in each column.
    *ten*, *eleven* and *twelve*: the points of an entry that is still to come. *spread*: the
    uncertainty of a column in rows, for the root of the turns that are left. For each of the
    ``best_gains`` on the board: *hand*, if the player on turn holds the tile; *now*, if he is to
    draw the tile; *next*, for the player after him. *kept*: the loss by a pip in the hand of a
    player who is not on turn. *far* and *wide*: the lead at which a position is worth 1/2, at the
    end and for the root of the turns that are left.
    """

    tens: float = 0.47
    elevens: float = 0.47
    twelves: float = 0.6
    crosses: float = 0.3
    ten: float = 1.2
    eleven: float = 2.2
    twelve: float = 5.3
    spread: float = 1.4
    hand: float = 1.6
    now: float = 1.2
    next: float = 0.6
    kept: float = 0.2
    far: float = 1.5
    wide: float = 5.0


WEIGHTS: Final = Weights()

ENTRY: Final = 2
CROSS: Final = 6
"""The gains of an entry and of a cross, in units of about two points: a cross doubles a row."""
LANE: Final = 10
"""The bits of a value in a number of ``_GAINS``, and the greatest gain."""


def _gains(across: int, down: int, doubling: bool) -> int:
    """The gains of the values that fit a cell with these sums: a bit in the lane of each value."""
    found = 0
    for value in range(1, 7):
        if FIT[int(doubling)][across][down] >> value & 1:
            gain = ENTRY * len(set(sums_made(across, down, value))) + CROSS * int(doubling)
            if gain:
                found |= 1 << (LANE * (value - 1) + gain - 1)
    return found


#: by doubling, across, down
_GAINS: Final = tuple(
    tuple(tuple(_gains(a, d, doubling) for d in range(len(FIT[0]))) for a in range(len(FIT[0])))
    for doubling in (False, True)
)
_IS_DOUBLING: Final = tuple(int(cell in DOUBLING) for cell in range(SIZE))


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """The value of *state* for *seat*, from -1 (lost) to 1 (won).

    The value grows with the lead of his side over the best other one.
    """
    mine = rules.side(state.seats.index(seat))
    if state.ending is not None:
        sides = state.ending.sides
        if mine not in sides:
            return -1.0
        return 1.0 if len(sides) == 1 else 0.0
    players = len(state.hands)
    left = sum(state.bag)
    turns = left / (DRAWN * players)
    worths: list[float] = []
    on_turn = rules.side(state.player)
    for side, sheet in enumerate(state.sheets):
        if side == on_turn and state.placed:
            sums, crosses = rules.score_turn(state)
            tens, elevens, twelves = count_sums(sums)
            sheet = sheet.after_turn(tens, elevens, twelves, crosses, rules.extra_rows == "lost")
        worths.append(expected_points(sheet, turns * (2 if rules.teams else 1), rules, weights))
    gains = best_gains(state.grid)
    due = 0.0
    if left:
        for value in range(6):
            due += gains[value] * state.bag[value] / left
    after = (state.player + 1) % players
    for player, hand in enumerate(state.hands):
        expected = 0.0
        for value in hand:
            expected += gains[value - 1]
        side = rules.side(player)
        if player == state.player:
            drawn = sum(1 for who in state.pending if who == player)
            worths[side] += weights.hand * expected + weights.now * due * drawn
            continue
        worths[side] -= weights.kept * sum(hand)
        if player == after:
            worths[side] += weights.next * (expected if hand else due * min(DRAWN, left))
    best = -1e9
    for side, worth in enumerate(worths):
        if side != mine and worth > best:
            best = worth
    lead = (worths[mine] - best) / (weights.far + weights.wide * sqrt(turns))
    return lead / (1.0 + abs(lead))


def best_gains(grid: Grid) -> list[int]:
    """The greatest gain of each value, from 1 to 6, on any cell."""
    board, across, down = grid.board, grid.across, grid.down
    found = 0
    for cell in CELLS:
        a = across[cell]
        d = down[cell]
        if (a or d) and not board[cell]:
            found |= _GAINS[_IS_DOUBLING[cell]][a][d]
    lane = (1 << LANE) - 1
    return [(found >> LANE * value & lane).bit_length() for value in range(6)]


def expected_points(sheet: Sheet, turns: float, rules: Rules, weights: Weights) -> float:
    """The expected points of a sheet after *turns* more turns.

    Every column goes on growing from the top; an entry that is still to come counts by its
    probability.
    """
    tens = len(sheet.tens)
    elevens = len(sheet.elevens)
    twelves = len(sheet.twelves)
    crosses = sheet.crosses
    spread = 1.0 + weights.spread * sqrt(turns)
    # the row that each column will have reached, one spread further
    ten_end = tens + turns * weights.tens + (spread - 1) / 2
    eleven_end = elevens + turns * weights.elevens + (spread - 1) / 2
    twelve_end = twelves + turns * weights.twelves + (spread - 1) / 2
    cross_end = crosses + turns * weights.crosses + (spread - 1) / 2
    value = 0.0
    row = 0
    last = max(ten_end, eleven_end, twelve_end)
    while row < last:
        if row < tens:
            ten = 1.0
            points = float(sheet.tens[row])
        else:
            ten = max(0.0, min(1.0, (ten_end - row) / spread))
            points = ten * weights.ten
        if row < elevens:
            eleven = 1.0
            points += sheet.elevens[row]
        else:
            eleven = max(0.0, min(1.0, (eleven_end - row) / spread))
            points += eleven * weights.eleven
        if row < twelves:
            twelve = 1.0
            points += sheet.twelves[row]
        else:
            twelve = max(0.0, min(1.0, (twelve_end - row) / spread))
            points += twelve * weights.twelve
        points += ten * eleven * twelve * bonus(row + 1, rules.extra_rows)
        if row < crosses:
            points *= 2.0
        else:
            points *= 1.0 + max(0.0, min(1.0, (cross_end - row) / spread))
        value += points
        row += 1
    return value
