# mypyc: compile
"""The rules of YINSH on integers (docs/reference/yinsh.md; all §§ below are of it).

Sets of rings and of markers are masks, so a step of a whole set is a shift. A turn is made of
decisions; ``state`` lists them, and the steps of a turn.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import Over
from gipf_meta_yinsh.board import (
    AXES,
    BETWEEN,
    BITS,
    FULL,
    POINT_BITS,
    ROW,
    STEPS,
    STRIDE,
    WINDOWS,
    bits,
)
from gipf_meta_yinsh.state import (
    BLACK,
    MOVE,
    MOVING,
    PASS,
    PASSING,
    PLACE,
    PLACING,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW_AFTER,
    ROW_BEFORE,
    TAKING_ROW,
    WHITE,
    State,
    first_of,
    kind_of,
    last_of,
    move_ring,
    place_ring,
    remove_ring,
    remove_row,
    with_pair,
)

BEHIND: Final = STRIDE * STRIDE
"""The bit at which a set of points may follow another, so that no line leads into it."""


class Rules:
    """The rules with one set of options. All methods are pure.

    *goal* is the number of removed rings that wins, *markers* the number of markers.
    *no_move_loses*: a player who cannot move loses instead of passing. *exhausted_draw*: a game
    that nobody has won is a draw, even if one player has removed more rings. *max_turns* is the
    most turns of a game, 0 for any number (§10).
    """

    def __init__(
        self,
        goal: int = 3,
        markers: int = 51,
        no_move_loses: bool = False,
        exhausted_draw: bool = False,
        max_turns: int = 0,
    ) -> None:
        self.goal: Final = goal
        self.markers: Final = markers
        self.no_move_loses: Final = no_move_loses
        self.exhausted_draw: Final = exhausted_draw
        self.max_turns: Final = max_turns
        #: whether a turn may end the game though nobody has a row, and markers are left
        self._may_end: Final = no_move_loses or max_turns > 0

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (
            self.goal, self.markers, self.no_move_loses, self.exhausted_draw, self.max_turns,
        )  # fmt: skip

    def start(self) -> State:
        """The start of a game: the empty board, White places the first ring (§3)."""
        return State((0, 0), (0, 0), self.markers, (0, 0), WHITE, 1, PLACE)

    # -- decisions ---------------------------------------------------------------------------

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves of the seat on turn; empty after the end."""
        if state.ending is not None:
            return []
        seat = state.seat
        if state.step == MOVE:
            return ring_moves(state.rings[seat], vacant_points(state), all_markers(state)) or [PASS]
        if state.step == PLACE:
            vacant = vacant_points(state)
            return [place_ring(bit) for bit in BITS if vacant >> bit & 1]
        if state.step in (ROW_BEFORE, ROW_AFTER):
            return row_moves(state.markers[seat])
        return [remove_ring(bit) for bit in bits(state.rings[seat])]

    def apply(self, state: State, move: int) -> State:
        """Returns the state after *move*, which must be legal: it is not checked."""
        kind = kind_of(move)
        if kind == MOVING:
            return self._move(state, first_of(move), last_of(move))
        if kind == PLACING:
            return self._place(state, last_of(move))
        if kind == PASSING:
            return self.begin_turn(state, passed=True)
        if kind == TAKING_ROW:
            return _take_row(state, move)
        return self._take_ring(state, last_of(move))

    def _place(self, state: State, point: int) -> State:
        """Places a ring (§3); after the tenth ring White moves."""
        rings = with_pair(state.rings, state.seat, state.rings[state.seat] | 1 << point)
        return self.begin_turn(
            State(rings, state.markers, state.pool, state.removed, state.seat, state.number, PLACE)
        )

    def _move(self, state: State, origin: int, target: int) -> State:
        """Moves a ring: it leaves a marker behind, and markers that it passes over are turned
        (§4)."""
        seat = state.seat
        white, black = state.markers
        passed = BETWEEN[origin << POINT_BITS | target] & (white | black)
        white ^= passed
        black ^= passed
        if seat:
            black |= 1 << origin
        else:
            white |= 1 << origin
        rings = with_pair(state.rings, seat, state.rings[seat] ^ (1 << origin | 1 << target))
        pool = state.pool - 1
        are_rows = has_row(white | black << BEHIND)
        if pool and not (are_rows or self._may_end):  # as mostly: the other player moves
            return State(
                rings, (white, black), pool, state.removed, 1 - seat, state.number + 1, MOVE
            )
        after = State(rings, (white, black), pool, state.removed, seat, state.number, ROW_AFTER)
        return after if are_rows and has_row(after.markers[seat]) else self.begin_turn(after)

    def _take_ring(self, state: State, point: int) -> State:
        """Removes a ring: that wins, or more rows follow, or the turn goes on (§5)."""
        seat = state.seat
        count = state.removed[seat] + 1
        rings = with_pair(state.rings, seat, state.rings[seat] ^ 1 << point)
        before = state.step == RING_BEFORE
        after = State(
            rings, state.markers, state.pool, with_pair(state.removed, seat, count), seat,
            state.number, ROW_BEFORE if before else ROW_AFTER,
        )  # fmt: skip
        if count >= self.goal:
            return self._end(after, Over((seat,), "rings"))
        if has_row(state.markers[seat]):
            return after
        return self.await_move(after) if before else self.begin_turn(after)

    # -- turns -------------------------------------------------------------------------------

    def begin_turn(self, state: State, passed: bool = False) -> State:
        """Returns the state that begins the other seat's turn: a ring to place, rows, a move, or
        the end.

        *passed*: the turn that is over was a pass (§6.3). ``max_turns`` ends only games that no
        other rule has ended (§10).
        """
        begun = self._next_turn(state, passed)
        if begun.ending is None and self.max_turns and state.number >= self.max_turns:
            return self._end(state, self._by_rings("max_turns", state.removed))
        return begun

    def _next_turn(self, state: State, passed: bool) -> State:
        """Returns the same as ``begin_turn``, without the limit of turns."""
        seat = 1 - state.seat
        placing = state.step == PLACE and state.rings[seat].bit_count() < RINGS
        begun = State(
            state.rings, state.markers, state.pool, state.removed, seat, state.number + 1,
            PLACE if placing else ROW_BEFORE,
        )  # fmt: skip
        if placing or has_row(state.markers[seat]):
            return begun
        if passed and not can_move(begun):
            return self._end(begun, self._by_rings("stuck", state.removed))
        return self.await_move(begun)

    def await_move(self, state: State) -> State:
        """Returns *state* with a move as the next step, or with the end that comes before it
        (§6.4)."""
        if not state.pool:
            return self._end(state, self._by_rings("markers", state.removed))
        if self.no_move_loses and not can_move(state):
            return self._end(state, Over((1 - state.seat,), "no_move"))
        return _with_step(state, MOVE)

    def _by_rings(self, reason: str, removed: tuple[int, int]) -> Over:
        """The result, by removed rings, of a game in which nobody removed the last ring needed
        (§6.2)."""
        white, black = removed
        if white == black or self.exhausted_draw:
            return Over((), reason)
        return Over((WHITE if white > black else BLACK,), reason)

    def _end(self, state: State, ending: Over) -> State:
        return State(
            state.rings, state.markers, state.pool, state.removed, state.seat, state.number, MOVE,
            ending,
        )  # fmt: skip

    def finished(self, state: State) -> State:
        """Returns *state* as the position of a game that is over; the winner follows from the
        board (§9)."""
        for seat in (WHITE, BLACK):
            if state.removed[seat] >= self.goal:
                return self._end(state, Over((seat,), "rings"))
        if state.pool:
            stuck = [seat for seat in (WHITE, BLACK) if not can_move_any(state, seat)]
            if self.no_move_loses and len(stuck) == 1:
                return self._end(state, Over((1 - stuck[0],), "no_move"))
            reason = "stuck" if len(stuck) == 2 else "unfinished"
            return self._end(state, self._by_rings(reason, state.removed))
        return self._end(state, self._by_rings("markers", state.removed))


def _with_step(state: State, step: int) -> State:
    """Returns *state* with another *step*: the next decision of the turn."""
    return State(
        state.rings, state.markers, state.pool, state.removed, state.seat, state.number, step
    )


def _take_row(state: State, move: int) -> State:
    """Moves a row of five markers back to the pool; the removal of a ring is next (§5)."""
    seat = state.seat
    row = WINDOWS[first_of(move) << POINT_BITS | last_of(move)]
    return State(
        state.rings,
        with_pair(state.markers, seat, state.markers[seat] & ~row),
        state.pool + ROW,
        state.removed,
        seat,
        state.number,
        RING_BEFORE if state.step == ROW_BEFORE else RING_AFTER,
    )


# -- the board -------------------------------------------------------------------------------


def all_markers(state: State) -> int:
    """The markers of both colours."""
    return state.markers[0] | state.markers[1]


def vacant_points(state: State) -> int:
    """The points with neither ring nor marker."""
    return FULL & ~(state.rings[0] | state.rings[1] | state.markers[0] | state.markers[1])


def ring_moves(rings: int, vacant: int, markers: int) -> list[int]:
    """All moves of *rings*: along a line over vacant points, then over one run of *markers* to the
    first vacant point behind it (§4)."""
    moves = []
    for origin in bits(rings):
        for step in STEPS:
            at = origin + step
            while vacant >> at & 1:
                moves.append(move_ring(origin, at))
                at += step
            if markers >> at & 1:
                while markers >> at & 1:
                    at += step
                if vacant >> at & 1:
                    moves.append(move_ring(origin, at))
    return moves


def can_move(state: State) -> bool:
    """Whether a ring of the seat on turn can move."""
    return can_move_any(state, state.seat)


def can_move_any(state: State, seat: int) -> bool:
    """Whether a ring of *seat* can move; the steps of all its rings are tested at once."""
    vacant = vacant_points(state)
    markers = all_markers(state)
    for step in STEPS:
        front = state.rings[seat]
        while front:
            front = front << step if step > 0 else front >> -step
            if front & vacant:
                return True
            front &= markers
    return False


def has_row(markers: int) -> bool:
    """Whether five of *markers*, all of one colour, are adjacent in a line (§5); those of another
    may stand ``BEHIND`` them."""
    for step in AXES:
        pairs = markers & markers >> step
        fours = pairs & pairs >> 2 * step
        if fours and fours & markers >> 4 * step:
            return True
    return False


def row_moves(markers: int) -> list[int]:
    """The removals of all rows of five in *markers*, all of one colour (§5)."""
    moves = []
    for step in AXES:
        pairs = markers & markers >> step
        fours = pairs & pairs >> 2 * step
        for first in bits(fours & markers >> 4 * step):
            moves.append(remove_row(first, first + 4 * step))
    return moves
