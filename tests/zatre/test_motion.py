"""The tiles that move by a decision or a draw of Zatre (docs/reference/zatre.md §3-§5)."""

from __future__ import annotations

from functools import partial

from gipf_meta.render.animated_board import Sight, motions_in_sight
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.state import DRAW, Move, State
from tests.motions import motion_line, moved_by_decisions

from .test_scenarios_turns import last_tiles
from .words import STUCK, drew, game, position


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
    second = g.from_text(position("h8=5 i8=4", hands="6,-", player="B"))
    assert moved_by_decisions(g, second, "+2") == [["-hand1:2"]]


def test_a_line_that_scores_lights_up_when_its_tile_is_there() -> None:
    """§6: each line with a sum of 10, 11 or 12, from its first tile; others do not."""
    g = game()
    state = g.from_text(position("h8=4 i8=1 g7=5", hands="6,-", player="A"))
    assert moved_by_decisions(g, state, "j8=6") == [["hand0:6-j8", "lights h8 i8 j8"]]
    state = g.from_text(position("h8=4 g7=5", hands="5,-", player="A"))
    assert moved_by_decisions(g, state, "h7=5") == [["hand0:5-h7", "lights g7 h7"]]


def test_the_tile_of_the_lottery_is_kept() -> None:
    """§3: what is drawn by lot goes back, but for the starter's."""
    g = game(start="lottery")
    assert moved_by_decisions(g, g.start(2), "+4", "+6") == [[], ["-hand0:6"]]


def test_a_turn_in_which_no_tile_fits_moves_nothing() -> None:
    """§4: all tiles are kept."""
    g, state = last_tiles(hands="6,2")
    assert moved_by_decisions(g, state, STUCK) == [[]]


def test_who_does_not_see_a_hand_is_not_told_what_is_in_it() -> None:
    """§8: hidden hands; a tile comes into the hand and out of it, and nobody else knows which."""
    g = game(hands="hidden")
    empty = g.start(2)
    one = drew(g, empty, "4")
    assert told_to_seats(g, empty, Move(DRAW, 0, 4), one) == [["-hand0:4"], ["-hand0:?"]]
    held = drew(g, one, "66")
    move = g.parse(held, 0, "h8=4")
    after = g.apply(held, move)
    assert told_to_seats(g, held, move, after) == [["hand0:4-h8"], ["hand0:?-h8"]]


def told_to_seats(g: Zatre, before: State, move: Move, after: State) -> list[list[str]]:
    """The motions of *move* as each of two seats is told of them."""
    return [
        [
            motion_line(motion)
            for motion in motions_in_sight(
                g.moved(before, move, after),
                *(Sight(g.view(each, seat), partial(g.view, each)) for each in (before, after)),
            )
        ]
        for seat in (0, 1)
    ]
