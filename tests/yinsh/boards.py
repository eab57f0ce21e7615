"""Helpers: positions from lists, whole turns, and replaying."""

from __future__ import annotations

from gipf_meta_yinsh.board import mask_of
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import MOVE, State

WHITE_RINGS = "a2 a3 a4 a5"
"""R of the sheet: four white rings out of the way."""
BLACK_RINGS = "j5 k7 k8 k9 k10"
"""K of the sheet."""
OPENING = "e3 a5 b5 c6 d6 e4 h7 g2 g3 g8"
"""The publisher's sample opening."""


def mask(listed: str) -> int:
    return mask_of(*listed.split())


def place(
    rules: Rules,
    white: str,
    black: str = BLACK_RINGS,
    markers: tuple[str, str] = ("", ""),
    removed: tuple[int, int] = (0, 0),
    pool: int | None = None,
) -> State:
    """White is to move with rings on *white*; *markers* are White's and Black's.

    Without *pool* it holds what is not on the board. Positions outside the invariants can be made.
    """
    masks = mask(markers[0]), mask(markers[1])
    left = rules.markers - (masks[0] | masks[1]).bit_count() if pool is None else pool
    return State((mask(white), mask(black)), masks, left, removed, 0, 1, MOVE)
