# mypyc: compile
"""A game of Zatre that goes on at random, on a board that changes.

The cells that some value fits are few against all cells, so one of the legal placements is found by
throwing a cell and a value until they fit, and only if that takes long by a list of all. An empty
cell holds the runs on its four sides, so a tile updates the two ends of each of its lines at once.
Compiled, an attribute that is an ``i64`` is a word of memory; a number in a list is an object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import Dice
from gipf_meta_zatre.board import CELLS, CENTRE, DOUBLING, RIGHT, SIZE, UP
from gipf_meta_zatre.grid import FIT, MOST
from gipf_meta_zatre.rules import DRAWN, Rules
from gipf_meta_zatre.sheet import ROWS, bonus, count_sums
from gipf_meta_zatre.state import DRAW, LETTERS, PLACE, STUCK, VALUES, Move, State

if TYPE_CHECKING:
    from mypy_extensions import i64

_SUMS: Final = 2 * MOST + 1
#: the values that fit a cell, by what its row and its column come to: ``across * _SUMS + down``
_LOOSELY: Final = bytes([values for row in FIT[0] for values in row])
#: the same by the rule of doubling cells
_DOUBLING: Final = bytes([values for row in FIT[1] for values in row])
_ALL_VALUES: Final = sum(1 << value for value in VALUES)
_TRIES: Final = 24
"""The number of throws for a placement before all placements are listed."""

_LENGTH: Final = 16
"""A run is one number: the sum of its tiles, and for each of them 16."""
_LENGTH_BITS: Final = 4
_SUM_MASK: Final = 15

_HAND_BITS: Final = 8
_HAND_MASK: Final = 255
_HIGHEST: Final = 0x808080808080
_BELOW_HIGHEST: Final = 0x7F7F7F7F7F7F
#: a tile of each value in packed tiles; compiled, a literal is shifted as 32 bits
_TILE: Final = [0, *[1 << _HAND_BITS * (value - 1) for value in VALUES]]
#: by a mask of values: how many they are; and, at eight times the mask, each of them, then zeros
_MANY: Final = bytes([mask.bit_count() for mask in range(128)])
_EACH: Final = bytes(
    [
        value
        for mask in range(128)
        for value in [*[bit for bit in range(8) if mask >> bit & 1], *[0] * 8][:8]
    ]
)
_BONUSES: Final = bytes([bonus(row + 1) for row in range(ROWS)])


def can_follow(rules: Rules, state: State) -> bool:
    """Whether a ``Course`` can play on from *state*: without the options that ask a player or look
    at more than one tile, and neither in a lottery nor in an opening that may earn a cross."""
    return not (
        rules.by_turn
        or rules.needs_foreign
        or rules.teams
        or rules.optional_draw
        or (rules.centre_cross and state.number == 1)
        or state.lots
        or state.starting
        or state.ending
    )


class _Cell:
    """A place of the board, or of its margin (*exists* is false).

    *value* is the tile on it, 0 for none; *across* and *down* are the lines that it made. An empty
    cell has the runs beside it: *left*, *right*, *below* and *above*; *loosely* are the values that
    fit it but for the rule of doubling cells, *fitting* those that fit it, both as masks with bit v
    for value v. *place* says where it stands among the open cells, or is -1.
    """

    def __init__(self, number: int) -> None:
        self.number: i64 = number
        self.exists: Final = number in CELLS
        self.doubles = number in DOUBLING
        self.clear()

    def clear(self) -> None:
        """Takes the tile from it, and those beside it."""
        self.value: i64 = 0
        self.across: i64 = 0
        self.down: i64 = 0
        self.left: i64 = 0
        self.right: i64 = 0
        self.below: i64 = 0
        self.above: i64 = 0
        self.loosely: i64 = 0
        self.fitting: i64 = 0
        self.place: i64 = -1


class _Row:
    """A row of a sheet: the *points* of its entries."""

    def __init__(self) -> None:
        self.points: i64 = 0


class _Side:
    """A player: the tiles in his *hand*, packed; how many entries and crosses his columns have, and
    the *rows* of his sheet (§6.2)."""

    def __init__(self) -> None:
        self.rows: Final = [_Row() for _ in range(ROWS)]
        self.clear()

    def clear(self) -> None:
        """Leaves the hand and the sheet empty."""
        self.hand: i64 = 0
        self.tens: i64 = 0
        self.elevens: i64 = 0
        self.twelves: i64 = 0
        self.crosses: i64 = 0
        for row in self.rows:
            row.points = 0

    def write(self, row: i64, points: i64) -> None:
        """Enters *points* in *row*, counted from 0."""
        while len(self.rows) <= row:
            self.rows.append(_Row())
        self.rows[row].points += points

    def total(self, beyond: i64) -> i64:
        """The sum of all rows (§6.5); *beyond* is the bonus of rows without a printed one."""
        full = self.tens
        if self.elevens < full:
            full = self.elevens
        if self.twelves < full:
            full = self.twelves
        total: i64 = 0
        number: i64 = 0
        while number < len(self.rows):
            worth = self.rows[number].points
            if number < full:
                worth += _BONUSES[number] if number < ROWS else beyond
            total += 2 * worth if number < self.crosses else worth
            number += 1
        return total


class Course:
    """A position while it changes, from one turn to the next. It may begin again and again.

    *log*, where there is one, keeps the draws and decisions. The first *opened* of *open_cells* are
    the cells that some value fits, but for the rule of doubling cells. *bag* are the tiles in it,
    packed.
    """

    def __init__(self) -> None:
        self.log: list[Move] | None = None
        self.topup = False
        self.bag_short = False
        self.per_tile = True
        self.most_rows: i64 = 0
        self.beyond: i64 = 0
        self.cells: Final = [_Cell(number) for number in range(SIZE)]
        self.open_cells: Final = [*self.cells]
        self.opened: i64 = 0
        self.sides: Final = [_Side() for _ in LETTERS]
        self.players: i64 = 0
        self.player: i64 = 0
        self.pending: i64 = 0
        self.left: i64 = 0
        self.bag: i64 = 0
        # of the turn so far
        self.placed: list[_Cell] = []
        self.tens: i64 = 0
        self.elevens: i64 = 0
        self.twelves: i64 = 0
        self.crosses: i64 = 0

    def begin(self, rules: Rules, state: State, log: list[Move] | None = None) -> None:
        """Sets the course to *state*, from which it ``can_follow``."""
        self.log = log
        self.topup = rules.topup
        self.bag_short = rules.bag_short
        self.per_tile = rules.per_tile
        self.most_rows = ROWS if rules.extra_rows == "lost" else 1000
        self.beyond = bonus(ROWS + 1, rules.extra_rows)
        self.set_tiles(state.grid.board)
        self.players = len(state.hands)
        for player, sheet in enumerate(state.sheets):
            side = self.sides[player]
            side.clear()
            side.hand = sum([1 << _HAND_BITS * (value - 1) for value in state.hands[player]])
            side.crosses = sheet.crosses
            side.tens = len(sheet.tens)
            side.elevens = len(sheet.elevens)
            side.twelves = len(sheet.twelves)
            for column in (sheet.tens, sheet.elevens, sheet.twelves):
                for row, points in enumerate(column):
                    side.write(row, points)
        self.player = state.player
        self.pending = len(state.pending)
        self.left = state.left
        self.bag = 0
        for value in VALUES:
            self.bag |= state.bag[value - 1] << _HAND_BITS * (value - 1)
        self.placed = [self.cells[tile.cell] for tile in state.placed]
        sums, self.crosses = rules.score_turn(state) if state.placed else ((), 0)
        if self.per_tile:
            self.tens, self.elevens, self.twelves = count_sums(sums)

    def set_tiles(self, board: bytes) -> None:
        """Sets the tiles on the board to those of *board*, and no others."""
        cells = self.cells
        self.opened = 0
        for number in CELLS:
            cells[number].clear()
        if board == bytes(SIZE):
            centre = cells[CENTRE]
            # in the beginning its rule does not hold, and no cross is earned (§5, §6.4)
            centre.doubles = False
            centre.loosely = centre.fitting = _ALL_VALUES
            self.open(centre)
            return
        cells[CENTRE].doubles = True
        for cell in cells:
            if board[cell.number]:
                self.put(cell, board[cell.number])

    def play_on(self, dice: Dice) -> list[int]:
        """Plays to the end: the scores, leftover tiles deducted (§7)."""
        while True:
            self.play_turn(dice)
            if not self.begin_next_turn():
                return self.scores()

    # ---- a turn (§4, §5, §6) ---------------------------------------------------------------------

    def play_turn(self, dice: Dice) -> None:
        """Makes all draws and all placements of a turn, and writes its score."""
        side = self.sides[self.player]
        hand: i64 = side.hand
        while self.pending:
            hand += self.draw(dice)
            self.pending -= 1
        before = hand
        while hand:
            values: i64 = _values_in(hand)
            number: i64 = self.throw(values, False, dice)
            is_exceptional = number < 0
            if is_exceptional:
                number = self.throw(values, True, dice)
                if number < 0:
                    break
            cell = self.cells[number >> 3]
            value: i64 = number & 7
            if self.log is not None:
                self.log.append(Move(PLACE, self.player, value, cell.number, is_exceptional))
            self.put(cell, value)
            if cell.doubles and not is_exceptional:
                self.crosses += 1
            if self.per_tile:
                self.count(cell.across)
                self.count(cell.down)
            else:
                self.placed.append(cell)
            hand -= _TILE[value]
        if self.log is not None and hand == before and not self.placed:
            self.log.append(Move(STUCK, self.player))
        side.hand = hand
        if not self.per_tile:
            self.count_lines()
        self.write(side)

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
        tile: i64 = 1
        tile <<= shift
        self.bag -= tile
        self.left -= 1
        if self.log is not None:
            self.log.append(Move(DRAW, self.player, shift // _HAND_BITS + 1))
        return tile

    def has_room(self, hand: i64) -> bool:
        """Whether a tile of a packed *hand* fits a cell by some rule."""
        values: i64 = _values_in(hand)
        at: i64 = 0
        while at < self.opened:
            if self.open_cells[at].loosely & values:
                return True
            at += 1
        return False

    def throw(self, values: i64, loosely: bool, dice: Dice) -> i64:
        """One of the placements of *values* that are legal, each as likely as the other: 8 times
        the cell, and the value. It is -1 if none is.

        *loosely*: without the rule of doubling cells.
        """
        open_cells = self.open_cells
        many = self.opened
        if not many:
            return -1
        kinds: i64 = _MANY[values]
        tries: i64 = 0
        while tries < _TRIES:
            tries += 1
            cell = open_cells[dice.below(many)]
            fitting: i64 = (cell.loosely if loosely else cell.fitting) & values
            if fitting:
                # a cell that fewer of them fit is taken less often
                value: i64 = _EACH[8 * fitting + dice.below(kinds)]
                if value:
                    return 8 * cell.number + value
        found: list[int] = []
        for cell in open_cells[:many]:
            fitting = (cell.loosely if loosely else cell.fitting) & values
            if fitting:
                found += [8 * cell.number + each for each in VALUES if fitting >> each & 1]
        return found[dice.below(len(found))] if found else -1

    def count(self, line: i64) -> None:
        """Counts a line of this turn if it comes to 10, 11 or 12."""
        made: i64 = line & _SUM_MASK
        if made == 10:
            self.tens += 1
        elif made == 11:
            self.elevens += 1
        elif made == 12:
            self.twelves += 1

    def count_lines(self) -> None:
        """Counts the lines of this turn as they are at its end, each of them once (§6.1)."""
        seen: list[tuple[int, int]] = []
        for cell in self.placed:
            for step in (RIGHT, UP):
                at: i64 = cell.number
                while self.cells[at - step].value:
                    at -= step
                if (step, at) in seen:
                    continue
                seen.append((step, at))
                total: i64 = 0
                while self.cells[at].value:
                    total += self.cells[at].value
                    at += step
                self.count(total)

    def write(self, side: _Side) -> None:
        """Writes the turn on the mover's sheet (§6.2), and forgets it."""
        most = self.most_rows
        if self.tens and side.tens < most:
            side.write(side.tens, self.tens)
            side.tens += 1
        if self.elevens and side.elevens < most:
            side.write(side.elevens, 2 * self.elevens)
            side.elevens += 1
        if self.twelves and side.twelves < most:
            side.write(side.twelves, 4 * self.twelves)
            side.twelves += 1
        side.crosses += self.crosses
        if side.crosses > most:
            side.crosses = most
        self.tens = self.elevens = self.twelves = self.crosses = 0
        self.placed.clear()

    # ---- the board (§5) --------------------------------------------------------------------------

    def put(self, cell: _Cell, value: i64) -> None:
        """Puts a tile of *value* on *cell*, where it fits."""
        cells = self.cells
        self.close(cell)
        cell.value = value
        number = cell.number
        across: i64 = cell.left + cell.right + _LENGTH + value
        cell.across = across
        end = cells[number - RIGHT * (1 + (cell.left >> _LENGTH_BITS))]
        end.right = across
        self.refit(end)
        end = cells[number + RIGHT * (1 + (cell.right >> _LENGTH_BITS))]
        end.left = across
        self.refit(end)
        down: i64 = cell.below + cell.above + _LENGTH + value
        cell.down = down
        end = cells[number - UP * (1 + (cell.below >> _LENGTH_BITS))]
        end.above = down
        self.refit(end)
        end = cells[number + UP * (1 + (cell.above >> _LENGTH_BITS))]
        end.below = down
        self.refit(end)

    def refit(self, cell: _Cell) -> None:
        """Brings the values that fit the empty *cell* up to date."""
        if not cell.exists:
            return
        across: i64 = (cell.left & _SUM_MASK) + (cell.right & _SUM_MASK)
        down: i64 = (cell.below & _SUM_MASK) + (cell.above & _SUM_MASK)
        runs: i64 = across * _SUMS + down
        loosely: i64 = _LOOSELY[runs]
        cell.loosely = loosely
        cell.fitting = _DOUBLING[runs] if cell.doubles else loosely
        if not loosely:
            self.close(cell)
        elif cell.place < 0:
            self.open(cell)

    def open(self, cell: _Cell) -> None:
        """Adds *cell* to the open cells."""
        cell.place = self.opened
        self.open_cells[cell.place] = cell
        self.opened += 1

    def close(self, cell: _Cell) -> None:
        """Takes *cell* out of the open cells, if it is one; the last one takes its place."""
        place = cell.place
        if place < 0:
            return
        self.opened -= 1
        last = self.open_cells[self.opened]
        self.open_cells[place] = last
        last.place = place
        cell.place = -1

    # ---- between turns (§4, §7) ------------------------------------------------------------------

    def begin_next_turn(self) -> bool:
        """Begins the turn of the next player who can do something; ``False``: the game is over."""
        player: i64 = self.player
        while True:
            if not self.left and not self.can_anybody_place():
                return False
            player = player + 1 if player + 1 < self.players else 0
            hand: i64 = self.sides[player].hand
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
        """Whether any player holds a tile that can be placed."""
        player: i64 = 0
        while player < self.players:
            hand = self.sides[player].hand
            if hand and self.has_room(hand):
                return True
            player += 1
        return False

    def scores(self) -> list[int]:
        """The scores of all players as they are now, the tiles in their hands deducted."""
        sides = self.sides[: self.players]
        return [side.total(self.beyond) - _pips(side.hand) for side in sides]


def _values_in(hand: i64) -> i64:
    """The values in a packed *hand*, as a mask with bit v for value v."""
    # adding 127 sets the highest bit of every count but 0; these six are brought together
    ones: i64 = (hand + _BELOW_HIGHEST & _HIGHEST) >> 6
    return (ones | ones >> 7 | ones >> 14 | ones >> 21 | ones >> 28 | ones >> 35) & _ALL_VALUES


def _count_tiles(hand: i64) -> i64:
    """The number of tiles in a packed *hand*."""
    many: i64 = 0
    while hand:
        many += hand & _HAND_MASK
        hand >>= _HAND_BITS
    return many


def _pips(hand: i64) -> i64:
    """The pips of the tiles in a packed *hand*."""
    pips: i64 = 0
    value: i64 = 1
    while hand:
        pips += value * (hand & _HAND_MASK)
        value += 1
        hand >>= _HAND_BITS
    return pips
