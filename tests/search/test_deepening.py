"""The search on a board that takes moves back: right about ends, alike for a seed, bounded."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

from gipf_meta.protocol.searching import random_words
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening, error_of
from gipf_meta.search.dispatch import SearchMemory
from gipf_meta.search.memory import EXACT, TranspositionMemory
from gipf_meta.search.search_tree import SearchedDecision
from tests.search.test_mcts import Ticking
from tests.search.written import Node, Written, WrittenBoard, grown

ENOUGH = Budget(nodes=100_000)


def best_of(root: Node, budget: Budget = ENOUGH, most: int = 1) -> list[SearchedDecision]:
    return Deepening().run(WrittenBoard(root), budget, Random(1), most)


def test_of_two_wins_the_clearer_one_is_better_and_of_two_losses_the_narrower_one() -> None:
    narrow, clear = Node(won=(0,), number=1), Node(won=(0,), number=7)
    later = Node(1, 2, (Node(0, 3, (clear,)),))
    assert best_of(Node(0, 1, (narrow, later)))[0].move == 1
    lost = Node(1, 2, (narrow, clear))
    assert best_of(lost)[0].move == 0


def test_a_search_that_only_time_ends_is_over_as_soon_as_a_win_is_proven() -> None:
    """Whether another win is clearer is no reason to let people wait."""
    narrow, other = Node(won=(0,), number=1), grown(Random(1), 12)
    board, clock = WrittenBoard(Node(0, 1, (narrow, other))), Ticking()
    memory = SearchMemory()
    budget = Budget(ms=300, clock=clock)
    best = memory.search(Written(), board, budget, Random(1), blur=0, most=1)[0]
    assert (best.move, best.value, best.sure) == (0, 1.0, True)
    assert not budget.cut_short.is_set()


@pytest.mark.parametrize(("by_turns", "depth"), [(False, 4), (True, 2)])
def test_decisions_of_one_turn_cost_depth_unless_it_counts_turns(
    by_turns: bool, depth: int
) -> None:
    answer = Node(seat=1, kids=(Node(), Node()))
    board = WrittenBoard(turn_of(3, answer))
    board.by_turns = by_turns
    search = Deepening()
    assert search.run(board, ENOUGH, Random(1))[0].sure
    assert search.depth == depth


def turn_of(decisions: int, after: Node) -> Node:
    """A turn of the first seat, of so many decisions between two, and what comes *after* it."""
    if not decisions:
        return after
    kid = turn_of(decisions - 1, after)
    return Node(number=decisions, kids=(kid, kid))


def test_a_search_leaves_its_board_as_it_was_and_keeps_to_its_budget() -> None:
    board = WrittenBoard(grown(Random(5), 9))
    for nodes in (1, 2, 3, 10, 50):
        search = Deepening()
        search.run(board, Budget(nodes=nodes), Random(1))
        assert len(board.way) == 1
        assert search.nodes <= nodes
    clock = Ticking()
    Deepening().run(board, Budget(ms=0, clock=clock), Random(1))
    assert clock.ms <= 2


def test_a_cancelled_search_ends_at_once() -> None:
    budget = Budget(nodes=10**9)
    budget.cancelled.set()  # type: ignore[attr-defined]
    search = Deepening()
    told = search.run(WrittenBoard(grown(Random(5), 9)), budget, Random(1))
    assert search.nodes == 0
    assert told


def test_a_seed_finds_the_same_whatever_was_searched_before() -> None:
    """Where positions bound a search, what it remembers is forgotten."""
    first, second = grown(Random(7), 8), grown(Random(8), 8)
    search, budget = Deepening(blur=200), Budget(nodes=30)
    found = search.run(WrittenBoard(first), budget, Random(3))
    search.run(WrittenBoard(second), budget, Random(4))
    assert search.run(WrittenBoard(first), budget, Random(3)) == found


def test_what_only_time_ends_is_remembered() -> None:
    state = grown(Random(7), 8)
    search, budget = Deepening(entries=256), Budget(ms=10**6)
    found = search.run(WrittenBoard(state), budget, Random(3))
    nodes = search.nodes
    assert search.run(WrittenBoard(state), budget, Random(3))[0].value == found[0].value
    assert search.nodes < nodes / 2


def test_a_full_memory_keeps_what_was_searched_deepest_and_what_came_last() -> None:
    memory = TranspositionMemory(2)
    memory.begin()
    for key in (2, 4, 6):
        memory.keep(key, 9 - key, EXACT, 10 * key, key)
    assert [memory.find(key).key == key for key in (2, 4, 6)] == [True, False, True]
    memory.begin()
    memory.keep(8, 1, EXACT, 0, 0)
    assert [memory.find(key).key == key for key in (2, 6, 8)] == [False, True, True]


def test_errors_are_as_large_as_they_are_said_to_be() -> None:
    errors = [error_of(word, 500) for word in random_words(2000, 9)]
    assert 480 < stdev(errors) < 520
    assert abs(mean(errors)) < 40


def test_words_for_keys_are_known_numbers() -> None:
    """They are the same on every machine: a saved book of positions may name keys one day."""
    words = random_words(5000, 1)
    assert len({*words}) == 5000
    assert all(0 <= word < 2**62 for word in words)
    assert words[:2] == [3413123357313821984, 1999615318937563432]
