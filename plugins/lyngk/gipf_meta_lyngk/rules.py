# mypyc: compile
"""The rules of LYNGK on integers (docs/reference/lyngk.md; all §§ below are of it).

Sets of points and of colours are masks. ``state`` lists the turns and the draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import Over, first_on, height, kind_of, occupied_by, origin_of, pile, target_of, top
from gipf_meta_lyngk.board import POINTS, RAYS
from gipf_meta_lyngk.state import (
    BLACK,
    COUNTS,
    DRAWING,
    JOKER,
    OVER,
    PASS,
    PIECES,
    PLAYING,
    WHITE,
    State,
    colours,
    draw,
    is_draw,
    piece_of,
    turn,
)

BARE: Final = (0,) * len(POINTS)
"""The stacks of an empty board."""
FIVE: Final = 5
"""The height at which a stack is taken, or stands as an obstacle (§4.4)."""
SIX: Final = 6
"""The height of the stack that wins the variant (§6)."""

TAKEN: Final = "stacks"
"""The winner has taken more stacks of five (§5)."""
HIGHEST: Final = "heights"
"""Both have taken as many stacks; higher stacks on the board decide (§5, §6.3)."""
EQUAL: Final = "equal"
"""Both are equal in everything: a draw (§5)."""
STACK_OF_SIX: Final = "six"
"""The winner has made a stack of six (§6.2)."""


class Rules:
    """The rules with one set of options. All methods are pure.

    *to_six*: the variant "stack of six" (§6); *takes_obstacles*: a player who claims a colour
    takes the stacks of five of it that stand on the board (§9).
    """

    def __init__(self, to_six: bool = False, takes_obstacles: bool = False) -> None:
        self.to_six: Final = to_six
        self.takes_obstacles: Final = takes_obstacles and not to_six
        self.limit: Final = SIX if to_six else FIVE

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (self.to_six, self.takes_obstacles)

    # -- the start ---------------------------------------------------------------------------

    def start(self) -> State:
        """The start of a game: the board before luck sets it up."""
        return State(BARE, (0, 0), (0, 0), DRAWING, WHITE, 1)

    def draws(self, state: State) -> tuple[tuple[int, int], ...]:
        """The draws that luck may play for the next point, each with its weight (§3)."""
        if state.phase != DRAWING:
            return ()
        point = state.occupied.bit_count()
        return tuple(
            (draw(piece, point), left)
            for piece in PIECES
            if (left := COUNTS[piece] - state.stacks.count(piece))
        )

    # -- turns -------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> Sequence[int]:
        """The legal moves of the seat on turn, or a pass; empty after the end, and where luck
        draws."""
        if state.phase != PLAYING:
            return ()
        return self.turns(state, state.seat) or (PASS,)

    def turns(self, state: State, seat: int) -> list[int]:
        """The turns that *seat* could play if it were on turn, with and without a claim (§4)."""
        own, theirs = state.claims[seat], state.claims[1 - seat]
        plain = self._moves(state.stacks, own, theirs, 0)
        if not state.may_claim(seat):
            return plain
        found = [*plain]
        for claim in state.unclaimed:
            stacks = self.after_claim(state.stacks, claim)
            if stacks != state.stacks:
                found += self._moves(stacks, own | 1 << claim, theirs, claim)
                continue
            # stacks of other colours move as they did without the claim
            found += [
                turn(claim, origin_of(move), target_of(move))
                for move in plain
                if top(stacks[origin_of(move)]) != claim
            ]
            found += self._moves(stacks, 1 << claim, ~(1 << claim), claim)
        return found

    def has_turn(self, state: State, seat: int) -> bool:
        """Whether *seat* could play a turn if it were on turn, with or without a claim."""
        own, theirs = state.claims[seat], state.claims[1 - seat]
        if self._has_move(state.stacks, own, theirs):
            return True
        return state.may_claim(seat) and any(
            self._has_move(self.after_claim(state.stacks, claim), own | 1 << claim, theirs)
            for claim in state.unclaimed
        )

    def _has_move(self, stacks: tuple[int, ...], own: int, theirs: int) -> bool:
        """Whether a stack of a colour that is not one of *theirs* can move."""
        taken_up = occupied_by(stacks)
        return any(
            stacks[origin]
            and not theirs >> top(stacks[origin]) & 1
            and self.targets(stacks, taken_up, origin, own)
            for origin in POINTS
        )

    def _moves(self, stacks: tuple[int, ...], own: int, theirs: int, claim: int) -> list[int]:
        """The turns of stacks of all colours but *theirs*, each with *claim* before it.

        The player has claimed the colours *own*.
        """
        taken_up = occupied_by(stacks)
        return [
            turn(claim, origin, target)
            for origin in POINTS
            if stacks[origin] and not theirs >> top(stacks[origin]) & 1
            for target in self.targets(stacks, taken_up, origin, own)
        ]

    def targets(self, stacks: tuple[int, ...], taken_up: int, origin: int, own: int) -> list[int]:
        """The points to which the stack on *origin* may go (§4.2, §4.3).

        *taken_up* are the points with stacks, *own* the colours that the player has claimed. It
        is not checked whether the player may move that stack.
        """
        stack = stacks[origin]
        if top(stack) == JOKER:
            return []
        highest = self.limit if own >> top(stack) & 1 else height(stack)
        return [
            target
            for target in stacks_met(stacks, taken_up, origin, own)
            if height(stacks[target]) <= highest and self.fits(stack, stacks[target])
        ]

    def fits(self, stack: int, below: int) -> bool:
        """Whether *stack* may lie on the stack *below*: not too high, no colour twice (§4.2)."""
        return height(stack) + height(below) <= self.limit and not colours(stack) & colours(below)

    def after_claim(self, stacks: tuple[int, ...], claim: int) -> tuple[int, ...]:
        """The board after a claim: with ``takes_obstacles`` the obstacles of that colour are
        gone (§9)."""
        if not (self.takes_obstacles and claim):
            return stacks
        return tuple([0 if is_obstacle(stack, claim) else stack for stack in stacks])

    # -- playing -----------------------------------------------------------------------------

    def apply(self, state: State, move: int) -> State:
        """Returns the state after *move*, which must be legal: it is not checked."""
        if is_draw(move):
            return _with_piece(state, piece_of(move), target_of(move))
        if move == PASS:
            return self._next(state.stacks, state.claims, state.taken, state)
        seat, claim = state.seat, kind_of(move)
        origin, target = origin_of(move), target_of(move)
        claims, taken = [*state.claims], [*state.taken]
        if claim:
            claims[seat] |= 1 << claim
        cleared = self.after_claim(state.stacks, claim)
        taken[seat] += cleared.count(0) - state.stacks.count(0)
        stacks = [*cleared]
        made = pile(stacks[target], stacks[origin])
        stacks[origin] = 0
        is_full = height(made) == self.limit and bool(claims[seat] >> top(made) & 1)
        stacks[target] = 0 if is_full and not self.to_six else made
        taken[seat] += is_full
        left, claimed, won = tuple(stacks), (claims[0], claims[1]), (taken[0], taken[1])
        if is_full and self.to_six:
            ending = Over((seat,), STACK_OF_SIX)
            return State(left, claimed, won, OVER, 1 - seat, state.number, ending)
        return self._next(left, claimed, won, state)

    def _next(
        self,
        stacks: tuple[int, ...],
        claims: tuple[int, int],
        taken: tuple[int, int],
        before: State,
    ) -> State:
        """The state after the turn in *before*; the other seat is next, and the end if nobody
        can play (§5)."""
        seat = 1 - before.seat
        after = State(stacks, claims, taken, PLAYING, seat, before.number + 1)
        if self.has_turn(after, seat) or self.has_turn(after, 1 - seat):
            return after
        return self.finished(after, before.number)

    def finished(self, last: State, number: int) -> State:
        """The end in *last*, where neither can play, in turn *number*: by stacks taken, then by
        heights.

        §5 decides, and §6.3 in the variant.
        """
        stacks, claims, taken = last.stacks, last.claims, last.taken
        counts = [
            (taken[player], *count_heights(stacks, claims[player], self.limit - 1))
            for player in (WHITE, BLACK)
        ]
        scores = None if self.to_six else taken
        if counts[WHITE] == counts[BLACK]:
            ending = Over((), EQUAL, scores)
        else:
            winner = WHITE if counts[WHITE] > counts[BLACK] else BLACK
            reason = HIGHEST if taken[WHITE] == taken[BLACK] else TAKEN
            ending = Over((winner,), reason, scores)
        return State(stacks, claims, taken, OVER, last.seat, number, ending)


def stacks_met(stacks: tuple[int, ...], taken_up: int, origin: int, own: int) -> list[int]:
    """The points where the stack on *origin* meets other stacks.

    If its colour is one of *own*, it goes on over LYNGK-points, stacks of that colour, which are
    left out of the result (§4.3).
    """
    colour = top(stacks[origin])
    is_own = bool(own >> colour & 1)
    taken_up &= ~(1 << origin)
    seen, starts, ends = 1 << origin, [origin], []
    for point in starts:  # it grows while it is gone through
        for ray in RAYS[point]:
            target = first_on(ray, taken_up)
            if target < 0 or seen >> target & 1:
                continue
            seen |= 1 << target
            if is_own and top(stacks[target]) == colour:
                starts.append(target)
            else:
                ends.append(target)
    return ends


def count_heights(stacks: tuple[int, ...], claims: int, highest: int) -> tuple[int, ...]:
    """The numbers of stacks of the colours *claims* that are *highest*, one lower, and so on to
    1."""
    high = [height(stack) for stack in stacks if stack and claims >> top(stack) & 1]
    return tuple([high.count(each) for each in range(highest, 0, -1)])


def is_obstacle(stack: int, colour: int) -> bool:
    """Whether *stack* has five pieces with that *colour* on top."""
    return top(stack) == colour and height(stack) == FIVE


def _with_piece(state: State, piece: int, point: int) -> State:
    """Returns *state* with *piece*, which luck has put on *point* (§3)."""
    stacks = list(state.stacks)
    stacks[point] = piece
    phase = DRAWING if 0 in stacks else PLAYING
    return State(tuple(stacks), state.claims, state.taken, phase, WHITE, state.number)
