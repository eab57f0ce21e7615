# mypyc: compile
"""Monte Carlo tree search for any number of seats, with luck, running time and duels.

It knows a game by the protocol alone. Where the game can judge positions (``Evaluated``) every
decision begins with that judgement as its first visit; else games are finished at random. Ends are
backed up as proof: who can reach a win needs no statistics any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.base.dice import Dice
from gipf_meta.protocol.capabilities import Evaluated, Timed, timed
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Turn,
)
from gipf_meta.search.budget import Budget, Meter
from gipf_meta.search.playout import playout_of, utilities

Utilities: TypeAlias = tuple[float, ...]
"""What an end is worth to each seat: 1 won, 0 a draw, -1 lost."""
Odds: TypeAlias = Callable[[Duel], Sequence[float]]
"""How likely each seat of a duel is to win it, in the order of its seats."""
Judge: TypeAlias = Callable[[Any, int], float]
"""What a state is worth to a seat, from -1 to 1."""

JUDGED: Final = 4.0
"""How much a decision that was seldom tried is tried again where the game judges positions."""
GUESSED: Final = 1.4
"""The same where random ends say what decisions are worth."""
NEAR_BEST: Final = 0.1
"""A decision that is judged so much worse than the best one is looked at e times less."""
LUCK: Final = -1
"""The seat of luck, and of duels."""
NEAR: Final = 8
"""Decisions after which a state is not looked for in a tree that was kept."""
BETWEEN_LOOKS: Final = 32
"""Judgements between two looks at whether the search is cancelled."""


class Node:
    """A state in the tree. *seat* decides between *moves*, of which as many were tried, from the
    first on, as there are *kids*. Where luck decides, *drawn* has them by the number of their
    outcome.

    *hopes* are what *seat* expects of each move before it was tried, the best first, and *shares*
    how much of its visits each is due; where nothing is expected there are none. *total* is the sum
    of what the visits were worth to *mover*, who led here, *hope* was what he expected, and *share*
    what this state is due. *proven* is what the state is worth for sure. *score* and *rarity* are
    what he chooses by: his mean, and how seldom he came.
    """

    __slots__ = (
        "drawn",
        "hope",
        "hopes",
        "is_open",
        "kids",
        "mover",
        "moves",
        "proven",
        "rarity",
        "score",
        "seat",
        "share",
        "shares",
        "state",
        "total",
        "visits",
        "weights",
    )

    def __init__(
        self, state: Any, seat: int, mover: int, hope: float = 0.0, share: float = 0.0
    ) -> None:
        self.state = state
        self.seat = seat
        self.mover = mover
        self.hope = hope
        self.share = share
        self.total = 0.0
        self.visits = 0.0
        self.score = hope
        self.rarity = share or 1.0
        self.proven: Utilities | None = None
        #: whether the moves are known
        self.is_open = False
        self.moves: list[Any] = _NONE
        self.hopes: list[float] = _NOTHING
        self.shares: list[float] = _NOTHING
        self.kids: list[Node] = _NOBODY
        self.weights: list[float] = _NOTHING
        self.drawn: dict[int, Node] = _UNDRAWN

    def value(self, seat: int) -> float:
        """What the state seems to be worth to *seat*: to all but *mover* the opposite of what it is
        to him."""
        if self.proven is not None:
            return self.proven[seat]
        mean = self.total / self.visits if self.visits else 0.0
        return mean if seat == self.mover else -mean

    def visited(self, worth: Utilities) -> None:
        """Enters a visit that was worth this to each seat."""
        self.visits += 1.0
        self.total += worth[self.mover]
        if self.proven is None:
            times = self.visits + 1.0
            self.score = (self.total + self.hope) / times
            self.rarity = self.share / times if self.share else 1.0 / sqrt(times)

    def prove(self, worth: Utilities) -> None:
        """Enters what the state is worth for sure: it needs no visits any more, and one that is
        lost is only chosen if all are."""
        self.proven = worth
        value = worth[self.mover]
        self.score = value if value > -1.0 else -1e6
        self.rarity = 0.0


# what a node has before it is opened: most never are
_NONE: Final[list[Any]] = []
_NOTHING: Final[list[float]] = []
_NOBODY: Final[list[Node]] = []
_UNDRAWN: Final[dict[int, Node]] = {}


@dataclass(frozen=True)
class Option:
    """A decision that was considered: its *value* for the one who decides, from -1 to 1, how often
    it was looked at, whether that value is *sure*, and the *line* it leads to, itself first."""

    move: Any
    value: float
    visits: int
    sure: bool
    line: tuple[Any, ...]

    def __reduce__(self) -> tuple[type[Option], tuple[object, ...]]:
        return Option, (self.move, self.value, self.visits, self.sure, self.line)


class TreeSearch:
    """A search in one game.

    *pace_ms* is what a decision takes where time acts. *guess* is how much of what a new state is
    worth is guessed by finishing the game at random, from 0 (only judged by the game) to 1; if it
    is not given the game says so. *keeps* says whether the tree is kept: the next search goes on in
    it if it is asked about one of its states. *judge* says what states are worth, if not the game.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        pace_ms: int = 1000,
        guess: float | None = None,
        odds: Odds | None = None,
        keeps: bool = False,
        judge: Judge | None = None,
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.pace_ms: Final = pace_ms
        if guess is None:
            guess = game.playouts_tell
        self.evaluate: Judge | None = (judge or judge_of(game)) if guess < 1 else None
        self.guess: float = guess if self.evaluate is not None else 1.0
        self.explore: float = GUESSED if self.evaluate is None else JUDGED
        self.odds: Final = odds
        self.clock: Final = timed(game)
        self.playout: Final = playout_of(game, seats)
        self.keeps: Final = keeps
        self.kept: Node | None = None
        self.nodes = 0

    # ---- the search -----------------------------------------------------------------------------

    def run(self, state: Any, budget: Budget, rng: Random, mover: int | None = None) -> Node:
        """The root of the tree over *state*, grown until the *budget* is spent or all is proven.

        It counts what it is worth to *mover*; if nobody is named, to whoever is on turn.
        """
        meter = budget.begun()
        dice = Dice(rng)
        root = self._again(state)
        if root is None:
            root = self._node(state, LUCK)
            root.mover = max(root.seat, 0) if mover is None else mover
        self.nodes = 0
        while root.proven is None and (not self.nodes or not meter.is_spent(self.nodes)):
            self._visit(root, rng, dice, meter)
            self.nodes += 1
        if not root.is_open and root.proven is None:
            self._open(root, dice, meter)
        if self.keeps:
            self.kept = root
        return root

    def _again(self, state: Any) -> Node | None:
        """The node of *state* in the tree that was kept, at most as many decisions away as seats
        and lots can have taken since."""
        if self.kept is None:
            return None
        level = [self.kept]
        for _ in range(NEAR):
            for node in level:
                if node.state == state:
                    return node if node.proven is None else None
            level = [kid for node in level for kid in node.kids]
        return None

    def _visit(self, root: Node, rng: Random, dice: Dice, meter: Meter) -> None:
        """Goes down to a state that was never visited, and tells all above what it is worth."""
        path = [root]
        node = root
        while node.proven is None and (node.visits or node is root):
            if not node.is_open:
                self._open(node, dice, meter)
            if node.seat == LUCK:
                node = self._lot(node, rng)
            else:
                node = self._pick(node, dice)
            path.append(node)
        worth = node.proven
        surely = worth is not None
        if worth is None:
            worth = self._worth(node, rng, dice, meter)
        for index in range(len(path) - 1, -1, -1):
            above = path[index]
            above.visited(worth)
            if surely and above.proven is None:
                proof = _proof(above)
                surely = proof is not None
                if proof is not None:
                    above.prove(proof)

    def _pick(self, node: Node, dice: Dice) -> Node:
        """The kid whose value, with a bonus if seldom tried, is greatest; or a new one."""
        kids = node.kids
        tried = len(kids)
        is_judged = len(node.hopes) > 0
        worth_a_look = node.visits if is_judged else log(node.visits + 1.0)
        bonus = self.explore * sqrt(worth_a_look)
        most = -1e9
        best: Node | None = None
        if tried < len(node.moves):
            if not is_judged:
                # any of those left
                lot = tried + dice.below(len(node.moves) - tried)
                moves = node.moves
                moves[tried], moves[lot] = moves[lot], moves[tried]
                return self._grown(node, tried)
            most = node.hopes[tried] + bonus * node.shares[tried]
        for kid in kids:
            score = kid.score + bonus * kid.rarity
            if score > most:
                best, most = kid, score
        return best if best is not None else self._grown(node, tried)

    def _lot(self, node: Node, rng: Random) -> Node:
        (index,) = rng.choices(range(len(node.moves)), cum_weights=node.weights)
        kid = node.drawn.get(index)
        if kid is None:
            kid = node.drawn[index] = self._grown(node, index)
        return kid

    # ---- states ---------------------------------------------------------------------------------

    def _node(self, state: Any, mover: int, hope: float = 0.0, share: float = 0.0) -> Node:
        now = self.game.status(state)
        if isinstance(now, Turn):
            return Node(state, now.seat, mover, hope, share)
        node = Node(state, LUCK, mover, hope, share)
        if isinstance(now, Over):
            node.prove(utilities(now, self.seats))
        return node

    def _open(self, node: Node, dice: Dice, meter: Meter) -> None:
        """Enters the moves of a node and what is hoped of them."""
        node.is_open = True
        node.kids = []
        state = node.state
        if node.seat != LUCK:
            moves = list(self.game.turn_moves(state, node.seat))
            if self.evaluate is not None and len(moves) > 1:
                self._judge(node, moves, dice, meter)
            else:
                node.moves = moves
            return
        node.drawn = {}
        now = self.game.status(state)
        if isinstance(now, Chance):
            node.moves = [outcome for outcome, _ in now.outcomes]
            node.weights = list(accumulate(float(weight) for _, weight in now.outcomes))
        else:
            assert isinstance(now, Duel)
            node.moves = [self.game.settle(state, seat, now.game) for seat in now.seats]
            node.weights = list(accumulate(chances(now, self.odds)))

    def _judge(self, node: Node, moves: list[Any], dice: Dice, meter: Meter) -> None:
        """Enters *moves* by what the game makes of where they lead, the best first."""
        for last in range(len(moves) - 1, 0, -1):
            lot = dice.below(last + 1)
            moves[last], moves[lot] = moves[lot], moves[last]
        assert self.evaluate is not None
        apply, evaluate, seat = self.game.apply, self.evaluate, node.seat
        hopes = [0.0] * len(moves)
        for index in range(len(moves)):
            if index % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and meter.is_spent(self.nodes):
                break
            hopes[index] = evaluate(apply(node.state, moves[index]), seat)
        order = sorted(range(len(moves)), key=hopes.__getitem__, reverse=True)
        node.moves = [moves[index] for index in order]
        node.hopes = [hopes[index] for index in order]
        best = node.hopes[0]
        shares = [exp((hope - best) / NEAR_BEST) for hope in node.hopes]
        whole = sum(shares)
        node.shares = [share / whole for share in shares]

    def _grown(self, node: Node, index: int) -> Node:
        """A new kid: where a move leads."""
        state = played_on(self.game, self.clock, self.pace_ms, node.state, node.moves[index])
        mover = node.seat if node.seat != LUCK else node.mover
        if node.hopes:
            kid = self._node(state, mover, node.hopes[index], node.shares[index])
        else:
            kid = self._node(state, mover)
        node.kids.append(kid)
        return kid

    def _worth(self, node: Node, rng: Random, dice: Dice, meter: Meter) -> Utilities:
        """What a new state seems to be worth to each seat."""
        evaluate = self.evaluate
        if evaluate is None:
            return self.playout(node.state, rng)
        told = [evaluate(node.state, seat) for seat in range(self.seats)]
        if node.seat != LUCK and self.seats == 2:
            self._open(node, dice, meter)
            if node.hopes:
                # whoever decides takes the best he sees
                told[node.seat] = node.hopes[0]
                told[1 - node.seat] = -node.hopes[0]
        if self.guess:
            guessed = self.playout(node.state, rng)
            share = self.guess
            told = [(1 - share) * a + share * b for a, b in zip(told, guessed, strict=False)]
        return tuple(told)


def judge_of(game: AnyGame) -> Judge | None:
    """How *game* itself judges states, if it does."""
    return game.evaluate if isinstance(game, Evaluated) else None


def chances(duel: Duel, odds: Odds | None) -> Sequence[float]:
    """How likely each seat is to win *duel*; without *odds* all are alike."""
    return odds(duel) if odds is not None else [1.0] * len(duel.seats)


def played_on(game: AnyGame, clock: Timed | None, pace_ms: int, state: Any, move: Any) -> Any:
    """Where *move* leads; where time acts, whoever is next has taken his time."""
    state = game.apply(state, move)
    if clock is not None and isinstance(game.status(state), Turn):
        state = clock.advance(state, pace_ms)
    return state


def _proof(node: Node) -> Utilities | None:
    """What a node is worth for sure, by what its kids are."""
    seat = node.seat
    best: Utilities | None = None
    is_sure = len(node.kids) == len(node.moves)
    for kid in node.kids:
        sure = kid.proven
        if sure is None:
            is_sure = False
        elif seat == LUCK:
            if best is not None and sure != best:
                return None
            best = sure
        elif sure[seat] == 1.0:
            return sure
        elif best is None or sure[seat] > best[seat]:
            best = sure
    return best if is_sure else None


def options(node: Node) -> list[Option]:
    """The moves of a node, the best one first: won, then looked at most often, lost last."""
    told = [_option(node, index) for index in range(len(node.moves))]
    return sorted(told, key=rank, reverse=True)


def _option(node: Node, index: int) -> Option:
    move = node.moves[index]
    if index >= len(node.kids):
        return Option(move, node.hopes[index] if node.hopes else 0.0, 0, False, (move,))
    kid = node.kids[index]
    line = (move, *_line(kid))
    return Option(move, kid.value(kid.mover), int(kid.visits), kid.proven is not None, line)


def _line(node: Node) -> tuple[Any, ...]:
    """What is most likely to follow, as far as it was looked at often enough to say."""
    if node.seat == LUCK or not any(kid.visits > 1 for kid in node.kids):
        return ()
    return options(node)[0].line


def rank(option: Option) -> tuple[float, float, float]:
    """What options are sorted by: won, then looked at most often, then worth most; lost last."""
    sure = option.value if option.sure else 0.0
    return (1.0 if sure == 1 else -1.0 if sure == -1 else 0.0, option.visits, option.value)
