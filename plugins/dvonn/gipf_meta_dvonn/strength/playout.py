# mypyc: compile
"""Random playouts of DVONN, in machine words.

Compiled, an ``i64`` is a register instead of an object. A left shift may lose bits beyond the
board (compiled) or keep them (interpreted), so a mask of spaces follows every shift.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import Dice, bit_count, bit_index, connected_in, height, nth_bit
from gipf_meta_dvonn.board import (
    BITS,
    INNER,
    LONGEST,
    ROW,
    SPACES,
    STEPS,
    WAYS,
    column_of,
    is_space,
    row_of,
    space_at,
)
from gipf_meta_dvonn.rules import Rules, pieces_left
from gipf_meta_dvonn.state import BLACK, DRAWING, OVER, RED, STACKING, WHITE, State

if TYPE_CHECKING:
    from mypy_extensions import i64

_RESULTS: Final[tuple[tuple[float, ...], ...]] = ((0.0, 0.0), (1.0, -1.0), (-1.0, 1.0))
_TRIES: Final = 12
"""The number of random stacks and directions that are tried before all moves are listed."""


def _landing(space: int, far: int, way: int) -> int:
    """The space *far* spaces from *space* in the direction *way*; -1 off the board."""
    column, row = column_of(space) + far * WAYS[way][0], row_of(space) + far * WAYS[way][1]
    on_board = is_space(column_of(space), row_of(space)) and is_space(column, row)
    return space_at(column, row) if far and on_board else -1


#: where a stack lands, by its height, its space and its direction: (height * 64 + space) * 6 + way
LANDINGS: Final = tuple(
    _landing(space, far, way) if space < BITS else -1
    for far in range(LONGEST + 1)
    for space in range(64)
    for way in range(len(STEPS))
)


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random and returns each seat's result: 1 won, -1 lost, 0 drawn."""
    dice = Dice(rng)
    while state.phase == DRAWING:
        state = _draw(rules, state, dice)
    heights = [height(stack) for stack in state.stacks]
    white: i64 = state.white
    black: i64 = state.black
    dvonn: i64 = state.dvonn
    seat: i64 = state.seat
    if state.phase < STACKING:
        white, black, dvonn = _fill(state, heights, dice)
        seat = 0
    if state.phase != OVER:
        white, black = _stack(heights, white, black, dvonn, seat, dice)
    ahead: i64 = sum_over(heights, white) - sum_over(heights, black)
    return _RESULTS[0 if ahead == 0 else 1 if ahead > 0 else 2]


def _draw(rules: Rules, state: State, dice: Dice) -> State:
    """Returns the state after one draw of luck while it sets the board up, by the weights of the
    draws."""
    draws = rules.draws(state)
    left = dice.below(sum([weight for _move, weight in draws]))
    for move, weight in draws:
        left -= weight
        if left < 0:
            return rules.apply(state, move)
    raise ValueError("luck has nothing to draw")


def _fill(state: State, heights: list[int], dice: Dice) -> tuple[i64, i64, i64]:
    """Puts the pieces in hand on random vacant spaces; returns the sets of white, black and DVONN
    pieces.

    The order of the turns makes no difference to where they lie.
    """
    masks: list[i64] = [0, state.white, state.black, state.dvonn]
    taken: i64 = state.occupied
    vacant = [space for space in SPACES if not taken >> space & 1]
    left = pieces_left(state)
    last: i64 = len(vacant) - 1
    for piece in (WHITE, BLACK, RED):
        for _each in range(left[piece]):
            at: i64 = dice.below(last + 1)
            space: i64 = vacant[at]
            vacant[at] = vacant[last]
            last -= 1
            bit: i64 = 1
            bit <<= space
            masks[piece] |= bit
            heights[space] = 1
    return masks[WHITE], masks[BLACK], masks[RED]


def _stack(
    heights: list[int], white: i64, black: i64, dvonn: i64, seat: i64, dice: Dice
) -> tuple[i64, i64]:
    """Moves stacks at random until nobody can; returns the sets of stacks of White and of Black.

    *heights* has the height on each space and is changed.
    """
    own: i64 = black if seat else white
    theirs: i64 = white if seat else black
    passed = False
    while True:
        occupied: i64 = own | theirs | dvonn
        move: i64 = _choose(heights, own & ~surrounded(occupied), occupied, dice)
        if move < 0:
            if passed:
                return (theirs, own) if seat else (own, theirs)
            passed = True
        else:
            passed = False
            origin: i64 = move >> 6
            target: i64 = move & 63
            start: i64 = 1
            start <<= origin
            end: i64 = 1
            end <<= target
            heights[target] += heights[origin]
            own = own & ~start | end
            theirs &= ~end
            if dvonn & start:
                dvonn = dvonn & ~start | end
            occupied &= ~start
            held: i64 = connected_in(occupied, dvonn, ROW)
            own &= held
            theirs &= held
        own, theirs = theirs, own
        seat = 1 - seat


def _choose(heights: list[int], movers: i64, occupied: i64, dice: Dice) -> i64:
    """One random move of the stacks on *movers*, all equally likely, as ``origin << 6 | target``;
    -1 without one.

    Random stacks and directions are tried first: most often that is quicker than to list all
    moves.
    """
    many: i64 = bit_count(movers)
    if not many:
        return -1
    tries: i64 = _TRIES
    space: i64
    far: i64
    to: i64
    while tries:
        number: i64 = dice.below(many * 6)
        space = bit_index(nth_bit(movers, number // 6))
        far = heights[space]
        if far <= LONGEST:
            to = LANDINGS[(far * 64 + space) * 6 + number % 6]
            if to >= 0 and occupied >> to & 1:
                return space << 6 | to
        tries -= 1
    moves: list[int] = []
    while movers:
        low: i64 = movers & -movers
        movers ^= low
        space = bit_index(low)
        far = heights[space]
        if far <= LONGEST:
            at: i64 = (far * 64 + space) * 6
            way: i64 = 0
            while way < 6:
                to = LANDINGS[at + way]
                if to >= 0 and occupied >> to & 1:
                    moves.append(space << 6 | to)
                way += 1
    return moves[dice.below(len(moves))] if moves else -1


def sum_over(values: list[int], own: i64) -> i64:
    """The sum of *values* over the spaces in *own*; of heights, the score of these stacks (§5)."""
    total: i64 = 0
    while own:
        low: i64 = own & -own
        own ^= low
        total += values[bit_index(low)]
    return total


def surrounded(occupied: i64) -> i64:
    """The spaces with six occupied neighbours, as ``board.surrounded``, in machine words."""
    inner: i64 = INNER
    return (
        inner & occupied >> 1 & occupied >> ROW & occupied >> ROW + 1
        & occupied << 1 & occupied << ROW & occupied << ROW + 1
    )  # fmt: skip
