# mypyc: compile
"""Rows and their removal (`docs/reference/gipf.md` §6)."""

from __future__ import annotations

from gipf_meta_gipf.board import LINE_BITS, LINE_MASK, LINE_SHIFT, SPOTS
from gipf_meta_gipf.state import (
    PLAYED,
    SPENT_T,
    SPENT_Z,
    TAMSK,
    ZERTZ,
    Kinds,
    Rules,
    State,
)


def run_on(pieces: int, line: int) -> int:
    """The row on *line*: its four or more neighbouring spots in *pieces*, or 0."""
    shift = LINE_SHIFT[line]
    starts = pieces & LINE_MASK[line]
    starts &= starts >> shift
    starts &= starts >> 2 * shift
    return starts | starts << shift | starts << 2 * shift | starts << 3 * shift


def rows_of(pieces: int) -> list[int]:
    """The lines that carry a row; a line carries at most one (§2)."""
    rows: list[int] = []
    for direction, shift in enumerate(SPOTS.shifts[:3]):
        starts = pieces & pieces >> shift
        starts &= starts >> 2 * shift
        if starts:
            lines = range(7 * direction, 7 * direction + 7)
            rows += [line for line in lines if LINE_MASK[line] & starts]
    return rows


def segment_on(occupied: int, run: int, line: int) -> int:
    """*run* with everything connected to it on *line* (§1)."""
    shift = LINE_SHIFT[line]
    inside = occupied & LINE_MASK[line]
    while True:
        grown = (run | run << shift | run >> shift) & inside
        if grown == run:
            return run
        run = grown


def run_may_stay(rules: Rules, kinds: Kinds, run: int) -> bool:
    """A row of GIPF-pieces only may stay; by option one of loaded pieces only too (§6.5, R16)."""
    if not run & ~kinds.gipf:
        return True
    return rules.loaded_may_stay and not run & ~(kinds.tamsk | kinds.zertz)


def row_may_stay(rules: Rules, s: State, line: int) -> bool:
    """Nothing of the mover's row on *line* has to be taken (§6.5)."""
    run = run_on(s.pieces(s.mover), line)
    segment = segment_on(s.white | s.black, run, line)
    return not segment & ~s.kinds.optional and run_may_stay(rules, s.kinds, run)


def stopping(rules: Rules, s: State) -> bool:
    """All rows left in this phase may stay."""
    done = s.resolution().done
    return all(
        done >> line & 1 or row_may_stay(rules, s, line) for line in rows_of(s.pieces(s.mover))
    )


def segment_at_hand(s: State) -> int:
    """The segment of the row being resolved."""
    line = s.resolution().line
    return segment_on(s.white | s.black, run_on(s.pieces(s.mover), line), line)


def piece_at_hand(s: State) -> int:
    """The bit of the next piece, in coordinate order, to be kept or taken; -1 if none is left."""
    now = s.resolution()
    open_ones = segment_at_hand(s) & s.kinds.optional & ~(now.kept | now.taken)
    for bit in LINE_BITS[now.line]:
        if open_ones >> bit & 1:
            return bit
    return -1


def may_keep(rules: Rules, s: State, bit: int) -> bool:
    """A legal keep-set with all pieces kept so far and this one exists (§6.6).

    Taking more never makes a keep-set illegal, so it is enough to look at taking all the others.
    A row that may stay as it is was chosen in order to take something of it.
    """
    now = s.resolution()
    kept = now.kept | 1 << bit
    segment = segment_at_hand(s)
    if kept == segment:
        return False
    own = s.pieces(s.mover)
    left = run_on(own & ~(segment & ~kept), now.line)
    return not left or run_may_stay(rules, s.kinds, left)


def removed(s: State, mask: int) -> State:
    """*mask* taken off the board by the mover: accounts and the last-GIPF test (§6.2, §7)."""
    white, black, kinds = s.white & ~mask, s.black & ~mask, s.kinds.without(mask)
    mine = s.pieces(s.mover) & mask
    back = (
        mine.bit_count()
        + (mine & s.kinds.gipf).bit_count()
        - (mine & (s.kinds.spent_t | s.kinds.spent_z)).bit_count()
    )
    books = s.books
    if s.kinds.any & ~s.kinds.gipf & mask:
        for player in (0, 1):
            theirs = s.pieces(player) & mask
            for kind, spent in ((TAMSK, SPENT_T), (ZERTZ, SPENT_Z)):
                masks = s.kinds.masks()
                gone = theirs & (masks[kind - 1] | masks[spent - 1])
                books = books.with_lost(player, kind, gone.bit_count())
    after = State(
        white,
        black,
        kinds,
        s.white_reserve + (0 if s.mover else back),
        s.black_reserve + (back if s.mover else 0),
        books,
        s.mover,
        s.number,
        s.made | PLAYED,
        s.ask,
        s.detail,
    )
    if not s.kinds.gipf & mask:
        return after
    other = 1 - s.mover
    # the other side first: whoever takes the last GIPF-pieces of both has won (R19)
    for player, winner in ((other, s.mover), (s.mover, other)):
        own = s.pieces(player)
        if own & s.kinds.gipf and not own & kinds.gipf:
            return after.over(winner, "last_gipf")
    return after
