"""OpenSpiel's own tests over our games, and one of its algorithms that learns by them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure, given_options
from gipf_meta.testing.laws.option_values import other_games
from gipf_meta.workshop.environments.spiel_options import read_parameter, write_parameter
from tests.tiers import thinned
from tests.workshop.environments.examples import SETTINGS, WITH_DUELS, example, usual_games

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("pyspiel") is None, reason="OpenSpiel is missing: make .venv/ready-for-openspiel"
    ),
]
if find_spec("pyspiel"):
    import pyspiel  # loads NumPy only where its algorithms are asked for

TICTACTOE = "gipf_meta(game=tictactoe)"
OWN = [TICTACTOE, "gipf_meta(game=pig,options=(goal=10))"]


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    gm.register_open_spiel(example("tictactoe", "TicTacToe"), example("pig", "Pig"))


def named(game: str, settings: dict[str, Any]) -> str:
    """The game as OpenSpiel writes it."""
    options = dict(settings)
    seats = f",seats={options.pop('seats')}" if "seats" in options else ""
    inside = ",".join(f"{name}={value}" for name, value in options.items())
    return f"gipf_meta(game={game}{f',options=({inside})' if inside else ''}{seats})"


GAMES = [*(named(game, settings) for game, settings in SETTINGS), *OWN]


@pytest.mark.parametrize("game", thinned(GAMES, 3))
def test_their_simulation_and_their_playthrough_find_nothing(game: str) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    loaded = pyspiel.load_game(game)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    told = playthrough(str(loaded), [], seed=1)
    assert "IsTerminal() = True" in told


@pytest.mark.parametrize("game", OWN)
def test_a_playthrough_is_told_again_from_its_actions(game: str) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    told = playthrough(game, [], seed=3)
    actions = [int(line[8:]) for line in told.splitlines() if line.startswith("action: ")]
    assert playthrough(game, actions, seed=4) == told


def kind_of(game: str) -> tuple[bool, bool, bool]:
    """Whether *game* has luck, hides something, and is worth as much to one as it costs another."""
    kind = pyspiel.load_game(game).get_type()
    return (
        kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        kind.utility == pyspiel.GameType.Utility.ZERO_SUM,
    )


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("gipf_meta(game=zertz)", (False, False, True)),
        (named("gipf", WITH_DUELS), (True, False, True)),
        ("gipf_meta(game=zatre,seats=4)", (True, False, False)),
        ("gipf_meta(game=zatre,options=(hands=hidden))", (True, True, True)),
    ],
)
def test_it_knows_of_luck_of_what_is_hidden_and_of_more_players(
    game: str, kind: tuple[bool, bool, bool]
) -> None:
    assert kind_of(game) == kind


def test_luck_is_a_node_of_its_own_and_decisions_are_written_as_in_the_game() -> None:
    state = pyspiel.load_game("gipf_meta(game=die,options=(sides=4))").new_initial_state()
    assert state.action_to_string(0, 0) == "roll"
    state.apply_action(0)
    assert state.chance_outcomes() == [(number, 0.25) for number in range(4)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "4"
    copy = pickle.loads(pickle.dumps(state))
    copy.apply_action(3)
    assert (copy.current_player(), state.is_chance_node()) == (1, True)


def test_options_of_the_games_of_duels_stand_behind_a_dot() -> None:
    options = "zertz_potentials=3,zertz_duel.board=48"
    game = pyspiel.load_game(f"gipf_meta(game=gipf,options=({options}))")
    assert game.match.game.zertz_duel_options == {"board": 48}
    assert str(pyspiel.load_game(str(game))) == str(game)


def options_of_every_kind() -> list[tuple[AnyGame, dict[str, Any]]]:
    """Each game with one option changed, and what is given for it; GIPF's in its richest variant,
    where the others belong to something."""
    games = [load_plugins().games[game]() for game in usual_games()]
    games += [configure(load_plugins().games["gipf"], WITH_DUELS)]
    found = [(each, given_options(each)) for game in games for each in other_games(game)]
    return [(game, {k: v for k, v in given.items() if v is not None}) for game, given in found]


def test_options_of_every_kind_are_read_as_they_are_shown() -> None:
    """By OpenSpiel's own reader and writer of parameters, as ``str(game)`` and ``load_game``."""
    for game, given in options_of_every_kind():
        shown = pyspiel.game_parameters_to_string({"name": "x", **write_parameter(given)})
        again = pyspiel.game_parameters_from_string(shown)
        assert configure(type(game), read_parameter({**again, "name": ""})) == game, shown


@pytest.mark.parametrize(
    ("game", "options", "shown"),
    [
        ("zertz", {"handicap": "p1=1/0/0", "board": 48}, "board=48,handicap=p1:1/0/0"),
        (
            "gipf",
            {
                "variant": "tournament",
                "challenge_kinds": "tamsk,zertz",
                "extra_pieces": "3/2",
                "max_turns": 9,
            },
            "challenge_kinds=tamsk;zertz,extra_pieces=3/2,max_turns=9,variant=tournament",
        ),
    ],
)
def test_a_game_is_loaded_again_from_how_it_is_shown(
    game: str, options: dict[str, Any], shown: str
) -> None:
    loaded = pyspiel.load_game("gipf_meta", {"game": game, "options": {"name": "", **options}})
    assert str(loaded) == f"gipf_meta(game={game},options=({shown}))"
    again = pyspiel.load_game(str(loaded))
    assert (str(again), again.match.game) == (str(loaded), loaded.match.game)


@pytest.mark.parametrize("game", ["gipf_meta(game=zatre,seats=3)", *OWN])
def test_what_is_answered_at_once_is_what_open_spiel_finds(game: str) -> None:
    state, rng, loaded = pyspiel.load_game(game).new_initial_state(), Random(1), pyspiel.State
    observer = state.get_game().make_py_observer()
    for _action in range(40):
        players = range(state.num_players()) if not state.is_terminal() else ()
        assert state.is_chance_node() == loaded.is_chance_node(state)
        assert state.legal_actions() == loaded.legal_actions(state)
        if state.is_terminal():
            break
        assert state.legal_actions_mask() == loaded.legal_actions_mask(state)
        for player in players:
            assert state.legal_actions(player) == loaded.legal_actions(state, player)
            assert state.legal_actions_mask(player) == loaded.legal_actions_mask(state, player)
            tensor = state.observation_tensor(player)
            assert tensor == loaded.observation_tensor(state, player)
            observer.set_from(state, player)
            assert tensor == observer.tensor.tolist()
            assert set(map(type, tensor)) == {float}
        state.apply_action(rng.choice(state.legal_actions()))


def test_after_the_most_decisions_it_is_a_draw() -> None:
    state = pyspiel.load_game("gipf_meta(game=zertz,most_decisions=2)").new_initial_state()
    for _decision in range(2):
        state.apply_action(state.legal_actions()[0])
    assert (state.is_terminal(), state.returns()) == (True, [0.0, 0.0])


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("gipf_meta(game=zerz)", "There is no game 'zerz' here. Did you mean zertz"),
        ("gipf_meta(game=zertz,options=(bord=48))", "has no option bord"),
        ("gipf_meta(game=zertz,options=board(board=48))", "with no 'board' before them"),
        ("gipf_meta(game=zertz,options=(board=48;pool=blitz))", "are separated by commas"),
        ("gipf_meta(game=gipf,options=(challenge_kinds=tamsk,zertz))", "write ; for a comma"),
        ("gipf_meta(game=elsewhere)", "decided by people"),
        ("gipf_meta(game=zertz,seats=3)", "is for 2 players, not for 3"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(game: str, why: str) -> None:
    with pytest.raises(gm.GipfMetaError, match=why):
        pyspiel.load_game(game)


def test_an_action_that_is_not_legal_is_refused_in_a_sentence() -> None:
    state = pyspiel.load_game("gipf_meta(game=zertz)").new_initial_state()
    for refused in (state.apply_action_with_legality_check, state.action_to_string):
        with pytest.raises(gm.IllegalMove, match="has the number 783"):
            refused(783)
    state = pyspiel.load_game("gipf_meta(game=die)").new_initial_state()
    state.apply_action(0)
    with pytest.raises(gm.IllegalMove, match="Luck has no outcome 77"):
        state.apply_action(77)


MOST_EPISODES = 60_000
PHASE = 500
"""Episodes in which one learner explores more, and then the other."""


@pytest.mark.soak
@pytest.mark.timeout(1200)  # half a minute where nothing else runs
def test_their_q_learning_learns_tic_tac_toe_until_nobody_can_beat_it() -> None:
    """Two learners play each other. Whether one of them can lose is decided exactly: by all that
    its opponent could answer to what it prefers."""
    import numpy as np
    from open_spiel.python import rl_environment, rl_tools
    from open_spiel.python.algorithms.tabular_qlearner import QLearner

    np.random.seed(1)
    game = pyspiel.load_game(TICTACTOE)
    env = rl_environment.Environment(game)
    episode = 0

    class Exploring(rl_tools.ValueSchedule):  # type: ignore[misc]
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def step(self) -> float:
            return self.value

        @property
        def value(self) -> float:
            return 0.5 if episode // PHASE % 2 == self.seat else 0.2

    actions = game.num_distinct_actions()
    learners = [
        QLearner(seat, actions, step_size=0.5, epsilon_schedule=Exploring(seat)) for seat in (0, 1)
    ]
    safe: set[int] = set()
    while episode < MOST_EPISODES and len(safe) < 2:
        for _ in range(PHASE):
            now = env.reset()
            while not now.last():
                now = env.step([learners[now.current_player()].step(now).action])
            for learner in learners:
                learner.step(now)
            episode += 1
        for seat in {0, 1} - safe:
            if not can_lose(game.new_initial_state(), seat, preferred(learners[seat], seat)):
                safe.add(seat)
    assert safe == {0, 1}


def preferred(learner: Any, seat: int) -> Callable[[Any], int]:
    """The decision that *learner* prefers in a state, as it has learned it."""

    def choose(state: Any) -> int:
        worths = learner._q_values[str(state.observation_tensor(seat))]
        return max(state.legal_actions(), key=lambda action: worths[action])

    return choose


def can_lose(state: Any, seat: int, choose: Callable[[Any], int]) -> bool:
    """Whether *seat* loses against some play of the other, if it plays what *choose* says."""
    if state.is_terminal():
        return bool(state.returns()[seat] < 0)
    own = state.current_player() == seat
    actions = [choose(state)] if own else state.legal_actions()
    return any(can_lose(state.child(action), seat, choose) for action in actions)


def test_a_match_comes_from_a_state_with_the_luck_that_it_has_had() -> None:
    state = pyspiel.load_game("gipf_meta(game=zatre)").new_initial_state()
    with pytest.raises(gm.IllegalMove, match="Luck draws next"):
        gm.match_of(state)
    for _action in range(60):
        actions = state.legal_actions()
        state.apply_action(actions[-1])
    while state.is_chance_node():
        state.apply_action(0)
    match = gm.match_of(state)
    assert match.to_move == state.current_player()
    assert [*match.numbers.legal] == state.legal_actions()
    assert match.state == state.moment.state.games[0].state
