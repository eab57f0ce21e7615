"""Hints about turns of YINSH are true (gipf_meta_yinsh/reasons.py).

Rows are found in a second way: by playing every move of the seat, and looking at the markers.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gipf_meta.narration.advice import advise
from gipf_meta.search.budget import Budget
from gipf_meta_yinsh.board import BITS, NAME_OF, STEPS
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.reasons import is_unstoppable, reasons, rows_to_come
from gipf_meta_yinsh.state import MOVE, State, first_of, last_of
from tests.tiers import soak

GAME = Yinsh()


def positions(seed: int, every: int) -> Iterator[State]:
    """Positions of a random game in which a ring is to move, one of so many."""
    rng, state = Random(seed), GAME.start(2)
    while state.ending is None:
        if state.step == MOVE and not rng.randrange(every):
            yield state
        state = GAME.apply(state, rng.choice(GAME.turn_moves(state, state.seat)))


def lines_of_five(markers: int) -> set[tuple[str, str]]:
    """The ends of all rows in *markers*, point by point."""
    found = set()
    for first in BITS:
        for step in STEPS:
            row = [first + n * step for n in range(5)]
            if all(bit in NAME_OF and markers >> bit & 1 for bit in row):
                found.add((NAME_OF[min(row)], NAME_OF[max(row)]))
    return found


def playable_rows(state: State, seat: int) -> set[tuple[str, str]]:
    """The rows of *seat* that some move of it makes, found by playing all of them."""
    mine = State(state.rings, state.markers, state.pool, state.removed, seat, state.number, MOVE)
    found: set[tuple[str, str]] = set()
    for move in GAME.rules.legal_moves(mine):
        found |= lines_of_five(GAME.apply(mine, move).markers[seat])
    return found - lines_of_five(state.markers[seat])


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 100))])
def test_rows_to_come_are_those_that_moves_make(seed: int) -> None:
    seen = 0
    for state in positions(seed, 12):
        for seat in (0, 1):
            rows = {
                (NAME_OF[first_of(row)], NAME_OF[last_of(row)]) for row in rows_to_come(state, seat)
            }
            assert rows == playable_rows(state, seat)
            seen += len(rows)
    assert seen or seed


@pytest.mark.parametrize("seed", [*range(2), *soak(*range(2, 100))])
def test_what_cannot_be_stopped_is_not_stopped(seed: int) -> None:
    for state in positions(seed, 6):
        mine = 1 - state.seat
        if is_unstoppable(GAME.rules, state, mine):
            assert playable_rows_later(state, mine)


def playable_rows_later(state: State, seat: int) -> bool:
    """Whether *seat* has or makes a row whatever the other plays in *state*."""
    thens: list[Any] = [GAME.apply(state, move) for move in GAME.rules.legal_moves(state)]
    return all(lines_of_five(then.markers[seat]) or playable_rows(then, seat) for then in thens)


def told(position: str, turn: str, seat: int) -> tuple[list[str], State]:
    """The hints about a *turn* of *seat*, and the state after it."""
    before = GAME.from_text(position)
    (move,) = GAME.parse_turn(before, turn)
    after = GAME.apply(before, move)
    return [*reasons(GAME.rules, before, [move], after, seat)], after


WHITE = "w 48 0,0 W:Ob2,Oc3,Oe3,Oe4,Oi9,e5,e6,e7 B:"
"""Three in column e, and rings on e4 and e3, each of which leaves a marker when it moves."""


def test_a_row_to_come_is_named_and_so_is_its_end() -> None:
    said, after = told(f"{WHITE}Od5,Oi5,Oj7,Oj10,Ok9", "e4-f4", 0)
    assert said == ["Unless it is stopped, you can make the row e3-e7 next."]
    said, _after = told(GAME.to_text(after), "d5-f5", 1)
    assert said == ["Your opponent could have made the row e3-e7: not any more."]
    said, _after = told(GAME.to_text(after), "j7-j6", 1)
    assert said == ["Your opponent can make the row e3-e7 next."]


def test_a_row_that_nothing_stops_is_told_as_such() -> None:
    """No black ring stands in line with the markers."""
    said, _after = told(f"{WHITE}Og10,Oh11,Oj8,Ok8,Ok9", "e4-f4", 0)
    assert said == ["Whatever the answer is, you can make a row in your next turn."]


def test_a_hint_says_it() -> None:
    state = GAME.from_text(f"{WHITE}Og10,Oh11,Oj8,Ok8,Ok9")
    advice = advise(GAME, state, 2, Budget(nodes=2000), Random(1))
    assert "you can make" in advice.words
