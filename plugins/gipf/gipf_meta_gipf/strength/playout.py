# mypyc: compile
"""A game of GIPF finished at random, in machine words wherever only basic pieces can be entered.

Compiled, an ``i64`` is a register instead of an object.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gipf_meta import UTILITIES, Dice, few_bits
from gipf_meta_gipf.board import BOARD, ENTRY_FIRST, ENTRY_LINE, ENTRY_STEP, N_ENTRIES, fours, push
from gipf_meta_gipf.pieces import Kinds, spots_of
from gipf_meta_gipf.potentials import is_usable, view_for
from gipf_meta_gipf.rules import LOTS, Rules
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_DUEL,
    ASK_LOT,
    ASK_MAIN,
    MOVED,
    OVER,
    PLAYED,
    Move,
    Outcome,
    State,
    entering,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random, duels by lot: 1 for the winner, -1 for the loser, 0 for a draw.

    ``Rules`` makes the steps for powers, and for rows and entries of pieces that are not basic.
    """
    dice = Dice(rng)
    move: Move
    while state.ask != OVER:
        if state.ask == ASK_MAIN:
            if (
                not state.books.unsettled
                and state.reserve(state.mover)
                and not fours(state.white)
                and not fours(state.black)
            ):
                after = _play_in_words(rules, state, dice)
                if isinstance(after, int):
                    return UTILITIES[after]
                state = after
                continue
            move = _choose_main(rules, state, dice)
        elif state.ask == ASK_LOT:
            move = LOTS[dice.below(len(LOTS))]
        elif state.ask == ASK_DUEL:
            move = Outcome(dice.below(2), "")
        else:
            moves = rules.legal_moves(state)
            move = moves[dice.below(len(moves))]
        state = rules.apply(state, move)
    return UTILITIES[state.result().winner]


def _play_in_words(rules: Rules, state: State, dice: Dice) -> State | int:
    """Plays on with machine words: the winner, whose opponent has nothing to enter, or the state
    from which ``Rules`` has to go on: a row of pieces that are not all basic, or a power.

    No row stands in *state*, only basic pieces can be entered, and the mover has one.
    """
    kinds = state.kinds
    own: i64 = state.black if state.mover else state.white
    theirs: i64 = state.white if state.mover else state.black
    own_reserve: i64 = state.black_reserve if state.mover else state.white_reserve
    their_reserve: i64 = state.white_reserve if state.mover else state.black_reserve
    odd: i64 = kinds.any
    acting: i64 = kinds.acting
    mover: i64 = state.mover
    turns: i64 = 0
    left: i64 = rules.max_turns - state.number if rules.max_turns else -1
    made = state.made
    board: i64 = BOARD
    due: i64 = rules.table.due_spots
    while True:
        powers: i64 = own & acting
        entry: i64
        if powers:
            now = _state(state, kinds, own, theirs, own_reserve, their_reserve, mover, turns, made)
            entry = _choose_entry_or_power(rules, now, powers, board ^ (own | theirs), dice)
            if entry >= N_ENTRIES:
                return rules.apply(now, ANNOUNCE + entry - N_ENTRIES)
        else:
            entry = _choose_entry(board ^ (own | theirs), dice)
        first: i64 = ENTRY_FIRST[entry]
        moved: i64 = 0
        if (own | theirs) & first:
            before = theirs
            own, theirs, run = push(own, theirs, entry)
            moved = before ^ theirs
            if odd & run:
                kinds = kinds.shift(run, ENTRY_STEP[entry])
                odd = kinds.any
                acting = kinds.acting
        own |= first
        own_reserve -= 1
        # pieces that have not moved make no new row
        mine: i64 = fours(own)
        yours: i64 = fours(theirs) if moved else 0
        if (
            (odd and (mine or yours or kinds.waiting & due))
            or own | theirs == board
            or turns == left
        ):
            after = _state(
                state, kinds, own, theirs, own_reserve, their_reserve, mover, turns,
                made | PLAYED | MOVED,
            )  # fmt: skip
            return rules.continue_turn(after, None)
        while mine:
            row: i64 = _choose_row(own, own | theirs, dice)
            own_reserve += few_bits(own & row)
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
            row = _choose_row(own, own | theirs, dice)
            own_reserve += few_bits(own & row)
            own &= ~row
            theirs &= ~row
            yours = fours(own)
        if not own_reserve:
            if own & acting:
                last = _state(
                    state, kinds, own, theirs, own_reserve, their_reserve, mover, turns, made
                )
                return rules.begin_turn(last, last.number - 1)
            return 1 - mover


def _state(
    state: State,
    kinds: Kinds,
    own: i64,
    theirs: i64,
    own_reserve: i64,
    their_reserve: i64,
    mover: i64,
    turns: i64,
    made: int,
) -> State:
    """The state *turns* turns after *state*."""
    if mover:
        own, theirs = theirs, own
        own_reserve, their_reserve = their_reserve, own_reserve
    return State(
        own,
        theirs,
        kinds,
        own_reserve,
        their_reserve,
        state.books,
        mover,
        state.number + turns,
        made,
        ASK_MAIN,
        None,
    )


def _choose_main(rules: Rules, state: State, dice: Dice) -> int:
    """One of the main actions, each as likely as the other: an entry of a piece, or a power."""
    codes = rules.entry_codes(state)
    acting = state.kinds.acting & state.pieces(state.mover)
    powers = spots_of(acting) if acting and rules.may_use(state) else []
    vacant = BOARD ^ (state.white | state.black)
    entries = N_ENTRIES * len(codes)
    while True:
        number = dice.below(entries + len(powers))
        if number < entries:
            entry = number % N_ENTRIES
            if ENTRY_LINE[entry] & vacant:
                return entering(codes[number // N_ENTRIES], entry)
        elif _can_use(rules, state, powers[number - entries]):
            return ANNOUNCE + powers[number - entries]


def _choose_entry_or_power(rules: Rules, state: State, powers: i64, vacant: i64, dice: Dice) -> i64:
    """A main action where only basic pieces can be entered and the mover has *powers*, each as
    likely as the other: an entry, or ``N_ENTRIES`` plus the bit of a power."""
    spots = spots_of(powers)
    many: i64 = N_ENTRIES + len(spots)
    while True:
        entry: i64 = dice.below(many)
        if entry < N_ENTRIES:
            line: i64 = ENTRY_LINE[entry]
            if line & vacant:
                return entry
        elif _can_use(rules, state, spots[entry - N_ENTRIES]):
            return N_ENTRIES + spots[entry - N_ENTRIES]


def _can_use(rules: Rules, state: State, bit: int) -> bool:
    """Whether the mover's power on *bit* has a target."""
    kind = rules.table.kind_at(state.kinds.of(bit))
    return is_usable(kind, view_for(rules, state, state.mover), bit)


def _choose_entry(vacant: i64, dice: Dice) -> i64:
    """One of the entries whose line has a vacant spot, each as likely as the other."""
    while True:
        entry: i64 = dice.below(N_ENTRIES)
        line: i64 = ENTRY_LINE[entry]
        if line & vacant:
            return entry


def _choose_row(own: i64, occupied: i64, dice: Dice) -> i64:
    """One of the rows of *own*, each as likely as the other, with all that is connected with it on
    its line. *own* has a row.
    """
    found: i64 = 0
    chosen: i64 = 0
    along: i64 = 0
    step: i64 = 1
    while True:
        starts: i64 = own & own >> step
        starts &= starts >> 2 * step
        while starts:
            row: i64 = _connect(starts & -starts, own, step)
            starts &= ~row
            found += 1
            if found == 1 or dice.below(found) == 0:
                chosen, along = row, step
        if step == 9:
            return _connect(chosen, occupied, along)
        step = 9 if step == 8 else 8


def _connect(some: i64, pieces: i64, step: i64) -> i64:
    """*some* with all *pieces* that are connected with *some* along *step*."""
    while True:
        grown: i64 = (some | some << step | some >> step) & pieces
        if grown == some:
            return some
        some = grown
