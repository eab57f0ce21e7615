"""PettingZoo's own tests, and what they do not ask: luck, duels and rewards as in a match."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.workshop.environments.small_games import NotNumbered
from tests.workshop.environments.examples import SETTINGS, WITH_DUELS, example

pytestmark = pytest.mark.slow  # the packages alone take half a second to load

ADVICE = (
    "Observation space for each agent probably should be gymnasium.spaces.box or"
    " gymnasium.spaces.discrete"
)
TOLD = {
    "Observation is not a NumPy array",  # it is a dictionary, as in their board games
    ADVICE,
}
"""The warnings of ``api_test`` wherever there is a mask, but in games that it knows by name."""
OWN = [(example("tictactoe", "TicTacToe"), {}), (example("pig", "Pig"), {})]


@pytest.mark.parametrize(("game", "settings"), [*SETTINGS, *OWN])
def test_their_tests_find_nothing(game: Any, settings: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        api_test(gm.pettingzoo_env(game, **settings), num_cycles=300)
        seed_test(lambda: gm.pettingzoo_env(game, **settings), num_cycles=100)
    assert {str(warning.message) for warning in warned} == TOLD


def test_it_is_rendered_as_they_want(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(lambda render_mode: gm.pettingzoo_env("zertz", render_mode=render_mode))
    assert "Pool: W 6" in capsys.readouterr().out


def played(env: Any, match: gm.Match) -> tuple[gm.Match, set[int]]:
    """The *match* after what is played at random in *env*, and how deep its duels went: whoever
    can announce a power does, and whoever can challenge it."""
    rng, depths = Random(1), set()
    for agent in env.agent_iter():
        seen, _reward, over, _cut, _info = env.last()
        if over:
            env.step(None)
            continue
        depths.add(match.depth)
        numbers = [int(number) for number in seen["action_mask"].nonzero()[0]]
        texts = [env.unwrapped.text_of(number) for number in numbers]
        assert agent == f"player_{match.to_move}"
        assert sorted(texts) == sorted(match.legal)
        daring = [n for n, text in enumerate(texts) if text == "challenge" or text[-1:] == "^"]
        place = rng.choice(daring or range(len(texts)))
        env.step(numbers[place])
        match = match.play(texts[place])
    return match, depths


@pytest.mark.parametrize(
    ("game", "settings"), [("zatre", {"seats": 3}), ("gipf", WITH_DUELS | {"tamsk_potentials": 0})]
)
def test_it_is_the_match_that_the_program_plays(game: str, settings: dict[str, Any]) -> None:
    env = gm.pettingzoo_env(game, **settings)
    env.reset(seed=5)
    match, depths = played(env, gm.new_match(game, seed=5, **settings))
    assert match.result is not None
    assert max(depths) == (1 if game == "gipf" else 0)
    assert env.unwrapped.moment.state.now.winners == match.result.winners


def test_a_second_passes_with_each_decision_where_time_acts() -> None:
    env = gm.pettingzoo_env("tamsk")
    env.reset(seed=1)
    match = gm.new_match("tamsk", seed=1)
    for _decision in range(30):
        number = env.unwrapped.moment.legal[0]
        match = match.play(env.unwrapped.text_of(number)).advance(1000)
        env.step(number)
    assert env.unwrapped.moment.state.games[0].state == match.state


def test_the_winner_has_1_and_the_others_have_lost_1() -> None:
    env = gm.pettingzoo_env(OWN[0][0])
    env.reset()
    for text in ["b2", "a1", "a2", "b1", "c2"]:
        legal = env.unwrapped.moment.legal
        env.step(next(number for number in legal if env.unwrapped.text_of(number) == text))
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.terminations == {"player_0": True, "player_1": True}


def test_after_the_most_decisions_a_match_is_truncated() -> None:
    env = gm.pettingzoo_env("zertz", most_decisions=3)
    env.reset()
    for _decision in range(3):
        env.step(env.unwrapped.moment.legal[0])
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert not any(env.terminations.values())


def test_a_number_that_is_not_legal_loses_at_once_and_the_bare_environment_refuses_it() -> None:
    from gipf_meta.workshop.environments.pettingzoo import raw_env

    env = gm.pettingzoo_env("zertz")
    env.reset()
    env.step(next(n for n in range(1000) if n not in env.unwrapped.moment.legal))
    assert env.rewards["player_0"] == -1
    bare = raw_env("zertz")
    bare.reset()
    with pytest.raises(gm.IllegalMove, match="has the number 999"):
        bare.step(999)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"render_mode": "rgb_array"}, "cannot be rendered as 'rgb_array'; possible: ansi, human"),
        ({"most_decisions": 0}, "The most decisions"),
        ({"bord": 48}, "has no option bord"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(gm.OptionError, match=why):
        gm.pettingzoo_env("zertz", **settings)


def test_an_environment_that_is_copied_or_pickled_goes_on_alike() -> None:
    env = gm.pettingzoo_env("zatre")
    env.reset(seed=4)
    copies = deepcopy(env), pickle.loads(pickle.dumps(env))
    for _decision in range(20):
        number = env.unwrapped.moment.legal[-1]
        for each in (env, *copies):
            each.step(number)
    assert [each.unwrapped.moment.state for each in copies] == [env.unwrapped.moment.state] * 2


@pytest.mark.parametrize("number", [None, 0.0, 0.5, "0", [0]])
def test_what_is_no_whole_number_is_refused_in_a_sentence(number: object) -> None:
    from gipf_meta.workshop.environments.pettingzoo import raw_env

    env = raw_env("zertz")
    env.reset(seed=1)
    with pytest.raises(gm.IllegalMove, match="The number of a decision is a whole number, and not"):
        env.step(number)
    with pytest.raises(gm.IllegalMove, match="has the number 999"):
        env.text_of(999)


def test_a_seed_may_be_a_number_of_numpy() -> None:
    import numpy as np

    env = gm.pettingzoo_env("zatre")
    env.reset(seed=np.int64(5))
    begun = env.unwrapped.moment.state
    env.reset(seed=5)
    assert env.unwrapped.moment.state == begun


def test_a_game_that_people_decide_is_refused_before_it_is_played_through() -> None:
    with pytest.raises(NotNumbered, match="is decided by people"):
        gm.pettingzoo_env("zatre_pad")
