"""Opponents inside environments: bots decide as they do in a match, functions by what they see."""

from __future__ import annotations

import multiprocessing
import pickle
import shlex
import sys
from copy import deepcopy
from typing import Any

import pytest

import gipf_meta as gm

pytestmark = pytest.mark.slow  # NumPy takes a while to load


def first(observation: Any, mask: Any) -> Any:
    """An agent: the first decision that is possible, in one match or in several."""
    return mask.argmax(axis=-1)


class AllAtOnce:
    """An agent that decides in all matches at once, as *choose_all* does."""

    def __init__(self, choose_all: Any) -> None:
        self.choose_all = choose_all

    def __call__(self, observation: Any, mask: Any) -> Any:
        raise AssertionError("it decides in all at once")


def played(vector: Any, steps: int) -> Any:
    """The vector after the first possible decisions."""
    for _step in range(steps):
        vector.step(first(*vector.now[:2]))
    return vector


def positions(vector: Any) -> list[str | None]:
    return [gm.match_of(vector, row).position for row in range(vector.matches)]


@pytest.mark.parametrize(
    ("game", "settings"), [("zertz", {}), ("zatre", {"seats": 3}), ("tamsk", {})]
)
@pytest.mark.parametrize("name", ["easy", "random"])
def test_a_bot_decides_as_it_does_in_a_match(game: str, settings: Any, name: str) -> None:
    vector = gm.vector(game, matches=2, seed=4, opponent=name, learner_seat=1, **settings)
    bot = gm.bot(name)
    matches = [gm.new_match(game, seed=4 + row, **settings) for row in range(2)]
    for _step in range(3):
        for row, match in enumerate(matches):
            while match.to_move != 1:
                match = match.numbers.play(match.numbers.number_of(bot.choose(match)))
            assert gm.match_of(vector, row) == match
            matches[row] = match.numbers.play(match.numbers.legal[0])
        assert vector.now.players.tolist() == [1, 1]
        played(vector, 1)


@pytest.mark.parametrize("rows", [(), (3,)])
def test_an_agent_sees_what_players_see_and_decides(rows: tuple[int, ...]) -> None:
    calls = []

    def agent(observations: Any, masks: Any) -> Any:
        calls.append((observations, masks))
        return first(observations, masks)

    opponent = AllAtOnce(agent) if rows else agent
    vector, line = gm.vector("zertz", matches=3, opponent=opponent), gm.new_match("zertz", seed=0)
    learners: list[str | None] = []
    for _step in range(10):
        while line.to_move != 0:
            line = line.numbers.play(line.numbers.legal[0])
        learners.append(line.position)
        line = line.numbers.play(line.numbers.legal[0])
        assert positions(vector) == learners[-1:] * 3
        played(vector, 1)
    assert {seen.shape for seen, _masks in calls} == {(*rows, 21, 7, 8)}
    assert {masks.shape for _seen, masks in calls} == {(*rows, 784)}


def test_a_class_makes_an_agent_for_the_matches_of_a_vector() -> None:
    class Maker:
        def __init__(self, match: Any) -> None:
            self.highest = match.decision_count - 1

        def __call__(self, observation: Any, mask: Any, rng: Any) -> Any:
            return self.highest - mask[::-1].argmax()

    vector = gm.vector("zertz", matches=1, opponent=Maker, learner_seat=1)
    highest = gm.new_match("zertz").numbers.legal[-1]
    assert (
        gm.match_of(vector, 0).turns[0].startswith(gm.new_match("zertz").numbers.text_of(highest))
    )


def test_the_learner_sits_at_each_seat_by_turns_from_each_start() -> None:
    starts = [gm.new_match("zertz"), gm.new_match("zertz").play("Wd4,d1")]
    vector = gm.vector("zertz", matches=5, start=starts, opponent=first, learner_seat="each")
    assert vector.now.players.tolist() == [0, 0, 1, 1, 0]


def test_rewards_are_those_of_all_seats() -> None:
    vector = gm.vector("zertz", matches=4, opponent=first, learner_seat="each")
    rewards: set[tuple[float, ...]] = set()
    for _step in range(60):
        played(vector, 1)
        rewards.update(map(tuple, vector.now.rewards[vector.now.ended].tolist()))
    assert rewards
    assert rewards <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_a_match_that_the_opponent_ends_before_the_learner_decides_is_skipped() -> None:
    wins = gm.new_match("zertz", seed=1)
    while wins.result is None:
        before, wins = wins, wins.numbers.play(wins.numbers.legal[0])
    mover = before.to_move
    assert mover is not None
    starts = [gm.new_match("zertz"), before]
    vector = gm.vector("zertz", matches=1, start=starts, opponent=first, learner_seat=1 - mover)
    seeds = set()
    for _step in range(80):
        played(vector, 1)
        seeds.add(gm.match_of(vector, 0).seed)
    assert len(seeds) > 1
    assert {seed % 2 for seed in seeds} == {0}
    with pytest.raises(gm.OptionError, match="again and again it ends before the learner"):
        gm.vector("zertz", matches=1, start=before, opponent=first, learner_seat=1 - mover)


def test_an_engine_that_ends_has_failed_as_an_opponent() -> None:
    opponent = f"engine:{shlex.quote(sys.executable)} -c pass"
    vector = gm.vector("zertz", matches=1, opponent=opponent)
    before = positions(vector)
    with pytest.raises(gm.BotFailed, match=r"^The opponent 2\b"):
        played(vector, 2)  # a marble, then a ring
    assert positions(vector) != before


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (lambda masks: [int(masks[0].argmax()), 783], "has the number 783"),
        (lambda masks: [-1] * len(masks), "has the number -1"),
        (lambda masks: None, "as there are matches: 2"),
        (lambda masks: [0.5, 0.5], "as there are matches: 2"),
        (lambda masks: [0], "as there are matches: 2"),
        (lambda masks: 1 // 0, "division"),
    ],
)
def test_an_opponent_that_fails_leaves_all_as_it_was(returned: Any, words: str) -> None:
    fails: list[bool] = []

    def agent(observations: Any, masks: Any) -> Any:
        return returned(masks) if fails else first(observations, masks)

    opponent = AllAtOnce(agent)
    vector = played(gm.vector("zertz", matches=2, opponent=opponent), 3)
    now, before = vector.now, positions(vector)
    fails.append(True)
    with pytest.raises(gm.BotFailed, match=words):
        played(vector, 1)
    assert (vector.now, positions(vector)) == (now, before)
    fails.clear()
    assert positions(played(vector, 1)) != before


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"opponent": "eesy"}, gm.UnknownBot, "the bots are: random, greedy, beginner, easy"),
        ({"opponent": 7}, gm.OptionError, "the name of a bot, or a function of"),
        ({"learner_seat": 1}, gm.OptionError, "Without an opponent the learner decides"),
        ({"opponent": "easy", "learner_seat": 2}, gm.OptionError, "from 0 to 1, and not 2"),
        ({"opponent": "easy", "learner_seat": "x"}, gm.OptionError, "or 'each', and not 'x'"),
    ],
)
def test_who_is_no_opponent_is_refused_in_a_sentence(settings: Any, error: Any, words: str) -> None:
    for door in (lambda **given: gm.vector("zertz", matches=1, **given), _env):
        with pytest.raises(error, match=words):
            door(**settings)


def _env(**settings: Any) -> Any:
    return gm.pettingzoo_env("zertz", **settings)


def test_against_an_opponent_the_learner_is_the_only_agent() -> None:
    from pettingzoo.test import seed_test

    env = _env(opponent="easy", learner_seat=1)
    env.reset(seed=2)
    assert (env.possible_agents, env.agents, env.agent_selection) == (["player_1"],) * 2 + (
        "player_1",
    )
    match = gm.match_of(env)
    assert match.to_move == 1
    assert len(match.turns) == 1
    while not env.terminations.get("player_1"):
        env.step(env.unwrapped.moment.legal[0])
    worth = 1.0 if gm.match_of(env).result.winners == (1,) else -1.0  # type: ignore[union-attr]
    assert env.rewards == {"player_1": worth}
    seed_test(lambda: _env(opponent="easy"), num_cycles=20)


def test_in_an_environment_a_function_gets_one_observation() -> None:
    shapes = set()

    def agent(observation: Any, mask: Any) -> Any:
        shapes.add((observation.shape, mask.shape, str(mask.dtype)))
        return mask.argmax()

    env = _env(opponent=agent, learner_seat="each")
    seats = []
    for _match in range(3):
        env.reset()
        seats += env.agents
    assert seats == ["player_0", "player_1", "player_0"]
    assert shapes == {((21, 7, 8), (784,), "bool")}


def test_a_bot_decides_in_the_match_that_is_being_played_and_in_no_earlier_one() -> None:
    env, bot = _env(opponent="easy"), gm.bot("easy")
    for places in ((0, 0, 0), (-1, -1), (0,)):
        env.reset(seed=1)
        match = gm.new_match("zertz", seed=1)
        for place in places:
            number = env.unwrapped.moment.legal[place]
            env.step(number)
            match = match.numbers.play(number)
            while match.to_move != 0:
                match = match.play(bot.choose(match))
            assert gm.match_of(env) == match


def child(pickled: bytes, answers: Any) -> None:
    """Plays on in another process."""
    answers.put(positions(played(pickle.loads(pickled), 4)))


def test_with_opponents_and_starts_a_vector_is_copied_pickled_and_sent_to_processes() -> None:
    start = gm.new_match("zertz").play("Wd4,d1")
    for opponent in ("easy", first):
        vector = gm.vector("zertz", matches=2, start=start, opponent=opponent, most_decisions=11)
        pickled = pickle.dumps(played(vector, 4))
        copies = [deepcopy(vector), pickle.loads(pickled)]
        after = positions(played(vector, 4))
        assert [positions(played(copy, 4)) for copy in copies] == [after] * 2
    for way in ("fork", "spawn"):
        context = multiprocessing.get_context(way)
        answers = context.SimpleQueue()
        process = context.Process(target=child, args=(pickled, answers))
        process.start()
        assert answers.get() == after
        process.join()
