"""How good a position looks, for bots that search (values from -1 to 1).

Material decides GIPF: who has more pieces left, in reserve and on the board, can push longer. A
power in the air is worth the mean of its success and its failure, weighted by who can still stop
it, and an unspent challenge hardly anything, so that greedy players announce and challenge.
"""

from __future__ import annotations

from typing import Final

from gipf_meta_gipf.potentials import denied
from gipf_meta_gipf.rows import rows_of, run_on, segment_on
from gipf_meta_gipf.rules import apply, legal_moves
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    OVER,
    Rules,
    State,
)

IN_RESERVE: Final = 1.1
ON_BOARD: Final = 1.0
GIPF_BONUS: Final = (0.0, -1.2, 0.0, 0.4, 0.4)
"""What so many GIPF-pieces are worth beyond their two basic pieces each: one is in danger of
being the last, a fourth adds nothing, more than that only drain the reserve."""
EACH_GIPF_MORE: Final = -0.3
LOADED_BONUS: Final = 0.2
SUPPLY: Final = 0.2
SPENT: Final = 0.35
CHALLENGE: Final = 0.02
SCALE: Final = 12.0
"""A lead of so many pieces is as good as won."""
WORKS: Final = {ASK_TARGET: 1.0, ASK_ANSWER: 0.6, ASK_LOT: 0.5, ASK_DUEL: 0.5}
"""How likely an announced power works, by how far it has come."""


def evaluate(rules: Rules, s: State, seat: int) -> float:
    """How *s* looks for *seat*, from -1 (lost) to 1 (won)."""
    if s.ask == OVER:
        winner = s.result().winner
        return 0.0 if winner < 0 else 1.0 if winner == seat else -1.0
    chance = WORKS.get(s.ask)
    if chance is None:
        return _squeezed(_lead(s, seat))
    fails = _squeezed(_lead(denied(s), seat))
    return chance * _best_use(rules, s, seat) + (1.0 - chance) * fails


def _best_use(rules: Rules, s: State, seat: int) -> float:
    """The announced power carried out as its owner likes best."""
    ready = s.asking(ASK_TARGET, s.detail)
    values = [
        evaluate(rules, apply(rules, ready, move), s.mover) for move in legal_moves(rules, ready)
    ]
    best = max(values)
    return best if seat == s.mover else -best


def _squeezed(lead: float) -> float:
    return max(-0.95, min(0.95, lead / SCALE))


def _lead(s: State, seat: int) -> float:
    lead = _worth(s, seat) - _worth(s, 1 - seat)
    if s.ask in (ASK_ROW, ASK_PIECE):
        captured = _capturable(s)
        lead += captured if seat == s.mover else -captured
    return lead


def _worth(s: State, player: int) -> float:
    """What *player* has, in pieces."""
    own, kinds, books = s.pieces(player), s.kinds, s.books
    worth = IN_RESERVE * s.reserve(player) + ON_BOARD * own.bit_count()
    if not kinds.any and not books.unsettled:
        return worth
    gipfs = (own & kinds.gipf).bit_count()
    most = len(GIPF_BONUS) - 1
    worth += (2 * IN_RESERVE - ON_BOARD) * gipfs + GIPF_BONUS[min(gipfs, most)]
    worth += EACH_GIPF_MORE * max(0, gipfs - most)
    worth += LOADED_BONUS * (own & (kinds.tamsk | kinds.zertz)).bit_count()
    worth -= (ON_BOARD - SPENT) * (own & (kinds.spent_t | kinds.spent_z)).bit_count()
    worth += SUPPLY * (books.supply[2 * player] + books.supply[2 * player + 1])
    return worth + CHALLENGE * (books.challenges[2 * player] + books.challenges[2 * player + 1])


def _capturable(s: State) -> float:
    """What the mover's rows take from the other side, in pieces."""
    own, theirs = s.pieces(s.mover), s.pieces(1 - s.mover)
    hit = 0
    for line in rows_of(own):
        hit |= segment_on(own | theirs, run_on(own, line), line)
    return ON_BOARD * (hit & theirs).bit_count() + (hit & theirs & s.kinds.gipf).bit_count()
