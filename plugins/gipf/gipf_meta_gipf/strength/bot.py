# mypyc: compile
"""The judgement of positions for bots that search: a value from -1 to 1.

The sum for each side counts pieces, their places, stretches of three, potentials and challenges.
The difference of the two sums, plus the value of the patterns of the 21 lines (``patterns.py``),
is the logarithm of the odds of winning. So a value is the average result of such positions, and it
can be weighed against the values of luck and of duels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gipf_meta import FrozenParts, exp
from gipf_meta_gipf.board import (
    BOARD,
    CENTRE,
    ENTRY_FIRST,
    ENTRY_STEP,
    LINE_BITS,
    LINE_SHIFT,
    N_ENTRIES,
    SPOTS,
    STEPS,
    count,
    fours,
    push,
)
from gipf_meta_gipf.kind import Kind
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, owners, spots_of
from gipf_meta_gipf.potentials import deny, view_for
from gipf_meta_gipf.rows import rows_of, run_on, segment_on
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    MORE,
    MOVED,
    OVER,
    TARGET,
    Move,
    State,
)
from gipf_meta_gipf.strength.patterns import NO_WORTHS, worth_of_lines

if TYPE_CHECKING:
    from mypy_extensions import i64


@dataclass(frozen=True)
class Weights(FrozenParts):
    """The weights of the judgement, in logits of winning.

    A potential on the board, and a challenge against one, are worth what their kind says.

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
    spent: float = 0.35
    """A potential that was used."""
    supply: float = 0.2
    """A potential that can still be entered."""
    covered: float = 0.15
    """A basic piece that lies under a cover: no piece of its player, but it may be free again."""
    turn: float = 0.15
    """Having to play next."""
    wins: float = 0.5
    """The probability that the player whose power is challenged wins the duel."""


WEIGHTS: Final = Weights()

CHOICE: Final[tuple[float, ...]] = (0.0, 1.0, 1.37, 1.62, 1.82, 1.98, 2.12)
"""The worth of a challenge by the number of powers that it can be used against: its owner need not
use it against the first. With exponentially distributed gains one power more turns c into
c + exp(-c)."""
UNIT: Final = 0.001
"""Worths of lines are thousandths of a logit."""
CERTAIN: Final = 0.98
"""The worth of the greatest lead: less than that of a won game."""


def _neighbours_of(spots: int) -> int:
    """The spots beside *spots*."""
    found = 0
    for step in STEPS:
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


def evaluate(
    rules: Rules,
    state: State,
    seat: int,
    weights: Weights = WEIGHTS,
    lines: list[int] = NO_WORTHS,
) -> float:
    """The value of *state* for *seat*, from -1 (lost) to 1 (won).

    *lines* are the worths of lines by place, in thousandths of a logit.
    """
    white = _value(rules, state, weights, lines)
    return -white if seat else white


def evaluate_moves(
    rules: Rules,
    state: State,
    seat: int,
    moves: Sequence[Move],
    weights: Weights = WEIGHTS,
    lines: list[int] = NO_WORTHS,
) -> list[float]:
    """The value of *state* for *seat* after each of *moves*, as ``evaluate`` returns it."""
    quiet = evaluate_quiet_moves(rules, state, seat, moves, weights, lines)
    worths: list[float] = []
    for index in range(len(moves)):
        worth = quiet[index]
        if worth is None:
            worth = evaluate(rules, rules.apply(state, moves[index]), seat, weights, lines)
        worths.append(worth)
    return worths


def evaluate_quiet_moves(
    rules: Rules,
    state: State,
    seat: int,
    moves: Sequence[Move],
    weights: Weights = WEIGHTS,
    lines: list[int] = NO_WORTHS,
) -> list[float | None]:
    """The value of *state* for *seat* after each quiet one of *moves*; ``None`` for the others.

    An entry is quiet if the next player's main action comes at once: he has a piece to enter, and
    the board is not full. It is judged without a new state: it changes the places of the pieces
    and, by the piece that it brings, the rest of both players' values (``_Rest``).
    """
    worths: list[float | None] = []
    kinds, books, table = state.kinds, state.books, rules.table
    mover = state.mover
    their_reserve = state.white_reserve if mover else state.black_reserve
    hurries = (
        state.ask == ASK_MAIN
        and (their_reserve > 1 or (their_reserve > 0 and not books.opened))
        and state.number != rules.max_turns
        and not table.leans
    )
    rests: list[_Rest | None] = [None] * (LOADED + table.n)
    waiting: i64 = kinds.waiting
    due_spots: i64 = table.due_spots
    for move in moves:
        if not hurries or not isinstance(move, int) or TARGET <= move < MORE:
            worths.append(None)
            continue
        code, at = BASIC, move
        if at >= N_ENTRIES:
            code, at = divmod(at if at < TARGET else at - MORE + TARGET, N_ENTRIES)
        entry: i64 = at
        white: i64 = state.white
        black: i64 = state.black
        marked: i64 = kinds.gipf
        waits: i64 = waiting
        first: i64 = ENTRY_FIRST[entry]
        if (white | black) & first:
            run: i64
            white, black, run = push(white, black, entry)
            step: i64 = ENTRY_STEP[entry]
            inside: i64 = marked & run
            if inside:
                marked &= ~run
                marked |= inside << step if step > 0 else inside >> -step
            inside = waits & run
            if inside:
                waits &= ~run
                waits |= inside << step if step > 0 else inside >> -step
        if code == GIPF:
            marked |= first
        elif code != BASIC and table.due >> (code - LOADED) & 1:
            waits |= first
        if mover:
            black |= first
        else:
            white |= first
        if fours(white) or fours(black) or white | black == BOARD or waits & due_spots:
            worths.append(None)
            continue
        rest = rests[code]
        if rest is None:
            rest = rests[code] = _Rest(rules, rules.apply(state, move), weights)
        lead = _worth_on_board(white, marked, rest.white_reserve, weights) + rest.white
        lead -= _worth_on_board(black, marked, rest.black_reserve, weights) + rest.black
        if mover:
            lead += weights.turn + UNIT * worth_of_lines(white, black, lines)
        else:
            lead -= weights.turn + UNIT * worth_of_lines(black, white, lines)
        value = _squash(lead)
        worths.append(-value if seat else value)
    return worths


class _Rest:
    """The parts of a *state*'s value that do not depend on where pieces stand, by player."""

    __slots__ = ("black", "black_reserve", "white", "white_reserve")

    def __init__(self, rules: Rules, state: State, w: Weights) -> None:
        self.white_reserve: Final = state.white_reserve
        self.black_reserve: Final = state.black_reserve
        self.white: Final = _rest(rules, state, 0, w)
        self.black: Final = _rest(rules, state, 1, w)


def _worth_on_board(own: i64, gipf: i64, reserve: int, w: Weights) -> float:
    """The worth of a player's *reserve* and of his *own* basic and GIPF-pieces, in logits, whatever
    he can play the next turn with."""
    worth = (
        w.reserve * reserve
        + w.board * count(own)
        + w.ring * count(own & RING)
        + w.outer * count(own & OUTER)
        + w.three * threes(own)
    )
    if own & CENTRE:
        worth += w.centre
    gipfs = count(own & gipf)
    if gipfs:
        worth += w.board * gipfs + (w.spare * (gipfs - 1) if gipfs > 1 else w.last)
        if gipfs > 3:
            worth += w.many * (gipfs - 3)
    return worth


def _value(rules: Rules, state: State, weights: Weights, lines: list[int]) -> float:
    """The value of *state* for White, from -1 (lost) to 1 (won).

    A power that is announced is worth its best use, or its failure, by who can still deny it.
    """
    if state.ask < ASK_TARGET:
        return _squash(_lead(rules, state, weights, lines))
    if state.ask == OVER:
        winner = state.result().winner
        return 0.0 if winner < 0 else -1.0 if winner else 1.0
    works = _best_use(rules, state.with_question(ASK_TARGET, state.detail), weights, lines)
    if state.ask == ASK_TARGET:
        return works
    fails = _squash(_lead(rules, deny(rules, state), weights, lines))
    fought = weights.wins * works + (1.0 - weights.wins) * fails
    if state.ask != ASK_ANSWER:
        return fought
    # it is challenged if that is worth a challenge; a lead of 1 is worth about 0.4
    paid = 0.4 * rules.table.kinds[state.announcement().kind].deny
    return max(works, fought - paid) if state.mover else min(works, fought + paid)


def _best_use(rules: Rules, ready: State, weights: Weights, lines: list[int]) -> float:
    """The value of *ready* for White after the best target of the announced power."""
    best = -1.0
    for move in rules.legal_moves(ready):
        value = _value(rules, rules.apply(ready, move), weights, lines)
        best = max(best, -value if ready.mover else value)
    return -best if ready.mover else best


def _squash(lead: float) -> float:
    """A lead as a value between -1 and 1."""
    odds = exp(-abs(lead))
    value = CERTAIN * (1 - odds) / (1 + odds)
    return value if lead > 0 else -value


def _lead(rules: Rules, state: State, weights: Weights, lines: list[int]) -> float:
    """The lead of White, in logits."""
    lead = _worth(rules, state, 0, weights) - _worth(rules, state, 1, weights)
    next_player = state.mover
    if state.ask == ASK_ROW or state.ask == ASK_PIECE:
        value = _value_of_rows(state, weights)
        lead += -value if state.mover else value
        if state.made & MOVED:
            next_player = 1 - next_player
    if next_player:
        return lead - (weights.turn + UNIT * worth_of_lines(state.black, state.white, lines))
    return lead + (weights.turn + UNIT * worth_of_lines(state.white, state.black, lines))


def _worth(rules: Rules, state: State, player: int, w: Weights) -> float:
    """The worth of all that *player* has, in logits."""
    reserve = state.black_reserve if player else state.white_reserve
    own: i64 = state.black if player else state.white
    return _worth_on_board(own, state.kinds.gipf, reserve, w) + _rest(rules, state, player, w)


def _rest(rules: Rules, state: State, player: int, w: Weights) -> float:
    """The worth of *player*'s assets besides the places of his pieces: potentials, challenges by
    the powers they could be used against, and something to play the next turn with."""
    kinds, books = state.kinds, state.books
    reserve = state.black_reserve if player else state.white_reserve
    if not kinds.any & ~kinds.gipf and (not rules.table.n or not any(books.supply)):
        return w.short / (1 + reserve)
    own: i64 = state.black if player else state.white
    other: i64 = state.white if player else state.black
    table, masks, supplies = rules.table, kinds.masks, books.supply
    n, challenges, shared = table.n, books.challenges, rules.shared_challenges
    at_own, at_other = (n, 0) if player else (0, n)
    worth, challenged, supply = 0.0, 0.0, 0
    for at in range(n):
        kind: Kind = table.kinds[at]
        mask: i64 = masks[at]
        loaded: i64 = own & mask
        if loaded:
            worth += _worth_of_loaded(rules, state, player, kind, loaded)
        supply += supplies[at_own + at]
        left = challenges[at_own + (0 if shared else at)]
        if left:
            powers = supplies[at_other + at] + count(other & mask)
            value = kind.deny * _challenges_worth(left, powers)
            challenged = max(challenged, value) if shared else challenged + value
    worth += (w.spent - w.board) * count(own & kinds.spent)
    worth += w.supply * supply
    if kinds.covers:
        worth += w.covered * _covered_pieces(rules, state, player)
    # a power that is a main action is a turn that costs no piece
    actors = count(own & kinds.acting)
    return worth + w.short / (1 + reserve + actors) + challenged


def _worth_of_loaded(rules: Rules, state: State, player: int, kind: Kind, loaded: i64) -> float:
    """The worth of the potentials of *kind* that *player* has on the spots *loaded*."""
    if kind.lean is None:
        return kind.worth * count(loaded)
    view = view_for(rules, state, player)
    return sum([kind.lean(view, bit) for bit in spots_of(loaded)])


def _covered_pieces(rules: Rules, state: State, player: int) -> int:
    """The number of basic pieces of *player* that lie under covers."""
    count, most = 0, LOADED + rules.table.n
    for bit, _under in state.kinds.covers:
        codes = state.kinds.stack(bit)
        whose = owners(state.black >> bit & 1, codes)
        for at in range(1, len(codes)):
            if whose[at] == player and (codes[at] == BASIC or LOADED <= codes[at] < most):
                count += 1
    return count


def _challenges_worth(challenges: int, powers: int) -> float:
    """The weight of a player's *challenges* against the number of *powers* that they could be used
    against."""
    if challenges >= powers:
        return float(powers)
    if not challenges:
        return 0.0
    # the first challenge has its choice, the others what is left
    most = len(CHOICE) - 1
    return CHOICE[min(powers, most)] + (challenges - 1.0)


def threes(own: i64) -> int:
    """The number of stretches of four spots of which three or four are *own*."""
    pairs: i64 = own & own >> 8
    some: i64 = own | own >> 8
    found: i64 = (pairs & some >> 16 | some & pairs >> 16) & STARTS_N
    pairs = own & own >> 9
    some = own | own >> 9
    slanting: i64 = (pairs & some >> 18 | some & pairs >> 18) & STARTS_NE
    pairs = own & own >> 1
    some = own | own >> 1
    falling: i64 = (pairs & some >> 2 | some & pairs >> 2) & STARTS_SE
    return count(found) + count(slanting) + count(falling)


def _value_of_rows(state: State, weights: Weights) -> float:
    """The value of the mover's rows, in logits: captured pieces, and own ones that return."""
    own, theirs = state.pieces(state.mover), state.pieces(1 - state.mover)
    hit = 0
    for line in rows_of(own):
        hit |= segment_on(own | theirs, run_on(own, line), line)
    captured = (hit & theirs).bit_count() + (hit & theirs & state.kinds.gipf).bit_count()
    back = (hit & own & ~state.kinds.any).bit_count()
    return weights.board * captured + (weights.reserve - weights.board) * back
