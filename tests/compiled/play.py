"""Plays random games and prints the answers of the rules at every step: a program of its own.

``python play.py GAME < GAMES`` reads a JSON list of games, each a set of options and a seed. For
each it prints a hash of all steps; with ``--tell`` the steps themselves. The first line says which
modules are compiled.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import ExtensionFileLoader
from random import Random

from gipf_meta import Chance, Duel, Evaluated, Fast, MovesEvaluated, Over, Solved, Turn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.dispatch import search_board_of
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.search_tree import options
from gipf_meta.workshop.environments.match_rows import MatchRows
from gipf_meta.workshop.environments.moment import MatchMoment
from gipf_meta.workshop.environments.numbered_match import NumberedMatch

MOST_STEPS = 400
NODES = 30
MORE_NODES = 400
NUMBERED_STEPS = 20
LOOKS = (0, 12)
"""The number of the position from which a search is made, by turns."""
PAUSES = (1, 400, 1000, 7000, 15_000, 60_000, 200_000)
"""Milliseconds that pass between two decisions."""


def compiled() -> list[str]:
    """The compiled modules of ours that are loaded."""
    ours = {name: module for name, module in sys.modules.items() if name.startswith("gipf_meta")}
    loaders = {name: getattr(module.__spec__, "loader", None) for name, module in ours.items()}
    return sorted(n for n, loader in loaders.items() if isinstance(loader, ExtensionFileLoader))


def steps(game: AnyGame, seats: int, seed: int) -> Iterator[str]:
    """Yields the text of each position of a random game, and of its end, with its legal moves."""
    rng = Random(seed)
    state, clock = game.start(seats), timed(game)
    for number in range(MOST_STEPS):
        now = game.status(state)
        legal = [list(game.legal_moves(state, seat)) for seat in range(seats)]
        yield f"{game.to_text(state)} {now} {legal}"  # type: ignore[attr-defined]
        if number == LOOKS[seed % len(LOOKS)] and not isinstance(now, Over):
            yield from _looks_ahead(game, state, seats, seed)
        if isinstance(now, Over):
            break
        if clock and rng.random() < 0.4:
            state = clock.advance(state, rng.choice(PAUSES))
        elif isinstance(now, Turn):
            moves = game.turn_moves(state, now.seat)
            beside = {move for each in legal for move in each}.difference(moves)
            if beside and number % 4 == 0:
                moves = sorted(beside)
            state = game.apply(state, rng.choice(moves))
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            state = game.apply(state, rng.choices(outcomes, weights)[0])
        elif isinstance(now, Duel):
            winner = rng.choice((None, *now.seats))
            state = game.apply(state, game.settle(state, winner, now.game))
    again = pickle.loads(pickle.dumps((game, state)))
    assert again == (game, state)
    assert hash(again[1]) == hash(state)


def _looks_ahead(game: AnyGame, state: object, seats: int, seed: int) -> Iterator[str]:
    """Yields a random playout, the value of the state, and the results of searches."""
    if isinstance(game, Fast):
        yield f"{game.playout(state, Random(seed))}"
    if isinstance(game, Evaluated):
        yield f"{[game.evaluate(state, seat) for seat in range(seats)]}"
    now = game.status(state)
    if isinstance(game, MovesEvaluated) and isinstance(now, Turn):
        yield f"{game.evaluate_moves(state, now.seat, game.turn_moves(state, now.seat))}"
    if isinstance(game, Solved) and isinstance(now, Turn):
        yield f"{game.solve(state)}"
    search = TreeSearch(game, seats, guess=seed // 2 % 2 / 2)
    found = options(search.run(state, Budget(nodes=NODES), Random(seed)))
    assert pickle.loads(pickle.dumps(found)) == found
    yield f"{found}"
    if seats == 2 and isinstance(now, Turn):
        yield f"{AlphaBeta(game).run(state, Budget(nodes=NODES), Random(seed))}"
        board = search_board_of(game, state)
        if board is not None:
            deepening = Deepening(blur=100 * (seed % 2))
            yield f"{deepening.run(board, Budget(nodes=MORE_NODES), Random(seed))}"


def rows(game: AnyGame, seats: int, seed: int) -> Iterator[str]:
    """Yields the names of planes and numbers, and the arrays of two random matches side by side,
    as programs that learn see them."""
    rng = Random(seed)
    there = MatchRows(NumberedMatch(game, seats, load_plugins().find), 2, seed, MOST_STEPS)
    yield f"{there.match.planes} {there.match.decisions}"
    for _step in range(NUMBERED_STEPS):
        masks = [there.match.legal_numbers(state) for state in there.states]
        yield f"{there.players()!r} {masks} {there.observations()!r}"
        legal = [[n for n in range(mask.bit_length()) if mask >> n & 1] for mask in masks]
        there.step([rng.choice(numbers) for numbers in legal])
    moment, draws = MatchMoment.begin(there.match).after_draws(seed, 0)
    while moment.player is not None and moment.decisions < NUMBERED_STEPS:
        yield f"{moment.legal} {moment.observe(moment.player)} {moment.returns()}"
        moment, draws = moment.after(rng.choice(moment.legal)).after_draws(seed, draws)


def seat_counts(game: AnyGame) -> list[int]:
    """The numbers of players with these options."""
    possible = []
    for count in game.seat_counts:
        try:
            game.start(count)
        except ValueError:
            continue
        possible.append(count)
    return possible


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    found = load_plugins().find(asked.game)
    print(*compiled())
    for chosen, seed in json.load(sys.stdin):
        game = configure(found, chosen)
        counts = seat_counts(game)
        seats = counts[seed % len(counts)]
        told = [*steps(game, seats, seed), *rows(game, seats, seed)]
        print("\n".join(told) if asked.tell else sha256("\n".join(told).encode()).hexdigest())


if __name__ == "__main__":
    main()
