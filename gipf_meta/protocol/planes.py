# mypyc: compile
"""Sets of numbers, and planes of bits, as whole numbers: for games that are ``Numbered``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_FIRST: Final = [(1 << count) - 1 for count in range(512)]
"""The first bits of each count up to the largest plane that a board needs: looked up in no time."""


def set_of_numbers(numbers: Iterable[int], count: int) -> int:
    """The set of *numbers*, all below *count*: bit *n* for number *n*."""
    found = bytearray(count + 7 >> 3)
    for number in numbers:
        found[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(found, "little")


def numbers_of_set(numbers: int) -> list[int]:
    """The numbers in a set, upwards: the inverse of ``set_of_numbers``."""
    found: list[int] = []
    at = 0
    for byte in numbers.to_bytes(numbers.bit_length() + 7 >> 3, "little"):
        while byte:
            low = byte & -byte
            found.append(at + low.bit_length() - 1)
            byte ^= low
        at += 8
    return found


def first_bits(count: int, places: int) -> int:
    """A count as a plane: its first *count* of so many *places*; all if it has more."""
    number = min(count, places)
    return _FIRST[number] if number < len(_FIRST) else (1 << number) - 1


def pack_planes(planes: Sequence[int], places: int) -> int:
    """The *planes*, sets of *places* each, one behind the other as one observation."""
    packed, shift = 0, 0
    for at in range(len(planes) - 1, -1, -1):
        shift += places
        if planes[at]:  # many are empty
            packed = packed << shift | planes[at]
            shift = 0
    return packed << shift
