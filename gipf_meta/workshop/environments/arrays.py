"""Sets of numbers as arrays of NumPy."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np


def as_array(numbers: int, shape: tuple[int, ...]) -> Any:
    """The bits of *numbers* as an array of zeros and ones (``uint8``) of that *shape*."""
    size = prod(shape)
    octets = np.frombuffer(numbers.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=size, bitorder="little").reshape(shape)
