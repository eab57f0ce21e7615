# mypyc: compile
"""The players that gipf-zero was measured against, rebuilt from their description.

They are those of ``baselines/README.md`` in github.com/wusche1/gipf-zero (version e213870f) with
the settings of its ``reports/RESULTS.md``: a minimax of depth 6 and a Monte Carlo tree search, for
GIPF without potentials. Only that description was read. Where it is silent, the stronger way was
taken: minimax prunes, equal entries are tried once, and ``SCALE`` was chosen by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt, tanh
from random import Random
from typing import TYPE_CHECKING, Any, Final

from gipf_meta.base.clock import cpu_ms
from gipf_meta_gipf.board import BOARD, ENTRY_FIRST, N_ENTRIES, SPOTS, count
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import ASK_MAIN, ASK_PIECE, ASK_ROW, OVER, Move, State

if TYPE_CHECKING:
    from mypy_extensions import i64

END: Final = 100_000
"""The worth of a won game."""
MATERIAL: Final = 100
"""A piece in reserve or on the board; a GIPF-piece counts two."""
RESERVE: Final = 4
"""A piece in reserve, besides."""
DOUBLE: Final = 3
"""A GIPF-piece, besides."""
THREAT: Final = 12
"""A run of three or more of one colour on a line with a vacant spot beside it."""

DEPTH: Final = 6
"""The decisions that minimax looks ahead."""
QUIET: Final = 6
"""The decisions about rows that it follows beyond that."""
SIMULATIONS: Final = 10_000
"""The most simulations of a tree search."""
EXPLORE: Final = 1.35
"""The weight of exploration in the tree search."""
ROLLOUT: Final = 2
"""The random decisions after a new node before its state is judged."""
SCALE: Final = 100.0
"""The lead that the tree search takes for three quarters of a won game."""
INFINITE: Final = 1_000_000
"""More than any state is worth."""
PATIENCE: Final = 16
"""After so many nodes a search asks whether its budget is used up."""

IsSpent = Callable[[int], bool]
"""Whether the budget for a decision is used up, after a number of nodes."""


class BudgetSpent(Exception):
    """The budget is used up inside an iteration."""


def worth_of(state: State, player: int) -> int:
    """The worth of *state* to *player*, by the evaluation of the description."""
    white: i64 = state.white
    black: i64 = state.black
    gipf: i64 = state.kinds.gipf
    vacant: i64 = BOARD & ~(white | black)
    reserve: i64 = state.white_reserve - state.black_reserve
    doubles: i64 = count(white & gipf) - count(black & gipf)
    material: i64 = reserve + doubles + count(white) - count(black)
    threats: i64 = threats_of(white, vacant) - threats_of(black, vacant)
    lead: i64 = MATERIAL * material + RESERVE * reserve + DOUBLE * doubles + THREAT * threats
    if state.ask == OVER:
        winner = state.result().winner
        if winner >= 0:
            lead += -END if winner else END
    return -lead if player else lead


def threats_of(own: i64, vacant: i64) -> i64:
    """The number of runs of three or more *own* pieces on a line with a *vacant* spot at an end."""
    found: i64 = 0
    for step in SPOTS.shifts[:3]:
        along: i64 = step
        starts: i64 = own & own >> along & own >> 2 * along
        if starts:
            firsts: i64 = starts & ~(starts << along)
            closed: i64 = firsts & ~(vacant << along)
            found += count(firsts)
            if closed:
                lasts: i64 = starts & ~(starts >> along)
                # from its first spot a closed run is followed to the last start of three in it
                while closed:
                    found -= count(closed & lasts & ~(vacant >> 3 * along))
                    closed = closed << along & starts
    return found


def moves_of(rules: Rules, state: State) -> list[Move]:
    """The legal decisions; of the entries at one vacant spot, which are the same, the first."""
    moves = list(rules.legal_moves(state))
    if state.ask != ASK_MAIN:
        return moves
    different: list[Move] = []
    vacant: i64 = BOARD & ~(state.white | state.black)
    for move in moves:
        if isinstance(move, int) and move < N_ENTRIES:
            first: i64 = ENTRY_FIRST[move]
            if ~(state.white | state.black) & first:
                if not vacant & first:
                    continue
                vacant &= ~first
        different.append(move)
    return different


class Minimax:
    """Minimax by iterative deepening, with alpha-beta pruning. *nodes* counts states, *depth* how
    deep all moves were searched."""

    def __init__(self, rules: Rules, rng: Random, is_spent: IsSpent, depth: int = DEPTH) -> None:
        self.rules: Final = rules
        self.rng: Final = rng
        self.is_spent: Final = is_spent
        self.deepest: Final = depth
        self.nodes = 0
        self.depth = 0
        self._root = 0
        #: for each depth left, the last decision that cut off
        self._killers: Final[list[Move]] = [-1] * (depth + QUIET + 1)

    def choose(self, state: State) -> Move:
        """The best decision; lots decide between equal ones."""
        self._root = state.current_player()
        moves = moves_of(self.rules, state)
        afters = {move: self.rules.apply(state, move) for move in moves}
        best = moves
        for depth in range(1, self.deepest + 1):
            worths: dict[Move, int] = {}
            most = -INFINITE
            try:
                for move in moves:
                    # a window that holds equal worths, too
                    worth = self._search(afters[move], depth - 1, QUIET, most - 1, INFINITE)
                    worths[move] = worth
                    most = max(most, worth)
            except BudgetSpent:
                break
            self.depth = depth
            best = [move for move in moves if worths[move] == most]
            moves = sorted(moves, key=worths.__getitem__, reverse=True)
        return best[int(self.rng.random() * len(best))]

    def _search(self, state: State, depth: int, quiet: int, alpha: int, beta: int) -> int:
        """The worth of *state* to the player at the root: exact from *alpha* to *beta*, else a
        bound. Raises ``BudgetSpent``."""
        self.nodes += 1
        if not self.nodes % PATIENCE and self.depth and self.is_spent(self.nodes):
            raise BudgetSpent
        if state.ask == OVER:
            return worth_of(state, self._root)
        if depth <= 0:
            if quiet <= 0 or (state.ask != ASK_ROW and state.ask != ASK_PIECE):
                return worth_of(state, self._root)
            quiet -= 1
        else:
            depth -= 1
        moves = moves_of(self.rules, state)
        at = depth + quiet
        killer = self._killers[at]
        if killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        own = state.current_player() == self._root
        best = -INFINITE if own else INFINITE
        for move in moves:
            worth = self._search(self.rules.apply(state, move), depth, quiet, alpha, beta)
            if own:
                best = max(best, worth)
                alpha = max(alpha, worth)
            else:
                best = min(best, worth)
                beta = min(beta, worth)
            if alpha >= beta:
                self._killers[at] = move
                break
        return best


class Node:
    """A state in the tree, the moves that were not *tried*, and the *children* of the others.

    *total* is the sum of the results of its *visits* for the player at the root.
    """

    __slots__ = ("children", "moves", "state", "total", "untried", "visits")

    def __init__(self, rules: Rules, state: State) -> None:
        self.state: Final = state
        self.untried: list[Move] = [] if state.ask == OVER else moves_of(rules, state)
        self.moves: list[Move] = []
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0


class TreeSearch:
    """Monte Carlo tree search with upper confidence bounds. *nodes* counts simulations."""

    def __init__(
        self,
        rules: Rules,
        rng: Random,
        is_spent: IsSpent,
        simulations: int = SIMULATIONS,
        scale: float = SCALE,
    ) -> None:
        self.rules: Final = rules
        self.rng: Final = rng
        self.is_spent: Final = is_spent
        self.simulations: Final = simulations
        self.scale: Final = scale
        self.nodes = 0
        self._root = 0

    def choose(self, state: State) -> Move:
        """The decision that was tried most often."""
        self._root = state.current_player()
        root = Node(self.rules, state)
        while self.nodes < self.simulations:
            if not self.nodes % PATIENCE and self.nodes and self.is_spent(self.nodes):
                break
            self._simulate(root)
            self.nodes += 1
        most = max([child.visits for child in root.children])
        for move, child in zip(root.moves, root.children, strict=True):
            if child.visits == most:
                return move
        raise AssertionError("one of them has the most")

    def _simulate(self, root: Node) -> None:
        node = root
        path = [node]
        while not node.untried and node.children:
            node = self._child_of(node)
            path.append(node)
        if node.untried:
            move = node.untried.pop(int(self.rng.random() * len(node.untried)))
            node.moves.append(move)
            child = Node(self.rules, self.rules.apply(node.state, move))
            node.children.append(child)
            path.append(child)
            node = child
        result = self._roll_out(node.state)
        for each in path:
            each.visits += 1
            each.total += result

    def _child_of(self, node: Node) -> Node:
        """The child of *node* with the highest confidence bound for the player who decides."""
        sign = 1.0 if node.state.current_player() == self._root else -1.0
        wide = EXPLORE * sqrt(log(node.visits))
        found = node.children[0]
        best = -INFINITE * 1.0
        for child in node.children:
            bound = sign * child.total / child.visits + wide / sqrt(child.visits)
            if bound > best:
                found, best = child, bound
        return found

    def _roll_out(self, state: State) -> float:
        """The worth after some random decisions to the player at the root, from -1 to 1."""
        for _decision in range(ROLLOUT):
            if state.ask == OVER:
                break
            moves: Sequence[Move] = self.rules.legal_moves(state)
            state = self.rules.apply(state, moves[int(self.rng.random() * len(moves))])
        if state.ask == OVER:
            winner = state.result().winner
            return 0.0 if winner < 0 else 1.0 if winner == self._root else -1.0
        return tanh(worth_of(state, self._root) / self.scale)


def limit(asked: Mapping[str, Any]) -> IsSpent:
    """Ends a search after the *ms* of processor time, or the *nodes*, that are *asked* for."""
    until = None if asked["ms"] is None else cpu_ms() + asked["ms"]
    nodes = asked["nodes"]

    def is_spent(looked_at: int) -> bool:
        if nodes is not None and looked_at >= nodes:
            return True
        return until is not None and cpu_ms() >= until

    return is_spent


def minimax(game: Any, state: State, asked: Mapping[str, Any]) -> Move:
    """The decision of the description's minimax."""
    return Minimax(game.rules, Random(asked["seed"]), limit(asked)).choose(state)


def mcts(game: Any, state: State, asked: Mapping[str, Any]) -> Move:
    """The decision of the description's tree search."""
    return TreeSearch(game.rules, Random(asked["seed"]), limit(asked)).choose(state)
