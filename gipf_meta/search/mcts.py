# mypyc: compile
"""Monte Carlo tree search for any number of seats, with luck, running time and duels.

The search knows a game by the protocol alone. If the game can judge positions (``Evaluated``), the
judgement of a decision is its first visit; else games are finished at random. Ends are backed up as
proof: a seat that can reach a win needs no statistics.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.base.arithmetic import Dice, exp, log
from gipf_meta.protocol.capabilities import Evaluated, MovesEvaluated, Solved, Timed, timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.search.budget import Budget, Meter
from gipf_meta.search.playout import playout_of, utilities
from gipf_meta.search.search_tree import LUCK, Node, Utilities, proof_of

Odds: TypeAlias = Callable[[Duel], Sequence[float]]
"""The weights by which the seats of a duel win it, in the order of its seats."""
Judge: TypeAlias = Callable[[Any, int], float]
"""The worth of a state to a seat, from -1 to 1."""
MovesJudge: TypeAlias = Callable[[Any, int, Sequence[Any]], Sequence[float]]
"""The worth of a state to a seat after each of some moves."""
Solve: TypeAlias = Callable[[Any], float | None]
"""The worth of a state to the seat on turn, if a glance proves it; ``None``: not so."""

EXPLORE_JUDGED: Final = 4.0
"""The weight of exploration where the game judges positions."""
EXPLORE_GUESSED: Final = 1.4
"""The weight of exploration where random ends judge decisions."""
NEAR_BEST: Final = 0.1
"""A judgement this much worse than the best one divides a decision's share of visits by e."""
KEPT_DEPTH: Final = 8
"""The depth, in decisions, to which a state is looked up in the tree of the last search."""
MOST_HELD: Final = 6_000_000
"""The most moves in a tree that only time ends: some 200 MB."""
HELD_BY_NODE: Final = 20
"""The moves that take as much memory as a node with its state."""
FIRST_SHOWN: Final = 100
"""The visits after which a growing tree is shown first."""
SHOWN_AGAIN: Final = 3
"""The part by which a tree must grow to be shown again: one of so many."""
BETWEEN_LOOKS: Final = 32
"""Judgements between two questions whether the search is cancelled."""


class LogRoots:
    """The square roots of the logarithms of 1, 2, 3, …: each is found once, for it takes long."""

    def __init__(self) -> None:
        self.known: list[float] = []

    def find(self, visits: int) -> float:
        """The root of the logarithm of *visits* + 1."""
        known = self.known
        if visits >= len(known):
            more = [sqrt(log(number + 1.0)) for number in range(len(known), 2 * visits + 8)]
            # a new list, for other threads may do the same
            known = self.known = [*known, *more]
        return known[visits]


_LOG_ROOTS: Final = LogRoots()


class TreeSearch:
    """A search in one game.

    *pace_ms* is the time that a decision takes in games with clocks, in milliseconds. *guess* is
    the part of a new state's worth that comes from finishing the game at random, from 0 (the game's
    judgement alone) to 1; the game says it by default. *odds* weigh the seats of a duel. With
    *keeps*, the next search goes on in the same tree, if its state is there. *judge* says what
    states are worth, else the game does. After a run, *nodes* counts the new nodes.
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
        self.evaluate_moves: MovesJudge | None = moves_judge_of(game, judge)
        #: a judgement may be left out: errors would be drawn in the order of questions
        self.is_exact: Final = judge is None
        #: what is sure; who errs in judging does not see it either
        self.solve: Solve | None = game.solve if isinstance(game, Solved) and not judge else None
        self.guess: float = guess if self.evaluate is not None else 1.0
        self.explore: float = EXPLORE_GUESSED if self.evaluate is None else EXPLORE_JUDGED
        self.odds: Final = odds
        self.clock: Final = timed(game)
        self.playout: Final = playout_of(game, seats)
        self.keeps: Final = keeps
        self.kept_root: Node | None = None
        self.nodes = 0
        #: what the new nodes take of memory, counted in moves
        self.held = 0

    # ---- the search -----------------------------------------------------------------------------

    def run(self, state: Any, budget: Budget, rng: Random, mover: int | None = None) -> Node:
        """Grows a tree over *state* until *budget* is spent or its root is proven.

        Returns the root, which counts its worth to *mover*, by default the seat on turn.
        """
        for root in self.grow(state, budget, rng, mover):
            found = root
        return found

    def grow(
        self, state: Any, budget: Budget, rng: Random, mover: int | None = None
    ) -> Iterator[Node]:
        """Yields the root of the tree again and again while it grows, as ``run`` returns it."""
        meter = budget.start()
        dice = Dice(rng)
        root = self._node_of(state)
        if root is None:
            root = self._node(state, LUCK)
            root.mover = max(root.seat, 0) if mover is None else mover
        self.nodes = 0
        next_shown = FIRST_SHOWN
        most_held = MOST_HELD if budget.nodes is None else 1 << 60
        self.held = 0
        while root.proven is None and (not self.nodes or not meter.is_spent(self.nodes)):
            if self.held >= most_held:
                break
            if self.nodes == next_shown:
                yield root
                next_shown += next_shown // SHOWN_AGAIN
            self._visit(root, rng, dice, meter)
            self.nodes += 1
        if not root.is_expanded and root.proven is None:
            self._expand(root, dice, meter)
        if root.proven is None:
            self._solve(root)
        if self.keeps:
            self.kept_root = root
        yield root

    def _node_of(self, state: Any) -> Node | None:
        """The node of *state* in the last tree, if it is near the root and not proven."""
        if self.kept_root is None:
            return None
        level = [self.kept_root]
        for _ in range(KEPT_DEPTH):
            for node in level:
                if node.state == state:
                    return node if node.proven is None else None
            level = [child for node in level for child in node.children]
        return None

    def _visit(self, root: Node, rng: Random, dice: Dice, meter: Meter) -> None:
        """Goes down to a state without visits, and enters its worth in all nodes above it."""
        path = [root]
        node = root
        while node.proven is None and (node.visits or node is root):
            if not node.is_expanded:
                self._expand(node, dice, meter)
            if node.seat == LUCK:
                node = self._draw(node, rng)
            else:
                node = self._pick(node, dice)
            path.append(node)
        worth = node.proven
        surely = worth is not None
        if worth is None:
            worth = self._estimate(node, rng, dice, meter)
        for index in range(len(path) - 1, -1, -1):
            above = path[index]
            above.add_visit(worth)
            if surely and above.proven is None:
                proof = proof_of(above)
                surely = proof is not None
                if proof is not None:
                    above.prove(proof)

    def _pick(self, node: Node, dice: Dice) -> Node:
        """The child with the greatest value and bonus for few visits, or a new child."""
        children = node.children
        tried = len(children)
        is_judged = len(node.hopes) > 0
        root = sqrt(node.visits) if is_judged else _LOG_ROOTS.find(int(node.visits))
        bonus = self.explore * root
        most = -1e9
        best: Node | None = None
        if tried < len(node.moves):
            if not is_judged:
                # any of the untried moves
                lot = tried + dice.below(len(node.moves) - tried)
                moves = node.moves
                moves[tried], moves[lot] = moves[lot], moves[tried]
                return self._add_child(node, tried)
            most = node.hopes[tried] + bonus * node.shares[tried]
        for child in children:
            score = child.score + bonus * child.rarity
            if score > most:
                best, most = child, score
        return best if best is not None else self._add_child(node, tried)

    def _draw(self, node: Node, rng: Random) -> Node:
        (index,) = rng.choices(range(len(node.moves)), cum_weights=node.weights)
        child = node.outcome_children.get(index)
        if child is None:
            child = node.outcome_children[index] = self._add_child(node, index)
        return child

    # ---- states ---------------------------------------------------------------------------------

    def _node(self, state: Any, mover: int, hope: float = 0.0, share: float = 0.0) -> Node:
        now = self.game.status(state)
        if isinstance(now, Turn):
            node = Node(state, now.seat, mover, hope, share)
            # the decisions of a root are asked for
            if mover != LUCK:
                self._solve(node)
            return node
        node = Node(state, LUCK, mover, hope, share)
        if isinstance(now, Over):
            node.prove(utilities(now, self.seats))
        return node

    def _solve(self, node: Node) -> None:
        """Enters the proven worth of *node*, if the game knows one."""
        worth = self.solve(node.state) if self.solve is not None and self.seats == 2 else None
        if worth is not None:
            node.prove((-worth, worth) if node.seat else (worth, -worth))

    def _expand(self, node: Node, dice: Dice, meter: Meter) -> None:
        """Enters the moves of *node*, and the hopes and shares or the weights of them."""
        node.is_expanded = True
        node.children = []
        state = node.state
        if node.seat != LUCK:
            moves = list(self.game.turn_moves(state, node.seat))
            if self.evaluate is not None and len(moves) > 1:
                self._judge_moves(node, moves, dice, meter)
            else:
                node.moves = moves
            self.held += HELD_BY_NODE + len(moves)
            return
        node.outcome_children = {}
        now = self.game.status(state)
        if isinstance(now, Chance):
            node.moves = [outcome for outcome, _ in now.outcomes]
            node.weights = list(accumulate(float(weight) for _, weight in now.outcomes))
        else:
            assert isinstance(now, Duel)
            node.moves = [self.game.settle(state, seat, now.game) for seat in now.seats]
            node.weights = list(accumulate(chances(now, self.odds)))

    def _judge_moves(self, node: Node, moves: list[Any], dice: Dice, meter: Meter) -> None:
        """Enters *moves* in *node*, the best first by the judgement of where they lead."""
        for last in range(len(moves) - 1, 0, -1):
            lot = dice.below(last + 1)
            moves[last], moves[lot] = moves[lot], moves[last]
        if self.evaluate_moves is not None:
            hopes = list(self.evaluate_moves(node.state, node.seat, moves))
        else:
            hopes = self._judge_one_by_one(node, moves, meter)
        order = sorted(range(len(moves)), key=hopes.__getitem__, reverse=True)
        node.moves = [moves[index] for index in order]
        hopes.sort(reverse=True)
        node.hopes = array("d", hopes)
        best = hopes[0]
        shares: list[float] = []
        share = whole = 0.0
        known = best + 1.0
        for hope in hopes:
            if hope != known:
                known = hope
                share = exp((hope - best) / NEAR_BEST)
            shares.append(share)
            whole += share
        node.shares = array("d", [share / whole for share in shares])

    def _judge_one_by_one(self, node: Node, moves: list[Any], meter: Meter) -> list[float]:
        """The judgements of where *moves* lead; 0 for those for which no time is left."""
        assert self.evaluate is not None
        apply, evaluate, seat = self.game.apply, self.evaluate, node.seat
        hopes = [0.0] * len(moves)
        for index in range(len(moves)):
            if index % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and meter.is_spent(self.nodes):
                break
            hopes[index] = evaluate(apply(node.state, moves[index]), seat)
        return hopes

    def _add_child(self, node: Node, index: int) -> Node:
        """Adds the child of *node* to which the move *index* leads."""
        state = play_on(self.game, self.clock, self.pace_ms, node.state, node.moves[index])
        mover = node.seat if node.seat != LUCK else node.mover
        if node.hopes:
            child = self._node(state, mover, node.hopes[index], node.shares[index])
        else:
            child = self._node(state, mover)
        node.children.append(child)
        return child

    def _estimate(self, node: Node, rng: Random, dice: Dice, meter: Meter) -> Utilities:
        """An estimate of what a new state is worth to each seat."""
        evaluate = self.evaluate
        if evaluate is None:
            return self.playout(node.state, rng)
        worth: list[float] = []
        if not self.is_exact:
            worth = [evaluate(node.state, seat) for seat in range(self.seats)]
        if node.seat != LUCK and self.seats == 2:
            self._expand(node, dice, meter)
            if node.hopes:
                # the seat that decides takes the best move it sees
                hope = node.hopes[0]
                worth = [-hope, hope] if node.seat else [hope, -hope]
        if not worth:
            worth = [evaluate(node.state, seat) for seat in range(self.seats)]
        if self.guess:
            guessed = self.playout(node.state, rng)
            share = self.guess
            worth = [(1 - share) * a + share * b for a, b in zip(worth, guessed, strict=False)]
        return tuple(worth)


def judge_of(game: AnyGame) -> Judge | None:
    """The judgement of *game* itself; ``None`` if it is not ``Evaluated``."""
    return game.evaluate if isinstance(game, Evaluated) else None


def moves_judge_of(game: AnyGame, judge: Judge | None) -> MovesJudge | None:
    """The judgement of all moves at once by *judge*, or by *game* itself; ``None`` where they can
    only judge one by one."""
    if judge is None and not isinstance(game, MovesEvaluated):
        return None
    # not narrowed from a function: compiled, the protocol's methods would be taken for nothing
    judging: Any = game if judge is None else judge
    return judging.evaluate_moves if hasattr(judging, "evaluate_moves") else None


def chances(duel: Duel, odds: Odds | None) -> Sequence[float]:
    """The weights by which the seats of *duel* win it; equal without *odds*."""
    return odds(duel) if odds is not None else [1.0] * len(duel.seats)


def play_on(game: AnyGame, clock: Timed | None, pace_ms: int, state: Any, move: Any) -> Any:
    """The state after *move*; with a *clock*, also after the *pace_ms* that the next seat takes."""
    state = game.apply(state, move)
    if clock is not None and isinstance(game.status(state), Turn):
        state = clock.advance(state, pace_ms)
    return state
