# mypyc: compile
"""What may be learned of a position: how each stack stands, as whoever decides sees it.

``gipf-meta train`` finds what the patterns are worth beside the judgement of ``judging``, in
``worths.json``; as long as all are worth nothing, no time is spent on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import read_worths
from gipf_meta_dvonn.board import EDGE
from gipf_meta_dvonn.judging import next_to
from gipf_meta_dvonn.playout import count, index, surrounded
from gipf_meta_dvonn.rules import Rules
from gipf_meta_dvonn.state import DRAWING, OVER, PIECES, PLACING, RED, State, height

if TYPE_CHECKING:
    from mypy_extensions import i64

STACKED: Final = 64
"""The patterns of a stack: early or late, by its distance, its height, and whether it can move."""
PLACED: Final = 8
"""Those of a piece that is placed: by its distance, and whether it lies on the edge."""
SIDE: Final = STACKED + PLACED
"""The patterns of a side; those of the other follow."""
LATE: Final = 16
"""From so many spaces without a stack on it is late."""
WORTHS: Final = read_worths("gipf_meta_dvonn")


def sum_of_patterns(
    worths: list[int],
    own: i64,
    theirs: i64,
    dvonn: i64,
    heights: list[int],
    is_placing: bool,
) -> i64:
    """What all patterns are worth to whoever has *own* and decides."""
    total: i64 = 0
    for pattern in patterns_of(own, theirs, dvonn, heights, is_placing):
        total += worths[pattern]
    return total


def patterns_of(
    own: i64, theirs: i64, dvonn: i64, heights: list[int], is_placing: bool
) -> list[int]:
    """The patterns of all stacks, of each side's one after the other."""
    found: list[int] = []
    first: i64 = next_to(dvonn)
    second: i64 = next_to(first)
    third: i64 = next_to(second)
    occupied: i64 = own | theirs | dvonn
    shut: i64 = surrounded(occupied)
    edge: i64 = EDGE
    is_late: i64 = 1 if 49 - count(occupied) >= LATE else 0
    base: i64 = 0
    for side in (own, theirs):
        left: i64 = side
        while left:
            low: i64 = left & -left
            left ^= low
            if is_placing:
                far: i64 = 0 if first & low else 1 if second & low else 2 if third & low else 3
                found.append(base + STACKED + 2 * far + (1 if edge & low else 0))
            else:
                near: i64 = 0 if dvonn & low else 1 if first & low else 2 if second & low else 3
                tall: i64 = heights[index(low)]
                size: i64 = tall - 1 if tall < 3 else 2 if tall < 5 else 3
                found.append(base + 32 * is_late + 8 * near + 2 * size + (1 if shut & low else 0))
        base += SIDE
    return found


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the patterns in *state* as *seat* sees it, which is on turn."""
    if state.phase in (DRAWING, OVER) or state.dvonn.bit_count() < PIECES[RED] * (
        state.phase == PLACING
    ):
        return []
    own, theirs = (state.black, state.white) if seat else (state.white, state.black)
    heights = [height(stack) for stack in state.stacks]
    return patterns_of(own, theirs, state.dvonn, heights, state.phase == PLACING)
