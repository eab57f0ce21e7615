"""The bots' judgement (strength.bot), tested by positions in which one side is better."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_meta_tamsk.board import NEIGHBOURS, SPACES
from gipf_meta_tamsk.game import Tamsk
from gipf_meta_tamsk.state import State
from gipf_meta_tamsk.strength.bot import SURE, WEIGHTS, evaluate, neighbours_of

LEVELS = {level: Tamsk.model_validate({"level": level}) for level in (1, 2, 3)}


def red(text: str) -> float:
    """The value of a position to Red."""
    game = LEVELS[int(text[1])]
    return game.evaluate(game.from_text(text), 0)


def at(
    glasses: str = "R:a1,d7,g1 B:d1,a4,g4",
    left: str = "20/20",
    rings: str = "-",
    level: int = 1,
    mover: str = "R",
    skip: str = "0/0",
) -> str:
    return f"T{level} {mover} {left} {glasses} rings:{rings} timer:- skip:{skip} open:- t:90000"


def test_neighbours_of_many_spaces_are_those_of_each() -> None:
    rng = Random(1)
    for _ in range(200):
        mask = rng.getrandbits(SPACES)
        each = 0
        for space in range(SPACES):
            if mask >> space & 1:
                each |= NEIGHBOURS[space]
        assert neighbours_of(mask) == each


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_ring_fewer_is_better(level: int) -> None:
    one_less, even, one_more = (red(at(left=f"{own}/20", level=level)) for own in (19, 20, 21))
    assert one_less > even > one_more


def test_a_ring_fewer_is_worth_more_at_the_end() -> None:
    few = red(at(left="4/5")) - red(at(left="5/5"))
    many = red(at(left="29/30")) - red(at(left="30/30"))
    assert few > many


def test_a_glass_shut_in_is_worth_less_than_one_that_can_move() -> None:
    """a1 has three neighbours; all of them full, its glass stays where it is."""
    shut = red(at(rings="a21,b11,b22"))
    open_elsewhere = red(at(rings="e61,c61,d62"))
    assert shut < red(at()) - WEIGHTS.moving
    assert shut == pytest.approx(-red(at(rings="c11,e11,d22")), abs=0.1)
    assert open_elsewhere < red(at())


def test_land_that_only_one_side_reaches_counts() -> None:
    """Red's three glasses stand round the middle, Black's at the rim."""
    inside = red(at("R:c3,d5,e3 B:d1,a4,g4"))
    assert inside > red(at()) + 0.05
    assert red(at("R:a1,d7,g1 B:c3,d5,e3")) < red(at()) - 0.05


def test_sand_that_runs_short_is_a_danger() -> None:
    glasses = "R:a1~{sand},d7~90000,g1~90000 B:d1~90000,a4~90000,g4~90000"
    full, plenty, short = (
        red(at(glasses.format(sand=sand), level=2)) for sand in (90000, 60000, 1000)
    )
    assert short < plenty == full

    def gone(since: int) -> float:
        return red(at(f"R:a1x{since},d7~90000,g1~90000 B:d1~90000,a4~90000,g4~90000", level=2))

    assert gone(80000) == gone(1000) < short


def test_a_turn_that_will_be_lost_is_a_loss() -> None:
    assert red(at(level=3, skip="1/0")) < red(at(level=3)) < red(at(level=3, skip="0/1"))


def test_a_challenged_player_is_worse_off() -> None:
    text = at(level=3)
    against_red = text.replace("timer:-", "timer:9000@R")
    assert red(against_red) < red(text)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_any_weights_judge_alike_for_both_and_never_claim_a_win_before_the_end(level: int) -> None:
    game = LEVELS[level]
    rng = Random(level)
    heavy = replace(WEIGHTS, ring=10.0, land=5.0)
    state: State = game.start(2)
    while state.ending is None:
        for weights in (WEIGHTS, heavy):
            mine, theirs = (evaluate(game.rules, state, seat, weights) for seat in (0, 1))
            assert mine == -theirs
            assert abs(mine) <= SURE
        state = game.apply(state, rng.choice(game.turn_moves(state, state.to_move)))
    seats = {0: state.ending.winner == 0, 1: state.ending.winner == 1}
    if any(seats.values()):
        assert [game.evaluate(state, seat) for seat in (0, 1)] == [2 * seats[s] - 1 for s in (0, 1)]
