"""The search on a board that takes moves back: right about ends, alike for a seed, bounded."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from zlib import crc32

import pytest

from gipf_meta.protocol.game import Over
from gipf_meta.protocol.searching import WON, SearchBoard, random_words
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening, error_of
from gipf_meta.search.dispatch import SearchMemory
from gipf_meta.search.memory import EXACT, TranspositionMemory
from gipf_meta.search.search_tree import SearchedDecision
from tests.search.test_alphabeta import Node, Written, grown, way
from tests.search.test_mcts import Ticking
from tests.tiers import soak

ENOUGH = Budget(nodes=100_000)


class WrittenBoard(SearchBoard):
    """A board of ``Written``: the way from its first node."""

    def __init__(self, root: Node, clear: int = 0) -> None:
        super().__init__()
        self.way, self.clear = [root], clear
        self.seat = root.seat

    def key(self) -> int:
        return crc32(repr(self.way[-1]).encode())

    def moves(self) -> list[int]:
        return [*range(len(self.way[-1].kids))]

    def make(self, move: int) -> None:
        self.way.append(self.way[-1].kids[move])
        self._look()

    def take_back(self) -> None:
        self.way.pop()
        self._look()

    def _look(self) -> None:
        self.over = not self.way[-1].kids
        self.seat = self.way[-1].seat

    def worth(self) -> int:
        node = self.way[-1]
        if self.over:
            # how clear an end is stands in its number
            won = WON + node.number if node.won else 0
            return won if node.won == (self.seat,) else -won
        looks = round(2000 * node.looks)
        return looks if self.seat == 0 else -looks


def best_of(root: Node, budget: Budget = ENOUGH, most: int = 1) -> list[SearchedDecision]:
    return Deepening().run(WrittenBoard(root), budget, Random(1), most)


@pytest.mark.parametrize("seed", [*range(12), *soak(*range(12, 100))])
def test_any_tree_is_won_the_shortest_way_and_lost_the_longest(seed: int) -> None:
    game, state = Written(), grown(Random(seed), 7)
    told = way(game)
    while not isinstance(now := game.status(state), Over):
        worth, left = told(state)
        best = best_of(state)[0]
        assert best.value == worth * (1 if now.seat == 0 else -1)
        assert best.sure
        state = game.apply(state, best.move)
        assert told(state) == (worth, left - 1) if worth else told(state)[0] == 0


@pytest.mark.parametrize("seed", [*range(6), *soak(*range(6, 60))])
def test_whenever_a_search_ends_its_best_moves_are_told_in_order(seed: int) -> None:
    state = grown(Random(seed), 7)
    for nodes in range(1, 60):
        values = [option.value for option in best_of(state, Budget(nodes=nodes), most=3)[:3]]
        assert values == sorted(values, reverse=True)
        one = best_of(state, Budget(nodes=nodes))
        assert one[0].value > -1 or all(option.value == -1 for option in one)


@pytest.mark.parametrize("seed", [*range(6), *soak(*range(6, 60))])
def test_every_option_is_worth_what_it_says_if_that_is_asked_for(seed: int) -> None:
    game, state = Written(), grown(Random(seed), 6)
    told = way(game)
    sign = 1 if state.seat == 0 else -1
    for option in best_of(state, most=9):
        assert option.value == sign * told(game.apply(state, option.move))[0]
        assert option.sure


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
