"""Typed edits of a board: one gate for all games, names of turns, reserves that follow."""

from __future__ import annotations

from typing import Final

import pytest

from gipf_meta import MoveError
from gipf_meta.plugins.playable import setting_up
from tests.plugins.test_setting_up import edited
from tests.tables import table

WITH_POWERS: Final = '{"tamsk_potentials": 3}'

FOLLOWING: Final = [
    ("gipf", "{}", ("empty", "b5=W c3=B"), {"reserve.W": "17", "reserve.B": "17"}),
    ("gipf", "{}", ("empty", "b5=WG", "b5=-"), {"reserve.W": "18"}),
    ("gipf", WITH_POWERS, ("empty", "b5=WT", "c3=WT", "c3-off"), {"supply.WT": "2"}),
    ("gipf", WITH_POWERS, ("empty", "lost.WT=1"), {"supply.WT": "2"}),
    ("zertz", "{}", ("d4=W", "d5=W", "d5=-", "p1.W=2"), {"pool.W": "3", "pool.G": "8"}),
    ("zertz", "{}", ("pool.W=0", "d4=W", "d5=W"), {"pool.W": "0"}),
    ("zertz", "{}", ("no rings", "W d4 d5"), {"pool.W": "4"}),
    ("tamsk", "{}", ("b2=o", "c3=o+o", "c3=-"), {"left.R": "31", "left.B": "31"}),
]
"""Edits of a board, and what its reserves are then."""


@pytest.mark.parametrize(("game", "options", "edits", "wanted"), FOLLOWING)
def test_reserves_follow_what_is_put_taken_and_captured(
    game: str, options: str, edits: tuple[str, ...], wanted: dict[str, str]
) -> None:
    draft = edited(setting_up(game, options, ""), *edits).draft
    assert {field: draft.field(field) for field in wanted} == wanted


@pytest.mark.parametrize(
    ("game", "named", "edit"),
    [
        ("gipf", ("2", "b", "B", "Black", "black"), "side=b"),
        ("zertz", ("2", "player 2"), "turn=2"),
        ("tamsk", ("2", "b", "Black"), "turn=B"),
        ("zatre", ("2", "b", "B", "player 2"), "player=B"),
    ],
)
def test_whose_turn_it_is_has_common_names(game: str, named: tuple[str, ...], edit: str) -> None:
    board = setting_up(game, "{}", "")
    assert {board.parse(board.start(1), 0, f"turn={name}") for name in named} == {edit}


def test_in_zatre_a_seat_is_meant_by_its_number() -> None:
    board = setting_up("zatre", "{}", "")
    state = edited(board, "seat=1", "turn=2")
    assert state.draft.field("player") == "A"
    assert board.view(state, 0).prompt == "You can play from here: Player 2 is on turn."


@table("""
    game  | typed          | says
    gipf  | turn=x         | turn= cannot be 'x': write one of w, b, 1, 2, White, Black, it begins
    gipf  | side=q         | write one of w, b, 1, 2, White, Black.
    gipf  | open=0         | open= cannot be '0': write one of -, W, B, WB.
    gipf  | Gc5=B          | the place comes first, as in c5=BG.
    gipf  | Gc5            | the place comes first, as in c5=WG or c5=BG.
    tamsk | sand.a1=178500 | write one of 2:58.5, idle, dead.
    tamsk | skip=x         | write one of 0/0, 1/0, 0/1, 1/1, 2/0.
    zatre | turn=drew      | turn= cannot be 'drew'
    gipf  | b2=W+B         | Only one piece stands on a place: 'W+B' are several.
    gipf  | b2-c3          | Nothing stands on b2.
""")
def test_what_no_position_says_is_refused_with_what_would_be_right(
    game: str, typed: str, says: str
) -> None:
    board = setting_up(game, "{}", "")
    with pytest.raises(MoveError) as refusal:
        board.parse(board.start(1), 0, typed)
    assert says in str(refusal.value)


@table("""
    game  | typed          | meant
    gipf  | B b5 h2        | b5,h2=B
    gipf  | b5=w           | b5=W
    gipf  | b5 = B         | b5=B
    gipf  | SIDE=b         | side=b
    zertz | Wd4            | d4=W
    zertz | W d4, d5       | d4,d5=W
    tamsk | sand.a1=2:58.5 | sand.a1=2:58.5
""")
def test_clear_edits_are_accepted(game: str, typed: str, meant: str) -> None:
    board = setting_up(game, "{}", "")
    assert board.parse(board.start(1), 0, typed) == meant


@pytest.mark.parametrize(
    ("game", "first", "then"),
    [
        (
            "gipf",
            "w 12,12 T0Z0,T0Z0 W:d4,d5,d6 B: G:WB",
            "w 12,12 T0Z0,T0Z0 W:d4 B: G:WB",
        ),
        ("zertz", "Wd4,Wd5,e3 4/8/10 0/0/0 0/0/0 1", "Wd4,Wd5,We3 4/8/10 0/0/0 0/0/0 1"),
    ],
)
def test_a_position_that_is_typed_says_its_reserves(game: str, first: str, then: str) -> None:
    board = setting_up(game, "{}", "")
    assert board.view(edited(board, first, then), 0).caption == then


def test_two_places_move_what_stands_on_the_first_when_nothing_is_in_hand() -> None:
    board = setting_up("gipf", "{}", "")
    state = edited(board, "empty", "b2=W", "hand", "b2 c3")
    assert (state.draft.at("b2"), state.draft.at("c3")) == ("", "W")
    with pytest.raises(MoveError, match="Nothing stands on b2"):
        board.parse(state, 0, "b2 c3")


def test_sand_is_typed_to_a_part_of_a_second() -> None:
    board = setting_up("tamsk", "{}", "")
    assert "a1~178500" in board.view(edited(board, "sand.a1=2:58.5"), 0).caption


def test_all_rings_go_and_come_at_a_word() -> None:
    board = setting_up("zertz", "{}", "")
    assert edited(board, "no rings").draft.pieces == ()
    state = edited(board, "no rings", "d4=W", "all rings")
    assert state.draft == edited(board, "empty", "d4=W").draft
