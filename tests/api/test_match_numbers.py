"""Decisions as numbers on a match: those of vectors, from texts and back; matches come from rows,
environments and states with their whole past."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.workshop.environments.small_games import NotNumbered

WITH_DUELS = {"variant": "tournament", "zertz_potentials": 3, "challenges_enabled": "on"}


def after_ring() -> gm.Match:
    return gm.new_match("zertz", seed=1).play("Wd4")


def test_a_decision_has_a_number_and_a_number_its_decision() -> None:
    match = after_ring()
    numbers = match.numbers
    assert sorted(map(numbers.text_of, numbers.legal)) == sorted(match.legal)
    assert [numbers.text_of(numbers.number_of(text)) for text in match.legal] == [*match.legal]
    assert numbers.play(numbers.number_of("d1")) == match.play("d1")
    assert (numbers.decision_count, numbers.observation_shape) == (784, (21, 7, 8))
    assert repr(numbers) == "<18 of 784 numbers>"


def test_a_whole_turn_is_as_many_numbers_as_decisions() -> None:
    match = gm.new_match("zertz", seed=1)
    for number in match.numbers.numbers_of("Wd4,d1"):
        match = match.numbers.play(number)
    assert match.turns == ("Wd4,d1",)


def test_a_game_that_was_loaded_has_the_numbers_of_one_that_was_begun(tmp_path: Path) -> None:
    after_ring().save(tmp_path / "game.json")
    assert gm.load(tmp_path / "game.json").numbers.legal == after_ring().numbers.legal


def test_where_time_acts_a_decision_by_number_takes_a_second() -> None:
    match = gm.new_match("tamsk")
    assert match.numbers.play(match.numbers.legal[0]).time_ms == 1000


def test_numbers_are_those_of_the_duel_that_is_being_played() -> None:
    match = gm.new_match("gipf", seed=1, **WITH_DUELS)
    rng = Random(1)
    while not match.depth:
        bold = [text for text in match.legal if text == "challenge" or text[-1:] == "^"]
        match = match.play(rng.choice(bold or match.legal))
    own = gm.new_match("gipf").numbers.decision_count
    numbers = match.numbers
    assert min(numbers.legal) >= own
    assert sorted(map(numbers.text_of, numbers.legal)) == sorted(match.legal)
    for end in (match.resign(), match.play_out("random")):
        assert end.numbers.legal == () if end.to_move is None else max(end.numbers.legal) < own


def test_a_turn_inside_which_another_player_decides_is_numbered_one_by_one() -> None:
    match, rng = gm.new_match("gipf", seed=1, **WITH_DUELS), Random(1)
    while not any(text[-1:] == "^" for text in match.legal):
        match = match.play(rng.choice(match.legal))
    turn = next(text for text in match.legal_turns() if "^" in text)
    with pytest.raises(gm.IllegalMove, match="Another player decides inside"):
        match.numbers.numbers_of(turn)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda m: m.undo().numbers.number_of("Wd4,d1"), gm.IllegalMove, "more than one decision"),
        (lambda m: m.numbers.number_of("d9"), gm.BadNotation, "There is no d9"),
        (lambda m: m.numbers.number_of(3), gm.BadNotation, "A decision is a text, and not 3"),
        (lambda m: m.numbers.text_of(10**6), gm.IllegalMove, "has the number 1000000"),
        (lambda m: m.numbers.play("d1"), gm.IllegalMove, "a whole number, and not 'd1'"),
        (lambda m: m.resign().numbers.play(0), gm.IllegalMove, "ZÈRTZ is over"),
        (lambda m: m.resign().numbers.number_of("d1"), gm.IllegalMove, "ZÈRTZ is over"),
        (lambda m: m.resign().numbers.observe(), gm.IllegalMove, "no player None in ZÈRTZ"),
        (lambda m: m.numbers.observe(2), gm.IllegalMove, "no player 2 in ZÈRTZ"),
        (lambda m: gm.new_match("zatre_pad").numbers, NotNumbered, "is decided by people"),
        (lambda m: gm.match_of(m), gm.OptionError, "in a vector, an environment of PettingZoo or"),
    ],
)
def test_what_has_no_number_is_refused_in_a_sentence(wrong: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        wrong(after_ring())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "steps"),
    [("zertz", {}, 70), ("zatre", {"seats": 3}, 45), ("tamsk", {}, 35), ("gipf", WITH_DUELS, 60)],
)
def test_a_match_of_a_row_is_the_match_that_its_numbers_play(
    game: str, options: dict[str, Any], steps: int
) -> None:
    import numpy as np

    rng, seeds, depths = np.random.default_rng(2), [3, 4], set()
    vector = gm.vector(game, matches=2, seed=3, **options)
    matches = [gm.new_match(game, seed=seed, **options) for seed in seeds]
    for _step in range(steps):
        chosen = []
        for row, match in enumerate(matches):
            numbers = match.numbers
            assert (numbers.mask == vector.now.masks[row]).all()
            assert (numbers.observe() == vector.now.observations[row]).all()
            bold = [n for n in numbers.legal if numbers.text_of(n)[-1:] in ("^", "e")]
            chosen.append(int(rng.choice(bold or numbers.legal)))
            depths.add(match.depth)
        matches = [m.numbers.play(n) for m, n in zip(matches, chosen, strict=True)]
        step = vector.step(chosen)
        for at, row in enumerate(step.ended):
            assert gm.match_of(vector, row, last=True) == matches[row]
            for seat in range(vector.seats):
                seen = matches[row].numbers.observe(seat)
                assert (step.last_observations[at, seat] == seen).all()
            seeds[row] += 2
            matches[row] = gm.new_match(game, seed=seeds[row], **options)
    assert [gm.match_of(vector, row) for row in range(2)] == matches
    assert max(depths) == (1 if game == "gipf" else 0)


@pytest.mark.slow
def test_a_match_of_a_row_is_saved_and_goes_on_by_itself(tmp_path: Path) -> None:
    vector = gm.vector("zatre", matches=2, seed=5)
    for _step in range(8):
        vector.step(vector.now.masks.argmax(axis=1))
    match = gm.match_of(vector, 1)
    match.save(tmp_path / "row.json")
    assert gm.load(tmp_path / "row.json") == match
    assert match.play_out("random").result is not None
    assert gm.match_of(vector, 1) == match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "last", "words"),
    [
        (None, False, "from 0 to 1, and not None"),
        (2, False, "from 0 to 1, and not 2"),
        (1, True, "Match 1: none has ended there yet"),
    ],
)
def test_a_row_without_a_match_is_refused(row: Any, last: bool, words: str) -> None:
    with pytest.raises(gm.OptionError, match=words):
        gm.match_of(gm.vector("zertz", matches=2), row, last=last)


@pytest.mark.slow
def test_a_match_comes_from_an_environment_of_pettingzoo() -> None:
    env = gm.pettingzoo_env("zatre")
    env.reset(seed=4)
    match = gm.new_match("zatre", seed=4)
    for _decision in range(12):
        number = env.unwrapped.moment.legal[0]
        match = match.numbers.play(number)
        env.step(number)
    assert gm.match_of(env) == match
    with pytest.raises(gm.OptionError, match="in vectors alone"):
        gm.match_of(env, 0)
