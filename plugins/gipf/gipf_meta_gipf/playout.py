"""A game of GIPF finished at random, in plain integers wherever only basic pieces are entered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

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
    Move,
    Outcome,
    Rules,
    State,
)


def playout(rules: Rules, s: State, rng: Random) -> tuple[float, ...]:
    """Plays on at random, duels by lot; 1 for the winner and -1 for the loser, or 0 for both.

    Rows, powers and pieces that are not basic go by the rules' own steps.
    """
    random = rng.random
    move: Move
    while s.ask != OVER:
        if s.ask == ASK_MAIN and not s.kinds.zertz:
            if not s.books.unsettled and not fours(s.white) and not fours(s.black):
                s = _hurried(rules, s, random)
                continue
            kinds = entry_kinds(rules, s)
            kind = kinds[int(random() * len(kinds))]
            move = N_ENTRIES * kind + _entry(BOARD ^ (s.white | s.black), random)
        elif s.ask == ASK_LOT:
            move = LOTS[int(random() * len(LOTS))]
        elif s.ask == ASK_DUEL:
            move = Outcome(int(random() * 2), "")
        else:
            moves = legal_moves(rules, s)
            move = moves[int(random() * len(moves))]
        s = apply(rules, s, move)
    winner = s.result().winner
    if winner < 0:
        return (0.0, 0.0)
    return (-1.0, 1.0) if winner else (1.0, -1.0)


def _hurried(rules: Rules, s: State, random: Callable[[], float]) -> State:
    """What follows the next entry that makes a row, or after which the other player may have no
    entry, or something else is due. No row stands in *s*, and only basic pieces can be entered."""
    white, black, kinds = s.white, s.black, s.kinds
    white_reserve, black_reserve = s.white_reserve, s.black_reserve
    mover, number, made = s.mover, s.number, s.made
    last = rules.max_turns
    while True:
        vacant = BOARD ^ (white | black)
        entry = _entry(vacant, random)
        first = ENTRY_FIRST[entry]
        before = white if mover else black
        if not vacant & first:
            white, black, run = push(white, black, entry)
            if kinds.any & run:
                kinds = kinds.moved(run, ENTRY_STEP[entry])
        # pieces that have not moved make no new row
        if mover:
            black |= first
            black_reserve -= 1
            due = not white_reserve or fours(black) or (white != before and fours(white))
        else:
            white |= first
            white_reserve -= 1
            due = not black_reserve or fours(white) or (black != before and fours(black))
        if due or kinds.tamsk & CENTRE or white | black == BOARD or number == last:
            after = State(
                white,
                black,
                kinds,
                white_reserve,
                black_reserve,
                s.books,
                mover,
                number,
                made | PLAYED | MOVED,
                ASK_MAIN,
                None,
            )
            return go_on(rules, after, None)
        mover = 1 - mover
        number += 1
        made = 0


def _entry(vacant: int, random: Callable[[], float]) -> int:
    """One of the entries whose line has a vacant spot, each as likely as the other."""
    while True:
        entry = int(random() * N_ENTRIES)
        if ENTRY_LINE[entry] & vacant:
            return entry
