# mypyc: compile
"""A game of Zatre that goes on at random, on counts and lists that change.

The cells that some value fits are few against all cells, so one of the legal placements is found by
throwing a cell and a value until they fit, and only if that takes long by a list of all. Compiled,
an ``i64`` is a register instead of an object; numbers in lists stay small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import Dice
from gipf_meta_zatre.board import CELLS, DOUBLING, RIGHT, SIZE, UP
from gipf_meta_zatre.grid import FIT, LEAST, MOST, sums_made
from gipf_meta_zatre.rules import DRAWN, Rules
from gipf_meta_zatre.sheet import POINTS, ROWS, Sheet
from gipf_meta_zatre.state import DRAW, PLACE, STUCK, VALUES, Move, State

if TYPE_CHECKING:
    from mypy_extensions import i64

_IS_CELL: Final = [cell in CELLS for cell in range(SIZE)]
_SUMS: Final = 2 * MOST + 1
#: ``FIT`` in one list: across, down; then once more as it is on doubling cells
_FIT: Final = [values for by_cell in FIT for by_run in by_cell for values in by_run]
_DOUBLING: Final = [_SUMS * _SUMS if cell in DOUBLING else 0 for cell in range(SIZE)]
"""Where in ``_FIT`` the rule of doubling cells begins, if it holds on a cell."""
_TRIES: Final = 24
"""So often a placement is thrown before all of them are listed."""
_HAND_BITS: Final = 8
_HAND_MASK: Final = 255


def _made(across: int, down: int, value: int) -> int:
    """How many tens, elevens and twelves *value* makes with two runs, in two bits each."""
    return sum(1 << 2 * (made - LEAST) for made in sums_made(across, down, value))


#: by across, down and value
_MADE: Final = [
    _made(across, down, value)
    for across in range(_SUMS)
    for down in range(_SUMS)
    for value in range(8)
]
#: by a mask of values: how many they are; and, at eight times the mask, each of them
_MANY: Final = [mask.bit_count() for mask in range(128)]
_EACH: Final = [
    value
    for mask in range(128)
    for value in [*[bit for bit in range(8) if mask >> bit & 1], *[0] * 8][:8]
]


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

    *log*, where there is one, keeps the draws and decisions. *runs* has the sums of the runs beside
    each empty cell as one number, ``across * _SUMS + down``. *open_cells* are the cells that some
    value fits, but for the rule of doubling cells, and *place_of* says where among them each cell
    stands, or -1. *bag* and *hands* are the tiles, packed.
    """

    def __init__(self, rules: Rules, state: State, log: list[Move] | None = None) -> None:
        self.log: Final = log
        self.topup: Final = rules.topup
        self.bag_short: Final = rules.bag_short
        self.extra_rows: Final = rules.extra_rows
        self.board: Final[list[int]] = list(state.grid.board)
        self.runs: Final = [0] * SIZE
        self.open_cells: Final[list[int]] = []
        self.place_of: Final = [-1] * SIZE
        for cell in CELLS:
            if not self.board[cell]:
                self.widen(cell, state.grid.across[cell] * _SUMS + state.grid.down[cell])
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
            number: i64 = self.throw(values, False, dice)
            is_exceptional = number < 0
            if is_exceptional:
                number = self.throw(values, True, dice)
                if number < 0:
                    break
            cell: i64 = number >> 3
            value: i64 = number & 7
            if self.log is not None:
                self.log.append(Move(PLACE, self.player, value, cell, is_exceptional))
            made: i64 = _MADE[8 * self.runs[cell] + value]
            tens += made & 3
            elevens += made >> 2 & 3
            twelves += made >> 4
            if not is_exceptional and _DOUBLING[cell]:
                crosses += 1
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

    def has_room(self, hand: i64) -> bool:
        """Whether a tile of a packed *hand* fits a cell by some rule."""
        values: i64 = _values_in(hand)
        return any(_FIT[self.runs[cell]] & values for cell in self.open_cells)

    def throw(self, values: i64, loosely: bool, dice: Dice) -> i64:
        """One of the placements of *values* that are legal, each as likely as the other: 8 times
        the cell, and the value. It is -1 if none is.

        *loosely*: without the rule of doubling cells.
        """
        open_cells, runs = self.open_cells, self.runs
        kinds: i64 = _MANY[values]
        many: i64 = len(open_cells) * kinds
        if not many:
            return -1
        tries: i64 = 0
        while tries < _TRIES:
            tries += 1
            number: i64 = dice.below(many)
            cell: i64 = open_cells[number // kinds]
            value: i64 = _EACH[8 * values + number % kinds]
            if _FIT[runs[cell] + (0 if loosely else _DOUBLING[cell])] >> value & 1:
                return 8 * cell + value
        found: list[int] = []
        for one in open_cells:
            fitting: i64 = _FIT[runs[one] + (0 if loosely else _DOUBLING[one])] & values
            if fitting:
                found += [8 * one + each for each in VALUES if fitting >> each & 1]
        return found[dice.below(len(found))] if found else -1

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
        self.close(cell)
        self.join(cell, RIGHT, value, _SUMS)
        self.join(cell, UP, value, 1)

    def join(self, cell: i64, step: i64, value: i64, unit: i64) -> None:
        """Updates the runs at both ends of the line through *cell* along *step*, whose sum is told
        in so many *unit*."""
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
            self.widen(before, (value + run_after) * unit)
        if _IS_CELL[after]:
            self.widen(after, (value + run_before) * unit)

    def widen(self, cell: i64, more: i64) -> None:
        """Adds *more* to the runs beside the empty *cell*."""
        runs: i64 = self.runs[cell] + more
        self.runs[cell] = runs
        if not _FIT[runs]:
            self.close(cell)
        elif self.place_of[cell] < 0:
            self.place_of[cell] = len(self.open_cells)
            self.open_cells.append(cell)

    def close(self, cell: i64) -> None:
        """Takes *cell* out of the open cells, if it is one; the last one takes its place."""
        place = self.place_of[cell]
        if place < 0:
            return
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
                (self.topup and _count_tiles(hand) == 1) or not self.has_room(hand)
            ):
                pending = 1
            if hand or pending:
                self.player = player
                self.pending = pending
                return True

    def can_anybody_place(self) -> bool:
        """Whether somebody holds a tile that can be placed."""
        return any(hand and self.has_room(hand) for hand in self.hands)

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
