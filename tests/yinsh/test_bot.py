"""The evaluation of positions (strength.bot), by positions in which one side is better."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.state import MOVE, PASS, ROW_AFTER, State
from gipf_meta_yinsh.strength.bot import SURE, evaluate
from gipf_meta_yinsh.strength.patterns import is_threatened
from tests.whole_turns import play

from .boards import WHITE_RINGS, place

GAME = Yinsh()


def worth(state: State, seat: int = 0) -> float:
    return evaluate(GAME.rules, state, seat, GAME.worths)


def test_a_removed_ring_is_worth_more_than_markers() -> None:
    ring = place(GAME.rules, "a2 a3 a4 e4", removed=(1, 0))
    markers = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("e5 f6 g7", ""))
    assert worth(ring) > worth(markers)
    assert worth(ring, 1) == -worth(ring)


def test_four_in_a_line_are_worth_more_than_four_apart() -> None:
    line = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("f6 f7 f8 f9", ""))
    apart = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("c3 f7 h9 i5", ""))
    assert worth(line) > worth(apart)


def test_a_row_that_is_due_counts_as_its_ring() -> None:
    state = place(GAME.rules, f"{WHITE_RINGS} f5", markers=("f6 f7 f8 f9", ""))
    moved = GAME.apply(state, GAME.parse(state, 0, "f5-e5"))
    assert worth(moved) > worth(place(GAME.rules, f"{WHITE_RINGS} e5"))
    last = place(GAME.rules, "a2 a3 f5", markers=("f6 f7 f8 f9", ""), removed=(2, 0))
    assert worth(GAME.apply(last, GAME.parse(last, 0, "f5-e5"))) == SURE


def test_a_last_row_that_waits_has_won() -> None:
    rings = {"white": "a2 a3 e4", "black": "k8 k9 k10", "removed": (2, 2)}
    state = place(GAME.rules, markers=("g6", "g2 g3 g4 g5"), **rings)  # type: ignore[arg-type]
    waiting = play(GAME, state, "e4-h7")
    assert worth(waiting, 1) == SURE


THREATS = (
    # who wins by force, as 15,000 positions prove; 300 said 53, 53 and 20 of 100 before
    (("b 22 2,2 W:Oa3,a5,b3,b5,Oc5,c7,c8,d6,Od7,e3,e8,e9,e10,i7,i8,j6"
     " B:b2,b4,Oc2,d4,d5,d8,Oe2,Oe4,e5,e7,f2,f4,f8,f10,g3,g4,g5,g11,i9"), 0),
    (("w 12 2,1 W:a5,b1,c4,d3,d4,e1,e5,Of3,f4,f5,g5,Oh5,h7,h8,i6,i7,i8,i9,Oj7,j10,k10"
     " B:Ob3,b4,b5,b6,b7,c1,c3,c5,c7,d5,d6,e3,e4,e7,f6,g6,g7,g8,Og9,h4,h6,Oh9,Oi5,j6,j9"), 1),
    (("w 14 2,1 W:d5,e5,e7,e8,f3,f6,Of7,f9,Og7,Oh5,h7,h10,i6,i11,j7"
     " B:a2,a3,b2,b3,Ob4,b6,b7,c2,Oc3,c4,c5,c6,c7,Oc8,d4,d6,d7,f2,f8,g2,Og8,g9,g10,g11,h11,i8,i9,"
     "i10,j10"), 0),
)  # fmt: skip
"""Positions of self-play in which the next row wins, with the seat that wins them."""


@pytest.mark.parametrize(("text", "winner"), THREATS)
def test_few_positions_tell_who_wins_where_the_next_row_does(text: str, winner: int) -> None:
    state = GAME.from_text(text)
    best = search_moves(GAME, state, 2, Budget(300), Random(3))[0]
    assert (best.value if state.seat == winner else -best.value) > 0.5


@pytest.mark.parametrize("removed", [(0, 2), (1, 2), (2, 2)])
def test_a_threat_to_win_at_once_is_worth_a_lot(removed: tuple[int, int]) -> None:
    """The same four markers, which a ring beside them completes, or one that is too far away."""
    rings = " ".join(WHITE_RINGS.split()[: 3 - removed[0]]) + " e2"
    fours = ("", "f6 f7 f8 f9")
    near = place(GAME.rules, rings, "j5 k7 f5", markers=fours, removed=removed)
    far = place(GAME.rules, rings, "j5 k7 k8", markers=fours, removed=removed)
    assert is_threatened(GAME.rules, near)
    assert not is_threatened(GAME.rules, far)
    assert worth(near) < worth(far) - 0.15
    # with another ring to go nobody is threatened
    assert not is_threatened(
        GAME.rules, place(GAME.rules, rings, "j5 k7 f5", markers=fours, removed=(removed[0], 1))
    )


def test_a_threat_is_a_move_that_makes_a_row() -> None:
    """A threat is found without a move; here the seat on turn passes, and the other moves."""
    game = Yinsh(variant="blitz")
    rng, state = Random(1), game.start(2)
    seen = []
    while state.ending is None:
        if state.step == MOVE and state.number > 30:
            passed = game.rules.apply(state, PASS)
            moves = game.turn_moves(passed, passed.seat)
            rows = [game.apply(passed, move).step == ROW_AFTER for move in moves]
            seen.append(is_threatened(game.rules, state))
            assert seen[-1] == any(rows)
        state = game.apply(state, rng.choice(game.turn_moves(state, state.seat)))
    assert {*seen} == {True, False}
