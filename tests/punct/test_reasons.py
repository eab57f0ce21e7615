"""Hints about turns of PÜNCT are true (gipf_meta_punct/reasons.py).

Turns that join sides are found in a second way: by playing all turns with the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from gipf_meta_punct.board import NEIGHBOURS, SIDES, SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.notation import turn_text
from gipf_meta_punct.reasons import find_joining_turn, missing_dots, reasons
from gipf_meta_punct.state import State
from tests.tiers import slow, soak

GAME = Punct()


def begun(state: State, seat: int) -> State:
    """The board of *state* where *seat* begins a turn."""
    return State(state.pieces, state.white, state.black, seat, state.number)


TRIES = 8
"""So many random turns a seat looks at, to play the one that leaves it the fewest dots to lack."""


def positions(seed: int) -> list[State]:
    """The positions, in which a turn begins, of a game whose seats build at random."""
    rng, state = Random(seed), GAME.start(2)
    found: list[State] = []
    while state.ending is None:
        found.append(state)
        seat = state.seat
        turns = [random_turn(state, rng) for _try in range(TRIES)]
        state = min(turns, key=lambda after: missing_dots(after.pieces, seat))
    return found


def random_turn(state: State, rng: Random) -> State:
    """The state after a random turn."""
    after = state
    while after.ending is None and (after.kind >= 0 or after is state):
        after = GAME.apply(after, rng.choice(GAME.rules.legal_moves(after)))
    return after


def whole_turns(state: State) -> Iterator[State]:
    """The states after all turns of the seat that begins one in *state*."""
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for move in GAME.rules.legal_moves(here):
            after = GAME.apply(here, move)
            if after.seat == state.seat and after.ending is None:
                waiting.append(after)
            else:
                yield after


def fewest_dots(state: State, seat: int) -> int:
    """The fewest spaces without a dot of *seat* on a way between opposite sides, space by space."""
    price = [0 if top >= 0 and top & 1 == seat else 1 for top in state.tops]
    found = []
    for one in (1, 4, 16):
        best = [SPACES] * SPACES
        waiting = deque[int]()
        for space in range(SPACES):
            if SIDES[space] & one:
                best[space] = price[space]
                waiting.append(space)
        while waiting:
            space = waiting.popleft()
            for beside in NEIGHBOURS[space]:
                if best[space] + price[beside] < best[beside]:
                    best[beside] = best[space] + price[beside]
                    waiting.append(beside)
        found += [best[space] for space in range(SPACES) if SIDES[space] & 2 * one]
    return min(found)


@pytest.mark.parametrize("seed", [*range(2), *soak(*range(2, 50))])
def test_missing_dots_are_the_fewest(seed: int) -> None:
    for number, state in enumerate(positions(seed)):
        if number % 10 == 0:
            for seat in (0, 1):
                assert missing_dots(state.pieces, seat) == fewest_dots(state, seat)


@pytest.mark.parametrize("seed", [*slow(0, 1), *soak(*range(2, 50))])
def test_a_turn_that_joins_is_found_where_there_is_one(seed: int) -> None:
    """In the last positions of a random game, for both seats, whoever is on turn."""
    for state in positions(seed)[-4:]:
        for seat in (0, 1):
            mine = begun(state, seat)
            found = find_joining_turn(GAME.rules, mine)
            joins = any(not missing_dots(after.pieces, seat) for after in whole_turns(mine))
            assert (found is not None) == joins


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 200))])
def test_a_turn_that_is_named_joins_sides(seed: int) -> None:
    met = 0
    for state in positions(seed)[-12:]:
        for seat in (0, 1):
            mine = begun(state, seat)
            if found := find_joining_turn(GAME.rules, mine):
                met += 1
                after = mine
                for move in found.moves:
                    assert move in GAME.rules.legal_moves(after)
                    after = GAME.apply(after, move)
                assert after.ending is not None
                assert after.ending.reason == "connection"
                text = turn_text(GAME.rules, mine, found.moves)
                assert tuple(GAME.parse_turn(mine, text)) == found.moves
    assert met or seed


ENDED_OTHERWISE = (46,)
"""The games that do not end with a turn that joins sides for who plays it."""


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 50))])
def test_what_is_said_is_so(seed: int) -> None:
    states = positions(seed)[-12:]
    for before, after in pairwise(states):
        seat = before.seat
        said = " ".join(reasons(GAME.rules, before, (), after, seat))
        own, other = begun(after, seat), begun(after, 1 - seat)
        assert ("joins opposite sides for you" in said) == (
            find_joining_turn(GAME.rules, own) is not None
        )
        feared = find_joining_turn(GAME.rules, other)
        assert ("can join opposite sides" in said) == (feared is not None)
        dots = [missing_dots(state.pieces, seat) for state in (before, after)]
        assert (f"You lack {dots[1]} dot" in said) == (dots[1] < dots[0])
    # the last turn but one did not stop the last
    assert ("can join opposite sides" in said) == (seed not in ENDED_OTHERWISE)
