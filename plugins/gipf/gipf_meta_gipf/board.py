# mypyc: compile
"""The board: 37 spots, 24 dots, 21 lines, 42 entries (`docs/reference/gipf.md` §2).

Sets of spots are integers, one bit a spot as in ``SPOTS``. Nothing here is typed in: lines and
entries are walked on the lattice of all 61 points.

A line runs N, NE or SE from its first dot, so its spots stand in coordinate order (column, then
row). Line *n* has the entries ``2 * n``, from its first dot, and ``2 * n + 1``, from the far one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gipf_meta import HexLattice

if TYPE_CHECKING:
    from mypy_extensions import i64

POINTS: Final = HexLattice((5, 6, 7, 8, 9, 8, 7, 6, 5), 4)
SPOTS: Final = HexLattice((4, 5, 6, 7, 6, 5, 4), 3, "b2")

BOARD: Final = SPOTS.full
CENTRE: Final = 1 << SPOTS.bit_of["e5"]
DOTS: Final = tuple(name for name in POINTS.cells if name not in SPOTS.bit_of)
BIT_OF: Final = SPOTS.bit_of
NAME_OF: Final = SPOTS.name_of


def _lines() -> list[tuple[int, list[str]]]:
    """Direction and points (dot, spots, dot) of every line."""
    paths = [(d, list(POINTS.line(dot, d))) for d in (0, 1, 2) for dot in DOTS]
    return [(d, path) for d, path in paths if len(path) > 2 and path[1] in BIT_OF]


_LINES: Final = _lines()

LINE_POINTS: Final = tuple(tuple(path) for _, path in _LINES)
LINE_BITS: Final = tuple(tuple(BIT_OF[spot] for spot in path[1:-1]) for _, path in _LINES)
LINE_MASK: Final = tuple(SPOTS.mask(path[1:-1]) for _, path in _LINES)
LINE_SHIFT: Final = tuple(SPOTS.shifts[d] for d, _ in _LINES)
N_LINES: Final = len(_LINES)

N_ENTRIES: Final = 2 * N_LINES
ENTRY_DOT: Final = tuple(LINE_POINTS[e // 2][-(e % 2)] for e in range(N_ENTRIES))
ENTRY_SPOT: Final = tuple(LINE_POINTS[e // 2][-2 if e % 2 else 1] for e in range(N_ENTRIES))
ENTRY_NAME: Final = tuple(f"{dot}-{spot}" for dot, spot in zip(ENTRY_DOT, ENTRY_SPOT, strict=True))
ENTRY_FIRST: Final = tuple(1 << BIT_OF[spot] for spot in ENTRY_SPOT)
ENTRY_STEP: Final = tuple(LINE_SHIFT[e // 2] * (-1 if e % 2 else 1) for e in range(N_ENTRIES))
ENTRY_LINE: Final = tuple(LINE_MASK[e // 2] for e in range(N_ENTRIES))

#: (dot, any spot of a line that ends there) -> the entry; any spot fixes the direction
ENTRY_OF: Final = {
    (ENTRY_DOT[e], spot): e for e in range(N_ENTRIES) for spot in LINE_POINTS[e // 2][1:-1]
}
#: border spot -> its entry from the alphabetically first dot, as a bare spot is read (§12.2)
ENTRY_AT: Final = {
    ENTRY_SPOT[e]: e for e in sorted(range(N_ENTRIES), key=lambda e: ENTRY_DOT[e], reverse=True)
}


def push(white: i64, black: i64, entry: i64) -> tuple[i64, i64, i64]:
    """White and black pieces after a push frees the first spot of *entry* (§5), and the run of
    spots from which pieces have moved by one step.

    The line of *entry* is not full.
    """
    step: i64 = ENTRY_STEP[entry]
    first: i64 = ENTRY_FIRST[entry]
    line: i64 = ENTRY_LINE[entry]
    gap = first
    occupied: i64 = white | black
    run: i64
    if step > 0:
        while occupied & gap:
            gap <<= step
        run = line & (gap - first)
        return white & ~run | (white & run) << step, black & ~run | (black & run) << step, run
    step = -step
    while occupied & gap:
        gap >>= step
    run = line & 2 * (first - gap)
    return white & ~run | (white & run) >> step, black & ~run | (black & run) >> step, run


#: the six steps to a neighbour: change of bit number, as in ``DIRECTIONS``
STEPS: Final = SPOTS.shifts


def _rays(bit: int) -> tuple[tuple[int, ...], ...]:
    """The spots that lie in each of the six directions from *bit*, the nearest first."""
    name = NAME_OF[bit]
    paths = (SPOTS.line(name, direction) for direction in range(len(STEPS)))
    return tuple(tuple(BIT_OF[spot] for spot in path if spot != name) for path in paths)


#: bit of a spot -> the bits in each of the six directions, as in ``STEPS``, the nearest first
RAYS: Final = {bit: _rays(bit) for bit in BIT_OF.values()}
#: bit of a spot -> the spots beside it
NEIGHBOURS: Final = {bit: sum(1 << ray[0] for ray in rays if ray) for bit, rays in RAYS.items()}


def fours(pieces: i64) -> i64:
    """Non-zero exactly if four of *pieces* are in a row. Takes two shifts for each direction."""
    n: i64 = pieces & pieces >> 8
    ne: i64 = pieces & pieces >> 9
    se: i64 = pieces & pieces >> 1
    return n & n >> 16 | ne & ne >> 18 | se & se >> 2


def count(spots: i64) -> int:
    """The number of *spots*."""
    spots -= spots >> 1 & 0x5555555555555555
    spots = (spots & 0x3333333333333333) + (spots >> 2 & 0x3333333333333333)
    spots = spots + (spots >> 4) & 0x0F0F0F0F0F0F0F0F
    return spots * 0x0101010101010101 >> 56 & 127


_STARTS_N, _STARTS_NE, _STARTS_SE = (
    sum(1 << bits[0] for bits, shift in zip(LINE_BITS, LINE_SHIFT, strict=True) if shift == step)
    for step in SPOTS.shifts[:3]
)
_ALL: Final = tuple(range(N_ENTRIES))


def entries(occupied: i64) -> tuple[int, ...]:
    """The entries whose line has a vacant spot (§5.4).

    The vacant spots of each line are folded onto its first one: no line is longer than eight bits
    of its direction, and beyond its end the lattice has none of the board's spots.
    """
    vacant: i64 = BOARD & ~occupied
    n: i64 = vacant
    ne: i64 = vacant
    se: i64 = vacant
    n |= n >> 8
    n |= n >> 16
    ne |= ne >> 9
    ne |= ne >> 18
    se |= se >> 1
    se |= se >> 2
    full_n: i64 = _STARTS_N & ~(n | n >> 32)
    full_ne: i64 = _STARTS_NE & ~(ne | ne >> 36)
    full_se: i64 = _STARTS_SE & ~(se | se >> 4)
    if full_n or full_ne or full_se:
        return _without(full_n, full_ne, full_se)
    return _ALL


@lru_cache(maxsize=4096)
def _without(full_n: int, full_ne: int, full_se: int) -> tuple[int, ...]:
    """All entries but those of the lines that start on the spots named for each direction."""
    full = (full_n, full_ne, full_se)
    return tuple(e for e in _ALL if not full[e // 14] >> LINE_BITS[e // 2][0] & 1)
