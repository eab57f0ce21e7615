"""Helpers: positions from lists of stacks, legal turns, and playing."""

from __future__ import annotations

from gipf_meta_dvonn.board import NAME_OF, SPACES
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.state import State
from tests import whole_turns

GAME = Dvonn()


def stacks(listed: str, side: str = "w", game: Dvonn = GAME) -> State:
    """The position of the second phase with these stacks, such as ``Wd2 BWc3``."""
    return game.from_text(f"{side} D0W0B0 {','.join(listed.split())}")


def full_board(reds: str) -> State:
    """Pieces in coordinate order, white and black in turn, but DVONN pieces on *reds* (§11)."""
    listed, others = [], 0
    for space in SPACES:
        name = NAME_OF[space]
        listed.append(f"{'D' if name in reds.split() else 'WB'[others % 2]}{name}")
        others += name not in reds.split()
    return stacks(" ".join(listed))


def turns(state: State, game: Dvonn = GAME) -> set[str]:
    """The texts of all legal decisions."""
    moves = game.legal_moves(state, state.seat)
    texts = {game.format(state, move) for move in moves}
    assert len(texts) == len(moves)
    return texts


def play(state: State, *texts: str, game: Dvonn = GAME) -> State:
    """The state after these turns."""
    return whole_turns.play(game, state, *texts)


def shown(state: State, game: Dvonn = GAME) -> str:
    """The stacks of the position string, with blanks between."""
    return game.to_text(state).split()[2].replace(",", " ")
