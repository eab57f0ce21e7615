# mypyc: compile
"""Dice for playouts: a small generator of random numbers that compiles to machine words.

``random.Random`` draws for matches and searches. Inside a playout, which needs a hundred numbers
and lasts microseconds, asking it would take most of the time; so a playout asks it once, for a
seed. Compiled and interpreted, the same seed throws the same numbers.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_FACTOR: Final = 698769069
_WORD: Final = 0xFFFFFFFF


class Dice:
    """Multiply-with-carry on 32 bits, whose state never leaves the positive 63 bits of a word."""

    __slots__ = ("_state",)

    def __init__(self, rng: Random) -> None:
        self._state: i64 = rng.getrandbits(60) | 1

    def below(self, count: i64) -> i64:
        """One of 0, 1, … *count* - 1, each as likely as the other. *count* is at most 2**30."""
        state: i64 = self._state
        state = (state & _WORD) * _FACTOR + (state >> 32)
        self._state = state
        return ((state & _WORD) * count) >> 32
