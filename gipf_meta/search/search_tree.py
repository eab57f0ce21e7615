# mypyc: compile
"""The tree of a search: its nodes, the proofs in them, and the moves that follow from them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeAlias

Utilities: TypeAlias = tuple[float, ...]
"""The worth of an end to each seat: 1 won, 0 a draw, -1 lost."""
LUCK: Final = -1
"""The seat of luck, and of duels."""
HARDLY: Final = 10
"""A move has hardly been looked at that has less than one of so many visits of the best."""


@dataclass(frozen=True)
class SearchedDecision:
    """A decision that was searched: its *value* for the seat that decides, from -1 to 1.

    *visits* counts how often it was tried, *sure* says that the value is proven, and *line* are the
    decisions that should follow, the decision itself first.
    """

    move: Any
    value: float
    visits: int
    sure: bool
    line: tuple[Any, ...]

    def __reduce__(self) -> tuple[type[SearchedDecision], tuple[object, ...]]:
        return SearchedDecision, (self.move, self.value, self.visits, self.sure, self.line)


class Node:
    """A state in the tree.

    *seat* decides between *moves*; the first of them, as many as there are *children*, were tried.
    Where luck decides, *outcome_children* has the children by the number of their outcome, and
    *weights* are cumulative. *hopes* are what *seat* expects of each untried move, the best first,
    and *shares* the part of the visits that each is due; both are empty without a judgement. Most
    of the memory of a tree is theirs, so they are arrays.

    *mover* led to this state: he expected *hope* of it, it is due *share* of his visits, and
    *total* is the sum of what its *visits* were worth to him. He chooses by *score*, his mean, and
    *rarity*, which falls with the visits. *proven* is what the state is worth for sure.
    """

    __slots__ = (
        "children",
        "hope",
        "hopes",
        "is_expanded",
        "mover",
        "moves",
        "outcome_children",
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
        #: whether *moves* are entered
        self.is_expanded = False
        self.moves: list[Any] = _NO_MOVES
        self.hopes: array[float] = _NO_HOPES
        self.shares: array[float] = _NO_HOPES
        self.children: list[Node] = _NO_CHILDREN
        self.weights: list[float] = _NO_NUMBERS
        self.outcome_children: dict[int, Node] = _NO_OUTCOMES

    def value(self, seat: int) -> float:
        """The worth of the state to *seat*, -1 to 1: the mean, or its opposite for other seats than
        *mover*'s."""
        if self.proven is not None:
            return self.proven[seat]
        mean = self.total / self.visits if self.visits else 0.0
        return mean if seat == self.mover else -mean

    def add_visit(self, worth: Utilities) -> None:
        """Enters a visit that was *worth* this to each seat."""
        self.visits += 1.0
        self.total += worth[self.mover]
        if self.proven is None:
            times = self.visits + 1.0
            self.score = (self.total + self.hope) / times
            self.rarity = self.share / times if self.share else 1.0 / sqrt(times)

    def prove(self, worth: Utilities) -> None:
        """Enters a proof of the state's *worth*: it needs no visits any more.

        A lost state is chosen only if all are lost.
        """
        self.proven = worth
        value = worth[self.mover]
        self.score = value if value > -1.0 else -1e6
        self.rarity = 0.0


# shared by all nodes that are not expanded: most never are
_NO_MOVES: Final[list[Any]] = []
_NO_NUMBERS: Final[list[float]] = []
_NO_HOPES: Final[array[float]] = array("d")
_NO_CHILDREN: Final[list[Node]] = []
_NO_OUTCOMES: Final[dict[int, Node]] = {}


def proof_of(node: Node) -> Utilities | None:
    """The proven worth of *node*, if the proofs of its children prove it."""
    seat = node.seat
    best: Utilities | None = None
    is_sure = len(node.children) == len(node.moves)
    for child in node.children:
        sure = child.proven
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


def options(node: Node) -> list[SearchedDecision]:
    """The moves of *node*, the best one first: won, then by visits, lost last."""
    moves = [_option(node, index) for index in range(len(node.moves))]
    return sorted(moves, key=rank, reverse=True)


def best_by_worth(node: Node, most: int) -> list[SearchedDecision]:
    """The *most* best moves of *node* in the order of their worth, to be compared with each other.

    A move that was hardly searched goes behind the others: its worth is a guess. A move that surely
    loses goes last.
    """
    best = options(node)[:most]
    tried = max([option.visits for option in best if not _is_lost(option)], default=0)
    return sorted(
        best,
        key=lambda option: (
            not _is_lost(option),
            option.sure or option.visits * HARDLY >= tried,
            option.value,
        ),
        reverse=True,
    )


def _is_lost(option: SearchedDecision) -> bool:
    return option.sure and option.value == -1.0


def _option(node: Node, index: int) -> SearchedDecision:
    """The statistics of a move of *node*, and the line that begins with it."""
    known = _known(node, index)
    if index >= len(node.children):
        return known
    line = (known.move, *_line(node.children[index]))
    return SearchedDecision(known.move, known.value, known.visits, known.sure, line)


def _known(node: Node, index: int) -> SearchedDecision:
    """The statistics of a move of *node*, without a line."""
    move = node.moves[index]
    is_lost = node.seat != LUCK and node.proven is not None and node.proven[node.seat] == -1.0
    if index >= len(node.children):
        hope = node.hopes[index] if node.hopes else 0.0
        return SearchedDecision(move, -1.0 if is_lost else hope, 0, is_lost, (move,))
    child = node.children[index]
    value = -1.0 if is_lost else child.value(child.mover)
    is_sure = is_lost or child.proven is not None
    return SearchedDecision(move, value, int(child.visits), is_sure, (move,))


def _line(node: Node) -> tuple[Any, ...]:
    """The best moves from *node* on, as far as states have more than one visit.

    At each node only the best move is followed: the lines of all are nearly the whole tree.
    """
    line: list[Any] = []
    while node.seat != LUCK and any(child.visits > 1 for child in node.children):
        best = _best(node)
        line.append(node.moves[best])
        if best >= len(node.children):
            break
        node = node.children[best]
    return tuple(line)


def _best(node: Node) -> int:
    """The number of the best move of *node*, the first of those that are equal."""
    ranks = [rank(_known(node, index)) for index in range(len(node.moves))]
    return ranks.index(max(ranks))


def rank(option: SearchedDecision) -> tuple[float, float, float]:
    """A key that sorts options: won, then by visits, then by value; lost last."""
    sure = option.value if option.sure else 0.0
    return (1.0 if sure == 1 else -1.0 if sure == -1 else 0.0, option.visits, option.value)
