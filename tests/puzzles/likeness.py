"""Puzzles that are alike: the same, but for a symmetry and two moved pieces, for the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, TypeAlias

from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.symmetries import Symmetric
from tests.puzzles.written import Finding, Written

MOVED: Final = 2
"""The number of pieces that have to stand elsewhere at most."""
Board: TypeAlias = Counter[tuple[str, ...]]
"""Each thing that stands somewhere: the place, and what it is."""
SIDES: Final = {"p1": "p2", "p2": "p1"}


def board_of(game: Any, state: Any) -> Board:
    """The board of *state* as its solver sees it: his pieces are those of the first seat."""
    status = game.status(state)
    assert isinstance(status, Turn)
    view = game.view(state, status.seat)
    sides = SIDES if status.seat == 1 else {}
    board: Board = Counter()
    for piece in view.pieces:
        layers = [sides.get(each, each) for each in piece.layers or (piece.role,) * piece.stack]
        owner = piece.owner if piece.owner is None or piece.owner < 0 else piece.owner ^ status.seat
        board[piece.at, piece.kind, sides.get(piece.role, piece.role), *layers, str(owner)] += 1
    return board


def alike(game: Any, one: Board, other: Board) -> bool:
    """Whether some symmetry of *game* takes *one* so near to *other*."""
    if abs(one.total() - other.total()) > MOVED:
        return False
    maps = [each.places for each in game.symmetries()] if isinstance(game, Symmetric) else [{}]
    return any(_moved(_after(one, places), other) <= MOVED for places in maps)


def _after(board: Board, places: Any) -> Board:
    return Counter({(places.get(at, at), *what): n for (at, *what), n in board.items()})


def _moved(one: Board, other: Board) -> int:
    """The number of pieces that stand in one place in *one*, and not there in *other*."""
    return max((one - other).total(), (other - one).total())


def pairs_alike(standing: list[tuple[Written, Any, Any]]) -> Iterator[Finding]:
    """The pairs of puzzles that are alike, each given with its game and its state."""
    boards = [(puzzle, game, board_of(game, state)) for puzzle, game, state in standing]
    for (one, game, board), (other, _game, second) in combinations(boards, 2):
        if one.options == other.options and alike(game, board, second):
            yield Finding(other.id, "alike", f"much as {one.id}")
