"""Machine words against numbers of any size."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import bit_count, bit_index, connected_in, few_bits, nth_bit

PLACES = range(63)


@pytest.mark.parametrize("density", [0.0, 0.02, 0.3, 0.9, 1.0])
def test_bits_are_counted_and_found(density: float) -> None:
    rng = Random(1)
    for _ in range(50):
        places = [place for place in PLACES if rng.random() < density]
        mask = sum(1 << place for place in places)
        assert bit_count(mask) == few_bits(mask) == len(places)
        assert [bit_index(nth_bit(mask, n)) for n in range(len(places))] == places


def test_connected_bits_are_walked_through() -> None:
    """A board of five columns with a gap of one bit between them, walked place by place."""
    up, rng = 6, Random(2)
    board = [column + up * row for column in range(5) for row in range(6)]
    for _ in range(100):
        mask = {place for place in board if rng.random() < 0.5}
        found = {place for place in mask if rng.random() < 0.1}
        start, due = sum(1 << place for place in found), [*found]
        while due:
            place = due.pop()
            beside = {place + step for step in (1, -1, up, -up, up + 1, -up - 1)} & mask - found
            found |= beside
            due += sorted(beside)
        reached = sum(1 << place for place in found)
        assert connected_in(sum(1 << place for place in mask), start, up) == reached
