"""The cheapest ways across the board (gipf_meta_punct.strength.ways), counted again with a heap."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from gipf_meta_punct.board import IS_CENTRAL, NEIGHBOURS, SIDES, SPACE_AT, SPACE_OF, SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import State, lay_out
from gipf_meta_punct.strength.outlook import NARROWEST, OFFSETS, Outlook, find_prices
from gipf_meta_punct.strength.ways import find_dots

PRICES = (1, 2, 3)
"""Of an empty space, of one in the centre, of an enemy's dot."""


def random_state(seed: int, turns: int) -> State:
    """A position after so many turns, in which nobody has won."""
    game, rng = Punct(), Random(seed)
    state = before = game.start(2)
    while state.ending is None and state.number <= turns:
        state = game.apply(state, rng.choice(game.legal_moves(state, state.seat)))
        if state.kind < 0 and state.ending is None:
            before = state
    return before


def price(top: int, space: int, seat: int, basic: bool) -> int:
    empty, central, enemy = PRICES
    if top >= 0:
        return 0 if top & 1 == seat else enemy
    return central if IS_CENTRAL[space] and not basic else empty


def distances(costs: list[int], side: int) -> list[int]:
    """The price of the cheapest way from *side* to each space, that space included."""
    found = [-1] * SPACES
    heap = [(costs[space], space) for space in range(SPACES) if SIDES[space] & side]
    heap.sort()
    while heap:
        so_far, space = heappop(heap)
        if found[space] < 0:
            found[space] = so_far
            for beside in NEIGHBOURS[space]:
                heappush(heap, (so_far + costs[beside], beside))
    return found


@pytest.mark.parametrize(("seed", "turns"), [(1, 3), (2, 12), (3, 22), (4, 31)])
@pytest.mark.parametrize("basic", [False, True])
def test_ways_cost_what_a_count_with_a_heap_says(seed: int, turns: int, basic: bool) -> None:
    tops = lay_out(random_state(seed, turns).pieces)
    dots = find_dots(tops)
    for seat in (0, 1):
        costs = [price(tops[space], space, seat, basic) for space in range(SPACES)]
        prices, through, touches = [], [], [0] * SPACES
        for side in (1, 4, 16):
            there, back = distances(costs, side), distances(costs, 2 * side)
            prices.append(min(there[n] for n in range(SPACES) if SIDES[n] & 2 * side))
            through.append([there[n] + back[n] - costs[n] for n in range(SPACES)])
            for n in range(SPACES):
                touches[n] |= side * (there[n] == costs[n]) | 2 * side * (back[n] == costs[n])
        least, second, _third = sorted(prices)
        found = find_prices(dots[seat], dots[1 - seat], basic)
        assert (found.least, found.second) == (least, second)
        outlook = Outlook(tops, dots, seat, basic)
        assert outlook.least == least
        assert list(outlook.find_touches()) == touches
        detours = [min(OFFSETS, min(ways) - least) for ways in zip(*through, strict=True)]
        assert list(outlook.find_detours()) == detours
        is_narrow = [bool(narrow) for narrow in outlook.find_narrowness()]
        nearest = [pair for pair in range(3) if prices[pair] == least]
        assert is_narrow == [
            all(through[pair][n] == least for pair in nearest) for n in range(SPACES)
        ]


def test_a_space_that_every_cheapest_way_needs_is_the_narrowest() -> None:
    """White's dots go from a8 to i8 and on to q16, but i8 is empty; all others are Black's."""
    tops = [1] * SPACES
    for column in range(1, 18):
        tops[SPACE_AT[column, max(8, column - 1)]] = 0
    gap = SPACE_OF["i8"]
    tops[gap] = -1
    outlook = Outlook(tops, find_dots(tops), 0, basic=True)
    assert outlook.least == 1
    assert outlook.find_narrowness()[gap] == NARROWEST
