"""A random game in machine words goes where the rules go."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_tzaar.board import NAME_OF, SPACES
from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.state import PASS, capture, strengthen
from gipf_meta_tzaar.strength import playout as words
from tests.tzaar.boards import FIXED, FORBID, GAME, stacks

FEW = "TZc3,AAe1,Zi2,TTi3 B:Ta5,Ab5,Tb6,Zc4,Ah6,Zi5"


@pytest.mark.interpreted
@pytest.mark.parametrize("game", [FIXED, Tzaar(setup="fixed", cover_last="forbid")])
@pytest.mark.parametrize("seed", range(6))
def test_the_short_cut_ends_as_the_rules_do(
    game: Tzaar, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice of the short cut is legal, and what wins there wins by the rules."""
    state = game.start(2)

    def follow(move: int) -> None:
        nonlocal state
        assert move in game.rules.legal_moves(state)
        state = game.apply(state, move)

    choose, second = words.RandomBoard._choose_capture, words.RandomBoard._choose_second

    def choose_capture(self: words.RandomBoard, seat: int, dice: Dice) -> int:
        move = choose(self, seat, dice)
        assert seat == state.seat
        if move < 0:
            assert state.ending is not None
        else:
            follow(capture(move >> 6, move & 63))
        return move

    def choose_second(self: words.RandomBoard, seat: int, keeps: bool, dice: Dice) -> int:
        move = second(self, seat, keeps, dice)
        joined = move >= 0 and state.owned(seat) >> (move & 63) & 1
        made = strengthen if joined else capture
        follow(PASS if move < 0 else made(move >> 6, move & 63))
        return move

    monkeypatch.setattr(words.RandomBoard, "_choose_capture", choose_capture)
    monkeypatch.setattr(words.RandomBoard, "_choose_second", choose_second)
    result = words.playout(game.rules, state, Random(seed))
    assert state.ending is not None
    assert result == ((1.0, -1.0) if state.ending.winners == (0,) else (-1.0, 1.0))


def test_every_second_move_is_as_likely_as_the_other() -> None:
    inside = GAME.apply(stacks(FEW), GAME.parse(stacks(FEW), 0, "c3xc4"))
    for game in (GAME, FORBID):
        legal = game.legal_moves(inside, 0)
        board = words.board_of(inside)
        dice = Dice(Random(1))
        keeps = game.rules.keeps_kinds
        drawn = [board._choose_second(0, keeps, dice) for _ in range(200 * len(legal))]
        for move in legal:
            wanted = -1 if move == PASS else move & 4095
            assert 130 < drawn.count(wanted) < 270, game.format(inside, move)


def test_captures_are_found_where_tries_fail() -> None:
    """One capture among many directions: tries are given up, and it is found all the same."""
    state = stacks("Aa5,Zc3,Ti1 B:Tc4,TZe9,TAg3,TTg7")
    board = words.board_of(state)
    for seed in range(30):
        move = board._choose_capture(0, Dice(Random(seed)))
        assert (NAME_OF[move >> 6], NAME_OF[move & 63]) == ("c3", "c4")


@pytest.mark.parametrize("setup", ["random", "place"])
def test_playouts_from_before_the_board_is_full(setup: str) -> None:
    game = Tzaar.model_validate({"setup": setup})
    results = [game.playout(game.start(2), Random(seed)) for seed in range(12)]
    assert {*results} == {(1.0, -1.0), (-1.0, 1.0)}


def test_what_leaves_the_lines_comes_back_as_it_was() -> None:
    rng = Random(1)
    occupied = sum(1 << space for space in SPACES if rng.random() < 0.6)
    links = words.links_of(occupied)
    before = [space for space in SPACES if occupied >> space & 1]
    left = rng.sample(before, 12)
    kept = [*links]
    for space in left:
        words.unlink(links, space)
        occupied &= ~(1 << space)
    told = words.links_of(occupied)
    for space in before:
        if occupied >> space & 1:
            assert [links[way * 64 + space] for way in range(6)] == [
                told[way * 64 + space] for way in range(6)
            ]
    for space in reversed(left):
        words.relink(links, space)
    for space in before:
        assert links[space::64] == kept[space::64]
