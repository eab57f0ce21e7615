"""The twelve symmetries of the board of GIPF: of its spots, its lines and their entries."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Plane, Symmetry, hexagonal_maps, index_array, inverse_of
from gipf_meta_gipf.board import (
    BIT_OF,
    ENTRY_DOT,
    ENTRY_OF,
    ENTRY_SPOT,
    N_ENTRIES,
    POINTS,
)
from gipf_meta_gipf.kind import ENTRY
from gipf_meta_gipf.numbering import LINES_RESOLVED, SIZE, decision_count, planes
from gipf_meta_gipf.pieces import LOADED
from gipf_meta_gipf.rows import segment_at_hand
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_PIECE,
    ASK_USE,
    KEEP,
    ROW,
    TAKE,
    TARGET,
    State,
    entering,
)


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """All symmetries of the board; only the one that changes nothing where directions differ for a
    kind of potentials."""
    found = _symmetries_with(planes(rules).planes, rules.table.n, decision_count(rules))
    return found if all(kind.symmetric for kind in rules.table.kinds) else found[:1]


def asks_in_order(rules: Rules, state: State) -> bool:
    """Whether the mover keeps or takes the first of several pieces of a row, or uses a power of
    which several could be due."""
    if state.ask == ASK_PIECE:
        now = state.resolution()
        open_ones = segment_at_hand(state) & state.kinds.optional & ~(now.kept | now.taken)
        return open_ones.bit_count() > 1
    return state.ask == ASK_USE and rules.table.due_spots.bit_count() > 1


@cache
def _symmetries_with(seen: tuple[Plane, ...], kinds: int, count: int) -> tuple[Symmetry, ...]:
    """The symmetries of the planes *seen*, of so many *kinds* of potentials, of *count* numbers."""
    places = [(bit % POINTS.stride, bit // POINTS.stride) for bit in POINTS.bit_of.values()]
    return tuple([_symmetry(each, seen, kinds, count) for each in hexagonal_maps(places)])


def _symmetry(each: BoardMap, seen: tuple[Plane, ...], kinds: int, count: int) -> Symmetry:
    after = each.names(POINTS.cells)
    moving = [*range(SIZE)]
    for name, bit in BIT_OF.items():
        moving[BIT_OF[after[name]]] = bit
    spots = tuple(moving)
    entries = inverse_of([
        ENTRY_OF[after[ENTRY_DOT[entry]], after[ENTRY_SPOT[entry]]] for entry in range(N_ENTRIES)
    ])  # fmt: skip
    lines = tuple([entry // 2 for entry in entries[::2]])
    decisions = [*range(count)]
    moved = [(entering(code, 0), entries) for code in range(LOADED + kinds)]
    moved += [(first, spots) for first in (TARGET, ANNOUNCE, KEEP, TAKE)]
    moved += [(TARGET + ENTRY, entries), (ROW, lines)]
    for first, olds in moved:
        decisions[first : first + len(olds)] = [first + old for old in olds]
    still = tuple(range(SIZE))
    observed = [spots if plane.kind == "places" else still for plane in seen]
    observed[seen.index(LINES_RESOLVED)] = (*lines, *still[len(lines) :])
    return Symmetry(
        each.name,
        after,
        index_array((at * SIZE, olds) for at, olds in enumerate(observed)),
        tuple(decisions),
    )
