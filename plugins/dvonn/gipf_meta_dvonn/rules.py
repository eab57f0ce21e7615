# mypyc: compile
"""The rules of DVONN on integers (docs/reference/dvonn.md; all §§ below are of it).

Sets of spaces are masks. ``state`` lists the decisions and the draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import height, kind_of, numbers_of_set, origin_of, pieces, pile, target_of
from gipf_meta_dvonn.board import (
    BITS,
    CENTRE,
    EDGE,
    LONGEST,
    PAIRS,
    SPACES,
    TARGETS,
    connected,
    surrounded,
)
from gipf_meta_dvonn.state import (
    BLACK,
    DRAWING,
    OVER,
    PASS,
    PIECES,
    PLACING,
    RED,
    STACKING,
    WHITE,
    State,
    draw,
    piece_of,
    place,
    stack_onto,
)

BARE: Final = (0,) * BITS
"""The stacks of an empty board."""
MOST_APART: Final = 2
"""The most pieces by which the colours on the edge of a balanced start may differ (§9)."""


class Rules:
    """The rules with one way to set the board up. All methods are pure.

    *setup* is ``place``, ``random`` or ``symmetric`` (§9); *balanced*: a random start is drawn
    again until ``is_balanced``.
    """

    def __init__(self, setup: str = "place", balanced: bool = False) -> None:
        self.setup: Final = setup
        self.balanced: Final = balanced

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (self.setup, self.balanced)

    # -- the start ---------------------------------------------------------------------------

    def start(self) -> State:
        """The start of a game: the empty board, or the board before luck sets it up."""
        if self.setup == "symmetric":
            return with_piece(State(BARE, 0, 0, 0, DRAWING, 0, 1), RED, CENTRE, DRAWING, 0, 1)
        return State(BARE, 0, 0, 0, PLACING if self.setup == "place" else DRAWING, 0, 1)

    def draws(self, state: State) -> tuple[tuple[int, int], ...]:
        """The draws that luck may play while it sets the board up, each with its weight (§9)."""
        if state.phase != DRAWING:
            return ()
        if self.setup == "random":
            left = pieces_left(state)
            space = SPACES[state.occupied.bit_count()]
            return tuple((draw(piece, space), left[piece]) for piece in (1, 2, 3) if left[piece])
        if state.dvonn.bit_count() == 1:
            return tuple((draw(RED, space), 1) for space, _ in PAIRS)
        space = next_pair(state)[0]
        return ((draw(WHITE, space), 1), (draw(BLACK, space), 1))

    def _draw(self, state: State, move: int) -> State:
        piece, space = piece_of(move), target_of(move)
        after = with_piece(state, piece, space, DRAWING, 0, state.number)
        if self.setup == "symmetric":
            other = piece if piece == RED else WHITE + BLACK - piece
            after = with_piece(after, other, opposite(space), DRAWING, 0, state.number)
        if after.vacant:
            return after
        if self.balanced and not is_balanced(after):
            return self.start()
        return begin_stacking(after)

    # -- moves -------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> Sequence[int]:
        """The legal moves of the seat on turn; empty after the end, and where luck draws."""
        if state.phase == STACKING:
            own = state.black if state.seat else state.white
            return moves_of(state.stacks, own, state.occupied) or (PASS,)
        if state.phase == PLACING:
            return [place(space) for space in numbers_of_set(state.vacant)]
        return ()

    def apply(self, state: State, move: int) -> State:
        """Returns the state after *move*, which must be legal: it is not checked."""
        if move == PASS:
            return State(
                state.stacks, state.white, state.black, state.dvonn, STACKING, 1 - state.seat,
                state.number + 1,
            )  # fmt: skip
        kind = kind_of(move)
        if not kind:
            return self._place(state, target_of(move))
        if kind == 1:
            return move_stack(state, origin_of(move), target_of(move))
        return self._draw(state, move)

    def _place(self, state: State, space: int) -> State:
        piece = piece_to_place(state)
        after = with_piece(state, piece, space, PLACING, 1 - state.seat, state.number + 1)
        return after if after.vacant else begin_stacking(after)


# -- placing -----------------------------------------------------------------------------------


def piece_to_place(state: State) -> int:
    """The piece that is placed next: the three DVONN pieces first, then the player's own colour
    (§3)."""
    if state.dvonn.bit_count() < PIECES[RED]:
        return RED
    return BLACK if state.seat else WHITE


def pieces_left(state: State) -> tuple[int, int, int, int]:
    """The numbers of pieces still to be placed, by colour; 0 after the first phase."""
    if state.phase >= STACKING:
        return 0, 0, 0, 0
    return (
        0,
        PIECES[WHITE] - state.white.bit_count(),
        PIECES[BLACK] - state.black.bit_count(),
        PIECES[RED] - state.dvonn.bit_count(),
    )


def with_piece(state: State, piece: int, space: int, phase: int, seat: int, number: int) -> State:
    """Returns *state* with *piece* on the vacant *space*, and with *phase*, *seat* and *number*."""
    stacks = list(state.stacks)
    stacks[space] = piece
    bit = 1 << space
    white, black, dvonn = state.white, state.black, state.dvonn
    if piece == WHITE:
        white |= bit
    elif piece == BLACK:
        black |= bit
    else:
        dvonn |= bit
    return State(tuple(stacks), white, black, dvonn, phase, seat, number)


def opposite(space: int) -> int:
    """The space to which a half turn of the board takes *space*."""
    return 2 * CENTRE - space


def next_pair(state: State) -> tuple[int, int]:
    """The first pair of opposite spaces that are both vacant."""
    for pair in PAIRS:
        if state.vacant >> pair[0] & 1:
            return pair
    raise ValueError("no pair of spaces is vacant")


def begin_stacking(state: State) -> State:
    """Returns the state that begins the second phase on the full board: White moves first (§3)."""
    return State(state.stacks, state.white, state.black, state.dvonn, STACKING, 0, state.number)


def is_balanced(state: State) -> bool:
    """Whether a full start is balanced (§9).

    No piece is among six of its own colour, and the numbers of white and of black pieces on the
    edge differ by two at most.
    """
    if any(surrounded(own) & own for own in (state.white, state.black)):
        return False
    apart = (state.white & EDGE).bit_count() - (state.black & EDGE).bit_count()
    return -MOST_APART <= apart <= MOST_APART


# -- stacking ----------------------------------------------------------------------------------


def moves_of(stacks: tuple[int, ...], own: int, occupied: int) -> list[int]:
    """All moves of the stacks on *own* to *occupied* spaces (§4)."""
    out: list[int] = []
    movers = own & ~surrounded(occupied)
    while movers:
        low = movers & -movers
        space = low.bit_length() - 1
        movers ^= low
        far = height(stacks[space])
        if far <= LONGEST:
            for target in TARGETS[far][space]:
                if occupied >> target & 1:
                    out.append(stack_onto(space, target))
    return out


def can_move(stacks: tuple[int, ...], own: int, occupied: int) -> bool:
    """Whether one of the stacks on *own* has a move (§4)."""
    movers = own & ~surrounded(occupied)
    while movers:
        low = movers & -movers
        space = low.bit_length() - 1
        movers ^= low
        far = height(stacks[space])
        if far <= LONGEST:
            for target in TARGETS[far][space]:
                if occupied >> target & 1:
                    return True
    return False


def move_stack(state: State, origin: int, target: int) -> State:
    """The state after the stack on *origin* moved onto *target* and groups without contact left.

    The other seat is next, even if it has to pass; the game is over if nobody can move (§5).
    """
    start, end = 1 << origin, 1 << target
    stacks = list(state.stacks)
    stacks[target] = pile(stacks[target], stacks[origin])
    stacks[origin] = 0
    white, black, dvonn = state.white & ~start, state.black & ~start, state.dvonn
    if state.seat:
        black |= end
        white &= ~end
    else:
        white |= end
        black &= ~end
    if dvonn & start:
        dvonn = dvonn ^ start | end
    removed = removed_by(state, origin, target)
    if removed:
        for space in numbers_of_set(removed):
            stacks[space] = 0
        white &= ~removed
        black &= ~removed
    held = white | black | dvonn
    left = tuple(stacks)
    seat = 1 - state.seat
    phase = STACKING if can_move(left, white, held) or can_move(left, black, held) else OVER
    return State(left, white, black, dvonn, phase, seat, state.number + 1)


def removed_by(state: State, origin: int, target: int) -> int:
    """The spaces whose stacks leave the game when the stack on *origin* moves onto *target* (§4).

    They have lost contact with the DVONN pieces.
    """
    start = 1 << origin
    dvonn = state.dvonn
    if dvonn & start:
        dvonn = dvonn ^ start | 1 << target
    occupied = state.occupied & ~start
    return occupied & ~connected(dvonn, occupied)


def score(stacks: tuple[int, ...], own: int) -> int:
    """The sum of the heights of the stacks on *own* (§5)."""
    return sum([height(stacks[space]) for space in numbers_of_set(own)])


def position(stacks: tuple[int, ...], phase: int, seat: int) -> State:
    """Returns the position with these *stacks* in which *seat* begins turn 1.

    The phase is ``OVER`` instead of ``STACKING`` where nobody can move (§5).
    """
    white = black = dvonn = 0
    for space in SPACES:
        stack = stacks[space]
        bit = 1 << space
        found = pieces(stack)
        if RED in found:
            dvonn |= bit
        if found and found[-1] == WHITE:
            white |= bit
        elif found and found[-1] == BLACK:
            black |= bit
    occupied = white | black | dvonn
    if phase == STACKING and not (
        can_move(stacks, white, occupied) or can_move(stacks, black, occupied)
    ):
        phase = OVER
    return State(stacks, white, black, dvonn, phase, seat, 1)
