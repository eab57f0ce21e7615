"""Themes of puzzles of DVONN (docs/reference/dvonn.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import N_, Solution, Theme, height, kind_of, numbers_of_set, origin_of, target_of
from gipf_meta_dvonn.reasons import best_cut, owned, pieces_cut_off
from gipf_meta_dvonn.rules import Rules, can_move, moves_of
from gipf_meta_dvonn.state import PASS, STACK, STACKING, State

Turns: TypeAlias = Solution[State, int]

HIGH: Final = 4
"""The height from which a stack is a high one."""

THEMES: Final = {
    # a move leaves stacks of the other side without contact to a red piece
    "cut_off": Theme(N_("cut off from red"), N_("cuts stacks off from the red pieces")),
    # such a move costs pieces of one's own, too
    "costly_cut": Theme(N_("a cut with a loss"), N_("gives stacks up to cut off more")),
    # the other side could have cut off stacks of one's own, and cannot any more
    "saved": Theme(N_("stacks saved"), N_("saves stacks from being cut off")),
    # the other side has no move left, or has to pass
    "blockade": Theme(N_("a blockade"), N_("leaves no move")),
    # a high stack of the other side that could move cannot move any more
    "immobile": Theme(N_("an immobile stack"), N_("takes the moves from a high stack")),
    # a move onto a high stack of the other side
    "big_stack": Theme(N_("a high stack"), N_("takes a high stack")),
    # a stack with a red piece is moved
    "red_moved": Theme(N_("a red piece moved"), N_("moves a red piece")),
    # a move onto a red piece, alone or in a stack of the other side
    "red_taken": Theme(N_("a red piece taken"), N_("takes a red piece")),
    # a move that takes and cuts off nothing
    "quiet": Theme(N_("a quiet turn"), N_("begins with a quiet turn")),
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
            "cut_off": lambda turns: any(_gain(each, seat) > 0 for each in made),
            "costly_cut": lambda turns: any(_is_costly(each, seat) for each in made),
            "saved": lambda turns: any(_saves(each, seat) for each in made),
            "blockade": lambda turns: _blocks(turns, made),
            "immobile": lambda turns: any(_immobile(each, 1 - seat) for each in made),
            "big_stack": lambda turns: any(_height_taken(each, seat) >= HIGH for each in made),
            "red_moved": lambda turns: any(each.before.dvonn >> each.origin & 1 for each in made),
            "red_taken": lambda turns: any(_takes_red(each, seat) for each in made),
            "quiet": lambda turns: any(_is_quiet(each, seat) for each in made[:-1]),
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


def _is_quiet(made: Stacked, seat: int) -> bool:
    """Whether the move leads onto a stack of *seat* itself, and nothing is cut off."""
    is_own = owned(made.before, seat) >> made.target & 1
    return bool(is_own) and pieces_cut_off(made.before, made.move, seat) == (0, 0)
