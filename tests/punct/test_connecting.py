"""Results that ``solve`` is sure of are true: compared with trying all turns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gipf_meta.search.analysis import deepen_analysis
from gipf_meta.search.budget import Budget
from gipf_meta_punct.board import DOT, KIND, MINOR, OTHER
from gipf_meta_punct.game import Punct
from gipf_meta_punct.rules import is_room
from gipf_meta_punct.state import State, lay_out, pack, piece
from gipf_meta_punct.strength.outlook import price_both
from tests.tiers import slow, soak

from .boards import at

OPEN_END = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj9:k10,l11 WCn12:m12,o12"
LINE = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8"
GAME = Punct()
OWN_TURNS = 12
"""So many turns of a seat that has lost are tried."""


def all_turns(game: Punct, state: State) -> Iterator[State]:
    """The states after each turn in *state*."""
    for choice in game.rules.legal_moves(state):
        chosen = game.rules.apply(state, choice)
        for placement in game.rules.ways(chosen):
            yield game.rules.lay(chosen, placement)


def connects(game: Punct, state: State) -> bool:
    """Whether the seat on turn connects in one turn: all of them are tried."""
    ends = (after.ending for after in all_turns(game, state))
    return any(end is not None and state.seat in end.winners for end in ends)


def lay_one(pieces: list[int], seat: int, rng: Random, tried: int) -> None:
    """Adds the piece of *seat*, of some that are *tried*, that brings it nearest to connecting."""
    tops = lay_out(tuple(sorted(pieces)))
    placements = [one for one in range(len(KIND)) if is_room(tops, one, False)]
    found: list[tuple[int, int]] = []
    for one in rng.sample(placements, tried):
        after = tops.copy()
        for space in (DOT[one], MINOR[one], OTHER[one]):
            after[space] = piece(one, seat, 0)
        mine, _theirs = price_both(after, seat, False)
        if mine.least:
            found.append((mine.least + mine.second, piece(one, seat, 0)))
    pieces += [one for _price, one in sorted(found)[:1]]


def near_end(game: Punct, rng: Random) -> State:
    """A position in which the seat that is not on turn could connect."""
    while True:
        seat, careless = rng.randrange(2), rng.choice([1, 12])
        pieces: list[int] = []
        for _ in range(rng.randrange(9, 14)):
            lay_one(pieces, 1 - seat, rng, 25)
            lay_one(pieces, seat, rng, careless)
        reserve = pack((1, 0, 1, 0, 1, 1))
        state = game.rules.position(tuple(sorted(pieces)), reserve, reserve, 1 - seat)
        if rng.random() < 0.5:
            state = random_turn(game, random_turn(game, state, rng), rng)
        if game.solve(state) == 1.0:
            return game.rules.position(state.pieces, state.white, state.black, seat)


def random_turn(game: Punct, state: State, rng: Random) -> State:
    """The state after any turn, if there is one."""
    if state.ending is not None:
        return state
    chosen = game.rules.apply(state, rng.choice(game.rules.legal_moves(state)))
    return game.rules.lay(chosen, rng.choice(game.rules.ways(chosen)))


@pytest.mark.parametrize("seed", [6, *slow(*range(7, 22)), *soak(*range(22, 567))])
def test_what_is_sure_is_so(seed: int) -> None:
    rng = Random(seed)
    game = Punct(middle_bridge=("own_below", "free", "forbidden")[seed % 3])
    state = near_end(game, rng)
    found = game.solve(state)
    assert connects(game, state) == (found == 1.0)
    if found == -1.0:
        for _ in range(OWN_TURNS):
            after = random_turn(game, state, rng)
            assert after.ending is None or state.seat not in after.ending.winners
            assert after.ending is not None or connects(game, after)


def test_a_line_whose_end_is_open_is_lost_for_the_other_seat() -> None:
    state = at(OPEN_END, "b")
    assert GAME.solve(state) == -1.0
    assert not connects(GAME, state)
    *_earlier, last = deepen_analysis(GAME, state, 2, Budget(30), Random(0))
    assert last.sure
    assert last.lines[0].value == -1.0


def test_a_line_that_a_turn_cuts_is_not_lost() -> None:
    assert GAME.solve(at(LINE, "b")) is None


@pytest.mark.parametrize(
    "options", [{"max_turns": 400}, {"both_connected": "draw"}, {"both_connected": "opponent"}]
)
def test_where_something_else_may_come_nothing_is_lost(options: dict[str, Any]) -> None:
    assert Punct(**options).solve(at(OPEN_END, "b", Punct(**options))) is None
