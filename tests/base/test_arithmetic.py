"""Functions that compute alike everywhere: near what ``math`` says, the same to the last bit."""

from __future__ import annotations

import math
from hashlib import sha256
from random import Random

import pytest

from gipf_meta.base.arithmetic import draw_normal_pair, exp, log, point_on_circle


@pytest.mark.parametrize("x", [0.0, 1e-9, -0.03, 0.04, 1.0, -1.3, 5.0, -7.7, 39.9, -39.9])
def test_a_power_of_e_has_twelve_digits(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-12)


def test_a_power_of_e_comes_to_nothing_or_to_too_much() -> None:
    assert exp(-701.0) == exp(-math.inf) == 0.0
    assert exp(-700.0) > 0.0
    for large in (701.0, math.inf, math.nan):
        with pytest.raises(OverflowError, match=r"exp\("):
            exp(large)


@pytest.mark.parametrize("x", [1e-300, 1e-9, 0.3, 0.7071, 1.0, 1.0001, 1.5, 2.0, 1000.0, 1e300])
def test_a_logarithm_has_fifteen_digits(x: float) -> None:
    assert log(x) == pytest.approx(math.log(x), rel=1e-15, abs=1e-16)


@pytest.mark.parametrize("x", [0.0, -1.0, math.inf, math.nan])
def test_logarithms_are_of_positive_and_finite_numbers_alone(x: float) -> None:
    with pytest.raises(ValueError, match=r"log\("):
        log(x)


@pytest.mark.parametrize("turn", [n / 40 for n in range(41)])
def test_a_point_is_where_the_turn_leads(turn: float) -> None:
    angle = math.tau * turn
    assert point_on_circle(turn) == pytest.approx((math.cos(angle), math.sin(angle)), abs=1e-13)


def test_normal_numbers_are_those_of_the_generator_itself() -> None:
    ours, theirs = Random(5), Random(5)
    for _ in range(500):
        pair = theirs.gauss(0.0, 1.0), theirs.gauss(0.0, 1.0)
        assert draw_normal_pair(ours) == pytest.approx(pair, abs=1e-12)


def test_every_bit_is_the_same_on_every_machine() -> None:
    """A machine that rounds a * b + c once would differ here, and so would another series."""
    rng = Random(3)
    told = [exp(rng.random() * 10 - 9).hex() for _ in range(50)]
    told += [log(rng.random() * 10).hex() for _ in range(50)]
    told += [part.hex() for _ in range(50) for part in draw_normal_pair(rng)]
    assert sha256(" ".join(told).encode()).hexdigest()[:16] == "71ebdd8a2748e52d"
