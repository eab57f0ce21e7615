"""PettingZoo's own tests, and what they do not ask: luck, duels and rewards as in a match."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
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


def through_their_wrappers(game: str) -> Any:
    """The environment inside PettingZoo's wrappers alone."""
    from pettingzoo.utils import wrappers

    from gipf_meta.workshop.environments.pettingzoo import raw_env

    inside: Any = wrappers.TerminateIllegalWrapper(raw_env(game), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inside))


def told(env: Any, do: Callable[[Any], object]) -> str:
    """The state of *env* after something is done with it, or how it refuses that."""
    try:
        done = do(env)
    except Exception as error:
        return f"{type(error)} {error}"
    try:
        now = env.agent_selection, env.agents, env.rewards, env.terminations, env.truncations
        return f"{done} {now} {env.infos} {env._cumulative_rewards} {env.last()}"
    except Exception as error:
        return f"{done} {type(error)} {error}"


def possible(env: Any, place: int) -> int:
    """One of the numbers that the agent on turn may choose."""
    numbers = env.last()[0]["action_mask"].nonzero()[0]
    return int(numbers[place % len(numbers)])


@pytest.mark.parametrize("at", [0, 7])
@pytest.mark.parametrize("choice", [1007, 10**6, -1, 0.5, None, "all"])
def test_it_does_what_their_wrappers_do(choice: Any, at: int) -> None:
    """Before the first reset, in a match, after what is not legal, and after the end."""
    pair = gm.pettingzoo_env("zertz", most_decisions=9), through_their_wrappers("zertz")
    pair[1].unwrapped._most = 9
    steps: list[Callable[[Any], object]] = [
        *(lambda env: env.agents, lambda env: env.step(3), lambda env: env.observe("player_0")),
        lambda env: env.reset(seed=1),
        *(lambda env, place=place: env.step(possible(env, place)) for place in range(at)),
        lambda env: env.step(possible(env, 3) if choice == "all" else choice),
        *(lambda env: env.step(None) for _agent in range(3)),
        *(lambda env: env.step(possible(env, 5)) for _decision in range(4)),
        lambda env: env.reset(seed=2),
        lambda env: next(iter(env.agent_iter())),
        *(str, lambda env: env.num_agents, lambda env: env._match_is_private),
    ]
    for step in steps:
        ours, theirs = (told(env, step) for env in pair)
        assert ours == theirs


def test_a_match_begins_from_the_start_that_a_reset_asks_for() -> None:
    env = gm.pettingzoo_env("zertz")
    match = gm.new_match("zertz").play("Wd4,a1")
    for start in (match.position, match):
        env.reset(seed=1, options={"start": start})
        assert "Wd4" in env.unwrapped.match.game.to_text(env.unwrapped.moment.state.games[0].state)
        assert env.agent_selection == "player_1"
    env.reset(seed=1, options={})
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("options", [{"strat": "x"}, {"start": "x", "seed": 1}, [1], {"start": []}])
def test_a_reset_refuses_every_other_option(options: Any) -> None:
    env = gm.pettingzoo_env("zertz")
    with pytest.raises(gm.GipfMetaError, match=r"a dictionary with a start|Matches start from"):
        env.reset(options=options)


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
