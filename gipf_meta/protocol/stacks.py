# mypyc: compile
"""Stacks of pieces, and the moves that build them, as whole numbers.

A piece is a number from 1 to 15. A stack is a hexadecimal digit a piece, the lowest piece in the
last digit: ``0x213`` has 3 at the bottom and 2 on top; 0 is no stack. A move is three numbers, its
*kind* and two below 64, mostly the places that a stack comes from and goes to.
"""

from __future__ import annotations

from typing import Final

from gipf_meta.base.compiling import mypyc_attr
from gipf_meta.protocol.frozen_state import FrozenState


def height(stack: int) -> int:
    """Returns how many pieces a stack has."""
    return stack.bit_length() + 3 >> 2


def top(stack: int) -> int:
    """Returns the topmost piece of a stack; 0 without a stack."""
    return stack >> 4 * height(stack) - 4 if stack > 15 else stack


def pile(below: int, above: int) -> int:
    """Returns the stack *above* put on top of the stack *below*, as it is."""
    return below | above << 4 * height(below)


def pieces(stack: int) -> list[int]:
    """Returns the pieces of a stack from the bottom to the top."""
    found = []
    while stack:
        found.append(stack & 15)
        stack >>= 4
    return found


def stack_text(stack: int, letters: str) -> str:
    """Returns the pieces of a stack from the bottom to the top, each as its letter: piece *n* is
    letter *n* of *letters*, which begin with one that stands for none."""
    return "".join([letters[piece] for piece in pieces(stack)])


def read_stack(text: str, letters: str) -> int:
    """Returns the stack of that *text*, the inverse of ``stack_text``. Raises ``ValueError`` for a
    letter that is none of *letters*."""
    stack = 0
    for letter in reversed(text):
        stack = stack << 4 | letters.index(letter)
    return stack


def occupied_by(stacks: tuple[int, ...]) -> int:
    """Returns the set of the places that have a stack, bit *n* for place *n* of *stacks*."""
    found = 0
    for place, stack in enumerate(stacks):
        if stack:
            found |= 1 << place
    return found


# -- moves -------------------------------------------------------------------------------------


def move_of(kind: int, first: int, second: int) -> int:
    """Returns a move as one integer; *first* and *second* are below 64."""
    return kind << 12 | first << 6 | second


def kind_of(move: int) -> int:
    """Returns the kind of a move."""
    return move >> 12


def origin_of(move: int) -> int:
    """Returns the place that the stack of a move comes from, the first of its two numbers."""
    return move >> 6 & 63


def target_of(move: int) -> int:
    """Returns the place that a move leads to, the second of its two numbers."""
    return move & 63


# -- positions ---------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class StackState(FrozenState):
    """A position that has the stack on each place, in *stacks*.

    *seat* decides, or would be next, in turn *number*, from 1; *phase* is a number of the game's.
    A class that adds attributes lists all in ``fields``.
    """

    __slots__ = ("number", "phase", "seat", "stacks")

    def __init__(self, stacks: tuple[int, ...], phase: int, seat: int, number: int) -> None:
        self.stacks: Final = stacks
        self.phase: Final = phase
        self.seat: Final = seat
        self.number: Final = number

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(turn {self.number} of seat {self.seat}, phase {self.phase},"
            f" {occupied_by(self.stacks).bit_count()} stacks)"
        )

    def fields(self) -> tuple[object, ...]:
        """Returns the values of all attributes, in the order of the constructor."""
        return self.stacks, self.phase, self.seat, self.number
