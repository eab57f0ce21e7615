# mypyc: compile
"""Random playouts of TZAAR, in machine words.

Compiled, an ``i64`` is a register instead of an object. As spaces are never occupied again, a
list links each stack with its neighbours on its six lines: a stack that leaves is unlinked.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import DIRECTIONS, UTILITIES, Dice, numbers_of_set
from gipf_meta_tzaar.board import FULL, RAYS, SPACES
from gipf_meta_tzaar.rules import Rules, pieces_left
from gipf_meta_tzaar.state import BLACK, DRAWING, FIRST, KINDS, PLACING, SECOND, WHITE, State

if TYPE_CHECKING:
    from mypy_extensions import i64

_TRIES: Final = 12
"""The number of random stacks and directions that are tried before all captures are listed."""
NOWHERE: Final = 60
"""The neighbour of a stack on a line without another stack."""
NOBODY: Final = 2
"""The owner of a vacant space, and of ``NOWHERE``."""
ROOM: Final = 64
"""The size of a list with one entry a space; some entries are not used."""


_NEIGHBOURS: Final = [
    RAYS[space][way][0] if space < len(SPACES) and RAYS[space][way] else NOWHERE
    for way in range(len(DIRECTIONS))
    for space in range(ROOM)
]
"""The neighbour of each space on a full board: ``way * ROOM + space``."""


def links_of(occupied: int) -> list[int]:
    """Returns the neighbour of each occupied space in each direction: ``way * ROOM + space``."""
    found = list(_NEIGHBOURS)
    for space in numbers_of_set(FULL & ~occupied):
        unlink(found, space)
    return found


def unlink(links: list[int], space: i64) -> None:
    """Takes the stack on *space* out of the links of its lines."""
    at: i64 = space
    opposite: i64 = 3 * ROOM
    end: i64 = 3 * ROOM
    while at < end:
        after: i64 = links[at]
        before: i64 = links[at + opposite]
        line: i64 = at - space
        links[line + opposite + after] = before
        links[line + before] = after
        at += ROOM


def relink(links: list[int], space: i64) -> None:
    """Puts the stack on *space* back into the links; it must be the last that was taken out."""
    at: i64 = space
    opposite: i64 = 3 * ROOM
    end: i64 = 3 * ROOM
    while at < end:
        after: i64 = links[at]
        before: i64 = links[at + opposite]
        line: i64 = at - space
        links[line + opposite + after] = space
        links[line + before] = space
        at += ROOM


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random and returns each seat's result: 1 won, -1 lost."""
    if state.ending is not None:
        return UTILITIES[1 - state.seat]
    dice = Dice(rng)
    if state.phase == DRAWING:
        board = _drawn(state, dice)
    elif state.phase == PLACING:
        board = _placed(state, dice)
    else:
        board = board_of(state)
    seat: i64 = state.seat if state.phase >= FIRST else WHITE
    return UTILITIES[board.finish(seat, state.phase == SECOND, rules.keeps_kinds, dice)]


def board_of(state: State) -> RandomBoard:
    """Returns the board of *state*, in which a turn is played."""
    heights: list[int] = []
    kinds: list[int] = []
    owners: list[int] = []
    white: i64 = state.white
    black: i64 = state.black
    for stack in state.stacks:
        left: i64 = stack
        high: i64 = 0
        kind: i64 = 0
        while left:
            kind = left
            left >>= 2
            high += 1
        heights.append(high)
        kinds.append(kind)
        owners.append(WHITE if white & 1 else BLACK if black & 1 else NOBODY)
        white >>= 1
        black >>= 1
    return RandomBoard(heights, kinds, owners)


def _owner(state: State, space: int) -> int:
    """The owner of the stack on *space*, ``NOBODY`` without one."""
    return WHITE if state.white >> space & 1 else BLACK if state.black >> space & 1 else NOBODY


def _drawn(state: State, dice: Dice) -> RandomBoard:
    """The full board after luck has drawn the remaining pieces, all equally likely."""
    kinds = list(state.stacks)
    owners = [_owner(state, space) for space in SPACES]
    bag = [
        (seat, piece)
        for seat in (WHITE, BLACK)
        for piece in KINDS
        for _each in range(pieces_left(state, seat, piece))
    ]
    for space in numbers_of_set(state.vacant):
        at = dice.below(len(bag))
        owners[space], kinds[space] = bag[at]
        bag[at] = bag[-1]
        bag.pop()
    return RandomBoard([1] * len(SPACES), kinds, owners)


def _placed(state: State, dice: Dice) -> RandomBoard:
    """The full board after both have placed their remaining pieces at random."""
    kinds = list(state.stacks)
    owners = [_owner(state, space) for space in SPACES]
    left = [[pieces_left(state, seat, piece) for piece in (0, *KINDS)] for seat in (WHITE, BLACK)]
    vacant = list(numbers_of_set(state.vacant))
    seat = state.seat
    while vacant:
        some = [piece for piece in KINDS if left[seat][piece]]
        number = dice.below(len(some) * len(vacant))
        piece, at = some[number % len(some)], number // len(some)
        left[seat][piece] -= 1
        owners[vacant[at]], kinds[vacant[at]] = seat, piece
        vacant[at] = vacant[-1]
        vacant.pop()
        seat = 1 - seat
    return RandomBoard([1] * len(SPACES), kinds, owners)


class RandomBoard:
    """A board on which a random game is played to its end.

    *heights*, *kinds* (of the tops) and *owners* have an entry for each space, 0, 0 and
    ``NOBODY`` where there is no stack.
    """

    def __init__(self, heights: list[int], kinds: list[int], owners: list[int]) -> None:
        self._heights: Final = [*heights, 0]
        self._kinds: Final = [*kinds, 0]
        self._owners: Final = [*owners, NOBODY]
        #: the spaces of each player's stacks, from seat * ROOM on, and each space's index there
        self._homes: Final = [0] * (2 * ROOM)
        self._places: Final = [0] * ROOM
        self._white: i64 = 0
        self._black: i64 = 0
        #: the number of stacks of each kind: seat * 4 + kind
        self._counts: Final = [0] * 8
        occupied = 0
        for space in SPACES:
            seat: i64 = owners[space]
            if seat == NOBODY:
                continue
            occupied |= 1 << space
            self._counts[seat * 4 + kinds[space]] += 1
            if seat:
                self._places[space] = int(self._black)
                self._homes[ROOM + self._black] = space
                self._black += 1
            else:
                self._places[space] = int(self._white)
                self._homes[self._white] = space
                self._white += 1
        self._links: Final = links_of(occupied)

    def finish(self, seat: i64, is_second: bool, keeps_kinds: bool, dice: Dice) -> i64:
        """Plays to the end from the turn of *seat*, or its second move, and returns the winner."""
        is_first_turn = self._white + self._black == len(SPACES)
        while True:
            if not is_second:
                move: i64 = self._choose_capture(seat, dice)
                if move < 0:
                    return 1 - seat
                if self._capture(seat, move):
                    return seat
            if not is_first_turn:
                move = self._choose_second(seat, keeps_kinds, dice)
                if move >= 0:
                    if self._owners[move & 63] == seat:
                        if self._strengthen(seat, move):
                            return 1 - seat
                    elif self._capture(seat, move):
                        return seat
            is_first_turn = is_second = False
            seat = 1 - seat

    def _choose_capture(self, seat: i64, dice: Dice) -> i64:
        """One random capture of *seat*, all equally likely, as ``origin << 6 | target``; -1 without
        one.

        Random stacks and directions are tried first: most often that is quicker than to list all
        captures.
        """
        many: i64 = self._black if seat else self._white
        base: i64 = seat * ROOM
        foe: i64 = 1 - seat
        tries: i64 = _TRIES
        space: i64
        to: i64
        while tries:
            number: i64 = dice.below(many * 6)
            space = self._homes[base + number // 6]
            to = self._links[number % 6 * ROOM + space]
            if self._owners[to] == foe and self._heights[to] <= self._heights[space]:
                return space << 6 | to
            tries -= 1
        moves: list[int] = []
        at: i64 = 0
        while at < many:
            space = self._homes[base + at]
            way: i64 = 0
            while way < 6:
                to = self._links[way * ROOM + space]
                if self._owners[to] == foe and self._heights[to] <= self._heights[space]:
                    moves.append(space << 6 | to)
                way += 1
            at += 1
        return moves[dice.below(len(moves))] if moves else -1

    def _choose_second(self, seat: i64, keeps_kinds: bool, dice: Dice) -> i64:
        """One random second move of *seat*, all equally likely; -1 for the pass."""
        many: i64 = self._black if seat else self._white
        base: i64 = seat * ROOM
        while True:
            number: i64 = dice.below(many * 6 + 1)
            if number == many * 6:
                return -1
            space: i64 = self._homes[base + number // 6]
            to: i64 = self._links[number % 6 * ROOM + space]
            owner: i64 = self._owners[to]
            if owner == NOBODY:
                continue
            if owner == seat:
                if not (keeps_kinds and self._counts[seat * 4 + self._kinds[to]] == 1):
                    return space << 6 | to
            elif self._heights[to] <= self._heights[space]:
                return space << 6 | to

    def _capture(self, seat: i64, move: i64) -> bool:
        """Makes a capture; returns whether it takes the last stack of a kind (§5.1)."""
        origin: i64 = move >> 6
        target: i64 = move & 63
        at: i64 = (1 - seat) * 4 + self._kinds[target]
        self._counts[at] -= 1
        if not self._counts[at]:
            return True
        self._leave(1 - seat, target)
        self._heights[target] = self._heights[origin]
        self._go(seat, origin, target)
        return False

    def _strengthen(self, seat: i64, move: i64) -> bool:
        """Puts a stack onto another; returns whether it covers the last stack of a kind (§5.2)."""
        origin: i64 = move >> 6
        target: i64 = move & 63
        at: i64 = seat * 4 + self._kinds[target]
        self._counts[at] -= 1
        if not self._counts[at]:
            return True
        self._leave(seat, target)
        self._heights[target] = self._heights[target] + self._heights[origin]
        self._go(seat, origin, target)
        return False

    def _leave(self, seat: i64, space: i64) -> None:
        """Takes *space* off the list of the stacks of *seat*."""
        base: i64 = seat * ROOM
        if seat:
            self._black -= 1
            last: i64 = self._homes[base + self._black]
        else:
            self._white -= 1
            last = self._homes[base + self._white]
        at: i64 = self._places[space]
        self._homes[base + at] = last
        self._places[last] = at

    def _go(self, seat: i64, origin: i64, target: i64) -> None:
        """Moves the top of *origin* to *target*, and makes *origin* vacant."""
        at: i64 = self._places[origin]
        self._homes[seat * ROOM + at] = target
        self._places[target] = at
        self._owners[target] = seat
        self._kinds[target] = self._kinds[origin]
        self._owners[origin] = NOBODY
        unlink(self._links, origin)
