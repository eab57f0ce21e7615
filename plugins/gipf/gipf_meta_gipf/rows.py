# mypyc: compile
"""Rows and their removal (`docs/reference/gipf.md` §6)."""

from __future__ import annotations

from gipf_meta_gipf.board import LINE_BITS, LINE_MASK, LINE_SHIFT, N_LINES, SPOTS
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, Kinds, owners, spots_of
from gipf_meta_gipf.potentials import end_by_last_gipf, view_for
from gipf_meta_gipf.state import PLAYED, Agreement, Books, Fresh, State


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
    return agreed.loaded_may_stay and not run & ~(kinds.acting | kinds.waiting)


def row_may_stay(agreed: Agreement, state: State, line: int) -> bool:
    """Whether the mover may leave his whole row on *line* (§6.5)."""
    run = run_on(state.pieces(state.mover), line)
    segment = segment_on(state.white | state.black, run, line)
    return not segment & ~state.kinds.optional and run_may_stay(agreed, state.kinds, run)


def open_rows(state: State, done: int, fresh: Fresh) -> list[int]:
    """The lines of the mover's rows that he has not handled in this phase (§6.7).

    A *done* line is open again if its segment holds a spot that was uncovered since
    (docs/reference/gipf-more-potentials.md §5.4).
    """
    own = state.pieces(state.mover)
    rows = rows_of(own)
    if not fresh:
        return [line for line in rows if not done >> line & 1] if done else rows
    spots = dict(fresh)
    found: list[int] = []
    for line in rows:
        if done >> line & 1:
            segment = segment_on(state.white | state.black, run_on(own, line), line)
            if not segment & spots.get(line, 0):
                continue
        found.append(line)
    return found


def freshened(fresh: Fresh, line: int, uncovered: int) -> Fresh:
    """*fresh* after the row on *line* is handled, by which the spots *uncovered* are free again."""
    if not uncovered and not fresh:
        return fresh
    spots = dict(fresh)
    spots.pop(line, None)
    for each in range(N_LINES):
        here = uncovered & LINE_MASK[each]
        if here:
            spots[each] = spots.get(each, 0) | here
    return tuple(sorted(spots.items()))


def rows_at_hand(state: State) -> list[int]:
    """The lines of the rows among which the mover chooses now."""
    now = state.resolution()
    return open_rows(state, now.done, now.fresh)


def may_leave_rows(agreed: Agreement, state: State) -> bool:
    """Whether the mover may leave all rows that are open in this phase (§6.5)."""
    return all(row_may_stay(agreed, state, line) for line in rows_at_hand(state))


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


def covers_alone(agreed: Agreement, state: State, mask: int) -> int:
    """The spots of *mask* from which a row takes the used potential on top alone."""
    found = 0
    for bit, _under in state.kinds.covers:
        if not mask >> bit & 1 or state.kinds.gipf >> bit & 1:
            continue
        kind = agreed.table.kind_at(state.kinds.of(bit))
        if kind.leaves is None:
            takes_all = kind.used == "piece"
        else:
            owner = state.black >> bit & 1
            takes_all = kind.leaves(view_for(agreed, state, owner), bit) == "all"
        if not takes_all:
            found |= 1 << bit
    return found


def remove_row(agreed: Agreement, state: State, mask: int) -> State:
    """Takes the pieces of *mask* off the board for the mover (§6.2), and ends the game if the last
    GIPF-piece of a player is among them (§7)."""
    if state.kinds.covers:
        return _remove_with_stacks(agreed, state, mask)
    white, black, kinds = state.white & ~mask, state.black & ~mask, state.kinds.without(mask)
    mine = state.pieces(state.mover) & mask
    back = (
        mine.bit_count()
        + (mine & state.kinds.gipf).bit_count()
        - (mine & state.kinds.spent).bit_count()
    )
    books = state.books
    if state.kinds.any & ~state.kinds.gipf & mask:
        n, masks = agreed.table.n, state.kinds.masks
        for player in (0, 1):
            theirs = state.pieces(player) & mask
            for kind in range(n):
                gone = theirs & (masks[kind] | masks[n + kind])
                if gone:
                    books = books.with_lost(n * player + kind, gone.bit_count())
    after = _with_taken(state, white, black, kinds, books, back)
    if not state.kinds.gipf & mask:
        return after
    return end_by_last_gipf(state, after)


def _remove_with_stacks(agreed: Agreement, state: State, mask: int) -> State:
    """As ``remove_row``, on a board with covered spots: covers leave alone, and what lies under
    them is free again (docs/reference/gipf-more-potentials.md §5)."""
    n = agreed.table.n
    covers = covers_alone(agreed, state, mask)
    white, black, kinds, books = state.white & ~mask, state.black & ~mask, state.kinds, state.books
    back = 0
    for bit in spots_of(mask):
        top = state.black >> bit & 1
        codes = kinds.stack(bit)
        whose = owners(top, codes)
        gone = len(codes)
        if covers >> bit & 1:
            gone = 1
            if whose[1]:
                black |= 1 << bit
            else:
                white |= 1 << bit
        for owner, code in zip(whose[:gone], codes[:gone], strict=True):
            if code >= LOADED:
                books = books.with_lost(n * owner + (code - LOADED) % n, 1)
            # a GIPF-piece that a potential has made has its basic piece at the bottom
            worth = 2 if code == GIPF and len(codes) == 1 else 0
            if code == BASIC or LOADED <= code < LOADED + n:
                worth = 1
            if owner == state.mover:
                back += worth
        kinds = kinds.with_stack(bit, codes[gone:])
    return end_by_last_gipf(state, _with_taken(state, white, black, kinds, books, back))


def _with_taken(
    state: State, white: int, black: int, kinds: Kinds, books: Books, back: int
) -> State:
    """*state* with this board and these books, and *back* pieces more in the mover's reserve."""
    return State(
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
