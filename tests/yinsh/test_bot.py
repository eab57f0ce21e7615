"""What positions are worth (gipf_meta_yinsh.bot), told by positions in which one side is better."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta_yinsh.board import WINDOWS
from gipf_meta_yinsh.bot import WON, count_windows, evaluate, reach
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.rules import vacant_points
from gipf_meta_yinsh.state import State

from .boards import WHITE_RINGS, place, play

GAME = Yinsh()


def worth(state: State, seat: int = 0) -> float:
    return evaluate(GAME.rules, state, seat)


@pytest.mark.parametrize("seed", range(3))
def test_windows_are_counted(seed: int) -> None:
    state, rng = GAME.start(2), Random(seed)
    while state.ending is None:
        for markers in state.markers:
            held = [(markers & window).bit_count() for window in WINDOWS.values()]
            assert count_windows(markers) == (held.count(2), held.count(3), held.count(4))
        state = GAME.apply(state, rng.choice(GAME.rules.legal_moves(state)))


def test_a_removed_ring_is_worth_more_than_markers() -> None:
    ring = place(GAME.rules, "a2 a3 a4 e4", removed=(1, 0))
    markers = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("e5 f6 g7", ""))
    assert worth(ring) > worth(markers) > 0
    assert worth(ring, 1) == -worth(ring)


def test_four_in_a_line_are_worth_more_than_four_apart() -> None:
    line = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("f6 f7 f8 f9", ""))
    apart = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("c3 f7 h9 i5", ""))
    assert worth(line) > worth(apart)


def test_a_row_that_is_due_counts_as_its_ring() -> None:
    state = place(GAME.rules, f"{WHITE_RINGS} f5", markers=("f6 f7 f8 f9", ""))
    moved = GAME.apply(state, GAME.parse(state, 0, "f5-e5"))
    assert worth(moved) > 0.4
    last = place(GAME.rules, "a2 a3 f5", markers=("f6 f7 f8 f9", ""), removed=(2, 0))
    assert worth(GAME.apply(last, GAME.parse(last, 0, "f5-e5"))) == WON


def test_a_last_row_that_waits_has_won() -> None:
    rings = {"white": "a2 a3 e4", "black": "k8 k9 k10", "removed": (2, 2)}
    state = place(GAME.rules, markers=("g6", "g2 g3 g4 g5"), **rings)  # type: ignore[arg-type]
    waiting = play(GAME, state, "e4-h7")
    assert worth(waiting, 1) == WON


def test_rings_that_can_move_are_worth_something() -> None:
    centre, rim = (place(GAME.rules, f"{WHITE_RINGS} {ring}") for ring in ("f6", "e1"))
    assert reach(centre.rings[0], vacant_points(centre)) > reach(rim.rings[0], vacant_points(rim))
    assert worth(centre) > worth(rim)
