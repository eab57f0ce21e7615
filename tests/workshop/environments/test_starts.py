"""Matches of vectors and environments begin from positions and from matches, and are cut off or end
with their last observations."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import pytest

import gipf_meta as gm

pytestmark = pytest.mark.slow  # NumPy takes a while to load

DUELS = {"variant": "tournament", "zertz_potentials": 3, "challenges_enabled": "on"}


def after_ring() -> gm.Match:
    return gm.new_match("zertz", seed=9).play("Wd4")


def first_numbers(vector: Any) -> Any:
    return vector.now.masks.argmax(axis=1)


def test_rows_begin_from_starts_round_and_round() -> None:
    whole = after_ring().play("d1")
    vector = gm.vector("zertz", matches=3, seed=5, start=[after_ring(), whole.position])
    begun = [gm.match_of(vector, row) for row in range(3)]
    assert [match.turns for match in begun] == [("Wd4",), (), ("Wd4",)]
    assert [match.begun_from for match in begun] == ["", whole.position, ""]
    assert [match.seed for match in begun] == [5, 6, 7]
    for row, match in enumerate(begun):
        assert (match.numbers.observe() == vector.now.observations[row]).all()


def test_the_next_match_of_a_row_takes_the_next_start() -> None:
    starts = [after_ring(), after_ring().play("d1")]
    vector = gm.vector("zertz", matches=1, start=starts, most_decisions=1)
    turns = []
    for _match in range(3):
        turns.append(gm.match_of(vector, 0).turns)
        vector.step(first_numbers(vector))
    assert turns == [("Wd4",), ("Wd4,d1",), ("Wd4",)]


def test_luck_after_a_start_is_that_of_the_row() -> None:
    start = gm.new_match("zatre", seed=1)
    start = start.play(start.legal[0])
    vector = gm.vector("zatre", matches=4, seed=20, start=start)
    for _step in range(6):
        vector.step(first_numbers(vector))
    ends = [gm.match_of(vector, row) for row in range(4)]
    assert all(match.turns[0].startswith(start.turns[0]) for match in ends)
    assert len({match.turns for match in ends}) == 4


def test_a_start_in_a_duel_goes_on_in_it() -> None:
    from random import Random

    start, rng = gm.new_match("gipf", seed=1, **DUELS), Random(1)
    while not start.depth:
        bold = [text for text in start.legal if text == "challenge" or text[-1:] == "^"]
        start = start.play(rng.choice(bold or start.legal))
    vector = gm.vector("gipf", matches=1, start=start, seed=1, **DUELS)
    assert gm.match_of(vector, 0) == start
    vector.step(first_numbers(vector))
    assert gm.match_of(vector, 0) == start.numbers.play(start.numbers.legal[0])


def test_as_many_play_as_at_the_start() -> None:
    start = gm.new_match("zatre", seats=3)
    assert gm.vector("zatre", matches=1, start=start).seats == 3
    assert gm.vector("zatre", matches=1, start=[start.position]).seats == 3


@pytest.mark.parametrize(
    ("start", "error", "words"),
    [
        (lambda: "here", gm.BadNotation, "^A position has five fields"),
        (lambda: [after_ring(), "here"], gm.BadNotation, "^Start 1: A position has five fields"),
        (list, gm.OptionError, "from a position, from a match, or from a list"),
        (lambda: 7, gm.OptionError, "from a position, from a match, or from a list"),
        (lambda: [7], gm.BadNotation, "^A position is a text, and not 7"),
        (lambda: gm.new_match("tamsk"), gm.OptionError, "is one of TAMSK, not of ZÈRTZ"),
        (lambda: gm.new_match("zertz", board=48), gm.OptionError, "of ZÈRTZ with other options"),
        (lambda: after_ring().resign(), gm.OptionError, "^ZÈRTZ is over"),
        (lambda: gm.new_match("zertz").play_out("random").position, gm.OptionError, "is over"),
    ],
)
def test_what_is_no_start_is_refused_in_a_sentence(start: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        gm.vector("zertz", matches=2, start=start())


@pytest.mark.parametrize("as_position", [False, True])
def test_a_start_of_other_players_is_refused(as_position: bool) -> None:
    start = gm.new_match("zatre", seats=2)
    error = gm.BadNotation if as_position else gm.OptionError
    with pytest.raises(error, match="one of 2 players, not of 3"):
        gm.vector("zatre", matches=2, seats=3, start=start.position if as_position else start)


def test_an_environment_begins_from_starts_and_a_seed_from_the_first() -> None:
    starts = [after_ring(), gm.new_match("zertz")]
    env = gm.pettingzoo_env("zertz", start=starts)
    turns = []
    for seed in (None, None, 3, None):
        env.reset(seed=seed)
        turns.append(gm.match_of(env).turns)
    assert turns == [("Wd4",), (), ("Wd4",), ()]


def test_what_was_seen_last_is_there_when_a_match_is_broken_off_or_over() -> None:
    vector = gm.vector("zertz", matches=3, start=[after_ring(), after_ring().undo()])
    cut = gm.vector("zertz", matches=2, most_decisions=4)
    steps = [cut.step(first_numbers(cut)) for _decision in range(4)]
    assert [step.ended.tolist() for step in steps] == [[], [], [], [0, 1]]
    assert steps[0].last_observations.shape == (0, 2, 21, 7, 8)
    last = gm.match_of(cut, 1, last=True)
    assert steps[3].last_players.tolist() == [last.to_move] * 2
    assert (steps[3].last_observations[1, 1] == last.numbers.observe(1)).all()
    assert (steps[3].cut.tolist(), steps[3].terminal.tolist()) == ([True] * 2, [False] * 2)
    while not vector.now.over.any():
        vector.step(first_numbers(vector))
    over = vector.now
    assert over.terminal[over.ended].all()
    assert over.last_players.tolist() == [-1] * len(over.ended)
    last = gm.match_of(vector, int(over.ended[0]), last=True)
    assert last.result is not None
    assert (over.last_observations[0, 0] == last.numbers.observe(0)).all()


def test_a_step_unpacks_to_six_arrays_and_is_copied_and_pickled_whole() -> None:
    cut = gm.vector("zertz", matches=2, most_decisions=1)
    step = cut.step(first_numbers(cut))
    observations, _masks, _players, _rewards, over, _cut = step
    assert observations is step.observations
    assert over is step.over
    for copy in (deepcopy(step), pickle.loads(pickle.dumps(step))):
        assert (copy.last_observations == step.last_observations).all()
        assert copy.ended.tolist() == [0, 1]
