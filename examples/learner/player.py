"""A player with a network: our tree asks it which decisions promise most, and what states are
worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final
from zipfile import BadZipFile

from network import Adam, Array, Network, has_places  # first: it sets NumPy to one core

import numpy as np  # isort: skip

from gipf_meta import GipfMetaError
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Chance, Duel, Over, Turn
from gipf_meta.records.record_files import write_whole
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.mcts import NEAR_BEST, TreeSearch
from gipf_meta.search.search_tree import Node
from gipf_meta.workshop.environments.arrays import as_array
from gipf_meta.workshop.environments.numbered_match import numbered

SEATS: Final = 2
VISITS: Final = 250
"""The visits for a decision in play, unless others are named."""
EXPLORE: Final = 2.0
"""The weight of exploration in the tree."""
NOISE: Final = 0.25
"""The part of a root's chances that is drawn by lot where a game is played to learn from."""
NOISE_SUM: Final = 10.0
"""The sum of the parameters of that lot's Dirichlet distribution."""
BETTER: Final = 6.0
"""The logits that a decision gains to be learned, for being worth 1 more than others."""
LONGEST: Final = 2000
"""After so many decisions a game is a draw."""


class LearnerError(GipfMetaError, ValueError):
    """Nothing can be learned or played so; one sentence."""


def game_of(name: str) -> Any:
    """The game with that id. Raises ``UnknownGame``, and ``LearnerError`` unless two play it."""
    game = installed_plugins().find(name)()
    if SEATS not in game.seat_counts:
        raise LearnerError(f"{game.title} is no game for two.")
    return game


class Player:
    """A player of a *game* who visits so many states for each decision.

    Without a *network* the tree plays to the end of games at random, in place of its judgements.
    """

    def __init__(self, game: Any, network: Network | None, visits: int) -> None:
        self.game, self.network, self.visits = game, network, visits
        self.numbers: Any = numbered(game, SEATS)
        self.size = int(np.prod(self.numbers.observation_shape))

    def see(self, state: Any, seat: int) -> Array:
        """The view of *seat* in *state*, as an array of bits."""
        return as_array(self.numbers.observe(state, seat), (self.size,))

    def search(
        self,
        state: Any,
        rng: Random,
        noise: np.random.Generator | None = None,
        cancelled: Flag | None = None,
    ) -> Node:
        """The root of a tree over *state*; with *noise*, more of its decisions are explored."""
        if self.network is None:
            tree = TreeSearch(self.game, SEATS, guess=1.0)
        else:
            judge = NetworkJudge(self, self.network, state, noise)
            tree = TreeSearch(self.game, SEATS, guess=0.0, judge=judge)
            tree.explore = EXPLORE
        return tree.run(state, Budget(self.visits, cancelled=cancelled or Event()), rng)

    def choose(self, state: Any, rng: Random, cancelled: Flag | None = None) -> Any:
        """The decision that was visited most, or surely wins."""
        root = self.search(state, rng, cancelled=cancelled)
        shares = shares_of(root)
        return root.moves[shares.index(max(shares))]


class NetworkJudge:
    """The judgement of a *player*'s *network*, as our tree asks for it; *noise* is for the *root*.

    It looks at a state once, whoever asks about it. The best decision is worth what the state is;
    the others are worth so much less that the tree gives them the chances of the network.
    """

    def __init__(
        self, player: Player, network: Network, root: Any, noise: np.random.Generator | None
    ) -> None:
        self.player, self.network, self.root, self.noise = player, network, root, noise
        self._state: Any = None
        self._logits: Array = None
        self._worth, self._seat = 0.0, 0

    def _look(self, state: Any) -> None:
        """Judges *state* by the first state after it in which somebody has a choice: the network
        has learned from no others."""
        if state is self._state:
            return
        self._state = state
        game = self.player.game
        now = game.status(state)
        while isinstance(now, Turn) and len(moves := game.turn_moves(state, now.seat)) == 1:
            state = game.apply(state, moves[0])
            now = game.status(state)
        if isinstance(now, Over):
            self._seat, self._worth = 0, worths_of(now)[0]
            return
        self._seat = now.seat if isinstance(now, Turn) else 0
        logits, worths = self.network.run(self.player.see(state, self._seat)[None])
        self._logits, self._worth = logits[0], float(worths[0])

    def __call__(self, state: Any, seat: int) -> float:
        """The worth of *state* to *seat*, from -1 to 1."""
        self._look(state)
        return self._worth if seat == self._seat else -self._worth

    evaluate = __call__

    def evaluate_moves(self, state: Any, seat: int, moves: Sequence[Any]) -> list[float]:
        """The worth of *state* to *seat* after each of *moves*."""
        self._look(state)
        number_of = self.player.numbers.number_of
        logits = self._logits[[number_of(state, move) for move in moves]]
        if self.noise is not None and state is self.root:
            chances = np.exp(logits - logits.max())
            drawn = self.noise.dirichlet(np.full(len(moves), NOISE_SUM / len(moves)))
            logits = np.log((1 - NOISE) * chances / chances.sum() + NOISE * drawn + 1e-9)
        hopes: list[float] = (self._worth + NEAR_BEST * (logits - logits.max())).tolist()
        return hopes


def shares_of(root: Node) -> list[float]:
    """The share of visits of each decision of a *root*; one that surely wins has all of them."""
    visits = [0.0] * len(root.moves)
    for at, child in enumerate(root.children):
        worth = None if child.proven is None else child.proven[root.seat]
        if worth == 1:
            return [float(each == at) for each in range(len(visits))]
        visits[at] = 1e-6 if worth == -1 else child.visits
    whole = sum(visits)
    return [each / whole for each in visits] if whole else [1 / len(visits)] * len(visits)


def worths_of(end: Over) -> tuple[float, ...]:
    """The worth of an *end* to each seat: 1 won, 0 drawn, -1 lost."""
    if len(end.winners) != 1:
        return (0.0,) * SEATS
    return tuple(1.0 if seat in end.winners else -1.0 for seat in range(SEATS))


def play(game: Any, choose: Any, rng: Random) -> tuple[float, ...]:
    """Plays a game; returns what it is worth to each seat.

    ``choose(state, seat)`` decides for the seat on turn where there is a choice; *rng* draws luck.
    Raises ``LearnerError`` in a game with duels.
    """
    state = game.start(SEATS)
    for _decision in range(LONGEST):
        now = game.status(state)
        if isinstance(now, Over):
            return worths_of(now)
        if isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, [float(weight) for weight in weights])
        elif isinstance(now, Duel):
            raise LearnerError(f"{game.title} with duels is not learned here.")
        else:
            moves = game.turn_moves(state, now.seat)
            move = moves[0] if len(moves) == 1 else choose(state, now.seat)
        state = game.apply(state, move)
    return (0.0,) * SEATS


def improved_chances(player: Player, state: Any, root: Node) -> list[float]:
    """The chances to learn for the decisions of a *root*: those of the network, more for decisions
    that a search has found better than others; without a network the shares of visits."""
    if player.network is None:
        return shares_of(root)
    logits, worths = player.network.run(player.see(state, root.seat)[None])
    found = [float(worths[0])] * len(root.moves)
    for at, child in enumerate(root.children):
        found[at] = child.value(root.seat)
    numbers = [player.numbers.number_of(state, move) for move in root.moves]
    better = logits[0][numbers] + BETTER * np.array(found)
    chances = np.exp(better - better.max())
    return list(chances / chances.sum())


# -- networks and their files ----------------------------------------------------------------------


def new_network(game: Any, seed: int) -> Network:
    """A network for *game* that has learned nothing. Raises ``NotNumbered``."""
    numbers: Any = numbered(game, SEATS)
    shape, decisions = tuple(numbers.observation_shape), numbers.decision_count
    if not has_places(shape, decisions):
        return Network(shape, decisions, None, seed)
    size = shape[1] * shape[2]
    named: set[int] = set()
    rng = Random(0)

    def choose(state: Any, seat: int) -> Any:
        legal = np.flatnonzero(as_array(numbers.legal_numbers(state, seat), (decisions,)))
        named.update((legal % size).tolist())
        return rng.choice(game.turn_moves(state, seat))

    for _game in range(20):
        play(game, choose, rng)
    return Network(shape, decisions, sorted(named), seed)


def save(
    path: Path, game: str, network: Network, figures: dict[str, Any], adam: Adam | None
) -> None:
    """Writes, whole or not at all, what a *network* has learned in a *game*; with *adam*, so that
    the training can go on, else in half the memory."""
    kind = "f2" if adam is None else "f4"
    arrays = {name: each.astype(kind) for name, each in network.weights.items()}
    if adam is not None:
        arrays |= {f"mean {name}": each for name, each in adam.means.items()}
        arrays |= {f"square {name}": each for name, each in adam.squares.items()}
        figures = {**figures, "steps": adam.steps}
    about = json.dumps({"game": game, "figures": figures})
    arrays["about"] = np.frombuffer(about.encode(), np.uint8)
    file = BytesIO()
    np.savez_compressed(file, **arrays)
    write_whole(file.getvalue(), path)


def load(
    path: Path, network: Network | None = None, adam: Adam | None = None
) -> tuple[str, Network, Any]:
    """Reads what was saved: the id of its game, the *network*, made if there is none, and the
    figures. Raises ``LearnerError``, ``UnknownGame``."""
    try:
        with np.load(path) as found:
            arrays = dict(found)
        about = json.loads(arrays.pop("about").tobytes())
        name, figures = about["game"], about["figures"]
    except FileNotFoundError:
        raise LearnerError(f"{path} is not there.") from None
    except (BadZipFile, EOFError, KeyError, OSError, ValueError):
        raise LearnerError(f"{path} is damaged, or no network.") from None
    network = network or new_network(game_of(name), 0)
    try:
        for key, each in network.weights.items():
            each[:] = arrays[key]
            if adam is not None:
                adam.means[key][:] = arrays[f"mean {key}"]
                adam.squares[key][:] = arrays[f"square {key}"]
        if adam is not None:
            adam.steps = figures.pop("steps")
    except (KeyError, ValueError):
        raise LearnerError(f"{path} holds another network than that of {name} here.") from None
    return name, network, figures
