"""Themes of puzzles of GIPF (`docs/reference/gipf.md`; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_gipf.board import ENTRY_FIRST, LINE_BITS, entries, fours, push
from gipf_meta_gipf.pieces import GIPF
from gipf_meta_gipf.rules import Log, Rules
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    CHALLENGE,
    DECLINE,
    KEEP,
    OVER,
    TAKE,
    USE,
    Move,
    Outcome,
    State,
    entered,
)

Turns: TypeAlias = PlayedSolution[State, Move]
OneTurn: TypeAlias = SolutionTurn[State, Move]

MANY: Final = 3
"""The number of pieces from which a row captures many, or a push is long."""

THEMES: Final = {
    # the last GIPF-piece of the other side is taken, which wins
    "last_gipf": Theme(N_("the last GIPF-piece"), N_("takes the last GIPF-piece")),
    # a row takes a GIPF-piece of the other side
    "gipf_taken": Theme(N_("a GIPF-piece taken"), N_("takes a GIPF-piece")),
    # the power of a potential is allowed or challenged: which of both is what is to be found
    "allow_or_challenge": Theme(N_("allow or challenge"), N_("allows or challenges a power")),
    # an extra move is made, the power of a TAMSK-potential
    "extra_move": Theme(N_("an extra move"), N_("makes an extra move")),
    # the power of another potential is announced
    "announce": Theme(N_("a power announced"), N_("announces a power")),
    # a row takes a loaded piece of the other side
    "loaded_taken": Theme(N_("a loaded piece taken"), N_("takes a loaded piece")),
    # the last piece in reserve is entered, and a row brings others back
    "last_piece": Theme(N_("the last piece in reserve"), N_("goes on with the last piece")),
    # two rows or more are taken in one turn
    "two_rows": Theme(N_("two rows at once"), N_("takes two rows at once")),
    # a GIPF-piece or loaded piece of one's own is left on the board
    "left_standing": Theme(N_("a piece left standing"), N_("leaves a piece of a row standing")),
    # the other side has nothing left to enter
    "last_reserve": Theme(N_("the last reserve"), N_("leaves no piece to enter")),
    # a row takes three pieces of the other side or more
    "many_taken": Theme(N_("many pieces captured"), N_("captures many pieces")),
    # the other side could have made a row, and cannot any more
    "broken": Theme(N_("a row prevented"), N_("prevents a row")),
    # no row was to come, and one is now, unless it is stopped
    "prepared": Theme(N_("a row prepared"), N_("prepares a row")),
    # a GIPF-piece is entered
    "gipf_entered": Theme(N_("a GIPF-piece entered"), N_("enters a GIPF-piece")),
    # an entry pushes three pieces or more
    "long_push": Theme(N_("a long push"), N_("pushes a long line")),
    # a row takes a piece of the other side
    "capture": Theme(N_("a capture"), N_("captures with a row")),
    # a row is taken
    "row": Theme(N_("a row of four"), N_("takes a row of four")),
}


class Removed(NamedTuple):
    """A row that the mover has taken: the numbers of the other side's pieces *taken* with it, of
    its *gipfs* and of its *loaded* pieces among them."""

    taken: int
    gipfs: int
    loaded: int


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    each_turn = [[*_rows(rules, turn)] for turn in solution.own]
    rows = [row for of_turn in each_turn for row in of_turn]
    made = [move for turn in solution.own for move in turn.moves if not isinstance(move, Outcome)]
    return solution.themes(
        {
            "last_gipf": lambda turns: _has_won(turns, "last_gipf"),
            "gipf_taken": lambda turns: any(row.gipfs for row in rows),
            "allow_or_challenge": lambda turns: ALLOW in made or CHALLENGE in made,
            "extra_move": lambda turns: any(USE <= move < DECLINE for move in made),
            "announce": lambda turns: any(map(_announces, made)),
            "loaded_taken": lambda turns: any(row.loaded for row in rows),
            "last_piece": lambda turns: any(map(_goes_on_with_last, turns.own)),
            "two_rows": lambda turns: any(len(of_turn) > 1 for of_turn in each_turn),
            "left_standing": lambda turns: any(map(_leaves_own, turns.own)),
            "last_reserve": lambda turns: _has_won(turns, "no_move"),
            "many_taken": lambda turns: any(row.taken >= MANY for row in rows),
            "broken": lambda turns: any(map(_breaks, turns.own)),
            "prepared": lambda turns: any(map(_prepares, turns.own)),
            "gipf_entered": lambda turns: any(entered(move)[0] == GIPF for move in made),
            "long_push": lambda turns: any(_pushed(turn) >= MANY for turn in turns.own),
            "capture": lambda turns: any(row.taken for row in rows),
            "row": lambda turns: bool(rows),
        }
    )


def _has_won(turns: Turns, reason: str) -> bool:
    """Whether the solver has won for that *reason* (§7)."""
    if turns.after.ask != OVER:
        return False
    result = turns.after.result()
    return result.reason == reason and result.winner == turns.solver


def _announces(move: int) -> bool:
    """Whether *move* announces a power that is a main action (§10.1)."""
    return ANNOUNCE <= move < ANNOUNCE + 64


def _rows(rules: Rules, turn: OneTurn) -> Iterator[Removed]:
    """The rows that are taken in *turn* of the mover (§6)."""
    for state, move in zip(turn.states, turn.moves, strict=False):
        log: Log = []
        rules.apply(state, move, log)
        for before, mask in log:
            enemy = mask & before.pieces(1 - turn.seat)
            kinds = before.kinds
            loaded = enemy & (kinds.acting | kinds.waiting)
            yield Removed(enemy.bit_count(), (enemy & kinds.gipf).bit_count(), loaded.bit_count())


def _goes_on_with_last(turn: OneTurn) -> bool:
    """Whether *turn* enters the last piece in reserve, and ends with more."""
    enters = any(
        state.reserve(turn.seat) == 1 and not isinstance(move, Outcome) and entered(move)[0] >= 0
        for state, move in zip(turn.states, turn.moves, strict=False)
    )
    return enters and turn.after.reserve(turn.seat) > 0


def _leaves_own(turn: OneTurn) -> bool:
    """Whether *turn* leaves a piece of its own side standing that a row could take (§6.1)."""
    return any(
        not isinstance(move, Outcome)
        and KEEP <= move < TAKE
        and state.pieces(turn.seat) >> move - KEEP & 1
        for state, move in zip(turn.states, turn.moves, strict=False)
    )


def _breaks(turn: OneTurn) -> bool:
    """Whether the other side could have made a row by a basic piece, and can make none now."""
    other = 1 - turn.seat
    goes_on = turn.after.ask != OVER and turn.after.mover == other
    return goes_on and _can_make_row(turn.before, other) and not _can_make_row(turn.after, other)


def _prepares(turn: OneTurn) -> bool:
    """Whether the side on turn could not have made a row by a basic piece, and could by its next
    turn."""
    goes_on = turn.after.ask != OVER
    return (
        goes_on
        and not _can_make_row(turn.before, turn.seat)
        and _can_make_row(turn.after, turn.seat)
    )


def _pushed(turn: OneTurn) -> int:
    """The most pieces that an entry of *turn* pushes (§5)."""
    counts = [0]
    for state, move in zip(turn.states, turn.moves, strict=False):
        code, entry = (-1, 0) if isinstance(move, Outcome) else entered(move)
        bits = LINE_BITS[entry // 2][:: -1 if entry % 2 else 1]
        occupied = state.white | state.black
        first_vacant = next((n for n, bit in enumerate(bits) if not occupied >> bit & 1), 0)
        counts.append(first_vacant if code >= 0 else 0)
    return max(counts)


def _can_make_row(state: State, player: int) -> bool:
    """Whether *player* has a row, or makes one by entering a basic piece."""
    if fours(state.pieces(player)):
        return True
    for entry in entries(state.white | state.black):
        white, black, first = state.white, state.black, ENTRY_FIRST[entry]
        if (white | black) & first:
            white, black, _run = push(white, black, entry)
        if fours((black if player else white) | first):
            return True
    return False
