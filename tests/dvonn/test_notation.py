"""Turns read and written (docs/reference/dvonn.md §7), with what players type and mistype."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta.match.playthrough import playthrough
from gipf_meta_dvonn.board import NAME_OF, SPACES
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.state import PASS
from tests.dvonn.boards import GAME, full_board, play, stacks

OPEN = stacks("Db1 Bb2 BWc2 Wd2 Dd3 Bd4 Be3 Be4 Wf3 Df4")
RANDOM = Dvonn(setup="random")


@pytest.mark.parametrize("text", ["c2-e4", "C2-E4", "c2e4", " c2 - e4 ", "3. c2-e4", "C2E4"])
def test_moves_are_read_leniently(text: str) -> None:
    assert GAME.format(OPEN, GAME.parse(OPEN, 0, text)) == "c2-e4"


@pytest.mark.parametrize("text", ["f3", "F3", " f 3", "1. f3"])
def test_placements_are_read_leniently(text: str) -> None:
    start = GAME.start(2)
    assert GAME.format(start, GAME.parse(start, 0, text)) == "f3"


@pytest.mark.parametrize("text", ["-", "pass", "PASS", " - "])
def test_the_pass_is_read_leniently(text: str) -> None:
    assert GAME.parse(stacks("Dd3 Be3"), 0, text) == PASS


@pytest.mark.parametrize("text", ["", "x", "c2--e4", "c2-e4-c2", "c2 x b2", "Wf3", "dd", "c-e"])
def test_what_is_no_notation_says_what_is(text: str) -> None:
    with pytest.raises(BadNotation, match=r"is no move of DVONN; .*Possible: "):
        GAME.parse(OPEN, 0, text)


@pytest.mark.parametrize("text", ["a4", "j1", "c2-c9", "z1-c2", "a0"])
def test_a_space_that_is_none_is_named(text: str) -> None:
    with pytest.raises(BadNotation, match="There is no space"):
        GAME.parse(OPEN, 0, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1-a2", "There is no stack on a1."),
        ("d3-d4", "The DVONN piece on d3 is nobody's and may not move (rules: Stacking)."),
        ("b2-b1", "The stack on b2 is Black's."),
        ("c2-d2", "in a straight line, so not to d2 (rules: Stacking)."),
        ("d2-e2", "e2 is vacant: a stack moves onto an occupied space."),
        ("c2-e5", "so not to e5 (rules: Stacking). Possible: c2-e4."),
        ("-", "Whoever can act may not pass. Possible: "),
        ("c2", "all pieces are placed; move a stack"),
    ],
)
def test_illegal_moves_say_why(text: str, why: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(OPEN, 0, text)
    assert why in str(refused.value)


def test_a_surrounded_stack_says_so() -> None:
    with pytest.raises(IllegalMove, match="e3 may not move: all its six neighbours"):
        GAME.parse(stacks("Bd2 Wd3 Be2 We3 De4 Bf3 Bf4"), 0, "e3-e4")


def test_whose_turn_it_is_and_when_it_is_over() -> None:
    with pytest.raises(IllegalMove, match="It is White's turn, not Black's"):
        GAME.parse(OPEN, 1, "b2-b1")
    with pytest.raises(IllegalMove, match="The game is over"):
        GAME.parse(GAME.from_text("- D0W0B0 Df3"), 0, "f3")
    with pytest.raises(IllegalMove, match="Luck sets the board up first"):
        RANDOM.parse(RANDOM.start(2), 0, "f3")


# -- starts drawn by luck --------------------------------------------------------------------------


def listed(reds: str = "c2 f3 i4") -> str:
    """Every piece of a full board with its space."""
    return GAME.to_text(full_board(reds)).split()[2]


def test_a_tag_sets_the_board_up() -> None:
    lines = [f'[Setup "{listed()}"]', "a1-b1"]
    told = list(playthrough(RANDOM, 2, lines))
    assert not any("error" in line for line in told), told
    assert told[-2]["position"] == GAME.to_text(play(full_board("c2 f3 i4"), "a1-b1"))


def test_draws_before_the_first_turn_are_read_and_written() -> None:
    start = RANDOM.start(2)
    text = f"{listed()},a1-b1"
    moves = RANDOM.parse_turn(start, text)
    assert len(moves) == 50
    assert RANDOM.format_turn(start, moves) == text
    assert RANDOM.list_text(start, moves) == "a1-b1"
    assert RANDOM.list_text(start, moves[:49]) == "set up by luck"
    assert RANDOM.list_text(full_board("c2 f3 i4"), moves[49:]) == ""


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Wa1", RANDOM),
        (listed().replace("Wa1", "Da1"), RANDOM),
        (listed("a1 c2 f3"), Dvonn(setup="symmetric")),
        (listed(), GAME),
        (listed().replace("Wa1", "xa1"), RANDOM),
    ],
)
def test_what_luck_cannot_set_up_is_refused(text: str, game: Dvonn) -> None:
    with pytest.raises((IllegalMove, BadNotation)):
        list(game.play_line(game.start(2), f'[Setup "{text}"]'))


def test_a_symmetric_start_is_read_from_its_tag() -> None:
    game = Dvonn(setup="symmetric")
    state = game.start(2)
    while game.rules.draws(state) if state.phase == 0 else ():
        state = game.apply(state, game.rules.draws(state)[-1][0])
    pieces = ",".join(f"{'-WBD'[state.stacks[space]]}{NAME_OF[space]}" for space in SPACES)
    assert [(None, state)] == list(game.play_line(game.start(2), f'[Setup "{pieces}"]'))


@pytest.mark.parametrize("text", ["Wa1,Da2,c1", "Wa1,f3", "Wa2", "Wa1,Wa1"])
def test_draws_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        RANDOM.parse_turn(RANDOM.start(2), text)
