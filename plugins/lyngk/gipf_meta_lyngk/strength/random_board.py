# mypyc: compile
"""A board of LYNGK for random playouts, in machine words.

Compiled, an ``i64`` is a register instead of an object. As points are never occupied again, a
list links each stack with its neighbours on its six lines: a stack that leaves is unlinked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import DIRECTIONS, Dice, few_bits, height, top
from gipf_meta_lyngk.board import POINTS, RAYS
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import BLACK, COLOURS, JOKER, PASS, PLAYING, WHITE, State, colours

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = 2
"""The winner of a drawn game."""
STOPPED: Final = 3
"""The result of a game that has not ended."""
NOTHING: Final = 0
WON: Final = 1
OBSTACLE: Final = 2
"""The results of a turn: no full stack; a full one of the player's colours; a full neutral one."""
_TRIES: Final = 16
"""The number of random turns that are tried before all turns are listed."""
NOWHERE: Final = 60
"""The neighbour of a stack on a line without another stack."""
ROOM: Final = 64
"""The size of a list with one entry a point; some entries are not used."""
MOST: Final = 8
"""The most stacks of one colour, which is the number of its pieces (§2)."""
HEIGHT: Final = 15
"""The bits of a size that hold the height; all of them are set where no stack fits on."""
COLOURS_AT: Final = 4
"""The bit of a size from which on the set of the stack's colours stands."""
_NO_STACKS: Final = [0] * ROOM
_NO_MORE: Final = [0] * (ROOM - len(POINTS))
_ALL: Final = sum(1 << colour for colour in COLOURS)

_NEIGHBOURS: Final = [
    RAYS[point][way][0] if point < len(POINTS) and RAYS[point][way] else NOWHERE
    for way in range(len(DIRECTIONS))
    for point in range(ROOM)
]
"""The neighbour of each point on a full board: ``way * ROOM + point``."""


class RandomBoard:
    """A board on which a game is played to its end, or until a claim could take obstacles."""

    def __init__(self, rules: Rules, state: State) -> None:
        self._limit: i64 = rules.limit
        self._to_six: Final = rules.to_six
        self._takes_obstacles: Final = rules.takes_obstacles
        self._seat: i64 = state.seat
        self._claims: Final = list(state.claims)
        self._taken: Final = list(state.taken)
        self._stacks: Final = [*state.stacks, *_NO_MORE]
        self._tops: Final = list(_NO_STACKS)
        #: the height of each stack, and the set of its colours above that, from bit COLOURS_AT on
        self._sizes: Final = list(_NO_STACKS)
        #: the points with a stack of each colour, from colour * MOST on, how many there are,
        #: and where there each point is
        self._homes: Final = list(_NO_STACKS)
        self._counts: Final = [0] * (JOKER + 1)
        self._places: Final = list(_NO_STACKS)
        self._links: Final = list(_NEIGHBOURS)
        #: how many stacks of its colour each stack sees, and how many pairs each colour has so
        self._alike: Final = list(_NO_STACKS)
        self._pairs: Final = [0] * (JOKER + 1)
        #: how many turns, legal or not, the stacks of each colour are tried with
        self._slots: Final = [0] * JOKER
        #: the stacks that one goes on from (§4.3), the first of them itself
        self._chain: Final = [0] * MOST
        for point in POINTS:
            stack = state.stacks[point]
            if not stack:
                self._unlink(point)
                continue
            self._stand(point, height(stack) | colours(stack) << COLOURS_AT, top(stack))
        self._sizes[NOWHERE] = HEIGHT

    def _stand(self, point: i64, size: i64, colour: i64) -> None:
        """Enters a stack on *point*, where none is entered: its size, its colour, and its pairs.

        A pair is two stacks of one colour that see each other.
        """
        self._sizes[point] = size
        self._tops[point] = colour
        count: i64 = self._counts[colour]
        self._places[point] = count
        self._homes[colour * MOST + count] = point
        self._counts[colour] = count + 1
        self._alike[point] = self._change_alike(point, colour, 1)

    def _change_alike(self, point: i64, colour: i64, by: i64) -> i64:
        """Changes *by* 1 or -1 the pairs of *point* with stacks of *colour*; returns their
        number."""
        found: i64 = 0
        at: i64 = point
        end: i64 = 6 * ROOM
        while at < end:
            other: i64 = self._links[at]
            if self._tops[other] == colour:
                found += 1
                self._alike[other] = self._alike[other] + by
            at += ROOM
        self._pairs[colour] = self._pairs[colour] + by * found
        return found

    def state(self) -> State:
        """The position, in which the game goes on."""
        return State(
            tuple(self._stacks[: len(POINTS)]),
            (self._claims[WHITE], self._claims[BLACK]),
            (self._taken[WHITE], self._taken[BLACK]),
            PLAYING,
            self._seat,
            1,
        )

    def finish(self, dice: Dice) -> i64:
        """Plays on; returns the winner, ``NOBODY``, or ``STOPPED`` where a claim could take
        obstacles."""
        has_passed = False
        while True:
            move: i64 = self.choose(dice)
            if move != PASS:
                has_passed = False
                made: i64 = self._play(move)
                if made == WON and self._to_six:
                    return self._seat
                if made == OBSTACLE and self._takes_obstacles:
                    self._seat = 1 - self._seat
                    return STOPPED
            elif has_passed:
                return self._winner()
            else:
                has_passed = True
            self._seat = 1 - self._seat

    def choose(self, dice: Dice) -> i64:
        """One random turn of the seat on turn, all equally likely; ``PASS`` without one.

        Random turns are tried first: most often that is quicker than to list them all.
        """
        own: i64 = self._claims[self._seat]
        free: i64 = self._free()
        total: i64 = self._count_slots(own, free)
        tries: i64 = _TRIES if total else 0
        while tries:
            tries -= 1
            number: i64 = dice.below(total * 6)
            way: i64 = number % 6 * ROOM
            number //= 6
            colour: i64 = 1
            part: i64 = self._slots[1]
            while number >= part:
                number -= part
                colour += 1
                part = self._slots[colour]
            move: i64 = self._turn(colour, number, way, own, free)
            if move != PASS:
                return move
        moves = self.turns()
        return moves[dice.below(len(moves))] if moves else PASS

    def _free(self) -> i64:
        """The colours that the seat on turn may claim."""
        own: i64 = self._claims[self._seat]
        if own & (own - 1):
            return 0
        theirs: i64 = self._claims[1 - self._seat]
        return _ALL & ~own & ~theirs

    def _count_slots(self, own: i64, free: i64) -> i64:
        """Fills ``_slots`` and returns their sum: the turns to try for one direction.

        A stack without the LYNGK-rule has one slot, a stack with it one for each stack that its
        chain can have; and each of these again after every claim.
        """
        claims: i64 = few_bits(free)
        theirs: i64 = self._claims[1 - self._seat]
        total: i64 = 0
        colour: i64 = 1
        while colour < JOKER:
            many: i64 = self._counts[colour]
            slots: i64 = many
            if theirs >> colour & 1:
                slots = 0
            elif own >> colour & 1:
                slots = (1 + claims) * many * self._longest(colour)
            elif free >> colour & 1:
                slots = (claims + self._longest(colour)) * many
            self._slots[colour] = slots
            total += slots
            colour += 1
        return total

    def _longest(self, colour: i64) -> i64:
        """An upper limit for the number of stacks of a *colour* in one chain."""
        many: i64 = self._counts[colour]
        linked: i64 = self._pairs[colour] + 1
        return linked if linked < many else many

    def _turn(self, colour: i64, number: i64, way: i64, own: i64, free: i64) -> i64:
        """The turn in slot *number* of a *colour*; ``PASS`` if it is illegal, or the same as an
        earlier one."""
        many: i64 = self._counts[colour]
        chained: i64 = many * self._longest(colour)
        origin: i64
        target: i64
        claim: i64 = 0
        if own >> colour & 1 or (free >> colour & 1 and number < chained):
            if own >> colour & 1:
                claim = _nth(free, number // chained)
                number %= chained
            else:
                claim = colour
            origin = self._homes[colour * MOST + number % many]
            target = self._over_points(origin, number // many, way)
        else:
            if free >> colour & 1:
                number -= chained
                claim = _nth(free & ~(1 << colour), number // many)
                number %= many
            origin = self._homes[colour * MOST + number]
            target = self._links[way + origin]
            if self._sizes[target] & HEIGHT > self._sizes[origin] & HEIGHT:
                return PASS
        if not self._fits(origin, target):
            return PASS
        return claim << 12 | origin << 6 | target

    def _fits(self, origin: i64, target: i64) -> bool:
        """Whether the stack on *origin* fits onto the one on *target* (§4.2)."""
        above: i64 = self._sizes[origin]
        below: i64 = self._sizes[target]
        return above & below <= HEIGHT and (above & HEIGHT) + (below & HEIGHT) <= self._limit

    def _over_points(self, origin: i64, index: i64, way: i64) -> i64:
        """The point that a stack reaches from LYNGK-point *index* of its chain, whose first is
        *origin*.

        ``NOWHERE`` if there is none, or if an earlier LYNGK-point leads to it, too.
        """
        if index and (not self._alike[origin] or self._follow(origin, index + 1) <= index):
            return NOWHERE
        point: i64 = self._chain[index] if index else origin
        target: i64 = self._links[way + point]
        earlier: i64 = 0
        while earlier < index:
            point = self._chain[earlier]
            at: i64 = 0
            while at < 6 * ROOM:
                if self._links[at + point] == target:
                    return NOWHERE
                at += ROOM
            earlier += 1
        return target

    def _follow(self, origin: i64, most: i64) -> i64:
        """Fills ``_chain`` from *origin* on with at most *most* stacks; returns their number."""
        colour: i64 = self._tops[origin]
        seen: i64 = _bit(origin)
        self._chain[0] = origin
        found: i64 = 1
        at: i64 = 0
        while at < found and found < most:
            line: i64 = self._chain[at]
            end: i64 = line + 6 * ROOM
            while line < end and found < most:
                target: i64 = self._links[line]
                if self._tops[target] == colour and not seen & _bit(target):
                    seen |= _bit(target)
                    self._chain[found] = target
                    found += 1
                line += ROOM
            at += 1
        return found

    def turns(self) -> list[int]:
        """The turns of the seat on turn."""
        own: i64 = self._claims[self._seat]
        theirs: i64 = self._claims[1 - self._seat]
        free: i64 = self._free()
        moves: list[int] = []
        colour: i64 = 1
        while colour < JOKER:
            at: i64 = colour * MOST
            end: i64 = at + self._counts[colour]
            if theirs >> colour & 1:
                end = at
            while at < end:
                origin: i64 = self._homes[at]
                if own >> colour & 1:
                    self._list_over_points(moves, origin, 0)
                    self._after_claims(moves, origin, free)
                else:
                    self._list_plain(moves, origin)
                    self._after_claims(moves, origin, free & ~(1 << colour))
                    if free >> colour & 1:
                        self._list_over_points(moves, origin, colour)
                at += 1
            colour += 1
        return moves

    def _list_plain(self, moves: list[int], origin: i64) -> None:
        """Adds the moves of a neutral stack to *moves*."""
        high: i64 = self._sizes[origin] & HEIGHT
        line: i64 = origin
        while line < 6 * ROOM:
            target: i64 = self._links[line]
            if self._sizes[target] & HEIGHT <= high and self._fits(origin, target):
                moves.append(origin << 6 | target)
            line += ROOM

    def _list_over_points(self, moves: list[int], origin: i64, claim: i64) -> None:
        """Adds the moves of a player's own stack to *moves*, after a *claim* or none."""
        found: i64 = self._follow(origin, MOST)
        seen: i64 = 0
        at: i64 = 0
        while at < found:
            line: i64 = self._chain[at]
            end: i64 = line + 6 * ROOM
            while line < end:
                target: i64 = self._links[line]
                if not seen & _bit(target) and self._fits(origin, target):
                    moves.append(claim << 12 | origin << 6 | target)
                seen |= _bit(target)
                line += ROOM
            at += 1

    def _after_claims(self, moves: list[int], origin: i64, free: i64) -> None:
        """Adds the moves from *origin*, the last of *moves*, once more after each claim of
        *free*."""
        start: i64 = len(moves)
        while start and moves[start - 1] >> 6 == origin:
            start -= 1
        plain = moves[start:]
        claim: i64 = 1
        while claim < JOKER:
            if free >> claim & 1:
                moves += [claim << 12 | move for move in plain]
            claim += 1

    def _play(self, move: i64) -> i64:
        """Plays a turn; returns ``NOTHING``, ``WON`` or ``OBSTACLE`` by the stack that it makes."""
        seat: i64 = self._seat
        claim: i64 = move >> 12
        origin: i64 = move >> 6 & 63
        target: i64 = move & 63
        if claim:
            claims: i64 = self._claims[seat]
            self._claims[seat] = claims | 1 << claim
        above: i64 = self._sizes[origin]
        below: i64 = self._sizes[target]
        high: i64 = (above & HEIGHT) + (below & HEIGHT)
        colour: i64 = self._tops[origin]
        stack: i64 = self._stacks[origin]
        stack = stack << 4 * (below & HEIGHT) | self._stacks[target]
        self._leave(origin)
        self._unlink(origin)
        self._leave(target)
        self._stacks[origin] = 0
        self._stacks[target] = stack
        self._stand(target, high | (above | below) & ~HEIGHT, colour)
        if high < self._limit:
            return NOTHING
        owned: i64 = self._claims[seat]
        if not owned >> colour & 1:
            return OBSTACLE
        if not self._to_six:
            self._leave(target)
            self._unlink(target)
            self._stacks[target] = 0
        self._taken[seat] += 1
        return WON

    def _leave(self, point: i64) -> None:
        """Takes *point* off the list of its colour's stacks, and removes its pairs."""
        colour: i64 = self._tops[point]
        self._change_alike(point, colour, -1)
        self._tops[point] = 0
        count: i64 = self._counts[colour] - 1
        last: i64 = self._homes[colour * MOST + count]
        at: i64 = self._places[point]
        self._homes[colour * MOST + at] = last
        self._places[last] = at
        self._counts[colour] = count

    def _unlink(self, point: i64) -> None:
        """Takes the empty *point* out of the links: the stacks on its two sides now see each
        other."""
        at: i64 = point
        opposite: i64 = 3 * ROOM
        while at < opposite:
            after: i64 = self._links[at]
            before: i64 = self._links[at + opposite]
            line: i64 = at - point
            self._links[line + opposite + after] = before
            self._links[line + before] = after
            colour: i64 = self._tops[after]
            if colour and colour == self._tops[before]:
                self._pairs[colour] += 1
                self._alike[before] += 1
                self._alike[after] += 1
            at += ROOM

    def _winner(self) -> i64:
        """The winner where neither can play: by stacks taken, then by heights (§5, §6.3)."""
        lead: i64 = self._taken[WHITE] - self._taken[BLACK]
        high: i64 = self._limit - 1
        while not lead and high:
            lead = self._count_height(WHITE, high) - self._count_height(BLACK, high)
            high -= 1
        return WHITE if lead > 0 else BLACK if lead else NOBODY

    def _count_height(self, seat: i64, high: i64) -> i64:
        """The number of stacks of *high* pieces in the colours of *seat*."""
        found: i64 = 0
        claims: i64 = self._claims[seat]
        colour: i64 = 1
        while colour < JOKER:
            at: i64 = colour * MOST
            end: i64 = at + (self._counts[colour] if claims >> colour & 1 else 0)
            while at < end:
                if self._sizes[self._homes[at]] & HEIGHT == high:
                    found += 1
                at += 1
            colour += 1
        return found


def _bit(point: i64) -> i64:
    """The set with one point. A literal is not shifted, for compiled that would be in 32 bits."""
    found: i64 = 1
    found <<= point
    return found


def _nth(mask: i64, number: i64) -> i64:
    """The set bit with that *number*, from 1 on; 0 for none if *number* is 0."""
    if not number:
        return 0
    bit: i64 = 0
    while number:
        bit += 1
        if mask >> bit & 1:
            number -= 1
    return bit
