# mypyc: compile
"""Random playouts of PÜNCT, on a board that is changed in place.

Every decision is as likely as any other of its step, as in a random game by ``Rules``: a space
is drawn until one is legal, and only if that takes long all of them are tested. Repetitions are
not detected: random games hardly have them.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import UTILITIES, Dice, Over
from gipf_meta_punct.board import CENTRE, DOT, EVEN_SIDES, KIND, MINOR, OTHER, PIECES, SPACES
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import LEVEL_BITS, PLACEMENT_MASK, State, unpack
from gipf_meta_punct.strength.table import (
    TablePiece,
    TableSpace,
    count_turns,
    make_spaces,
    pick_turn,
    turns_above,
    turns_on_board,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

FEWEST: Final = 6
"""The fewest pieces that join opposite sides, which are 17 spaces apart."""
LONGEST: Final = 2000
"""The number of turns after which a random game is a draw; no game was ever as long."""
_IDLE: Final[list[Table]] = []
"""The idle tables, for reuse: making a table takes longer than playing on it."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random and returns each seat's result: 1 won, -1 lost, 0 drawn."""
    dice = Dice(rng)
    while state.kind >= 0 and state.ending is None:
        moves = rules.legal_moves(state)
        state = rules.apply(state, moves[dice.below(len(moves))])
    ending = state.ending
    if ending is None:
        try:
            table = _IDLE.pop()
        except IndexError:  # not tested before, as another thread might take the last one
            table = Table()
        table.begin(rules, state, dice)
        ending = table.play()
        _IDLE.append(table)
    return UTILITIES[ending.winners[0] if ending.winners else -1]


class TableSide:
    """The pieces of a seat: *pieces*, of which the first *laid* are on the board.

    *counts* are the numbers of each kind in the reserve, *left* their sum.
    """

    def __init__(self, seat: int, beyond: TableSpace) -> None:
        self.pieces: Final = [TablePiece(seat, beyond) for _ in range(PIECES)]
        self.laid: i64 = 0
        self.left: i64 = 0
        self.counts: list[int] = []


class Table:
    """A board on which a random game is played, between two turns. It is used for many games."""

    def __init__(self) -> None:
        self.spaces: Final = make_spaces()
        self.sides: Final = [TableSide(seat, self.spaces[SPACES]) for seat in (0, 1)]
        self.edge: Final = [*self.spaces]
        self.rules = Rules()
        self.dice = Dice(Random(0))
        self.seat: i64 = 0
        self.number: i64 = 0
        #: the spaces that the piece moved last has left
        self.left_dot = self.left_near = self.left_far = self.spaces[SPACES]
        #: the number of the latest flood over the spaces
        self.flood: i64 = 0

    def begin(self, rules: Rules, state: State, dice: Dice) -> None:
        """Sets the board to *state*, which is between two turns; *dice* draw all later
        decisions."""
        self.rules = rules
        self.dice = dice
        self.seat = state.seat
        self.number = state.number
        spaces = self.spaces
        for number in range(SPACES):
            spaces[number].lay(None)
        for side, reserve in zip(self.sides, (state.white, state.black), strict=True):
            side.laid = 0
            side.counts = [*unpack(reserve)]
            side.left = sum(side.counts)
        for code in state.pieces:
            placement = code >> 1 & PLACEMENT_MASK
            side = self.sides[code & 1]
            one = side.pieces[side.laid]
            side.laid += 1
            one.kind = KIND[placement]
            one.level = code >> LEVEL_BITS
            one.dot = spaces[DOT[placement]]
            minor = {MINOR[placement], OTHER[placement]}
            for turn in range(6):
                one.turn_to(one.dot, turn)
                if {one.near.number, one.far.number} == minor:
                    break
            one.lay()

    def pieces(self) -> tuple[int, ...]:
        """The pieces on the board, in the form of ``State.pieces``."""
        return tuple(
            sorted([one.number() for side in self.sides for one in side.pieces[: side.laid]])
        )

    def play(self) -> Over:
        """Plays on to the end and returns it."""
        turns: i64 = 0
        while turns < LONGEST:
            ending = self.play_turn()
            if ending is not None:
                return ending
            if self.rules.max_turns and self.number >= self.rules.max_turns:
                break
            self.number += 1
            self.seat = 1 - self.seat
            turns += 1
        return Over((), "unfinished")

    def play_turn(self) -> Over | None:
        """Plays one turn; returns the end, if the turn ends the game."""
        side = self.sides[self.seat]
        counts = side.counts
        kinds: i64 = 0
        kind: i64 = 0
        while kind < 6:
            if counts[kind]:
                kinds += 1
            kind += 1
        total: i64 = kinds + side.laid
        tries: i64 = 0
        while tries < 60:
            tries += 1
            lot: i64 = self.dice.below(total)
            if lot >= kinds:
                if self._move(side, lot - kinds):
                    return self._judge_move(side)
                continue
            kind = 0
            while True:
                if counts[kind]:
                    if lot == 0:
                        break
                    lot -= 1
                kind += 1
            if self._add(side, kind):
                return self._judge_addition(side)
        return self._play_by_the_rules(side)

    def _play_by_the_rules(self, side: TableSide) -> Over | None:
        """Plays a turn where hardly any decision is legal, by testing all of them."""
        kinds = [kind for kind in range(6) if side.counts[kind]]
        lots = list(range(len(kinds) + int(side.laid)))
        while lots:
            lot: i64 = lots.pop(self.dice.below(len(lots)))
            if lot < len(kinds):
                if self._add(side, kinds[lot]):
                    return self._judge_addition(side)
            elif self._move(side, lot - len(kinds)):
                return self._judge_move(side)
        return self._judge_centre("no_turn")

    def _add(self, side: TableSide, kind: i64) -> bool:
        """Adds a piece of *kind* on a random place; returns whether there is room."""
        dice, spaces = self.dice, self.spaces
        keeps_out = not self.rules.basic or (self.seat == 0 and side.left == PIECES)
        tries: i64 = 0
        turns: i64 = 0
        space = spaces[0]
        while tries < 150 and not turns:
            tries += 1
            space = spaces[dice.below(SPACES)]
            turns = turns_on_board(space, kind, keeps_out)
        if not turns:
            found = [each for each in spaces if turns_on_board(each, kind, keeps_out)]
            if not found:
                return False
            space = found[dice.below(len(found))]
            turns = turns_on_board(space, kind, keeps_out)
        one = side.pieces[side.laid]
        side.laid += 1
        side.left -= 1
        side.counts[kind] -= 1
        one.kind = kind
        one.level = 0
        one.turn_to(space, pick_turn(turns, dice.below(count_turns(turns))))
        one.lay()
        return True

    def _move(self, side: TableSide, index: i64) -> bool:
        """Moves piece *index* of *side* to a random place; returns whether it can move.

        The piece is the last in the list afterwards.
        """
        pieces = side.pieces
        one = pieces[index]
        if not one.is_free():
            return False
        dice = self.dice
        one.lift()
        dot, turn = one.dot, one.turn
        ray = dot.ray
        many: i64 = len(ray)
        tries: i64 = 0
        turns: i64 = 0
        space = dot
        while tries < many and not turns:
            tries += 1
            space = ray[dice.below(many)]
            turns = self._find_turns(one, space, dot, turn)
        if not turns:
            found = [each for each in ray if self._find_turns(one, each, dot, turn)]
            if not found:
                one.turn_to(dot, turn)
                one.lay()
                return False
            space = found[dice.below(len(found))]
            turns = self._find_turns(one, space, dot, turn)
        self.left_dot = dot
        one.turn_to(dot, turn)
        self.left_near, self.left_far = one.near, one.far
        one.turn_to(space, pick_turn(turns, dice.below(count_turns(turns))))
        one.level = one.end().level + 1
        one.lay()
        last: i64 = side.laid - 1
        pieces[index] = pieces[last]
        pieces[last] = one
        return True

    def _find_turns(self, one: TablePiece, space: TableSpace, dot: TableSpace, turn: i64) -> i64:
        """The directions to which *one*, which is lifted, can be turned with its PÜNCT on *space*.

        It was on *dot* before, turned to *turn*, and does not stay as it was.
        """
        found: i64 = turns_on_board(space, one.kind, False) | turns_above(self.rules, one, space)
        if space is dot:
            as_it_was: i64 = 1
            as_it_was <<= turn
            found &= ~as_it_was
        return found

    def _judge_addition(self, side: TableSide) -> Over | None:
        """The end by a turn that has added a piece; ``None`` if the game goes on."""
        if self._joins(side, side.pieces[side.laid - 1].dot):
            return self.rules.judge_connections(True, False, int(self.seat))
        return None if side.left else self._judge_centre("last_piece")

    def _judge_move(self, side: TableSide) -> Over | None:
        """The end by a turn that has moved a piece from ``left_…``; ``None`` if the game goes
        on."""
        other = self.sides[1 - self.seat]
        mine = self._joins(side, side.pieces[side.laid - 1].dot)
        theirs = (
            self._joins(other, self.left_dot)
            or self._joins(other, self.left_near)
            or self._joins(other, self.left_far)
        )
        return self.rules.judge_connections(mine, theirs, int(self.seat))

    def _judge_centre(self, reason: str) -> Over:
        """The end where neither seat is connected."""
        counts = [0, 0]
        for number in CENTRE:
            owner: i64 = self.spaces[number].owner
            if owner >= 0:
                counts[owner] += 1
        return self.rules.judge_by_centre(counts[0], counts[1], reason)

    def _joins(self, side: TableSide, start: TableSpace) -> bool:
        """Whether the group of *side* on the space *start* joins opposite sides."""
        if side.laid < FEWEST:
            return False
        owner: i64 = side.pieces[0].seat
        if start.owner != owner:
            return False
        self.flood += 1
        flood: i64 = self.flood
        edge = self.edge
        edge[0] = start
        start.reached = flood
        sides: i64 = start.sides
        many: i64 = 1
        while many:
            many -= 1
            for beside in edge[many].beside:
                if beside.owner == owner and beside.reached != flood:
                    beside.reached = flood
                    sides |= beside.sides
                    edge[many] = beside
                    many += 1
        return sides & sides >> 1 & EVEN_SIDES != 0
