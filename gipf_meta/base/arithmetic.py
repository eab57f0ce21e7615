# mypyc: compile
"""Functions of real numbers that are equal bit for bit on every machine.

Processors agree on +, -, *, / and ``sqrt``, as IEEE 754 asks. What ``math.exp``, ``math.log`` and
``math.cos`` return is the C library's affair and differs in the last digits. Such a digit decides
between two moves now and then, and then a seed means one match here and another one there.

Beside them stand dice for playouts, which throw the same numbers everywhere, too.
"""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64


_SMALL: Final = 1 / 32
_MOST: Final = 700.0
_ROOT_2: Final = 1.4142135623730951
_LOG_2: Final = 0.6931471805599453
_TURN: Final = 6.283185307179586


def exp(x: float) -> float:
    """e to the power of *x*: twelve digits of it for *x* between -40 and 40.

    Raises ``OverflowError`` above 700.
    """
    if x < -_MOST:
        return 0.0
    if not x <= _MOST:
        raise OverflowError(f"exp({x})")
    # e^x is the 16th power of e^(x/16), and near 0 a short series tells it
    steps = 0
    while not -_SMALL <= x <= _SMALL:
        x *= 0.0625
        steps += 1
    power = 1 + x * (1 + x * (
        1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720 + x * (1 / 5040)))))
    ))  # fmt: skip
    while steps:
        power *= power
        power *= power
        power *= power
        power *= power
        steps -= 1
    return power


def log(x: float) -> float:
    """The natural logarithm of *x*, which is positive and finite. Raises ``ValueError``."""
    if not 0.0 < x < inf:
        raise ValueError(f"log({x})")
    twos = 0.0
    while x > _ROOT_2:
        x *= 0.5
        twos += 1.0
    while x < 0.5 * _ROOT_2:
        x += x
        twos -= 1.0
    part = (x - 1) / (x + 1)
    q = part * part
    series = 1 + q * (
        1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (
            1 / 11 + q * (1 / 13 + q * (1 / 15 + q * (1 / 17 + q * (1 / 19))))
        ))))
    )  # fmt: skip
    return twos * _LOG_2 + 2 * part * series


def point_on_circle(turn: float) -> tuple[float, float]:
    """The cosine and the sine of *turn*, from 0 (no turn) to 1 (a whole one)."""
    quarter = int(4 * turn + 0.5)
    angle = (turn - quarter / 4) * _TURN
    q = angle * angle
    cosine = 1 - q * (
        1 / 2 - q * (1 / 24 - q * (1 / 720 - q * (
            1 / 40320 - q * (1 / 3628800 - q * (1 / 479001600 - q * (1 / 87178291200)))
        )))
    )  # fmt: skip
    sine = angle * (1 - q * (
        1 / 6 - q * (1 / 120 - q * (1 / 5040 - q * (
            1 / 362880 - q * (1 / 39916800 - q * (1 / 6227020800))
        )))
    ))  # fmt: skip
    if quarter == 1:
        return -sine, cosine
    if quarter == 2:
        return -cosine, -sine
    if quarter == 3:
        return sine, -cosine
    return cosine, sine


def draw_normal_pair(rng: Random) -> tuple[float, float]:
    """Two independent numbers of mean 0 and standard deviation 1, normally distributed.

    They are the ones that ``rng.gauss`` would draw, but for their last digits (Box and Muller).
    """
    cosine, sine = point_on_circle(rng.random())
    radius = sqrt(-2.0 * log(1.0 - rng.random()))
    return cosine * radius, sine * radius


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
