"""Helpers: positions from lists of stacks, legal turns, and playing."""

from __future__ import annotations

from gipf_meta_lyngk.board import NAME_OF
from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.state import State
from tests import whole_turns

GAME = Lyngk()
TAKEN = Lyngk(obstacles="taken")
SIX = Lyngk(variant="stack6")


def _listed(order: str, jokers: str) -> str:
    """A full board: these colours repeated over the points, except where *jokers* are."""
    colours = iter(order * 8)
    return " ".join(("J" if name in jokers.split() else next(colours)) + name for name in NAME_OF)


L1 = _listed("IBRGK", "c1 e4 g7")
L2 = _listed("IKGBR", "a1 d3 i1")
"""The two starts of docs/reference/lyngk.md §11."""


def stacks(
    listed: str, claims: str = "-/-", taken: str = "0,0", side: str = "w", game: Lyngk = GAME
) -> State:
    """The position with these stacks: ``Ra1 Bb2``."""
    return game.from_text(f"{side} {claims} {taken} {','.join(listed.split()) or '-'}")


def turns(state: State, game: Lyngk = GAME) -> list[str]:
    """The texts of all turns."""
    return [game.format(state, move) for move in game.legal_moves(state, state.seat)]


def moves(state: State, game: Lyngk = GAME) -> set[str]:
    """The texts of the turns without a claim."""
    return {text for text in turns(state, game) if "," not in text}


def play(state: State, *texts: str, game: Lyngk = GAME) -> State:
    """The state after these turns."""
    return whole_turns.play(game, state, *texts)


def after(state: State, *texts: str, game: Lyngk = GAME) -> str:
    """The position string after these turns."""
    return game.to_text(play(state, *texts, game=game))


def result(state: State) -> str:
    """The winner, ``w`` or ``b``, or ``draw``; empty while the game goes on."""
    if state.ending is None:
        return ""
    return "wb"[state.ending.winners[0]] if state.ending.winners else "draw"
