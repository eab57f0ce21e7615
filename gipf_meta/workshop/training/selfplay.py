"""Games of judgements that learn: games to learn from, and games as a proof of the learning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.protocol.capabilities import timed, with_worths
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta.search.playout import utilities
from gipf_meta.search.search_tree import SearchedDecision
from gipf_meta.workshop.training.regression import lead_of

OPENINGS: Final = 12
"""The most random turns at the beginning of a game, unless a training says otherwise."""
WHIMS: Final = 20
"""One decision in so many is random: games differ, and what a mistake is worth is learned, too."""


class Example(NamedTuple):
    """The beginning of a turn, as the seat on turn saw it.

    *lead* is the game's own judgement without worths, in logits, *features* are the features that
    are there. *found* and *ended* are its worth, from -1 to 1: by a search, and by the end of the
    game.
    """

    lead: float
    features: list[int]
    found: float
    ended: float


class PlayedGame(NamedTuple):
    """The *examples* of game *number* of a generation."""

    number: int
    examples: list[Example]


def play_to_learn(game: Any, nodes: int, seed: str, most: int = OPENINGS) -> list[Example]:
    """The examples of one game, one a turn, with searches of so many *nodes*, after *most* random
    turns at most."""
    untaught: Any = with_worths(game, [0] * len(game.worths))
    rng = Random(seed)
    openings = rng.randrange(most + 1)
    met: list[tuple[int, Example]] = []
    turns: set[int] = set()

    def choose(state: Any, now: Turn) -> Any:
        begins = now.number not in turns
        turns.add(now.number)
        if now.number <= openings or not rng.randrange(WHIMS):
            return rng.choice(game.turn_moves(state, now.seat))
        best = search(game, state, nodes, Random(rng.getrandbits(32)))
        if begins:
            lead = round(lead_of(untaught.evaluate(state, now.seat)), 4)
            features = [*game.features(state, now.seat)]
            met.append((now.seat, Example(lead, features, round(best.value, 4), 0.0)))
        return best.move

    worth = play_game(game, game.start(SEATS), choose, rng)
    return [example._replace(ended=-worth if seat else worth) for seat, example in met]


LONGEST: Final = 4000
"""Decisions after which a game counts as a draw."""
PACE_MS: Final = 1500
"""The time of a decision where time acts, in milliseconds."""
SEATS: Final = 2

DecideTurn = Callable[[Any, Turn], Any]
"""Decides: the state, in which there is a choice, and whose turn it is."""


def play_game(game: AnyGame, state: Any, choose: DecideTurn, rng: Random) -> float:
    """Plays a *game* for two from *state*; returns its worth to the first seat at its end, -1 to 1.

    *rng* draws what luck draws, and how duels end. Where a seat has one decision only, *choose* is
    not called.
    """
    clock = timed(game)
    for decision in range(LONGEST):
        now = game.status(state)
        if clock is not None and isinstance(now, Turn) and decision:
            state = clock.advance(state, PACE_MS)
            now = game.status(state)
        if isinstance(now, Over):
            return utilities(now, SEATS)[0]
        if isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, [float(weight) for weight in weights])
        elif isinstance(now, Duel):
            move = game.settle(state, rng.choice(now.seats), now.game)
        else:
            moves = game.turn_moves(state, now.seat)
            move = moves[0] if len(moves) == 1 else choose(state, now)
        state = game.apply(state, move)
    return 0.0


def search(game: AnyGame, state: Any, nodes: int, rng: Random) -> SearchedDecision:
    """The best decision in *state* after a look at so many positions."""
    return search_moves(game, state, SEATS, Budget(nodes), rng, pace_ms=PACE_MS)[0]


OPENING: Final = 4
"""The random turns that the games of a pair begin with."""


def play_pair(games: Sequence[AnyGame], nodes: int, seed: str) -> float:
    """The points of the first of two judgements in two games that begin alike: 0, 0.5, … 2.

    *games* are one game with two judgements, which swap seats.
    """
    return sum((1 + _play(games, nodes, seed, first)) / 2 for first in (0, 1))


def _play(games: Sequence[AnyGame], nodes: int, seed: str, first: int) -> float:
    """Plays a game; returns its worth to the first judgement, which sits on seat *first*."""
    luck = Random(f"{seed}/luck")

    def choose(state: Any, now: Turn) -> Any:
        game = games[now.seat ^ first]
        if now.number <= OPENING:
            return luck.choice(game.turn_moves(state, now.seat))
        rng = Random(f"{seed}/{first}/{now.number}")
        return search(game, state, nodes, rng).move

    worth = play_game(games[0], games[0].start(SEATS), choose, luck)
    return -worth if first else worth
