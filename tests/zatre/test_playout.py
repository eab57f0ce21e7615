"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from gipf_meta import Chance, Dice, Over
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.state import DRAW, PLACE, VALUES, Move, State
from gipf_meta_zatre.strength.course import Course, can_follow
from gipf_meta_zatre.strength.playout import draw_by_luck
from tests.tiers import slow, soak

GAMES = [
    (Zatre(), 2),
    (Zatre(short_game="6", scoring_unit="line_once", center_cross="if_line_scores"), 3),
    (Zatre(short_game="5", leftover_draw="optional", end="bag_short"), 2),
    (Zatre(short_game="5", leftover_topup=True, start="random"), 6),
    (Zatre(short_game="5", teams=True), 4),
    (Zatre(short_game="12", end="bag_short", extra_rows="bonus_6"), 4),
    (Zatre(short_game="14", extra_rows="lost", leftover_topup=True), 3),
    (Zatre(preset="standard"), 2),
]
NEVER_FOLLOWED = (2, 4)
"""Those whose options ask somebody, or look at more than one tile, throughout."""
COURSE = Course()


def by_the_rules(game: Zatre, state: State, rng: Random) -> tuple[int, ...]:
    """The winners, where every choice is drawn as the short cut draws it."""
    dice, rules = Dice(rng), game.rules
    while state.ending is None:
        if can_follow(rules, state):
            state = follow(game, state, dice)
        elif moves := rules.legal_moves(state):
            state = rules.apply(state, moves[dice.below(len(moves))])
        else:
            state = draw_by_luck(rules, state, dice)
    end = game.status(state)
    assert isinstance(end, Over)
    return end.winners


def follow(game: Zatre, state: State, dice: Dice) -> State:
    """The end to which a ``Course`` plays, all of whose draws and decisions the rules allow."""
    log: list[Move] = []
    COURSE.begin(game.rules, state, log)
    scores = COURSE.play_on(dice)
    for move in log:
        now = game.status(state)
        if isinstance(now, Chance):
            assert move in [outcome for outcome, _weight in now.outcomes]
        else:
            assert move in game.rules.legal_moves(state)
        state = game.apply(state, move)
    assert state.ending is not None
    assert list(state.ending.scores) == scores
    return state


def random_states(game: Zatre, seats: int, rng: Random) -> Iterator[State]:
    """The states of a random game, inside turns, too."""
    state, dice = game.start(seats), Dice(rng)
    while state.ending is None:
        yield state
        moves = game.rules.legal_moves(state)
        if moves:
            state = game.apply(state, rng.choice(moves))
        else:
            state = draw_by_luck(game.rules, state, dice)


@pytest.mark.parametrize("entry", range(len(GAMES)))
@pytest.mark.sample(4, "slow")
def test_a_course_may_begin_anywhere(entry: int) -> None:
    """In the first turn, before draws, between two tiles of a turn, where none can be placed."""
    game, seats = GAMES[entry]
    rng, followed = Random(seats), 0
    for number, state in enumerate(random_states(game, seats, rng)):
        if number % 9 == 0 and can_follow(game.rules, state):
            follow(game, state, Dice(rng))
            followed += 1
    assert (followed > 0) == (entry not in NEVER_FOLLOWED)


@pytest.mark.parametrize("seeds", [range(8), *slow(range(8, 30)), *soak(range(30, 200))])
@pytest.mark.parametrize(("game", "seats"), GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Zatre, seats: int, seeds: range) -> None:
    for seed in seeds:
        winners = by_the_rules(game, game.start(seats), Random(seed))
        told = game.playout(game.start(seats), Random(seed))
        assert told == tuple(1.0 if seat in winners else -1.0 for seat in range(seats))


def turn_begun(seed: int, most: int) -> State:
    """A position of a random game in which somebody has up to *most* legal placements."""
    game = GAMES[0][0]
    for state in random_states(game, 2, Random(seed)):
        moves = game.rules.legal_moves(state)
        if state.number > 1 and 0 < len(moves) <= most and len(state.hands[state.player]) == 2:
            return state
    raise AssertionError


@pytest.mark.parametrize("seed", range(4))
def test_a_course_throws_every_placement_as_often_as_the_other(seed: int) -> None:
    """200 throws for each placement: half as many and twice as many would be far from luck."""
    game, dice = GAMES[0][0], Dice(Random(seed))
    state = turn_begun(seed, 60)
    moves = game.rules.legal_moves(state)
    thrown = Counter(first_placement(game, state, dice) for _ in range(200 * len(moves)))
    assert {*thrown} == {*moves}
    assert all(130 < times < 280 for times in thrown.values())


def first_placement(game: Zatre, state: State, dice: Dice) -> Move:
    log: list[Move] = []
    COURSE.begin(game.rules, state, log)
    COURSE.play_turn(dice)
    return next(move for move in log if move.kind == PLACE)


def test_a_course_draws_every_tile_as_often_as_it_is_in_the_bag() -> None:
    game, dice = GAMES[0][0], Dice(Random(1))
    states = random_states(game, 2, Random(2))
    state = next(state for state in states if state.number > 1 and len(state.pending) == 2)
    drawn: Counter[int] = Counter()
    for _ in range(3000):
        log: list[Move] = []
        COURSE.begin(game.rules, state, log)
        COURSE.play_turn(dice)
        drawn[log[0].value] += 1
        assert [move.kind for move in log[:2]] == [DRAW, DRAW]
    for value, count in enumerate(state.bag, 1):
        assert abs(drawn[value] - 3000 * count / state.left) < 80


def test_every_tile_of_a_lottery_is_as_likely_as_there_are_of_its_value() -> None:
    """The first of them, from a bag of one tile of each value."""
    game, dice = Zatre(short_game="1"), Dice(Random(1))
    states = (draw_by_luck(game.rules, game.start(2), dice) for _ in range(1200))
    drawn = Counter(state.lots[-1][0].value for state in states)
    assert sorted(drawn) == [*VALUES]
    assert all(150 < times < 250 for times in drawn.values())
