# mypyc: compile
"""What a position is worth: what every sheet is likely to come to (docs/reference/zatre.md §6).

How ``WEIGHTS`` were found: tuning/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta_zatre.board import CELLS, DOUBLING, SIZE
from gipf_meta_zatre.grid import FIT, Grid, sums_made
from gipf_meta_zatre.rules import DRAWN, Rules
from gipf_meta_zatre.sheet import Sheet, bonus, counted
from gipf_meta_zatre.state import State


@dataclass(frozen=True)
class Weights:
    """How much counts what; points, where nothing else is said.

    *tens*, *elevens*, *twelves* and *crosses*: how many entries a turn makes in each column.
    *ten*, *eleven* and *twelve*: what an entry that is still to come will be. *spread*: rows by
    which it may come otherwise, for the root of the turns that are left. For each of the ``gains``
    of the best place on the board: *hand*, if it is for a tile that whoever is on turn holds;
    *now*, for one that he is to draw; *next*, for the player after him. *kept*: a pip in the hand
    of somebody not on turn, lost. *far* and *wide*: the lead at which a position is worth 1/2, at
    the end and for the root of the turns that are left.
    """

    tens: float = 0.47
    elevens: float = 0.47
    twelves: float = 0.53
    crosses: float = 0.37
    ten: float = 1.2
    eleven: float = 2.2
    twelve: float = 5.3
    spread: float = 1.1
    hand: float = 1.6
    now: float = 1.2
    next: float = 0.6
    kept: float = 0.2
    far: float = 1.5
    wide: float = 5.0

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (
            self.tens, self.elevens, self.twelves, self.crosses, self.ten, self.eleven,
            self.twelve, self.spread, self.hand, self.now, self.next, self.kept, self.far,
            self.wide,
        )  # fmt: skip


WEIGHTS: Final = Weights()

ENTRY: Final = 2
CROSS: Final = 6
"""What an entry and a cross gain, in about two points: crosses are rarest, and double a row."""
LANE: Final = 10
"""Bits for a value in a number of ``_GAINS``, and the most that is gained."""


def _gains(across: int, down: int, doubling: bool) -> int:
    """For each value that fits a cell one bit in its lane: what it gains there."""
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
    """From -1 (lost) to 1 (won) for *seat*: his side's lead over the best other one."""
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
            sums, crosses = rules.scored(state)
            tens, elevens, twelves = counted(sums)
            sheet = sheet.written(tens, elevens, twelves, crosses, rules.extra_rows == "lost")
        worths.append(promised(sheet, turns * (2 if rules.teams else 1), rules, weights))
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
    """What each value, from 1 to 6, gains on the cell where it gains most."""
    board, across, down = grid.board, grid.across, grid.down
    found = 0
    for cell in CELLS:
        a = across[cell]
        d = down[cell]
        if (a or d) and not board[cell]:
            found |= _GAINS[_IS_DOUBLING[cell]][a][d]
    lane = (1 << LANE) - 1
    return [(found >> LANE * value & lane).bit_length() for value in range(6)]


def promised(sheet: Sheet, turns: float, rules: Rules, weights: Weights) -> float:
    """The points of a sheet after so many more *turns*, as far as anybody can say.

    Every column goes on growing from the top; an entry that is still to come counts as much as it
    is likely.
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
