"""Searches on boards of TZAAR against trying everything, and what the judgement sees."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pytest

from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta_tzaar.rules import CAPTURED
from gipf_meta_tzaar.state import FIRST, SECOND, State
from gipf_meta_tzaar.strength.patterns import PATTERNS, SIDE, TURN
from gipf_meta_tzaar.strength.search_board import TzaarSearchBoard
from tests.tiers import slow, soak
from tests.tzaar.boards import FIXED, PLACE, long_game, stacks, turns

FEW = "TZc3,AAe1,Zi2,TTi3 B:Ta5,Ab5,Tb6,Zc4,Ah6,Zi5"


MOST: Final = 14
"""With so many stacks all turns to the end can be tried."""
GAMES: Final = 50
"""So many long games are played for one that comes so far."""


def ending(seed: int) -> State:
    """The first position in which a turn begins and few stacks are left, of the first of the long
    games of a *seed* that has one."""
    rng = Random(seed)
    return next(
        state
        for _game in range(GAMES)
        for state in long_game(rng)
        if state.phase == FIRST and state.occupied.bit_count() <= MOST
    )


@cache
def winner(state: State) -> int:
    """The winner if both play perfectly."""
    if state.ending is not None:
        return state.ending.winners[0]
    after = [FIXED.apply(state, move) for move in FIXED.legal_moves(state, state.seat)]
    return state.seat if any(winner(one) == state.seat for one in after) else 1 - state.seat


@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 16)), *soak(*range(16, 300))])
def test_the_last_turns_are_searched_to_their_end(seed: int) -> None:
    state = ending(seed)
    board = FIXED.search_board(state)
    assert board is not None
    best = Deepening().run(board, Budget(nodes=10**6), Random(1))[0]
    assert best.sure
    assert best.value == (1 if winner(state) == state.seat else -1)
    assert winner(FIXED.apply(state, best.move)) == winner(state)


def test_loud_moves_are_the_captures_after_which_a_kind_may_be_gone() -> None:
    """Black has two stacks of each kind; b5 and h6 are the Tzarras, which nobody reaches."""
    board = FIXED.search_board(stacks(FEW))
    assert board is not None
    found = {FIXED.format(stacks(FEW), move) for move in board.loud_moves()}
    assert found == {"c3xc4", "i2xb6", "i3xi5"}
    assert FIXED.search_board(FIXED.start(2)).loud_moves() == []  # type: ignore[union-attr]
    winning = {
        text.split(";")[0]
        for text, after in turns(stacks(FEW)).items()
        if after.ending is not None and after.ending.reason == CAPTURED
    }
    assert winning
    assert winning <= found


def test_each_stack_shows_one_pattern_and_the_sides_change_places() -> None:
    state = stacks(FEW)
    other = State(state.stacks, state.black, state.white, FIRST, 1, 1)
    found = FIXED.features(state, 0)
    assert found == FIXED.features(other, 1)
    assert len(FIXED.worths) == PATTERNS
    assert sum(48 <= pattern < 120 for pattern in found) == state.white.bit_count()
    assert sum(SIDE + 48 <= pattern < SIDE + 120 for pattern in found) == state.black.bit_count()
    assert sum(pattern >= TURN for pattern in found) == 1


def test_what_is_learned_of_patterns_counts_on_the_board() -> None:
    state = stacks(FEW)
    found = FIXED.features(state, 0)
    assert TzaarSearchBoard(FIXED.rules, state, [10] * PATTERNS).worth() == 10 * len(found)


def test_no_board_is_searched_while_pieces_are_placed() -> None:
    assert PLACE.search_board(PLACE.start(2)) is None


@pytest.mark.parametrize("seed", [0, *slow(1, 2, 3), *soak(*range(4, 20))])
def test_what_is_counted_by_moves_is_what_is_seen_of_the_position(seed: int) -> None:
    """At every second decision of a long game all moves are tried and taken back."""
    states = [state for state in long_game(Random(seed)) if state.phase in (FIRST, SECOND)]
    worths = [Random(number).randrange(10_000) for number in range(PATTERNS)]
    board = TzaarSearchBoard(FIXED.rules, states[0], worths)
    for state in states[:: 1 if seed else 7]:
        board = TzaarSearchBoard(FIXED.rules, state, worths)
        for move in board.moves():
            before = board.worth()
            board.make(move)
            after = FIXED.apply(state, move)
            if after.ending is None:
                seen = FIXED.features(after, after.seat)
                assert board.worth() == sum(worths[pattern] for pattern in seen)
            assert board.over == (after.ending is not None)
            board.take_back()
            assert board.worth() == before
