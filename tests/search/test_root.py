"""Both alpha-beta searches, by states and on a board, find the truth about every tree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from gipf_meta.protocol.game import Over
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.search_tree import SearchedDecision
from tests.search.written import Node, Written, WrittenBoard, grown, way
from tests.tiers import soak

ENOUGH = Budget(nodes=100_000)

Search: TypeAlias = Callable[[Node, Budget, int], list[SearchedDecision]]


def by_states(root: Node, budget: Budget, most: int) -> list[SearchedDecision]:
    return AlphaBeta(Written()).run(root, budget, Random(1), most)


def on_a_board(root: Node, budget: Budget, most: int) -> list[SearchedDecision]:
    return Deepening().run(WrittenBoard(root), budget, Random(1), most)


both = pytest.mark.parametrize("search", [by_states, on_a_board])


@both
@pytest.mark.parametrize("seed", [*range(12), *soak(*range(12, 100))])
def test_any_tree_is_won_the_shortest_way_and_lost_the_longest(search: Search, seed: int) -> None:
    game, state = Written(), grown(Random(seed), 7)
    told = way(game)
    while not isinstance(now := game.status(state), Over):
        worth, left = told(state)
        best = search(state, ENOUGH, 1)[0]
        assert best.value == worth * (1 if now.seat == 0 else -1)
        assert best.sure
        state = game.apply(state, best.move)
        if worth:
            assert told(state) == (worth, left - 1)
            # a board's memory may have forgotten the rest of the line
            assert len(best.line) == left or search is on_a_board
        else:
            assert told(state)[0] == 0


@both
@pytest.mark.parametrize("seed", [*range(12), *soak(*range(12, 60))])
@pytest.mark.sample(8)
def test_whenever_a_search_ends_its_best_moves_are_told_in_order(search: Search, seed: int) -> None:
    """Scores of two depths are not compared: the longer side of a turn looks better. A move that
    loses for sure is not the best of several."""
    state = grown(Random(seed), 7)
    for nodes in range(1, 60):
        values = [option.value for option in search(state, Budget(nodes=nodes), 3)[:3]]
        assert values == sorted(values, reverse=True)
        one = search(state, Budget(nodes=nodes), 1)
        assert one[0].value > -1 or all(option.value == -1 for option in one)


@both
@pytest.mark.parametrize("seed", [*range(6), *soak(*range(6, 60))])
def test_every_option_is_worth_what_it_says_if_that_is_asked_for(search: Search, seed: int) -> None:
    game, state = Written(), grown(Random(seed), 6)
    told = way(game)
    sign = 1 if state.seat == 0 else -1
    for option in search(state, ENOUGH, 9):
        assert option.value == sign * told(game.apply(state, option.move))[0]
        assert option.sure


@both
def test_a_search_that_is_cancelled_before_it_begins_tells_every_move(search: Search) -> None:
    state, budget = grown(Random(5), 9), Budget(nodes=10**9)
    budget.cancelled.set()  # type: ignore[attr-defined]
    told = search(state, budget, 1)
    assert sorted(option.move for option in told) == [*range(len(state.kids))]
    assert all(option.visits == 0 for option in told)
