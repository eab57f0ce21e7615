# mypyc: compile
"""Sets of up to 63 places as machine words: bit *n* for place *n*.

Compiled, an ``i64`` is a register instead of an object: for playouts, and for boards of searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64


def bit_count(mask: i64) -> i64:
    """Returns the number of set bits."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56 & 127


def few_bits(mask: i64) -> i64:
    """Returns the number of set bits, sooner than ``bit_count`` where they are few."""
    many: i64 = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many


def bit_index(bit: i64) -> i64:
    """Returns the number of the only set bit of *bit*."""
    return bit_count(bit - 1)


def nth_bit(mask: i64, number: i64) -> i64:
    """Returns a set bit of *mask*: the lowest for 0, the next for 1, …"""
    while number:
        mask &= mask - 1
        number -= 1
    return mask & -mask


def connected_in(mask: i64, start: i64, up: i64) -> i64:
    """Returns the part of *mask* that is connected with *start*, *start* included.

    The six places around one are 1, *up* and *up* + 1 bits away, upwards and downwards.
    """
    while True:
        right: i64 = start | start << 1
        left: i64 = start | start >> 1
        grown: i64 = (right | right << up | left | left >> up) & mask
        if grown == start:
            return grown
        start = grown
