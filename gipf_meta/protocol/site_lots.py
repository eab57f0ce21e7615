"""The lots of boardspace.net, which its files tell by a number, their key.

The site has its own copy of ``java.util.Random``, whose numbers are the same for ever. The
published parts of its programs show how it draws by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

_Piece = TypeVar("_Piece")

_KEY: Final = re.compile(r"-?[0-9]{1,19}")
_MULTIPLIER: Final = 0x5DEECE66D
_ADDEND: Final = 0xB
_MASK: Final = (1 << 48) - 1


def site_shuffled(
    pieces: Sequence[_Piece], key: str, rounds: int, *, is_old: bool = False
) -> list[_Piece]:
    """*pieces* as the lot with that *key*, a whole number, leaves them.

    In each of *rounds* each piece in turn changes places with one that is drawn. *is_old*: as
    numbers were taken from the generator in the site's first years. Raises ``ValueError`` for
    what is no key.
    """
    if not _KEY.fullmatch(key):
        raise ValueError(key)
    numbers = _Numbers(int(key))
    draw = numbers.old_below if is_old else numbers.below
    shuffled = list(pieces)
    for _round in range(rounds):
        for here in range(len(shuffled)):
            there = draw(len(shuffled))
            shuffled[here], shuffled[there] = shuffled[there], shuffled[here]
    return shuffled


class _Numbers:
    """The numbers of ``java.util.Random`` from one *key*."""

    def __init__(self, key: int) -> None:
        self.state = (key ^ _MULTIPLIER) & _MASK

    def _bits(self, count: int) -> int:
        """The next number of *count* bits."""
        self.state = (self.state * _MULTIPLIER + _ADDEND) & _MASK
        return self.state >> 48 - count

    def below(self, count: int) -> int:
        """A number from 0 that is less than *count*, each as likely as another."""
        bits = self._bits(31)
        if count & -count == count:
            return bits * count >> 31
        while bits - bits % count + count > 1 << 31:
            bits = self._bits(31)
        return bits % count

    def old_below(self, count: int) -> int:
        """A number from 0 that is less than *count*, almost as likely as another."""
        bits = self._bits(32)
        return (min(bits, (1 << 32) - bits) % (1 << 31)) % count
