"""Monte Carlo tree search for any number of seats, with luck, running time and duels.

It knows a game by the protocol alone. Where the game can judge positions (``Evaluated``) every
decision begins with that judgement as its first visit; else games are finished at random. Ends are
backed up as proof: who can reach a win needs no statistics any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.game import AnyGame, Chance, Duel, Evaluated, Over, Turn, timed
from gipf_meta.search.budget import Budget
from gipf_meta.search.playout import playout_of, utilities

Utilities: TypeAlias = tuple[float, ...]
"""What an end is worth to each seat: 1 won, 0 a draw, -1 lost."""
Odds: TypeAlias = Callable[[Duel], Sequence[float]]
"""How likely each seat of a duel is to win it, in the order of its seats."""

JUDGED, GUESSED = 0.7, 1.4
"""How much a decision that was seldom tried is tried again: where the game judges positions, whose
worths lie close together, and where random ends say what they are worth."""
LUCK: Final = -1
"""The seat of luck, and of duels."""


class Node:
    """A state in the tree. *seat* decides; *kids* are made when they are first visited.

    *hopes* are what *seat* expects of each move before it was tried. *totals* are the sums of what
    the visits were worth to each seat; *proven* is what the state is worth for sure.
    """

    __slots__ = ("hopes", "kids", "moves", "proven", "seat", "state", "totals", "visits", "weights")

    def __init__(self, state: Any, seats: int) -> None:
        self.state = state
        self.seat = LUCK
        self.moves: Sequence[Any] = ()
        self.hopes: list[float] = []
        self.weights: list[float] = []
        self.kids: list[Node | None] = []
        self.visits = 0
        self.totals = [0.0] * seats
        self.proven: Utilities | None = None

    def value(self, seat: int) -> float:
        """What the state seems to be worth to *seat*."""
        if self.proven is not None:
            return self.proven[seat]
        return self.totals[seat] / self.visits if self.visits else 0.0


@dataclass(frozen=True)
class Option:
    """A decision that was considered: its *value* for the one who decides, from -1 to 1, how often
    it was looked at, whether that value is *sure*, and the *line* it leads to, itself first."""

    move: Any
    value: float
    visits: int
    sure: bool
    line: tuple[Any, ...]


class TreeSearch:
    """A search in one game.

    *pace_ms* is what a decision takes where time acts. *guess* is how much of what a new state is
    worth is guessed by finishing the game at random, from 0 (only judged by the game) to 1.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        pace_ms: int = 1000,
        guess: float = 0.0,
        explore: float | None = None,
        odds: Odds | None = None,
    ) -> None:
        self.game, self.seats, self.pace_ms = game, seats, pace_ms
        self.evaluate = game.evaluate if isinstance(game, Evaluated) and guess < 1 else None
        self.guess = guess if self.evaluate is not None else 1.0
        self.explore = explore or (GUESSED if self.evaluate is None else JUDGED)
        self.odds = odds
        self.clock = timed(game)
        self.playout = playout_of(game, seats)
        self.nodes = 0

    # ---- the search -----------------------------------------------------------------------------

    def run(self, state: Any, budget: Budget, rng: Random, root: Node | None = None) -> Node:
        """The root of the tree over *state*, grown until the *budget* is spent or all is proven."""
        meter = budget.begun()
        self.nodes = 0
        root = root or self._node(state, rng)
        while root.proven is None and (not root.visits or not meter.is_spent(self.nodes)):
            self._visit(root, rng)
            self.nodes += 1
        return root

    def _visit(self, root: Node, rng: Random) -> None:
        """Goes down to a state that was never visited, and tells all above what it is worth."""
        path, node = [root], root
        while node.proven is None and (node.visits or node is root):
            index = self._lot(node, rng) if node.seat == LUCK else self._pick(node)
            kid = node.kids[index]
            if kid is None:
                kid = node.kids[index] = self._node(self._after(node, index), rng)
            path.append(kid)
            node = kid
        worth = node.proven or self._worth(node, rng)
        for above in reversed(path):
            above.visits += 1
            for seat in range(self.seats):
                above.totals[seat] += worth[seat]
            if above.proven is None:
                above.proven = _proof(above)

    def _pick(self, node: Node) -> int:
        """The move whose value, with a bonus for those seldom tried, is greatest."""
        seat, best, most = node.seat, 0, -1e9
        bonus = self.explore * sqrt(log(node.visits + 1))
        for index, kid in enumerate(node.kids):
            hope = node.hopes[index]
            if kid is None:
                score = hope + bonus
            elif kid.proven is not None:
                # what is known needs no visits; a lost move is only taken if all are
                score = kid.proven[seat] if kid.proven[seat] > -1 else -1e6
            else:
                times = kid.visits + 1
                score = (kid.totals[seat] + hope) / times + bonus / sqrt(times)
            if score > most:
                best, most = index, score
        return best

    def _lot(self, node: Node, rng: Random) -> int:
        (index,) = rng.choices(range(len(node.moves)), cum_weights=node.weights)
        return index

    # ---- states ---------------------------------------------------------------------------------

    def _node(self, state: Any, rng: Random) -> Node:
        """The node of a state, with its moves and what is hoped of them."""
        node, now = Node(state, self.seats), self.game.status(state)
        if isinstance(now, Over):
            node.proven = utilities(now, self.seats)
            return node
        if isinstance(now, Turn):
            node.seat = now.seat
            moves = list(self.game.turn_moves(state, now.seat))
            rng.shuffle(moves)
            node.moves = moves
            node.hopes = self._hopes(state, moves, now.seat)
        elif isinstance(now, Chance):
            node.moves = [outcome for outcome, _ in now.outcomes]
            node.weights = list(accumulate(float(weight) for _, weight in now.outcomes))
        else:
            node.moves = [self.game.settle(state, seat, now.game) for seat in now.seats]
            odds = self.odds(now) if self.odds else [1.0] * len(now.seats)
            node.weights = list(accumulate(odds))
        node.kids = [None] * len(node.moves)
        return node

    def _hopes(self, state: Any, moves: Sequence[Any], seat: int) -> list[float]:
        if self.evaluate is None or len(moves) == 1:
            return [0.0] * len(moves)
        return [self.evaluate(self.game.apply(state, move), seat) for move in moves]

    def _after(self, node: Node, index: int) -> Any:
        """The state after a move; where time acts, whoever is next has taken his time as well."""
        state = self.game.apply(node.state, node.moves[index])
        if self.clock is not None and isinstance(self.game.status(state), Turn):
            state = self.clock.advance(state, self.pace_ms)
        return state

    def _worth(self, node: Node, rng: Random) -> Utilities:
        """What a new state seems to be worth to each seat."""
        told: list[float] = [0.0] * self.seats
        if self.evaluate is not None:
            told = [self.evaluate(node.state, seat) for seat in range(self.seats)]
            if node.seat != LUCK and len(node.moves) > 1 and self.seats == 2:
                # whoever decides takes the best he sees
                told[node.seat] = max(node.hopes)
                told[1 - node.seat] = -told[node.seat]
        if self.guess:
            guessed = self.playout(node.state, rng)
            share = self.guess
            told = [(1 - share) * a + share * b for a, b in zip(told, guessed, strict=False)]
        return tuple(told)


def _proof(node: Node) -> Utilities | None:
    """What a node is worth for sure, by what its kids are."""
    seat, best = node.seat, None
    for kid in node.kids:
        sure = None if kid is None else kid.proven
        if seat == LUCK:
            if sure is None or (best is not None and sure != best):
                return None
            best = sure
        elif sure is None:
            best = ()
        elif sure[seat] == 1.0:
            return sure
        elif best is None or (best and sure[seat] > best[seat]):
            best = sure
    return best or None


def options(node: Node) -> list[Option]:
    """The moves of a node, the best one first: won, then looked at most often, lost last."""
    told = [_option(node, index) for index in range(len(node.moves))]
    return sorted(told, key=_rank, reverse=True)


def _option(node: Node, index: int) -> Option:
    kid, move = node.kids[index], node.moves[index]
    if kid is None:
        return Option(move, node.hopes[index] if node.hopes else 0.0, 0, False, (move,))
    seat = max(node.seat, 0)
    return Option(move, kid.value(seat), kid.visits, kid.proven is not None, (move, *_line(kid)))


def _line(node: Node) -> tuple[Any, ...]:
    """What is most likely to follow, as far as it was looked at often enough to say."""
    if node.seat == LUCK or not any(kid is not None and kid.visits > 1 for kid in node.kids):
        return ()
    return options(node)[0].line


def _rank(option: Option) -> tuple[float, float, float]:
    sure = option.value if option.sure else 0.0
    return (1.0 if sure == 1 else -1.0 if sure == -1 else 0.0, option.visits, option.value)
