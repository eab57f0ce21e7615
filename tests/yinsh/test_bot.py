"""What positions are worth (gipf_meta_yinsh.bot), told by positions in which one side is better."""

from __future__ import annotations

from gipf_meta_yinsh.bot import SURE, evaluate
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.state import State

from .boards import WHITE_RINGS, place, play

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
