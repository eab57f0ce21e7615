# mypyc: compile
"""Dice for playouts: a small generator of random numbers that compiles to machine words.

``random.Random`` draws for matches and searches. A playout needs a hundred numbers and lasts
microseconds: drawing them there would take most of its time. So a playout draws one number from
``random.Random``, the seed of its ``Dice``. The same seed throws the same numbers, compiled and
interpreted.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_FACTOR: Final = 698769069
_WORD: Final = 0xFFFFFFFF


class Dice:
    """A multiply-with-carry generator on 32 bits; its state stays a positive word of 63 bits."""

    __slots__ = ("_state",)

    def __init__(self, rng: Random) -> None:
        self._state: i64 = rng.getrandbits(60) | 1

    def below(self, count: i64) -> i64:
        """One of 0, 1, … *count* - 1, each as likely as the other. *count* is at most 2**30."""
        state: i64 = self._state
        state = (state & _WORD) * _FACTOR + (state >> 32)
        self._state = state
        return ((state & _WORD) * count) >> 32
