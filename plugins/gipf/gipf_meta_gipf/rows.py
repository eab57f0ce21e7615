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
    Agreement,
    Kinds,
    State,
)


def run_on(pieces: int, line: int) -> int:
    """The row of *pieces* on *line*, four or more neighbouring spots; 0 if there is none (§6)."""
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
    """*run* with all *occupied* spots that are connected with *run* on *line* (§1)."""
    shift = LINE_SHIFT[line]
    inside = occupied & LINE_MASK[line]
    while True:
        grown = (run | run << shift | run >> shift) & inside
        if grown == run:
            return run
        run = grown


def run_may_stay(agreed: Agreement, kinds: Kinds, run: int) -> bool:
    """Whether a row of these kinds may stay: it has GIPF-pieces only, or by option loaded pieces
    only (§6.5, R16)."""
    if not run & ~kinds.gipf:
        return True
    return agreed.loaded_may_stay and not run & ~(kinds.tamsk | kinds.zertz)


def row_may_stay(agreed: Agreement, state: State, line: int) -> bool:
    """Whether the mover may leave his whole row on *line* (§6.5)."""
    run = run_on(state.pieces(state.mover), line)
    segment = segment_on(state.white | state.black, run, line)
    return not segment & ~state.kinds.optional and run_may_stay(agreed, state.kinds, run)


def may_leave_rows(agreed: Agreement, state: State) -> bool:
    """Whether the mover may leave all rows that are open in this phase (§6.5)."""
    done = state.resolution().done
    return all(
        done >> line & 1 or row_may_stay(agreed, state, line)
        for line in rows_of(state.pieces(state.mover))
    )


def segment_at_hand(state: State) -> int:
    """The segment of the row being resolved."""
    line = state.resolution().line
    return segment_on(state.white | state.black, run_on(state.pieces(state.mover), line), line)


def piece_at_hand(state: State) -> int:
    """The bit of the next piece that the mover keeps or takes, in coordinate order; -1: none."""
    now = state.resolution()
    open_ones = segment_at_hand(state) & state.kinds.optional & ~(now.kept | now.taken)
    for bit in LINE_BITS[now.line]:
        if open_ones >> bit & 1:
            return bit
    return -1


def may_keep(agreed: Agreement, state: State, bit: int) -> bool:
    """Whether the mover may keep the piece on *bit* besides those kept so far (§6.6).

    Taking more never makes a keep-set illegal, so it is enough to look at taking all the others.
    A row that may stay as it is was chosen in order to take something of it.
    """
    now = state.resolution()
    kept = now.kept | 1 << bit
    segment = segment_at_hand(state)
    if kept == segment:
        return False
    own = state.pieces(state.mover)
    left = run_on(own & ~(segment & ~kept), now.line)
    return not left or run_may_stay(agreed, state.kinds, left)


def remove_row(state: State, mask: int) -> State:
    """Takes the pieces of *mask* off the board for the mover (§6.2), and ends the game if the last
    GIPF-piece of a player is among them (§7)."""
    white, black, kinds = state.white & ~mask, state.black & ~mask, state.kinds.without(mask)
    mine = state.pieces(state.mover) & mask
    back = (
        mine.bit_count()
        + (mine & state.kinds.gipf).bit_count()
        - (mine & (state.kinds.spent_t | state.kinds.spent_z)).bit_count()
    )
    books = state.books
    if state.kinds.any & ~state.kinds.gipf & mask:
        for player in (0, 1):
            theirs = state.pieces(player) & mask
            for kind, spent in ((TAMSK, SPENT_T), (ZERTZ, SPENT_Z)):
                masks = state.kinds.masks()
                gone = theirs & (masks[kind - 1] | masks[spent - 1])
                books = books.with_lost(player, kind, gone.bit_count())
    after = State(
        white,
        black,
        kinds,
        state.white_reserve + (0 if state.mover else back),
        state.black_reserve + (back if state.mover else 0),
        books,
        state.mover,
        state.number,
        state.made | PLAYED,
        state.ask,
        state.detail,
    )
    if not state.kinds.gipf & mask:
        return after
    other = 1 - state.mover
    # the other side first: whoever takes the last GIPF-pieces of both has won (R19)
    for player, winner in ((other, state.mover), (state.mover, other)):
        own = state.pieces(player)
        if own & state.kinds.gipf and not own & kinds.gipf:
            return after.with_result(winner, "last_gipf")
    return after
