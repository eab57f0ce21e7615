"""``LotGame``, ``FrozenState`` and the sentences that notations share, by a game of two places."""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from functools import cached_property

import pytest

from gipf_meta import (
    BadNotation,
    Chance,
    FrozenState,
    IllegalMove,
    LotGame,
    LotNotation,
    Over,
    Turn,
    check_on_turn,
    list_possible,
)

DRAWN = re.compile(r"\s*([WB])\s*(?:,|$)")


class Board(FrozenState):
    """The pieces that a lot has put onto two places, and whether somebody has chosen one."""

    __slots__ = ("chosen", "pieces")

    def __init__(self, pieces: str = "", chosen: bool = False) -> None:
        self.pieces, self.chosen = pieces, chosen

    @property
    def ending(self) -> Over | None:
        return Over((0,), "chosen") if self.chosen else None

    @property
    def number(self) -> int:
        return 1 + self.chosen

    def fields(self) -> tuple[object, ...]:
        return self.pieces, self.chosen


class Same(Board):
    """Another class with the same fields."""


class Choosing:
    """Rules: a lot puts a piece of each colour down, then the first seat chooses one."""

    def start(self) -> Board:
        return Board()

    def draws(self, state: Board) -> Sequence[tuple[str, int]]:
        return [(piece, 1) for piece in "WB" if piece not in state.pieces]

    def legal_moves(self, state: Board) -> Sequence[str]:
        return () if state.chosen or self.draws(state) else ("take W", "take B")

    def apply(self, state: Board, move: str) -> Board:
        return Board(state.pieces, True) if len(move) > 1 else Board(state.pieces + move)


NOTATION = LotNotation[Board, str](DRAWN, str, ("Left", "Right").__getitem__)


class ChoosingGame(LotGame[Board, str]):
    id = "choosing"
    title = "Choosing"
    tagline = "Choose one."
    seat_names = ("Left", "Right")

    @cached_property
    def rules(self) -> Choosing:
        return Choosing()

    def is_draw(self, move: str) -> bool:
        return len(move) == 1

    def read_setup(self, state: Board, text: str) -> Sequence[str]:
        drawn, state, rest = NOTATION.read_draws(self.rules, state, text)
        if rest:
            raise BadNotation(f"{rest!r} is too much.")
        return drawn

    def parse_turn(self, state: Board, text: str) -> tuple[str, ...]:
        drawn, state, rest = NOTATION.read_draws(self.rules, state, text)
        return (*drawn, self.parse(state, 0, rest)) if rest else tuple(drawn)


GAME = ChoosingGame()


def test_luck_fills_the_board_and_then_somebody_is_on_turn() -> None:
    state = GAME.start(2)
    assert GAME.status(state) == Chance((("W", 1), ("B", 1)), 1)
    assert GAME.status(GAME.apply(state, "W")) == Chance((("B", 1),), 1)
    assert GAME.status(Board("WB")) == Turn(0, 1)
    assert GAME.status(Board("WB", True)) == Over((0,), "chosen")


def test_a_tag_has_the_whole_lot_and_others_are_checked() -> None:
    assert list(GAME.play_line(GAME.start(2), '[Setup "B,W"]')) == [(None, Board("BW"))]
    assert list(GAME.play_line(GAME.start(2), '[White "Ann"]')) == [(None, Board())]
    with pytest.raises(BadNotation, match="the record is for Game 'Go'"):
        list(GAME.play_line(GAME.start(2), '[Game "Go"]'))
    with pytest.raises(BadNotation, match="there is no tag Colour; the tags are Game, Setup"):
        list(GAME.play_line(GAME.start(2), '[Colour "red"]'))
    with pytest.raises(IllegalMove, match=r"luck cannot draw W there; possible: B\."):
        list(GAME.play_line(GAME.start(2), '[Setup "W,W"]'))


def test_draws_stand_before_the_first_turn_and_lists_leave_them_out() -> None:
    moves = GAME.parse_turn(GAME.start(2), "B,W,take W")
    assert moves == ("B", "W", "take W")
    assert GAME.format_turn(GAME.start(2), moves) == "B,W,take W"
    assert GAME.list_text(GAME.start(2), moves) == "take W"
    assert GAME.list_text(GAME.start(2), moves[:2]) == "set up by luck"
    assert GAME.list_text(Board("BW"), moves[2:]) == ""


def test_states_are_what_their_fields_are() -> None:
    board = Board("WB")
    assert board == Board("WB") == pickle.loads(pickle.dumps(board))
    assert hash(board) == hash(Board("WB"))
    assert board not in (Board("BW"), Same("WB"), ("WB", False))


def test_refusals_say_who_is_on_turn_and_what_is_possible() -> None:
    names = ("Left", "Right").__getitem__
    check_on_turn(1, 1, names)
    with pytest.raises(IllegalMove, match="It is Left's turn, not Right's"):
        check_on_turn(1, 0, names)
    with pytest.raises(IllegalMove, match="The game is over"):
        check_on_turn(1, None, names)
    assert list_possible(range(3), str) == " Possible: 0, 1, 2."
    assert list_possible(range(3), str, 2) == " Possible: 0, 1, …."
    assert list_possible((), str) == ""
