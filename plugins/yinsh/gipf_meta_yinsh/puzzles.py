"""Themes of puzzles of YINSH (docs/reference/yinsh.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_yinsh.board import BETWEEN, POINT_BITS, WINDOWS, bits
from gipf_meta_yinsh.reasons import is_unstoppable, rows_to_come
from gipf_meta_yinsh.rules import Rules, all_markers, has_row, ring_moves, vacant_points
from gipf_meta_yinsh.state import MOVING, TAKING_ROW, State, first_of, kind_of, last_of

Turns: TypeAlias = PlayedSolution[State, int]
OneTurn: TypeAlias = SolutionTurn[State, int]

LONG: Final = 5
"""The number of markers from which a run that is turned is a long one."""
FEW: Final = 2
"""The number of markers of the other side from which their turning counts."""

THEMES: Final = {
    # two rows are taken in one turn
    "double_row": Theme(N_("two rows at once"), N_("takes two rows at once")),
    # a move makes a row of the other side, which costs nothing that matters
    "row_given": Theme(N_("a row given away"), N_("gives a row away")),
    # whatever the answer is, a row comes next
    "unstoppable": Theme(N_("a row that nothing stops"), N_("prepares a row that nothing stops")),
    # both sides take rows
    "race": Theme(N_("row against row"), N_("wins the race of rows")),
    # the other side could have made a row, and cannot any more
    "broken": Theme(N_("a row broken"), N_("breaks a row")),
    # all markers of the row were there: it is made by turning them
    "turned_row": Theme(N_("a row by turning"), N_("turns markers into a row")),
    # a ring that could move cannot move any more
    "ring_blocked": Theme(N_("a ring blocked"), N_("blocks a ring")),
    # a move turns many markers
    "long_turn": Theme(N_("a long run turned"), N_("turns a long run of markers")),
    # the ring that wins is removed
    "last_ring": Theme(N_("the last ring"), N_("removes the last ring")),
    # no row was to come, and one is now, unless it is stopped
    "prepared": Theme(N_("a row prepared"), N_("prepares a row")),
    # a row that the other side could have made is not there any more
    "hindered": Theme(N_("a row hindered"), N_("hinders a row")),
    # most markers that a move turns were the other side's
    "turned": Theme(N_("markers turned"), N_("turns markers")),
    # a ring moves, and turns nothing
    "ring_moved": Theme(N_("a ring moved"), N_("moves a ring without turning")),
    # a row is taken
    "row": Theme(N_("a row"), N_("takes a row")),
}


class Moved(NamedTuple):
    """A ring's move from *origin* over markers, *turned*, which it turns, as a mask; *before* and
    *after* are the states around it, *ended* the one after the turn."""

    before: State
    after: State
    ended: State
    origin: int
    turned: int


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    seat, made = solution.solver, [*_moves(solution)]
    return solution.themes(
        {
            "double_row": lambda turns: any(_rows(turn) > 1 for turn in turns.own),
            "row_given": lambda turns: any(_gives_row(each, 1 - seat) for each in made),
            "unstoppable": lambda turns: any(_is_sure(rules, each, seat) for each in made),
            "race": lambda turns: any(map(_rows, turns.own)) and any(map(_rows, turns.answers)),
            "broken": lambda turns: any(_breaks(each, 1 - seat) for each in made),
            "turned_row": lambda turns: any(map(_is_turned, turns.own)),
            "ring_blocked": lambda turns: any(_blocks(each, 1 - seat) for each in made),
            "long_turn": lambda turns: any(each.turned.bit_count() >= LONG for each in made),
            "last_ring": lambda turns: turns.after.removed[seat] >= rules.goal,
            "prepared": lambda turns: any(_prepares(each, seat) for each in made),
            "hindered": lambda turns: any(_hinders(each, 1 - seat) for each in made),
            "turned": lambda turns: any(_turns(each, 1 - seat) >= FEW for each in made),
            "ring_moved": lambda turns: any(not each.turned for each in made),
            "row": lambda turns: any(map(_rows, turns.own)),
        }
    )


def _rows(turn: OneTurn) -> int:
    """The number of rows that are taken in *turn* (§5)."""
    return sum(kind_of(move) == TAKING_ROW for move in turn.moves)


def _moves(turns: Turns) -> Iterator[Moved]:
    """The moves of the solver's rings (§4)."""
    for turn in turns.own:
        for n, move in enumerate(turn.moves):
            if kind_of(move) == MOVING:
                before, after = turn.states[n], turn.states[n + 1]
                line = BETWEEN[first_of(move) << POINT_BITS | last_of(move)]
                turned = line & all_markers(before)
                yield Moved(before, after, turn.after, first_of(move), turned)


def _gives_row(made: Moved, other: int) -> bool:
    """Whether the move makes a row of *other*."""
    return has_row(made.after.markers[other]) and not has_row(made.before.markers[other])


def _is_sure(rules: Rules, made: Moved, seat: int) -> bool:
    """Whether no row is there yet, and every answer leaves *seat* one to make."""
    return not has_row(made.after.markers[seat]) and is_unstoppable(rules, made.ended, seat)


def _breaks(made: Moved, other: int) -> bool:
    """Whether *other* could have made a row, and can make none now."""
    if made.ended.ending is not None or has_row(made.ended.markers[other]):
        return False
    return bool(rows_to_come(made.before, other)) and not rows_to_come(made.ended, other)


def _hinders(made: Moved, other: int) -> bool:
    """Whether a row that *other* could have made cannot be made now."""
    if made.ended.ending is not None or has_row(made.ended.markers[other]):
        return False
    return bool({*rows_to_come(made.before, other)} - {*rows_to_come(made.ended, other)})


def _prepares(made: Moved, seat: int) -> bool:
    """Whether *seat* could have made no row if it were on turn again, and could now."""
    if made.ended.ending is not None or has_row(made.after.markers[seat]):
        return False
    return not rows_to_come(made.before, seat) and bool(rows_to_come(made.ended, seat))


def _turns(made: Moved, other: int) -> int:
    """The number of markers of *other* that the move turns, less the others that it turns."""
    theirs = made.turned & made.before.markers[other]
    return theirs.bit_count() - (made.turned & ~theirs).bit_count()


def _is_turned(turn: OneTurn) -> bool:
    """Whether a row that *turn* takes is without the marker that it has placed."""
    placed = sum(1 << first_of(move) for move in turn.moves if kind_of(move) == MOVING)
    begun = next((n for n, move in enumerate(turn.moves) if kind_of(move) == MOVING), 0)
    rows = [move for move in turn.moves[begun + 1 :] if kind_of(move) == TAKING_ROW]
    return any(not WINDOWS[first_of(row) << POINT_BITS | last_of(row)] & placed for row in rows)


def _blocks(made: Moved, other: int) -> bool:
    """Whether a ring of *other* that could move cannot move after the turn."""
    rings = made.before.rings[other] & made.ended.rings[other]
    return any(
        _can_move(made.before, 1 << ring) and not _can_move(made.ended, 1 << ring)
        for ring in bits(rings)
    )


def _can_move(state: State, ring: int) -> bool:
    """Whether the *ring*, a mask, has a move."""
    return bool(ring_moves(ring, vacant_points(state), all_markers(state)))
