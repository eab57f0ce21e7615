"""Cairn for programs that learn: decisions as numbers, observations of seats as planes of bits."""

from __future__ import annotations

from collections.abc import Iterable

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    groups_in_order,
    listed_places,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_cairn.board import BOARD, COLOURS, NEIGHBOURS, State

SPACES = len(BOARD.cells)
MOVES = [
    *BOARD.cells,
    *[f"{base}-{onto}" for base in BOARD.cells for onto in NEIGHBOURS[base]],
]
"""Every decision that can ever be made, in the order of the numbers."""
NUMBERS = {move: number for number, move in enumerate(MOVES)}
DECISIONS = len(MOVES)
CELLS = [divmod(BOARD.bit_of[space], BOARD.stride) for space in BOARD.cells]
PLACES = listed_places("space", BOARD.cells, CELLS)
GROUPS = groups_in_order(
    [
        DecisionGroup("lay a stone", (PLACES,)),
        DecisionGroup("climb", (Axis("stacks", tuple(MOVES[SPACES:])),)),
    ]
)


def number_of(state: State, move: str) -> int:
    """The number of *move*."""
    return NUMBERS[move]


def decision_of(state: State, number: int) -> str:
    """The decision with that *number*."""
    return MOVES[number]


def numbers_of(moves: Iterable[str]) -> int:
    """The set of the numbers of *moves*."""
    return set_of_numbers([NUMBERS[move] for move in moves], DECISIONS)


def planes_of(height: int) -> PlaneGroup:
    """The names of the planes where a stack of that *height* wins."""
    return PlaneGroup(
        (
            Plane("own stacks"),
            Plane("other stacks"),
            Plane("own hand", "count"),
            Plane("other hand", "count"),
            Plane("seat is on turn", "flag"),
            *[Plane(f"stacks of height {level}") for level in range(1, height)],
            Plane(f"stacks of height {height} and more"),
        ),
        PLACES,
    )


def observe(state: State, seat: int, height: int) -> int:
    """The stacks of *seat*, those of the other, both hands as counts, whether *seat* is on turn,
    and the stacks by their height, up to one that wins."""
    tops, heights = dict.fromkeys(COLOURS, 0), [0] * height
    for space, stack in state.stacks:
        bit = 1 << BOARD.cells.index(space)
        tops[stack[-1]] |= bit
        heights[min(len(stack), height) - 1] |= bit
    planes = [
        tops[COLOURS[seat]],
        tops[COLOURS[1 - seat]],
        first_bits(state.hands[seat], SPACES),
        first_bits(state.hands[1 - seat], SPACES),
        first_bits(SPACES if seat == state.seat else 0, SPACES),
    ]
    return pack_planes(planes + heights, SPACES)
