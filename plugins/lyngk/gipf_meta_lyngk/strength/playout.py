# mypyc: compile
"""Random playouts of LYNGK: on a board of machine words where no claim can take an obstacle."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import UTILITIES, Dice, height, top
from gipf_meta_lyngk.board import POINTS
from gipf_meta_lyngk.rules import FIVE, Rules
from gipf_meta_lyngk.state import BLACK, COUNTS, DRAWING, PIECES, PLAYING, WHITE, State
from gipf_meta_lyngk.strength.random_board import NOBODY, STOPPED, RandomBoard

if TYPE_CHECKING:
    from mypy_extensions import i64

_BAG: Final = [piece for piece in PIECES for _each in range(COUNTS[piece])]
"""All pieces that luck puts on the board."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random and returns each seat's result: 1 won, -1 lost, 0 drawn.

    ``Rules`` plays the turns while there are obstacles that a claim would take.
    """
    dice = Dice(rng)
    if state.phase == DRAWING:
        state = _drawn(state, dice)
    while state.ending is None:
        if _may_take_obstacles(rules, state):
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[dice.below(len(moves))])
            continue
        board = RandomBoard(rules, state)
        result = board.finish(dice)
        if result != STOPPED:
            return UTILITIES[result]
        state = board.state()
    return UTILITIES[state.ending.winners[0] if state.ending.winners else NOBODY]


def _drawn(state: State, dice: Dice) -> State:
    """The full board after luck has drawn the remaining pieces, all equally likely."""
    stacks = list(state.stacks)
    bag = list(_BAG)
    for piece in stacks:
        if piece:
            bag.remove(piece)
    left: i64 = len(bag)
    for point in POINTS:
        if not stacks[point]:
            at: i64 = dice.below(left)
            left -= 1
            stacks[point] = bag[at]
            bag[at] = bag[left]
    return State(tuple(stacks), state.claims, state.taken, PLAYING, WHITE, state.number)


def _may_take_obstacles(rules: Rules, state: State) -> bool:
    """Whether a claim of either could take a stack of five off the board (§9)."""
    if not rules.takes_obstacles or not (state.may_claim(WHITE) or state.may_claim(BLACK)):
        return False
    neutral = state.unclaimed
    return any(height(stack) == FIVE and top(stack) in neutral for stack in state.stacks)
