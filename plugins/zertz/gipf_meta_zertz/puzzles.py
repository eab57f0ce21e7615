"""Themes of puzzles of ZÈRTZ (docs/reference/zertz.md; the sections named below are its)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import AFTER_JUMPS, JUMP, REMOVE, State, cell_of, kind_of, unpack

Turns: TypeAlias = PlayedSolution[State, int]
OneTurn: TypeAlias = SolutionTurn[State, int]

THEMES: Final = {
    # one places a marble, the other side must jump: twice or more
    "double_sacrifice": Theme(N_("two sacrifices"), N_("gives marbles away twice")),
    # one fills the last ring of a part that was cut off before
    "filling": Theme(N_("the last ring of a part"), N_("fills the last ring of a part")),
    # one takes the ring away on which a full part hangs
    "isolation": Theme(N_("a part cut off"), N_("cuts off a part of the board")),
    # one places a marble, and the other side must jump
    "sacrifice": Theme(N_("a forced sacrifice"), N_("gives a marble away")),
    # one marble jumps twice or more in a turn
    "chain": Theme(N_("a chain of jumps"), N_("jumps more than once")),
    # one wins by marbles of each colour
    "each_colour": Theme(N_("marbles of each colour"), N_("completes a set of each colour")),
    # the board is full, and who placed last wins
    "full_board": Theme(N_("a full board"), N_("fills the board")),
    # the pool is empty, and one places a captured marble
    "own_marble": Theme(N_("captured marbles"), N_("places a captured marble")),
    # nothing is captured at once, and nothing given away
    "quiet": Theme(N_("a quiet turn"), N_("gives nothing away")),
    # the other side has but one decision each time
    "no_choice": Theme(N_("no choice"), N_("leaves no choice")),
    # one of several captures is made
    "capture": Theme(N_("the right capture"), N_("chooses a capture")),
}


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    return solution.themes(
        {
            "double_sacrifice": lambda turns: _sacrifices(rules, turns) > 1,
            "filling": lambda turns: any(_fills(rules, turn) for turn in turns.own),
            "isolation": lambda turns: any(_cuts_off(rules, turn) for turn in turns.own),
            "sacrifice": lambda turns: _sacrifices(rules, turns) > 0,
            "chain": lambda turns: any(_jumps(turn) > 1 for turn in turns.own),
            "each_colour": lambda turns: _wins_by_each_colour(rules, turns),
            "full_board": lambda turns: _has_won(turns, "board_full"),
            "own_marble": lambda turns: any(_places(t) and not t.before.pool for t in turns.own),
            "quiet": lambda turns: any(_is_quiet(rules, turn) for turn in turns.own),
            "no_choice": lambda turns: _leaves_no_choice(rules, turns),
            "capture": lambda turns: any(_chooses_capture(rules, turn) for turn in turns.own),
        }
    )


def _places(turn: OneTurn) -> bool:
    """Whether *turn* begins with a placement (§4)."""
    return kind_of(turn.moves[0]) < REMOVE


def _jumps(turn: OneTurn) -> int:
    """The number of jumps in *turn* (§5)."""
    return sum(JUMP <= kind_of(move) < AFTER_JUMPS for move in turn.moves)


def _gives(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* is a placement after which the other side must jump (§5)."""
    return _places(turn) and turn.after.ending is None and bool(rules.jumps(turn.after))


def _sacrifices(rules: Rules, turns: Turns) -> int:
    """The number of the solver's placements after which the other side must jump."""
    return sum(_gives(rules, turn) for turn in turns.own)


def _is_quiet(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* is a placement that takes nothing, and after which nobody must jump."""
    goes_on = turn.after.ending is None
    return goes_on and _places(turn) and not _taken(turn) and not _gives(rules, turn)


def _chooses_capture(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* jumps, and could have jumped otherwise."""
    return _jumps(turn) > 0 and len(rules.jumps(turn.before)) > 1


def _taken(turn: OneTurn) -> int:
    """The rings that *turn* takes with their marbles (§6), as a mask."""
    removed = [cell_of(move) for move in turn.moves if kind_of(move) == REMOVE]
    gone = turn.before.rings & ~turn.after.rings
    return gone & ~(1 << removed[0]) if removed else gone


def _parts_before(rules: Rules, turn: OneTurn) -> int:
    """Those of the rings that *turn* takes that were a part of their own before it."""
    taken = _taken(turn)
    parts = rules.regions(turn.before.rings) if taken else []
    return sum(part for part in parts if not part & ~taken)


def _fills(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* takes a part that was cut off before, while others stay on the board."""
    return _parts_before(rules, turn) > 0 and turn.after.rings > 0


def _cuts_off(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* takes a part that it has itself cut off."""
    return _taken(turn) != _parts_before(rules, turn) and turn.after.rings > 0


def _has_won(turns: Turns, reason: str) -> bool:
    """Whether the solver has won for that *reason* (§7)."""
    end = turns.after.ending
    return end is not None and end.reason == reason and turns.solver in end.winners


def _wins_by_each_colour(rules: Rules, turns: Turns) -> bool:
    """Whether the solver has won by marbles of each colour, and not of one alone (§2)."""
    counts = unpack(turns.after.second if turns.solver else turns.after.first)
    *alone, each = rules.goals
    enough = any(count >= goal for count, goal in zip(counts, alone, strict=True))
    return _has_won(turns, "goal") and not enough and min(counts) >= each


def _leaves_no_choice(rules: Rules, turns: Turns) -> bool:
    """Whether the other side has one decision only, each time."""
    states = [state for turn in turns.answers for state in turn.states[:-1]]
    return bool(states) and all(len(rules.legal_moves(state)) == 1 for state in states)
