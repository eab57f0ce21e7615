"""Laws that hold in every game, under every option."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given

from gipf_meta import Chance, Over, Turn
from gipf_meta_zatre.board import CELLS, CENTRE, DOUBLING, RIGHT, UP
from gipf_meta_zatre.grid import Grid
from gipf_meta_zatre.sheet import Sheet
from gipf_meta_zatre.state import (
    DRAW,
    LOT,
    PLACE,
    STARTER,
    STUCK,
    VALUES,
    Move,
)
from tests.zatre.random_games import Case, last_of, laws, outcomes, played, random_games, whole


def lines(grid: Grid) -> Iterator[list[int]]:
    """The values of every line, read from the board afresh (§2)."""
    for step in (RIGHT, UP):
        for first in CELLS:
            if grid.board[first] and not grid.board[first - step]:
                cells = [first]
                while grid.board[cells[-1] + step]:
                    cells.append(cells[-1] + step)
                yield [grid.board[cell] for cell in cells]


def run_beside(grid: Grid, cell: int, step: int) -> int:
    """The sum of the run that begins next to *cell*."""
    total = 0
    while value := grid.board[cell + step]:
        total, cell = total + value, cell + step
    return total


# --- tiles and board ------------------------------------------------------------------------


@laws
@given(random_games)
def test_tiles_are_conserved(case: Case) -> None:
    for state, _ in played(case):
        if sum(map(len, state.lots)) + state.left > sum(case.game.rules.tiles):
            continue  # a lottery that has emptied a small bag began anew
        tiles = [value for hand in state.hands for value in hand]
        tiles += [value for value in state.grid.board if value]
        tiles += [lot.value for drawn in state.lots for lot in drawn]
        counts = [tiles.count(value) + left for value, left in zip(VALUES, state.bag, strict=True)]
        assert tuple(counts) == case.game.rules.tiles
        assert min(state.bag) >= 0
        assert state.left == sum(state.bag)


@laws
@given(random_games)
def test_no_line_comes_to_more_than_12(case: Case) -> None:
    grid = last_of(case).grid
    assert all(sum(line) <= 12 for line in lines(grid))
    assert {cell for cell, value in enumerate(grid.board) if value} <= set(CELLS)
    assert grid.empty or grid.board[CENTRE]


@laws
@given(random_games)
def test_sums_are_those_of_a_fresh_count(case: Case) -> None:
    grid = last_of(case).grid
    for cell in CELLS:
        across = run_beside(grid, cell, RIGHT) + run_beside(grid, cell, -RIGHT)
        down = run_beside(grid, cell, UP) + run_beside(grid, cell, -UP)
        if grid.board[cell]:
            value = grid.board[cell]
            assert grid.line(cell, RIGHT)[1] == across + value
            assert grid.line(cell, UP)[1] == down + value
            assert grid.scores(cell) == any(run + value in (10, 11, 12) for run in (across, down))
        else:
            assert (grid.across[cell], grid.down[cell]) == (across, down)
    tiles = {cell: value for cell, value in enumerate(grid.board) if value}
    again = Grid.of(dict(sorted(tiles.items())))
    assert again.board == grid.board
    assert {*again.fits(0b1111110)} == {*grid.fits(0b1111110)}


@laws
@given(random_games)
def test_what_fits_is_what_the_rules_say(case: Case) -> None:
    """§5, conditions 1-4."""
    grid = last_of(case).grid
    free, strict = set(), set()
    for cell in CELLS:
        runs = [run_beside(grid, cell, s) + run_beside(grid, cell, -s) for s in (RIGHT, UP)]
        for value in VALUES if any(runs) and not grid.board[cell] else ():
            sums = [run + value for run in runs if run]
            if max(sums) <= 12:
                free.add((cell, value))
                if cell not in DOUBLING or max(sums) >= 10:
                    strict.add((cell, value))
            assert sorted(grid.sums(cell, value)) == sorted(s for s in sums if 10 <= s <= 12)
    assert {*grid.fits(0b1111110, doubling=False)} == free
    assert {*grid.fits(0b1111110)} == strict
    assert {*grid.fits(0b0100010)} == {(cell, value) for cell, value in strict if value in (1, 5)}


# --- turns ----------------------------------------------------------------------------------


@laws
@given(random_games)
def test_one_seat_or_luck_acts_until_it_is_over(case: Case) -> None:
    game = case.game
    for state, _ in played(case):
        now = game.status(state)
        able = [seat for seat in range(case.players) if game.legal_moves(state, seat)]
        if not isinstance(now, Turn):
            assert able == []
            continue
        assert able == [now.seat]
        moves = game.legal_moves(state, now.seat)
        assert len(set(moves)) == len(moves)
        player = state.seats.index(now.seat)
        assert {move.player for move in moves} == {player}
        assert {move.value for move in moves if move.kind == PLACE} <= {*state.hands[player]}


@laws
@given(random_games)
def test_round_numbers_never_go_down(case: Case) -> None:
    game = case.game
    states = [state for state, _ in played(case)]
    for before, after in pairwise(states):
        assert before.round <= after.round <= before.round + 1
        assert before.number <= after.number <= before.number + 1
        assert after.round == before.round or after.number == before.number + 1
    for state in states:
        now = game.status(state)
        assert isinstance(now, Over) or now.number == state.round


@laws
@given(random_games)
def test_luck_is_weighed_by_the_bag(case: Case) -> None:
    game = case.game
    for state, _ in played(case):
        if not isinstance(game.status(state), Chance):
            continue
        weights = outcomes(game, state)
        (kind,) = {move.kind for move in weights}
        (player, *others) = {move.player for move in weights}
        if kind in (DRAW, LOT):
            bag = {value: n for value, n in zip(VALUES, state.bag, strict=True) if n}
            assert {move.value: n for move, n in weights.items()} == bag
            assert not others
            assert kind == LOT or player in state.pending
        elif kind == STARTER:
            assert weights == {Move(STARTER, seat): 1 for seat in range(case.players)}
        else:
            assert weights == {Move(STUCK, state.player): 1}
            assert state.hands[state.player]
            assert not game.rules.can_place(state, state.player)


@laws
@given(random_games)
def test_apply_leaves_the_old_state_alone(case: Case) -> None:
    game = case.game
    for state, move in played(case)[-25:]:
        if move is not None:
            before = pickle.dumps(state)
            first = game.apply(state, move)
            assert pickle.dumps(state) == before
            copy = pickle.loads(before)
            assert (copy, hash(copy)) == (state, hash(state))
            assert (first, hash(first)) == (game.apply(copy, move), hash(game.apply(copy, move)))
            assert first != state


@laws
@given(random_games)
def test_every_game_ends(case: Case) -> None:
    """Every turn but a passed one empties the bag or a hand."""
    game, steps = case.game, whole(case)
    state = steps[-1][0]
    tiles = sum(game.rules.tiles)
    assert len(steps) < 8 * tiles * case.players
    assert state.ending is not None
    now = game.status(state)
    assert isinstance(now, Over)
    assert now.reason == "score"
    if not game.rules.bag_short and not game.rules.optional_draw:
        assert state.left == 0
    if not game.rules.bag_short:
        players = range(case.players) if not state.left else []
        assert not any(game.rules.can_place(state, player) for player in players)


# --- sheets and scores ----------------------------------------------------------------------


@laws
@given(random_games)
def test_a_sheet_comes_to_the_sum_of_its_rows(case: Case) -> None:
    game, state = case.game, last_of(case)
    for sheet in state.sheets:
        rows = sheet.rows(game.extra_rows)
        assert sheet.total(game.extra_rows) == sum(row.total for row in rows)
        entries = [(row.tens, row.elevens, row.twelves) for row in rows]
        columns = zip(*entries, strict=True) if entries else ((), (), ())
        for column, written in zip(
            columns, (sheet.tens, sheet.elevens, sheet.twelves), strict=True
        ):
            assert tuple(entry for entry in column if entry is not None) == written
        assert sum(row.cross for row in rows) == sheet.crosses


@laws
@given(random_games)
def test_scores_are_totals_less_leftovers(case: Case) -> None:
    """Sides in the order of seats: of the side of seat 0 comes first what the host is told."""
    game, state = case.game, whole(case)[-1][0]
    now = game.status(state)
    assert isinstance(now, Over)
    assert now.scores is not None
    assert now.sheets is not None
    step = 2 if game.teams else 1
    for side, (score, sheet) in enumerate(zip(now.scores, now.sheets, strict=True)):
        players = [state.seats.index(seat) for seat in range(side * step, side * step + step)]
        left = sum(sum(state.hands[player]) for player in players)
        assert sum(sheet["rows"]) - left == score
    best = max(now.scores)
    assert now.winners == tuple(
        seat for seat in range(case.players) if now.scores[seat // step] == best
    )


@laws
@given(random_games)
def test_a_turn_writes_what_it_scored(case: Case) -> None:
    game = case.game
    for (before, _), (after, _) in pairwise(played(case)):
        if after.sheets == before.sheets:
            continue
        side = game.rules.side(before.player)
        old, new = before.sheets[side], after.sheets[side]
        assert {n for n, s in enumerate(after.sheets) if s != before.sheets[n]} == {side}
        assert _added(old, new) <= 1
        assert new.crosses - old.crosses in range(4)


def _added(old: Sheet, new: Sheet) -> int:
    """Most entries that a column has got."""
    columns = ((old.tens, new.tens), (old.elevens, new.elevens), (old.twelves, new.twelves))
    assert all(longer[: len(short)] == short for short, longer in columns)
    return max(len(longer) - len(short) for short, longer in columns)


@laws
@given(random_games)
def test_what_a_position_is_worth(case: Case) -> None:
    game = case.game
    for state, _ in [*played(case)[-6:], whole(case)[-1]]:
        now = game.status(state)
        for seat in range(case.players):
            worth = game.evaluate(state, seat)
            if isinstance(now, Over):
                shared = len(now.winners) > (2 if game.teams else 1)
                assert worth == (-1 if seat not in now.winners else 0 if shared else 1)
            else:
                assert -1 < worth < 1
