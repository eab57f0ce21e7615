"""A glass in the hand (docs/reference/tamsk.md §7.9): lifting, placing, putting back, too late."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import BadNotation
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from tests.tamsk.words import (
    BLACK,
    RED,
    ended,
    field,
    game,
    left,
    on_turn,
    played,
    refused,
    result,
    rights,
    rings,
    sand,
    started,
    turns,
)

GAME = configure(Tamsk, {})
#: Red was too late with the glass of a1 in his hand, and Black is on turn
TOO_LATE = "@0 B:F ^a1 @15000 T"


def position(red: str, black: str, rest: str, *, side: str = "R", left: str = "32/32") -> str:
    return f"T3 {side} {left} R:{red} B:{black} rings:- timer:- skip:0/0 open:- {rest}"


def late(state: Any) -> str:
    return field(GAME, state, "late")


# --- in the hand ----------------------------------------------------------------------------


def test_a_glass_in_the_hand_is_placed_or_put_back() -> None:
    state = started(GAME, "^a1")
    assert set(turns(GAME, state)) == {
        f"R:>{to}{dry}" for to in ("a2", "b1", "b2") for dry in ("", "/")
    }
    assert rights(GAME, state, RED) == {"R:<", *turns(GAME, state)}
    assert rights(GAME, state, BLACK) == {"B:F"}
    assert played(GAME, state, "<") == GAME.start(2)


def test_who_holds_a_glass_passes_in_no_other_way_than_by_putting_it_back() -> None:
    """So a glass without a ring that can go to one space alone is the only turn."""
    free = configure(Tamsk, {"voluntary_pass": "free"})
    held = position("a1,a2,b1", "d1,g1,g4", "t:0 lift:a1", left="0/3")
    for rules, text, forced in (
        (free, held, True),
        (free, held.replace(" lift:a1", ""), False),
        (GAME, held.replace("b1", "d7"), False),
    ):
        state = rules.from_text(text)
        assert rules.is_forced(state, RED) == (len(rules.turn_moves(state, RED)) == 1) == forced


def test_what_a_ring_is_dropped_for_is_said_where_it_can_be_dropped() -> None:
    why = "A ring drops around it: who has fewer rings left wins"
    assert why in GAME.view(started(GAME, "^a1"), None).prompt
    none_left = GAME.from_text(position("a1,a4,d7", "d1,g1,g4", "t:0", left="0/3"))
    assert "a ring" not in GAME.view(none_left, None).prompt


def test_placing_is_a_move_at_its_own_time() -> None:
    lifted = started(GAME, "^a1 @700 >b2/")
    assert lifted == started(GAME, "@700 a1-b2/")


def test_every_glass_with_a_move_can_be_lifted() -> None:
    assert rights(GAME, GAME.start(2), RED) >= {"R:^a1", "R:^d7", "R:^g1"}
    # those that were never moved come first (§5.3)
    state = started(GAME, "a1-b2 d1-d2")
    assert {text for text in rights(GAME, state, RED) if "^" in text} == {"R:^d7", "R:^g1"}


def test_no_lifting_before_all_own_glasses_stand() -> None:
    placing = configure(Tamsk, {"start": "placement"})
    state = started(placing, "@@d4 @@c3 @@e4 @@b2 @@a1")
    assert not {text for text in rights(placing, state, BLACK) if "^" in text}
    assert "R:^d4" in rights(placing, played(placing, state, "@@g4"), RED)


def test_sand_runs_on_and_a_glass_that_dies_in_the_hand_is_back() -> None:
    text = position("a1~500,d7,g1", "d1,a4,g4", "t:0 lift:a1")
    state = GAME.from_text(text)
    assert sand(GAME, GAME.advance(state, 499))["a1"] == "~1"
    assert field(GAME, GAME.advance(state, 499), "lift") == "a1"
    state = GAME.advance(state, 500)
    assert GAME.to_text(state) == position("a1x500,d7,g1", "d1,a4,g4", "t:500")
    refused(GAME, state, "R:>b2", "no glass is in Red's hand")


def test_the_space_of_a_glass_in_the_hand_is_reserved() -> None:
    state = GAME.from_text(position("c1,d7,g1", "d1,a4,g4", "t:0 lift:d1 late:c1R", side="B"))
    refused(GAME, state, "R:>d1", "d1 is occupied")
    refused(GAME, state, "B:>c1", "c1 is occupied")


def test_a_player_who_is_passed_over_puts_the_glass_back() -> None:
    """Red claims with his last ring and has finished (R17)."""
    stop = game(two_phase="on")
    text = position("a1,d7,g1", "d1,a4,g4", "t:0 lift:a1", left="1/5")
    state = stop.from_text(text.replace("open:-", "open:d1B"))
    state = played(stop, state, "R:*d1")
    assert (on_turn(stop, state), field(stop, state, "lift")) == (BLACK, "")
    assert "B:^d1" in rights(stop, state, BLACK)


# --- too late -------------------------------------------------------------------------------


def test_too_late_costs_the_next_turn_only() -> None:
    """R11: one turn is lost, whether the glass is still placed or not."""
    state = started(GAME, TOO_LATE)
    assert (on_turn(GAME, state), field(GAME, state, "skip"), late(state)) == (BLACK, "1/0", "a1R")
    for items in ("R:>b2 B:d1-d2", "B:d1-d2"):
        after = played(GAME, state, items)
        assert (on_turn(GAME, after), field(GAME, after, "skip")) == (BLACK, "0/0")
        assert on_turn(GAME, played(GAME, after, "a4-b4")) == RED


def test_only_the_late_glass_is_placed_and_only_beside_it() -> None:
    state = started(GAME, TOO_LATE)
    places = {f"R:>{to}{dry}" for to in ("a2", "b1", "b2") for dry in ("", "/")}
    assert rights(GAME, state, RED) == {"R:F", "R:<", *places}
    refused(GAME, state, "R:>c6", "c6 is not next to a1")


def test_a_late_player_without_rings_has_finished() -> None:
    """He claims with his last ring; with `zero_rings=stop` he makes no more moves (§4.5)."""
    text = position("a1,d7,g1", "d1,a4,g4", "t:0 late:a1R", side="B", left="1/5")
    text = text.replace("open:-", "open:d1B")
    for option, places in (("stop", set()), ("move_on", {"R:>a2/", "R:>b1/", "R:>b2/"})):
        g = game(two_phase="on", zero_rings=option)
        state = played(g, g.from_text(text), "R:*d1")
        assert rights(g, state, RED) - {"R:F", "R:<"} == places


def test_a_late_glass_is_turned_when_it_is_placed() -> None:
    state = started(GAME, TOO_LATE, "@15400 R:F")
    after = played(GAME, state, "@15500 R:>b2/")
    assert sand(GAME, after)["b2"] == "~180000"
    # the turn and the timer stay as they are
    assert (on_turn(GAME, after), field(GAME, after, "timer")) == (BLACK, "14900@B")
    assert (field(GAME, after, "open"), field(GAME, after, "idle")) == ("b2R", "1")
    assert rings(GAME, played(GAME, after, "B:*b2")) == {"b2": 1}
    ringed = played(GAME, state, "R:>b2")
    assert (left(GAME, ringed), field(GAME, ringed, "open")) == ("31/32", "-")


@pytest.mark.parametrize(
    ("items", "chance"),
    [
        ("R:F", "a1R"),
        ("B:^d1", "a1R"),
        ("B:^d1 B:<", "a1R"),
        ("R:F @30000 T", "a1R"),
        ("B:--", "a1R"),
        ("B:-- R:--", "a1R"),
        ("B:d1-d2", ""),
        ("B:d1-d2/", ""),
        ("B:^d1 B:>d2", ""),
        ("R:>b2", ""),
        ("R:<", ""),
        ("B:^d1 R:<", ""),
        # Black has passed: his turn and Red's next are lost, and Red is on turn himself
        ("B:-- R:^d7", ""),
        ("B:-- R:^a1", ""),
        ("B:-- R:d7-d6", ""),
        ("B:-- R:a1-b2", ""),
        ("B:-- R:>b2", ""),
        ("B:-- R:<", ""),
    ],
)
def test_what_ends_the_chance_of_a_late_player(items: str, chance: str) -> None:
    assert late(started(GAME, TOO_LATE, items)) == chance


def test_claims_do_not_end_the_chance() -> None:
    state = GAME.from_text(
        position("a1,d7,g1", "d1,a4,g4", "t:0 late:a1R", side="B").replace("open:-", "open:d1B")
    )
    for item in ("R:*d1", "B:+d1"):
        assert late(played(GAME, state, item)) == "a1R"


def test_r19_a_late_glass_is_put_back_and_nothing_else_changes() -> None:
    """The chance is over, the turn, the timer and the lost turn stay as they are."""
    state = started(GAME, TOO_LATE, "@15400 R:F")
    after = played(GAME, state, "@15500 R:<")
    waited = GAME.advance(state, 100)
    assert GAME.to_text(after) == GAME.to_text(waited).replace(" late:a1R", "")
    assert sand(GAME, after)["a1"] == ""
    refused(GAME, after, "R:>b2", "no glass is in Red's hand")
    refused(GAME, after, "R:<", "Red is not on turn")


def test_r19_each_puts_back_what_is_in_his_own_hand() -> None:
    """Black has lifted a glass while Red is late: a colour says whose is meant."""
    both = started(GAME, TOO_LATE, "B:^d1")
    black = played(GAME, both, "B:<")
    assert (field(GAME, black, "lift"), late(black)) == ("", "a1R")
    red = played(GAME, both, "R:<")
    assert (field(GAME, red, "lift"), late(red)) == ("d1", "")
    with pytest.raises(BadNotation, match="could be either player's"):
        played(GAME, both, "<")
    assert GAME.parse(both, RED, "<") != GAME.parse(both, BLACK, "<")


def test_r19_a_late_glass_is_put_back_by_clicks() -> None:
    both = GAME.view(started(GAME, TOO_LATE, "B:^d1"), None)
    paths = {choice.notation: choice.path for choice in both.choices}
    assert (paths["B:<"], paths["R:<"]) == (("back",), ("late", "back"))
    assert "or back (<)" in GAME.view(started(GAME, TOO_LATE), RED).prompt


def test_a_late_player_on_turn_places_and_still_moves() -> None:
    state = started(GAME, TOO_LATE, "B:--")
    assert on_turn(GAME, state) == RED
    after = played(GAME, state, "R:>b2")
    assert on_turn(GAME, after) == RED
    assert on_turn(GAME, played(GAME, after, "d7-d6")) == BLACK


def test_a_late_glass_that_dies_is_back() -> None:
    state = GAME.from_text(position("a1~9,d7,g1", "d1,a4,g4", "t:0 late:a1R", side="B"))
    assert late(GAME.advance(state, 8)) == "a1R"
    assert late(GAME.advance(state, 9)) == ""


def test_a_late_glass_on_a_full_space_loses() -> None:
    text = position("a1,d7,g1", "d1,a4,g4", "t:0 late:a1R", side="B")
    state = GAME.from_text(text.replace("rings:-", "rings:b11"))
    assert result(GAME, played(GAME, state, "R:>b1")) == ((BLACK,), "full_space")
    reject = configure(Tamsk, {"full_space": "reject"})
    refused(reject, state, "R:>b1", "b1 is full")


def test_a_late_place_can_end_the_game() -> None:
    """The stall test follows it, and so does `settle()`."""
    text = position("a1,d7,g1", "d1,a4,g4", "t:0 idle:39 late:a1R", side="B", left="3/5")
    state = GAME.from_text(text)
    assert ended(GAME, played(GAME, state, "R:>b2/")) == ((RED,), "stall", "3/5")
    assert on_turn(GAME, played(GAME, state, "R:>b2")) == BLACK


def test_a_late_place_can_leave_the_other_without_a_move() -> None:
    text = position("c3,d7,g1", "a1,a2,b1", "t:0 late:c3R", side="B")
    state = GAME.from_text(text.replace("rings:-", "rings:a31,b32,c11,c22"))
    assert on_turn(GAME, state) == BLACK
    assert on_turn(GAME, played(GAME, state, "R:>b2")) == RED
