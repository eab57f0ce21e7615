"""The kit for games that stack pieces, by a game of another author and by itself."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import (
    DIRECTIONS,
    BadNotation,
    HexLattice,
    HexPlaces,
    IllegalMove,
    first_on,
    height,
    kind_of,
    move_of,
    occupied_by,
    origin_of,
    pieces,
    pile,
    read_stack,
    stack_text,
    target_of,
    top,
)
from gipf_meta.testing import check
from gipf_meta.testing.laws import LAWS
from tests.small_games.towers import BOARD, NOTATION, RULES, Towers

GAME = Towers()
START = "WBBWWBBW"


DEAR = (
    "every_process_plays_alike",
    "garbage_is_refused_in_a_sentence",
    "positions_can_be_played_on",
)
"""The laws that take longest, left to ``test_checking_broken_games``."""


def test_a_stacking_game_of_another_author_keeps_the_laws() -> None:
    laws = [law.__name__ for law in LAWS if law.__name__ not in DEAR]
    found = [*check(GAME, laws=laws, games=1, most_decisions=30)]
    assert len(found) > 60
    assert [str(finding) for finding in found if not finding.ok] == []


def test_a_stacking_game_is_played_from_a_start_told_in_one_line() -> None:
    ((_text, state),) = GAME.play_line(GAME.start(2), f'[Setup "{START}"]')
    assert GAME.to_text(state) == "w Wa1,Ba2,Ba3,Wb1,Wb3,Bc1,Bc2,Wc3"
    for turn in ("a1-a2", "c1-b1", "a2-a3"):
        state = GAME.apply(state, GAME.parse(state, state.seat, turn))
    assert GAME.to_text(state) == "b BBWa3,WBb1,Wb3,Bc2,Wc3"
    with pytest.raises(IllegalMove, match=r"It is Black's turn, not White's\."):
        GAME.parse(state, 0, "a3-b3")
    with pytest.raises(IllegalMove, match=r"b1-a3 is not legal\. Possible: b1-c2, "):
        GAME.parse(state, 1, "b1-a3")


def test_a_start_that_luck_cannot_draw_is_refused_at_the_first_wrong_draw() -> None:
    with pytest.raises(IllegalMove, match=r"Wc2 is one too many\."):
        GAME.read_setup(GAME.start(2), "WWWWBBWB")
    with pytest.raises(BadNotation, match="eight letters"):
        GAME.read_setup(GAME.start(2), "WB")
    with pytest.raises(IllegalMove, match=r"Luck sets the board up first\."):
        GAME.parse(GAME.start(2), 0, "a1-a2")


def test_draws_stand_before_the_decisions_of_a_turn() -> None:
    draws = [move_of(1, "-WB".index(one), place) for place, one in enumerate(START)]
    told = ",".join(map(NOTATION.write, draws))
    assert GAME.parse_turn(GAME.start(2), told) == tuple(draws)
    moves = GAME.parse_turn(GAME.start(2), f"{told},a1-a2")
    assert moves[-1] == move_of(0, BOARD.place_of["a1"], BOARD.place_of["a2"])
    assert GAME.parse_turn(GAME.start(2), GAME.format_turn(GAME.start(2), moves)) == moves


def test_a_board_of_stacks_is_set_up_from_the_bottom_to_the_top() -> None:
    editor = GAME.editor
    draft = editor.put(editor.put(editor.empty(), "a1", "W"), "a1", "B")
    assert editor.put_together(draft) == "w WBa1"
    assert editor.steps(draft) == [("a1", "W"), ("a1", "B")]
    moved = editor.move(editor.put(draft, "b3", "W"), "a1", "b3")
    assert editor.put_together(moved) == "w WWBb3"
    assert editor.put_together(editor.take(moved, "b3")) == "w WWb3"
    assert editor.move(moved, "b3", "") == editor.empty()
    assert not editor.is_there(moved, "b3", "B")


def test_stacks_are_put_onto_one_another_and_taken_apart_as_lists_are() -> None:
    rng = Random(1)
    for _each in range(200):
        below, above = ([rng.randint(1, 15) for _ in range(rng.randint(1, 40))] for _ in "ab")
        stacks = [read_stack("".join(map(chr, each)), "".join(map(chr, range(16))))
                  for each in (below, above)]  # fmt: skip
        whole = pile(*stacks)
        assert pieces(whole) == [*below, *above]
        assert (height(whole), top(whole)) == (len(below) + len(above), above[-1])
    assert (height(0), top(0), pieces(0), pile(0, 5), pile(5, 0)) == (0, 0, [], 5, 5)


def test_a_stack_and_its_text_are_inverse() -> None:
    assert read_stack("WWB", "-WB") == 0x211
    assert stack_text(0x211, "-WB") == "WWB"
    with pytest.raises(ValueError, match="substring"):
        read_stack("WX", "-WB")


def test_a_move_is_three_numbers() -> None:
    for three in ((0, 0, 0), (5, 63, 1), (15, 1, 63)):
        move = move_of(*three)
        assert (kind_of(move), origin_of(move), target_of(move)) == three
    assert occupied_by((0, 3, 0x21, 0)) == 0b0110


def test_lines_of_numbered_places_are_those_of_the_lattice() -> None:
    lattice = HexLattice((3, 4, 5, 4, 3), 2)
    coordinates = [(x, (x - y) // 2) for x, y in lattice.xy.values()]
    board = HexPlaces(coordinates, lattice.cells)
    assert dict(zip(board.names, board.xy, strict=True)) == lattice.xy
    for place, name in enumerate(board.names):
        for way in range(len(DIRECTIONS)):
            names = [board.names[each] for each in board.rays[place][way]]
            assert [name, *names] == list(lattice.line(name, way))


def test_a_gap_in_the_board_ends_lines_and_nothing_is_between_places_of_no_line() -> None:
    a1, a3, c3 = (BOARD.place_of[name] for name in ("a1", "a3", "c3"))
    assert BOARD.between(a1, a3) == (BOARD.place_of["a2"],)
    assert BOARD.is_line(a1, a3)
    assert not BOARD.is_line(a1, c3)  # across the hole
    assert BOARD.between(a1, c3) == ()
    ray = BOARD.rays[a1][0]
    assert [first_on(ray, mask) for mask in (0b110, 0b100, 0b1)] == [1, 2, -1]
    assert BOARD.names_of(0b101) == ["a1", "a3"]
    assert not RULES.legal_moves(GAME.start(2))
