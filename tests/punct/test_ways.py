"""The cheapest ways across the board (gipf_meta_punct.ways), counted again space by space."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from gipf_meta_punct.board import IS_CENTRAL, NEIGHBOURS, SIDES, SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import State, lay_out
from gipf_meta_punct.ways import BITS, OFFSETS, Walk, find_tops

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
    """What the cheapest way from *side* to each space costs, it included."""
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
def test_ways_cost_what_a_count_space_by_space_says(seed: int, turns: int, basic: bool) -> None:
    state = random_state(seed, turns)
    tops = lay_out(state.pieces)
    dots = find_tops(state.pieces)
    for seat in (0, 1):
        walk = Walk(basic, dots[seat], dots[1 - seat], *PRICES)
        there_and_back = Walk(basic, dots[seat], dots[1 - seat], *PRICES, back=True)
        costs = [price(tops[space], space, seat, basic) for space in range(SPACES)]
        ways, over = [], [999] * SPACES
        for side in (1, 4, 16):
            there, back = distances(costs, side), distances(costs, 2 * side)
            ways.append(min(there[n] for n in range(SPACES) if SIDES[n] & 2 * side))
            over = [min(over[n], there[n] + back[n] - costs[n]) for n in range(SPACES)]
        least, second, _third = sorted(ways)
        assert (walk.least, walk.second) == (least, second)
        assert (there_and_back.least, there_and_back.second) == (least, second)
        near = there_and_back.spaces_near()
        assert len(near) == OFFSETS
        for off, spaces in enumerate(near):
            told = {n for n in range(SPACES) if spaces & BITS[n]}
            assert told == {n for n in range(SPACES) if over[n] <= least + off}
