# mypyc: compile
"""A game of Zatre that goes on at random, on counts and lists that change.

Most cells where a tile can be put are few against all cells, so one of the legal placements is
found by throwing a cell and a value until they fit. Counts of fitting cells say before whether
any does. Compiled, an ``i64`` is a register instead of an object; numbers in lists stay small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import Dice
from gipf_meta_zatre.board import CELLS, DOUBLING, RIGHT, SIZE, UP
from gipf_meta_zatre.grid import FIT, LEAST, MOST
from gipf_meta_zatre.rules import DRAWN, Rules
from gipf_meta_zatre.sheet import POINTS, ROWS, Sheet
from gipf_meta_zatre.state import DRAW, PLACE, STUCK, VALUES, Move, State

if TYPE_CHECKING:
    from mypy_extensions import i64

_IS_CELL: Final = [cell in CELLS for cell in range(SIZE)]
_IS_DOUBLING: Final = [int(cell in DOUBLING) for cell in range(SIZE)]
_SUMS: Final = 2 * MOST + 1
#: ``FIT`` in one list: by doubling, across, down
_FIT: Final = [values for by_cell in FIT for by_run in by_cell for values in by_run]
_COUNT_BITS: Final = 9
_COUNT_MASK: Final = 511
"""The most cells that a value can fit, and more."""
_HAND_BITS: Final = 8
_HAND_MASK: Final = 255


def _packed(values: int, bits: int) -> int:
    """One for each of *values*, a mask, in fields of so many *bits*."""
    return sum(1 << bits * (value - 1) for value in VALUES if values >> value & 1)


_ONE_EACH: Final = [_packed(values, _COUNT_BITS) for values in range(128)]


#: a tile of each value in a packed hand; compiled, a literal is shifted as 32 bits
_TILE: Final = [0, *[1 << _HAND_BITS * (value - 1) for value in VALUES]]


def can_follow(rules: Rules, state: State) -> bool:
    """Whether a ``Course`` can play on from *state*: between two turns after the first, without the
    options that ask somebody or look at the whole turn."""
    return (
        rules.per_tile
        and not rules.by_turn
        and not rules.needs_foreign
        and not rules.teams
        and not rules.optional_draw
        and state.number > 1
        and not state.placed
        and not state.asked
        and not state.stuck
        and state.ending is None
    )


class Course:
    """A position while it changes, from the draws of one turn to those of the next.

    *log*, where there is one, keeps the draws and decisions. For an empty cell *across* and *down*
    are the sums of the runs beside it, *fitting* and *loosely* the values that fit it with and
    without the rule of doubling cells, as masks; *open_cells* are the cells that some value fits,
    and *place_of* says where among them each cell stands, or -1. *fits* and *loose* count the cells
    for each value, *bag* and *hands* the tiles, packed.
    """

    def __init__(self, rules: Rules, state: State, log: list[Move] | None = None) -> None:
        self.log: Final = log
        self.topup: Final = rules.topup
        self.bag_short: Final = rules.bag_short
        self.extra_rows: Final = rules.extra_rows
        self.board: Final[list[int]] = list(state.grid.board)
        self.across: Final[list[int]] = list(state.grid.across)
        self.down: Final[list[int]] = list(state.grid.down)
        self.fitting: Final = [0] * SIZE
        self.loosely: Final = [0] * SIZE
        self.open_cells: Final[list[int]] = []
        self.place_of: Final = [-1] * SIZE
        self.fits: i64 = 0
        self.loose: i64 = 0
        for cell in CELLS:
            self.update(cell)
        self.players: i64 = len(state.hands)
        self.player: i64 = state.player
        self.pending: i64 = len(state.pending)
        self.left: i64 = state.left
        self.bag: i64 = 0
        for value in VALUES:
            self.bag |= state.bag[value - 1] << _HAND_BITS * (value - 1)
        self.hands: Final = [
            sum([1 << _HAND_BITS * (value - 1) for value in hand]) for hand in state.hands
        ]
        self.tens: Final = [list(sheet.tens) for sheet in state.sheets]
        self.elevens: Final = [list(sheet.elevens) for sheet in state.sheets]
        self.twelves: Final = [list(sheet.twelves) for sheet in state.sheets]
        self.crosses: Final = [sheet.crosses for sheet in state.sheets]

    def play_on(self, dice: Dice) -> list[int]:
        """Plays to the end: the scores, leftover tiles deducted (§7)."""
        while True:
            self.play_turn(dice)
            if not self.begin_next_turn():
                return self.scores()

    # ---- a turn (§4, §5, §6) ---------------------------------------------------------------------

    def play_turn(self, dice: Dice) -> None:
        """Makes all draws and all placements of a turn, and writes its score."""
        hand: i64 = self.hands[self.player]
        while self.pending:
            hand += self.draw(dice)
            self.pending -= 1
        tens: i64 = 0
        elevens: i64 = 0
        twelves: i64 = 0
        crosses: i64 = 0
        before = hand
        while hand:
            values: i64 = _values_in(hand)
            is_exceptional = not self.fits_any(values, self.fits)
            if is_exceptional and not self.fits_any(values, self.loose):
                break
            number: i64 = self.throw(values, self.loosely if is_exceptional else self.fitting, dice)
            cell: i64 = number >> 3
            value: i64 = number & 7
            if self.log is not None:
                self.log.append(Move(PLACE, self.player, value, cell, is_exceptional))
            for run in (self.across[cell], self.down[cell]):
                made: i64 = run + value
                if run and made >= LEAST:
                    if made == LEAST:
                        tens += 1
                    elif made == MOST:
                        twelves += 1
                    else:
                        elevens += 1
            if not is_exceptional:
                crosses += _IS_DOUBLING[cell]
            self.put(cell, value)
            hand -= _TILE[value]
        if self.log is not None and hand == before:
            self.log.append(Move(STUCK, self.player))
        self.hands[self.player] = hand
        self.write(tens, elevens, twelves, crosses)

    def draw(self, dice: Dice) -> i64:
        """A tile from the bag, as one in a packed hand."""
        number: i64 = dice.below(self.left)
        shift: i64 = 0
        while True:
            many: i64 = self.bag >> shift & _HAND_MASK
            if number < many:
                break
            number -= many
            shift += _HAND_BITS
        tile: i64 = _TILE[shift // _HAND_BITS + 1]
        self.bag -= tile
        self.left -= 1
        if self.log is not None:
            self.log.append(Move(DRAW, self.player, shift // _HAND_BITS + 1))
        return tile

    def fits_any(self, values: i64, counts: i64) -> bool:
        """Whether one of *values* fits a cell by the packed *counts*."""
        while values:
            values >>= 1
            if values & 1 and counts & _COUNT_MASK:
                return True
            counts >>= _COUNT_BITS
            if values == 1:
                return False
        return False

    def throw(self, values: i64, fitting: list[int], dice: Dice) -> i64:
        """One of the legal placements, each as likely as the other: 8 times the cell, and one of
        *values*. *fitting* are the values that fit each cell."""
        open_cells = self.open_cells
        many: i64 = len(open_cells)
        kinds: i64 = 0
        rest: i64 = values
        while rest:
            rest &= rest - 1
            kinds += 1
        while True:
            number: i64 = dice.below(many * kinds)
            cell: i64 = open_cells[number // kinds]
            number %= kinds
            rest = values
            while number:
                rest &= rest - 1
                number -= 1
            if fitting[cell] & rest & -rest:
                value: i64 = 1
                while not rest >> value & 1:
                    value += 1
                return 8 * cell + value

    def write(self, tens: i64, elevens: i64, twelves: i64, crosses: i64) -> None:
        """Writes a turn on the mover's sheet (§6.2)."""
        player = self.player
        most: i64 = ROWS if self.extra_rows == "lost" else 1000
        if tens and len(self.tens[player]) < most:
            self.tens[player].append(tens * POINTS[10])
        if elevens and len(self.elevens[player]) < most:
            self.elevens[player].append(elevens * POINTS[11])
        if twelves and len(self.twelves[player]) < most:
            self.twelves[player].append(twelves * POINTS[12])
        if crosses:
            self.crosses[player] = min(self.crosses[player] + crosses, most)

    # ---- the board (§5) --------------------------------------------------------------------------

    def put(self, cell: i64, value: i64) -> None:
        """Puts a tile of *value* on *cell*, where it fits."""
        self.board[cell] = value
        self.update(cell)
        self.join(self.across, cell, RIGHT, value)
        self.join(self.down, cell, UP, value)

    def join(self, sums: list[int], cell: i64, step: i64, value: i64) -> None:
        """Updates *sums* at both ends of the line through *cell* along *step*."""
        board = self.board
        before: i64 = cell - step
        run_before: i64 = 0
        while board[before]:
            run_before += board[before]
            before -= step
        after: i64 = cell + step
        run_after: i64 = 0
        while board[after]:
            run_after += board[after]
            after += step
        if _IS_CELL[before]:
            sums[before] += value + run_after
            self.update(before)
        if _IS_CELL[after]:
            sums[after] += value + run_before
            self.update(after)

    def update(self, cell: i64) -> None:
        """Brings the values that fit *cell* up to date."""
        fitting: i64 = 0
        loosely: i64 = 0
        across: i64 = self.across[cell]
        down: i64 = self.down[cell]
        if not self.board[cell] and (across or down):
            at: i64 = across * _SUMS + down
            loosely = _FIT[at]
            fitting = _FIT[at + _SUMS * _SUMS] if _IS_DOUBLING[cell] else loosely
        before: i64 = self.fitting[cell]
        if fitting != before:
            self.fits += _ONE_EACH[fitting] - _ONE_EACH[before]
            self.fitting[cell] = fitting
        before = self.loosely[cell]
        if loosely != before:
            self.loose += _ONE_EACH[loosely] - _ONE_EACH[before]
            self.loosely[cell] = loosely
            if not before:
                self.place_of[cell] = len(self.open_cells)
                self.open_cells.append(cell)
            elif not loosely:
                self.close(cell)

    def close(self, cell: i64) -> None:
        """Takes *cell* out of the open cells; the last one takes its place."""
        place = self.place_of[cell]
        last = self.open_cells.pop()
        if last != cell:
            self.open_cells[place] = last
            self.place_of[last] = place
        self.place_of[cell] = -1

    # ---- between turns (§4, §7) ------------------------------------------------------------------

    def begin_next_turn(self) -> bool:
        """Begins the turn of the next player who can do something; ``False``: the game is over."""
        player: i64 = self.player
        while True:
            if not self.left and not self.can_anybody_place():
                return False
            player = player + 1 if player + 1 < self.players else 0
            hand: i64 = self.hands[player]
            pending: i64 = 0
            if not hand:
                if self.bag_short and self.left < DRAWN:
                    return False
                pending = DRAWN if self.left > DRAWN else self.left
            elif self.left and (
                (self.topup and _count_tiles(hand) == 1)
                or not self.fits_any(_values_in(hand), self.loose)
            ):
                pending = 1
            if hand or pending:
                self.player = player
                self.pending = pending
                return True

    def can_anybody_place(self) -> bool:
        """Whether somebody holds a tile that can be placed."""
        return any(hand and self.fits_any(_values_in(hand), self.loose) for hand in self.hands)

    def scores(self) -> list[int]:
        """The scores of all players as they are now, the tiles in their hands deducted."""
        found: list[int] = []
        for player, hand in enumerate(self.hands):
            sheet = Sheet(
                tuple(self.tens[player]),
                tuple(self.elevens[player]),
                tuple(self.twelves[player]),
                self.crosses[player],
            )
            held = sum(
                [value * (hand >> _HAND_BITS * (value - 1) & _HAND_MASK) for value in VALUES]
            )
            found.append(sheet.total(self.extra_rows) - held)
        return found


def _values_in(hand: i64) -> i64:
    """The values in a packed *hand*, as a mask with bit v for value v."""
    values: i64 = 0
    bit: i64 = 2
    while hand:
        if hand & _HAND_MASK:
            values |= bit
        bit <<= 1
        hand >>= _HAND_BITS
    return values


def _count_tiles(hand: i64) -> i64:
    """The number of tiles in a packed *hand*."""
    many: i64 = 0
    while hand:
        many += hand & _HAND_MASK
        hand >>= _HAND_BITS
    return many
