"""Reasons for a turn of YINSH, in sentences: rows that can be made next, and rows that are
prevented.

All of them follow from the rules: the rows that each side could make with one move of a ring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gipf_meta_yinsh.board import BETWEEN, NAME_OF, POINT_BITS
from gipf_meta_yinsh.rules import Rules, all_markers, has_row, ring_moves, row_moves, vacant_points
from gipf_meta_yinsh.state import MOVE, PLACE, State, first_of, last_of
from gipf_meta_yinsh.texts import _


def reasons(
    rules: Rules, before: State, moves: Sequence[int], after: State, seat: int
) -> Iterator[str]:
    """Yields sentences about a turn of *seat*: the rows that it threatens, prevents and allows.

    The turn, *moves*, has led from *before* to *after*.
    """
    if after.step == PLACE or after.ending is not None:
        return
    own, other = rows_to_come(after, seat), rows_to_come(after, 1 - seat)
    if own and is_unstoppable(rules, after, seat):
        yield _("Whatever the answer is, you can make a row in your next turn.")
    elif own:
        yield _.many(
            "Unless it is stopped, you can make the row {rows} next.",
            "Unless they are stopped, you can make one of the rows {rows} next.",
            len(own),
        ).format(rows=_rows(own))
    if stopped := [row for row in rows_to_come(before, 1 - seat) if row not in other]:
        yield _.many(
            "Your opponent could have made the row {rows}: not any more.",
            "Your opponent could have made the rows {rows}: not any more.",
            len(stopped),
        ).format(rows=_rows(stopped))
    if other:
        yield _.many(
            "Your opponent can make the row {rows} next.",
            "Your opponent can make one of the rows {rows} next.",
            len(other),
        ).format(rows=_rows(other))


def _rows(rows: Sequence[int]) -> str:
    return ", ".join(f"{NAME_OF[first_of(row)]}-{NAME_OF[last_of(row)]}" for row in rows)


def rows_to_come(state: State, seat: int) -> list[int]:
    """The rows that *seat*, if on turn, could make by one move of a ring, as removals."""
    everywhere, own = all_markers(state), state.markers[seat]
    there = row_moves(own)
    found: dict[int, None] = {}
    for move in ring_moves(state.rings[seat], vacant_points(state), everywhere):
        origin = first_of(move)
        passed = BETWEEN[origin << POINT_BITS | last_of(move)] & everywhere
        for row in row_moves(own ^ passed | 1 << origin):
            if row not in there:
                found[row] = None
    return sorted(found)


def is_unstoppable(rules: Rules, state: State, seat: int) -> bool:
    """Whether *seat* can make a row, or has one, after every move of the other seat.

    A move by which the other makes a row of its own counts as one that stops it: a ring goes
    with that row, and later moves are not examined.
    """
    if state.step != MOVE or state.seat == seat:
        return False
    for move in rules.legal_moves(state):
        then = rules.apply(state, move)
        if then.ending is not None or then.seat != seat:
            return False
        if not has_row(then.markers[seat]) and not rows_to_come(then, seat):
            return False
    return True
