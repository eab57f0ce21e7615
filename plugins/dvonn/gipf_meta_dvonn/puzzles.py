"""Themes of puzzles of DVONN (docs/reference/dvonn.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import (
    N_,
    PlayedSolution,
    Theme,
    height,
    kind_of,
    numbers_of_set,
    origin_of,
    target_of,
)
from gipf_meta_dvonn.board import surrounded
from gipf_meta_dvonn.reasons import best_cut, owned, pieces_cut_off
from gipf_meta_dvonn.rules import Rules, can_move, moves_of
from gipf_meta_dvonn.state import PASS, STACK, STACKING, State

Turns: TypeAlias = PlayedSolution[State, int]

HIGH: Final = 4
"""The height from which a stack is a high one."""
FAR: Final = 3
"""The number of spaces from which a move is a far one."""

THEMES: Final = {
    # a move leaves stacks of both sides without contact to a red piece, and more of the other's
    "costly_cut": Theme(N_("a cut with a loss"), N_("gives stacks up to cut off more")),
    # a move leaves stacks of the other side without contact to a red piece
    "cut_off": Theme(N_("cut off from red"), N_("cuts stacks off from the red pieces")),
    # the other side has no move left, or has to pass
    "blockade": Theme(N_("a blockade"), N_("leaves no move")),
    # a high stack of the other side that could move cannot move any more
    "immobile": Theme(N_("an immobile stack"), N_("takes the moves from a high stack")),
    # a stack with a red piece is moved
    "red_moved": Theme(N_("a red piece moved"), N_("moves a red piece")),
    # a move onto a red piece, alone or in a stack of the other side
    "red_taken": Theme(N_("a red piece taken"), N_("takes a red piece")),
    # a move onto a high stack of the other side
    "big_stack": Theme(N_("a high stack"), N_("takes a high stack")),
    # no cut was there, and one is now, unless it is stopped
    "threat": Theme(N_("a cut prepared"), N_("prepares to cut stacks off")),
    # a stack of one's own is free to move that was shut in
    "freed": Theme(N_("a stack freed"), N_("frees a stack")),
    # a high stack is built by a move onto another of one's own
    "high_built": Theme(N_("a high stack built"), N_("builds a high stack")),
    # the other side could have cut off stacks of one's own, and cannot any more
    "saved": Theme(N_("stacks saved"), N_("saves stacks from being cut off")),
    # a move over three spaces or more
    "far": Theme(N_("a far move"), N_("moves far")),
    # a move onto a stack of one's own
    "own_stack": Theme(N_("a stack of one's own"), N_("covers a stack of its own")),
    # a move onto a stack of the other side
    "taken": Theme(N_("a stack taken"), N_("takes a stack")),
}


class Stacked(NamedTuple):
    """A move of the second phase from *origin* to *target*, with the states around it."""

    before: State
    move: int
    after: State
    origin: int
    target: int


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    made, seat = [*_moves(solution)], solution.solver
    return solution.themes(
        {
            "costly_cut": lambda turns: any(_is_costly(each, seat) for each in made),
            "cut_off": lambda turns: any(_gain(each, seat) > 0 for each in made),
            "blockade": lambda turns: _blocks(turns, made),
            "immobile": lambda turns: any(_immobile(each, 1 - seat) for each in made),
            "red_moved": lambda turns: any(each.before.dvonn >> each.origin & 1 for each in made),
            "red_taken": lambda turns: any(_takes_red(each, seat) for each in made),
            "big_stack": lambda turns: any(_height_taken(each, seat) >= HIGH for each in made),
            "threat": lambda turns: any(_threatens(each, seat) for each in made),
            "freed": lambda turns: any(_frees(each, seat) for each in made),
            "high_built": lambda turns: any(_builds_high(each, seat) for each in made),
            "saved": lambda turns: any(_saves(each, seat) for each in made),
            "far": lambda turns: any(_distance(each) >= FAR for each in made),
            "own_stack": lambda turns: any(_covers_own(each, seat) for each in made),
            "taken": lambda turns: any(_height_taken(each, seat) for each in made),
        }
    )


def _moves(turns: Turns) -> Iterator[Stacked]:
    """The solver's moves of stacks."""
    for turn in turns.own:
        move = turn.moves[0]
        if turn.before.phase == STACKING and move != PASS and kind_of(move) == STACK:
            yield Stacked(turn.before, move, turn.after, origin_of(move), target_of(move))


def _gain(made: Stacked, seat: int) -> int:
    """The pieces of the other side that the move cuts off, less those of *seat* (§4)."""
    theirs, own = pieces_cut_off(made.before, made.move, seat)
    return theirs - own


def _is_costly(made: Stacked, seat: int) -> bool:
    """Whether the move cuts off pieces of both sides, and more of the other's."""
    return pieces_cut_off(made.before, made.move, seat)[1] > 0 < _gain(made, seat)


def _saves(made: Stacked, seat: int) -> bool:
    """Whether the game goes on, and the other side could have cut off a stack of *seat*, and can
    do no such thing now."""
    feared, left = (best_cut(state, 1 - seat) for state in (made.before, made.after))
    return made.after.phase == STACKING and feared is not None and left is None


def _blocks(turns: Turns, made: list[Stacked]) -> bool:
    """Whether the other side has to pass, or the last move has left it no move (§4, §5)."""
    passes = any(PASS in turn.moves for turn in turns.answers)
    last = made[-1] if made else None
    return passes or (
        last is not None
        and _can_move(last.before, 1 - turns.solver)
        and not _can_move(last.after, 1 - turns.solver)
    )


def _can_move(state: State, seat: int) -> bool:
    return can_move(state.stacks, owned(state, seat), state.occupied)


def _immobile(made: Stacked, other: int) -> bool:
    """Whether a high stack of *other* stays on the board and loses its moves."""
    for space in numbers_of_set(owned(made.before, other) & owned(made.after, other)):
        if height(made.after.stacks[space]) >= HIGH and made.before.stacks[space]:
            could = moves_of(made.before.stacks, 1 << space, made.before.occupied)
            can = moves_of(made.after.stacks, 1 << space, made.after.occupied)
            if could and not can:
                return True
    return False


def _height_taken(made: Stacked, seat: int) -> int:
    """The height of the other side's stack onto which the move leads; 0 for another target."""
    is_theirs = owned(made.before, 1 - seat) >> made.target & 1
    return height(made.before.stacks[made.target]) if is_theirs else 0


def _takes_red(made: Stacked, seat: int) -> bool:
    """Whether the move leads onto a red piece that *seat* does not own."""
    return bool(made.before.dvonn & ~owned(made.before, seat) & 1 << made.target)


def _threatens(made: Stacked, seat: int) -> bool:
    """Whether *seat* could cut off nothing if it were on turn, and can do so after the move."""
    return best_cut(made.before, seat) is None and best_cut(made.after, seat) is not None


def _frees(made: Stacked, seat: int) -> bool:
    """Whether a stack of *seat* that was shut in by others can move."""
    before, after = made.before, made.after
    own = owned(before, seat) & owned(after, seat) & surrounded(before.occupied)
    own &= ~(1 << made.target) & ~surrounded(after.occupied)
    return bool(moves_of(after.stacks, own, after.occupied))


def _covers_own(made: Stacked, seat: int) -> bool:
    """Whether the move leads onto another stack of *seat*."""
    return bool(owned(made.before, seat) >> made.target & 1)


def _builds_high(made: Stacked, seat: int) -> bool:
    """Whether the move makes a high stack of two of *seat*, which stays on the board."""
    return _covers_own(made, seat) and height(made.after.stacks[made.target]) >= HIGH


def _distance(made: Stacked) -> int:
    """The number of spaces that the move leads over: the height of its stack (§4)."""
    return height(made.before.stacks[made.origin])
