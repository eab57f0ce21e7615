"""The bots' judgement (strength.bot), tested by positions in which one side is better."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gipf_meta_zatre.board import CELL, DOUBLING
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.grid import Grid
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import Sheet
from gipf_meta_zatre.state import State
from gipf_meta_zatre.strength.bot import (
    CROSS,
    ENTRY,
    WEIGHTS,
    best_gains,
    evaluate,
    expected_points,
)

RULES = Rules()


def quiet(*sheets: Sheet, left: int = 60) -> State:
    """Nobody holds or draws anything: the sheets alone tell who is better."""
    bag = (left - left // 6 * 5, *(left // 6,) * 5)
    begun = RULES.first_turn(len(sheets))
    grid = Grid.of({CELL["h8"]: 1})
    return begun.but(sheets=sheets, bag=bag, grid=grid, pending=())


def random_states(players: int, seed: int, **options: Any) -> list[State]:
    """Every state of a random game."""
    game = Zatre.model_validate({"start": "fixed", "short_game": "8", **options})
    rng = Random(seed)
    states = [game.start(players)]
    while states[-1].ending is None:
        state = states[-1]
        now: Any = game.status(state)
        if hasattr(now, "outcomes"):
            moves = [move for move, _ in now.outcomes]
        else:
            moves = list(game.turn_moves(state, now.seat))
        states.append(game.apply(state, rng.choice(moves)))
    return states


def test_without_turns_a_sheet_promises_what_it_holds() -> None:
    rng = Random(3)
    for _ in range(100):
        columns = [tuple(rng.choices((p, 2 * p), k=rng.randrange(18))) for p in (1, 2, 4)]
        sheet = Sheet(*columns, rng.randrange(18))
        for extra_rows in ("no_bonus", "bonus_6"):
            rules = Rules(extra_rows=extra_rows)
            assert expected_points(sheet, 0.0, rules, WEIGHTS) == pytest.approx(
                sheet.total(extra_rows)
            )


def test_a_sheet_promises_more_the_more_turns_there_are() -> None:
    sheet = Sheet((1,), (2,), (4,), 1)
    promises = [expected_points(sheet, turns, RULES, WEIGHTS) for turns in (0.0, 1.0, 5.0, 20.0)]
    assert promises == sorted(set(promises))


def test_the_column_that_is_behind_promises_most() -> None:
    """Two rows want nothing but a 10: a 10 brings their bonus, another 11 only its points."""
    ten = expected_points(Sheet((1,), (2, 2), (4, 4), 0), 3.0, RULES, WEIGHTS)
    eleven = expected_points(Sheet((), (2, 2, 2), (4, 4), 0), 3.0, RULES, WEIGHTS)
    assert ten > eleven


def test_a_cross_is_worth_more_in_a_full_row() -> None:
    full, poor = Sheet((1,), (2,), (8,), 0), Sheet((1,), (), (), 0)
    gains = [
        expected_points(sheet.after_turn(0, 0, 0, 1), 0.5, RULES, WEIGHTS)
        - expected_points(sheet, 0.5, RULES, WEIGHTS)
        for sheet in (full, poor)
    ]
    assert gains[0] > gains[1] > 0


def test_the_same_lead_decides_more_when_less_is_left() -> None:
    sheets = Sheet((), (), (8,), 1), Sheet((), (), (4,), 1)
    early, late = (evaluate(RULES, quiet(*sheets, left=left), 0) for left in (108, 12))
    assert 0 < early < late < 1


def test_the_leader_of_many_is_ahead_and_the_others_are_behind_him() -> None:
    state = quiet(Sheet((1,)), Sheet((1,), (2, 4), (8, 4), 2), Sheet((1,), (2,)), Sheet())
    worths = [evaluate(RULES, state, seat) for seat in range(4)]
    assert worths[1] > 0 > worths[2] > worths[0] > worths[3]


def test_a_good_place_helps_whoever_draws_for_it() -> None:
    """With h8=6 and i8=5 a 1 makes 12; who is on turn draws for it first."""
    good = Grid.of({CELL["h8"]: 6, CELL["i8"]: 5})
    state = quiet(Sheet(), Sheet()).but(grid=good, pending=(0, 0))
    without = state.but(grid=Grid.of({CELL["h8"]: 1, CELL["i8"]: 1}))
    assert evaluate(RULES, state, 0) > evaluate(RULES, without, 0)
    theirs = state.but(player=1, pending=(1, 1))
    assert evaluate(RULES, theirs, 0) == -evaluate(RULES, theirs, 1) < 0


def test_a_tile_in_the_hand_is_worth_what_its_best_place_brings() -> None:
    """Beside h8=6 and i8=5 a 1 makes 12, and a 2 nothing."""
    grid = Grid.of({CELL["h8"]: 6, CELL["i8"]: 5})
    holding = [
        evaluate(RULES, quiet(Sheet(), Sheet()).but(grid=grid, hands=((tile,), ())), 0)
        for tile in (1, 2)
    ]
    assert holding[0] > holding[1]


def test_a_tile_kept_in_the_hand_is_a_loss() -> None:
    """No tile scores beside a lone 1, so all that counts is what may be deducted in the end."""
    kept = [evaluate(RULES, quiet(Sheet(), Sheet()).but(hands=((), (tile,))), 1) for tile in (2, 6)]
    assert kept[0] > kept[1]


def test_the_best_gain_of_each_value_is_that_of_its_best_placement() -> None:
    scoring = 0
    for seed in range(4):
        for state in random_states(2, seed):
            if not any(state.grid.board):
                continue
            best = [0] * 7
            for cell, value in state.grid.fits(126):
                entries = len(set(state.grid.sums(cell, value)))
                best[value] = max(best[value], ENTRY * entries + CROSS * (cell in DOUBLING))
            assert best_gains(state.grid) == best[1:]
            scoring += sum(gain > 0 for gain in best)
    assert scoring > 500


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {}), (6, {}), (4, {"teams": True}), (2, {"preset": "amigo"})],
)
def test_any_weights_stay_between_the_ends(players: int, options: dict[str, Any]) -> None:
    game = Zatre.model_validate({"start": "fixed", "short_game": "8", **options})
    heavy = replace(WEIGHTS, now=100.0, far=0.001, wide=0.001)
    for state in random_states(players, 5, **options):
        for weights in (WEIGHTS, heavy):
            worths = [evaluate(game.rules, state, seat, weights) for seat in range(players)]
            if state.ending is None:
                assert all(-1 < worth < 1 for worth in worths)
            by_side = {game.rules.side(state.seats.index(s)): worths[s] for s in range(players)}
            assert [
                by_side[game.rules.side(state.seats.index(s))] for s in range(players)
            ] == worths
            if len(by_side) == 2:
                assert by_side[0] == pytest.approx(-by_side[1])
