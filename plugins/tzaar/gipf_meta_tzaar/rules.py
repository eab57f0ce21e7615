# mypyc: compile
"""The rules of TZAAR on integers (docs/reference/tzaar.md; all §§ below are of it).

Sets of spaces are masks. ``state`` lists the decisions and the draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    Over,
    first_on,
    height,
    kind_of,
    numbers_of_set,
    origin_of,
    pile,
    target_of,
    top,
)
from gipf_meta_tzaar.board import BOARD, FULL, RAYS, SPACES
from gipf_meta_tzaar.state import (
    BLACK,
    CAPTURE,
    DRAWING,
    FIRST,
    KINDS,
    OVER,
    PASS,
    PIECES,
    PLACE,
    PLACING,
    SECOND,
    STRENGTHEN,
    TOTT,
    TZAAR,
    TZARRA,
    WHITE,
    Sets,
    State,
    capture,
    draw,
    owner_of,
    piece_of,
    place,
    strengthen,
)

BARE: Final = (0,) * len(SPACES)
"""The stacks of an empty board."""
CAPTURED: Final = "captured"
"""The winner has captured the last stack of a kind (§5.1)."""
COVERED: Final = "covered"
"""The loser has covered his own last stack of a kind (§5.2)."""
NO_CAPTURE: Final = "no_capture"
"""The loser is on turn and has no capture (§5.3)."""
_FIXED_WHITE: Final = (
    (TZAAR, "c5 d3 d6 e3 g4 g5"),
    (TZARRA, "b5 c2 c6 d2 d7 e2 h3 h4 h5"),
    (TOTT, "a5 b1 b6 c1 c7 d1 d5 d8 e1 e4 f5 i2 i3 i4 i5"),
)
_FIXED_BLACK: Final = (
    (TZAAR, "c3 c4 e7 f3 f6 g3"),
    (TZARRA, "b2 b3 b4 e8 f2 f7 g2 g6 h2"),
    (TOTT, "a1 a2 a3 a4 d4 e6 e9 f1 f4 f8 g1 g7 h1 h6 i1"),
)
"""The spaces of the pieces of the fixed start, by kind (§3)."""


class Rules:
    """The rules with one set of options. All methods are pure.

    *setup* is ``random``, ``fixed`` or ``place`` (§3); *keeps_kinds*: a strengthening that would
    leave its own player without a kind is not legal; else it loses (§9).
    """

    def __init__(self, setup: str = "random", keeps_kinds: bool = False) -> None:
        self.setup: Final = setup
        self.keeps_kinds: Final = keeps_kinds

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (self.setup, self.keeps_kinds)

    # -- the start ---------------------------------------------------------------------------

    def start(self) -> State:
        """The start of a game: the empty board, the board before luck sets it up, or the fixed
        start."""
        if self.setup == "fixed":
            return fixed_start()
        return State(BARE, 0, 0, PLACING if self.setup == "place" else DRAWING, WHITE, 1)

    def draws(self, state: State) -> tuple[tuple[int, int], ...]:
        """The draws that luck may play for the next space, each with its weight (§3)."""
        if state.phase != DRAWING:
            return ()
        space = SPACES[state.occupied.bit_count()]
        return tuple(
            (draw(seat, piece, space), left)
            for seat in (WHITE, BLACK)
            for piece in KINDS
            if (left := pieces_left(state, seat, piece))
        )

    # -- moves -------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> Sequence[int]:
        """The legal moves of the seat on turn; empty after the end, and where luck draws."""
        if state.phase == FIRST:
            return captures(state.stacks, state.owned(state.seat), state.owned(1 - state.seat))
        if state.phase == SECOND:
            own = state.owned(state.seat)
            found = captures(state.stacks, own, state.owned(1 - state.seat))
            found += self._strengthenings(state.stacks, own, state.occupied)
            found.append(PASS)
            return found
        if state.phase == PLACING:
            kinds = [piece for piece in KINDS if pieces_left(state, state.seat, piece)]
            return [
                place(piece, space) for piece in kinds for space in numbers_of_set(state.vacant)
            ]
        return ()

    def _strengthenings(self, stacks: tuple[int, ...], own: int, occupied: int) -> list[int]:
        """All moves of the stacks on *own* onto one another (§4)."""
        found: list[int] = []
        for space in numbers_of_set(own):
            for ray in RAYS[space]:
                target = first_on(ray, occupied)
                if target < 0 or not own >> target & 1:
                    continue
                if not (self.keeps_kinds and is_last(stacks, own, target)):
                    found.append(strengthen(space, target))
        return found

    def apply(self, state: State, move: int) -> State:
        """Returns the state after *move*, which must be legal: it is not checked."""
        if move == PASS:
            return end_turn(
                state.stacks, state.white, state.black, state.seat, state.number, state.sets
            )
        kind = kind_of(move)
        if kind == CAPTURE:
            return _capture(state, origin_of(move), target_of(move))
        if kind == STRENGTHEN:
            return _strengthen(state, origin_of(move), target_of(move))
        if kind == PLACE:
            after = with_piece(state, state.seat, piece_of(move), target_of(move))
            phase = PLACING if after.vacant else FIRST
            return State(
                after.stacks, after.white, after.black, phase, 1 - state.seat, state.number + 1,
                sets=after.sets,
            )  # fmt: skip
        after = with_piece(state, owner_of(move), piece_of(move), target_of(move))
        phase = DRAWING if after.vacant else FIRST
        return State(
            after.stacks, after.white, after.black, phase, WHITE, state.number, sets=after.sets
        )


# -- setting up --------------------------------------------------------------------------------


def fixed_start() -> State:
    """The fixed start (§3)."""
    state = State(BARE, 0, 0, FIRST, WHITE, 1)
    for seat, listed in ((WHITE, _FIXED_WHITE), (BLACK, _FIXED_BLACK)):
        for piece, names in listed:
            for name in names.split():
                state = with_piece(state, seat, piece, BOARD.place_of[name])
    return state


def with_piece(state: State, seat: int, piece: int, space: int) -> State:
    """Returns *state* with *piece* of *seat* on the vacant *space*."""
    stacks = list(state.stacks)
    stacks[space] = piece
    white, black = state.white, state.black
    if seat:
        black |= 1 << space
    else:
        white |= 1 << space
    sets = state.sets.with_stack(piece, space, 0)
    return State(tuple(stacks), white, black, state.phase, state.seat, state.number, sets=sets)


def pieces_left(state: State, seat: int, piece: int) -> int:
    """The number of pieces of a kind that *seat* still has to place, or luck to draw; 0 after
    that."""
    if state.phase > PLACING:
        return 0
    return PIECES[piece] - (state.sets.kinds[piece] & state.owned(seat)).bit_count()


# -- playing -----------------------------------------------------------------------------------


def captures(stacks: tuple[int, ...], own: int, theirs: int) -> list[int]:
    """The captures of stacks on *theirs* by stacks on *own*, which are at least as high (§4)."""
    found: list[int] = []
    occupied = own | theirs
    for space in numbers_of_set(own):
        high = height(stacks[space])
        for ray in RAYS[space]:
            target = first_on(ray, occupied)
            if target >= 0 and theirs >> target & 1 and height(stacks[target]) <= high:
                found.append(capture(space, target))
    return found


def can_capture(stacks: tuple[int, ...], own: int, theirs: int) -> bool:
    """Whether a stack on *own* can capture one on *theirs* (§4)."""
    occupied = own | theirs
    for space in SPACES:
        if not own >> space & 1:
            continue
        high = height(stacks[space])
        for ray in RAYS[space]:
            target = first_on(ray, occupied)
            if target >= 0 and theirs >> target & 1 and height(stacks[target]) <= high:
                return True
    return False


def count_kind(stacks: tuple[int, ...], own: int, kind: int) -> int:
    """The number of stacks on *own* of a *kind*, by their tops (§2)."""
    return sum([top(stacks[space]) == kind for space in numbers_of_set(own)])


def has_all_kinds(stacks: tuple[int, ...], own: int) -> bool:
    """Whether each of the three kinds is on top of a stack on *own*."""
    return all(count_kind(stacks, own, kind) for kind in KINDS)


def is_last(stacks: tuple[int, ...], own: int, space: int) -> bool:
    """Whether the stack on *space* is the last of its kind on *own*.

    If another stack is put onto it, that kind is lost (§5.2).
    """
    return count_kind(stacks, own, top(stacks[space])) == 1


def _capture(state: State, origin: int, target: int) -> State:
    """The state after the stack on *origin* has captured the one on *target* (§4, §5.1)."""
    is_first_turn = state.occupied == FULL
    seat, start, end = state.seat, 1 << origin, 1 << target
    stacks = list(state.stacks)
    stacks[target], stacks[origin] = stacks[origin], 0
    left = tuple(stacks)
    sets = state.sets.with_stack(stacks[target], target, start)
    own, theirs = state.owned(seat) & ~start | end, state.owned(1 - seat) & ~end
    white, black = (theirs, own) if seat else (own, theirs)
    if not _is_whole(sets, theirs):
        return over(left, white, black, seat, CAPTURED, state.number)
    if state.phase == SECOND or is_first_turn:
        return end_turn(left, white, black, seat, state.number, sets)
    return State(left, white, black, SECOND, seat, state.number, sets=sets)


def _strengthen(state: State, origin: int, target: int) -> State:
    """The state after the stack on *origin* was put onto the one on *target* (§4, §5.2)."""
    seat, start = state.seat, 1 << origin
    stacks = list(state.stacks)
    stacks[target], stacks[origin] = pile(stacks[target], stacks[origin]), 0
    left = tuple(stacks)
    sets = state.sets.with_stack(stacks[target], target, start)
    white, black = state.white & ~start, state.black & ~start
    if not _is_whole(sets, black if seat else white):
        return over(left, white, black, 1 - seat, COVERED, state.number)
    return end_turn(left, white, black, seat, state.number, sets)


def _is_whole(sets: Sets, own: int) -> bool:
    """Whether each of the three kinds is on top of a stack on *own*."""
    kinds = sets.kinds
    return bool(kinds[TZAAR] & own and kinds[TZARRA] & own and kinds[TOTT] & own)


def end_turn(
    stacks: tuple[int, ...], white: int, black: int, seat: int, number: int, sets: Sets
) -> State:
    """Returns the state after the whole turn of *seat*; the other loses without a capture
    (§5.3)."""
    own, theirs = (black, white) if seat else (white, black)
    if not can_capture(stacks, theirs, own):
        return over(stacks, white, black, seat, NO_CAPTURE, number)
    return State(stacks, white, black, FIRST, 1 - seat, number + 1, sets=sets)


def over(
    stacks: tuple[int, ...], white: int, black: int, winner: int, reason: str, number: int
) -> State:
    """Returns the state at the end: *winner* has won for that *reason*."""
    return State(stacks, white, black, OVER, 1 - winner, number, Over((winner,), reason))
