"""The things that move by a decision of TAMSK (docs/reference/tamsk.md §4-§7)."""

from __future__ import annotations

from tests.motions import moved_by, moved_by_decisions

from .words import game, started


def test_a_glass_goes_is_turned_and_a_ring_drops() -> None:
    """§4, §5.2: at level 1 no sand runs, and a glass looks the same on its head."""
    for level, turned in (("1", ""), ("2", " turns b2")):
        g = game(level=level)
        assert moved_by(g, g.start(2), "R:a1-b2") == [[f"a1-b2{turned} lays rings:R-b2"]]


def test_no_ring_is_dropped() -> None:
    """§4: the move is over without one."""
    g = game(level="2")
    assert moved_by(g, g.start(2), "R:a1-b2/") == [["a1-b2 turns b2"]]


def test_a_forgotten_ring_is_claimed() -> None:
    """§7.6: the opponent drops one of his own."""
    g = game(level="2")
    assert moved_by_decisions(g, started(g, "R:a1-b2/"), "B:claim") == [["lays rings:B-b2"]]


def test_a_glass_is_lifted_before_it_goes() -> None:
    """§7.9: it stands on its space until it is put down elsewhere, or back."""
    g = game(two_phase="on", level="3")
    assert moved_by_decisions(g, g.start(2), "R:^a1", "R:>b2") == [
        [],
        ["a1-b2 turns b2 lays rings:R-b2"],
    ]
    assert moved_by_decisions(g, g.start(2), "R:^a1", "R:<") == [[], []]


def test_a_glass_is_placed_from_outside() -> None:
    """§6.6: in the placement start."""
    g = game(start="placement", level="2")
    assert moved_by(g, g.start(2), "R:@@b2") == [["-b2 turns b2 lays rings:R-b2"]]


def test_the_15_second_glass_is_not_on_the_board() -> None:
    """§6.2: who turns it moves nothing there."""
    g = game(level="3")
    assert moved_by_decisions(g, g.start(2), "B:flip") == [[]]


def test_a_glass_that_loses_the_game_stays_where_it_is() -> None:
    """§7.7: it was put on a full space, which ends the game."""
    g = game(level="1", full_space="loss")
    state = started(g, "R:a1-a2", "B:d1-c1", "R:a2-a1", "B:c1-d1")
    assert moved_by(g, state, "R:a1-a2") == [[]]
