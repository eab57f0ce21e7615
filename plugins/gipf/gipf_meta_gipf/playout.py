# mypyc: compile
"""A game of GIPF finished at random, in machine words wherever only basic pieces are entered.

Compiled, an ``i64`` is a register instead of an object.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import Dice
from gipf_meta_gipf.board import (
    BOARD,
    CENTRE,
    ENTRY_FIRST,
    ENTRY_LINE,
    ENTRY_STEP,
    N_ENTRIES,
    fours,
    push,
)
from gipf_meta_gipf.rules import LOTS, apply, entry_kinds, go_on, legal_moves
from gipf_meta_gipf.state import (
    ASK_DUEL,
    ASK_LOT,
    ASK_MAIN,
    MOVED,
    OVER,
    PLAYED,
    Kinds,
    Move,
    Outcome,
    Rules,
    State,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_DRAWN: Final[tuple[float, ...]] = (0.0, 0.0)
_WON: Final[tuple[tuple[float, ...], ...]] = ((1.0, -1.0), (-1.0, 1.0))


def playout(rules: Rules, s: State, rng: Random) -> tuple[float, ...]:
    """Plays on at random, duels by lot; 1 for the winner and -1 for the loser, or 0 for both.

    Powers, rows with pieces that are not basic, and the entries of such pieces go by the rules' own
    steps.
    """
    dice = Dice(rng)
    move: Move
    while s.ask != OVER:
        if s.ask == ASK_MAIN and not s.kinds.zertz:
            if not s.books.unsettled and not fours(s.white) and not fours(s.black):
                after = _hurried(rules, s, dice)
                if isinstance(after, int):
                    return _WON[after]
                s = after
                continue
            kinds = entry_kinds(rules, s)
            kind = kinds[dice.below(len(kinds))]
            move = N_ENTRIES * kind + _entry(BOARD ^ (s.white | s.black), dice)
        elif s.ask == ASK_LOT:
            move = LOTS[dice.below(len(LOTS))]
        elif s.ask == ASK_DUEL:
            move = Outcome(dice.below(2), "")
        else:
            moves = legal_moves(rules, s)
            move = moves[dice.below(len(moves))]
        s = apply(rules, s, move)
    winner = s.result().winner
    return _WON[winner] if winner >= 0 else _DRAWN


def _hurried(rules: Rules, s: State, dice: Dice) -> State | int:
    """Who wins because the other has nothing to enter, or the state after which the rules' own
    steps are needed. No row stands in *s*, and only basic pieces can be entered."""
    kinds = s.kinds
    own: i64 = s.black if s.mover else s.white
    theirs: i64 = s.white if s.mover else s.black
    own_reserve: i64 = s.black_reserve if s.mover else s.white_reserve
    their_reserve: i64 = s.white_reserve if s.mover else s.black_reserve
    odd: i64 = kinds.any
    mover: i64 = s.mover
    turns: i64 = 0
    left: i64 = rules.max_turns - s.number if rules.max_turns else -1
    made = s.made
    board: i64 = BOARD
    centre: i64 = CENTRE
    while True:
        entry: i64 = _entry(board ^ (own | theirs), dice)
        first: i64 = ENTRY_FIRST[entry]
        moved: i64 = 0
        if (own | theirs) & first:
            before = theirs
            own, theirs, run = push(own, theirs, entry)
            moved = before ^ theirs
            if odd & run:
                kinds = kinds.moved(run, ENTRY_STEP[entry])
                odd = kinds.any
        own |= first
        own_reserve -= 1
        # pieces that have not moved make no new row
        mine: i64 = fours(own)
        yours: i64 = fours(theirs) if moved else 0
        if (
            (odd and (mine or yours or kinds.tamsk & centre))
            or own | theirs == board
            or turns == left
        ):
            after = _state(
                s, kinds, own, theirs, own_reserve, their_reserve, mover, turns,
                made | PLAYED | MOVED,
            )  # fmt: skip
            return go_on(rules, after, None)
        while mine:
            row: i64 = _any_row(own, own | theirs, dice)
            own_reserve += count(own & row)
            own &= ~row
            theirs &= ~row
            mine = fours(own)
            yours = fours(theirs)
        own, theirs = theirs, own
        own_reserve, their_reserve = their_reserve, own_reserve
        mover = 1 - mover
        turns += 1
        made = 0
        while yours:
            row = _any_row(own, own | theirs, dice)
            own_reserve += count(own & row)
            own &= ~row
            theirs &= ~row
            yours = fours(own)
        if not own_reserve:
            return 1 - mover


def _state(
    s: State,
    kinds: Kinds,
    own: i64,
    theirs: i64,
    own_reserve: i64,
    their_reserve: i64,
    mover: i64,
    turns: i64,
    made: int,
) -> State:
    """The state *turns* turns after *s*."""
    if mover:
        own, theirs = theirs, own
        own_reserve, their_reserve = their_reserve, own_reserve
    return State(
        own,
        theirs,
        kinds,
        own_reserve,
        their_reserve,
        s.books,
        mover,
        s.number + turns,
        made,
        ASK_MAIN,
        None,
    )


def _entry(vacant: i64, dice: Dice) -> i64:
    """One of the entries whose line has a vacant spot, each as likely as the other."""
    while True:
        entry: i64 = dice.below(N_ENTRIES)
        line: i64 = ENTRY_LINE[entry]
        if line & vacant:
            return entry


def _any_row(own: i64, occupied: i64, dice: Dice) -> i64:
    """One of the rows of *own*, each as likely as the other, with all that is connected to it on
    its line. There is one."""
    found: i64 = 0
    chosen: i64 = 0
    along: i64 = 0
    step: i64 = 1
    while True:
        starts: i64 = own & own >> step
        starts &= starts >> 2 * step
        while starts:
            row: i64 = _connected(starts & -starts, own, step)
            starts &= ~row
            found += 1
            if found == 1 or dice.below(found) == 0:
                chosen, along = row, step
        if step == 9:
            return _connected(chosen, occupied, along)
        step = 9 if step == 8 else 8


def _connected(some: i64, pieces: i64, step: i64) -> i64:
    """*some* with all *pieces* connected to it on its line."""
    while True:
        grown: i64 = (some | some << step | some >> step) & pieces
        if grown == some:
            return some
        some = grown


def count(mask: i64) -> i64:
    """How many bits are set; a row has seven at most."""
    many: i64 = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many
