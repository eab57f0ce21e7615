"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Dice, bit_count, connected_in
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import State, cell_of, direction_of, pack, place, remove
from gipf_meta_zertz.strength.masks import count_few, free_rings, has_enclosed
from gipf_meta_zertz.strength.playout import _choose_cell, _choose_colour
from tests.tiers import slow

HURRIED = [
    Zertz(),
    Zertz(board=44, pool="30/30/30", goals="30/30/30/20", board_full="both_lose_if_no_captures"),
    Zertz(board=43, variant="blitz"),
    Zertz(board=40, pool="2/2/2", no_marbles="pass"),
]
BY_STEPS = [
    Zertz(board=61),
    Zertz(variant="blitz", isolation_scope="spare_largest"),
    Zertz(isolation_claim="optional"),
    Zertz(capture_enforcement="on_demand"),
]


def by_the_rules(rules: Rules, state: State, rng: Random, hurried: bool) -> tuple[int, ...]:
    """The winners, where every choice is drawn as the short cut draws it."""
    dice, bits, from_pool = Dice(rng), rules.board.bits, True
    up = rules.up
    order = (1, up, up + 1, -1, -up, -up - 1)
    while state.ending is None:
        from_pool = from_pool if state.free else bool(state.pool)
        if not hurried or not from_pool:
            moves = rules.legal_moves(state)
            move = moves[dice.below(len(moves))]
        elif state.free:
            move = remove(_choose_cell(state.free, bits, dice).bit_length() - 1)
        elif jumps := rules.jumps(state):
            jumps.sort(key=lambda m: (order.index(rules.steps[direction_of(m)]), cell_of(m)))
            move = jumps[dice.below(len(jumps))]
        else:
            colour = _choose_colour(state.pool, dice)
            occupied = state.white | state.grey | state.black
            cell = _choose_cell(state.rings ^ occupied, bits, dice)
            move = place(colour, cell.bit_length() - 1)
        state = rules.apply(state, move)
    return state.ending.winners


@pytest.mark.parametrize("seeds", [range(40), *slow(range(40, 150))])
@pytest.mark.parametrize("game", HURRIED + BY_STEPS, ids=range(len(HURRIED + BY_STEPS)))
def test_the_short_cut_ends_as_the_rules_do(game: Zertz, seeds: range) -> None:
    for seed in seeds:
        winners = by_the_rules(game.rules, game.start(2), Random(seed), game in HURRIED)
        told = game.playout(game.start(2), Random(seed))
        assert told == tuple(0.0 if not winners else 1.0 if n in winners else -1.0 for n in (0, 1))


@pytest.mark.parametrize("game", HURRIED[:3], ids=["37", "44", "43"])
def test_words_say_what_masks_of_any_length_do(game: Zertz) -> None:
    rules, rng, state = game.rules, Random(1), game.start(2)
    up = rules.up
    while state.ending is None:
        occupied = state.white | state.grey | state.black
        vacant = state.rings ^ occupied
        assert free_rings(state.rings, occupied, up) == rules.free_rings(state.rings, occupied)
        assert has_enclosed(occupied, vacant, up) == rules.has_enclosed(occupied, vacant)
        some = state.rings & -state.rings
        assert connected_in(state.rings, some, up) == rules.connected_rings(some, state.rings)
        assert bit_count(vacant) == vacant.bit_count()
        state = rules.apply(state, rng.choice(rules.legal_moves(state)))


def test_few_marbles_are_counted() -> None:
    assert [count_few(mask) for mask in (0, 1 << 62, 0b101, (1 << 63) - 1)] == [0, 1, 2, 63]


@pytest.mark.parametrize("every", [1, 3, 9])
def test_every_cell_is_as_likely_as_the_other(every: int) -> None:
    board, dice = HURRIED[0].rules.board, Dice(Random(1))
    some = board.cells[::every]
    drawn = [_choose_cell(sum(some), board.bits, dice) for _ in range(100 * len(some))]
    assert {*drawn} == {*some}
    assert all(60 < drawn.count(cell) < 140 for cell in some)


@pytest.mark.parametrize(
    ("pool", "colours"), [((1, 1, 1), [0, 1, 2]), ((0, 9, 1), [1, 2]), ((3, 0, 1), [0, 2])]
)
def test_every_colour_of_the_pool_is_as_likely_as_the_other(
    pool: tuple[int, int, int], colours: list[int]
) -> None:
    dice = Dice(Random(1))
    drawn = [_choose_colour(pack(*pool), dice) for _ in range(300 * len(colours))]
    assert {*drawn} == {*colours}
    assert all(240 < drawn.count(colour) < 360 for colour in colours)
