"""What moves by a decision or a draw of Zatre (docs/reference/zatre.md §3-§5)."""

from __future__ import annotations

from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.render.motion import motions_in_sight
from tests.motions import moved_by_decisions, steps

from .words import drew, game


def test_tiles_come_from_the_bag_into_a_hand_and_from_the_hand_onto_the_board() -> None:
    """§4, §5: the bag is out of sight."""
    g = game()
    decisions = ("+4", "+4", "+6", "h8=4")
    assert moved_by_decisions(g, g.start(2), *decisions) == [
        ["-hand0:4"],
        ["-hand0:4"],
        ["-hand0:6"],
        ["hand0:4-h8"],
    ]


def test_the_tile_of_the_lottery_is_kept() -> None:
    """§3: what is drawn by lot goes back, but for the starter's."""
    g = game(start="lottery")
    assert moved_by_decisions(g, g.start(2), "+4", "+6") == [[], ["-hand0:6"]]


def test_a_turn_without_a_tile_that_fits_moves_nothing() -> None:
    """§4: it is luck's to end it."""
    g = game(leftover_draw="optional")
    state = g.from_text(g.to_text(drew(g, g.start(2), "466")))
    ((told, _after),) = steps(g, state, [g.parse(state, 0, "h8=4")])
    assert told == ["hand0:4-h8"]


def test_who_does_not_see_a_hand_is_not_told_what_is_in_it() -> None:
    """§8: hidden hands; the tile comes from out of sight, and a draw is not seen at all."""
    g = game(hands="hidden")
    before = g.start(2)
    after = drew(g, before, "4")
    views = g.view(before, 1), g.view(after, 1)
    assert motions_in_sight([Motion((Way("", "hand0:4"),))], *views) == ()
    held = drew(g, after, "66")
    placed = g.apply(held, g.parse(held, 0, "h8=4"))
    said = g.moved(held, g.parse(held, 0, "h8=4"), placed)
    views = g.view(held, 1), g.view(placed, 1)
    assert motions_in_sight(said, *views) == (Motion((Way("", "h8"),)),)
    assert motions_in_sight(said, g.view(held, 0), g.view(placed, 0)) == tuple(said)
