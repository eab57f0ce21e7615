# mypyc: compile
"""A game of Zatre finished at random: by ``Course``, or where it cannot follow turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from gipf_meta import Dice
from gipf_meta_zatre.board import CELLS, CENTRE, DOUBLING, RIGHT, SIZE, UP
from gipf_meta_zatre.course import Course, can_follow
from gipf_meta_zatre.grid import FIT, Grid, join, sums_made
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.state import VALUES, State, Tile

_IS_CELL: Final = tuple(cell in CELLS for cell in range(SIZE))
_IS_DOUBLING: Final = tuple(cell in DOUBLING for cell in range(SIZE))


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for all players of the best sides, -1 for the others.

    ``Rules`` makes the steps of lotteries and of optional draws, and all placements where doubling
    cells are checked by the turn or own tiles are no contact.
    """
    random = rng.random
    board: _Board | None = None
    simple = not rules.by_turn and not rules.needs_foreign
    while state.ending is None:
        if state.stuck:
            state = rules.end_turn(state)
        elif state.lots or state.starting or (state.pending and not state.asked and not simple):
            state = _draw_by_luck(rules, state, random)
        elif can_follow(rules, state):
            scores = Course(rules, state).play_on(Dice(rng))
            best = max(scores)
            sides = [side for side, score in enumerate(scores) if score == best]
            return _worth(rules, state, sides)
        elif state.asked or not simple:
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[int(random() * len(moves))])
        else:
            if board is None:
                board = _Board(state.grid)
            state = _play_turn(rules, board, state, random)
    return _worth(rules, state, state.ending.sides)


def _worth(rules: Rules, state: State, sides: Sequence[int]) -> tuple[float, ...]:
    """What a game that *sides* have won is worth to every seat."""
    worth = [-1.0] * len(state.seats)
    for player, seat in enumerate(state.seats):
        if rules.side(player) in sides:
            worth[seat] = 1.0
    return tuple(worth)


def _draw_by_luck(rules: Rules, state: State, random: Callable[[], float]) -> State:
    """Lets luck draw one of its outcomes."""
    outcomes = rules.draws(state)
    left = int(random() * sum(weight for _, weight in outcomes))
    for move, weight in outcomes:
        if left < weight:
            return rules.apply(state, move)
        left -= weight
    raise AssertionError("the weights are whole numbers")


def _play_turn(rules: Rules, board: _Board, state: State, random: Callable[[], float]) -> State:
    """Makes all draws and all placements of the turn, and ends the turn."""
    bag = list(state.bag)
    hands = list(state.hands)
    drawn = list(state.drawn)
    left = sum(bag)
    for player in state.pending:
        number = int(random() * left)
        value = 0
        while number >= bag[value]:
            number -= bag[value]
            value += 1
        bag[value] -= 1
        left -= 1
        hands[player] = (*hands[player], VALUES[value])
        drawn.append((player, VALUES[value]))
    hand = list(hands[state.player])
    placed = list(state.placed)
    sums = list(state.sums)
    while hand:
        tile = board.choose_fitting(hand, random)
        if tile is None:
            break
        if rules.per_tile:
            sums += sums_made(board.across[tile.cell], board.down[tile.cell], tile.value)
        board.put(tile.cell, tile.value)
        hand.remove(tile.value)
        placed.append(tile)
    hands[state.player] = tuple(hand)
    return rules.end_turn(
        state.but(
            grid=board.grid(),
            bag=tuple(bag),
            hands=tuple(hands),
            pending=(),
            drawn=tuple(drawn),
            placed=tuple(placed),
            sums=tuple(sums),
        )
    )


class _Board:
    """A ``Grid`` that changes.

    *fits* has a mask for every value, one bit for each cell that it fits; *loose* has the same
    without the rule of doubling cells. *fitting* and *loosely* have the values for every cell.
    """

    def __init__(self, grid: Grid) -> None:
        self.board = bytearray(grid.board)
        self.across = bytearray(grid.across)
        self.down = bytearray(grid.down)
        #: the values that fit each cell, bit v for value v
        self.fitting = bytearray(SIZE)
        self.loosely = bytearray(SIZE)
        self.fits = [0] * (VALUES[-1] + 1)
        self.loose = [0] * (VALUES[-1] + 1)
        if grid.empty:
            for value in VALUES:
                self.fits[value] = 1 << CENTRE
        else:
            for cell in CELLS:
                self._update(cell)

    def grid(self) -> Grid:
        """The grid as it is now."""
        return Grid(bytes(self.board), bytes(self.across), bytes(self.down))

    def put(self, cell: int, value: int) -> None:
        """Puts a tile of *value* on *cell*, where it fits."""
        if not self.loosely[cell]:
            self.fits = [0] * len(self.fits)  # the first one: from now on tiles need contact
        self.board[cell] = value
        left, right = join(self.board, self.across, cell, RIGHT)
        below, above = join(self.board, self.down, cell, UP)
        for changed in (cell, left, right, below, above):
            if _IS_CELL[changed]:
                self._update(changed)

    def _update(self, cell: int) -> None:
        """Brings the values that fit *cell* up to date."""
        fitting = loosely = 0
        across, down = self.across[cell], self.down[cell]
        if not self.board[cell] and (across or down):
            loosely = FIT[0][across][down]
            fitting = FIT[1][across][down] if _IS_DOUBLING[cell] else loosely
        self._toggle(self.fits, self.fitting[cell] ^ fitting, cell)
        self._toggle(self.loose, self.loosely[cell] ^ loosely, cell)
        self.fitting[cell] = fitting
        self.loosely[cell] = loosely

    def _toggle(self, masks: list[int], values: int, cell: int) -> None:
        """Flips the bit of *cell* in the masks of *values*."""
        while values:
            low = values & -values
            masks[low.bit_length() - 1] ^= 1 << cell
            values ^= low

    def choose_fitting(self, hand: list[int], random: Callable[[], float]) -> Tile | None:
        """One of the legal placements, each as likely as the other; ``None`` if *hand* fits nowhere
        (§5)."""
        values = sorted(set(hand))
        for masks in (self.fits, self.loose):
            count = 0
            for value in values:
                count += masks[value].bit_count()
            if count:
                break
        else:
            return None
        number = int(random() * count)
        for value in values:
            mask = masks[value]
            count = mask.bit_count()
            if number < count:
                for _ in range(number):
                    mask &= mask - 1
                return Tile((mask & -mask).bit_length() - 1, value, masks is self.loose)
            number -= count
        return None
