# mypyc: compile
"""A game of PÜNCT finished at random, on a board that changes.

Every decision is as likely as any other of its step, as in a random game by ``Rules``: a space is
drawn until one is legal, and only if that takes long are all of them looked at. Repetitions are
not looked for: random games hardly have them.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import Dice, Over
from gipf_meta_punct.board import (
    DOT,
    END,
    KIND,
    MINOR,
    NEIGHBOURS,
    OTHER,
    PLACEMENTS,
    RAYS,
    SIDES,
    SPACES,
)
from gipf_meta_punct.rules import Rules, is_room
from gipf_meta_punct.state import FULL, LEVEL_BITS, PLACEMENT_MASK, State, pack, unpack

if TYPE_CHECKING:
    from mypy_extensions import i64

_DRAWN: Final[tuple[float, ...]] = (0.0, 0.0)
_WON: Final[tuple[tuple[float, ...], ...]] = ((1.0, -1.0), (-1.0, 1.0))
FEWEST: Final = 6
"""The fewest pieces that join opposite sides: they are 17 spaces apart."""
LONGEST: Final = 2000
"""Turns after which a random game is a draw: none has been seen to last that long."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for the winner and -1 for the loser, or 0 for both."""
    dice = Dice(rng)
    while state.kind >= 0 and state.ending is None:
        moves = rules.legal_moves(state)
        state = rules.apply(state, moves[dice.below(len(moves))])
    ending = state.ending
    if ending is None:
        ending = Table(rules, state, dice).play()
    return _WON[ending.winners[0]] if ending.winners else _DRAWN


class Table:
    """A board on which a random game is played, between two turns.

    *tops* is the highest piece on every space. For each seat, *pieces* are those on the board, and
    *under*, three for each of them, what lies below its dots. *counts* are the reserves.
    """

    def __init__(self, rules: Rules, state: State, dice: Dice) -> None:
        self.rules: Final = rules
        self.dice: Final = dice
        self.seat: i64 = state.seat
        self.number: i64 = state.number
        self.tops: Final = [-1] * SPACES
        self.pieces: Final[tuple[list[int], list[int]]] = ([], [])
        self.under: Final[tuple[list[int], list[int]]] = ([], [])
        self.counts: Final = (list(unpack(state.white)), list(unpack(state.black)))
        #: which flood has reached each space
        self.reached: Final = [0] * SPACES
        self.flood: i64 = 0
        self.ways: Final = [0] * 6
        for one in state.pieces:
            self._put(one)

    def _put(self, one: i64) -> None:
        """Lays the piece *one* on the tops."""
        at: i64 = one >> 1 & PLACEMENT_MASK
        tops = self.tops
        a: i64 = DOT[at]
        b: i64 = MINOR[at]
        c: i64 = OTHER[at]
        seat: i64 = one & 1
        self.pieces[seat].append(one)
        under = self.under[seat]
        under.append(tops[a])
        under.append(tops[b])
        under.append(tops[c])
        tops[a] = tops[b] = tops[c] = one

    def play(self) -> Over:
        """Plays on to the end."""
        turns: i64 = 0
        while turns < LONGEST:
            ending = self._play_turn()
            if ending is not None:
                return ending
            if self.rules.max_turns and self.number >= self.rules.max_turns:
                break
            self.number += 1
            self.seat = 1 - self.seat
            turns += 1
        return Over((), "unfinished")

    def _play_turn(self) -> Over | None:
        """Plays one turn; the end, if it ends the game."""
        seat: i64 = self.seat
        counts = self.counts[seat]
        kinds: i64 = 0
        for kind in range(6):
            if counts[kind]:
                kinds += 1
        total: i64 = kinds + len(self.pieces[seat])
        tries: i64 = 0
        while tries < 60:
            tries += 1
            lot: i64 = self.dice.below(total)
            if lot < kinds:
                kind = 0
                while True:
                    if counts[kind]:
                        if lot == 0:
                            break
                        lot -= 1
                    kind += 1
                if self._add(kind):
                    return self._judge(-1)
            else:
                moved: i64 = self._move(lot - kinds)
                if moved >= 0:
                    return self._judge(moved)
        return self._play_by_the_rules()

    def _play_by_the_rules(self) -> Over | None:
        """A turn where hardly anything is legal: all that is legal is looked at."""
        seat: i64 = self.seat
        kinds = [kind for kind in range(6) if self.counts[seat][kind]]
        total: i64 = len(kinds) + len(self.pieces[seat])
        lots = list(range(total))
        while lots:
            lot: i64 = lots.pop(self.dice.below(len(lots)))
            if lot < len(kinds):
                if self._add(kinds[lot]):
                    return self._judge(-1)
            else:
                moved: i64 = self._move(lot - len(kinds))
                if moved >= 0:
                    return self._judge(moved)
        return self.rules.judge_without_connection(self.tops, "no_turn")

    def _add(self, kind: i64) -> bool:
        """Adds a piece of *kind* anywhere; whether there is room."""
        dice = self.dice
        seat: i64 = self.seat
        keeps_out = not self.rules.basic
        if not keeps_out and seat == 0:
            keeps_out = pack(tuple(self.counts[0])) == FULL
        tries: i64 = 0
        while tries < 150:
            tries += 1
            space: i64 = dice.below(SPACES)
            if self.tops[space] < 0:
                count: i64 = self._find_room(space, kind, keeps_out)
                if count:
                    return self._lay_new(self.ways[dice.below(count)])
        spaces = [n for n in range(SPACES) if self._find_room(n, kind, keeps_out)]
        if not spaces:
            return False
        count = self._find_room(spaces[dice.below(len(spaces))], kind, keeps_out)
        return self._lay_new(self.ways[dice.below(count)])

    def _find_room(self, space: i64, kind: i64, keeps_out: bool) -> i64:
        """How many *ways* a new piece of *kind* can lie with its PÜNCT on *space*."""
        count: i64 = 0
        for placement in PLACEMENTS[6 * space + kind]:
            if is_room(self.tops, placement, keeps_out):
                self.ways[count] = placement
                count += 1
        return count

    def _lay_new(self, placement: i64) -> bool:
        """Lays a new piece; always true."""
        seat: i64 = self.seat
        self.counts[seat][KIND[placement]] -= 1
        self._put(placement << 1 | seat)
        return True

    def _move(self, index: i64) -> i64:
        """Moves the piece *index* of the seat anywhere: where it lay, or -1 if it cannot move."""
        seat: i64 = self.seat
        tops = self.tops
        one: i64 = self.pieces[seat][index]
        at: i64 = one >> 1 & PLACEMENT_MASK
        a: i64 = DOT[at]
        b: i64 = MINOR[at]
        c: i64 = OTHER[at]
        if tops[a] != one or tops[b] != one or tops[c] != one:
            return -1
        under = self.under[seat]
        tops[a] = under[3 * index]
        tops[b] = under[3 * index + 1]
        tops[c] = under[3 * index + 2]
        ray = RAYS[a]
        many: i64 = len(ray)
        kind: i64 = KIND[at]
        count: i64 = 0
        tries: i64 = 0
        while tries < many and not count:
            tries += 1
            count = self._find_ways(ray[self.dice.below(many)], kind, at)
        if not count:
            spaces = [space for space in ray if self._find_ways(space, kind, at)]
            if not spaces:
                tops[a] = tops[b] = tops[c] = one
                return -1
            count = self._find_ways(spaces[self.dice.below(len(spaces))], kind, at)
        placement: i64 = self.ways[self.dice.below(count)]
        level: i64 = (tops[END[placement]] >> LEVEL_BITS) + 1
        # the last piece takes the place of the one that has been lifted
        last = self.pieces[seat].pop()
        lowest = under[-3:]
        del under[-3:]
        if last != one:
            self.pieces[seat][index] = last
            under[3 * index] = lowest[0]
            under[3 * index + 1] = lowest[1]
            under[3 * index + 2] = lowest[2]
        self._put(level << LEVEL_BITS | placement << 1 | seat)
        return at

    def _find_ways(self, space: i64, kind: i64, at: i64) -> i64:
        """How many *ways* a lifted piece can lie with its PÜNCT on *space*."""
        count: i64 = 0
        for placement in PLACEMENTS[6 * space + kind]:
            if placement != at and self.rules.level_on(self.tops, placement, self.seat) >= 0:
                self.ways[count] = placement
                count += 1
        return count

    def _judge(self, left: i64) -> Over | None:
        """How the turn ends the game, if it does; *left* is where a piece was lifted, or -1."""
        seat: i64 = self.seat
        mine = theirs = False
        if len(self.pieces[seat]) >= FEWEST:
            mine = self._joins(DOT[self.pieces[seat][-1] >> 1 & PLACEMENT_MASK], seat)
        if left >= 0:
            for space in (DOT[left], MINOR[left], OTHER[left]):
                top: i64 = self.tops[space]
                if top >= 0 and top & 1 != seat and len(self.pieces[1 - seat]) >= FEWEST:
                    theirs = theirs or self._joins(space, 1 - seat)
        if mine or theirs:
            return self.rules.judge_connections(mine, theirs, seat)
        if left < 0 and not any(self.counts[seat]):
            return self.rules.judge_without_connection(self.tops, "last_piece")
        return None

    def _joins(self, start: i64, seat: i64) -> bool:
        """Whether the group of *seat* on the space *start* joins opposite sides."""
        self.flood += 1
        flood: i64 = self.flood
        reached, tops = self.reached, self.tops
        reached[start] = flood
        edge = [start]
        sides: i64 = 0
        while edge:
            space: i64 = edge.pop()
            sides |= SIDES[space]
            for beside in NEIGHBOURS[space]:
                if reached[beside] != flood:
                    other: i64 = tops[beside]
                    if other >= 0 and other & 1 == seat:
                        reached[beside] = flood
                        edge.append(beside)
        return sides & sides >> 1 & 21 != 0
