"""Sets of numbers as arrays of NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final

import numpy as np

_FLOATS: Final = np.array(
    [[float(octet >> bit & 1) for bit in range(8)] for octet in range(256)], object
)
"""The bits of each octet as numbers of Python, the lowest first: a list of them is made at once."""


def as_array(numbers: int, shape: tuple[int, ...]) -> Any:
    """The bits of *numbers* as an array of zeros and ones (``uint8``) of that *shape*."""
    size = prod(shape)
    return np.unpackbits(_octets(numbers, size), count=size, bitorder="little").reshape(shape)


def write_bits(numbers: int, array: Any) -> None:
    """Writes the bits of *numbers* into an *array* of one row."""
    size = array.size
    array[:] = np.unpackbits(_octets(numbers, size), count=size, bitorder="little")


def as_floats(numbers: int, size: int) -> list[float]:
    """The lowest bits of *numbers*, so many, as a list of 0.0 and 1.0."""
    floats: list[float] = _FLOATS.take(_octets(numbers, size), 0).ravel()[:size].tolist()
    return floats


def _octets(numbers: int, size: int) -> Any:
    """*numbers*, below 2 to the power of *size*, as octets, the lowest bits first."""
    return np.frombuffer(numbers.to_bytes(size + 7 >> 3, "little"), np.uint8)


def bits_of(sets: Sequence[int], count: int) -> Any:
    """The lowest *count* bits of each of *sets*, as an array of ``bool`` with a row for each."""
    size = count + 7 >> 3
    octets = b"".join([bits.to_bytes(size, "little") for bits in sets])
    return unpacked(np.frombuffer(octets, np.uint8).reshape(len(sets), size), count)


def unpacked(packed: Any, count: int) -> Any:
    """The bits in the octets of each row, as an array of ``bool``."""
    return np.unpackbits(packed, axis=1, count=count, bitorder="little").view(np.bool_)


def whole_numbers(given: Any, count: int) -> Any:
    """*given* as an array of *count* whole numbers; ``None`` if it is none."""
    try:
        numbers = np.asarray(given)
    except (ValueError, TypeError, OverflowError):  # as of rows that are not equally long
        return None
    return numbers if numbers.shape == (count,) and numbers.dtype.kind in "iu" else None
