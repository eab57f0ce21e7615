# mypyc: compile
"""What a position is worth to bots that search, from -1 to 1.

The sum for each side counts pieces, their places, stretches of three, potentials and challenges.
The difference of the two sums is the logarithm of the odds of winning. So a value is the average
result of such positions, and it can be weighed against the values of luck and of duels.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from gipf_meta import exp
from gipf_meta_gipf.board import CENTRE, JUMP_SHIFTS, LINE_BITS, LINE_SHIFT, SPOTS
from gipf_meta_gipf.potentials import deny
from gipf_meta_gipf.rows import rows_of, run_on, segment_on
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    OVER,
    TAMSK,
    State,
)


@dataclass(frozen=True)
class Weights:
    """What things are worth, in logits of winning.

    Reserve, board, places and stretches were fitted to how games between searching bots ended.
    GIPF-pieces and potentials are set by hand near what was fitted: a player that sees no more
    than his own turn keeps three GIPF-pieces, loads before he enters basic pieces, and uses powers.
    """

    reserve: float = 0.5
    """A piece in reserve."""
    board: float = 0.46
    """A basic piece on the board, two for a GIPF-piece."""
    short: float = -2.8
    """No piece to play the next turn with; half of it if there is one, a third if two, …"""
    centre: float = 0.2
    """A piece on e5."""
    ring: float = 0.17
    """A piece beside e5."""
    outer: float = 0.05
    """A piece two steps from e5."""
    three: float = 0.12
    """Four spots in a row of which three or four are one's own."""
    last: float = -1.0
    """The danger of losing the last GIPF-piece."""
    spare: float = 0.35
    """Each GIPF-piece after the first, beyond its two basic ones."""
    many: float = -0.8
    """Each GIPF-piece after the third."""
    tamsk: float = 0.6
    """A TAMSK-potential on the board."""
    zertz: float = 0.7
    """A ZÈRTZ-potential on the board."""
    spent: float = 0.5
    """A potential that was used."""
    supply: float = 0.2
    """A potential that can still be entered."""
    deny_tamsk: float = 0.13
    """A challenge, if one TAMSK-potential is left that it can be used against; see ``CHOICE``."""
    deny_zertz: float = 0.06
    """The same against a ZÈRTZ-potential: many jumps gain little."""
    turn: float = 0.15
    """Having to play next."""
    wins: float = 0.5
    """How often a duel is won by whose power is challenged."""

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, tuple(getattr(self, field.name) for field in fields(self))


WEIGHTS: Final = Weights()

CHOICE: Final[tuple[float, ...]] = (0.0, 1.0, 1.37, 1.62, 1.82, 1.98, 2.12)
"""The worth of a challenge by the number of powers that it can be used against: its owner need not
use it against the first. With exponentially distributed gains one power more turns c into
c + exp(-c)."""
CERTAIN: Final = 0.98
"""The worth of the greatest lead: less than that of a won game."""


def _neighbours_of(spots: int) -> int:
    """The spots beside *spots*."""
    found = 0
    for step in JUMP_SHIFTS:
        found |= spots << step if step > 0 else spots >> -step
    return found & SPOTS.full


def _starts(direction: int) -> int:
    """The spots where a stretch of four spots of a line begins in *direction*."""
    shift = SPOTS.shifts[direction]
    lines = zip(LINE_BITS, LINE_SHIFT, strict=True)
    return sum(1 << bit for bits, step in lines if step == shift for bit in bits[:-3])


RING: Final = _neighbours_of(CENTRE)
OUTER: Final = _neighbours_of(RING) & ~RING & ~CENTRE
STARTS_N: Final = _starts(0)
"""The spots where a stretch of four begins, for each direction."""
STARTS_NE: Final = _starts(1)
STARTS_SE: Final = _starts(2)


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
    white = _value(rules, state, weights)
    return -white if seat else white


def _value(rules: Rules, state: State, weights: Weights) -> float:
    """What *state* is worth to White.

    A power that is announced is worth its best use, or its failure, by who can still deny it.
    """
    if state.ask < ASK_TARGET:
        return _squash(_lead(rules, state, weights))
    if state.ask == OVER:
        winner = state.result().winner
        return 0.0 if winner < 0 else -1.0 if winner else 1.0
    works = _best_use(rules, state.with_question(ASK_TARGET, state.detail), weights)
    if state.ask == ASK_TARGET:
        return works
    fails = _squash(_lead(rules, deny(state), weights))
    fought = weights.wins * works + (1.0 - weights.wins) * fails
    if state.ask != ASK_ANSWER:
        return fought
    # it is challenged if that is worth a challenge; a lead of 1 is worth about 0.4
    is_tamsk = state.announcement().kind == TAMSK
    paid = 0.4 * (weights.deny_tamsk if is_tamsk else weights.deny_zertz)
    return max(works, fought - paid) if state.mover else min(works, fought + paid)


def _best_use(rules: Rules, ready: State, weights: Weights) -> float:
    """What *ready* is worth to White after the best target of the announced power."""
    best = -1.0
    for move in rules.legal_moves(ready):
        value = _value(rules, rules.apply(ready, move), weights)
        best = max(best, -value if ready.mover else value)
    return -best if ready.mover else best


def _squash(lead: float) -> float:
    """A lead as a value between -1 and 1."""
    odds = exp(-abs(lead))
    value = CERTAIN * (1 - odds) / (1 + odds)
    return value if lead > 0 else -value


def _lead(rules: Rules, state: State, weights: Weights) -> float:
    """By how much White is ahead, in logits."""
    lead = _worth(rules, state, 0, weights) - _worth(rules, state, 1, weights)
    own = weights.turn
    if state.ask == ASK_ROW or state.ask == ASK_PIECE:
        own = _value_of_rows(state, weights) - own
    return lead - own if state.mover else lead + own


def _worth(rules: Rules, state: State, player: int, w: Weights) -> float:
    """The worth of all that *player* has, in logits."""
    own, kinds, books = state.pieces(player), state.kinds, state.books
    reserve = state.reserve(player)
    worth = (
        w.reserve * reserve
        + w.board * own.bit_count()
        + w.ring * (own & RING).bit_count()
        + w.outer * (own & OUTER).bit_count()
        + w.three * threes(own)
    )
    if own & CENTRE:
        worth += w.centre
    if not kinds.any and not books.unsettled:
        return worth + w.short / (1 + reserve)
    gipfs = (own & kinds.gipf).bit_count()
    if gipfs:
        worth += w.board * gipfs + (w.spare * (gipfs - 1) if gipfs > 1 else w.last)
        if gipfs > 3:
            worth += w.many * (gipfs - 3)
    if not kinds.any & ~kinds.gipf and not any(books.supply):
        return worth + w.short / (1 + reserve)
    jumpers = (own & kinds.zertz).bit_count()
    worth += w.zertz * jumpers + w.tamsk * (own & kinds.tamsk).bit_count()
    worth += (w.spent - w.board) * (own & (kinds.spent_t | kinds.spent_z)).bit_count()
    worth += w.supply * (books.supply[2 * player] + books.supply[2 * player + 1])
    # a jump is a turn that costs no piece
    return worth + w.short / (1 + reserve + jumpers) + _value_of_challenges(rules, state, player, w)


def _value_of_challenges(rules: Rules, state: State, player: int, w: Weights) -> float:
    """What the challenges of *player* are worth, by the powers they could be used against."""
    theirs, supply, challenges = (
        state.pieces(1 - player),
        state.books.supply,
        state.books.challenges,
    )
    tamsk = supply[2 - 2 * player] + (theirs & state.kinds.tamsk).bit_count()
    zertz = supply[3 - 2 * player] + (theirs & state.kinds.zertz).bit_count()
    if rules.shared_challenges:
        own = challenges[2 * player]
        return max(
            w.deny_tamsk * _challenges_worth(own, tamsk),
            w.deny_zertz * _challenges_worth(own, zertz),
        )
    against_tamsk = w.deny_tamsk * _challenges_worth(challenges[2 * player], tamsk)
    return against_tamsk + w.deny_zertz * _challenges_worth(challenges[2 * player + 1], zertz)


def _challenges_worth(challenges: int, powers: int) -> float:
    """How much the *challenges* count against so many *powers*."""
    if challenges >= powers:
        return float(powers)
    if not challenges:
        return 0.0
    # the first challenge has its choice, the others what is left
    most = len(CHOICE) - 1
    return CHOICE[min(powers, most)] + (challenges - 1.0)


def threes(own: int) -> int:
    """The number of stretches of four spots of which three or four are *own*."""
    pairs, some = own & own >> 8, own | own >> 8
    count = ((pairs & some >> 16 | some & pairs >> 16) & STARTS_N).bit_count()
    pairs, some = own & own >> 9, own | own >> 9
    count += ((pairs & some >> 18 | some & pairs >> 18) & STARTS_NE).bit_count()
    pairs, some = own & own >> 1, own | own >> 1
    return count + ((pairs & some >> 2 | some & pairs >> 2) & STARTS_SE).bit_count()


def _value_of_rows(state: State, weights: Weights) -> float:
    """What the mover's rows are worth: captured pieces, and his own that return to the reserve."""
    own, theirs = state.pieces(state.mover), state.pieces(1 - state.mover)
    hit = 0
    for line in rows_of(own):
        hit |= segment_on(own | theirs, run_on(own, line), line)
    captured = (hit & theirs).bit_count() + (hit & theirs & state.kinds.gipf).bit_count()
    back = (hit & own & ~state.kinds.any).bit_count()
    return weights.board * captured + (weights.reserve - weights.board) * back
