"""How many decisions a second programs that learn get through each door, beside others' games.

    python -m tests.doors_speed zertz zatre gipf,variant=basic --matches 1000

Each decision is drawn at random, and comes with its mask and with what its player sees. OpenSpiel
gives both as lists of numbers (``lists``), or what is seen as an array, by an observer
(``observer``). PettingZoo's environments are those with its wrappers. ``loop`` shows nothing, and
``playout`` is the game's own. Seconds are of processor time, the best of some series, since a
machine is rarely idle. It runs the compiled program where ``make play`` has built one. Others'
games are measured alike where they are installed (pip install pgx).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

import gipf_meta as gm
from building import sources
from building.compiled import Builds
from building.launch import environment
from gipf_meta.base.clock import cpu_ms
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.playout import play_at_random

SERIES = 3
MS = 400
"""The least time that a series takes."""
VECTOR_MS = 2000
"""That of vectors: all their matches end and begin anew within it."""
OPEN_SPIEL = ("hex(board_size=7)", "hex(board_size=11)", "havannah(board_size=4)")
PGX = ("hex", "go_9x9")
COLUMNS = ("vector", "lists", "observer", "PettingZoo", "loop", "playout")

Play = Callable[[], float]
"""Plays some decisions, and returns how many."""


def speed(play: Play, least_ms: float = MS) -> float:
    """Decisions a second of *play*, in the best of the series."""
    best = 0.0
    for _series in range(SERIES):
        made, begun = 0.0, cpu_ms()
        while cpu_ms() < begun + least_ms:
            made += play()
        best = max(best, 1000 * made / (cpu_ms() - begun))
    return best


def at_random(masks: Any, rng: np.random.Generator) -> Any:
    """A legal number for each match, all equally likely."""
    rows, width = masks.shape
    begins = np.arange(rows + 1) * width
    legal = np.flatnonzero(masks)
    first = np.searchsorted(legal, begins)
    chosen = first[:-1] + (rng.random(rows) * np.diff(first)).astype(np.int64)
    return legal[chosen] - begins[:-1]


# -- doors ---------------------------------------------------------------------------------------


def by_vector(game: Any, count: int) -> Play:
    """Steps of *count* matches at a time."""
    matches, luck = gm.vector(game, matches=count), np.random.default_rng(1)
    return lambda: len(matches.step(at_random(matches.now.masks, luck)).over)


def by_open_spiel(loaded: Any, *, is_listed: bool) -> Play:
    """Matches of a game of OpenSpiel, called from Python; what is seen *is_listed*, or goes into
    the array of an observer."""
    from open_spiel.python.observation import make_observation

    observer, rng = make_observation(loaded), Random(1)

    def play() -> float:
        state, made = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            player = state.current_player()
            if is_listed:
                state.observation_tensor(player)
            else:
                observer.set_from(state, player)
            state.legal_actions_mask(player)
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
        return made

    return play


def by_pettingzoo(env: Any) -> Play:
    """Matches in an environment of PettingZoo."""
    rng = Random(1)

    def play() -> float:
        env.reset(seed=rng.randrange(1000))
        made = 0
        for _agent in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            made += 1
        return made

    return play


def by_pgx(name: str, count: int) -> Play:
    """Steps of *count* matches of a game of pgx at a time, which begin anew by themselves."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, mask * 1e3 - 1e3, axis=1))
    keys = [jax.random.PRNGKey(1)]
    states = [begin(jax.random.split(keys[0], count))]

    def play() -> float:
        keys[0], own, luck = jax.random.split(keys[0], 3)
        chosen = choose(own, states[0].legal_action_mask)
        states[0] = step(states[0], chosen, jax.random.split(luck, count))
        jax.block_until_ready(states[0].observation)
        return count

    play()  # it is compiled the first time
    return play


# -- the table -----------------------------------------------------------------------------------


def spiel_speeds(game: str) -> dict[str, float]:
    """The speeds of a game of OpenSpiel."""
    import pyspiel

    loaded = pyspiel.load_game(game)
    return {
        "lists": speed(by_open_spiel(loaded, is_listed=True)),
        "observer": speed(by_open_spiel(loaded, is_listed=False)),
    }


def line(name: str, speeds: dict[str, float]) -> str:
    """The line of a game."""
    figures = [f"{speeds[one]:12,.0f}" if one in speeds else " " * 12 for one in COLUMNS]
    return f"{name:34}{''.join(figures)}".rstrip()


def measured(wanted: str, count: int) -> str:
    """The line of one of our games, with its options."""
    name, *chosen = wanted.split(",")
    game = configure(installed_plugins().find(name), dict(each.split("=") for each in chosen))
    rng, seats = Random(1), game.seat_counts[0]
    games = [play_at_random(game, game.start(seats), rng).decisions for _each in range(20)]
    speeds = {
        "vector": speed(by_vector(game, count), VECTOR_MS),
        "loop": speed(lambda: play_at_random(game, game.start(seats), rng).decisions),
    }
    if isinstance(game, gm.Fast):
        fast, length = game, sum(games) / len(games)
        speeds["playout"] = speed(lambda: len(fast.playout(game.start(seats), rng)) and length)
    if find_spec("pyspiel"):
        gm.register_open_spiel()
        options = f",options=({','.join(chosen)})" if chosen else ""
        speeds |= spiel_speeds(f"gipf_meta(game={name}{options})")
    if find_spec("pettingzoo"):
        speeds["PettingZoo"] = speed(by_pettingzoo(gm.pettingzoo_env(game)))
    return line(wanted, speeds)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all that are installed, unless named")
    parser.add_argument("--matches", type=int, default=1000)
    wanted = parser.parse_args()
    program = Builds().program()
    if program and "PYTHONSAFEPATH" not in os.environ:
        paths = environment(program, os.environ)
        paths["PYTHONPATH"] += f"{os.pathsep}{sources.ROOT}"
        os.execve(sys.executable, [sys.executable, "-m", "tests.doors_speed", *sys.argv[1:]], paths)
    print(
        f"{'compiled' if program else 'interpreted'}:".ljust(38), *(f"{one:>12}" for one in COLUMNS)
    )
    for each in wanted.games or sorted(installed_plugins().games):
        print(measured(each, wanted.matches), flush=True)
    if find_spec("pyspiel"):
        for name in OPEN_SPIEL:
            print(line(f"OpenSpiel: {name}", spiel_speeds(name)), flush=True)
    if find_spec("pgx"):
        for name in PGX:
            peer = speed(by_pgx(name, wanted.matches), VECTOR_MS)
            print(line(f"pgx: {name}", {"vector": peer}), flush=True)


if __name__ == "__main__":
    main()
