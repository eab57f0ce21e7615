# mypyc: compile
"""Sets of numbers, and planes of bits, as whole numbers: for games that are ``Numbered``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_FIRST: Final = [(1 << count) - 1 for count in range(512)]
"""The first bits of each count up to the largest plane that a board needs: a table for speed."""
_FULL: Final[dict[int, list[int]]] = {}
"""Eight planes, full or empty, for each set of eight flags; by the number of places of a plane."""


def set_of_numbers(numbers: Iterable[int], count: int) -> int:
    """The set of *numbers*, all below *count*: bit *n* for number *n*."""
    words = [0] * (count + 31 >> 5)
    for number in numbers:
        word = number >> 5
        words[word] = words[word] | 1 << (number & 31)  # `|=` would stay interpreted
    return pack_planes(words, 32)


def numbers_of_set(numbers: int) -> list[int]:
    """The numbers in a set, upwards: the inverse of ``set_of_numbers``."""
    found: list[int] = []
    if not numbers >> 62:  # in a machine word each bit is found at once
        while numbers:
            low = numbers & -numbers
            found.append(low.bit_length() - 1)
            numbers ^= low
        return found
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


def flag_planes(flags: int, places: int) -> int:
    """A plane for each of *flags*, one behind the other: all of its *places* if that bit is 1."""
    table = _FULL.get(places)
    if table is None:
        full = (1 << places) - 1
        table = _FULL[places] = [
            sum([full << flag * places for flag in range(8) if octet >> flag & 1])
            for octet in range(256)
        ]
    packed = table[flags & 255]
    return packed | flag_planes(flags >> 8, places) << 8 * places if flags >> 8 else packed


def pack_planes(planes: Sequence[int], places: int, behind: int = 0) -> int:
    """The *planes*, sets of *places* each, one behind the other as one observation, with the
    packed planes *behind* them."""
    packed, shift = behind, 0
    for plane in reversed(list(planes)):  # a list: compiled code knows its type
        shift += places
        if plane:  # many are empty
            packed = packed << shift | plane
            shift = 0
    return packed << shift
