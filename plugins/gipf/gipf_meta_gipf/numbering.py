# mypyc: compile
"""GIPF for programs that learn: decisions are numbers already, observations are planes of bits.

Numbers are those of ``state``: a piece of a kind entered at an entry, a target, an answer. A plane
has the bits of the spots, seven rows of eight. Each kind of potentials in the game has planes of
its own, and of the pieces below the top of a stack only their number is observed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gipf_meta import first_bits, flag_planes, pack_planes, set_of_numbers
from gipf_meta_gipf.board import LINE_MASK, N_ENTRIES, SPOTS
from gipf_meta_gipf.pieces import LOADED
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    EXTRA_MADE,
    MORE,
    MOVED,
    PLAYED,
    Announcement,
    Move,
    Resolution,
    State,
    entering,
)

STRIDE: Final = SPOTS.stride
SIZE: Final = 7 * STRIDE
PLANES: Final = 27
"""Planes without those of kinds."""
PLANES_OF_KIND: Final = 7
DETAILS: Final = 6
_EVERYWHERE: Final = (1 << SIZE) - 1


def decision_count(rules: Rules) -> int:
    """One more than the highest number: that of entering the last kind at the last entry."""
    return max(MORE, entering(LOADED + rules.table.n - 1, N_ENTRIES - 1) + 1)


def number_of(state: State, move: Move) -> int:
    """The number of *move*: itself."""
    assert isinstance(move, int)
    return move


def decision_of(state: State, number: int) -> Move:
    """The decision with that *number*: itself."""
    return number


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The numbers of all decisions of *seat*."""
    if seat != state.current_player():
        return 0
    moves = rules.legal_moves(state)
    if isinstance(moves, tuple):
        return _set_of_entries(moves)
    return set_of_numbers([number_of(state, move) for move in moves], decision_count(rules))


@lru_cache(maxsize=4096)
def _set_of_entries(moves: tuple[Move, ...]) -> int:
    """The set of *moves*: the entries of a basic piece where some lines are full, or the answers.
    The same few come again and again."""
    return sum(1 << move for move in moves if isinstance(move, int))


def observation_shape(rules: Rules) -> tuple[int, int, int]:
    """Planes, rows and columns."""
    return PLANES + PLANES_OF_KIND * rules.table.n, SIZE // STRIDE, STRIDE


def observe(rules: Rules, state: State, seat: int) -> int:
    """One's own pieces, the other's, GIPF-pieces and stacks; both reserves as counts; the row at
    hand and the power announced; the planes of each kind; then who may still enter GIPF-pieces,
    what of the turn is made, whose turn it is, and what is asked."""
    other = 1 - seat
    opened, made, heights = state.books.opened, state.made, [0, 0]
    for bit, below in state.kinds.covers:
        heights[0 if len(below) == 1 else 1] |= 1 << bit
    flags = (opened >> seat & 1) | (opened >> other & 1) << 1
    flags |= (made & (PLAYED | MOVED | EXTRA_MADE)) << 2
    flags |= (32 if seat == state.current_player() else 0) | (64 if seat == state.mover else 0)
    flags |= 0 if seat else 128
    if state.ask <= ASK_ANSWER:
        flags |= 256 << state.ask
    planes = [
        state.pieces(seat),
        state.pieces(other),
        state.kinds.gipf,
        *heights,
        first_bits(state.reserve(seat), SIZE),
        first_bits(state.reserve(other), SIZE),
    ]
    packed = flag_planes(flags, SIZE)
    if rules.table.n:
        packed = pack_planes(_planes_of_kinds(rules, state, seat), SIZE, packed)
    if state.detail is None:
        packed <<= DETAILS * SIZE
    else:
        packed = pack_planes(_detail(state, seat), SIZE, packed)
    return pack_planes(planes, SIZE, packed)


def _detail(state: State, seat: int) -> list[int]:
    """The row at hand, with its pieces kept and taken for the player who decides alone; the rows
    that are handled; the base of the power announced, and which duel about it is due."""
    now = state.detail
    if isinstance(now, Resolution):
        line = LINE_MASK[now.line] if now.line >= 0 else 0
        kept, taken = (now.kept, now.taken) if seat == state.mover else (0, 0)
        return [line, kept, taken, now.done, 0, 0]
    if isinstance(now, Announcement):
        return [0, 0, 0, 0, 1 << now.bit, first_bits(now.attempt, SIZE)]
    return [0] * DETAILS


def _planes_of_kinds(rules: Rules, state: State, seat: int) -> list[int]:
    """The planes of each kind: loaded and used potentials, both supplies, both numbers of
    challenges left, and whether its power is announced."""
    n, books, now = rules.table.n, state.books, state.detail
    planes: list[int] = []
    for kind in range(n):
        own, other = n * seat + kind, n * (1 - seat) + kind
        is_announced = isinstance(now, Announcement) and now.kind == kind
        planes += [
            state.kinds.masks[kind],
            state.kinds.masks[n + kind],
            first_bits(books.supply[own], SIZE),
            first_bits(books.supply[other], SIZE),
            first_bits(books.challenges[own], SIZE),
            first_bits(books.challenges[other], SIZE),
            _EVERYWHERE if is_announced else 0,
        ]
    return planes
